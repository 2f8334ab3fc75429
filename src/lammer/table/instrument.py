"""The instrument of chance of a game, as the table asks it.

An instrument has its own commands and events, its state (``TableState.kit``), the order in which
things are done with it, and its words. The table has what holds for all of them. The base class is
here and not in ``core`` because it speaks of tables, commands and events.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from lammer.core.cite import Cites
from lammer.core.legality import CODES, Code, InstrumentCode, Refusal
from lammer.core.ruleset import Ruleset
from lammer.core.wager import Wager
from lammer.instruments import INSTRUMENTS, load
from lammer.table.commands import Command
from lammer.table.dispatch import EventMap
from lammer.table.events import Event, Opened, TrialCorrected, TrialEvent
from lammer.table.refusals import Decision
from lammer.table.rules import Rules
from lammer.table.state import Kit, TableState

Decide = Callable[[TableState, Any, datetime], Decision]


def untimed(decide: Callable[[TableState, Any], Decision]) -> Decide:
    """Return a decision that does not depend on when it is made."""
    return lambda table, command, _: decide(table, command)


def all_codes() -> frozenset[str]:
    """Return every code that a refusal of a table can have, whatever it is played with."""
    return CODES.union(*(load(key).codes for key in INSTRUMENTS))


class Instrument:
    """What produces outcomes at a table; the methods here are those of one without state.

    Identity: ``key`` names it in rule sets, verbs (``accept-<key>``) and folders; ``verb`` is the
    command of a whole trial, ``plural`` says that one speaks of it as "they".

    Types: ``commands`` and ``also`` (other words for some of them), how each is decided
    (``decides``), ``events`` by their words in the log, what they do (``applies``) and how they are
    narrated (``says``). ``shown`` is the event that has the outcome of a trial, ``opened`` and
    ``corrected`` are the events that open a table with it and take a trial back; ``kit`` is the
    type of its state; ``codes`` are the refusals that only it gives.

    Words: ``passed_between`` says when it is given up; ``void_words`` what a trial that does not
    count is called; ``announced`` are the verbs for which the crew closes the betting first, with
    what is then done; ``passes`` has the reasons for which it must be passed; ``begins``, ``runs``
    and ``in_progress`` name the begin and the course of a trial, ``too_late`` is the code of what
    is refused during one; ``machine`` is the actor where nobody holds it.
    """

    key: ClassVar[str]
    verb: ClassVar[str]
    plural: ClassVar[bool] = False
    passed_between: ClassVar[str]
    void_words: ClassVar[str]
    offered_first: ClassVar[bool] = False
    announced: ClassVar[Mapping[str, str]] = {}
    passes: ClassVar[Mapping[str, str]] = {}
    begins: ClassVar[str] = "the trial begins"
    runs: ClassVar[str] = "the trial goes on"
    in_progress: ClassVar[str] = "The trial has begun"
    too_late: ClassVar[Code] = "too-late"
    machine: ClassVar[str] = "machine"
    procedure_keys: ClassVar[tuple[str, ...]] = ()
    codes: ClassVar[tuple[InstrumentCode, ...]] = ()
    commands: ClassVar[tuple[type[Command], ...]]
    also: ClassVar[Mapping[str, type[Command]]] = {}
    decides: ClassVar[Mapping[type[Command], Decide]]
    preparations: ClassVar[tuple[type[Command], ...]] = ()
    kit: ClassVar[type[Any] | None] = None
    events: ClassVar[Mapping[str, type[Event]]]
    shown: ClassVar[type[Event]]
    opened: ClassVar[type[Opened]] = Opened
    corrected: ClassVar[type[TrialCorrected]] = TrialCorrected
    applies: ClassVar[EventMap[TableState]]
    says: ClassVar[EventMap[str]]

    def opening(self, _rules: Rules, _now: datetime) -> tuple[Cites, dict[str, Any]]:
        """Return the clauses of what the opening of a table says of it, and those fields of its
        ``opened`` event."""
        return (), {}

    def begin(self, _opened: Opened) -> Kit:
        """Return its state at the opening of a table."""
        return None

    def kit_at(self, _rules: Rules) -> Kit:
        """Return its state at a table with these rules at which nothing has happened."""
        return None

    def opened_words(self, _opened: Opened) -> str:
        """Return how it is named when it is first offered."""
        return self.key.title()

    def not_ready(self, _table: TableState, _now: datetime) -> Refusal | None:
        """Return why no trial may be begun with it now, if none may."""
        return None

    def over(self, _table: TableState) -> Refusal | None:
        """Return why there are no more trials with it as it is."""
        return None

    def renewal(self, _table: TableState) -> Command | None:
        """Return what is done with it once its last trial is over, before anything is drawn from it
        again: a shuffle."""
        return None

    def preparation(self, _table: TableState, _now: datetime) -> Command | None:
        """Return what must be done with it right before another trial, one of ``preparations``."""
        return None

    def ends(self, _before: TableState, _after: TableState, _event: Event) -> bool:
        """Return whether this event ends the hand for which a seed is pledged."""
        raise NotImplementedError

    def hand_over(self, _before: TableState, _after: TableState, events: Sequence[Event]) -> bool:
        """Return whether what one command led to ends a hand as players remember it."""
        return any(isinstance(event, self.shown) for event in events)

    def bare_trial(self, _table: TableState, _outcome: Any, _context: str) -> TrialEvent:
        """Return the event of a trial with this outcome, after which the game is in ``context``:
        what a trial does apart from the bets. Asked only where there are several contexts."""
        raise NotImplementedError

    def taken_back(self, _trial: TrialEvent, _events: Sequence[Event]) -> dict[str, Any]:
        """Return what the ``corrected`` event says of a trial, and all that followed from it."""
        return {}

    def outcome(self, _event: Event) -> dict[str, Any] | None:
        """Return what the lobby shows of an event that has the outcome of a trial; None of any
        other."""
        raise NotImplementedError

    def view(self, _table: TableState) -> dict[str, Any]:
        """Return what everybody sees of its state, for the wire."""
        return {}

    def procedure_data(self, _rules: Rules) -> dict[str, Any]:
        """Return what its crew must know of the law, beside what every crew must, for the wire; by
        its ``procedure_keys``."""
        return {}

    def wager_data(self, _ruleset: Ruleset, _wager: Wager) -> dict[str, Any]:
        """Return what a layout shows of a wager's outcomes, for the wire."""
        return {}

    def guide(self, _rules: Rules) -> Iterator[tuple[str, list[tuple[str, Cites]]]]:
        """Yield sections of the gaming guide that only this instrument has: a title, and sentences
        with their clauses."""
        return iter(())

    def out(self, _table: TableState) -> Mapping[str, int]:
        """Return how many of each card, or the like, cannot come again."""
        return {}

    def other_kits(self, _table: TableState, _now: datetime) -> Iterator[Kit]:
        """Yield states that it could be in instead, for an audit of a log with a gap."""
        return iter(())

    def payment_way(self, _table: TableState) -> int:
        """Return by which of several procedures winners are paid."""
        raise NotImplementedError

    def sample_trial(self, _table: TableState) -> Command:
        """Return a whole trial that is lawful but for the moment, entered for no seat."""
        raise NotImplementedError

    def player_samples(self, _table: TableState, _seat: int) -> Iterator[tuple[str, Command]]:
        """Yield a command for each verb of a player's, lawful but for the moment; after what is to
        be added to the verb to name it."""
        raise NotImplementedError

    def crew_samples(self, _table: TableState, _now: datetime) -> Iterator[Command]:
        """Yield a command for each verb of the crew's, lawful but for the moment."""
        raise NotImplementedError

    def not_here(self, _rules: Rules, _verb: str) -> Cites:
        """Return by which clauses a verb of another instrument is not done with this one."""
        return ()
