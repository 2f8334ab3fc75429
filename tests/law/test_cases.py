"""The worked hands of ``*.cases``: each wager's machine stepped over real rolls and coups."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lammer.core.ruleset import Ruleset
from lammer.core.settle import Settlement, settle
from lammer.core.wager import Call
from lammer.games import load
from lammer.instruments.shoe.cards import Coup, dealt
from lammer.instruments.shoe.law import shoe_law
from lammer.instruments.wheel.law import WheelLaw, wheel_law

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Case:
    rules: str
    clauses: tuple[str, ...]
    wager: str
    variant: str | None
    stake: int
    puck: str | None
    called: Call | None
    rolls: tuple[str, ...]
    result: str


def read(path: Path) -> Iterator[Case]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        clauses, bet, rolls, result = (part.strip() for part in line.split("|"))
        made, *how = (part.strip() for part in bet.split(","))
        wager, _, amount = made.partition(" ")
        key, _, variant = wager.partition(":")
        puck = next((word.removeprefix("puck ") for word in how if word.startswith("puck")), None)
        called: Call | None = None
        if "called on" in how:
            called = "on"
        elif "called off" in how:
            called = "off"
        yield Case(
            path.stem,
            tuple(each for each in clauses.split() if each != "-"),
            key,
            variant or None,
            int(amount) * 100,
            puck,
            called,
            tuple(rolls.split()),
            result,
        )


def cases() -> Sequence[object]:
    found = []
    for path in sorted(HERE.glob("*.cases")):
        for case in read(path):
            rolls = " ".join(case.rolls)
            bet = f"{case.wager}{case.variant or ''}"
            how = "" if case.puck is None else f" puck {case.puck}"
            how += f" called {case.called}" if case.called else ""
            marks = [pytest.mark.clause(*case.clauses)] if case.clauses else []
            found.append(pytest.param(case, marks=marks, id=f"{case.rules} {bet}{how}: {rolls}"))
    return found


def outcome(ruleset: Ruleset, text: str) -> Any:
    """Dice, the cards of a coup in dealing order, or a pocket or a stop of a wheel."""
    assert ruleset.procedure is not None
    if isinstance(ruleset.procedure.trial.instrument, WheelLaw):
        return wheel_law(ruleset.procedure).place_of(text)
    if "," not in text:
        return tuple(map(int, text.split("-")))
    coup = dealt(shoe_law(ruleset.procedure).drawing, text.split(","))
    assert isinstance(coup, Coup), coup
    return coup.outcome


def play(case: Case) -> Settlement:
    """Every roll but the last must leave the bet up; the last settlement is the answer."""
    ruleset = load(case.rules)
    wager = ruleset.wager(case.wager, case.variant)
    state, puck = wager.machine.start, case.puck or ruleset.space.contexts[0]
    for at, text in enumerate(case.rolls):
        dice = outcome(ruleset, text)
        cell = ruleset.space.cell(puck, dice)
        settled = settle(wager, state, cell, case.stake, case.called)
        puck = ruleset.space.after(puck, dice)
        if at == len(case.rolls) - 1:
            return settled
        assert settled.next_state is not None, f"decided by {dice}, before the last roll"
        state = settled.next_state
    raise AssertionError("a case needs a roll")


@pytest.mark.parametrize("case", cases())
def test_case(case: Case) -> None:
    settled = play(case)
    net = settled.paid_cents + settled.returned_cents - case.stake
    if case.result in ("up", "off", "void"):
        assert settled.result in {"up": ("stands", "moves")}.get(case.result, (case.result,))
        assert (settled.next_state is None) == (case.result == "void")
        assert settled.returned_cents == (case.stake if case.result == "void" else 0)
        assert settled.paid_cents == 0
    else:
        assert settled.next_state is None
        assert net == int(case.result) * 100
