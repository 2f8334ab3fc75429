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
class HandLine:
    """A line of a hand that says something: its number and text."""

    number: int
    text: str


def cents(text: str) -> int:
    match = re.fullmatch(r"\$([0-9][0-9,]*)(?:\.([0-9]{2}))?", text)
    if match is None:
        raise Wrong(f"{text} is no amount")
    return int(match[1].replace(",", "")) * 100 + int(match[2] or 0)


def lines(path: Path) -> Iterator[HandLine]:
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        plain = text.split("   #")[0].strip()
        if plain and not plain.startswith("#"):
            yield HandLine(number, plain)


def proves(path: Path) -> tuple[str, ...]:
    """The clauses a hand is there for: those it says, and those its refusals name."""
    found: dict[str, None] = {}
    for line in lines(path):
        if line.text.startswith("proves "):
            found |= dict.fromkeys(line.text.removeprefix("proves ").replace(",", " ").split())
        elif line.text.startswith("! ") and line.text not in ("! house", "! any"):
            found[line.text[2:].strip()] = None
    return tuple(found)


def faces(text: str) -> list[int]:
    return [int(each) for each in text.split("-")]


def place(text: str) -> dict[str, str]:
    """A pocket is a number, a stop is a word."""
    return {"pocket" if text.isdigit() else "stop": text}


_MONEY = r"(\$[0-9,.]+)"
_THING = "(dice|shaker|shoe)"
_ACTIONS: tuple[tuple[str, Any], ...] = (
    (rf"seat (\d+) takes the {_THING}", lambda m: {"do": f"accept-{m[2]}", "seat": int(m[1])}),
    (rf"seat (\d+) declines the {_THING}", lambda m: {"do": f"decline-{m[2]}", "seat": int(m[1])}),
    (rf"seat (\d+) passes the {_THING}", lambda m: {"do": f"pass-{m[2]}", "seat": int(m[1])}),
    (rf"the dealer passes the {_THING}", lambda m: {"do": f"pass-{m[1]}", "seat": "dealer"}),
    (r"no more bets", lambda _: {"do": "no-more-bets"}),
    (r"shake (\d-\d(?:-\d)?)", lambda m: {"do": "shake", "dice": faces(m[1])}),
    (
        r"no shake, ([a-z-]+)(?:, called by ([a-z]+))?",
        lambda m: {"do": "no-shake", "reason": m[1], **({"caller": m[2]} if m[2] else {})},
    ),
    (
        r"deal ([A-Z0-9a-z ]*?)(, cutting card)?",
        lambda m: {
            "do": "deal",
            "cards": m[1].split(),
            **({"cut_card": True} if m[2] else {}),
        },
    ),
    (
        r"no deal((?: [2-9TJQKA][shdc])*)(, cutting card)?, ([a-z-]+)(?:, called by ([a-z]+))?",
        lambda m: {
            "do": "no-deal",
            "reason": m[3],
            **({"caller": m[4]} if m[4] else {}),
            **({"cards": m[1].split()} if m[1] else {}),
            **({"cut_card": True} if m[2] else {}),
        },
    ),
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
    (r"spin", lambda _: {"do": "spin"}),
    (r"spin ([a-z0-9-]+)", lambda m: {"do": "spin", **place(m[1])}),
    (r"rest at ([a-z0-9-]+)", lambda m: {"do": "rest", **place(m[1])}),
    (
        r"no spin, ([a-z-]+)(?:, called by ([a-z]+))?",
        lambda m: {"do": "no-spin", "reason": m[1], **({"caller": m[2]} if m[2] else {})},
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
    (
        r"the ([a-z]+) corrects, ([a-z-]+)",
        lambda m: {"do": "correct", "caller": m[1], "reason": m[2]},
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
    hand = Hand(keep)
    for line in lines(path):
        hand.say(line)
    hand.unexpected()
    if hand.run is not None:
        hand.run.close()
    return hand.wrong


class Hand:
    """A hand as far as it has been read."""

    def __init__(self, keep: Any) -> None:
        self.keep = keep
        self.opening: dict[str, Any] = {"do": "open", "seats": []}
        self.run: Run | None = None
        self.answer: Answer | None = None
        self.last = HandLine(0, "the opening")
        self.told = True
        self.wrong: list[str] = []

    def say(self, line: HandLine) -> None:
        text = line.text
        if self.run is None and self._before(text):
            return
        if self.run is None:
            self.run = Run(self.keep)
            opened = self.run.do(self.opening)
            if not opened.ok:
                raise Wrong(f"not opened: {opened.refusal}")
        if text.startswith("="):
            found = _compare(self.run, text[1:].strip())
            self.wrong += [f"line {line.number}: {each}" for each in found]
        elif text.startswith("!"):
            self.told = True
            found = _refused(self.answer, text[1:].strip())
            self.wrong += [f"line {self.last.number}: {each}" for each in found]
        else:
            self.unexpected()
            self.answer = self.run.do(command(text))
            self.last, self.told = line, False

    def _before(self, text: str) -> bool:
        """Lines that stand before the play: the table, the house, the seats."""
        if match := re.fullmatch(r"table (\S+) (\S+)", text):
            self.opening |= {"rules": match[1], "game": match[2]}
        elif text.startswith("house "):
            self.opening["house"] = json.loads(text[6:])
        elif match := re.fullmatch(rf"seat (\d+) {_MONEY}", text):
            self.opening["seats"].append({"seat": int(match[1]), "rail": cents(match[2])})
        else:
            return text.startswith("proves ")
        return True

    def unexpected(self) -> None:
        """A refusal that the hand does not speak of."""
        if not self.told and self.answer is not None and self.answer.refusal is not None:
            refusal = self.answer.refusal
            self.wrong.append(f"line {self.last.number}: {self.last.text}: refused, {refusal}")


def _refused(answer: Answer | None, clause: str) -> list[str]:
    if answer is None or answer.refusal is None:
        return [f"was to be refused by {clause}, and was not"]
    if clause not in (*answer.refusal.clauses, "any"):
        return [f"refused by {answer.refusal.clauses}, not by {clause}"]
    return []


def _compare(run: Run, text: str) -> list[str]:
    table = run.table
    if match := re.fullmatch(rf"seat (\d+) has {_MONEY} and {_MONEY} up", text):
        number = int(match[1])
        have = table.rail(number), table.layout(number)
        want = cents(match[2]), cents(match[3])
        return [] if have == want else [f"seat {number} has {have}, not {want}"]
    if match := re.fullmatch(rf"seat (\d+) owes {_MONEY}", text):
        number, owed = int(match[1]), cents(match[2])
        have_owed = table.seats[number].owed
        return [] if have_owed == owed else [f"seat {number} owes {have_owed}, not {owed}"]
    found = []
    for part in text.split(","):
        words = part.strip()
        want_have: tuple[Any, Any]
        if words == "no point":
            want_have = None, table.point
        elif match := re.fullmatch(r"point (\d+)", words):
            want_have = int(match[1]), table.point
        elif words == "dealer holds":
            want_have = "dealer", table.hands.holder
        elif words in ("nobody shoots", "nobody holds"):
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
