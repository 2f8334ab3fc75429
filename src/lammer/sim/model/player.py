"""Carries out a strategy's lines, on the real table or while it is compiled."""

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal, NamedTuple, Protocol

from lammer.core.legality import Refusal, smallest_stake
from lammer.core.wager import Wager
from lammer.house.house import posted
from lammer.sim.model.memory import (
    LAST,
    Memory,
    TrialSummary,
    every_line,
    fires,
    makes_moving_bets,
    remembered,
    was,
)
from lammer.sim.model.purse import Purse
from lammer.sim.report.result import GOAL, RUIN
from lammer.sim.strategy.parts import (
    ALL,
    AMOUNTS,
    Amount,
    AmountList,
    AmountMove,
    BetIsUp,
    BetLine,
    Both,
    CallLine,
    Compare,
    Condition,
    Either,
    LastWas,
    Line,
    ListMove,
    ListPart,
    Measure,
    Money,
    Named,
    NamedAmount,
    NewHand,
    NextStep,
    Not,
    OddsLine,
    OfList,
    Op,
    PointIs,
    RaiseLine,
    Reckoned,
    ReduceLine,
    Share,
    StepOf,
    Strategy,
    TakeDownLine,
    Times,
    Variable,
    WhatIsLeft,
    When,
    Winnings,
    is_rounded,
    leaves,
)
from lammer.sim.strategy.words import POINT
from lammer.sim.strategy.write import said
from lammer.table import state
from lammer.table.bets.amounts import check_amount, most_odds, odds_cap
from lammer.table.commands import CallBet, Command, MakeBet, Remove
from lammer.table.commands import Reduce as ReduceBet
from lammer.table.rules import Rules
from lammer.table.views.legal import posted_range

SEAT = 2
"""The seat of a strategy's player; seat 1 has the instrument and a line bet."""
MOST_REMEMBERED = 100_000
Multiple = Fraction | tuple[tuple[int, Fraction], ...] | Literal["max"]


class PlayerView(Protocol):
    """The interface of a strategy to a table: what it sees, its purse, and the result of a
    command."""

    @property
    def rules(self) -> Rules: ...

    @property
    def point(self) -> int | None: ...

    @property
    def new_hand(self) -> bool: ...

    @property
    def up(self) -> Mapping[str, state.Bet]:
        """Return the player's own bets by name."""

    @property
    def purse(self) -> Purse: ...

    def act(self, command: Command) -> Refusal | bool:
        """Give a command. True: done. False: permitted, but it cannot be paid for."""


@dataclass
class LineCounts:
    """Statistics of one line: how often it was carried out, and its different refusals."""

    done: int = 0
    _refused: dict[tuple[str, str], Refusal] = field(default_factory=dict)

    def add(self, answer: Refusal | bool, wager: str) -> None:
        """Count an answer of the table to a command of this line."""
        if answer is True:
            self.done += 1
        elif isinstance(answer, Refusal):
            self._refused[answer.code, wager] = answer

    @property
    def refused(self) -> list[Refusal]:
        return list(self._refused.values())


def _numbered(lines: tuple[Line, ...], first: int = 0) -> Iterator["_NumberedLine"]:
    """Yield lines with the number that each has in ``every_line``."""
    for line in lines:
        if isinstance(line, When):
            then = tuple(_numbered(line.then, first))
            first += sum(1 for _ in every_line(line.then))
            otherwise = tuple(_numbered(line.otherwise, first))
            first += sum(1 for _ in every_line(line.otherwise))
            yield _NumberedLine(line, -1, then, otherwise)
        else:
            yield _NumberedLine(line, first)
            first += 1


class _NumberedLine(NamedTuple):
    """A line that acts, with its number; or a block (-1), with the lines inside it."""

    line: Line
    number: int
    then: tuple["_NumberedLine", ...] = ()
    otherwise: tuple["_NumberedLine", ...] = ()


class StrategyLogic:
    """A strategy for a bankroll, with what it must remember and the ends it can reach."""

    def __init__(self, strategy: Strategy, bankroll: int, goal: int | None = None) -> None:
        self.strategy, self.bankroll, self.goal = strategy, bankroll, goal
        self.slots = remembered(strategy)
        self._at = {slot.measure: i for i, slot in enumerate(self.slots)}
        self._steps = {steps.name: steps.amounts for steps in strategy.steps}
        goals = (GOAL,) if goal is not None else ()
        self.ends = (RUIN, *goals, *_labels(strategy))
        begins = [slot.start for slot in self.slots]
        self.variables = strategy.variables
        for place, variable in enumerate(strategy.variables, start=len(begins)):
            for kind in _KINDS_OF[type(variable)]:
                self._at[Measure(kind, name=variable.name)] = place
        self.start: Memory = (*begins, *(each.start for each in strategy.variables))
        self.keeps = tuple(m.name for m in self._at if m.kind == "kept")
        """The wagers whose winners are left up."""
        self._lines = tuple(_numbered(strategy.lines))
        self.line_counts = [LineCounts() for _ in every_line(strategy.lines)]
        """The statistics of each line, in the order of ``every_line``."""
        self._paid = {i: _PAID[m.kind] for m, i in self._at.items() if m.kind in _PAID}
        self._places: dict[str, int] = {}
        self._behind: dict[tuple[str, str], tuple[str, ...]] = {}
        self._wanted: dict[tuple[str, str, int, Multiple], tuple[int, int]] = {}
        self._moves: bool | None = None

    def decide(self, hand: PlayerView, memory: Memory) -> int | None:
        """Carry the lines out; return the end that is reached, as an index into ``ends``, or
        None."""
        if self.goal is not None and hand.purse.equity_at_least(self.goal):
            return 1
        turn = _Turn(self, hand, memory)
        first = len(self.ends) - len(self.strategy.stops)
        for i, stop in enumerate(self.strategy.stops):
            if turn.holds(stop.condition):
                return first + i
        if self.keeps:
            turn.leave_up()
        turn.carry_out(self._lines)
        return 0 if turn.broke else None

    def after(self, memory: Memory, summary: TrialSummary) -> Memory:
        """Return the memory after a trial."""
        if not memory:
            return memory
        now = [slot.rule(value, summary) for slot, value in zip(self.slots, memory, strict=False)]
        if self.variables:
            before = memory[: len(self.slots)]
            values = {
                each.name: v for each, v in zip(self.variables, memory[len(before) :], strict=True)
            }
            return (*now, *_Reckoning(self, before, values, summary).moved())
        return tuple(now)

    def paid(self, memory: Memory, charge: int) -> Memory:
        """Return the memory after vigorish was paid: it is money lost like any other."""
        if not charge or not self._paid:
            return memory
        return tuple(v + self._paid.get(i, 0) * charge for i, v in enumerate(memory))

    def supplements(self, rules: Rules, base: state.Bet) -> tuple[str, ...]:
        """Return the odds that may stand behind a bet."""
        key = base.wager, base.state
        found = self._behind.get(key)
        if found is None:
            found = self._behind[key] = tuple(odds.key for odds in rules.supplements(*key))
        return found

    def in_order(self, rules: Rules, up: Mapping[str, state.Bet]) -> list[str]:
        """Return bets that are up in the order in which a line handles them: that of the rule set,
        then by number."""
        if len(up) < 2:
            return list(up)
        if not self._places:
            self._places = {wager: place for place, wager in enumerate(rules.wagers)}
        return sorted(up, key=lambda name: (self._places[up[name].wager], len(name), name))

    def moves_bets(self, rules: Rules) -> bool:
        """Return whether the strategy bets on wagers that move to a number, so that several may
        have odds."""
        if self._moves is None:
            self._moves = makes_moving_bets(self.strategy, rules)
        return self._moves

    def odds_wanted(
        self, rules: Rules, wager: str, base: state.Bet, size: Multiple
    ) -> tuple[int, int]:
        """Return the amount of odds by a multiple, and the step in which less is payable: 0 if the
        table does not accept the amount at all."""
        key = wager, base.state, base.stake, size
        found = self._wanted.get(key)
        if found is None:
            if len(self._wanted) >= MOST_REMEMBERED:
                self._wanted.clear()
            found = self._wanted[key] = _odds_wanted(rules, rules.wagers[wager], base, size)
        return found

    def least_bet(self, rules: Rules) -> int:
        """Return the smallest bet that its lines make: who has less is broke. Of an amount that
        changes it is what it begins with, or what the table takes."""
        starts = {each.name: each.start for each in self.variables if isinstance(each, NamedAmount)}
        found: list[int] = []
        for line in every_line(self.strategy.lines):
            if isinstance(line, BetLine):
                amounts = self.amounts(line.amount)
                named = [
                    starts[leaf.name]
                    for leaf in leaves(line.amount)
                    if isinstance(leaf, Named) and leaf.name in starts
                ]
                found += amounts or named
        return min((cents for cents in found if cents > 0), default=least_of_all(rules))

    def amounts(self, amount: Amount) -> tuple[int, ...]:
        """Return every value an amount can have, if that does not depend on the bankroll; without
        those at which a reckoned amount makes no bet."""
        match amount:
            case Money(cents):
                return (cents,)
            case StepOf(name, times):
                return tuple(times * cents for cents in self._steps[name])
            case Times(by, of):
                reckoned = (int(by * cents) for cents in self.amounts(of))
                return tuple(cents for cents in reckoned if cents)
            case Named(name):
                named = (each for each in self.variables if each.name == name and not each.moves)
                starts = (each.start for each in named if isinstance(each, NamedAmount))
                return tuple(cents for cents in starts if cents)
        return ()

    def steps_of(self, name: str) -> tuple[int, ...]:
        """Return the amounts of steps, in cents."""
        return self._steps[name]

    def place(self, measure: Measure) -> int:
        """Return where a measure stands in the memory."""
        return self._at[measure]


_PAID = {"ahead": -1, "drawdown": 1}
"""How vigorish that is paid changes what is remembered of the money."""
_KINDS_OF: dict[type, tuple[str, ...]] = {NamedAmount: ("amount",), AmountList: ("length", "sum")}


class _Reckoning:
    """The moves of named amounts and lists after a trial. Steps and counts are as they were when
    the bets were made; amounts and lists as the moves above have left them."""

    def __init__(
        self,
        logic: StrategyLogic,
        before: Memory,
        values: dict[str, Any],
        summary: TrialSummary,
    ) -> None:
        self.logic, self.before, self.values, self.summary = logic, before, values, summary

    def moved(self) -> Iterator[Any]:
        """Return the values after the trial, in order."""
        for each in self.logic.variables:
            for move in each.moves:
                if fires(move.trigger, self.summary) and self._holds(move.condition):
                    self._move(each, move)
            if isinstance(each, AmountList) and each.restarts and not self.values[each.name]:
                self.values[each.name] = each.start
        return iter(self.values.values())

    def _move(self, of: Variable, move: AmountMove | ListMove) -> None:
        now = self.values[of.name]
        if isinstance(of, NamedAmount):
            assert isinstance(move, AmountMove)
            by = int(self.value(move.amount))
            to = by if move.how == "=" else now + by if move.how == "+" else now - by
            self.values[of.name] = max(min(to, MOST_KEPT if of.most is None else of.most), 0)
            return
        match move.how:
            case "strike ends":
                self.values[of.name] = now[1:-1]
            case "strike first":
                self.values[of.name] = now[1:]
            case "strike last":
                self.values[of.name] = now[:-1]
            case "restart":
                self.values[of.name] = of.start
            case "add":
                assert isinstance(move, ListMove)
                assert move.amount is not None
                cents = int(self.value(move.amount))
                fits = len(now) < MOST_LISTED and cents + sum(now) <= (of.most or MOST_KEPT)
                self.values[of.name] = (*now, cents) if fits and cents > 0 else now

    def value(self, amount: Amount) -> Fraction:
        """Return an amount in cents; never below zero."""
        match amount:
            case Money(cents):
                return Fraction(cents)
            case StepOf(name, times):
                at = self.before[self.logic.place(Measure("step", name=name))]
                return Fraction(times * self.logic.steps_of(name)[at])
            case Named(name):
                return Fraction(self.values[name])
            case OfList(name, part):
                return Fraction(list_part(self.values[name], part))
            case Winnings(wager):
                return Fraction(sum(each[3] for each in self.summary.won if wager in each[:2]))
        return reckoned(amount, self.value)

    def _holds(self, condition: Condition | None) -> bool:
        match condition:
            case None:
                return True
            case Both(left, right):
                return self._holds(left) and self._holds(right)
            case Either(left, right):
                return self._holds(left) or self._holds(right)
            case Not(what):
                return not self._holds(what)
            case Compare(measure, op, value):
                return COMPARED[op](self._measured(measure), value)
        raise TypeError(f"a move does not look at {condition!r}")

    def _measured(self, measure: Measure) -> int:
        match measure.kind:
            case "amount":
                return int(self.values[measure.name])
            case "length":
                return len(self.values[measure.name])
            case "sum":
                return sum(self.values[measure.name])
        return int(self.before[self.logic.place(measure)]) + (measure.kind == "step")


COMPARED: Mapping[Op, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "=": operator.eq, "!=": operator.ne,
}  # fmt: skip
MOST_KEPT = 10**13
"""The limit of a named amount, or of the sum of a list, that declares none; in cents."""
MOST_LISTED = 1_000
"""The limit of amounts in a list."""


def list_part(listed: tuple[int, ...], part: ListPart) -> int:
    """Return a part of a list, 0 if it is empty.

    >>> [list_part((10, 20, 30), part) for part in ("ends", "first", "last", "sum")]
    [40, 10, 30, 60]
    >>> list_part((10,), "ends")
    10
    """
    if part == "sum" or len(listed) < 2:
        return sum(listed)
    return {"ends": listed[0] + listed[-1], "first": listed[0], "last": listed[-1]}[part]


def reckoned(amount: Amount, value: Callable[[Amount], Fraction]) -> Fraction:
    """Return an amount that is computed from other amounts."""
    match amount:
        case Times(by, of):
            return by * value(of)
        case Reckoned("+", left, right):
            return value(left) + value(right)
        case Reckoned("-", left, right):
            return max(value(left) - value(right), Fraction(0))
        case Reckoned(how, left, right):
            both = value(left), value(right)
            return min(both) if how == "least" else max(both)
    raise TypeError(f"no amount to reckon with: {amount!r}")


def _labels(strategy: Strategy) -> list[str]:
    """Return the stops in words, equal ones distinguished by their lines."""
    plain = [f"stop: {said(stop.condition)}" for stop in strategy.stops]
    return [
        f"{label} ({number}.)" if plain.count(label) > 1 else label
        for number, label in enumerate(plain, start=1)
    ]


def _least(rules: Rules, wager: Wager) -> int:
    """Return the smallest bet on a wager: by the text, or as posted."""
    low, _ = posted(wager, rules.house.elections)
    return max(low or 0, wager.limits.min_cents if wager.limits else 0)


def least_of_all(rules: Rules) -> int:
    """Return the smallest bet that a table takes on any wager."""
    first = (wager for wager in rules.wagers.values() if wager.behind is None)
    return min(max(_least(rules, wager), smallest_stake(wager, rules.pay_unit)) for wager in first)


def _odds_wanted(rules: Rules, wager: Wager, base: state.Bet, size: Multiple) -> tuple[int, int]:
    cap, step, multiple = odds_cap(rules, wager, base)
    times = dict(size)[int(base.state)] if isinstance(size, tuple) else size
    wanted = most_odds(rules, wager, base) if times == "max" else cap / multiple * Fraction(times)
    down = int(wanted // step) * step
    up = down if down == wanted else down + step
    for cents in (up, down):
        if cents and not isinstance(check_amount(rules, wager, cents, base), Refusal):
            return cents, step
    return down or up, 0


class _Turn:
    """One pass over the lines."""

    def __init__(self, logic: StrategyLogic, hand: PlayerView, memory: Memory) -> None:
        self.logic, self.hand, self.memory = logic, hand, memory
        self.broke, self.first = False, True

    @property
    def up(self) -> Mapping[str, state.Bet]:
        return self.hand.up

    # Conditions

    def holds(self, condition: Condition) -> bool:
        match condition:
            case Both(left, right):
                return self.holds(left) and self.holds(right)
            case Either(left, right):
                return self.holds(left) or self.holds(right)
            case Not(what):
                return not self.holds(what)
            case Compare(measure, op, value):
                return self._compares(measure, op, value)
        return self._plainly(condition)

    def _plainly(self, condition: Condition) -> bool:
        match condition:
            case PointIs(numbers):
                point = self.hand.point
                return point is not None and (not numbers or point in numbers)
            case NewHand():
                return self.hand.new_hand
            case BetIsUp(wager):
                return bool(self.up) if wager == ALL else self._on_point(wager) in self.up
            case LastWas(outcomes):
                return was(self.memory[self.logic._at[LAST]], outcomes)
        raise TypeError(f"no condition: {condition!r}")

    def _compares(self, measure: Measure, op: str, value: int) -> bool:
        if op in ("=", "!="):
            equal = self._at_least(measure, value) and not self._at_least(measure, value + 1)
            return equal is (op == "=")
        reaches = self._at_least(measure, value if op in (">=", "<") else value + 1)
        return reaches if op in (">=", ">") else not reaches

    def _at_least(self, measure: Measure, value: int) -> bool:
        purse = self.hand.purse
        match measure.kind:
            case "bankroll":
                return purse.equity_at_least(value)
            case "rail":
                return purse.rail_at_least(value)
            case "ahead" if measure.scope == "session":
                return purse.equity_at_least(value + self.logic.bankroll)
            case "drawdown":
                fall: int = self.memory[self.logic.place(measure)]
                return max(fall + purse.charged, 0) >= value
            case "bets":
                named = measure.name
                found = sum(named in (ALL, name, bet.wager) for name, bet in self.up.items())
                return found >= value
            case "length":
                return len(self.memory[self.logic.place(measure)]) >= value
            case "sum":
                return sum(self.memory[self.logic.place(measure)]) >= value
        held: int = self.memory[self.logic.place(measure)]
        match measure.kind:
            case "step":
                return held + 1 >= value
            case "ahead":
                return held - purse.charged >= value
        return held >= value

    # Lines

    def leave_up(self) -> None:
        """Make winners that are left up again, with the stake that won."""
        for wager in self.logic.keeps:
            stake = self.memory[self.logic.place(Measure("kept", name=wager))]
            if stake and wager not in self.up:
                self.hand.act(MakeBet(SEAT, wager, stake))

    def _on_point(self, wager: str) -> str:
        """Return a wager on the point number as that on the number; as it is, if there is none."""
        point = self.hand.point
        ends = f"-{POINT}"
        if point is None or not wager.endswith(ends):
            return wager
        return f"{wager.removesuffix(ends)}-{point}"

    def carry_out(self, lines: tuple[_NumberedLine, ...]) -> None:
        for line, number, then, otherwise in lines:
            if self.broke:
                return
            if isinstance(line, When):
                self.carry_out(then if self.holds(line.condition) else otherwise)
                continue
            for command in self._commands(self._at_point(line)):
                self._done(command, self.logic.line_counts[number])
                if self.broke:
                    return

    def _at_point(self, line: Line) -> Line:
        """Return a line on the point number as one on the number; without a point, as it is: then
        there is no such wager."""
        wager = getattr(line, "wager", "")
        if not wager.endswith(f"-{POINT}") or self.hand.point is None:
            return line
        assert isinstance(line, BetLine | RaiseLine | ReduceLine | TakeDownLine | CallLine)
        line = replace(line, wager=self._on_point(wager))
        kind = self.hand.rules.wagers.get(line.wager)
        if isinstance(line, BetLine) and kind is not None:
            step = smallest_stake(kind, self.hand.rules.pay_unit)
            cents = -(-self._cents(line.amount, line.wager) // step) * step
            return replace(line, amount=Money(cents))
        return line

    def _done(self, command: Command | None, counts: LineCounts) -> Refusal | bool:
        """Carry out a command; None is a bet for which there is no money. A player who cannot pay
        for the first bet with nothing up is ruined."""
        answer = False if command is None else self.hand.act(command)
        counts.add(answer, getattr(command, "wager", ""))
        if isinstance(command, MakeBet | None) and not isinstance(answer, Refusal):
            self.broke = self.first and answer is False and not self.up
            self.first = False
        return answer

    def _commands(self, line: Line) -> Iterator[Command | None]:
        """Yield the commands of a line now; None is a bet for which there is no money."""
        match line:
            case BetLine(wager, amount):
                if not (self._is_up(wager) or wager.endswith(f"-{POINT}")):
                    yield from self._make(wager, self._cents(amount, wager), amount)
            case OddsLine():
                yield from self._odds(line)
            case RaiseLine() | ReduceLine() | TakeDownLine() | CallLine():
                named = self.logic.in_order(self.hand.rules, self.up)
                for name in [each for each in named if line.wager in (ALL, each)]:
                    if name in self.up:  # Taking a bet down takes its odds down too.
                        yield from self._change(line, name, self.up[name])

    def _is_up(self, wager: str) -> bool:
        """Return whether a bet line has nothing to do: for a wager that is put down as two, if both
        are up."""
        kind = self.hand.rules.wagers.get(wager)
        if kind is None or kind.breakdown is None:
            return wager in self.up
        return all(part.wager in self.up for part in kind.breakdown.parts)

    def _change(
        self, line: RaiseLine | ReduceLine | TakeDownLine | CallLine, name: str, bet: state.Bet
    ) -> Iterator[Command]:
        """Yield what a line does to one bet that is up."""
        match line:
            case RaiseLine(_, NextStep(steps), _, most):
                above = [each for each in self.logic.steps_of(steps) if each > bet.stake]
                target = min(above, default=bet.stake)
                if target > bet.stake and (most is None or target <= most):
                    yield MakeBet(SEAT, name, target - bet.stake)
            case RaiseLine(_, amount, to, most):
                target = self._target(amount, name, 0 if to else bet.stake)
                more = min(target, target if most is None else most) - bet.stake
                if more > 0:
                    yield MakeBet(SEAT, name, more)
            case ReduceLine(_, amount, to):
                cents = self._cents(amount, name)
                less = bet.stake - cents if to else cents
                if less > 0:
                    down = less >= bet.stake
                    yield Remove(SEAT, name) if down else ReduceBet(SEAT, name, less)
            case TakeDownLine():
                yield Remove(SEAT, name)
            case CallLine(_, on):
                if bet.called != ("on" if on else "off"):
                    yield CallBet(SEAT, name, on)

    def _make(self, wager: str, cents: int, amount: Amount) -> Iterator[Command | None]:
        """Yield a bet if its amount is above zero. If a part of the player's money comes to too
        little to bet, yield None, which counts as no money; otherwise yield nothing."""
        if cents > 0:
            yield MakeBet(SEAT, wager, cents)
        elif any(isinstance(leaf, Share | WhatIsLeft) for leaf in leaves(amount)):
            yield None

    def _target(self, amount: Amount, name: str, up: int) -> int:
        """Return the stake of a bet that is raised by an amount from what is up."""
        if isinstance(amount, Share) or not is_rounded(amount):
            return self._cents(amount, name) + up
        kind = self.hand.rules.wagers.get(name)
        step = self.hand.rules.pay_unit
        if kind is not None:
            step = smallest_stake(kind, self.hand.rules.pay_unit)
        return int(self._value(amount, name) + up) // step * step

    def _cents(self, amount: Amount, wager: str) -> int:
        """Return an amount in cents; one that comes from money or a division is rounded down to
        what the table takes, 0 if it takes no such amount."""
        if isinstance(amount, Money):
            return amount.cents
        value = self._value(amount, wager)
        if not is_rounded(amount):
            return int(value)
        rules = self.hand.rules
        kind = rules.wagers.get(wager)
        if kind is None:
            return 0
        step, least = smallest_stake(kind, rules.pay_unit), _least(rules, kind)
        if kind.breakdown is not None:
            least, _, step, _ = posted_range(rules, kind)
        cents = int(value) // step * step
        return cents if cents >= least else 0

    def _value(self, amount: Amount, wager: str) -> Fraction:
        memory, place = self.memory, self.logic.place
        match amount:
            case Money(cents):
                return Fraction(cents)
            case StepOf(name, times):
                at = memory[place(Measure("step", name=name))]
                return Fraction(times * self.logic.steps_of(name)[at])
            case Share(part):
                return part * self.hand.purse.equity
            case Named(name):
                return Fraction(memory[place(Measure("amount", name=name))])
            case WhatIsLeft():
                purse = self.hand.purse
                return Fraction(purse.equity - purse.on_layout)
            case Winnings(named):
                return Fraction(memory[place(Measure("won", name=named or wager))])
            case OfList(name, part):
                return Fraction(list_part(memory[place(Measure("sum", name=name))], part))
        return reckoned(amount, lambda inner: self._value(inner, wager))

    def _odds(self, line: OddsLine) -> Iterator[Command | None]:
        for name in self.logic.in_order(self.hand.rules, self.up):
            base = self.up[name]
            if line.on not in (ALL, name, base.wager):
                continue
            for wager in self.logic.supplements(self.hand.rules, base):
                if wager not in self.up:
                    yield from self._behind(line, wager, base)

    def _behind(self, line: OddsLine, wager: str, base: state.Bet) -> Iterator[Command | None]:
        """Yield odds by multiple: the next payable amount above if the table accepts it, else
        below; less if the rail does not cover that."""
        size, rules = line.size, self.hand.rules
        if isinstance(size, AMOUNTS):
            yield from self._make(wager, self._cents(size, wager), size)
            return
        full, step = self.logic.odds_wanted(rules, wager, base, size)
        if not step or (size != "max" and self.logic.moves_bets(rules)):
            yield MakeBet(SEAT, wager, full)
            return
        cents = self._covered(full, step)
        enough = cents >= max(_least(rules, rules.wagers[wager]), step)
        yield MakeBet(SEAT, wager, cents) if enough else None

    def _covered(self, full: int, step: int) -> int:
        """Return the largest multiple of a step, up to the full amount, that the rail covers.
        Bisection needs few comparisons, and the bounds they leave are those of this one step."""
        covers = self.hand.purse.rail_at_least
        if covers(full):
            return full
        low, high = 0, full // step
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if covers(middle * step) else (low, middle)
        return low * step
