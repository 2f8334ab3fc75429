"""Shakes of three dice in a record that somebody kept."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from lammer.audit.finding import Finding
from lammer.audit.record.entries import RecordEntry
from lammer.audit.record.instrument import NOTHING, Judge, Keys, RecordInstrument
from lammer.audit.record.judge import RecordJudge
from lammer.core.codec import Reads
from lammer.instruments.dice.record import written_dice
from lammer.instruments.dome.commands import MANY, Three
from lammer.instruments.dome.events import DomeLifted, DomeShakeVoid
from lammer.table import apply
from lammer.table.commands import NoMoreBets
from lammer.table.state import Holding


def _dice(key: str, value: Any) -> Three:
    first, second, third = written_dice(MANY, key, value)
    return first, second, third


class DomeColumns(NamedTuple):
    """The faces of three dice: 1-4-4."""

    dice: Annotated[Three, Reads(_dice)] | None = None


def _no_more_bets(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    return judge.do(entry, NoMoreBets())


def _shaken(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    dice = entry.shown["dice"]
    shake = judge.trial(entry, "-".join(map(str, dice)), dice)
    after = apply(judge.table, DomeLifted("table", (), dice, sum(dice)))
    return judge.decide(shake, after)


def _no_shake(judge: RecordJudge, _: RecordEntry) -> Iterator[Finding]:
    judge.void()
    if judge.table.thrown:
        judge.apply(DomeShakeVoid("table", (), "", None))
    return iter(())


class DomeRecord(RecordInstrument):
    """Shakes, and the announcement before each."""

    words = "three dice under a dome"
    columns = DomeColumns
    kinds: ClassVar[Mapping[str, Keys]] = {
        "no-more-bets": NOTHING,
        "shake": (("dice",), ()),
        "no-shake": ((), ("dice",)),
    }
    judges: ClassVar[Mapping[str, Judge]] = {
        "no-more-bets": _no_more_bets,
        "shake": _shaken,
        "no-shake": _no_shake,
    }
    ends = frozenset(("shake", "no-shake"))
    example_trials = (
        {"kind": "shake", "dice": "1 4 4", "note": "the dice; 1-4-4 or 144 will do"},
        {"kind": "no-shake", "note": "a void shake, if there was one"},
        {"kind": "shake", "dice": "2 5 6"},
        {"kind": "shake", "dice": "3 3 3"},
    )
    hands = Holding()


RECORD = DomeRecord()
