"""Reads a log beside its audit: the table at each line, and statistics.

The lines are taken as written. If a log is damaged and cannot be followed, the rest is not counted;
its findings are still listed.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from lammer.audit.watch import Act, JudgedTrial, Staff
from lammer.core.codec import Malformed
from lammer.report.statistics import AuditStatistics
from lammer.table import Event, TableState, apply
from lammer.table.apply import initial_state
from lammer.table.commands import Open
from lammer.table.commands import read as read_command
from lammer.table.decide import rules_to_open
from lammer.table.events import (
    BetLost,
    BetMade,
    BetReduced,
    BetRemoved,
    BetWon,
    Opened,
    TrialCorrected,
    TrialEvent,
    read_event,
)
from lammer.table.rules import Rules

MOST_LINES = 256
"""Lines for which the table is kept: findings come soon after the lines they are about."""
_ACTS = (BetMade, BetWon, BetLost, BetRemoved, BetReduced)
Numbered = Iterable[tuple[int, bytes]]


class FollowedLog:
    """Follows the lines of a log as an audit reads them."""

    def __init__(self) -> None:
        self.statistics = AuditStatistics()
        self.complete = True
        self._tables: OrderedDict[int, TableState] = OrderedDict()
        self._table: TableState | None = None
        self._trial: TableState | None = None
        """The table before the last trial, which may be taken back."""
        self._waiting: list[Callable[[], None]] = []
        """What is counted once the last trial can no longer be taken back."""
        self._command: list[Event] = []
        self._before: tuple[int, TableState] | None = None

    def following(self, lines: Numbered) -> Iterator[tuple[int, bytes]]:
        """Yield the lines, each after it was followed."""
        for number, line in lines:
            if self.complete:
                try:
                    self._follow(number, json.loads(line))
                except (Malformed, ValueError, LookupError, TypeError, AttributeError):
                    self.complete = False
            if self._table is not None:
                self._keep(number, self._table)
            yield number, line
        self._end_command()
        self._count()

    def table_at(self, line: int) -> TableState | None:
        """Return the table before this line, or before the trial that the line belongs to; None if
        it is no longer known."""
        return self._tables.get(line)

    def _keep(self, number: int, table: TableState) -> None:
        self._tables[number] = table if self._before is None else self._before[1]
        if len(self._tables) > MOST_LINES:
            self._tables.popitem(last=False)

    def _follow(self, number: int, raw: dict[str, Any]) -> None:
        body = raw["body"]
        if self._table is None:
            self._table = _opened(raw)
            return
        if "command" in body:
            self._end_command()
        if raw["event"] in ("refused", "close"):
            return
        rules = self._table.rules
        event = read_event(rules.procedure.trial.thing, raw["event"], body, raw["actor"])
        if isinstance(event, TrialCorrected):
            self._waiting.clear()
            if self._trial is not None:
                self._table = self._trial
            return
        if isinstance(event, TrialEvent):
            self._count()
            self._trial = self._table
            self._before = number, self._table
        self._command.append(event)
        if isinstance(event, _ACTS):
            self._act(number, event)
        self._table = apply(self._table, event)

    def _act(
        self, number: int, event: BetMade | BetWon | BetLost | BetRemoved | BetReduced
    ) -> None:
        act = Act(number, event.name, event.seat, event.wager, Staff(), right=True)
        self._waiting.append(partial(self.statistics.acted, act))
        for money, due in _money(event):
            self._waiting.append(partial(self.statistics.won, money, event.wager, due, due))

    def _end_command(self) -> None:
        """Count the trial of a command once all its events are known."""
        events, before = self._command, self._before
        self._command, self._before = [], None
        if before is None:
            return
        number, table = before
        came = table.rules.instrument.trial_outcome(events)
        if came is None:
            return
        cell, _, _ = table.rules.trial(table.context, came)
        trial = JudgedTrial(number, f"line {number}", table, cell)
        self._waiting.insert(0, partial(self.statistics.tried, trial))

    def _count(self) -> None:
        for count in self._waiting:
            count()
        self._waiting.clear()


def _opened(raw: dict[str, Any]) -> TableState:
    body = raw["body"]
    command = read_command(body["command"], None)
    if not isinstance(command, Open):
        raise Malformed("event", "the log does not begin with its opening")
    rules = rules_to_open(command)
    if not isinstance(rules, Rules):
        raise Malformed("event", "the table could not be opened")
    event = read_event(rules.procedure.trial.thing, raw["event"], body, raw["actor"])
    if not isinstance(event, Opened):
        raise Malformed("event", "the log does not begin with its opening")
    return initial_state(rules, event)


def _money(event: Event) -> Iterator[tuple[str, int]]:
    """Yield what the house wins by an event, by the kind of entry that it would be in a record."""
    match event:
        case BetWon():
            yield "payment", -event.paid - event.coupon
            if event.charge:
                yield "vigorish", event.charge
            if not event.leave_up and event.stake > event.returned:
                yield "take", event.stake - event.returned
        case BetLost():
            yield "take", event.stake - event.returned
        case BetMade() if event.charge:
            yield "vigorish", event.charge
        case BetRemoved() | BetReduced() if event.refund:
            yield "vigorish", -event.refund
