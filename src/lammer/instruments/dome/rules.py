"""Three dice under a dome: shaken by the dealer, uncovered or void; fresh dice in it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial, reduce
from operator import and_
from typing import Any, ClassVar

from lammer.core.legality import Refusal
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Wager, Win
from lammer.instruments.dice.rulings import check_ruling, void_by_dispute
from lammer.instruments.dome.commands import (
    MANY,
    DisputedDomeFace,
    DomeShake,
    NoDomeShake,
    Three,
)
from lammer.instruments.dome.events import EVENTS, DomeLifted, DomeShakeVoid, DomeTakenBack
from lammer.instruments.shaker.commands import NewDice
from lammer.instruments.shaker.events import DiceRenewed
from lammer.instruments.shaker.law import shaker_law
from lammer.instruments.shaker.rules import (
    SealedShaker,
    covered_again,
    new_dice,
    renewed_dice,
    settled,
    stale,
    too_few_shakes,
)
from lammer.table.commands import Command, NoMoreBets
from lammer.table.dispatch import EventMap
from lammer.table.events import Event
from lammer.table.instrument import Decide
from lammer.table.refusals import Decision
from lammer.table.state import DEALER, TableState
from lammer.table.turns.trials import (
    announcement,
    check_may_begin,
    check_may_end,
    decide_void,
    no_more_bets,
)
from lammer.table.views.narrate import void_trial

SOME_THREE = (1, 4, 4)


def shake(table: TableState, command: DomeShake, now: datetime) -> Decision:
    """Decide a whole shake: shaken by the dealer, uncovered and settled."""
    before = check_may_begin(table, None)
    if isinstance(before, Refusal):
        return before
    counted = ((command.dealer_shakes, shaker_law(table.rules.procedure).by_dealer),)
    refusal = stale(table, now) or too_few_shakes(table, counted)
    return refusal or lifted(table, command.dice, command.dealer_shakes)


def lifted(
    table: TableState,
    dice: Three,
    shakes: int | None = None,
    ruled: tuple[str, tuple[str, ...]] | None = None,
) -> tuple[Event, ...]:
    """Return all events that follow when the dome is lifted."""

    def made(clauses: tuple[str, ...], by: str | None) -> Event:
        return DomeLifted(DEALER, clauses, dice, sum(dice), shakes, by)

    return settled(table, dice, shaker_law(table.rules.procedure).by_dealer, made, ruled)


def no_shake(table: TableState, command: NoDomeShake, now: datetime) -> Decision:
    begun = stale(table, now) or check_may_end(table, None)
    return decide_void(table, command, begun, partial(DomeShakeVoid, dice=command.dice))


def disputed_face(table: TableState, command: DisputedDomeFace, now: datetime) -> Decision:
    """Decide a dispute about which face is up: ruled, or the shake void."""
    begun = stale(table, now) or check_may_begin(table, None)
    named = check_ruling(table, command.caller, begun)
    if isinstance(named, Refusal):
        return named
    before, clauses = named
    if command.dice is not None:
        return lifted(table, command.dice, ruled=(command.caller, clauses))
    void = void_by_dispute(table, command.caller, clauses, DomeShakeVoid)
    return (*before, *announcement(table), void)


_APPLIES = EventMap[TableState]()
_APPLIES.on(DomeLifted, covered_again)
_APPLIES.on(DomeShakeVoid, covered_again)
_APPLIES.on(DiceRenewed, renewed_dice)


# What is said

_NUMBERS = {
    number: words
    for words, number in (
        *(("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6)),
        *(("seven", 7), ("eight", 8), ("nine", 9), ("ten", 10), ("eleven", 11), ("twelve", 12)),
        *(("thirteen", 13), ("fourteen", 14), ("fifteen", 15), ("sixteen", 16)),
        *(("seventeen", 17), ("eighteen", 18)),
    )
}


def called(event: DomeLifted) -> str:
    """Return the call of a shake: the dice from the lowest to the highest, then their total.

    >>> called(DomeLifted("dealer", (), (4, 1, 4), 9))
    '1-4-4: a total of nine.'
    >>> called(DomeLifted("dealer", (), (2, 2, 2), 6))
    '2-2-2: triple two, a total of six.'
    """
    faces = sorted(event.dice)
    ruled = f" ({event.ruled_by} rules)" if event.ruled_by else ""
    triple = f"triple {_NUMBERS[faces[0]]}, " if faces[0] == faces[-1] else ""
    return f"{'-'.join(map(str, faces))}{ruled}: {triple}a total of {_NUMBERS[event.total]}."


_SENTENCES = EventMap[str]()
_SENTENCES.on(DomeLifted, lambda _, event: called(event))
_SENTENCES.on(DomeShakeVoid, void_trial)
_SENTENCES.on(
    DiceRenewed, lambda _table, _event: "Fresh dice are sealed under the dome; it is in order."
)


def faces_wanted(ruleset: Ruleset, wager: Wager) -> list[int]:
    """Return the faces that are on the dice whenever a wager wins, for whoever draws a layout.

    >>> from lammer.games import load
    >>> law = load("ac-sic-bo")
    >>> [faces_wanted(law, law.wager(key)) for key in ("triple-4", "pair-1-2", "total-9")]
    [[4, 4, 4], [1, 2], []]
    """
    outcomes, rules = ruleset.space.outcomes, wager.machine.rules(wager.machine.start)
    on = (cell for rule in rules if isinstance(rule.effect, Win) for cell in rule.on)
    return sorted(reduce(and_, (Counter(outcomes[cell]) for cell in on)).elements())


class Dome(SealedShaker):
    """Three dice in a shaker that stays with the dealer."""

    key = "dome"
    family = "Dice"
    passed_between = "the dealer keeps the shaker"
    commands = (NoMoreBets, DomeShake, NoDomeShake, DisputedDomeFace, NewDice)
    aliases = {"no-roll": NoDomeShake}
    decides: ClassVar[Mapping[type[Command], Decide]] = {
        NoMoreBets: no_more_bets,
        DomeShake: shake,
        NoDomeShake: no_shake,
        DisputedDomeFace: disputed_face,
        NewDice: new_dice,
    }
    events = EVENTS
    outcome_event = DomeLifted
    corrected = DomeTakenBack
    applies = _APPLIES
    sentences = _SENTENCES

    def wager_data(self, ruleset: Ruleset, wager: Wager) -> dict[str, Any]:
        return {"dice": [] if wager.kind == "total" else faces_wanted(ruleset, wager)}

    def sample_trial(self, _table: TableState) -> Command:
        return DomeShake(SOME_THREE)

    def player_samples(self, _table: TableState, _seat: int) -> Iterator[tuple[str, Command]]:
        return iter(())

    def crew_samples(self, table: TableState, _now: datetime) -> Iterator[Command]:
        rules = table.rules
        trial = rules.procedure.trial
        void = next((each for each in trial.reasons if not each.none), None)
        if void is not None:
            callers = void.callers
            yield NoDomeShake(void.key, caller=rules.roles(callers)[0] if callers else None)
        if trial.disputes is not None:
            yield DisputedDomeFace(rules.roles(trial.disputes)[0])
        yield from (NoMoreBets(), DomeShake(SOME_THREE))
        yield NewDice(rules.roles(shaker_law(rules.procedure).inspected)[0])

    def opened_words(self, _opened: object) -> str:
        return f"{MANY} dice are sealed under the dome, and it is in order. Dome"


INSTRUMENT = Dome()
