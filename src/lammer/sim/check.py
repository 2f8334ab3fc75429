"""A strategy held against a table before it plays: what is refused is said with its clause."""

from dataclasses import dataclass

from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.games.registry import did_you_mean, nearest
from lammer.sim.memory import every_line
from lammer.sim.mind import SEAT, Mind
from lammer.sim.strategy.parts import ALL, Bet, Odds, Raise, Strategy, Trigger
from lammer.sim.strategy.write import line_text
from lammer.sim.world import World
from lammer.table.command import MakeBet
from lammer.table.rules import Rules

TIME = ("wrong-time",)
"""Refusals that only say: not now."""
SIZE = (
    "not-a-unit", "under-minimum", "over-maximum", "not-a-step", "cannot-be-paid", "no-charge",
    "over-odds-limit",
)  # fmt: skip


@dataclass(frozen=True)
class Fault:
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

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in faults))


def check(strategy: Strategy, rules: Rules) -> None:
    """Raise ``Unplayable`` for what can be known before play: wagers that are not there, amounts
    that are not taken."""
    faults = [*_unnamed(strategy, rules)]
    if not faults:
        world = World(rules)
        mind = Mind(strategy, 0)
        for line in every_line(strategy.lines):
            if isinstance(line, Bet):
                faults += _amounts(mind, world, line)
    if faults:
        raise Unplayable(faults)


def _unnamed(strategy: Strategy, rules: Rules) -> list[Fault]:
    """Names of wagers that this table does not know."""
    known = {*rules.wagers, *rules._travelled, ALL}
    faults = []
    for line in every_line(strategy.lines):
        named = line.on if isinstance(line, Odds) else getattr(line, "wager", ALL)
        if named not in known:
            faults.append(_unknown(line.line, next(line_text(line)), named, rules))
    moves = [each.moves for each in strategy.steps] + [each.moves for each in strategy.counts]
    triggers = [after.trigger for each in moves for after in each]
    faults += [
        _unknown(0, f"after {trigger.wager} ...", trigger.wager, rules)
        for trigger in triggers
        if trigger.wager and trigger.wager not in known
    ]
    return faults + _uncalled(triggers, rules)


def _uncalled(triggers: list[Trigger], rules: Rules) -> list[Fault]:
    """Outcomes that this game does not have."""
    outcomes = {each for trigger in triggers for each in trigger.outcomes}
    possible = {trial.called for trial in World(rules).trials}
    return [
        Fault(0, f"after {each} ...", f"{each} never comes in this game")
        for each in outcomes - possible
    ]


def _unknown(line: int, text: str, wager: str, rules: Rules) -> Fault:
    listed = rules.house.law.named(wager)
    if listed:
        return Fault(line, text, f"{listed[0].name} is not offered at this table")
    near = did_you_mean(nearest(wager, tuple(rules.wagers)))
    law = rules.house.law
    what = f"{wager} is not a wager of {law.game} under {law.key}. {near}".strip()
    return Fault(line, text, what, rules.ids((*law.law.no_others, *law.law.only_these)))


def _amounts(mind: Mind, world: World, line: Bet) -> list[Fault]:
    """The amounts of a bet that no table position would accept."""
    faults = []
    for cents in dict.fromkeys(mind.amounts(line.amount)):
        refusal = _ever_refused(world, MakeBet(SEAT, line.wager, cents))
        if refusal is not None:
            text = f"bet {line.wager} {dollars(cents)}"
            faults.append(Fault(line.line, text, refusal.detail, refusal.clauses))
    return faults


def _ever_refused(world: World, command: MakeBet) -> Refusal | None:
    """The refusal of the amount, if it is refused whatever the puck shows."""
    begin = world.begin(())
    found: Refusal | None = None
    for context in world.space.contexts:
        answer = world.answer(begin._replace(context=context), {}, command)
        if not isinstance(answer, Refusal):
            return None
        if answer.code in SIZE:
            found = answer
    return found


def afterwards(mind: Mind) -> tuple[list[Fault], list[str]]:
    """What following every position has shown: lines always refused, and things to know."""
    faults, notes = [], []
    for line in every_line(mind.strategy.lines):
        text = next(line_text(line))
        met = mind.diary.refused.get(line.line, {})
        told = [refusal for refusal in met.values() if refusal.code not in TIME]
        if not told and not mind.diary.done.get(line.line):
            notes.append(f"line {line.line} ({text}) never comes to anything")
        for refusal in told[:1]:
            fault = Fault(line.line, text, refusal.detail, refusal.clauses)
            if mind.diary.done.get(line.line):
                if not isinstance(line, Odds | Raise) or refusal.code != "over-odds-limit":
                    notes.append(f"refused at times: {fault}")
            elif getattr(line, "wager", "") != ALL:
                faults.append(fault)
    return faults, notes
