"""The parts of a strategy. Money is whole cents; every part is a value that can be compared.

Before each trial (a roll, a shake, a coup) a strategy's lines are carried out from top to bottom. A
line that the table refuses, or that cannot be paid for, does nothing that time. After the trial its
counts and steps change by what happened.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from lammer.games.registry import strategy_games

Scope = str
"""The part of a session that is counted: "session" is all of it; a game may have others
(``GameTerms.scopes``)."""
Op = Literal["<", "<=", ">", ">=", "=", "!="]
ALL = "all"
"""In place of a wager: each bet that is up."""


# Amounts


@dataclass(frozen=True)
class Money:
    """An amount in cents."""

    cents: int


@dataclass(frozen=True)
class StepOf:
    """The current amount of the steps of this name, times ``times``."""

    steps: str
    times: int = 1


@dataclass(frozen=True)
class Share:
    """A share of the bankroll, rounded down to what the table accepts."""

    of_bankroll: Fraction


@dataclass(frozen=True)
class Named:
    """The present value of a named amount."""

    name: str


@dataclass(frozen=True)
class WhatIsLeft:
    """What is left on the rail."""


@dataclass(frozen=True)
class Winnings:
    """What a bet on a wager was paid in the last trial, nothing if it did not win. ``wager``: ""
    for the bet that the line is about."""

    wager: str = ""


ListPart = Literal["ends", "first", "last", "sum"]


@dataclass(frozen=True)
class OfList:
    """A part of a list: its first and last amounts together (of a single one, that one), its first,
    its last, or the sum of all."""

    name: str
    part: ListPart


@dataclass(frozen=True)
class NextStep:
    """The first amount of these steps above what is up; only a bet is raised to it."""

    steps: str


@dataclass(frozen=True)
class Times:
    """A multiple or a part of an amount."""

    by: Fraction
    of: "Amount"


@dataclass(frozen=True)
class Reckoned:
    """Two amounts together: their sum, their difference, the smaller or the larger."""

    how: Literal["+", "-", "least", "most"]
    left: "Amount"
    right: "Amount"


Amount = (
    Money | StepOf | Share | Named | WhatIsLeft | Winnings | OfList | NextStep | Times | Reckoned
)
AMOUNTS = (Money, StepOf, Share, Named, WhatIsLeft, Winnings, OfList, NextStep, Times, Reckoned)


def leaves(amount: Amount) -> Iterator[Amount]:
    """Yield the amounts that an amount is computed from."""
    match amount:
        case Times(_, of):
            yield from leaves(of)
        case Reckoned(_, left, right):
            yield from leaves(left)
            yield from leaves(right)
        case _:
            yield amount


def is_rounded(amount: Amount) -> bool:
    """Return whether an amount comes from money or a division, and is rounded down to what the
    table takes."""
    match amount:
        case Times(by, of):
            return by.denominator != 1 or is_rounded(of)
        case Reckoned(_, left, right):
            return is_rounded(left) or is_rounded(right)
    return isinstance(amount, Share | WhatIsLeft | Winnings)


# Conditions


class Condition:
    """Something that is true or false when the lines are carried out."""

    def __and__(self, other: "Condition") -> "Condition":
        return Both(self, other)

    def __or__(self, other: "Condition") -> "Condition":
        return Either(self, other)

    def __invert__(self) -> "Condition":
        return Not(self)

    def __bool__(self) -> bool:
        raise TypeError(
            "join conditions by &, | and ~ in brackets, not by and, or, not, or a < b < c"
        )


def _condition(given: object) -> None:
    if not isinstance(given, Condition):
        raise TypeError(f"{given!r} is no condition: for = write .equals(2), for not write ~")


@dataclass(frozen=True)
class Both(Condition):
    left: Condition
    right: Condition


@dataclass(frozen=True)
class Either(Condition):
    left: Condition
    right: Condition


@dataclass(frozen=True)
class Not(Condition):
    what: Condition


@dataclass(frozen=True)
class PointIs(Condition):
    """The puck is on one of these; on any, if none is named."""

    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class NewHand(Condition):
    """The shooter has not thrown a come-out roll yet."""


@dataclass(frozen=True)
class BetIsUp(Condition):
    """A bet on this wager is up; ``ALL``: any bet is."""

    wager: str


@dataclass(frozen=True)
class LastWas(Condition):
    """The last trial was one of these: totals, or outcomes by name."""

    outcomes: tuple[int | str, ...]


Kind = str
"""What is measured: "rolls" (trials of any kind), "wins", "losses", "bets", "bankroll", "rail",
"ahead", "drawdown", "count", "step", "amount", "sum" or "length" (of a list); a game may have
others (``GameTerms.counted``)."""
MONEY: tuple[Kind, ...] = ("bankroll", "rail", "ahead", "drawdown", "amount", "sum")


@dataclass(frozen=True)
class Measure:
    """Something that is counted. ``name``: the wager of "bets", or the name of a count, steps, an
    amount or a list."""

    kind: Kind
    scope: Scope = "session"
    name: str = ""

    def _than(self, op: Op, value: float | Fraction) -> "Compare":
        return Compare(self, op, cents(value) if self.kind in MONEY else _whole(value))

    def __lt__(self, value: float) -> "Compare":
        return self._than("<", value)

    def __le__(self, value: float) -> "Compare":
        return self._than("<=", value)

    def __gt__(self, value: float) -> "Compare":
        return self._than(">", value)

    def __ge__(self, value: float) -> "Compare":
        return self._than(">=", value)

    def equals(self, value: float) -> "Compare":
        return self._than("=", value)

    @property
    def this_shooter(self) -> "Measure":
        """Return the measure counted since this shooter got the dice."""
        return Measure(self.kind, "shooter", self.name)

    @property
    def since_come_out(self) -> "Measure":
        """Return the measure counted from the come-out roll on, that roll included."""
        return Measure(self.kind, "point", self.name)


@dataclass(frozen=True)
class Compare(Condition):
    """A measure compared with a number: cents if it measures money."""

    measure: Measure
    op: Op
    value: int


# Changes of counts and steps


Happening = str
"""What a trigger waits for: "wins", "loses" or "void" of a bet, "rolled" or "came" of an outcome,
"trial", or one of the game's own (``GameTerms.happenings``)."""


@dataclass(frozen=True)
class Trigger:
    """Something that a trial brings. ``wager`` goes with wins, loses and void (``ALL``: any bet);
    ``outcomes`` with rolled (totals) and came (the winning hand)."""

    what: Happening
    wager: str = ""
    outcomes: tuple[int | str, ...] = ()


@dataclass(frozen=True)
class StepMove:
    """A move by so many, or to a place: ``to`` -1 is the last."""

    by: int = 0
    to: int | None = None


@dataclass(frozen=True)
class After:
    trigger: Trigger
    move: StepMove


@dataclass(frozen=True)
class Steps:
    """A progression of amounts. ``past_end``: what follows the last."""

    name: str
    amounts: tuple[int, ...]
    moves: tuple[After, ...] = ()
    past_end: Literal["stay", "first"] = "stay"


@dataclass(frozen=True)
class Count:
    """A number from 0 to ``most``, where it stays."""

    name: str
    most: int
    moves: tuple[After, ...] = ()


@dataclass(frozen=True)
class AmountMove:
    """A change of a named amount after a trial: ``amount`` more, less, or instead; only if a
    condition on amounts, lists, counts and steps holds."""

    trigger: Trigger
    how: Literal["+", "-", "="]
    amount: Amount
    condition: Condition | None = None


@dataclass(frozen=True)
class NamedAmount:
    """An amount with a name: from 0 to ``most``, where it stays, in cents."""

    name: str
    start: int
    moves: tuple[AmountMove, ...] = ()
    most: int | None = None


@dataclass(frozen=True)
class ListMove:
    """A change of a list after a trial: strike its ends, its first or its last; add an amount at
    the end; restart it."""

    trigger: Trigger
    how: Literal["strike ends", "strike first", "strike last", "add", "restart"]
    amount: Amount | None = None
    condition: Condition | None = None


@dataclass(frozen=True)
class AmountList:
    """A list of amounts. What would bring its sum above ``most`` is not added. ``restarts``: when
    it is empty it begins again."""

    name: str
    start: tuple[int, ...]
    moves: tuple[ListMove, ...] = ()
    most: int | None = None
    restarts: bool = False


Variable = NamedAmount | AmountList


# Lines


@dataclass(frozen=True)
class BetLine:
    """Make a bet on the wager if there is none and it may be made. ``leave_up``: when it wins, it
    is made again with the stake that won."""

    wager: str
    amount: Amount
    line: int = field(default=0, compare=False)
    leave_up: bool = False


@dataclass(frozen=True)
class OddsLine:
    """Odds behind a bet on its number, if it has none: by multiple (one, or by point), by amount,
    or as much as the house takes. ``on`` names the bet; ``ALL``: each line and come bet."""

    size: Fraction | tuple[tuple[int, Fraction], ...] | Amount | Literal["max"]
    on: str = ALL
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class RaiseLine:
    """Raise a bet that is up: by an amount, up to ``most`` if given; or to an amount."""

    wager: str
    amount: Amount
    to: bool = False
    most: int | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class ReduceLine:
    """Reduce a bet that is up: by an amount, or to an amount."""

    wager: str
    amount: Amount
    to: bool = False
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class TakeDownLine:
    wager: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class CallLine:
    """Call a bet on, or off."""

    wager: str
    on: bool
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class When:
    """Lines for when a condition holds, and for when it does not."""

    condition: Condition
    then: tuple["Line", ...]
    otherwise: tuple["Line", ...] = ()
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        _condition(self.condition)

    def __call__(self, *lines: "Line") -> "When":
        return When(self.condition, (*self.then, *lines), self.otherwise, self.line)


Line = BetLine | OddsLine | RaiseLine | ReduceLine | TakeDownLine | CallLine | When


@dataclass(frozen=True)
class Stop:
    """Play ends when this holds, checked before the lines."""

    condition: Condition
    line: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        _condition(self.condition)


@dataclass(frozen=True)
class Strategy:
    """A way of betting. ``source`` says where it is described. ``variables`` are its named amounts
    and lists: after a trial they move in this order, each by what those above it have become."""

    name: str
    lines: tuple[Line, ...]
    game: str = field(default_factory=lambda: strategy_games()[0])
    steps: tuple[Steps, ...] = ()
    counts: tuple[Count, ...] = ()
    stops: tuple[Stop, ...] = ()
    about: str = ""
    source: str = ""
    variables: tuple[Variable, ...] = ()

    def __str__(self) -> str:
        from lammer.sim.strategy.write import written

        return written(self)


# Composition in Python


def cents(dollars: float | Fraction) -> int:
    """Return dollars as cents, exactly.

    >>> cents(12.5)
    1250
    """
    exact = Fraction(str(dollars)) * 100
    if exact.denominator != 1:
        raise ValueError(f"{dollars} dollars is no whole number of cents")
    return exact.numerator


def _whole(value: float | Fraction) -> int:
    if value != int(value):
        raise ValueError(f"{value} is no whole number")
    return int(value)


def _amount(value: "float | str | Amount | Steps | NamedAmount") -> Amount:
    if isinstance(value, Steps):
        return StepOf(value.name)
    if isinstance(value, NamedAmount):
        return Named(value.name)
    if isinstance(value, str):
        return StepOf(value)
    if isinstance(value, AMOUNTS):
        return value
    return Money(cents(value))


def bet(
    wager: str, amount: float | str | Amount | Steps | NamedAmount, *, leave_up: bool = False
) -> BetLine:
    """Return a bet of this many dollars, of the current step, or of a named amount.

    >>> bet("pass", 10)
    BetLine(wager='pass', amount=Money(cents=1000), line=0, leave_up=False)
    """
    return BetLine(wager, _amount(amount), leave_up=leave_up)


def odds(size: float | str | Fraction | Amount, on: str = ALL) -> OddsLine:
    """Return odds: ``odds("2x")``, ``odds("3-4-5x")``, ``odds("max")``, or dollars.

    >>> odds("3-4-5x", on="pass").size[0]
    (4, Fraction(3, 1))
    """
    if isinstance(size, str):
        return OddsLine(multiple(size), on)
    return OddsLine(size if isinstance(size, AMOUNTS) else Money(cents(size)), on)


def multiple(text: str) -> Fraction | tuple[tuple[int, Fraction], ...] | Literal["max"]:
    """Parse a multiple as people write it: "2x", "3-4-5x" (on 4 and 10, 5 and 9, 6 and 8),
    "max"."""
    if text == "max":
        return "max"
    parts = text.removesuffix("x").split("-")
    try:
        sizes = [Fraction(part) for part in parts]
    except (ValueError, ZeroDivisionError):
        sizes = []
    if len(sizes) not in (1, 3) or not text.endswith("x") or min(sizes) <= 0:
        raise ValueError(f'"{text}" is no multiple: write 2x, 3-4-5x or max')
    if len(sizes) == 1:
        return sizes[0]
    four, five, six = sizes
    return tuple(zip((4, 5, 6, 8, 9, 10), (four, five, six, six, five, four), strict=True))


def raise_by(wager: str, dollars: float | Amount, most: float | None = None) -> RaiseLine:
    """Raise a bet that is up, up to ``most`` dollars."""
    return RaiseLine(wager, _amount(dollars), False, None if most is None else cents(most))


def raise_to(wager: str, dollars: float | Amount) -> RaiseLine:
    return RaiseLine(wager, _amount(dollars), True)


def reduce_by(wager: str, dollars: float) -> ReduceLine:
    return ReduceLine(wager, _amount(dollars), False)


def reduce_to(wager: str, dollars: float) -> ReduceLine:
    return ReduceLine(wager, _amount(dollars), True)


def take_down(wager: str = ALL) -> TakeDownLine:
    return TakeDownLine(wager)


def call_on(wager: str) -> CallLine:
    return CallLine(wager, on=True)


def call_off(wager: str) -> CallLine:
    return CallLine(wager, on=False)


def when(condition: Condition, *lines: Line) -> When:
    """Return lines for when a condition holds: ``when(point & (bets("come") < 2), bet("come",
    10))``."""
    return When(condition, lines)


def stop(condition: Condition) -> Stop:
    return Stop(condition)


def up(wager: str) -> BetIsUp:
    return BetIsUp(wager)


def bets(wager: str = ALL) -> Measure:
    """Return how many bets on a wager are up, including those that have moved to a number."""
    return Measure("bets", name=wager)


def point_is(*numbers: int) -> PointIs:
    return PointIs(numbers)


def count(counted: Count) -> Measure:
    return Measure("count", name=counted.name)


point: Condition = PointIs()
come_out: Condition = Not(PointIs())
rolls, shooters = Measure("rolls"), Measure("shooters")
wins, losses, points = Measure("wins"), Measure("losses"), Measure("points")
bankroll, rail, ahead = Measure("bankroll"), Measure("rail"), Measure("ahead")
drawdown = Measure("drawdown")


def after(what: Happening, wager: str = "", *, by: int = 0, to: int | None = None) -> After:
    return After(Trigger(what, wager), StepMove(by, to))


def martingale(name: str, wager: str, *dollars: float) -> Steps:
    """Return steps: the next amount after each loss, the first after a win; past the end, the
    first."""
    return _progression(name, wager, dollars, lose=StepMove(1), win=StepMove(to=0))


def fibonacci(name: str, wager: str, *dollars: float) -> Steps:
    """Return steps: the next after a loss, two back after a win."""
    return _progression(name, wager, dollars, lose=StepMove(1), win=StepMove(-2))


def dalembert(name: str, wager: str, *dollars: float) -> Steps:
    """Return steps: one up after a loss, one down after a win."""
    return _progression(name, wager, dollars, lose=StepMove(1), win=StepMove(-1))


def paroli(name: str, wager: str, *dollars: float) -> Steps:
    """Return steps: the next after a win, the first after a loss and after the last."""
    return _progression(name, wager, dollars, lose=StepMove(to=0), win=StepMove(1))


def _progression(
    name: str, wager: str, dollars: tuple[float, ...], *, lose: StepMove, win: StepMove
) -> Steps:
    moves = (After(Trigger("loses", wager), lose), After(Trigger("wins", wager), win))
    past: Literal["stay", "first"] = (
        "stay" if lose == StepMove(1) and win == StepMove(-1) else "first"
    )
    return Steps(name, tuple(cents(each) for each in dollars), moves, past)
