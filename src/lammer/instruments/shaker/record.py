"""Shakes in a record that somebody kept."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from lammer.audit.finding import Finding
from lammer.audit.record.entries import RecordEntry
from lammer.audit.record.instrument import NOTHING, Judge, Keys, RecordInstrument
from lammer.audit.record.judge import RecordJudge, no_more_bets, void_by
from lammer.instruments.dice.record import DiceColumns
from lammer.instruments.shaker.events import DiceShaken, ShakerUncovered, ShakeVoid
from lammer.table import apply
from lammer.table.events import VoidTrial


def judges_of(shaken: type[DiceShaken], void: type[VoidTrial]) -> Mapping[str, Judge]:
    """Return what processes the entries of shakes that make these events."""

    def shake(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
        dice = entry.shown["dice"]
        shake = judge.trial(entry, "-".join(map(str, dice)), dice)
        return judge.decide(shake, apply(judge.table, shaken("table", (), dice, sum(dice))))

    return {"no-more-bets": no_more_bets, "shake": shake, "no-shake": void_by(void)}


class ShakerRecord(RecordInstrument):
    """Shakes, and the announcement before each."""

    words = "a shaker"
    columns: ClassVar[type[Any]] = DiceColumns
    kinds: ClassVar[Mapping[str, Keys]] = {
        "no-more-bets": NOTHING,
        "shake": (("dice",), ()),
        "no-shake": ((), ("dice",)),
    }
    judges = judges_of(ShakerUncovered, ShakeVoid)
    ends = frozenset(("shake", "no-shake"))
    example_trials = (
        {"kind": "shake", "dice": "4 6", "note": "the dice; 4-6 or 46 will do"},
        {"kind": "no-shake", "note": "a void shake, if there was one"},
        {"kind": "shake", "dice": "2 2"},
        {"kind": "shake", "dice": "3 4"},
    )


RECORD = ShakerRecord()
