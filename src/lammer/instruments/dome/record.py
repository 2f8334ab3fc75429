"""Shakes of three dice in a record that somebody kept."""

from typing import Annotated, Any, NamedTuple

from lammer.core.codec import Reads
from lammer.instruments.dice.record import written_dice
from lammer.instruments.dome.commands import MANY, Three
from lammer.instruments.dome.events import DomeLifted, DomeShakeVoid
from lammer.instruments.shaker.record import ShakerRecord, judges_of
from lammer.table.state import Holding


def _dice(key: str, value: Any) -> Three:
    first, second, third = written_dice(MANY, key, value)
    return first, second, third


class DomeColumns(NamedTuple):
    """The faces of three dice: 1-4-4."""

    dice: Annotated[Three, Reads(_dice)] | None = None


class DomeRecord(ShakerRecord):
    """Shakes that the dealer makes, and the announcement before each."""

    words = "three dice under a dome"
    columns = DomeColumns
    judges = judges_of(DomeLifted, DomeShakeVoid)
    example_trials = (
        {"kind": "shake", "dice": "1 4 4", "note": "the dice; 1-4-4 or 144 will do"},
        {"kind": "no-shake", "note": "a void shake, if there was one"},
        {"kind": "shake", "dice": "2 5 6"},
        {"kind": "shake", "dice": "3 3 3"},
    )
    hands = Holding()


RECORD = DomeRecord()
