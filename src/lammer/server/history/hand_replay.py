"""Replays stored lines: the table's state after each line, and its sentence.

A log line has what happened, not the table's state or a sentence. So the table is rebuilt from the
snapshot stored with the beginning of each hand, and the lines after it are applied by the same
function that the live table uses.
"""

import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple

from lammer.server.errors import Refused
from lammer.server.history import scoreboard
from lammer.server.history.hands import read_snapshot, rules_digest
from lammer.server.history.scoreboard import Score
from lammer.server.ops.logs import log_line
from lammer.store.port import HandRecord, Store, TableRecord
from lammer.table.apply import apply, with_last_trial
from lammer.table.events import Event, read_event
from lammer.table.instrument import Shown
from lammer.table.rules import Rules
from lammer.table.state import TableState
from lammer.table.views import public
from lammer.table.views.narrate import UNDECIDED, narrate

Line = Mapping[str, Any]
MOST_REPLAYED = 5000
"""Lines of a hand that are replayed before the first requested one."""
MOST_POSITIONS = 64
"""Positions cached for clients that read on."""


class LogPosition(NamedTuple):
    """A position between two lines: the table there, and of the command whose lines come before it,
    the table it was given to, the score before it and its events so far."""

    table: TableState
    before: TableState
    score_before: Score
    events: tuple[Event, ...] = ()

    @property
    def score(self) -> Score:
        """The score at this position."""
        return scoreboard.after(self.score_before, self.before, self.table, self.events)


class ReplayStep(NamedTuple):
    """The position after a line, and its sentence."""

    position: LogPosition
    text: str


def replayed(
    table: TableState, lines: Sequence[Line], score: Score = scoreboard.NEW
) -> Iterator[ReplayStep]:
    """Yield each of these lines replayed; ``table`` and ``score`` are those before the first."""
    return _replayed(LogPosition(table, table, score), lines)


def _replayed(position: LogPosition, lines: Sequence[Line]) -> Iterator[ReplayStep]:
    for line in lines:
        step = _step(position, line)
        position = step.position
        yield step


def _step(position: LogPosition, line: Line) -> ReplayStep:
    table, before, score, events = position
    if "command" in line["body"]:
        score = position.score
        table = before = with_last_trial(before, events, table) if events else table
        events = ()
    if line["event"] in UNDECIDED:
        return ReplayStep(position, UNDECIDED[line["event"]])
    event = _event(table, line)
    text = narrate(table, event)
    if event.name == "open":
        return ReplayStep(position, text)
    return ReplayStep(LogPosition(apply(table, event), before, score, (*events, event)), text)


def _event(table: TableState, line: Line) -> Event:
    body = line["body"]
    moves = tuple((source, to, cents) for source, to, cents in body.get("moves", ()))
    thing = table.rules.procedure.trial.thing
    return read_event(thing, line["event"], body, moves=moves)


def states(start: TableState, steps: Sequence[ReplayStep]) -> list[dict[str, Any] | None]:
    """Return what each step changed, in the form of a live message's ``state``; None if nothing."""
    found: list[dict[str, Any] | None] = []
    before = start
    for step in steps:
        after = step.position.table
        seats = public.changed_seats(before, after)
        same = not seats and public.same_state(before, after)
        found.append(None if same else {**public.table_state(after), "seats": seats})
        before = after
    return found


def scores(start: LogPosition, steps: Sequence[ReplayStep]) -> list[dict[str, Any] | None]:
    """Return the score before the first step and after each step, as it is shown; None if it has
    not changed, or if there is none."""
    found: list[dict[str, Any] | None] = []
    before: Any = None
    for position in (start, *(step.position for step in steps)):
        score = position.score
        same = score.stored == before
        found.append(None if same else scoreboard.shown(score, position.table.rules))
        before = score.stored
    return found


def shown_after(
    start: LogPosition, first: int, steps: Sequence[ReplayStep]
) -> list[dict[str, Any]]:
    """Return the outcome that lies on the table before the line ``first``, if any, and after each
    line that changes it."""
    found: list[dict[str, Any]] = []
    before: Shown = None
    for number, position in enumerate((start, *(step.position for step in steps)), start=first - 1):
        now = position.score.lying
        if now != before:
            found.append({"after": number, "shown": now})
        before = now
    return found


def off_bets(start: TableState, first: int, steps: Sequence[ReplayStep]) -> list[dict[str, Any]]:
    """Return the bets that are off, by seat: before the line ``first``, and after each line that
    changes it. Empty if no bet is ever off.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> def line(seq, **command):
    ...     (event,) = run.do(command).events
    ...     return {"seq": seq, "event": event.name, "body": event.body}
    >>> before = run.table
    >>> bet = line(2, do="bet", seat=1, wager="place-6", amount=600)
    >>> lines = [bet, line(3, do="remove", seat=1, wager="place-6")]
    >>> off_bets(before, 2, list(replayed(before, lines)))
    [{'after': 2, 'bets': {'1': ['place-6']}}, {'after': 3, 'bets': {}}]
    """
    found: list[dict[str, Any]] = []
    shown: dict[str, list[str]] = {}
    tables = (start, *(step.position.table for step in steps))
    for number, table in enumerate(tables, start=first - 1):
        if (now := _off(table)) != shown:
            found.append({"after": number, "bets": now})
            shown = now
    return found


def _off(table: TableState) -> dict[str, list[str]]:
    rules, context = table.rules, table.context
    found = {
        str(number): [
            name for name, bet in seat.bets.items() if rules.is_off(context, bet.wager, bet.called)
        ]
        for number, seat in table.seats.items()
    }
    return {number: names for number, names in found.items() if names}


class ReplayedLines(NamedTuple):
    """The position before some lines, and the replay of each."""

    start: LogPosition
    steps: list[ReplayStep]


class HandReplays:
    """Replays lines of stored tables. Thread-safe. The position after a replay is cached for a
    while, so that a client that reads a long hand page by page does not have it replayed from its
    beginning each time."""

    def __init__(self, rules_of: Callable[[TableRecord], Rules]) -> None:
        self._rules_of = rules_of
        self._ended: OrderedDict[str, LogPosition] = OrderedDict()
        """By the hash of the last line replayed."""
        self._lock = Lock()

    def lines(
        self, store: Store, table: str, first: int, last: int
    ) -> tuple[list[bytes], list[str]]:
        """Return lines of a table's log, without line breaks, and the sentence for each; "" for all
        if the table cannot be replayed."""
        found = [line.rstrip(b"\n") for line in store.lines(table, first, last)]
        replay = self.replay(store, table, [json.loads(line) for line in found])
        text = [""] * len(found) if replay is None else [step.text for step in replay.steps]
        return found, text

    def replay(self, store: Store, table: str, lines: Sequence[Line]) -> ReplayedLines | None:
        """Replay consecutive lines. None if that is impossible: the rules have changed since the
        table was opened, what is stored is malformed, or the hand is too long."""
        if not lines:
            return None
        try:
            start = self._start(store, table, lines[0])
            if start is None:
                return None
            steps = list(_replayed(start, lines))
        except (Refused, AssertionError, ValueError, LookupError, TypeError) as problem:
            line = lines[0].get("seq", "without a number")
            log_line(logging.ERROR, f"Line {line} cannot be replayed: {problem}", table=table)
            return None
        self._keep(lines[-1]["hash"], steps[-1].position)
        return ReplayedLines(start, steps)

    def _start(self, store: Store, table: str, first: Line) -> LogPosition | None:
        with self._lock:
            known = self._ended.get(first["prev"])
        if known is not None:
            return known
        hand = store.hand_at(table, first["seq"])
        record, opened = store.table(table), next(store.lines(table, 1, 1), None)
        if hand is None or record is None or opened is None:
            return None
        rules = self._rules_of(record)
        if rules_digest(hand.snapshot, opened) != rules.digest:
            return None
        stood, _, score = read_snapshot(rules, hand.snapshot)
        return self._through(store, table, hand, LogPosition(stood, stood, score), first["seq"])

    def _through(
        self, store: Store, table: str, hand: HandRecord, position: LogPosition, upto: int
    ) -> LogPosition | None:
        """Return the position before the line ``upto`` of a hand."""
        if upto - hand.first_seq > MOST_REPLAYED:
            return None
        if upto > hand.first_seq:
            lines = store.lines(table, hand.first_seq, upto - 1)
            for step in _replayed(position, [json.loads(line) for line in lines]):
                position = step.position
        return position

    def _keep(self, head: str, position: LogPosition) -> None:
        with self._lock:
            self._ended[head] = position
            self._ended.move_to_end(head)
            while len(self._ended) > MOST_POSITIONS:
                self._ended.popitem(last=False)
