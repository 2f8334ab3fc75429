"""Parses the lines of a strategy that act: their verb, the wagers they are about, the amount."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from lammer.sim.strategy.parts import (
    ALL,
    Amount,
    BetLine,
    CallLine,
    Line,
    Money,
    NextStep,
    Not,
    OddsLine,
    PointIs,
    RaiseLine,
    ReduceLine,
    StepOf,
    TakeDownLine,
    When,
    Winnings,
    leaves,
    multiple,
)
from lammer.sim.strategy.words import (
    StrategySyntaxError,
    WordReader,
    amount,
    is_number,
    multiplied,
    stake,
    wager,
)


@dataclass(frozen=True)
class _Target:
    """A wager that a line names, with its part of the line's amount, and its number if the line
    leaves the point out."""

    wager: str
    part: Fraction = Fraction(1)
    number: int | None = None

    def amount(self, whole: Amount) -> Amount:
        """Return the part of an amount that is on this wager."""
        if self.part == 1 or any(isinstance(leaf, Winnings) for leaf in leaves(whole)):
            return whole  # Each bet has winnings of its own.
        if isinstance(whole, Money):
            return Money(int(whole.cents * self.part))
        return multiplied(self.part, whole)

    def line(self, line: Line, number: int) -> Line:
        if self.number is None:
            return line
        return When(Not(PointIs((self.number,))), (line,), line=number)


def _targets(words: WordReader) -> list[_Target]:
    """Parse what a line is about: wagers, or groups of them such as inside."""
    found = _target(words)
    while words.peek() in (",", "and") and words.peek(1) != "leave":
        words.take()
        words.skip("and")
        found += _target(words)
    return found


def _target(words: WordReader) -> list[_Target]:
    if words.skip(ALL):
        return [_Target(ALL)]
    group = words.terms.groups.get(words.peek())
    if group is None:
        return [_Target(wager(words))]
    words.take()
    whole = sum(part for _, part in group)
    return [_Target(key, Fraction(part, whole)) for key, part in group]


def _but_the_point(words: WordReader, targets: list[_Target]) -> list[_Target]:
    """Parse "except the point", if it follows."""
    if not (words.skip("except") or words.skip("but")):
        return targets
    if not any(words.skip(*phrase.split()) for phrase in words.terms.point_number):
        words.need("the", "point")
    found = []
    for each in targets:
        number = each.wager.rpartition("-")[2]
        if not number.isdigit():
            raise StrategySyntaxError(
                f"{each.wager} is on no number", "Only bets on numbers leave out the point."
            )
        found.append(replace(each, number=int(number)))
    return found


def _shared(words: WordReader, targets: list[_Target], size: Amount, column: int) -> None:
    """Refuse an amount that does not divide among the wagers of a group."""
    uneven = [each for each in targets if isinstance(size, Money) and size.cents * each.part % 1]
    if uneven:
        dollars_of = {sum(part for _, part in group) for group in words.terms.groups.values()}
        unit = next(n for n in sorted(dollars_of) if not n * 100 * uneven[0].part % 1)
        raise StrategySyntaxError(
            f"the amount is for all of them together, and cannot be divided into {len(targets)}",
            f"Write {unit}, {2 * unit} or another multiple of {unit}.",
            column=column,
        )


def _bet(words: WordReader, line: int) -> list[Line]:
    size: Amount | None = None
    column = words.following
    named = bool(words.left) and words.left[0] in (*words.names.steps, *words.names.amounts)
    if is_number(words.peek()) or words.peek(1) == "on" or named:
        size = amount(words)
        words.skip("on") or _in_group(words) or words.need("on")
    targets = _targets(words)
    if size is None:
        column = words.following
        size = amount(words)
    words.skip("each")
    targets = _but_the_point(words, targets)
    if ALL in [each.wager for each in targets]:
        raise StrategySyntaxError("a bet is made on one wager by name")
    _shared(words, targets, size, column)
    up = _left_up(words)
    return [each.line(BetLine(each.wager, each.amount(size), line, up), line) for each in targets]


def _in_group(words: WordReader) -> bool:
    """True if a group comes next, as in "bet 22 inside"."""
    return words.peek() in words.terms.groups


def _left_up(words: WordReader) -> bool:
    """Parse "leave up", also "and leave it up"."""
    if words.peek() in ("and", ",") and words.peek(1) == "leave":
        words.take()
    if not words.skip("leave"):
        return False
    words.skip("it") or words.skip("winners") or words.skip("them")
    return words.need("up")


def _odds(words: WordReader, line: int) -> list[Line]:
    token = words.peek()
    size: Fraction | tuple[tuple[int, Fraction], ...] | Amount | Literal["max"]
    if token == "max" or re.fullmatch(r"\d+(\.\d+)?(-\d+)*x", token):
        try:
            size = multiple(words.take().lower())
        except ValueError as problem:
            raise StrategySyntaxError(str(problem)) from None
    else:
        size = amount(words)
    targets = _targets(words) if words.skip("on") or words.skip("behind") else [_Target(ALL)]
    return [OddsLine(size, each.wager, line) for each in targets]


def _raise(words: WordReader, line: int) -> list[Line]:
    targets = _targets(words)
    to = words.skip("to")
    if not to:
        words.need("by")
    column = words.following
    next_step = None if to else _next_step(words)
    size: Amount = amount(words) if next_step is None else next_step
    targets = _but_the_point(words, targets)
    most = None
    if not to and (words.skip("up", "to") or words.skip("to", "at", "most")):
        most = stake(words)
    if isinstance(size, NextStep):
        return [each.line(RaiseLine(each.wager, size, True, most, line), line) for each in targets]
    _shared(words, targets, size, column)
    return [
        each.line(RaiseLine(each.wager, each.amount(size), to, _part(most, each), line), line)
        for each in targets
    ]


def _part(most: int | None, target: _Target) -> int | None:
    return None if most is None else int(most * target.part)


def _next_step(words: WordReader) -> NextStep | None:
    """Parse "a step of size", if it comes next."""
    if not (words.skip("a", "step", "of") or words.skip("one", "step", "of")):
        return None
    found = amount(words)
    if not isinstance(found, StepOf) or found.times != 1:
        raise StrategySyntaxError("a step is one of steps", "Name steps that are declared above.")
    return NextStep(found.steps)


def _reduce(words: WordReader, line: int) -> list[Line]:
    targets = _targets(words)
    to = words.skip("to")
    if not to:
        words.need("by")
    column = words.following
    size = amount(words, or_zero=to)  # To zero: the bet is taken down.
    targets = _but_the_point(words, targets)
    _shared(words, targets, size, column)
    return [
        each.line(ReduceLine(each.wager, each.amount(size), to, line), line) for each in targets
    ]


def _remove(words: WordReader, line: int) -> list[Line]:
    targets = _but_the_point(words, _targets(words))
    return [each.line(TakeDownLine(each.wager, line), line) for each in targets]


def _call(words: WordReader, line: int) -> list[Line]:
    targets = _targets(words)
    on = words.skip("on")
    if not on:
        words.need("off")
    return [CallLine(each.wager, on, line) for each in targets]


VERBS = {
    "bet": _bet,
    "odds": _odds,
    "raise": _raise,
    "press": _raise,
    "reduce": _reduce,
    "regress": _reduce,
    "remove": _remove,
    "call": _call,
}
