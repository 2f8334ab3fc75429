"""What is done with each kind of event, by its type."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from lammer.table.events import Event
from lammer.table.state import Table

E = TypeVar("E", bound=Event)
R = TypeVar("R")


class EventMap(Generic[R]):
    """A function for each kind of event; it takes the table before the event, and the event."""

    def __init__(self) -> None:
        self.by_kind: dict[type[Event], Callable[[Table, Any], R]] = {}

    def on(self, kind: type[E], handler: Callable[[Table, E], R]) -> None:
        """Have ``handler`` called for events of this kind."""
        self.by_kind[kind] = handler

    def __call__(self, table: Table, event: Event) -> R:
        return self.by_kind[type(event)](table, event)
