"""Queued commands, and the answers to them as they are sent."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from lammer.server.client_commands import ParsedCommand
from lammer.server.people.permissions import Requester
from lammer.server.tables.idempotency import EarlierAnswer

Message = dict[str, Any]
MOVED = "Another process runs this table now; nothing was done here."
NOT_STORED = "It could not be written down, so it did not happen."
TROUBLES = frozenset(("not-stored", "store-down", "busy", "moved", "our-mistake"))
"""Codes of refusals that say nothing about the game."""


class QueuedCommand(NamedTuple):
    """A command that waits for its table: who sent it, its number, and where the answer goes."""

    who: Requester
    number: int
    sent: ParsedCommand
    answer: Callable[[Message], None]
    walk_in: int | None = None
    """The person created for a walk-in that the crew seats by name."""


def error(code: str, detail: str, clauses: Iterable[str] = (), instead: str = "") -> Message:
    named = list(clauses)
    found: Message = {"code": code, "detail": detail}
    if named:
        found |= {"clause": named[0], "clauses": named}
    return {**found, "instead": instead} if instead else found


def refused(number: int | None, refusal: Message) -> Message:
    return {"re": number, "ok": False, "refusal": refusal}


def repeated(number: int, last: int, earlier: EarlierAnswer) -> Message:
    """Return the answer to a number that is not above the last one done. Nothing is done again; a
    number that was skipped, or that belonged to another command, is not reported as done."""
    if earlier.seq == 0:
        detail = f"{number} was not done, and {last} was: numbers rise."
        instead = "Send it under a higher number."
        return refused(number, error("passed-over", detail, instead=instead))
    if not earlier.same:
        detail = f"{number} was another command; the last one done is {last}."
        instead = f"Go on from {last + 1}, or connect under another client name."
        return refused(number, error("number-used", detail, instead=instead))
    again: Message = {"re": number, "ok": True, "again": True}
    return again if earlier.seq is None else {**again, "seq": earlier.seq}


def not_stored(queued: QueuedCommand) -> Message:
    """Return the answer to a command of a tick that was rolled back. It says nothing about what the
    command would have caused."""
    instead = "Send it again, under the same number."
    return refused(queued.number, error("not-stored", NOT_STORED, instead=instead))


def moved() -> Message:
    """Return the refusal of a command at a table that another process runs."""
    instead = "Connect again, and send it again under the same number."
    return error("moved", MOVED, instead=instead)
