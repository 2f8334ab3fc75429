"""Commands for a wheel. Which pockets and stops there are depends on the wheel at the table."""

from dataclasses import dataclass
from typing import ClassVar

from lammer.table.commands import Command, IssuedBy
from lammer.table.keys import Counted, Role, Word


@dataclass(frozen=True, slots=True)
class SpinWheel(Command):
    """The wheel is spun: only that, or the whole spin if it says where it came to rest; ``place``
    is which place of the rim it is, where a name is on it more than once."""

    verb: ClassVar[str] = "spin"
    issued_by: ClassVar[IssuedBy] = "holder"
    pocket: Word | None = None
    stop: Word | None = None
    place: Counted | None = None


@dataclass(frozen=True, slots=True)
class WheelRest(Command):
    """Where the wheel, or the ball on it, has come to rest."""

    verb: ClassVar[str] = "rest"
    issued_by: ClassVar[IssuedBy] = "crew"
    pocket: Word | None = None
    stop: Word | None = None
    place: Counted | None = None


@dataclass(frozen=True, slots=True)
class CallNoSpin(Command):
    verb: ClassVar[str] = "no-spin"
    issued_by: ClassVar[IssuedBy] = "crew"
    reason: Word
    caller: Role | None = None
