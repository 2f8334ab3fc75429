"""Hands written out as a dealer would tell them (README.md in this folder), played and compared."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lammer.table import Answer, Run


class Wrong(AssertionError):
    """A hand that does not go as it is written, or a line that says nothing."""


@dataclass(frozen=True)
class Line:
    """A line of a hand that says something: its number and text."""

    number: int
    text: str


def cents(text: str) -> int:
    match = re.fullmatch(r"\$([0-9][0-9,]*)(?:\.([0-9]{2}))?", text)
    if match is None:
        raise Wrong(f"{text} is no amount")
    return int(match[1].replace(",", "")) * 100 + int(match[2] or 0)


def lines(path: Path) -> Iterator[Line]:
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        plain = text.split("   #")[0].strip()
        if plain and not plain.startswith("#"):
            yield Line(number, plain)


def faces(text: str) -> list[int]:
    first, second = text.split("-")
    return [int(first), int(second)]


_MONEY = r"(\$[0-9,.]+)"
_ACTIONS: tuple[tuple[str, Any], ...] = (
    (r"seat (\d+) takes the dice", lambda m: {"do": "accept-dice", "seat": int(m[1])}),
    (r"seat (\d+) declines the dice", lambda m: {"do": "decline-dice", "seat": int(m[1])}),
    (r"seat (\d+) passes the dice", lambda m: {"do": "pass-dice", "seat": int(m[1])}),
    (
        rf"seat (\d+) bets {_MONEY} on (\S+?)(, left up)?(?:, confirmed by (.+))?",
        lambda m: {
            "do": "bet",
            "seat": int(m[1]),
            "amount": cents(m[2]),
            "wager": m[3],
            **({"leave_up": True} if m[4] else {}),
            **({"confirmed_by": re.split(r", | and ", m[5])} if m[5] else {}),
        },
    ),
    (
        rf"seat (\d+) reduces (\S+) by {_MONEY}",
        lambda m: {"do": "reduce", "seat": int(m[1]), "wager": m[2], "by": cents(m[3])},
    ),
    (
        r"seat (\d+) removes (\S+)",
        lambda m: {"do": "remove", "seat": int(m[1]), "wager": m[2]},
    ),
    (
        r"seat (\d+) calls (\S+) (on|off)",
        lambda m: {"do": "call", "seat": int(m[1]), "wager": m[2], "working": m[3] == "on"},
    ),
    (r"roll (\d-\d)", lambda m: {"do": "roll", "dice": faces(m[1])}),
    (r"throw", lambda _: {"do": "throw"}),
    (r"rest (\d-\d)", lambda m: {"do": "rest", "dice": faces(m[1])}),
    (
        r"no roll (\d-\d), ([a-z-]+)(?:, called by ([a-z]+))?",
        lambda m: {
            "do": "no-roll",
            "dice": faces(m[1]),
            "reason": m[2],
            **({"caller": m[3]} if m[3] else {}),
        },
    ),
    (r"(\{.*\})", lambda m: json.loads(m[1])),
)


def command(text: str) -> dict[str, Any]:
    for pattern, build in _ACTIONS:
        match = re.fullmatch(pattern, text)
        if match:
            found: dict[str, Any] = build(match)
            return found
    raise Wrong(f"nobody understands: {text}")


def play(path: Path, keep: Any = None) -> list[str]:
    """Play a hand to its end; everything that went otherwise than written, in words."""
    opening: dict[str, Any] = {"do": "open", "seats": []}
    run: Run | None = None
    answer: Answer | None = None
    last = Line(0, "the opening")
    told, wrong = True, []
    for line in lines(path):
        text = line.text
        if run is None and (match := re.fullmatch(r"table (\S+) (\S+)", text)):
            opening |= {"rules": match[1], "game": match[2]}
        elif run is None and text.startswith("house "):
            opening["house"] = json.loads(text[6:])
        elif run is None and (match := re.fullmatch(rf"seat (\d+) {_MONEY}", text)):
            opening["seats"].append({"seat": int(match[1]), "rail": cents(match[2])})
        elif text.startswith("="):
            assert run is not None
            wrong += [f"line {line.number}: {each}" for each in _compare(run, text[1:].strip())]
        elif text.startswith("!"):
            told = True
            wrong += [f"line {last.number}: {each}" for each in _refused(answer, text[1:].strip())]
        else:
            if run is None:
                run, answer = Run(keep), None
                opened = run.do(opening)
                if not opened.ok:
                    return [f"not opened: {opened.refusal}"]
            if not told and answer is not None and answer.refusal:
                wrong.append(f"line {last.number}: {last.text}: refused, {answer.refusal}")
            answer, last, told = run.do(command(text)), line, False
    if not told and answer is not None and answer.refusal:
        wrong.append(f"line {last.number}: {last.text}: refused, {answer.refusal}")
    if run is not None:
        run.close()
    return wrong


def _refused(answer: Answer | None, clause: str) -> list[str]:
    if answer is None or answer.refusal is None:
        return [f"was to be refused by {clause}, and was not"]
    if clause not in answer.refusal.clauses:
        return [f"refused by {answer.refusal.clauses}, not by {clause}"]
    return []


def _compare(run: Run, text: str) -> list[str]:
    table = run.table
    if match := re.fullmatch(rf"seat (\d+) has {_MONEY} and {_MONEY} up", text):
        number = int(match[1])
        have = table.rail(number), table.layout(number)
        want = cents(match[2]), cents(match[3])
        return [] if have == want else [f"seat {number} has {have}, not {want}"]
    found = []
    for part in text.split(","):
        words = part.strip()
        want_have: tuple[Any, Any]
        if words == "no point":
            want_have = None, table.point
        elif match := re.fullmatch(r"point (\d+)", words):
            want_have = int(match[1]), table.point
        elif words == "nobody shoots":
            want_have = None, table.hands.holder
        elif match := re.fullmatch(r"shooter (\d+)", words):
            want_have = int(match[1]), table.hands.holder
        elif words == "nobody is offered":
            want_have = None, table.hands.offered
        elif match := re.fullmatch(r"offered (\d+)", words):
            want_have = int(match[1]), table.hands.offered
        else:
            raise Wrong(f"nobody understands: = {words}")
        if want_have[0] != want_have[1]:
            found.append(f"{words}, but it is {want_have[1]}")
    return found
