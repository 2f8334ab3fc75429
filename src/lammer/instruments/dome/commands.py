"""Commands for three dice in a shaker that the dealer keeps."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from lammer.core.codec import Reads
from lammer.instruments.dice.keys import faces_of
from lammer.table.commands import Command, IssuedBy
from lammer.table.keys import Counted, Role, Word

MANY = 3
Three = tuple[int, int, int]


def three(key: str, value: Any) -> Three:
    first, second, third = faces_of(MANY, key, value)
    return first, second, third


ThreeFaces = Annotated[Three, Reads(three, words="list of three faces")]


@dataclass(frozen=True, slots=True)
class DomeShake(Command):
    """A shake, uncovered; how often the dealer shook, if that is entered."""

    verb: ClassVar[str] = "shake"
    issued_by: ClassVar[IssuedBy] = "holder"
    dice: ThreeFaces
    dealer_shakes: Counted | None = None


@dataclass(frozen=True, slots=True)
class NoDomeShake(Command):
    """A shake that does not count."""

    verb: ClassVar[str] = "no-{trial}"
    issued_by: ClassVar[IssuedBy] = "crew"
    reason: Word
    dice: ThreeFaces | None = None
    caller: Role | None = None


@dataclass(frozen=True, slots=True)
class DisputedDomeFace(Command):
    """A dispute about a face, ruled on: the faces, or without ``dice`` a shake that is void."""

    verb: ClassVar[str] = "disputed-face"
    issued_by: ClassVar[IssuedBy] = "crew"
    caller: Role
    dice: ThreeFaces | None = None
