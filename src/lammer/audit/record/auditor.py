"""Audits a plain record of bets and payments: which payments were wrong, by how much, and why.

The record has bets, rolls and payments, one entry a line, as CSV or JSON Lines. It is played at a
table that refuses nothing (``judge``). Money is matched between two trials (``open_money``):
what a roll or a bet makes due for a seat and a wager is compared with what is recorded for them
before the next roll.
"""

from collections.abc import Iterable, Iterator

from lammer.audit.finding import Finding
from lammer.audit.record.entries import UnreadableEntry, entries
from lammer.audit.record.judge import RecordJudge, RecordOptions
from lammer.core.codec import Malformed
from lammer.house.house import House
from lammer.table import TableState

MOST_UNREADABLE = 10_000
"""Unreadable lines that are kept; all are counted."""


class RecordAudit:
    """An iterator of the findings in a record, as it is read. Lines that are no entries are kept in
    ``unreadable``, the first ``MOST_UNREADABLE`` of ``unreadable_count``; everything else is
    judged. Raises ``UnreadableEntry`` if nothing can be read."""

    def __init__(
        self, lines: Iterable[tuple[int, bytes]], house: House, options: RecordOptions
    ) -> None:
        self.unreadable: list[UnreadableEntry] = []
        self.unreadable_count = 0
        self._judge = RecordJudge(house, options)
        self._findings = self._judged(lines)

    def __iter__(self) -> Iterator[Finding]:
        return self

    def __next__(self) -> Finding:
        return next(self._findings)

    @property
    def table(self) -> TableState:
        """Return the table that the current findings are about: before the last trial while its
        money is compared, otherwise the present one."""
        judge = self._judge
        roll = judge.money.roll
        return roll.table if judge.closing and roll is not None else judge.table

    def _judged(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[Finding]:
        for entry in entries(lines, self._judge.thing):
            if isinstance(entry, UnreadableEntry):
                self._keep(entry)
                continue
            try:
                yield from self._judge.take(entry)
            except Malformed as problem:
                self._keep(UnreadableEntry(entry.line, problem))
        yield from self._judge.end()

    def _keep(self, problem: UnreadableEntry) -> None:
        self.unreadable_count += 1
        if self.unreadable_count <= MOST_UNREADABLE:
            self.unreadable.append(problem)


def judge(
    lines: Iterable[tuple[int, bytes]], house: House, options: RecordOptions | None = None
) -> RecordAudit:
    """Return the findings in a record; ``lines`` are numbered, as ``lammer.table.script.lines``
    yields them.

    >>> from lammer.games import load
    >>> from lammer.house import Elections, house
    >>> record = [b"kind,seat,wager,cents,dice", b"bet,1,field,500,", b"roll,,,,6-6",
    ...           b"payment,1,field,500,"]
    >>> for found in judge(enumerate(record, 1), house(load("nj-2011"), Elections())):
    ...     print(found.line, found.off_by_cents, found.what)
    4 -500 Field Bet: $10 due on the 6-6 of line 3, $5 paid, $5 too little.
    """
    return RecordAudit(lines, house, options or RecordOptions())
