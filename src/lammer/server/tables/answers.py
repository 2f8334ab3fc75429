"""Commands that wait for a table, and the answers to them as they are sent."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from lammer.server.people.permissions import Requester
from lammer.server.tables.idempotency import EarlierAnswer

Message = dict[str, Any]
NOT_STORED = "It could not be written down, so it did not happen."
TROUBLES = frozenset(("not-stored", "store-down", "busy", "our-mistake"))
"""Codes of refusals that have nothing to do with the game."""


class QueuedCommand(NamedTuple):
    """A command in line: who asks, under which number, and where the answer goes."""

    who: Requester
    number: int
    raw: Mapping[str, Any]
    answer: Callable[[Message], None]
    walk_in: int | None = None
    """The person whom the crew seats under a name."""


def ignore_answer(_: Message) -> None:
    """Take an answer that nobody waits for."""


def error(code: str, detail: str, clauses: Iterable[str] = (), instead: str = "") -> Message:
    """A refusal as it is sent."""
    named = list(clauses)
    found: Message = {"code": code, "detail": detail}
    if named:
        found |= {"clause": named[0], "clauses": named}
    return {**found, "instead": instead} if instead else found


def refused(number: int | None, refusal: Message) -> Message:
    return {"re": number, "ok": False, "refusal": refusal}


def repeated(number: int, last: int, earlier: EarlierAnswer) -> Message:
    """The answer to a number that is not above the last one done: nothing is done again, and
    nothing that was passed over, or was another command, is said to be done."""
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


def not_stored(asked: QueuedCommand) -> Message:
    """The answer in a tick that was taken back: nothing in it was done, and nothing may be told of
    what it would have led to, not even by a refusal."""
    instead = "Send it again, under the same number."
    return refused(asked.number, error("not-stored", NOT_STORED, instead=instead))
