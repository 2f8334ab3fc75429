"""Reads the words of a line: numbers, amounts, wagers and outcomes; errors name line and column."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Literal

from lammer.games.registry import (
    game_terms,
    strategy_games,
    wager_keys,
)
from lammer.games.terms import GameTerms
from lammer.sim.strategy.parts import (
    Amount,
    ListPart,
    Money,
    Named,
    OfList,
    Reckoned,
    Share,
    StepOf,
    Times,
    WhatIsLeft,
    Winnings,
)

TOKEN = re.compile(
    r"\s*(\$\d{1,3}(?:,\d{3})+(?:\.\d+)?|\$?\d+(?:\.\d+)?(?:-\d+)*x?(?![A-Za-z])|[A-Za-z][A-Za-z0-9]*"
    r"(?:[-'][A-Za-z0-9]+)*|<=|>=|==|!=|[-+*/<>=(),%:])",
    re.ASCII,
)
MOST_DOLLARS = 10**9
MOST_TIMES = 1000
DEEPEST = 40
"""The limit of nested brackets and nots."""


class StrategySyntaxError(Exception):
    """A strategy that cannot be parsed: the line and the column (from 1; 0 if it is no one place),
    what is wrong, what to write instead."""

    def __init__(self, what: str, instead: str = "", line: int = 0, column: int = 0) -> None:
        self.line, self.column, self.what, self.instead = line, column, what, instead
        super().__init__(f"{self.where}{what}. {instead}".strip())

    @property
    def where(self) -> str:
        """Return the place, with a colon; empty if there is none.

        >>> StrategySyntaxError("it breaks off", line=2, column=5).where
        'line 2, column 5: '
        """
        column = f", column {self.column}" if self.column else ""
        return f"line {self.line}{column}: " if self.line else ""


class Word(str):
    """A word with its column in the line, from 1."""

    __slots__ = ("column",)

    def __new__(cls, text: str, column: int) -> "Word":
        made = super().__new__(cls, text)
        made.column = column
        return made

    column: int


@dataclass(frozen=True)
class Names:
    """What a text has declared, by name."""

    steps: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()

    @property
    def measured(self) -> tuple[str, ...]:
        return (*self.counts, *self.amounts, *self.lists)

    @property
    def every(self) -> tuple[str, ...]:
        return (*self.steps, *self.measured)


class WordReader:
    """The words of one line, taken from the left."""

    def __init__(
        self,
        text: str,
        names: Names | None = None,
        game: str | None = None,
        column: int = 1,
    ) -> None:
        self.text, self.names = text, names or Names()
        self.game = game or strategy_games()[0]
        self.terms: GameTerms = game_terms()
        self.depth = 0
        self.column, self._end = column, column + len(text.rstrip())
        """The column of the word that was taken last."""
        self.left = _split(text, column)

    def peek(self, ahead: int = 0) -> str:
        return self.left[ahead].lower() if ahead < len(self.left) else ""

    def take(self) -> str:
        if not self.left:
            raise StrategySyntaxError(f'"{self.text.strip()}" breaks off', column=self._end)
        self.column = self.left[0].column
        return self.left.pop(0)

    @property
    def following(self) -> int:
        """Return the column of the next word."""
        return self.left[0].column if self.left else self._end

    def skip(self, *words: str) -> bool:
        """Take these words if they come next."""
        if [self.peek(i) for i in range(len(words))] != list(words):
            return False
        if words:
            self.column = self.left[len(words) - 1].column
        del self.left[: len(words)]
        return True

    def need(self, *words: str) -> bool:
        if not self.skip(*words):
            found = f'"{self.left[0]}"' if self.left else "the end"
            what = f'"{" ".join(words)}" is missing before {found}'
            raise StrategySyntaxError(what, column=self.following)
        return True

    def done(self) -> None:
        if self.left:
            raise StrategySyntaxError(
                f'"{" ".join(self.left)}" is left over in "{self.text.strip()}"',
                column=self.following,
            )


def _split(text: str, column: int) -> list[Word]:
    words, at = [], 0
    text = text.rstrip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            where = column + at + len(text[at:]) - len(text[at:].lstrip())
            what = f'"{text[at:].strip()[:20]}" cannot be read'
            instead = "Words have the letters a to z; amounts are written 10, $10 or 12.50."
            raise StrategySyntaxError(what, instead, column=where)
        words.append(Word(found[1], column + found.start(1)))
        at = found.end()
    return words


def number(words: WordReader) -> int:
    token = words.take()
    if not token.isdigit():
        raise StrategySyntaxError(
            f'"{token}" is no whole number', "Things are compared with numbers."
        )
    if len(token) > 9:
        raise StrategySyntaxError(f"{token[:12]}... is too large")
    return int(token)


def dollars(words: WordReader) -> int:
    """Parse an amount in dollars; return cents."""
    token = words.take()
    plain = token.lstrip("$").replace(",", "")
    if not re.fullmatch(r"[0-9]{1,12}(\.[0-9][0-9]?)?", plain):
        raise StrategySyntaxError(f'"{token}" is no amount', "Write dollars: 10, $10 or 12.50.")
    cents = int(Fraction(plain) * 100)
    if cents > MOST_DOLLARS * 100:
        raise StrategySyntaxError(f"{token} is more than any table takes")
    return cents


def stake(words: WordReader) -> int:
    """Parse an amount in dollars above zero; return cents."""
    cents = dollars(words)
    if not cents:
        raise StrategySyntaxError("0 is no stake", "Write more than 0, or leave the line out.")
    return cents


def is_number(token: str) -> bool:
    return token.lstrip("$")[:1].isdigit()


def amount(words: WordReader, *, or_zero: bool = False) -> Amount:
    """Parse an amount: dollars, a name, a part of the bankroll, or an expression of them."""
    found = _product(words, or_zero=or_zero)
    while words.peek() in ("+", "-"):
        how: Literal["+", "-"] = "+" if words.take() == "+" else "-"
        found = Reckoned(how, found, _product(words))
    return found


def _product(words: WordReader, *, or_zero: bool = False) -> Amount:
    found = _factor(words, or_zero=or_zero)
    while words.peek() in ("*", "times", "/"):
        by = words.take()
        times = _times(words)
        found = multiplied(1 / times if by == "/" else times, found)
    return found


def multiplied(by: Fraction, of: Amount) -> Amount:
    """Return a multiple of an amount. Whole multiples of steps are a part of their own."""
    if isinstance(of, Times):
        by, of = by * of.by, of.of
    if isinstance(of, StepOf):
        by, of = by * of.times, StepOf(of.steps)
        if by.denominator == 1:
            return StepOf(of.steps, by.numerator)
    return Times(by, of)


def _times(words: WordReader) -> Fraction:
    token = words.take()
    times = Fraction(token) if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,4})?", token) else Fraction(0)
    if not 0 < times <= MOST_TIMES:
        raise StrategySyntaxError(
            f"{token} times is not 1 to {MOST_TIMES}"
            if token.isdigit()
            else f'"{token}" is no number to multiply or divide by',
            "Write 2 * unit, or unit / 2.",
        )
    return times


def _factor(words: WordReader, *, or_zero: bool = False) -> Amount:
    if words.left and words.left[0] in (*words.names.steps, *words.names.amounts):
        return _by_name(words)
    if words.peek(1) == "%":
        return _share(words)
    if words.peek(1) in ("*", "times") and is_number(words.peek()):
        times = _times(words)
        words.take()
        return multiplied(times, _factor(words))
    found = _phrase(words)
    if found is not None:
        return found
    if words.peek() == "-":
        raise StrategySyntaxError(
            "a stake is not below zero", "Write dollars: 10, $10 or 12.50.", column=words.following
        )
    if is_number(words.peek()):
        return Money(dollars(words) if or_zero else stake(words))
    return _by_name(words)


def _phrase(words: WordReader) -> Amount | None:
    """Parse an amount that begins with a word of the language, if one comes next."""
    if words.skip("("):
        words.depth += 1
        if words.depth > DEEPEST:
            raise StrategySyntaxError("too many brackets inside one another")
        inside = amount(words)
        words.need(")")
        words.depth -= 1
        return inside
    if words.skip("half"):
        words.skip("of")
        return multiplied(Fraction(1, 2), _factor(words))
    if words.skip("what", "is", "left"):
        return WhatIsLeft()
    if words.peek(words.peek() == "the") == "winnings":
        words.skip("the")
        words.take()
        return Winnings(wager(words) if words.skip("of") else "")
    for how in ("least", "most"):
        if words.skip(how, "of"):
            return _extreme(words, "least" if how == "least" else "most")
    return _of_list(words)


def _extreme(words: WordReader, how: Literal["least", "most"]) -> Amount:
    found = amount(words)
    words.need("and")
    found = Reckoned(how, found, amount(words))
    while words.skip(",") or words.skip("and"):
        found = Reckoned(how, found, amount(words))
    return found


LIST_PARTS: tuple[ListPart, ...] = ("ends", "first", "last", "sum")


def _of_list(words: WordReader) -> OfList | None:
    the = words.peek() == "the"
    part = next((each for each in LIST_PARTS if words.peek(the) == each), None)
    if part is None or words.peek(the + 1) != "of":
        return None
    words.skip("the")
    words.take()
    words.take()
    return OfList(list_name(words), part)


def list_name(words: WordReader) -> str:
    """Parse the name of a list."""
    words.skip("the")
    name = str(words.take())
    if name not in words.names.lists:
        hint = name_hint(name, words.names.lists)
        declare = f'declare "list {name}: 10 20 30" above'
        raise StrategySyntaxError(f'"{name}" is no list', f"{hint}Name one, or {declare}.")
    return name


def _share(words: WordReader) -> Share:
    token = words.take()
    words.need("%")
    words.skip("of")
    words.skip("the")
    words.need("bankroll")
    share = Fraction(token) / 100 if re.fullmatch(r"\d{1,3}(\.\d+)?", token) else Fraction(0)
    if not 0 < share <= 1:
        raise StrategySyntaxError(
            f"{token} % of the bankroll is no part of it", "Write 1 % to 100 %."
        )
    return Share(share)


def _by_name(words: WordReader) -> StepOf | Named:
    if words.left and words.left[0] in words.names.amounts:
        return Named(str(words.take()))
    return StepOf(steps_name(words))


def name_hint(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, 1)
    return f"Did you mean {near[0]}? " if near else ""


def steps_name(words: WordReader) -> str:
    name = str(words.take())
    names = words.names
    if name not in names.steps:
        there = (*names.steps, *names.amounts)
        known = f"{name_hint(name, there)}There are: {', '.join(there)}." if there else ""
        parted = next((each for each in there if name.startswith(f"{each}-")), None)
        if parted is not None:
            known = f"To subtract, write {parted} - {name.removeprefix(f'{parted}-')} with blanks."
        instead = f'{known} Write dollars, or declare "steps {name}: 10 20 40" above.'.strip()
        raise StrategySyntaxError(f'"{name}" is neither an amount nor steps', instead)
    return name


POINT = "point"
"""What stands in the name of a wager for the number of the point."""


def wager(words: WordReader) -> str:
    """Parse the name of a wager, also as people say it: place 6, don't pass, pass line, place the
    point number."""
    on_point = words.terms.on_point
    for phrase in words.terms.point_number:
        if on_point and words.skip(*phrase.split()):
            return f"{on_point[0]}-{POINT}"
        for begins in on_point:
            if words.skip(begins, *phrase.split()):
                return f"{begins}-{POINT}"
    token = words.take().lower().replace("'", "")
    following = words.peek()
    if f"{token}-{following}" in wager_keys(words.game):
        token = f"{token}-{words.take().lower()}"
    elif (token, following) == ("pass", "line"):
        words.take()
    if not re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", token):
        raise StrategySyntaxError(f'"{token}" is no wager', "Write one such as pass or place-6.")
    return token


def some(words: WordReader, one: Callable[[WordReader], int | str]) -> tuple[int | str, ...]:
    """Parse one or several, with commas, "or" or "and" between them."""
    found = [one(words)]
    while words.peek() in (",", "or", "and"):
        if not _goes_on(words):
            break
        words.take()
        words.skip("or")
        words.skip("and")
        found.append(one(words))
    return tuple(found)


def _goes_on(words: WordReader) -> bool:
    after = words.peek(1)
    after = words.peek(2) if after in ("or", "and") else after
    return after.isdigit() or (
        after in words.terms.outcomes and words.peek(2) not in ("is", "up", "bets", "down")
    )


def outcome(words: WordReader) -> int | str:
    token = words.peek()
    if token in words.terms.outcomes:
        return words.take().lower()
    if not token.isdigit():
        raise StrategySyntaxError(
            f'"{token}" is no outcome',
            f"Write 7, or 2, 3 or 12; or {', '.join(words.terms.outcomes)}.",
        )
    return number(words)
