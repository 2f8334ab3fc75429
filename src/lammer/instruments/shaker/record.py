"""Shakes in a record that somebody kept."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from lammer.audit.finding import Finding
from lammer.audit.record.entries import RecordEntry
from lammer.audit.record.instrument import NOTHING, Judge, Keys, RecordInstrument
from lammer.audit.record.judge import RecordJudge
from lammer.instruments.dice.record import DiceColumns
from lammer.instruments.shaker.events import ShakerUncovered, ShakeVoid
from lammer.table import apply
from lammer.table.commands import NoMoreBets


def _no_more_bets(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    return judge.do(entry, NoMoreBets())


def _shaken(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    dice = entry.shown["dice"]
    shake = judge.trial(entry, f"{dice[0]}-{dice[1]}", dice)
    after = apply(judge.table, ShakerUncovered("table", (), dice, sum(dice)))
    return judge.decide(shake, after)


def _no_shake(judge: RecordJudge, _: RecordEntry) -> Iterator[Finding]:
    judge.void()
    if judge.table.thrown:
        judge.apply(ShakeVoid("table", (), "", None))
    return iter(())


class ShakerRecord(RecordInstrument):
    """Shakes, and the announcement before each."""

    words = "a shaker"
    columns = DiceColumns
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
        {"kind": "shake", "dice": "4 6", "note": "the dice; 4-6 or 46 will do"},
        {"kind": "no-shake", "note": "a void shake, if there was one"},
        {"kind": "shake", "dice": "2 2"},
        {"kind": "shake", "dice": "3 4"},
    )


RECORD = ShakerRecord()
