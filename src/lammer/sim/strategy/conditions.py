"""Parses conditions, triggers and amounts from the words of a line."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Literal

from lammer.games.registry import (
    game_terms,
    load,
    strategy_games,
    trial_nouns,
    usual_rules,
    wager_keys,
)
from lammer.games.terms import GameTerms
from lammer.sim.strategy.parts import (
    ALL,
    MONEY,
    After,
    Amount,
    AmountMove,
    BetIsUp,
    Both,
    Compare,
    Condition,
    Either,
    Kind,
    LastWas,
    ListMove,
    ListPart,
    Measure,
    Money,
    Named,
    NewHand,
    Not,
    OfList,
    Op,
    PointIs,
    Reckoned,
    Scope,
    Share,
    StepMove,
    StepOf,
    Times,
    Trigger,
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
        hint = _hint(name, words.names.lists)
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
    return StepOf(_steps(words))


def _hint(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, 1)
    return f"Did you mean {near[0]}? " if near else ""


def _steps(words: WordReader) -> str:
    name = str(words.take())
    names = words.names
    if name not in names.steps:
        there = (*names.steps, *names.amounts)
        known = f"{_hint(name, there)}There are: {', '.join(there)}." if there else ""
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


# Conditions


def condition(words: WordReader) -> Condition:
    words.depth += 1
    if words.depth > DEEPEST:
        raise StrategySyntaxError("too many brackets inside one another")
    found = _both(words)
    while words.skip("or"):
        found = Either(found, _both(words))
    words.depth -= 1
    return found


def _both(words: WordReader) -> Condition:
    found = _one(words)
    while words.skip("and"):
        found = Both(found, _one(words))
    return found


def _one(words: WordReader) -> Condition:
    if words.skip("not"):
        words.depth += 1
        if words.depth > DEEPEST:
            raise StrategySyntaxError("too many nots")
        inner = Not(_one(words))
        words.depth -= 1
        return inner
    if words.skip("("):
        inside = condition(words)
        words.need(")")
        return inside
    for phrases, means in _plain(words.terms):
        if any(words.skip(*phrase.split()) for phrase in phrases):
            return means
    if words.terms.point_on and words.skip(words.terms.point_on[0]):
        return _point(words)
    if words.skip("last"):
        words.skip("is") or words.skip("was") or words.skip("=")
        return LastWas(some(words, outcome))
    if words.skip("no"):
        named = wager(words)
        words.skip("up")
        return Not(BetIsUp(named))
    return _measured(words) if _measures(words) else _bet_up(words)


def _plain(terms: GameTerms) -> Iterator[tuple[tuple[str, ...], Condition]]:
    """Yield the conditions that are whole phrases. The first phrase for a point that is on may be
    followed by its number, and is parsed after these."""
    yield ("nothing is up", "nothing up"), Not(BetIsUp(ALL))
    yield ("anything is up", "anything up"), BetIsUp(ALL)
    yield terms.point_off, Not(PointIs())
    yield terms.new_hand, NewHand()
    yield terms.point_on[1:], PointIs()


def _point(words: WordReader) -> Condition:
    if words.skip("is", "not") or words.skip("!="):
        return Not(_point_of(words))
    if not (words.skip("is") or words.skip("=") or words.skip("==")) and not words.peek().isdigit():
        return PointIs()
    return _point_of(words)


def _point_of(words: WordReader) -> Condition:
    numbers = tuple(int(n) for n in some(words, number))
    points = _points(words.game) or _points(strategy_games()[0])
    wrong = [n for n in numbers if str(n) not in points]
    if wrong:
        listed = f"Points are {', '.join(points[:-1])} and {points[-1]}."
        raise StrategySyntaxError(f"{wrong[0]} is no point", listed)
    return PointIs(numbers)


def _points(game: str) -> list[str]:
    return [each for each in load(usual_rules()[game]).space.contexts if each.isdigit()]


def _kinds(terms: GameTerms) -> dict[str, Kind]:
    """Return the words of measures, each with the kind it means."""
    trials = {word: "rolls" for noun in trial_nouns() for word in (noun, f"{noun}s")}
    counted = {word: kind for kind, (found, _) in terms.counted.items() for word in found}
    return {**trials, **counted, **_KINDS}


_KINDS: dict[str, Kind] = {
    "wins": "wins", "losses": "losses", "bets": "bets",
    "bankroll": "bankroll", "rail": "rail", "ahead": "ahead", "behind": "ahead",
    "drawdown": "drawdown",
}  # fmt: skip
_OPS: dict[tuple[str, ...], Op] = {
    ("<",): "<", ("<=",): "<=", (">",): ">", (">=",): ">=", ("=",): "=", ("==",): "=",
    ("!=",): "!=",
    ("at", "least"): ">=", ("at", "most"): "<=", ("more", "than"): ">", ("less", "than"): "<",
    ("fewer", "than"): "<", ("over",): ">", ("under",): "<", ("is",): "=",
}  # fmt: skip
_WHOLE = ("bets", "bankroll", "rail", "drawdown")
"""Measures that are taken for the whole session only."""
_MIRROR: dict[Op, Op] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def _measures(words: WordReader) -> bool:
    word = words.peek()
    return (
        word in _kinds(words.terms)
        or word == "step"
        or words.peek(1) == "bets"
        or (words.peek() in ("length", "sum") and words.peek(1) == "of")
        or (bool(words.left) and words.left[0] in words.names.measured)
    )


def _measured(words: WordReader) -> Condition:
    word = words.peek()
    behind = word == "behind"
    if words.peek(1) == "bets":
        measure = Measure("bets", name=wager(words))
        words.take()
    elif words.left[0] in words.names.counts:
        measure = Measure("count", name=str(words.take()))
    elif words.left[0] in words.names.amounts:
        measure = Measure("amount", name=str(words.take()))
    elif words.left[0] in words.names.lists:
        return _of_the_list(words)
    elif words.peek() in ("length", "sum") and words.peek(1) == "of":
        kind = words.take().lower()
        words.take()
        measure = Measure(kind, name=list_name(words))
    elif words.skip("step"):
        words.skip("of")
        measure = Measure("step", name=_steps(words))
    else:
        measure = _measure_of(words)
    op = next((op for says, op in _OPS.items() if words.skip(*says)), None)
    if op is None:
        found = words.peek() or "the end"
        raise StrategySyntaxError(
            f'"{word}" is compared with nothing before "{found}"',
            f"Write {word} >= 2, for example.",
        )
    if measure.kind not in MONEY:
        return Compare(measure, op, number(words))
    value = dollars(words)
    return Compare(measure, _MIRROR[op], -value) if behind else Compare(measure, op, value)


def _of_the_list(words: WordReader) -> Condition:
    """Parse "line is empty"."""
    name = str(words.take())
    words.need("is")
    never = words.skip("not")
    words.need("empty")
    return Compare(Measure("length", name=name), ">" if never else "=", 0)


def _measure_of(words: WordReader) -> Measure:
    word = words.take().lower()
    scope: Scope = "session"
    words.skip("since", "sitting", "down")
    for means, (phrases, _) in words.terms.scopes.items():
        if any(words.skip(*phrase.split()) for phrase in phrases):
            scope = means
            break
    each_a_hand = load(usual_rules()[words.game]).cycle is None
    kind = "rolls" if word == "hands" and each_a_hand else _kinds(words.terms)[word]
    if scope != "session" and (kind in _WHOLE or _counts_scopes(words.terms, kind)):
        raise StrategySyntaxError(f'"{word}" is not counted for one {scope}')
    return Measure(kind, scope, ALL if kind == "bets" else "")


def _counts_scopes(terms: GameTerms, kind: Kind) -> bool:
    """True if a measure counts what ends a part of the session, such as shooters."""
    ends = [happening for _, happening in terms.scopes.values()]
    return kind in terms.counted and terms.counted[kind][1] in ends


def _bet_up(words: WordReader) -> Condition:
    first = words.peek()
    named = wager(words)
    words.skip("is")
    if words.skip("up"):
        return BetIsUp(named)
    if words.skip("down"):
        return Not(BetIsUp(named))
    terms = words.terms
    some = (*terms.point_off[:1], *terms.point_on[:1])
    known = [*some, *terms.new_hand, "last", *_kinds(terms), *words.names.every]
    hint = _hint(first, known)
    raise StrategySyntaxError(
        f'"{first}" is no condition',
        f"{hint}Write: {', '.join(some)}, {named} up, {named} down, rolls >= 20, ahead >= 100, ...",
    )


# After a trial


def trigger(words: WordReader) -> Trigger:
    """Parse what comes after "after"."""
    found = next((key for phrase, key in _happenings(words.terms) if words.skip(*phrase)), None)
    if found is not None:
        return Trigger(found)
    for any_bet in ("any", "a"):
        for what in ("wins", "loses"):
            if words.skip(any_bet, "bet", what):
                return Trigger(what, ALL)
    if words.skip("rolled") or is_number(words.peek()):
        words.skip("a")
        return Trigger("rolled", outcomes=some(words, outcome))
    if words.peek() in words.terms.outcomes and words.peek(1) in ("comes", "came", ",", "or"):
        hands = some(words, outcome)
        words.skip("comes") or words.need("came")
        return Trigger("came", outcomes=hands)
    named = wager(words)
    if named.endswith(f"-{POINT}"):
        raise StrategySyntaxError(
            "the point number is not known any more after the trial",
            "Write point made, or name the number: place-6 wins.",
        )
    if words.skip("wins"):
        return Trigger("wins", named)
    if words.skip("loses"):
        return Trigger("loses", named)
    if words.skip("is", "void") or words.skip("void"):
        return Trigger("void", named)
    terms = words.terms
    own = [each.phrases[0] for each in terms.happenings if each.phrases]
    examples = ", ".join([*own, *(f"{each} comes" for each in terms.outcomes[:1])])
    raise StrategySyntaxError(
        f'"{named}" is nothing that happens',
        f"Write: {named} wins, {named} loses, any bet wins, every roll, rolled 7, {examples}.",
    )


def _happenings(terms: GameTerms) -> Iterator[tuple[list[str], str]]:
    """Yield the phrases of what a trial brings, split into words, each with its key."""
    for each in terms.happenings:
        yield from ((phrase.split(), each.key) for phrase in each.phrases)
    yield from ((["every", noun], "trial") for noun in trial_nouns())


def moves(words: WordReader, of_steps: bool) -> StepMove:
    """Parse where steps or a count go."""
    if words.skip("stay"):
        return StepMove()
    if of_steps and words.peek() in ("next", "back"):
        sign = 1 if words.take().lower() == "next" else -1
        return StepMove(sign * (number(words) if words.peek().isdigit() else 1))
    if words.skip("first") or (not of_steps and words.skip("reset")):
        return StepMove(to=0)
    if of_steps and words.skip("last"):
        return StepMove(to=-1)
    if of_steps and words.skip("step"):
        place = number(words)
        if place < 1:
            raise StrategySyntaxError("steps are counted from 1")
        return StepMove(to=place - 1)
    if not of_steps and words.skip("="):
        return StepMove(to=number(words))
    if not of_steps and words.peek() in ("+", "-"):
        return StepMove(_signed(words))
    kinds = "next, next 2, back, back 2, first, last, stay" if of_steps else "+1, -1, = 0, reset"
    raise StrategySyntaxError(f'"{words.peek() or "nothing"}" is no move', f"Write: {kinds}.")


def _signed(words: WordReader) -> int:
    sign = 1 if words.take() == "+" else -1
    return sign * number(words)


def after(words: WordReader, of_steps: bool) -> After:
    """Parse "after pass loses: next"."""
    happened = trigger(words)
    words.skip(":") or words.need(",")
    return After(happened, moves(words, of_steps))


REMEMBERED = ("amount", "count", "step", "length", "sum")
"""Measures that the moves of amounts and lists may look at."""


def _moved_when(words: WordReader, of: str) -> tuple[Trigger, Condition | None]:
    """Parse "after pass loses if losses >= 20:"."""
    if not words.skip("after"):
        known = "after pass wins: ..." + (", when empty: restart" if of == "list" else "")
        raise StrategySyntaxError(
            f'"{words.peek() or "nothing"}" is nothing that moves',
            f"Write: {known}.",
            column=words.following,
        )
    happened = trigger(words)
    holds = condition(words) if words.skip("if") or words.skip("when") else None
    if holds is not None and not _remembered_only(holds):
        raise StrategySyntaxError(
            "a move looks at nothing but amounts, lists, counts and steps",
            "Write: after pass wins if behind >= 100: = 0.",
        )
    words.skip(":") or words.need(",")
    return happened, holds


def _remembered_only(condition: Condition) -> bool:
    match condition:
        case Both(left, right) | Either(left, right):
            return _remembered_only(left) and _remembered_only(right)
        case Not(what):
            return _remembered_only(what)
        case Compare(measure):
            return measure.kind in REMEMBERED
    return False


def amount_move(words: WordReader, start: int) -> AmountMove:
    """Parse "after pass wins: - stake" of an amount that starts with this many cents."""
    happened, holds = _moved_when(words, "amount")
    if words.skip("reset"):
        return AmountMove(happened, "=", Money(start), holds)
    how = words.peek()
    if how not in ("+", "-", "="):
        raise StrategySyntaxError(
            f'"{how or "nothing"}" is no move of an amount',
            "Write: + unit, - unit, = unit, reset.",
            column=words.following,
        )
    words.take()
    by = amount(words, or_zero=True)
    return AmountMove(happened, "+" if how == "+" else "-" if how == "-" else "=", by, holds)


def list_move(words: WordReader) -> ListMove:
    """Parse "after pass wins: strike ends"."""
    happened, holds = _moved_when(words, "list")
    if words.skip("restart") or words.skip("reset"):
        return ListMove(happened, "restart", None, holds)
    if words.skip("add"):
        return ListMove(happened, "add", amount(words), holds)
    if words.skip("strike"):
        words.skip("the") or words.skip("both")
        if words.skip("ends"):
            return ListMove(happened, "strike ends", None, holds)
        if words.skip("first"):
            return ListMove(happened, "strike first", None, holds)
        if words.skip("last"):
            return ListMove(happened, "strike last", None, holds)
    raise StrategySyntaxError(
        f'"{words.peek() or "nothing"}" is no move of a list',
        "Write: strike ends, strike first, strike last, add unit, restart.",
        column=words.following,
    )
