"""What is asked of a wheel."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from lammer.core.codec import Malformed, Reads, show
from lammer.table.commands import Command, IssuedBy
from lammer.table.keys import Role, Word

POCKETS = ("0", "00", *map(str, range(1, 37)))
_KNOWN = frozenset(POCKETS)


def pocket(key: str, value: Any) -> str:
    if isinstance(value, str) and value in _KNOWN:
        return value
    raise Malformed(key, f"{show(value)} is no pocket", 'Write "0", "00" or "1" to "36".')


Pocket = Annotated[str, Reads(pocket, words="pocket")]


@dataclass(frozen=True, slots=True)
class Spin(Command):
    verb: ClassVar[str] = "spin"
    issued_by: ClassVar[IssuedBy] = "holder"
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class NoSpin(Command):
    verb: ClassVar[str] = "no-spin"
    issued_by: ClassVar[IssuedBy] = "crew"
    reason: Word
    caller: Role | None = None
