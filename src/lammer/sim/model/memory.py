"""What a strategy remembers between trials: its counts, its steps and the measures of its
conditions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from lammer.games.registry import game_terms
from lammer.sim.model.purse import FAR
from lammer.sim.strategy.parts import (
    ALL,
    AMOUNTS,
    After,
    Amount,
    AmountList,
    BetLine,
    Both,
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
    RaiseLine,
    Reckoned,
    ReduceLine,
    Share,
    StepOf,
    Steps,
    Strategy,
    Times,
    Trigger,
    Variable,
    WhatIsLeft,
    When,
    Winnings,
    leaves,
)
from lammer.table.events import BetLost, BetVoid, BetWon, Event
from lammer.table.rules import Rules


class TrialSummary(NamedTuple):
    """A trial as a strategy sees it: its bets' results (wager, name, result), the outcome's name,
    its events (keys of ``GameTerms``), the change of equity in cents, and of its winners (wager,
    name, stake, paid)."""

    results: tuple[tuple[str, str, str], ...]
    outcome: int | str
    brought: frozenset[str]
    gain: int
    won: tuple[tuple[str, str, int, int], ...] = ()


def trial_summary(
    rules: Rules,
    before: str,
    after: str,
    called: int | str,
    results: Iterable[tuple[str, str, str]],
    gain: int,
    won: Iterable[tuple[str, str, int, int]] = (),
) -> TrialSummary:
    """Return the summary of a trial that led from one context to another."""
    brought = game_terms(rules.house.law.key).happened(before, after, called)
    return TrialSummary(tuple(results), called, brought, gain, tuple(won))


def summary_of_events(
    rules: Rules,
    before: str,
    after: str,
    called: int | str,
    events: Iterable[Event],
    seat: int,
    names: Mapping[str, str],
    gain: int,
) -> TrialSummary:
    """Return the summary of a trial at a table, for the bets of a seat; ``names`` has the wager of
    each bet that was up."""
    results, won = [], []
    for event in events:
        if isinstance(event, BetWon | BetLost | BetVoid) and event.seat == seat:
            results.append((names[event.wager], event.wager, event.name))
            if isinstance(event, BetWon):
                won.append((names[event.wager], event.wager, event.stake, event.paid))
    return trial_summary(rules, before, after, called, results, gain, won)


Memory = tuple[Any, ...]
"""One value for each slot, then one for each named amount (cents) and list (a tuple of cents)."""
Rule = Callable[[int, TrialSummary], int]


@dataclass(frozen=True)
class Slot:
    """One number remembered: the measure it is for, its start, and how a trial changes it."""

    measure: Measure
    start: int
    rule: Rule


def remembered(strategy: Strategy) -> tuple[Slot, ...]:
    """Return what a strategy has to remember, and no more."""
    slots = []
    for steps in strategy.steps:
        last = len(steps.amounts) - 1
        rule = _moving(steps.moves, last, wraps=steps.past_end == "first")
        slots.append(Slot(Measure("step", name=steps.name), 0, rule))
    for count in strategy.counts:
        rule = _moving(count.moves, count.most, wraps=False)
        slots.append(Slot(Measure("count", name=count.name), 0, rule))
    most: dict[Measure, int] = {}
    told_apart: set[int | str] = set()
    for condition in conditions(strategy):
        if isinstance(condition, Compare):
            measure = condition.measure
            most[measure] = max(most.get(measure, 0), condition.value + 1)
        elif isinstance(condition, LastWas):
            told_apart.update(condition.outcomes)
    if told_apart:
        slots.append(Slot(LAST, 0, _last(frozenset(told_apart))))
    for line in every_line(strategy.lines):
        if isinstance(line, BetLine) and line.leave_up:
            kept = Slot(Measure("kept", name=line.wager), 0, _of_winners(line.wager, stake=True))
            slots += [] if kept.measure in (each.measure for each in slots) else [kept]
    for wager in winnings_looked_at(strategy):
        slots.append(Slot(Measure("won", name=wager), 0, _of_winners(wager, stake=False)))
    for measure, bound in most.items():
        capped = measure.kind != "drawdown" or leaves_after_a_fall(strategy)
        made = _counting(measure, bound if capped else FAR)
        if made is not None:
            slots.append(Slot(measure, 0, made))
    return tuple(slots)


def winnings_looked_at(strategy: Strategy) -> tuple[str, ...]:
    """Return the wagers whose winnings a line bets by."""
    found: dict[str, None] = {}
    for line in every_line(strategy.lines):
        named = getattr(line, "wager", "")
        amount = line.size if isinstance(line, OddsLine) else getattr(line, "amount", None)
        for leaf in leaves(amount) if isinstance(amount, AMOUNTS) else ():
            if isinstance(leaf, Winnings):
                found[leaf.wager or named] = None
    return tuple(found)


def _of_winners(wager: str, *, stake: bool) -> Rule:
    """Return the rule that keeps the stake of a bet that won in the trial, or what it was paid; 0
    if it did not."""

    def kept(_: int, summary: TrialSummary) -> int:
        return sum(
            staked if stake else paid
            for kind, name, staked, paid in summary.won
            if wager in (kind, name)
        )

    return kept


LAST = Measure("rolls", name="last")
"""The measure under which the last outcome is kept."""


def conditions(strategy: Strategy) -> Iterator[Condition]:
    """Yield every single condition in a strategy."""
    for stop in strategy.stops:
        yield from _single(stop.condition)
    yield from _of_lines(strategy.lines)


def _of_lines(lines: tuple[Line, ...]) -> Iterator[Condition]:
    for line in lines:
        if isinstance(line, When):
            yield from _single(line.condition)
            yield from _of_lines(line.then)
            yield from _of_lines(line.otherwise)


def _single(condition: Condition) -> Iterator[Condition]:
    match condition:
        case Both(left, right) | Either(left, right):
            yield from _single(left)
            yield from _single(right)
        case Not(what):
            yield from _single(what)
        case _:
            yield condition


def needs_exact_bankroll(strategy: Strategy, rules: Rules) -> str | None:
    """Return why no finite automaton can play a strategy: it depends on the exact bankroll. None if
    it does not."""
    amounts = list(_amounts(strategy.lines))
    single = [leaf for each in amounts if isinstance(each, AMOUNTS) for leaf in leaves(each)]
    moved = (m.amount for each in strategy.variables for m in each.moves)
    single += [leaf for each in moved if each is not None for leaf in leaves(each)]
    if any(isinstance(amount, Share) for amount in single):
        return "it bets a share of the bankroll"
    if any(isinstance(amount, WhatIsLeft) for amount in single):
        return "it bets what is left on the rail"
    if "max" in amounts and makes_moving_bets(strategy, rules):
        return "it puts as much as it has behind several bets"
    for condition in conditions(strategy):
        measure = condition.measure if isinstance(condition, Compare) else None
        falls = measure is not None and measure.kind == "drawdown"
        if falls and not leaves_after_a_fall(strategy):
            return "it looks at its drawdown"
        if measure is not None and measure.kind == "ahead" and measure.scope != "session":
            return "it counts the money won since a shooter or a come-out began"
    return None


def leaves_after_a_fall(strategy: Strategy) -> bool:
    """Return whether play stops once it is so far below its best, whatever else: no further fall
    has to be told apart then."""
    return any(_is_a_fall(stop.condition) for stop in strategy.stops)


def _is_a_fall(condition: Condition) -> bool:
    match condition:
        case Either(left, right):
            return _is_a_fall(left) or _is_a_fall(right)
        case Compare(measure, op):
            return measure.kind == "drawdown" and op in (">", ">=")
    return False


def raises_without_top(strategy: Strategy) -> bool:
    """Return whether a line may raise a bet again and again."""
    lines = every_line(strategy.lines)
    return any(isinstance(x, RaiseLine) and not x.to and x.most is None for x in lines)


def without_top(strategy: Strategy) -> str | None:
    """Return the name of an amount or a list that can grow without end; None if there is none."""
    for each in strategy.variables:
        if isinstance(each, AmountList):
            if each.most is None and any(move.how == "add" for move in each.moves):
                return each.name
        elif _top(strategy, each, ()) is None:
            return each.name
    return None


def _top(strategy: Strategy, of: Variable, seen: tuple[str, ...]) -> Fraction | None:
    """Return what an amount or the sum of a list can be at most; None if it has no limit."""
    if of.most is not None:
        return Fraction(of.most)
    if of.name in seen:
        return None
    seen = (*seen, of.name)
    if isinstance(of, AmountList):
        return Fraction(sum(of.start)) if all(each.how != "add" for each in of.moves) else None
    found = Fraction(of.start)
    for move in of.moves:
        most = Fraction(0) if move.how == "-" else _most(strategy, move.amount, seen)
        if move.how == "+" or most is None:
            return None
        found = max(found, most)
    return found


def _most(strategy: Strategy, amount: Amount, seen: tuple[str, ...]) -> Fraction | None:
    match amount:
        case Money(cents):
            return Fraction(cents)
        case StepOf(name, times):
            steps: list[Steps] = [each for each in strategy.steps if each.name == name]
            return Fraction(times * max(max(each.amounts) for each in steps)) if steps else None
        case Times(by, of):
            most = _most(strategy, of, seen)
            return None if most is None else by * most
        case Reckoned("-", left, _):
            return _most(strategy, left, seen)
        case Reckoned(how, left, right):
            both = [_most(strategy, each, seen) for each in (left, right)]
            known = [each for each in both if each is not None]
            if how == "least":
                return min(known, default=None)
            if len(known) < 2:
                return None
            return sum(known, Fraction(0)) if how == "+" else max(known)
    named = getattr(amount, "name", None)
    variable = next((each for each in strategy.variables if each.name == named), None)
    return None if variable is None else _top(strategy, variable, seen)


def _amounts(lines: tuple[Line, ...]) -> Iterator[object]:
    for line in every_line(lines):
        if isinstance(line, OddsLine):
            yield line.size
        elif isinstance(line, BetLine | RaiseLine | ReduceLine):
            yield line.amount


def sees_outcomes(strategy: Strategy) -> frozenset[int | str]:
    """Return the outcomes that a strategy distinguishes."""
    seen: set[int | str] = set()
    for trigger in triggers(strategy):
        seen.update(trigger.outcomes)
    for condition in conditions(strategy):
        if isinstance(condition, LastWas):
            seen.update(condition.outcomes)
    return frozenset(seen)


def triggers(strategy: Strategy) -> Iterator[Trigger]:
    """Yield what moves steps, counts, amounts and lists."""
    for each in (*strategy.steps, *strategy.counts, *strategy.variables):
        yield from (move.trigger for move in each.moves)


def depends_on_new_hand(strategy: Strategy, rules: Rules) -> bool:
    """True if a condition of the strategy, or the offer of a wager it names, depends on whether the
    shooter is new."""
    if any(isinstance(condition, NewHand) for condition in conditions(strategy)):
        return True
    named = wagers(strategy) & set(rules.wagers)
    return any(rules.wagers[wager].offer.new_holder for wager in named)


def makes_moving_bets(strategy: Strategy, rules: Rules) -> bool:
    """Return whether a strategy makes bets that move to a number, of which several may be up."""
    named = wagers(strategy) & set(rules.wagers)
    return any(rules.wagers[wager].travels for wager in named)


def wagers(strategy: Strategy) -> set[str]:
    """Return the wagers on which its lines bet."""
    return {
        line.wager for line in every_line(strategy.lines) if isinstance(line, BetLine | RaiseLine)
    }


def every_line(lines: tuple[Line, ...]) -> Iterator[Line]:
    """Yield each line that acts, also inside blocks."""
    for line in lines:
        if isinstance(line, When):
            yield from every_line((*line.then, *line.otherwise))
        else:
            yield line


# How the numbers change


def _moving(moves: tuple[After, ...], last: int, *, wraps: bool) -> Rule:
    def moved(value: int, summary: TrialSummary) -> int:
        for after in moves:
            if not fires(after.trigger, summary):
                continue
            to = after.move.to
            value = value + after.move.by if to is None else last if to == -1 else min(to, last)
            if value > last:
                value = 0 if wraps else last
            value = max(value, 0)
        return value

    return moved


def fires(trigger: Trigger, summary: TrialSummary) -> bool:
    """True if a trigger fires in a trial."""
    match trigger.what:
        case "wins" | "loses" | "void" as what:
            return any(
                result == what and trigger.wager in (ALL, wager, name)
                for wager, name, result in summary.results
            )
        case "rolled" | "came":
            return summary.outcome in trigger.outcomes
        case "trial":
            return True
    return trigger.what in summary.brought


def _counting(measure: Measure, bound: int) -> Rule | None:
    """Return how a measure's own number changes; None if it is observed instead of remembered."""
    what: Callable[[TrialSummary], int]
    match measure.kind:
        case "rolls":
            what = _one
        case "wins":
            what = _wins
        case "losses":
            what = _losses
        case kind if kind in game_terms().counted:
            what = _counts(game_terms().counted[kind][1])
        case "drawdown":
            return lambda value, summary: min(max(value - summary.gain, 0), bound)
        case "ahead" if measure.scope != "session":
            return _scoped(measure, lambda value, summary: value + summary.gain)
        case _:
            return None
    return _scoped(measure, lambda value, summary: min(value + what(summary), bound))


def _scoped(measure: Measure, rule: Rule) -> Rule:
    if measure.scope == "session":
        return rule
    _, ends = game_terms().scopes[measure.scope]
    return lambda value, summary: 0 if ends in summary.brought else rule(value, summary)


def _last(told_apart: frozenset[int | str]) -> Rule:
    """Return the rule that keeps the last outcome, if a condition distinguishes it."""

    def last(_: int, summary: TrialSummary) -> int:
        return _code(summary.outcome) if summary.outcome in told_apart else 0

    return last


def _code(outcome: int | str) -> int:
    """Return an outcome as a number above 0: words before numbers."""
    words = game_terms().outcomes
    return 1 + (words.index(outcome) if isinstance(outcome, str) else len(words) + outcome)


def was(value: int, outcomes: tuple[int | str, ...]) -> bool:
    """Return whether a remembered last outcome is one of these."""
    return any(value == _code(outcome) for outcome in outcomes)


def _one(_: TrialSummary) -> int:
    return 1


def _counts(happening: str) -> Callable[[TrialSummary], int]:
    return lambda summary: int(happening in summary.brought)


def _wins(summary: TrialSummary) -> int:
    return sum(result == "wins" for _, _, result in summary.results)


def _losses(summary: TrialSummary) -> int:
    return sum(result == "loses" for _, _, result in summary.results)
