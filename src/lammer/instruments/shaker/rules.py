"""Two dice in a shaker: shaken, uncovered or void; fresh dice in it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar

from lammer.core.cite import Cites
from lammer.core.legality import InstrumentCode, Refusal
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Wager
from lammer.instruments.dice.commands import DisputedFace, NoRoll
from lammer.instruments.dice.display import wager_data
from lammer.instruments.dice.events import DiceTakenBack
from lammer.instruments.dice.rules import SOME_DICE, disputed_sample, outdated, void_sample
from lammer.instruments.dice.rulings import check_ruling, void_by_dispute
from lammer.instruments.shaker.commands import NewDice, Shake
from lammer.instruments.shaker.events import (
    EVENTS,
    DiceRenewed,
    DiceShaken,
    ShakerOpened,
    ShakerUncovered,
    ShakeVoid,
)
from lammer.instruments.shaker.law import shaker_law
from lammer.instruments.shaker.state import Sealed
from lammer.table.bets.settlement import (
    after_settlement,
    closing,
    in_payment_order,
    next_turn,
    settle_bets,
    winners_left_up,
)
from lammer.table.commands import Command, NoMoreBets
from lammer.table.dispatch import EventMap
from lammer.table.events import Event, Opened, TrialCorrected, TrialEvent, VoidTrial
from lammer.table.instrument import Decide, Instrument, Shown
from lammer.table.log import stamp
from lammer.table.refusals import Decision, refuse, too_late, unique_clauses
from lammer.table.rules import Rules
from lammer.table.state import DEALER, Kit, TableState
from lammer.table.turns.offers import check_authority
from lammer.table.turns.order import actor_of
from lammer.table.turns.steps import must_be_entered
from lammer.table.turns.trials import (
    announcement,
    check_may_begin,
    check_may_end,
    decide_void,
    no_more_bets,
)
from lammer.table.views.narrate import void_trial

INVALID_SHAKE = InstrumentCode("invalid-shake")
TOO_OLD = InstrumentCode("dice-too-old")


def shake(table: TableState, command: Shake, now: datetime) -> Decision:
    """Decide a whole shake: by the dealer, then by the holder; uncovered and settled."""
    shaker = shaker_law(table.rules.procedure)
    before = check_may_begin(table, command.seat)
    if isinstance(before, Refusal):
        return before
    by_player = shaker.by_player if table.hands.seat is not None else shaker.for_players
    counted = ((command.dealer_shakes, shaker.by_dealer), (command.shakes, by_player))
    refusal = stale(table, now) or too_few_shakes(table, counted)
    if refusal is not None:
        return refusal
    return uncovered(table, command.dice, command.dealer_shakes, command.shakes)


def too_few_shakes(
    table: TableState, counted: Iterable[tuple[int | None, Cites]]
) -> Refusal | None:
    """Return why a shake is not valid by how often each shook, or why that must be entered."""
    least = shaker_law(table.rules.procedure).shakes
    for count, cites in counted:
        refusal = must_be_entered(table, "how often the shaker was shaken", cites)
        if count is None and refusal is not None:
            return refusal
        if count is not None and count < least:
            times = "once" if count == 1 else f"{count} times"
            detail = f"Shaken {times}, not at least {least}: enter it as no-shake."
            return refuse(table, INVALID_SHAKE, detail, cites)
    return None


def new_dice(table: TableState, command: NewDice, now: datetime) -> Decision:
    """Decide that the dice are changed and the shaker inspected."""
    shaker = shaker_law(table.rules.procedure)
    refusal = check_authority(table, shaker.inspected, command.caller, "inspects the shaker")
    if refusal is not None:
        return refusal
    if table.thrown:
        return too_late(table, "the dice stay until they are uncovered", shaker.sealed)
    clauses = table.rules.ids(shaker.hours_cites, shaker.inspected.cites, shaker.sealed)
    return (DiceRenewed(command.caller, clauses, stamp(now)),)


def no_shake(table: TableState, command: NoRoll, now: datetime) -> Decision:
    if command.of is not None:
        detail = "No text printed has a shake called void after it was read: see correct."
        corrected = table.rules.procedure.trial.corrected
        return refuse(table, "not-here", detail, corrected.authority.cites if corrected else ())
    begun = stale(table, now) or check_may_end(table, command.seat)
    return decide_void(table, command, begun, partial(ShakeVoid, dice=command.dice))


def disputed_face(table: TableState, command: DisputedFace, now: datetime) -> Decision:
    """Decide a dispute about which face is up: ruled, or the shake void."""
    begun = stale(table, now) or check_may_begin(table, command.seat)
    named = check_ruling(table, command.caller, begun)
    if isinstance(named, Refusal):
        return named
    before, clauses = named
    if command.dice is not None:
        return uncovered(table, command.dice, ruled=(command.caller, clauses))
    void = void_by_dispute(table, command.caller, clauses, ShakeVoid)
    return (*before, *announcement(table), void)


def stale(table: TableState, now: datetime) -> Refusal | None:
    """Return why the shaker may not be used: its dice have been in it too long. A round that has
    begun is still completed."""
    shaker, kit = shaker_law(table.rules.procedure), table.kit
    if not isinstance(kit, Sealed) or table.thrown:
        return None
    if now - kit.since <= timedelta(hours=shaker.hours):
        return None
    since = stamp(kit.since)
    detail = f"The dice have been at the table since {since}, over {shaker.hours} hours: new-dice."
    return refuse(table, TOO_OLD, detail, shaker.hours_cites)


def uncovered(
    table: TableState,
    dice: tuple[int, int],
    dealer_shakes: int | None = None,
    shakes: int | None = None,
    ruled: tuple[str, tuple[str, ...]] | None = None,
) -> tuple[Event, ...]:
    """Return all events that follow when the shaker is uncovered."""
    shaker = shaker_law(table.rules.procedure)
    by_dealer = table.hands.holder == DEALER
    after = shaker.for_players if by_dealer else shaker.by_player

    def made(clauses: tuple[str, ...], by: str | None) -> Event:
        total = dice[0] + dice[1]
        return ShakerUncovered(_shaking(table), clauses, dice, total, dealer_shakes, shakes, by)

    return settled(table, dice, shaker.by_dealer + after, made, ruled)


def settled(
    table: TableState,
    outcome: tuple[int, ...],
    shaken_by: Cites,
    made: Callable[[tuple[str, ...], str | None], Event],
    ruled: tuple[str, tuple[str, ...]] | None,
) -> tuple[Event, ...]:
    """Return the event of a shake, which is ``made`` of its clauses and of who ruled on a face, and
    all that follow: losers first, then winners."""
    rules = table.rules
    cell, _, must_pass = rules.trial(table.context, outcome)
    clauses = unique_clauses(
        rules.ids(shaken_by), rules.trial_clauses(table.context, table.context)
    )
    by = None
    if ruled:
        by, clauses = ruled[0], unique_clauses(ruled[1], clauses)
    decided = in_payment_order(table, settle_bets(table, cell))
    shaken = made(clauses, by)
    closed = closing(table)
    events = [
        *(() if closed is None else (closed,)),
        shaken,
        *decided,
        *next_turn(table, must_pass),
    ]
    again = winners_left_up(decided)
    return after_settlement(table, events, False, again) if again else tuple(events)


def _shaking(table: TableState) -> str:
    """Return the actor of a shake."""
    assert table.hands.holder is not None
    return actor_of(table.hands.holder)


# What it does to the table


def covered_again(table: TableState, _: DiceShaken | VoidTrial) -> TableState:
    """Return the table after a shake that counts or is void."""
    return table._replace(thrown=False)


def renewed_dice(table: TableState, event: DiceRenewed) -> TableState:
    """Return the table with fresh dice in the shaker."""
    return table._replace(kit=Sealed(datetime.fromisoformat(event.dice_since)))


_APPLIES = EventMap[TableState]()
_APPLIES.on(ShakerUncovered, covered_again)
_APPLIES.on(ShakeVoid, covered_again)
_APPLIES.on(DiceRenewed, renewed_dice)


# What is said

_TOTALS = dict(
    enumerate("two three four five six seven eight nine ten eleven twelve".title().split(), start=2)
)
_SENTENCES = EventMap[str]()
_SENTENCES.on(
    ShakerUncovered,
    lambda _, event: (
        f"{event.dice[0]}-{event.dice[1]}"
        f"{f' ({event.ruled_by} rules)' if event.ruled_by else ''}: "
        f"{_TOTALS[event.total]}."
    ),
)
_SENTENCES.on(ShakeVoid, void_trial)
_SENTENCES.on(
    DiceRenewed, lambda _table, _event: "Fresh dice are sealed in the shaker; it is in order."
)


class SealedShaker(Instrument):
    """Shaken by the dealer and then by whoever has it."""

    key = "shaker"
    verb = "shake"
    family = "Dice"
    passed_between = "the shaker is passed between shakes"
    void_words = "Invalid shake"
    announced = {"shake": "the dice are shaken", "disputed-face": "the dice are shaken"}
    commands: ClassVar[tuple[type[Command], ...]] = (
        NoMoreBets,
        Shake,
        NoRoll,
        DisputedFace,
        NewDice,
    )
    aliases = {"no-roll": NoRoll}
    codes = (INVALID_SHAKE, TOO_OLD)
    procedure_keys = ("new_dice",)
    preparations = (NewDice,)
    kit = Sealed
    decides: ClassVar[Mapping[type[Command], Decide]] = {
        NoMoreBets: no_more_bets,
        Shake: shake,
        NoRoll: no_shake,
        DisputedFace: disputed_face,
        NewDice: new_dice,
    }
    events = EVENTS
    outcome_event: ClassVar[type[Event]] = ShakerUncovered
    opened = ShakerOpened
    corrected: ClassVar[type[TrialCorrected]] = DiceTakenBack
    applies = _APPLIES
    sentences = _SENTENCES

    def correction_data(self, trial: TrialEvent, _events: Sequence[Event]) -> dict[str, Any]:
        assert isinstance(trial, DiceShaken)
        return {"dice": trial.dice}

    def wager_data(self, ruleset: Ruleset, wager: Wager) -> dict[str, Any]:
        return wager_data(ruleset, wager)

    def outcome(self, event: Event) -> dict[str, Any] | None:
        return {"dice": list(event.dice)} if isinstance(event, DiceShaken) else None

    def shown(self, before: Shown, event: Event) -> Shown:
        if isinstance(event, VoidTrial):
            return outdated(before)
        return super().shown(before, event)

    def called(self, outcome: Any) -> int:
        return int(sum(outcome))

    def trial_outcome(self, events: Sequence[Event]) -> tuple[int, ...] | None:
        return next((event.dice for event in events if isinstance(event, DiceShaken)), None)

    def view(self, table: TableState) -> dict[str, Any]:
        assert isinstance(table.kit, Sealed)
        return {"dice_since": stamp(table.kit.since)}

    def procedure_data(self, rules: Rules) -> dict[str, Any]:
        return {"new_dice": rules.authority_data(shaker_law(rules.procedure).inspected)}

    def opening(self, rules: Rules, now: datetime) -> tuple[Cites, dict[str, Any]]:
        shaker = shaker_law(rules.procedure)
        cites = (*shaker.inspected.cites, *shaker.hours_cites, *shaker.sealed)
        return cites, {"dice_since": stamp(now)}

    def begin(self, opened: Opened) -> Kit:
        assert isinstance(opened, ShakerOpened)
        return Sealed(datetime.fromisoformat(opened.dice_since))

    def opened_words(self, _opened: Opened) -> str:
        return "The shaker is in order. Shaker"

    def not_ready(self, table: TableState, now: datetime) -> Refusal | None:
        return stale(table, now)

    def preparation(self, table: TableState, now: datetime) -> Command | None:
        """Return the command that changes the dice, if they have been in it too long."""
        refused = no_more_bets(table, NoMoreBets(), now)
        if not isinstance(refused, Refusal) or refused.code != TOO_OLD:
            return None
        return NewDice(table.rules.roles(shaker_law(table.rules.procedure).inspected)[0])

    def other_kits(self, _table: TableState, now: datetime) -> Iterator[Kit]:
        yield Sealed(now)

    def ends_hand(self, _before: TableState, _after: TableState, event: Event) -> bool:
        """Return whether the event is a shake: each is a hand."""
        return isinstance(event, DiceShaken)

    def sample_trial(self, _table: TableState) -> Command:
        return Shake(SOME_DICE)

    def player_samples(self, _table: TableState, seat: int) -> Iterator[tuple[str, Command]]:
        yield "", Shake(SOME_DICE, seat)

    def crew_samples(self, table: TableState, _now: datetime) -> Iterator[Command]:
        yield from void_sample(table)
        yield from disputed_sample(table)
        yield from (NoMoreBets(), Shake(SOME_DICE))
        shaker = shaker_law(table.rules.procedure)
        yield NewDice(table.rules.roles(shaker.inspected)[0])

    def not_here(self, rules: Rules, verb: str) -> Cites:
        """Return the clauses by which nobody selects dice that are sealed."""
        return shaker_law(rules.procedure).sealed if "select" in verb else ()


INSTRUMENT = SealedShaker()
