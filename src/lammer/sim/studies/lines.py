"""What each line of a strategy costs, exactly: the costs add up to what a session loses.

All money is taken at its exact worth: the rail, and each bet that is up with what it is expected to
bring. A trial changes that worth by nothing on average, so only what lines do changes it: a bet is
worth less than its stake by its edge, and a bet that is taken down gives that back. What each
command changes, times how often it is given, is the cost of its line.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, cast

from lammer.core.legality import Refusal
from lammer.sim.model.automaton import Automaton
from lammer.sim.model.compile import positions_of
from lammer.sim.model.memory import every_line
from lammer.sim.model.player import LineCounts, StrategyLogic
from lammer.sim.model.purse import Purse
from lammer.sim.model.world import Layout, Position, SimulatedTurn, World
from lammer.sim.model.worth import Worth
from lammer.sim.report.result import Result, counted, money
from lammer.sim.simulate import Prepared, QuestionError
from lammer.sim.strategy.parts import BetLine, Line
from lammer.sim.strategy.write import line_text
from lammer.table.commands import Command, MakeBet

STANDING = "bets called on or off, between trials"
"""What is not the cost of a line: bets that are called stand at the worth of bets that are not."""
NOTHING = 1e-9
SELDOM = 1e-15
"""Segments that are decided in less often are left out."""
MOST_DECIDED = 300_000
"""Segments whose decisions are carried out again."""


class LineCost(NamedTuple):
    """A line, by its number in the file (0: not a line) and its text: how often it does something
    in a session, what it stakes and what it is expected to lose, in cents."""

    line: int
    text: str
    times: float
    staked: float
    loss: float


@dataclass(frozen=True)
class LineCosts:
    """The cost of every line; ``total`` is what a session is expected to lose."""

    costs: tuple[LineCost, ...]
    total: float
    sessions: int | None
    """The sessions that were watched for how often lines are carried out; None if it is exact."""

    @property
    def computed(self) -> str:
        if self.sessions is None:
            return "Exact: the lines add up to what a session is expected to lose."
        watched = counted(self.sessions, "session")
        return f"What a line costs each time is exact; how often it is done is of {watched}."

    def rows(self) -> list[tuple[str, ...]]:
        """Return line, text, times, stakes and loss for reading, and their sums."""
        listed = [
            (
                str(each.line or ""),
                each.text,
                f"{each.times:,.2f}",
                money(each.staked),
                money(each.loss),
            )
            for each in self.costs
        ]
        staked = sum(each.staked for each in self.costs)
        return [*listed, ("", "together", "", money(staked), money(self.total))]

    def as_data(self) -> dict[str, Any]:
        return {
            "method": "exact" if self.sessions is None else "sampled",
            "sessions": self.sessions,
            "total": self.total,
            "lines": [each._asdict() for each in self.costs],
        }


class _RecordedTurn(SimulatedTurn):
    """A turn that notes what each command does to the worth of all the player's money."""

    def __init__(self, world: World, position: Position, purse: Purse, worth: Worth) -> None:
        super().__init__(world, position, purse)
        self._value = worth
        self.now_worth = self.worth()
        self.given: list[tuple[Command, Fraction]] = []

    def worth(self) -> Fraction:
        """Return the worth of all money above the equity it began with."""
        layout = Layout(self.position.context, tuple(sorted(self.up.items())))
        return self._value.fair(layout) - self.purse.charged

    def act(self, command: Command) -> Refusal | bool:
        answer = super().act(command)
        if answer is True:
            before, self.now_worth = self.now_worth, self.worth()
            self.given.append((command, self.now_worth - before))
        return answer


class _LineRecord(LineCounts):
    """Takes the last command of a turn for that of its line."""

    def __init__(self, recorder: "_Recorder", number: int) -> None:
        super().__init__()
        self._recorder, self._number = recorder, number

    def add(self, answer: Refusal | bool, wager: str) -> None:  # noqa: ARG002
        if answer is True:
            self._recorder.attribute(self._number)


@dataclass
class _Done:
    """What a line does in one segment: the change of worth, the stakes, and how often."""

    change: Fraction = Fraction(0)
    staked: int = 0
    times: int = 0

    def add(self, command: Command, change: Fraction) -> None:
        self.change += change
        self.staked += command.amount if isinstance(command, MakeBet) else 0
        self.times += 1


class _Recorder:
    """Carries decisions out again, and notes which line did what."""

    def __init__(self, prepared: Prepared) -> None:
        question, rules = prepared.question, prepared.rules
        self.worth = Worth(rules)
        self.world = World.of(question.strategy, rules)
        self.logic = StrategyLogic(question.strategy, question.bankroll, question.goal)
        self.lines = tuple(every_line(question.strategy.lines))
        self.positions = positions_of(self.logic, self.world)
        self.logic.line_counts = [_LineRecord(self, n) for n in range(len(self.lines))]
        self._turn: _RecordedTurn | None = None
        self._found: dict[int, _Done] = {}

    def attribute(self, number: int) -> None:
        """Attribute what was done since the last line to this one. What came before it, winners
        that are left up, is attributed to the lines that leave them up."""
        assert self._turn is not None
        *before, (command, change) = self._turn.given
        self._kept(before)
        self._found.setdefault(number, _Done()).add(command, change)
        self._turn.given.clear()

    def _kept(self, given: list[tuple[Command, Fraction]]) -> None:
        for command, change in given:
            wager = getattr(command, "wager", "")
            number = next(n for n, line in enumerate(self.lines) if _leaves_up(line, wager))
            self._found.setdefault(number, _Done()).add(command, change)

    def decided(self, position: Position, equity: int) -> tuple[Mapping[int, _Done], Fraction]:
        """Return what each line does here, and the worth of what is up then above its stakes."""
        purse = Purse(equity, position.on_layout)
        self._turn, self._found = _RecordedTurn(self.world, position, purse, self.worth), {}
        self.logic.decide(self._turn, position.memory)
        self._kept(self._turn.given)
        return self._found, self._turn.worth() + purse.charged


def _leaves_up(line: Line, wager: str) -> bool:
    return isinstance(line, BetLine) and line.leave_up and line.wager == wager


def line_costs(prepared: Prepared, result: Result) -> LineCosts:
    """Return what each line costs in the sessions of a result. Raises ``QuestionError`` for what is
    not compiled."""
    automaton, visits = prepared.automaton, result.findings.visits
    if automaton is None or visits is None:
        raise QuestionError(
            f"The lines of this strategy cannot be told apart: {prepared.why}.",
            "Leave --lines out.",
        )
    visited = list(_visited(automaton, visits.tolist()))
    if len(visited) > MOST_DECIDED:
        raise QuestionError(
            f"It decides in {len(visited):,} different ways; costs are found for {MOST_DECIDED:,}.",
            "Leave --lines out, or ask about a simpler strategy.",
        )
    recorder = _Recorder(prepared)
    sums: dict[int, list[float]] = {n: [0.0, 0.0, 0.0] for n in range(len(recorder.lines))}
    standing = 0.0
    for state, segment, often in visited:
        position, exactly = recorder.positions[state]
        equity = _an_equity(automaton, state, segment, position) if exactly is None else exactly
        done, worth = recorder.decided(position, equity)
        for number, each in done.items():
            here = (float(each.times), float(each.staked), -float(each.change))
            for place, amount in enumerate(here):
                sums[number][place] += often * amount
        standing -= often * _drift(automaton, recorder.worth, segment, worth)
    costs = [
        LineCost(getattr(line, "line", 0), "; ".join(line_text(line)), *sums[n])
        for n, line in enumerate(recorder.lines)
    ]
    if abs(standing) > NOTHING:
        costs.append(LineCost(0, STANDING, 0.0, 0.0, standing))
    total = sum(each.loss for each in costs)
    watched = None if result.exact else result.findings.drawdown
    sessions = None if watched is None else int(watched.total)
    return LineCosts(tuple(costs), total, sessions)


def _visited(automaton: Automaton, visits: list[float]) -> Iterator[tuple[int, int, float]]:
    """Yield the segments in which sessions play on: state, segment, how often."""
    first = automaton.first.tolist()
    for state in range(automaton.states):
        for segment in range(first[state], first[state + 1]):
            if visits[segment] > SELDOM and automaton.row[segment] >= 0:
                yield state, segment, visits[segment]


def _an_equity(automaton: Automaton, state: int, segment: int, position: Position) -> int:
    """Return an equity of a segment, in cents; the lowest of a state is what is on the layout."""
    if segment > automaton.first[state]:
        return int(automaton.below[segment - 1]) * automaton.unit
    return -(-position.on_layout // automaton.unit) * automaton.unit


def _drift(automaton: Automaton, worth: Worth, segment: int, now: Fraction) -> float:
    """Return what a trial changes the worth of all money by, on average."""
    row, layouts = int(automaton.row[segment]), cast("tuple[Layout, ...]", automaton.layouts)
    up, weights = automaton.layout[automaton.to[row]].tolist(), automaton.weights.tolist()
    total = Fraction(0)
    for weight, gain, each in zip(weights, automaton.gain[row].tolist(), up, strict=True):
        later = worth.fair(layouts[each]) if each else Fraction(0)
        total += weight * (gain * automaton.unit + later)
    return float(total / sum(weights) - now)
