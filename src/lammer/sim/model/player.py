"""Carries out a strategy's lines, on the real table or while it is compiled."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple, Protocol

from lammer.core.legality import Refusal, smallest_stake
from lammer.core.wager import Wager
from lammer.house.house import posted
from lammer.sim.model.memory import (
    LAST,
    Memory,
    TrialSummary,
    every_line,
    makes_moving_bets,
    remembered,
    was,
)
from lammer.sim.model.purse import Purse
from lammer.sim.report.result import GOAL, RUIN
from lammer.sim.strategy.parts import (
    ALL,
    Amount,
    BetIsUp,
    BetLine,
    Both,
    CallLine,
    Compare,
    Condition,
    Either,
    LastWas,
    Line,
    Measure,
    Money,
    NewHand,
    Not,
    OddsLine,
    PointIs,
    RaiseLine,
    ReduceLine,
    Share,
    StepOf,
    Strategy,
    TakeDownLine,
    When,
)
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
        self.peak_at = self._at.get(Measure("drawdown"))
        begins = [slot.start for slot in self.slots]
        if self.peak_at is not None:
            begins[self.peak_at] = bankroll
        self.start: Memory = tuple(begins)
        self._lines = tuple(_numbered(strategy.lines))
        self.line_counts = [LineCounts() for _ in every_line(strategy.lines)]
        """The statistics of each line, in the order of ``every_line``."""
        self._scoped = {i for m, i in self._at.items() if m.kind == "ahead"}
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
        turn.carry_out(self._lines)
        return 0 if turn.broke else None

    def after(self, memory: Memory, summary: TrialSummary, equity: int | None = None) -> Memory:
        """Return the memory after a trial; ``equity`` is called only if a condition measures
        drawdown."""
        if not memory:
            return memory
        now = [slot.rule(value, summary) for slot, value in zip(self.slots, memory, strict=True)]
        if self.peak_at is not None and equity is not None:
            now[self.peak_at] = max(memory[self.peak_at], equity)
        return tuple(now)

    def paid(self, memory: Memory, charge: int) -> Memory:
        """Return the memory after vigorish was paid: it is money lost like any other."""
        if not charge or not self._scoped:
            return memory
        return tuple(v - charge * (i in self._scoped) for i, v in enumerate(memory))

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

    def amounts(self, amount: Amount) -> tuple[int, ...]:
        """Return every value an amount can have, if that does not depend on the bankroll."""
        match amount:
            case Money(cents):
                return (cents,)
            case StepOf(name, times):
                return tuple(times * cents for cents in self._steps[name])
            case Share():
                return ()


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
                return bool(self.up) if wager == ALL else wager in self.up
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
                return (
                    max(self.memory[self.logic._at[measure]], purse.equity) - purse.equity >= value
                )
            case "bets":
                named = measure.name
                found = sum(named in (ALL, name, bet.wager) for name, bet in self.up.items())
                return found >= value
            case "step":
                return self.memory[self.logic._at[measure]] + 1 >= value
            case "ahead":
                return self.memory[self.logic._at[measure]] - purse.charged >= value
        return self.memory[self.logic._at[measure]] >= value

    # Lines

    def carry_out(self, lines: tuple[_NumberedLine, ...]) -> None:
        for line, number, then, otherwise in lines:
            if self.broke:
                return
            if isinstance(line, When):
                self.carry_out(then if self.holds(line.condition) else otherwise)
                continue
            for command in self._commands(line):
                self._done(command, self.logic.line_counts[number])
                if self.broke:
                    return

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
                if not self._is_up(wager):
                    yield from self._make(wager, self._cents(amount, wager))
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
            case RaiseLine(_, amount, to, most):
                target = self._cents(amount, name) + (0 if to else bet.stake)
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

    def _make(self, wager: str, cents: int) -> Iterator[Command | None]:
        yield MakeBet(SEAT, wager, cents) if cents > 0 else None

    def _cents(self, amount: Amount, wager: str) -> int:
        match amount:
            case Money(cents):
                return cents
            case StepOf(name, times):
                at = self.memory[self.logic._at[Measure("step", name=name)]]
                return times * self.logic._steps[name][at]
            case Share(part):
                rules = self.hand.rules
                kind = rules.wagers.get(wager)
                if kind is None:
                    return 0
                step, least = smallest_stake(kind, rules.pay_unit), _least(rules, kind)
                if kind.breakdown is not None:
                    least, _, step, _ = posted_range(rules, kind)
                cents = int(part * self.hand.purse.equity) // step * step
                return cents if cents >= least else 0

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
        if isinstance(size, Money | StepOf | Share):
            yield from self._make(wager, self._cents(size, wager))
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
