"""Commands as clients send them: a message is read once, to a typed command.

A client may leave out what the server knows: its own seat, the outcome of a trial that the house
draws, the chips it sits down with. ``SitRequest``, ``Confirm``, ``NoBet`` and ``DrawTrial`` are
commands to the server; what becomes of them is a command of the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple

from lammer.core.codec import Malformed, Reads, shape, show
from lammer.server.errors import Refused
from lammer.table.commands import Command, IssuedBy, command_data, read, verb_for, verbs
from lammer.table.keys import MOST_NUMBER, Chips, Whole, Word

OWN_SEAT = -MOST_NUMBER
"""The seat in a player's command that names none. No message can contain this number."""


def _name(key: str, value: Any) -> str:
    """Read a name as it is typed; it is checked where a person gets it."""
    if isinstance(value, str):
        return value
    raise Malformed(key, f"{show(value)} is not text")


@dataclass(frozen=True, slots=True)
class SitRequest(Command):
    """Sits down: by default at the first free seat, with the usual buy-in. ``name`` is that of a
    walk-in whom the crew seats."""

    verb: ClassVar[str] = "sit"
    seat: Whole | None = None
    rail: Chips | None = None
    name: Annotated[str, Reads(_name)] | None = None


@dataclass(frozen=True, slots=True)
class Confirm(Command):
    """Confirms a bet that waits for the crew, in the role ``as``."""

    verb: ClassVar[str] = "confirm"
    waiting: Whole
    role: Word | None = field(default=None, metadata={"key": "as"})


@dataclass(frozen=True, slots=True)
class NoBet(Confirm):
    """Rejects a bet that waits for the crew."""

    verb: ClassVar[str] = "no-bet"


@dataclass(frozen=True, slots=True)
class DrawTrial(Command):
    """Has the house draw the next trial of an automatic table."""

    verb: ClassVar[str] = "{trial}"
    issued_by: ClassVar[IssuedBy] = "holder"
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class SetUp(Command):
    """Has the house withdraw a lost seed and pledge a new one."""

    verb: ClassVar[str] = "set-up"
    issued_by: ClassVar[IssuedBy] = "house"


@dataclass(frozen=True, slots=True)
class Unreadable(Command):
    """A message that is not a command, and why; ``kind`` is what it was read as, None if its verb
    is unknown. It is refused in its turn, after its number and its sender were checked."""

    kind: type[Command] | None
    problem: Malformed | Refused


class ParsedCommand(NamedTuple):
    """A command, and the message it was sent as, which the log keeps to the byte."""

    command: Command
    raw: Mapping[str, Any]

    @property
    def kind(self) -> type[Command] | None:
        """The type of the command, also of one that could not be read; None for an unknown
        verb."""
        command = self.command
        return command.kind if isinstance(command, Unreadable) else type(command)

    def readable(self) -> Command:
        """Return the command; raise its problem if it could not be read."""
        if isinstance(self.command, Unreadable):
            raise self.command.problem
        return self.command


def as_sent(command: Command, thing: str) -> ParsedCommand:
    """Return a command of the house with the message that it would be sent as."""
    return ParsedCommand(command, command_data(command, thing))


@cache
def _client_verbs(thing: str, automatic: bool) -> Mapping[str, type[Command]]:
    """Return the verbs of clients at a table with this instrument."""
    own = {kind.verb: kind for kind in (SitRequest, Confirm, NoBet)}
    draws = {verb_for(DrawTrial, thing): DrawTrial} if automatic else {}
    return {**verbs(thing), **own, **draws}


def read_message(
    raw: Mapping[str, Any], thing: str, *, automatic: bool, crew: bool
) -> ParsedCommand:
    """Return the command in a client's message. ``crew``: the sender runs the game, and so names
    the seats that commands are about; a player's are about the own seat."""
    verb = raw.get("do")
    kind = _client_verbs(thing, automatic).get(verb) if isinstance(verb, str) else None
    try:
        command = read(raw, thing) if kind is None else _read(raw, kind, thing, crew)
    except (Malformed, Refused) as problem:
        command = Unreadable(kind, problem)
    return ParsedCommand(command, raw)


def _read(raw: Mapping[str, Any], kind: type[Command], thing: str, crew: bool) -> Command:
    if kind is DrawTrial:
        _check_nothing_drawn(raw, thing)
    form = shape(kind)
    fills_seat = kind.issued_by == "player" and not crew and kind not in _OWN_SEATS
    given = {"seat": OWN_SEAT} if fills_seat and "seat" in form.fields else None
    command: Command = form.read(raw, given=given, beside=("do", "at"))
    if "at" in raw:
        raise Refused("not-yours", "The time of a command is the house's.", 403,
                      instead='Leave "at" out.')  # fmt: skip
    return command


_OWN_SEATS = (SitRequest, Confirm, NoBet)
"""Commands in which a missing seat is not the sender's own."""


def _check_nothing_drawn(raw: Mapping[str, Any], thing: str) -> None:
    """Refuse a trial whose sender says how it came out, where the house draws it."""
    drawn = shape(verbs(thing)[verb_for(DrawTrial, thing)]).fields
    for key in drawn:
        if key in raw and key != "seat":
            detail = "The house draws at this table, from the seed it pledged."
            raise Refused("not-yours", detail, 403, instead=f'Leave "{key}" out.')
