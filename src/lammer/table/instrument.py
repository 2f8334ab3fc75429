"""The instrument of chance of a game, as the table asks it.

An instrument has its own commands and events, its state (``Table.kit``), the order in which things
are done with it, and its words. The table has what holds for all of them. The base class is here
and not in ``core`` because it speaks of tables, commands and events.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from types import NoneType
from typing import Any, ClassVar, NamedTuple

from lammer.core.cite import Cites
from lammer.core.legality import Refusal
from lammer.table.commands import Command
from lammer.table.dispatch import EventMap
from lammer.table.events import Event, Opened
from lammer.table.refusals import Decision
from lammer.table.rules import Rules
from lammer.table.state import Kit, Table

Decide = Callable[[Table, Any, datetime], Decision]


def untimed(decide: Callable[[Table, Any], Decision]) -> Decide:
    """A decision that does not depend on when it is made."""
    return lambda table, command, _: decide(table, command)


class KitOpening(NamedTuple):
    """What the opening of a table says of its instrument, and the clauses of that."""

    cites: Cites = ()
    dice_since: str | None = None
    decks: int | None = None
    procedure: int | None = None


class Instrument:
    """What goes round among the players; the methods here are those of one without state.

    ``verb`` is the command of a whole trial; ``passed_between`` says when it is given up;
    ``void_words`` what a trial that does not count is called; ``announced`` are the verbs for
    which the crew closes the betting first, with what is then done; ``passes`` has the reasons for
    which it must be passed, in words. ``shown`` is the event that has the outcome of a trial.
    """

    key: ClassVar[str]
    verb: ClassVar[str]
    is_are: ClassVar[str] = "is"
    it_they: ClassVar[str] = "it is"
    passed_between: ClassVar[str]
    void_words: ClassVar[str]
    offered_first: ClassVar[bool] = False
    announced: ClassVar[Mapping[str, str]] = {}
    passes: ClassVar[Mapping[str, str]] = {}
    commands: ClassVar[tuple[type[Command], ...]]
    also: ClassVar[Mapping[str, type[Command]]] = {}
    kit: ClassVar[type] = NoneType
    decides: ClassVar[Mapping[type[Command], Decide]]
    shown: ClassVar[type[Event]]
    applies: ClassVar[EventMap[Table]]
    says: ClassVar[EventMap[str]]

    def opening(self, _rules: Rules, _now: datetime) -> KitOpening:
        """What the opening says of it."""
        return KitOpening()

    def begin(self, _opened: Opened) -> Kit:
        """Its state at the opening of a table."""
        return None

    def opened_words(self, _opened: Opened) -> str:
        """How it is named when it is first offered."""
        return self.key.title()

    def not_ready(self, _table: Table, _now: datetime) -> Refusal | None:
        """Why no trial may be begun with it now, if none may."""
        return None

    def over(self, _table: Table) -> Refusal | None:
        """Why there are no more trials with it as it is."""
        return None

    def ends(self, _before: Table, _after: Table, _event: Event) -> bool:
        """Whether this event ends the hand for which a seed is pledged."""
        raise NotImplementedError

    def hand_over(self, _before: Table, _after: Table, events: Sequence[Event]) -> bool:
        """Whether what one command led to ends a hand as players remember it."""
        return any(isinstance(event, self.shown) for event in events)

    def outcome(self, _event: Event) -> dict[str, Any] | None:
        """What the lobby shows of an event that has the outcome of a trial; None of any other."""
        raise NotImplementedError

    def view(self, _table: Table) -> dict[str, Any]:
        """What everybody sees of its state, for the wire."""
        return {}

    def out(self, _table: Table) -> Mapping[str, int]:
        """How many of each card, or the like, cannot come again."""
        return {}

    def payment_way(self, _table: Table) -> int:
        """By which of several procedures winners are paid."""
        raise NotImplementedError

    def player_samples(self, _table: Table, _seat: int) -> Iterator[tuple[str, Command]]:
        """A command for each verb of a player's, lawful but for the moment; after what is to be
        added to the verb to name it."""
        raise NotImplementedError

    def crew_samples(self, _table: Table, _now: datetime) -> Iterator[Command]:
        """A command for each verb of the crew's, lawful but for the moment."""
        raise NotImplementedError

    def not_here(self, _rules: Rules, _verb: str) -> Cites:
        """By which clauses a verb of another instrument is not done with this one."""
        return ()
