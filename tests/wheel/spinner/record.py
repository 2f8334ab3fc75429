"""Spins in a record that somebody kept."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, NamedTuple

from lammer.audit.finding import Finding
from lammer.audit.record.entries import RecordEntry
from lammer.audit.record.instrument import Judge, Keys, RecordInstrument
from lammer.audit.record.judge import RecordJudge
from lammer.table import apply
from tests.wheel.spinner.commands import Pocket
from tests.wheel.spinner.events import BallAtRest


class SpinColumns(NamedTuple):
    """The pocket of a spin."""

    pocket: Pocket = ""


def _spun(judge: RecordJudge, entry: RecordEntry) -> Iterator[Finding]:
    pocket = entry.shown["pocket"]
    trial = judge.trial(entry, pocket, pocket)
    return judge.decide(trial, apply(judge.table, BallAtRest("table", (), pocket)))


class SpinRecord(RecordInstrument):
    words = "a wheel"
    columns = SpinColumns
    kinds: ClassVar[Mapping[str, Keys]] = {"spin": (("pocket",), ())}
    judges: ClassVar[Mapping[str, Judge]] = {"spin": _spun}
    ends = frozenset(("spin",))


RECORD = SpinRecord()
