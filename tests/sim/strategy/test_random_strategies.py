"""Strategies made up at random: compiled, interpreted and on the real table they do the same.

A strategy is made from its number alone, so one that fails can be looked at again. In the sample
there are sixty of them, in the long run six hundred.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any, get_args

import numpy as np
import pytest

from lammer.core.legality import smallest_stake
from lammer.games.registry import game_terms
from lammer.sim.exact import solve as exact
from lammer.sim.model.automaton import Automaton
from lammer.sim.model.compile import NotCompiled, compiled
from lammer.sim.model.interpret import Interpreter
from lammer.sim.model.memory import conditions, depends_on_new_hand, every_line, sees_outcomes
from lammer.sim.model.player import StrategyLogic
from lammer.sim.model.world import World
from lammer.sim.report.findings import PLAYED_OUT
from lammer.sim.sample import kernel_numba as kernel
from lammer.sim.sample import kernel_numpy as lockstep
from lammer.sim.sample import packed
from lammer.sim.sample.packed import UNDECIDED
from lammer.sim.simulate import Prepared, Question, table_rules
from lammer.sim.strategy.parts import (
    ALL,
    MONEY,
    After,
    Amount,
    BetIsUp,
    BetLine,
    Both,
    CallLine,
    Compare,
    Condition,
    Count,
    Either,
    Happening,
    Kind,
    LastWas,
    Line,
    Measure,
    Money,
    NewHand,
    Not,
    OddsLine,
    Op,
    PointIs,
    RaiseLine,
    ReduceLine,
    Scope,
    Share,
    StepMove,
    StepOf,
    Steps,
    Stop,
    Strategy,
    TakeDownLine,
    Trigger,
    When,
    multiple,
)
from lammer.sim.strategy.text import parse
from lammer.table.rules import Rules
from tests.sim.session_helpers import Walk, at_the_table, walk, walked
from tests.usual import one_in

SCOPES = ("session", "shooter", "point")
KINDS = (
    *("rolls", "wins", "losses", "bets", "bankroll", "rail", "ahead", "drawdown", "count"),
    "step",
)

SEED = 40_691_000
BATCHES, A_BATCH, A_LONG_BATCH = 6, 10, 100
IN_SHORT = 4
"""So many of a batch are played without --long."""
SESSIONS, ROLLS = 3, 40
IN_KERNELS = 20
MOST_STATES = 3_000
"""Positions of an automaton here; a strategy that has more is played."""
MOST_DRAWN = 50
"""Strategies made up before one bets."""
DICE = 36
BOX = (4, 5, 6, 8, 9, 10)


@dataclass(frozen=True)
class TableKind:
    """A table to play at, and what is bet at it most."""

    rules: str
    name: str
    game: str
    favourites: tuple[str, ...]


LINE_BETS = ("pass", "dont-pass", "come", "dont-come")
CRAPS = (
    *LINE_BETS, *LINE_BETS, "place-6", "place-5", "place-lose-6", "hard-8", "field", "any-seven",
    "horn", "c-and-e", "whirl", "horn-high-12", "hop-2-4", "six-seven-eight", "buy-4", "buy-9",
    "lay-4", "lay-6",
)  # fmt: skip
MINI_DICE = ("place-4", "place-6", "field", "any-seven", "over-7", "under-7")
PLACES = (
    TableKind("nj-2011", "craps", "craps", CRAPS),
    TableKind("nj-2011", "craps", "craps", (*CRAPS, "fire")),
    TableKind("nj-2011", "craps", "craps", LINE_BETS),
    TableKind("nj-2011", "mini-craps", "craps", CRAPS),
    TableKind("nj-2011", "automated-craps", "craps", CRAPS),
    TableKind("nj-2005", "craps", "craps", CRAPS),
    TableKind("md-2013", "craps", "craps", (*CRAPS, "all-small", "all-tall", "fire")),
    TableKind("md-2013", "mini-craps", "craps", CRAPS),
    TableKind("nj-1997", "mini-dice", "mini-dice", MINI_DICE),
    TableKind("nj-2001", "punto-banco", "punto-banco", ("player", "banker", "tie")),
)
VIG_HOUSES: tuple[Mapping[str, Any], ...] = ({"vig": "win"}, {"vig": {"buy": "win"}, "odds": 3})
"""Not where the text has vigorish paid when the bet is made."""
CRAPS_HOUSES: tuple[Mapping[str, Any], ...] = (
    {"odds": 2, "round_up_odds": False},
    {"odds": {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3}},
    {"limits": {"pass": {"min": 1000, "max": 5000}}},
    {"pay_unit": 50},
)
CARD_HOUSES: tuple[Mapping[str, Any], ...] = (
    {"vig": {"collect": "mark"}},
    {"vig": {"collect": "mark", "procedure": 3, "rounding": "up"}},
    {"vig": {"collect": "collect", "procedure": 4}},
)
NOT_COMPILED: tuple[Measure, ...] = (
    Measure("drawdown"),
    Measure("ahead", "shooter"),
    Measure("ahead", "point"),
)


def _house(chance: random.Random, place: TableKind) -> Mapping[str, Any]:
    """What the house elects: in half of the cases nothing."""
    if place.game == "mini-dice" or chance.random() < 0.5:
        return {}
    if place.game == "punto-banco":
        return chance.choice(CARD_HOUSES)
    if place.rules == "md-2013" and chance.random() < 0.3:
        return {"bonus": {"reopen_after_seven": True}}
    return chance.choice(CRAPS_HOUSES if place.rules == "nj-2005" else CRAPS_HOUSES + VIG_HOUSES)


@dataclass
class Maker:
    """Makes up strategies for a table. ``by_the_dollar``: such as look at the very bankroll."""

    chance: random.Random
    place: TableKind
    rules: Rules
    by_the_dollar: bool
    used: list[str] = field(default_factory=list)
    steps: list[Steps] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)

    @property
    def craps(self) -> bool:
        return self.place.game == "craps"

    def likely(self, percent: int) -> bool:
        return self.chance.randrange(100) < percent

    def strategy(self) -> Strategy:
        self.used.append(self.wager())
        self.steps = [self._steps(name) for name in ("unit", "rung")[: self.few()]]
        self.counts = [self._count(name) for name in ("hot", "cold")[: self.few()]]
        lines = [self._bet(), *self.lines(0), self._line(0)]
        stops = [Stop(self.condition(0)) for _ in range(self.few())]
        return Strategy(
            "", tuple(lines), self.place.game, tuple(self.steps), tuple(self.counts), tuple(stops)
        )

    def few(self) -> int:
        return self.chance.choice((0, 0, 1, 1, 2))

    # Wagers and amounts

    def wager(self) -> str:
        """A wager to bet on: most often one that is bet on already, or one of the usual."""
        if self.used and self.likely(55):
            return self.chance.choice(self.used)
        usual = [each for each in self.place.favourites if each in self.rules.wagers]
        return self.chance.choice(usual if self.likely(85) else list(self.rules.wagers))

    def bet_name(self) -> str:
        """A bet that may be up: a wager, one that has moved, or odds."""
        wager = self.wager()
        if wager in ("come", "dont-come") and self.likely(60):
            return f"{wager}-{self.chance.choice(BOX)}"
        if self.craps and self.likely(15):
            return self.chance.choice(("pass-odds", "dont-pass-odds", "come-odds-6", "dont-come-8"))
        return wager

    def cents(self, name: str) -> int:
        """An amount that is taken as a rule."""
        wager = self.rules.wagers.get(name)
        step = 100 if wager is None else smallest_stake(wager, self.rules.pay_unit)
        about = 2_000 if name.startswith(("buy", "lay")) else 500
        return step * -(-about // step) * self.chance.choice((1, 1, 2, 2, 3))

    def amount(self, name: str) -> Amount:
        if self.steps and self.likely(30):
            return StepOf(self.chance.choice(self.steps).name, self.chance.choice((1, 1, 2)))
        if self.by_the_dollar and self.likely(40):
            return Share(Fraction(self.chance.choice((2, 5, 10, 25)), 100))
        return Money(self.cents(name))

    # Counts and steps

    def _steps(self, name: str) -> Steps:
        first = self.cents(self.used[0])
        times = self.chance.choice(((1, 2), (1, 2, 3), (1, 3, 2, 6), (1, 1, 2)))
        moves = (
            StepMove(1),
            StepMove(2),
            StepMove(-1),
            StepMove(-2),
            StepMove(),
            StepMove(to=0),
            StepMove(to=1),
            StepMove(to=-1),
        )
        return Steps(
            name,
            tuple(first * each for each in times),
            tuple(self._after(moves) for _ in range(self.chance.randint(1, 3))),
            "first" if self.likely(50) else "stay",
        )

    def _count(self, name: str) -> Count:
        most = self.chance.randint(1, 3)
        moves = (StepMove(1), StepMove(2), StepMove(-1), StepMove(), StepMove(to=0), StepMove(to=1))
        return Count(
            name, most, tuple(self._after(moves) for _ in range(self.chance.randint(1, 3)))
        )

    def _after(self, moves: tuple[StepMove, ...]) -> After:
        return After(self._trigger(), self.chance.choice(moves))

    def _trigger(self) -> Trigger:
        of_all: tuple[Happening, ...] = ("wins", "loses", "wins", "loses", "void", "trial")
        of_dice: tuple[Happening, ...] = ("point-set", "point-made", "seven-out", "come-out")
        told: Happening = "came" if self.place.game == "punto-banco" else "rolled"
        what = self.chance.choice((*of_all, told, *(of_dice if self.craps else ())))
        if what in ("rolled", "came"):
            return Trigger(what, outcomes=self._outcomes())
        if what in ("wins", "loses") and self.likely(40):
            return Trigger(what, ALL)
        return Trigger(what, self.bet_name() if what in ("wins", "loses", "void") else "")

    def _outcomes(self) -> tuple[int | str, ...]:
        every = ("player", "banker", "tie") if self.place.game == "punto-banco" else range(2, 13)
        return tuple(self.chance.sample(every, self.chance.choice((1, 1, 2))))

    # Conditions

    def condition(self, depth: int) -> Condition:
        kind = self.chance.randrange(100)
        if kind < 24 and depth < 2:
            both = self.condition(depth + 1), self.condition(depth + 1)
            return Both(*both) if kind < 12 else Either(*both)
        if kind < 32 and depth < 3:
            return Not(self.condition(depth + 1))
        if kind < 64:
            return self._compare()
        if kind < 74:
            return LastWas(self._outcomes())
        if kind < 87 and self.craps:
            numbers = tuple(self.chance.sample(BOX, self.chance.choice((0, 0, 1, 2))))
            return self.chance.choice((PointIs(numbers), Not(PointIs()), NewHand()))
        return BetIsUp(self.bet_name() if self.likely(75) else ALL)

    def _compare(self) -> Condition:
        op: Op = self.chance.choice(get_args(Op))
        measure = self._measure()
        if measure.kind not in MONEY:
            return Compare(measure, op, self.chance.randrange(5))
        if measure.kind == "ahead":
            return Compare(measure, op, self.chance.choice((-3000, -1000, -500, 0, 500, 2000)))
        return Compare(measure, op, self.chance.choice((1500, 2000, 3500, 5000, 8000, 12_500)))

    def _measure(self) -> Measure:
        if self.by_the_dollar and self.likely(50):
            return self.chance.choice(NOT_COMPILED if self.craps else NOT_COMPILED[:1])
        of_all: tuple[Kind, ...] = ("rolls", "wins", "losses")
        counted: tuple[Kind, ...] = (*of_all, "points") if self.craps else of_all
        other: list[Measure] = [Measure("bankroll"), Measure("rail"), Measure("ahead")]
        other += [Measure("bets", name=ALL if self.likely(40) else self.bet_name())]
        other += [Measure("shooters")] if self.craps else []
        other += [Measure("step", name=each.name) for each in self.steps]
        other += [Measure("count", name=each.name) for each in self.counts]
        if self.likely(60):
            return self.chance.choice(other)
        scope: Scope = self.chance.choice(SCOPES) if self.craps else "session"
        return Measure(self.chance.choice(counted), scope)

    # Lines

    def lines(self, depth: int) -> list[Line]:
        return [self._line(depth) for _ in range(self.chance.randint(1, 3))]

    def _line(self, depth: int) -> Line:
        if depth < 2 and self.likely(45):
            then = self.lines(depth + 1) if self.likely(40) else [self._acts()]
            otherwise = self.lines(depth + 1) if self.likely(25) else []
            return When(self.condition(0), tuple(then), tuple(otherwise))
        return self._acts()

    def _acts(self) -> Line:
        kind = self.chance.randrange(100)
        if kind < 45:
            return self._bet()
        if kind < 60 and self.craps:
            return self._odds()
        name = self.bet_name()
        if kind < 72:
            to = self.likely(40)
            most = None if to or self.likely(40) else 3 * self.cents(name)
            return RaiseLine(name, self.amount(name), to, most)
        if kind < 82:
            return ReduceLine(name, self.amount(name), self.likely(50))
        if kind < 91:
            return TakeDownLine(name if self.likely(75) else ALL)
        return CallLine(name if self.likely(75) else ALL, self.likely(50))

    def _bet(self) -> BetLine:
        wager = self.wager()
        self.used.append(wager)
        return BetLine(wager, self.amount(wager))

    def _odds(self) -> OddsLine:
        size = self.chance.choice(("1x", "2x", "3-4-5x", "0.5x", "max", "10", "20", ""))
        on = ALL if self.likely(60) else self.bet_name()
        if size.isdigit():
            return OddsLine(Money(100 * int(size)), on)
        return OddsLine(multiple(size) if size else self.amount("pass-odds"), on)


def _interpreter(question: Question, rules: Rules) -> Interpreter:
    strategy = question.strategy
    world = World(rules, sees_outcomes(strategy), depends_on_new_hand(strategy, rules))
    return Interpreter(StrategyLogic(strategy, question.bankroll, question.goal), world)


def _drawn(chance: random.Random, place: TableKind, table: Question, rules: Rules) -> Strategy:
    """A strategy that bets soon: not one that is over at once, or waits for what never comes."""
    by_the_dollar = chance.random() < 0.15
    for _ in range(MOST_DRAWN):
        strategy = Maker(chance, place, rules, by_the_dollar).strategy()
        player = _interpreter(replace(table, strategy=strategy), rules)
        if player.session([0, 1, 2, 0, 1, 2], None).staked:
            return strategy
    raise AssertionError(f"{MOST_DRAWN} strategies, and none that bets")


def asked(number: int) -> tuple[Question, Rules]:
    """The strategy of a number, and its table."""
    chance = random.Random(SEED + number)
    place = PLACES[number % len(PLACES)]
    bankroll = chance.choice((3_000, 5_000, 8_000, 12_000, 20_000))
    goal = bankroll + chance.choice((500, 1_000, 3_000)) if chance.random() < 0.25 else None
    table = Question(
        Strategy("", (), place.game),
        place.rules,
        place.name,
        _house(chance, place),
        bankroll=bankroll,
        rolls=ROLLS,
        goal=goal,
    )
    rules = table_rules(table)
    return replace(table, strategy=_drawn(chance, place, table, rules)), rules


def made_up(number: int) -> Prepared:
    """The strategy of a number with its automaton, if that is not too large."""
    question, rules = asked(number)
    strategy, bankroll, goal = question.strategy, question.bankroll, question.goal
    try:
        automaton, logic = compiled(strategy, rules, bankroll, goal, most_states=MOST_STATES)
    except NotCompiled as problem:
        return Prepared(
            question, rules, StrategyLogic(strategy, bankroll, goal), None, (), problem.why
        )
    return Prepared(question, rules, logic, automaton, ())


def _words(number: int, question: Question) -> str:
    """What somebody needs to play it himself."""
    where = f"{question.rules} {question.game} {dict(question.house)}"
    money = f"{question.bankroll} cents, goal {question.goal}"
    return f"strategy {number}: {where}, {money}\n{question.strategy}"


@pytest.mark.parametrize("batch", one_in(2, range(BATCHES)))
def test_however_it_is_played_it_is_the_same(batch: int, request: pytest.FixtureRequest) -> None:
    """Compiled, interpreted and on the table; by a kernel as walked; solved as counted."""
    size = A_LONG_BATCH if request.config.getoption("--long") else IN_SHORT
    machines = 0
    for number in range(size * batch, size * (batch + 1)):
        prepared = made_up(number)
        words = _words(number, prepared.question)
        _the_same_on_the_table(prepared, words)
        if prepared.automaton is not None:
            machines += 1
            if prepared.automaton.outcomes == DICE:
                _the_same_in_kernels(prepared, prepared.automaton, words)
                _the_same_counted(prepared.automaton, prepared.question.bankroll, words)
    assert machines >= size // 2


def _the_same_on_the_table(prepared: Prepared, words: str) -> None:
    player = _interpreter(prepared.question, prepared.rules)
    for session in range(SESSIONS):
        where = f"session {session} of {words}"
        table = at_the_table(prepared, SEED, session, ROLLS)
        lived = player.session(prepared.sampling.outcomes(SEED, session), ROLLS)
        assert (*lived[:4], tuple(lived.trail)) == table[:5], f"interpreted, {where}"
        assert lived.parts == table.parts, f"interpreted, {where}"
        if prepared.automaton is not None:
            assert walked(prepared, SEED, session, ROLLS) == table[:5], f"compiled, {where}"


def _the_same_in_kernels(prepared: Prepared, automaton: Automaton, words: str) -> None:
    alone = [walked(prepared, SEED, session, ROLLS)[:4] for session in range(IN_KERNELS)]
    unit, bankroll = automaton.unit, prepared.question.bankroll // automaton.unit
    ready = packed.pack(automaton, bankroll)
    for engine in (kernel, lockstep):
        done = engine.play(ready, bankroll, ROLLS, SEED, 0, IN_KERNELS)
        ends = [None if end == UNDECIDED else end for end in done.end.tolist()]
        final, staked = (done.final * unit).tolist(), (done.staked * unit).tolist()
        found = list(zip(final, ends, done.rolls.tolist(), staked, strict=True))
        assert found == alone, f"{engine.__name__}, {words}"


def _the_same_counted(automaton: Automaton, bankroll: int, words: str) -> None:
    """Two rolls, solved, are what all 1,296 of them come to."""
    assert set(automaton.weights.tolist()) == {1}
    every = [walk(automaton, bankroll, two, 2) for two in product(range(DICE), repeat=2)]
    found = exact.solve(automaton, bankroll // automaton.unit, 2, engine="numpy")
    cents = (found.final.values * automaton.unit).tolist()
    chances = dict(zip(cents, found.final.mass.tolist(), strict=True))
    ends = {label: share for label, share in found.ends.items() if share}
    assert chances == pytest.approx(_shares(each.final for each in every)), words
    assert ends == pytest.approx(_shares(_label(automaton, each) for each in every)), words
    means = (found.final.mean * automaton.unit, found.rolls[0], found.staked[0] * automaton.unit)
    counted = np.mean([(each.final, each.rolls, each.staked) for each in every], axis=0)
    assert means == pytest.approx(tuple(counted)), words


def _label(automaton: Automaton, session: Walk) -> str:
    return PLAYED_OUT if session.end is None else automaton.ends[session.end]


def _shares(values: Iterable[Any]) -> dict[Any, float]:
    counted = Counter(values)
    return {value: count / counted.total() for value, count in counted.items()}


def test_written_and_read_again_it_is_the_same(request: pytest.FixtureRequest) -> None:
    size = A_LONG_BATCH if request.config.getoption("--long") else A_BATCH
    for number in range(size * BATCHES):
        question, _ = asked(number)
        assert parse(str(question.strategy)) == question.strategy, _words(number, question)


def test_everything_a_strategy_is_made_of_comes_up() -> None:
    """In the sample: else the other tests would say less than they seem to."""
    strategies = [asked(number)[0].strategy for number in range(A_BATCH * BATCHES)]
    lines = {type(line) for each in strategies for line in every_line(each.lines)}
    single = [condition for each in strategies for condition in conditions(each)]
    compared = [each for each in single if isinstance(each, Compare)]
    moved = [steps.moves for each in strategies for steps in each.steps]
    moved += [count.moves for each in strategies for count in each.counts]
    assert lines == set(get_args(Line)) - {When}
    assert {type(each) for each in single} == {PointIs, NewHand, BetIsUp, LastWas, Compare}
    assert {each.measure.kind for each in compared} == {*KINDS, *game_terms().counted}
    assert {each.measure.scope for each in compared} == set(SCOPES)
    assert {each.op for each in compared} == set(get_args(Op))
    happenings = {each.key for each in game_terms().happenings if each.phrases}
    found = {after.trigger.what for each in moved for after in each}
    assert found == {"wins", "loses", "void", "rolled", "came", "trial", *happenings}


def test_sessions_end_in_every_way() -> None:
    ends: Counter[str] = Counter()
    for number in range(A_BATCH * BATCHES):
        question, rules = asked(number)
        player = _interpreter(question, rules)
        prepared = Prepared(question, rules, player.logic, None, ())
        for session in range(SESSIONS):
            end = player.session(prepared.sampling.outcomes(SEED, session), ROLLS).end
            ends[PLAYED_OUT if end is None else player.logic.ends[end].split(":")[0]] += 1
    assert set(ends) == {"ruin", "goal", "stop", PLAYED_OUT}
    assert min(ends.values()) >= A_BATCH, ends
