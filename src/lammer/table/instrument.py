"""The interface between the table and the instrument of a game.

An instrument has its own commands and events, its state (``TableState.kit``), the order in which
it is used, and its words; the table has what is common to all. The base class is here and not in
``core`` because it refers to tables, commands and events.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import fields
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

Shown = Mapping[str, Any] | None
"""What lies on the table of the last trial, as plain data; None if the table is clear."""
Decide = Callable[[TableState, Any, datetime], Decision]


def untimed(decide: Callable[[TableState, Any], Decision]) -> Decide:
    """Return a decision function that ignores the time."""
    return lambda table, command, _: decide(table, command)


def all_codes() -> frozenset[str]:
    """Return every code that a refusal of a table can have, with any instrument."""
    return CODES.union(*(load(key).codes for key in INSTRUMENTS))


class Instrument:
    """What produces outcomes at a table; the methods here suit one without state.

    Identity: ``key`` names it in rule sets, verbs (``accept-<key>``) and folders; ``verb`` is the
    command of a whole trial, ``plural`` means that it is referred to as "they".

    Types: ``commands`` and ``aliases`` (other verbs for some of them), how each is decided
    (``decides``), ``events`` by their names in the log, what they do (``applies``) and how they are
    narrated (``sentences``). ``outcome_event`` has the outcome of a trial, ``opened`` and
    ``corrected`` are the events that open a table with it and take a trial back; ``kit`` is the
    type of its state; ``codes`` are the refusals that only it gives.

    Words: ``family`` is the heading under which its games are listed; ``passed_between`` says when
    it is given up; ``void_words`` name a void trial; ``announced`` are the verbs for which the crew
    closes the betting first, with what is done then; ``begins``, ``runs`` and ``in_progress`` name
    the start and the course of a trial, ``too_late`` is the code of what is refused during one;
    ``machine`` is the actor if nobody holds it.
    """

    key: ClassVar[str]
    verb: ClassVar[str]
    plural: ClassVar[bool] = False
    family: ClassVar[str] = "Other games"
    passed_between: ClassVar[str]
    void_words: ClassVar[str]
    offered_first: ClassVar[bool] = False
    announced: ClassVar[Mapping[str, str]] = {}
    begins: ClassVar[str] = "the trial begins"
    runs: ClassVar[str] = "the trial goes on"
    in_progress: ClassVar[str] = "The trial has begun"
    too_late: ClassVar[Code] = "too-late"
    machine: ClassVar[str] = "machine"
    procedure_keys: ClassVar[tuple[str, ...]] = ()
    codes: ClassVar[tuple[InstrumentCode, ...]] = ()
    commands: ClassVar[tuple[type[Command], ...]]
    aliases: ClassVar[Mapping[str, type[Command]]] = {}
    decides: ClassVar[Mapping[type[Command], Decide]]
    preparations: ClassVar[tuple[type[Command], ...]] = ()
    kit: ClassVar[type[Any] | None] = None
    events: ClassVar[Mapping[str, type[Event]]]
    outcome_event: ClassVar[type[Event]]
    opened: ClassVar[type[Opened]] = Opened
    corrected: ClassVar[type[TrialCorrected]] = TrialCorrected
    applies: ClassVar[EventMap[TableState]]
    sentences: ClassVar[EventMap[str]]

    def opening(self, _rules: Rules, _now: datetime) -> tuple[Cites, dict[str, Any]]:
        """Return the clauses and further fields of its ``opened`` event."""
        return (), {}

    def begin(self, _opened: Opened) -> Kit:
        """Return its state when a table opens."""
        return None

    def kit_at(self, _rules: Rules) -> Kit:
        """Return its state at a new table with these rules."""
        return None

    def opened_words(self, _opened: Opened) -> str:
        """Return its name when it is first offered."""
        return self.key.title()

    def not_ready(self, _table: TableState, _now: datetime) -> Refusal | None:
        """Return why no trial may begin with it now, or None."""
        return None

    def exhausted(self, _table: TableState) -> Refusal | None:
        """Return why there are no more trials before it is renewed, or None."""
        return None

    def renewal(self, _table: TableState) -> Command | None:
        """Return the command that renews it after its last trial, such as a shuffle, if one is
        due."""
        return None

    def preparation(self, _table: TableState, _now: datetime) -> Command | None:
        """Return the command that must come right before the next trial, one of ``preparations``,
        if any."""
        return None

    def ends_hand(self, _before: TableState, _after: TableState, _event: Event) -> bool:
        """Return whether this event ends the hand for which a seed is pledged."""
        raise NotImplementedError

    def hand_over(self, _before: TableState, _after: TableState, events: Sequence[Event]) -> bool:
        """Return whether the events of one command end a hand as the history counts hands."""
        return any(isinstance(event, self.outcome_event) for event in events)

    def bare_trial(self, _table: TableState, _outcome: Any, _context: str) -> TrialEvent:
        """Return the event of a trial with this outcome, after which the game is in ``context``:
        what a trial does apart from the bets. Called only for games with several contexts."""
        raise NotImplementedError

    def correction_data(self, _trial: TrialEvent, _events: Sequence[Event]) -> dict[str, Any]:
        """Return the fields of the ``corrected`` event that describe a trial and its other
        events."""
        return {}

    def outcome(self, _event: Event) -> dict[str, Any] | None:
        """Return what the lobby shows of an event with the outcome of a trial; None for any
        other."""
        raise NotImplementedError

    def shown(self, before: Shown, event: Event) -> Shown:
        """Return what lies on the table after an event; ``before`` is what lay there before it.
        Here it is the outcome of the last trial, until that is taken back."""
        if isinstance(event, TrialCorrected):
            return None
        return self.outcome(event) or before

    def arguments(self, _rules: Rules, kind: type[Command]) -> list[str]:
        """Return the keys of a command in the order in which a caller may give them unnamed."""
        return [each.name for each in fields(kind)]

    def trial_outcome(self, _events: Sequence[Event]) -> Hashable | None:
        """Return the outcome of the trial among these events, as the game's space has it; None if
        there is no trial among them."""
        raise NotImplementedError

    def called(self, _outcome: Hashable) -> int | str | None:
        """Return what strategies call an outcome of the game's space; None where they have no name
        for any."""
        return None

    def view(self, _table: TableState) -> dict[str, Any]:
        """Return the public part of its state, for the wire."""
        return {}

    def procedure_data(self, _rules: Rules) -> dict[str, Any]:
        """Return what its crew must know of the law in addition to what every crew must, for the
        wire; by its ``procedure_keys``."""
        return {}

    def wager_data(self, _ruleset: Ruleset, _wager: Wager) -> dict[str, Any]:
        """Return what a layout shows of a wager's outcomes, for the wire."""
        return {}

    def used_up(self, _table: TableState) -> Mapping[str, int]:
        """Return what has been used and cannot be produced again before a renewal, such as cards
        out of a shoe, with the number of each."""
        return {}

    def renewed(self, _before: TableState, _after: TableState) -> bool:
        """Return whether it was renewed between these two states, so that nothing counts as
        used."""
        return False

    def other_kits(self, _table: TableState, _now: datetime) -> Iterator[Kit]:
        """Yield other states that it could be in, for the audit of a log with a gap."""
        return iter(())

    def payment_way(self, _table: TableState) -> int:
        """Return the procedure in use for paying winners."""
        raise NotImplementedError

    def sample_trial(self, _table: TableState) -> Command:
        """Return a whole trial that is lawful except for the time, entered for no seat."""
        raise NotImplementedError

    def player_samples(self, _table: TableState, _seat: int) -> Iterator[tuple[str, Command]]:
        """Yield a command for each verb of a player, lawful except for the time; each with a suffix
        that distinguishes it from others of the same verb."""
        raise NotImplementedError

    def crew_samples(self, _table: TableState, _now: datetime) -> Iterator[Command]:
        """Yield a command for each verb of the crew, lawful except for the time."""
        raise NotImplementedError

    def not_here(self, _rules: Rules, _verb: str) -> Cites:
        """Return the clauses by which a verb of another instrument is not used with this one."""
        return ()
