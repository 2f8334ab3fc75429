"""The rulings of ``*.rulings``: what may be made, changed, called and staked, by which clause."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import pytest

from lammer.core.legality import (
    CODES,
    Answer,
    Refusal,
    TableCode,
    may_call,
    may_change,
    may_make,
    may_stake,
)
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Call, Wager
from lammer.games import load
from lammer.odds.sheet import lawful_vigs

HERE = Path(__file__).parent
PAY_UNIT = 100


@dataclass(frozen=True)
class Ruling:
    rules: str
    clauses: tuple[str, ...]
    asked: str
    answer: str

    @property
    def wager(self) -> str:
        words = self.asked.replace(",", "").split()
        return words[2] if words[0] == "call" else words[1]


def read(path: Path) -> Iterator[Ruling]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            clauses, asked, answer = (part.strip() for part in line.split("|"))
            named = tuple(each for each in clauses.split() if each != "-")
            yield Ruling(path.stem, named, asked, answer)


def rulings() -> Sequence[object]:
    return [
        pytest.param(
            each,
            marks=[pytest.mark.clause(*each.clauses)] * bool(each.clauses),
            id=f"{each.rules} {each.asked}",
        )
        for path in sorted(HERE.glob("*.rulings"))
        for each in read(path)
    ]


def ask(ruling: Ruling) -> list[Answer]:
    """The answers, one for each pay table of the wager if it has several."""
    rules = load(ruling.rules)
    return [_ask(rules, wager, ruling.asked) for wager in rules.named(ruling.wager)]


def _ask(rules: Ruleset, wager: Wager, asked: str) -> Answer:
    first, *facts = (part.strip() for part in asked.split(","))
    verb, *words = first.split()
    match verb:
        case "make":
            puck = facts.pop(0).removeprefix("puck ")
            return may_make(wager, puck, frozenset(facts))
        case "call":
            standing: dict[str, Call] = {"called on": "on", "called off": "off"}
            now = standing[facts[0]] if facts else None
            return may_call(wager, "on" if words[0] == "on" else "off", now)
        case "stake":
            cents = int(words[1].replace(".", "")) * (1 if "." in words[1] else 100)
            puck = facts[0].removeprefix("puck ") if facts else ""
            vigs = lawful_vigs(wager)
            return may_stake(
                rules, wager, cents, PAY_UNIT, context=puck or None, vig=vigs[0] if vigs else None
            )
        case "increase" | "reduce" | "remove" | "replace":
            state = words[2] if len(words) > 2 else wager.machine.start
            return may_change(wager, verb, state, frozenset(facts))
        case _:
            raise AssertionError(verb)


@pytest.mark.parametrize("ruling", rulings())
def test_ruling(ruling: Ruling) -> None:
    answers = ask(ruling)
    assert answers
    for answer in answers:
        if ruling.answer == "yes":
            assert not isinstance(answer, Refusal), answer
        else:
            assert isinstance(answer, Refusal), answer
            assert answer.code == ruling.answer
            assert re.search(r"[a-z].*\.$", answer.detail)


def test_every_code_occurs() -> None:
    """The list of refusals is closed, and none in it is idle."""
    seen = {each.answer for path in HERE.glob("*.rulings") for each in read(path)}
    assert seen - {"yes"} == CODES - set(get_args(TableCode))
