"""A wheel at a table: spun, bets taken until no more are, at rest or void."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from lammer.core.cite import Cites
from lammer.core.legality import InstrumentCode, Refusal
from lammer.instruments.wheel.commands import CallNoSpin, SpinWheel, WheelRest
from lammer.instruments.wheel.events import (
    EVENTS,
    WheelAtRest,
    WheelOpened,
    WheelSpun,
    WheelTakenBack,
    WheelVoid,
)
from lammer.instruments.wheel.law import Place, wheel_law
from lammer.instruments.wheel.state import Turning
from lammer.table.bets.settlement import closing, in_payment_order, settle_bets
from lammer.table.commands import Command, NoMoreBets
from lammer.table.dispatch import EventMap
from lammer.table.events import Event, Opened, TrialEvent
from lammer.table.instrument import Decide, Instrument, Shown, untimed
from lammer.table.refusals import Decision, refuse, too_late, unique_clauses
from lammer.table.rules import Rules
from lammer.table.state import DEALER, Kit, TableState
from lammer.table.turns.steps import must_be_entered, steps_due
from lammer.table.turns.trials import decide_void
from lammer.table.turns.trials import no_more_bets as close_betting
from lammer.table.views.narrate import void_trial

NO_SUCH_PLACE = InstrumentCode("not-on-the-wheel")
NOT_SPUN = InstrumentCode("wheel-not-spun")


def spin(table: TableState, command: SpinWheel) -> Decision:
    """Decide that the wheel is spun; or a whole spin, if the command says where it came to rest."""
    wheel, trial = wheel_law(table.rules.procedure), table.rules.procedure.trial
    if _turns(table):
        detail = f"The wheel is spun: announce no more bets, then enter its {wheel.key} as rest."
        return refuse(table, "too-late", detail, wheel.spun, trial.called)
    refusal = steps_due(table)
    if refusal is not None:
        return refusal
    if (command.pocket, command.stop, command.place) == (None, None, None):
        if table.thrown:
            return too_late(table, "the betting is closed; enter the whole spin", trial.closed)
        return (WheelSpun(DEALER, table.rules.ids(wheel.spun)),)
    found = _place(table, command)
    if isinstance(found, Refusal):
        return found
    return _spin_missing(table) or _rested(table, found)


def no_more_bets(table: TableState, command: NoMoreBets, now: datetime) -> Decision:
    """Decide that the betting is closed: after the wheel is spun, where each step is entered."""
    if not _turns(table) and not table.thrown:
        refusal = _spin_missing(table)
        if refusal is not None:
            return refusal
    return close_betting(table, command, now)


def rest(table: TableState, command: WheelRest) -> Decision:
    """Decide where a wheel that is spun comes to rest."""
    rules = table.rules
    wheel, trial = wheel_law(rules.procedure), rules.procedure.trial
    if not _turns(table):
        detail = (
            "The wheel has not been spun: enter spin first, or the whole spin with its "
            f"{wheel.key}."
        )
        return refuse(table, NOT_SPUN, detail, wheel.spun)
    if not table.thrown:
        words = f'"{trial.closing_words}" is announced first'
        refusal = must_be_entered(table, words, trial.closed)
        if refusal is not None:
            return refusal
    found = _place(table, command)
    return found if isinstance(found, Refusal) else _rested(table, found)


def no_spin(table: TableState, command: CallNoSpin) -> Decision:
    """Decide that a spin is void: nothing moves, and the betting is open again. While the wheel
    turns that may be before "No more bets", which is not announced then."""
    begun: tuple[Event, ...] | Refusal = ()
    if not _turns(table) and not table.thrown:
        begun = steps_due(table) or _spin_missing(table) or ()
    return decide_void(table, command, begun, WheelVoid, closed=not _turns(table))


def _spin_missing(table: TableState) -> Refusal | None:
    """Return why nothing may come before the spin, where each step is entered."""
    return must_be_entered(
        table, "enter first that the wheel is spun", wheel_law(table.rules.procedure).spun
    )


def _turns(table: TableState) -> bool:
    return isinstance(table.kit, Turning) and table.kit.spun


def _place(table: TableState, command: SpinWheel | WheelRest) -> Place | Refusal:
    """Return the outcome that a command names, or why there is no such place on this wheel."""
    wheel = wheel_law(table.rules.procedure)
    said = {"pocket": command.pocket, "stop": command.stop}
    name = said.pop(wheel.key)
    (other,) = said.values()
    if name is None or other is not None:
        detail = f"This wheel has {wheel.key}s: write {wheel.key} and one of {wheel.in_words}."
        return refuse(table, NO_SUCH_PLACE, detail, wheel.rim_cites)
    found = wheel.place_of(name, command.place)
    if found is not None:
        return found
    what, there = wheel.why_not(name, command.place)
    detail = f"{what[0].upper()}{what[1:]}: {there}."
    return refuse(table, NO_SUCH_PLACE, detail, wheel.rim_cites)


def _rested(table: TableState, place: Place) -> tuple[Event, ...]:
    """Return all events that follow: the betting closed, the wheel at rest, losers, winners."""
    rules, wheel = table.rules, wheel_law(table.rules.procedure)
    cell, _, _ = rules.trial(table.context, place)
    clauses = unique_clauses(
        rules.ids(wheel.spun), rules.trial_clauses(table.context, table.context)
    )
    closed = closing(table)
    rested = WheelAtRest("wheel", clauses, **wheel.outcome_data(place))
    first = () if closed is None else (closed,)
    return (*first, rested, *in_payment_order(table, settle_bets(table, cell)))


# What it does to the table


def _spun(table: TableState, _: WheelSpun) -> TableState:
    return table._replace(kit=Turning(spun=True))


def _over(table: TableState, _: WheelAtRest | WheelVoid) -> TableState:
    return table._replace(thrown=False, kit=Turning())


_APPLIES = EventMap[TableState]()
_APPLIES.on(WheelSpun, _spun)
_APPLIES.on(WheelAtRest, _over)
_APPLIES.on(WheelVoid, _over)


# What is said


def _where(table: TableState, event: WheelAtRest) -> str:
    call = table.rules.procedure.trial.call
    start, where = table.rules.start, event.outcome
    said = event.called if call is None else call(where, start, start, False)
    return wheel_law(table.rules.procedure).rests.format(said)


_SENTENCES = EventMap[str]()
_SENTENCES.on(WheelSpun, lambda table, _: wheel_law(table.rules.procedure).begun)
_SENTENCES.on(WheelAtRest, _where)
_SENTENCES.on(WheelVoid, void_trial)


class Wheel(Instrument):
    """Spun by the dealer or by the house; nobody holds it."""

    key = "wheel"
    verb = "spin"
    family = "Wheels"
    passed_between = "the wheel stays where it is"
    void_words = "No spin"
    begins = "the wheel comes to rest"
    runs = "the wheel turns"
    in_progress = "The wheel turns"
    machine = "wheel"
    announced = {"rest": "the wheel comes to rest"}
    commands = (SpinWheel, NoMoreBets, WheelRest, CallNoSpin)
    codes = (NO_SUCH_PLACE, NOT_SPUN)
    procedure_keys = ("wheel",)
    kit = Turning
    decides: ClassVar[Mapping[type[Command], Decide]] = {
        SpinWheel: untimed(spin),
        NoMoreBets: no_more_bets,
        WheelRest: untimed(rest),
        CallNoSpin: untimed(no_spin),
    }
    events = EVENTS
    outcome_event = WheelAtRest
    opened = WheelOpened
    corrected = WheelTakenBack
    applies = _APPLIES
    sentences = _SENTENCES

    def opening(self, rules: Rules, _now: datetime) -> tuple[Cites, dict[str, Any]]:
        wheel = wheel_law(rules.procedure)
        return wheel.rim_cites, {"rim": wheel.rim}

    def begin(self, _opened: Opened) -> Kit:
        return Turning()

    def kit_at(self, _rules: Rules) -> Kit:
        return Turning()

    def ends_hand(self, _before: TableState, _after: TableState, event: Event) -> bool:
        """Return whether the event is a spin: each is a hand."""
        return isinstance(event, WheelAtRest)

    def correction_data(self, trial: TrialEvent, _events: Sequence[Event]) -> dict[str, Any]:
        assert isinstance(trial, WheelAtRest)
        return _keys(trial)

    def outcome(self, event: Event) -> dict[str, Any] | None:
        return _keys(event) if isinstance(event, WheelAtRest) else None

    def shown(self, before: Shown, event: Event) -> Shown:
        """The last outcome, until the wheel is spun again or a spin is void."""
        if isinstance(event, WheelSpun | WheelVoid):
            return before and {**before, "old": True}
        return super().shown(before, event)

    def arguments(self, rules: Rules, kind: type[Command]) -> list[str]:
        """Leave out what this wheel has not: stops, or pockets."""
        other = "stop" if wheel_law(rules.procedure).key == "pocket" else "pocket"
        return [key for key in super().arguments(rules, kind) if key != other]

    def trial_outcome(self, events: Sequence[Event]) -> Place | None:
        return next((each.outcome for each in events if isinstance(each, WheelAtRest)), None)

    def view(self, table: TableState) -> dict[str, Any]:
        return {"spun": _turns(table)}

    def procedure_data(self, rules: Rules) -> dict[str, Any]:
        wheel = wheel_law(rules.procedure)
        return {"wheel": wheel.drawn()}

    def other_kits(self, _table: TableState, _now: datetime) -> Iterator[Kit]:
        yield Turning(spun=True)
        yield Turning()

    def sample_trial(self, table: TableState) -> Command:
        return SpinWheel(**_some_keys(table))

    def player_samples(self, _table: TableState, _seat: int) -> Iterator[tuple[str, Command]]:
        return iter(())

    def crew_samples(self, table: TableState, _now: datetime) -> Iterator[Command]:
        rules = table.rules
        for reason in rules.procedure.trial.reasons:
            roles = rules.roles(reason.callers) if reason.callers is not None else ()
            yield CallNoSpin(reason.key, roles[0] if roles else None)
            break
        yield from (SpinWheel(), NoMoreBets(), WheelRest(**_some_keys(table)))


def _keys(event: WheelAtRest) -> dict[str, Any]:
    """Return where the wheel rests, as plain data."""
    found = {"pocket": event.pocket, "stop": event.stop, "place": event.place}
    return {key: value for key, value in found.items() if value is not None}


def _some_keys(table: TableState) -> dict[str, Any]:
    wheel = wheel_law(table.rules.procedure)
    return {wheel.key: wheel.rim[0]}


INSTRUMENT = Wheel()
