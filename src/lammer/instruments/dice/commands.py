"""Commands for two dice: select, throw and read them, and rule on a throw."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from lammer.instruments.dice.keys import Faces, Several, Sides
from lammer.table.commands import Command, IssuedBy
from lammer.table.keys import Cents, Role, Whole, Word


@dataclass(frozen=True, slots=True)
class Select(Command):
    """How many were taken, out of how many; ``dice`` may say which of the set."""

    verb: ClassVar[str] = "select-{thing}"
    seat: Whole
    of: Cents = 5
    take: Cents | None = None
    dice: Several | None = None


@dataclass(frozen=True, slots=True)
class NoStake(Command):
    """The holder makes none of the bets due and asks to go on only for bets that have their
    number."""

    verb: ClassVar[str] = "no-line-bet"
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class Throw(Command):
    verb: ClassVar[str] = "throw"
    issued_by: ClassVar[IssuedBy] = "crew"
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class Rest(Command):
    """The faces uppermost; ``resting`` has, for a die that leans on something, the side it rests
    on, and 0 for one that lies flat."""

    verb: ClassVar[str] = "rest"
    issued_by: ClassVar[IssuedBy] = "crew"
    dice: Faces
    resting: Sides | None = None
    seat: Whole | None = None


@dataclass(frozen=True, slots=True)
class Roll(Command):
    verb: ClassVar[str] = "roll"
    issued_by: ClassVar[IssuedBy] = "holder"
    dice: Faces
    seat: Whole | None = None
    resting: Sides | None = None


@dataclass(frozen=True, slots=True)
class NoRoll(Command):
    """A throw that does not count; with ``of``, the one that was read and entered last."""

    verb: ClassVar[str] = "no-{trial}"
    issued_by: ClassVar[IssuedBy] = "crew"
    reason: Word
    dice: Faces | None = None
    caller: Role | None = None
    seat: Whole | None = None
    of: Literal["last"] | None = None


@dataclass(frozen=True, slots=True)
class DisputedFace(Command):
    """A dispute about a face, ruled on: the faces, or without ``dice`` a throw that is void."""

    verb: ClassVar[str] = "disputed-face"
    issued_by: ClassVar[IssuedBy] = "crew"
    caller: Role
    dice: Faces | None = None
    seat: Whole | None = None
