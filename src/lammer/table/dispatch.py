"""Functions for kinds of events, found by type."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from lammer.table.events import Event
from lammer.table.state import TableState

E = TypeVar("E", bound=Event)
R = TypeVar("R")


class EventMap(Generic[R]):
    """A function for each kind of event; it takes the table before the event, and the event."""

    def __init__(self) -> None:
        self.by_kind: dict[type[Event], Callable[[TableState, Any], R]] = {}

    def on(self, kind: type[E], handler: Callable[[TableState, E], R]) -> None:
        """Have ``handler`` called for events of this kind."""
        self.by_kind[kind] = handler

    def find(self, kind: type[Event], own: "EventMap[R]") -> Callable[[TableState, Any], R]:
        """Return the function for a kind: of this map, of the instrument's ``own``, or else the one
        for the kind that it is derived from."""
        found = self.by_kind.get(kind) or own.by_kind.get(kind)
        if found is None:
            found = next(self.by_kind[each] for each in kind.__mro__ if each in self.by_kind)
        return found
