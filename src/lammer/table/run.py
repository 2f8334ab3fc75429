"""A running table: commands in, answers out, and the log of both.

``Run`` holds the only mutable value, the current table. It does no input or output; a ``keep``
function receives each log line.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from lammer.core.codec import canonical
from lammer.core.legality import Refusal
from lammer.table.apply import apply_all, initial_state
from lammer.table.commands import Command, Open, command_json, command_time, read
from lammer.table.decide import decide, open_table
from lammer.table.entered_by import BY_HOUSE, entered_by
from lammer.table.events import Event
from lammer.table.log import EPOCH, SCRIPT, SECOND, Log, Origin
from lammer.table.rules import HOUSE
from lammer.table.state import TableState

CLOCK = Refusal("clock", "The time is before that of the line above.", HOUSE)


class Answer(NamedTuple):
    """The result of a command: the events, or the refusal; ``before`` is the table before it, None
    if the command opened it."""

    events: tuple[Event, ...]
    refusal: Refusal | None
    before: TableState | None = None

    @property
    def ok(self) -> bool:
        return self.refusal is None


class Mark(NamedTuple):
    """A position of a run: its table, its time, and the end of its log."""

    table: TableState
    now: datetime
    lines: int
    head: str


class Run:
    """One table from its opening to its close.

    >>> run = Run.at("nj-2011", rails={1: 100000})
    >>> for command in (
    ...     {"do": "accept-dice", "seat": 1},
    ...     {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
    ...     {"do": "roll", "dice": [3, 3]},
    ... ):
    ...     answer = run.do(command)
    >>> run.table.point, run.table.rail(1), run.table.layout(1)
    (6, 99000, 1000)
    >>> run.do({"do": "remove", "seat": 1, "wager": "pass"}).refusal.clauses
    ('NJ11-1.3c1',)
    """

    def __init__(
        self, keep: Callable[[bytes], None] | None = None, origin: Origin | None = SCRIPT
    ) -> None:
        self._table: TableState | None = None
        self._log = None if keep is None else Log(keep, origin)
        self._now = EPOCH - SECOND
        self._thing: str | None = None
        self._refusals = True

    @classmethod
    def at(
        cls,
        rules: str,
        game: str | None = None,
        *,
        rails: Mapping[int, int],
        house: Mapping[str, Any] | None = None,
        keep: Callable[[bytes], None] | None = None,
    ) -> "Run":
        """Return a run with a table opened with these rails, in cents by seat."""
        run = cls(keep)
        opening: dict[str, Any] = {"do": "open", "rules": rules, "house": dict(house or {})}
        if game is not None:
            opening["game"] = game
        opening["seats"] = [{"seat": seat, "rail": cents} for seat, cents in rails.items()]
        refusal = run.do(opening).refusal
        if refusal is not None:
            raise ValueError(f"{refusal.detail} ({', '.join(refusal.clauses)})")
        return run

    @classmethod
    def resume(cls, table: TableState, now: datetime, log: Log) -> "Run":
        """Return a run that continues with a table after the last line of its log. Refusals are
        returned, not logged."""
        run = cls()
        run._table, run._now, run._log = table, now, log
        run._thing = table.rules.procedure.trial.thing
        run._refusals = False
        return run

    @property
    def now(self) -> datetime:
        """The time of the last line."""
        return self._now

    @property
    def table(self) -> TableState:
        """The current table."""
        assert self._table is not None, "no table is open"
        return self._table

    def copy(self) -> "Run":
        """Return a run of the same table without a log."""
        other = Run()
        other._table, other._now, other._thing = self._table, self._now, self._thing
        return other

    def mark(self) -> Mark:
        """Return the current position, for ``rewind``."""
        log = self._log
        return Mark(self.table, self._now, log.lines if log else 0, log.head if log else "")

    def rewind(self, mark: Mark) -> None:
        """Return to an earlier mark. The caller drops the lines after it."""
        self._table, self._now = mark.table, mark.now
        if self._log is not None:
            self._log.lines, self._log.head = mark.lines, mark.head

    @property
    def is_open(self) -> bool:
        return self._table is not None

    def do(self, raw: Mapping[str, Any], at: datetime | None = None, by: str = "") -> Answer:
        """Carry out one command given as plain data; ``at`` is the time in it, as the sender wrote
        it, ``by`` who entered it, if not as in a script. Raises ``Malformed`` for what is not a
        command; then nothing has changed."""
        command = read(raw, self._thing)
        at = at or command_time(raw)
        text = canonical(raw) if self._log is not None else ""
        if at is None:
            return self._answer(command, text, self._now + SECOND, by)
        if at < self._now:
            self._record_refusal(CLOCK, text, self._now, by or entered_by(command))
            return Answer((), CLOCK)
        return self._answer(command, text, at, by)

    def carry_out(
        self,
        command: Command,
        at: datetime | None = None,
        raw: Mapping[str, Any] | None = None,
        by: str = "",
    ) -> Answer:
        """Carry out a parsed command; ``raw`` is its form for the log, ``at`` its time, not before
        the last line, ``by`` who entered it, if not as in a script."""
        text = ""
        if self._log is not None:
            text = command_json(command, self._thing) if raw is None else canonical(raw)
        return self._answer(command, text, at or self._now + SECOND, by)

    def _answer(self, command: Command, text: str, now: datetime, by: str) -> Answer:
        table = self._table
        decision = self._opened(command, now) if table is None else decide(table, command, now)
        if isinstance(decision, Refusal):
            self._record_refusal(decision, text, now, by or entered_by(command))
            return Answer((), decision)
        if table is not None:
            self._table = apply_all(table, decision)
        self._now = now
        if self._log is not None:
            self._log.record(decision, text, now, by or entered_by(command))
        return Answer(decision, None, table)

    def _opened(self, command: Command, now: datetime) -> tuple[Event, ...] | Refusal:
        if not isinstance(command, Open):
            return Refusal("not-open", "No table is open yet.", HOUSE)
        opened = open_table(command, now)
        if isinstance(opened, Refusal):
            return opened
        rules, event = opened
        self._table = initial_state(rules, event)
        self._thing = rules.procedure.trial.thing
        return (event,)

    def _record_refusal(self, refusal: Refusal, text: str, now: datetime, by: str) -> None:
        """Log a refusal at an open table; it changes only the clock."""
        if not self._refusals:
            return
        self._now = now
        if self._log is not None and self._table is not None:
            self._log.refuse(refusal, text, now, by)

    def close(self, by: str = BY_HOUSE) -> str | None:
        """Close the log and return its head hash, which should be stored elsewhere too."""
        if self._log is None or self._table is None:
            return None
        self._now += SECOND
        return self._log.close(self._now, by)


def as_data(event: Event) -> dict[str, Any]:
    """Return an event as plain data, for an answer or a log line."""
    body = event.body
    if event.moves:
        body["moves"] = [list(each) for each in event.moves]
    return {
        "event": event.name,
        "actor": event.actor,
        "body": body,
        "clauses": list(event.clauses),
    }


def events_as_data(events: Sequence[Event]) -> list[dict[str, Any]]:
    return [as_data(event) for event in events]
