"""A wheel at a table: spun, at rest or void."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from lammer.core.legality import Refusal
from lammer.table.bets.settlement import closing, in_payment_order, settle_bets
from lammer.table.commands import Command, NoMoreBets
from lammer.table.dispatch import EventMap
from lammer.table.events import Event, TrialEvent
from lammer.table.instrument import Decide, Instrument, Shown, untimed
from lammer.table.refusals import Decision
from lammer.table.state import TableState
from lammer.table.turns.trials import check_may_begin, check_may_end, decide_void, no_more_bets
from lammer.table.views.narrate import void_trial
from tests.wheel.spinner.commands import NoSpin, Spin
from tests.wheel.spinner.events import EVENTS, BallAtRest, SpinTakenBack, SpinVoid


def spin(table: TableState, command: Spin) -> Decision:
    """A whole spin: the betting closed, the ball at rest, the bets settled."""
    before = check_may_begin(table, None)
    if isinstance(before, Refusal):
        return before
    rules, closed = table.rules, closing(table)
    cell, _, _ = rules.trial(table.context, command.pocket)
    clauses = rules.trial_clauses(table.context, table.context)
    rest = BallAtRest("wheel", clauses, command.pocket)
    first = () if closed is None else (closed,)
    return (*before, *first, rest, *in_payment_order(table, settle_bets(table, cell)))


def no_spin(table: TableState, command: NoSpin) -> Decision:
    return decide_void(table, command, check_may_end(table, None), SpinVoid)


def _over(table: TableState, _: Event) -> TableState:
    return table._replace(thrown=False)


_APPLIES = EventMap[TableState]()
_APPLIES.on(BallAtRest, _over)
_APPLIES.on(SpinVoid, _over)
_SENTENCES = EventMap[str]()
_SENTENCES.on(BallAtRest, lambda _, event: f"{event.pocket}.")
_SENTENCES.on(SpinVoid, void_trial)


class Spinner(Instrument):
    """Each spin by itself."""

    key = "spinner"
    verb = "spin"
    passed_between = "the wheel stays where it is"
    void_words = "No spin"
    begins = "the ball is spun"
    announced = {"spin": "the ball comes to rest"}
    commands = (NoMoreBets, Spin, NoSpin)
    decides: ClassVar[Mapping[type[Command], Decide]] = {
        NoMoreBets: no_more_bets,
        Spin: untimed(spin),
        NoSpin: untimed(no_spin),
    }
    events = EVENTS
    outcome_event = BallAtRest
    corrected = SpinTakenBack
    applies = _APPLIES
    sentences = _SENTENCES

    def ends_hand(self, _before: TableState, _after: TableState, event: Event) -> bool:
        """Each spin is a hand."""
        return isinstance(event, BallAtRest)

    def correction_data(self, trial: TrialEvent, _events: Sequence[Event]) -> dict[str, Any]:
        assert isinstance(trial, BallAtRest)
        return {"pocket": trial.pocket}

    def outcome(self, event: Event) -> dict[str, Any] | None:
        return {"pocket": event.pocket} if isinstance(event, BallAtRest) else None

    def shown(self, before: Shown, event: Event) -> Shown:
        """A void spin: the ball is taken out of the wheel."""
        return None if isinstance(event, SpinVoid) else super().shown(before, event)

    def trial_outcome(self, events: Sequence[Event]) -> str | None:
        return next((event.pocket for event in events if isinstance(event, BallAtRest)), None)

    def sample_trial(self, _table: TableState) -> Command:
        return Spin("17")

    def player_samples(self, _table: TableState, _seat: int) -> Iterator[tuple[str, Command]]:
        return iter(())

    def crew_samples(self, table: TableState, _now: datetime) -> Iterator[Command]:
        reason = table.rules.procedure.trial.reasons[0]
        assert reason.callers is not None
        yield NoSpin(reason.key, table.rules.roles(reason.callers)[0])
        yield from (NoMoreBets(), Spin("17"))


INSTRUMENT = Spinner()
