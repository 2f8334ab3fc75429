"""Checks a strategy against a table before it plays; faults name the clause."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.games.registry import RULESETS, did_you_mean, game_terms, load, nearest
from lammer.games.terms import GameTerms
from lammer.house.known_names import belongs
from lammer.sim.model.memory import conditions, every_line, triggers
from lammer.sim.model.player import SEAT, StrategyLogic
from lammer.sim.model.world import World
from lammer.sim.strategy.parts import (
    ALL,
    AMOUNTS,
    Amount,
    AmountList,
    BetIsUp,
    BetLine,
    Compare,
    Condition,
    LastWas,
    Line,
    Money,
    Named,
    NamedAmount,
    NewHand,
    NextStep,
    OddsLine,
    OfList,
    PointIs,
    RaiseLine,
    ReduceLine,
    Share,
    StepOf,
    Strategy,
    Trigger,
    When,
    Winnings,
    leaves,
)
from lammer.sim.strategy.words import MOST_DOLLARS, POINT
from lammer.sim.strategy.write import happening, line_text, said
from lammer.table.bets.make import may_be_left_up
from lammer.table.commands import MakeBet
from lammer.table.rules import Rules
from lammer.table.views.legal import posted_range

MOST_CENTS = 100 * MOST_DOLLARS
"""The largest bet that can be written in a strategy."""
TIME = ("wrong-time",)
"""Refusals that may only mean: not now."""
SIZE = (
    "not-a-unit", "under-minimum", "over-maximum", "not-a-step", "cannot-be-paid", "no-charge",
    "over-odds-limit",
)  # fmt: skip


@dataclass(frozen=True)
class StrategyFault:
    """A line that the table does not take, and what says so."""

    line: int
    text: str
    what: str
    clauses: tuple[str, ...] = ()

    def __str__(self) -> str:
        at = f"line {self.line}: " if self.line else ""
        named = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        return f"{at}{self.text}: {self.what}{named}"


class Unplayable(Exception):
    """A strategy that this table does not take, line by line."""

    def __init__(self, faults: list[StrategyFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in faults))


def check(strategy: Strategy, rules: Rules) -> None:
    """Raise ``Unplayable`` for faults that can be known before play: unknown names, amounts that
    the table never accepts."""
    world = World(rules)
    faults = [*_undeclared(strategy), *_unnamed(strategy, rules), *_unseen(strategy, world)]
    faults = faults or _sizes(strategy) or _in_parts(strategy, rules) or _left_up(strategy, rules)
    faults = faults or _whose_winnings(strategy)
    if not faults:
        logic = StrategyLogic(strategy, 0)
        for line in every_line(strategy.lines):
            if isinstance(line, BetLine):
                faults += _amounts(logic, world, rules, line)
    if faults:
        raise Unplayable(faults)


def _undeclared(strategy: Strategy) -> list[StrategyFault]:
    """Return faults for steps and counts that are used but not declared; only strategies built in
    Python can have them."""
    steps = {each.name for each in strategy.steps}
    counts = {each.name for each in strategy.counts}
    named = [(line.line, leaf) for line in every_line(strategy.lines) for leaf in _leaves(line)]
    for variable in strategy.variables:
        amounts = (move.amount for move in variable.moves)
        named += [(0, leaf) for each in amounts if each is not None for leaf in leaves(each)]
    used = [(at, leaf.steps) for at, leaf in named if isinstance(leaf, StepOf | NextStep)]
    measures = [each.measure for each in conditions(strategy) if isinstance(each, Compare)]
    used += [(0, each.name) for each in measures if each.kind == "step"]
    found = [
        StrategyFault(at, name, "these steps are not declared")
        for at, name in used
        if name not in steps
    ]
    unknown = [each.name for each in measures if each.kind == "count" and each.name not in counts]
    variables = {each.name: type(each) for each in strategy.variables}
    for at, leaf in named:
        kind = NamedAmount if isinstance(leaf, Named) else AmountList
        if isinstance(leaf, Named | OfList) and variables.get(leaf.name) is not kind:
            found.append(StrategyFault(at, leaf.name, "this amount is not declared"))
    for each in measures:
        kind = NamedAmount if each.kind == "amount" else AmountList
        if each.kind in ("amount", "sum", "length") and variables.get(each.name) is not kind:
            found.append(StrategyFault(0, each.name, "this amount is not declared"))
    return [*found, *(StrategyFault(0, name, "this count is not declared") for name in unknown)]


def _unnamed(strategy: Strategy, rules: Rules) -> list[StrategyFault]:
    """Return faults for names of wagers that this table does not have."""
    known = {*rules.wagers, *rules.moved_names, ALL, ""}
    if any(context.isdigit() for context in rules.space.contexts):
        begins = game_terms(rules.house.law.key).on_point
        known |= {f"{each}-{POINT}" for each in begins}
    faults = []
    for line in every_line(strategy.lines):
        named = line.on if isinstance(line, OddsLine) else getattr(line, "wager", ALL)
        if named not in known:
            faults.append(_unknown(line.line, next(line_text(line)), named, rules))
    for each in conditions(strategy):
        named = each.wager if isinstance(each, BetIsUp) else ""
        if isinstance(each, Compare) and each.measure.kind == "bets":
            named = each.measure.name
        if named not in known:
            faults.append(_unknown(0, said(each), named, rules))
    faults += [
        _unknown(0, f"after {happening(trigger)}", trigger.wager, rules)
        for trigger in _triggers(strategy)
        if trigger.wager not in known
    ]
    faults += [
        _unknown(line.line, next(line_text(line)), wager, rules)
        for line, wager in _winnings(strategy)
        if wager not in known
    ]
    declared = [each.name for each in (*strategy.steps, *strategy.counts, *strategy.variables)]
    faults += [
        StrategyFault(0, each, "the name is a wager's") for each in declared if each in known
    ]
    return faults


def _winnings(strategy: Strategy) -> Iterator[tuple[Line, str]]:
    """Yield each line that bets by the winnings of a wager that it names."""
    for line in every_line(strategy.lines):
        for leaf in _leaves(line):
            if isinstance(leaf, Winnings):
                yield line, leaf.wager


def _whose_winnings(strategy: Strategy) -> list[StrategyFault]:
    """Return faults for lines that bet by "the winnings" and are not about one bet by name."""
    faults = []
    for line in every_line(strategy.lines):
        name = ALL if isinstance(line, OddsLine) else getattr(line, "wager", "")
        if (name == ALL or name.endswith(f"-{POINT}")) and Winnings() in _leaves(line):
            what = "the winnings of which bet? Write: the winnings of place-6"
            faults.append(StrategyFault(line.line, next(line_text(line)), what))
    return faults


def _leaves(line: Line) -> Iterator[Amount]:
    """Yield the amounts that a line's amount is computed from."""
    amount = line.size if isinstance(line, OddsLine) else getattr(line, "amount", None)
    if isinstance(amount, AMOUNTS):
        yield from leaves(amount)


def _left_up(strategy: Strategy, rules: Rules) -> list[StrategyFault]:
    """Return faults for bets that are left up but may not be."""
    faults = []
    for line in every_line(strategy.lines):
        wager = rules.wagers.get(line.wager) if isinstance(line, BetLine) else None
        if isinstance(line, BetLine) and line.leave_up and line.wager.endswith(f"-{POINT}"):
            what = 'when it wins, the point is another: leave out "leave up", or name the number'
            faults.append(StrategyFault(line.line, next(line_text(line)), what))
        elif isinstance(line, BetLine) and line.leave_up and not (wager and may_be_left_up(wager)):
            name = line.wager if wager is None else wager.name
            what = f'{name} is not a bet that is left up when it wins: leave out "leave up"'
            text = next(line_text(line))
            clauses = rules.ids(rules.procedure.leave_up)
            faults.append(StrategyFault(line.line, text, what, clauses))
    return faults


def _in_parts(strategy: Strategy, rules: Rules) -> list[StrategyFault]:
    """Return faults for lines other than bets that name a wager that is put down as two."""
    named = [
        (line.line, next(line_text(line)), line.on if isinstance(line, OddsLine) else line.wager)
        for line in every_line(strategy.lines)
        if not isinstance(line, BetLine | When)
    ]
    for each in conditions(strategy):
        if isinstance(each, BetIsUp):
            named.append((0, said(each), each.wager))
        elif isinstance(each, Compare) and each.measure.kind == "bets":
            named.append((0, said(each), each.measure.name))
    named += [(0, f"after {happening(each)}", each.wager) for each in _triggers(strategy)]
    faults = []
    for line, text, name in named:
        wager = rules.wagers.get(name)
        if wager is not None and wager.breakdown is not None:
            parts = " and ".join(part.wager for part in wager.breakdown.parts)
            what = f"{wager.name} is put down as two wagers: name {parts}"
            faults.append(StrategyFault(line, text, what, rules.ids(wager.breakdown.cites)))
    return faults


def _triggers(strategy: Strategy) -> list[Trigger]:
    return list(triggers(strategy))


def _unseen(strategy: Strategy, world: World) -> list[StrategyFault]:
    """Return faults for outcomes, events and conditions that this game does not have."""
    possible = {trial.called for trial in world.trials}
    game = world.rules.house.law.game
    faults = [
        StrategyFault(0, f"after {happening(trigger)}", f"{each} never comes at {game}")
        for trigger in _triggers(strategy)
        for each in trigger.outcomes
        if each not in possible
    ]
    terms = game_terms(world.rules.house.law.key)
    for each in conditions(strategy):
        if isinstance(each, LastWas):
            never = [value for value in each.outcomes if value not in possible]
            faults += [
                StrategyFault(0, said(each), f"{value} never comes at {game}") for value in never
            ]
        elif not _has(terms, each):
            faults.append(StrategyFault(0, said(each), f"there is no such thing at {game}"))
    elsewhere = {each.key for each in game_terms().happenings}
    elsewhere -= {each.key for each in terms.happenings}
    return faults + [
        StrategyFault(0, f"after {happening(trigger)}", f"there is no such thing at {game}")
        for trigger in _triggers(strategy)
        if trigger.what in elsewhere
    ]


def _has(terms: GameTerms, condition: Condition) -> bool:
    """True if a game with these terms has what a condition is about."""
    match condition:
        case Compare(measure):
            counted = measure.kind not in game_terms().counted or measure.kind in terms.counted
            return counted and measure.scope in ("session", *terms.scopes)
        case PointIs():
            return bool(terms.point_on)
        case NewHand():
            return bool(terms.new_hand)
    return True


def _unknown(line: int, text: str, wager: str, rules: Rules) -> StrategyFault:
    listed = rules.house.equipped.named(wager)
    if listed:
        return StrategyFault(line, text, f"{listed[0].name} is not offered at this table")
    law = rules.house.law
    elsewhere = [key for key in RULESETS if key != law.key and load(key).named(wager)]
    one_under = f"It is one under {', '.join(elsewhere)}." if elsewhere else ""
    hint = one_under or belongs(f"wager {wager}", law)
    near = hint or did_you_mean(nearest(wager, tuple(rules.wagers)))
    what = f"{wager} is not a wager of {law.game} under {law.key}. {near}".strip()
    return StrategyFault(line, text, what, rules.ids((*law.law.no_others, *law.law.only_these)))


def _sizes(strategy: Strategy) -> list[StrategyFault]:
    """Return faults for stakes that are zero, negative, fractions of a cent or too large; only
    strategies built in Python can have them."""
    faults = [
        StrategyFault(0, f"steps {steps.name}", "steps need one amount or more")
        for steps in strategy.steps
        if not steps.amounts
    ]
    for steps in strategy.steps:
        wrong = next(filter(None, map(_no_stake, steps.amounts)), "")
        faults += [StrategyFault(0, f"steps {steps.name}", wrong)] if wrong else []
    if faults:
        return faults
    logic = StrategyLogic(strategy, 0)
    for line in every_line(strategy.lines):
        wrong = _no_size(logic, line)
        faults += [StrategyFault(line.line, _named(line), wrong)] if wrong else []
    return faults


def _named(line: Line) -> str:
    """Return a line's verb and wager. An invalid amount cannot always be written out."""
    wager = line.on if isinstance(line, OddsLine) else getattr(line, "wager", "")
    return f"{type(line).__name__.lower()} {wager}"


def _no_size(logic: StrategyLogic, line: Line) -> str:
    """Return what is wrong with the amount of a line; empty if nothing is."""
    if isinstance(line, OddsLine):
        return _no_multiple(line.size) or _no_amount(logic, line.size)
    if isinstance(line, RaiseLine) and line.most is not None:
        return _no_stake(line.most) or _no_amount(logic, line.amount)
    if isinstance(line, ReduceLine) and line.to and line.amount == Money(0):
        return ""
    return (
        _no_amount(logic, line.amount) if isinstance(line, BetLine | RaiseLine | ReduceLine) else ""
    )


def _no_amount(logic: StrategyLogic, amount: object) -> str:
    match amount:
        case Share(part):
            return "" if 0 < part <= 1 else f"a share of {part} is not above 0 and up to 1"
        case StepOf(_, times) if not isinstance(times, int) or times < 1:
            return f"{times} times is not 1 or more"
        case Money() | StepOf():
            return next(filter(None, map(_no_stake, logic.amounts(amount))), "")
    return ""


def _no_multiple(size: object) -> str:
    sizes = [times for _, times in size] if isinstance(size, tuple) else [size]
    small = [each for each in sizes if isinstance(each, int | float | Fraction) and not each > 0]
    return (
        f"odds of {small[0]} times bet nothing; write 1 or more, or leave the line out"
        if small
        else ""
    )


def _no_stake(cents: int) -> str:
    if not isinstance(cents, int):
        return f"{cents!r} is no whole number of cents"
    if cents <= 0:
        return f"{cents} cents is no stake; bet more than nothing, or leave the line out"
    return f"more than {dollars(MOST_CENTS)}" if cents > MOST_CENTS else ""


def _amounts(
    logic: StrategyLogic, world: World, rules: Rules, line: BetLine
) -> list[StrategyFault]:
    """Return faults for amounts of a bet that are refused in every position."""
    faults = []
    for cents in dict.fromkeys(logic.amounts(line.amount)):
        text = f"bet {line.wager} {dollars(cents)}"
        refusal = _ever_refused(world, MakeBet(SEAT, line.wager, cents))
        if refusal is not None:
            what = f"{refusal.detail} {_taken(rules, line.wager)}".rstrip()
            faults.append(StrategyFault(line.line, text, what, refusal.clauses))
    return faults


def _taken(rules: Rules, name: str) -> str:
    """Return which amounts of a wager are taken."""
    if name not in rules.wagers:
        return ""  # On the point, whichever it is.
    found = posted_range(rules, rules.wagers[name])
    most = f" to {dollars(found.most)}" if found.most else " or more"
    step = f", in steps of {dollars(found.step)}" if found.step > rules.pay_unit else ""
    return f"Bet {dollars(found.least)}{most}{step}."


def _ever_refused(world: World, command: MakeBet) -> Refusal | None:
    """Return the refusal of the amount if every context has one."""
    begin = world.begin(())
    found: Refusal | None = None
    for context in world.space.contexts:
        answer = world.answer(begin._replace(context=context), {}, command)
        if not isinstance(answer, Refusal):
            return None
        if answer.code in SIZE:
            found = answer
    return found


def afterwards(logic: StrategyLogic) -> tuple[list[StrategyFault], list[str]]:
    """Return faults (lines that were refused each time) and notes, once a strategy has been played
    or compiled."""
    faults, notes = [], []
    for line, counts in zip(every_line(logic.strategy.lines), logic.line_counts, strict=True):
        text, done, refused = next(line_text(line)), counts.done, counts.refused
        told = [refusal for refusal in refused if refusal.code not in TIME]
        at = f"line {line.line} ({text})" if line.line else text
        if not told and not done:
            when = f": {refused[0].detail}" if refused else ""
            notes.append(f"{at} never comes to anything{when}")
        elif told and not done and getattr(line, "wager", "") != ALL:
            faults.append(StrategyFault(line.line, text, told[0].detail, told[0].clauses))
        elif told and not (isinstance(line, OddsLine) and told[0].code == "over-odds-limit"):
            fault = StrategyFault(line.line, text, told[0].detail, told[0].clauses)
            notes.append(f"refused at times: {fault}")
    return faults, notes
