"""Rebuilds a table from the store, and checks it against everything else that is stored.

From the beginning of the last hand each command is carried out again, and each line it leads to
must equal the stored one to the byte. Then the accounts must equal the stored balances, and the
seats the stored seats. A table that fails a check is not opened.
"""

import json
from collections import deque
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from lammer.fair.draw import SEED_BYTES, commitment
from lammer.server.history import hands, scoreboard
from lammer.server.history.scoreboard import RECENT, Score
from lammer.store.port import Store, TableRecord
from lammer.table.commands import Malformed
from lammer.table.events import TrialCorrected, read_event
from lammer.table.log import Log, Origin
from lammer.table.rules import Rules
from lammer.table.run import Run
from lammer.table.state import TableState
from lammer.table.turns.corrections import corrected_trial, occupied_seats

LOOKED_BACK = 600
"""Lines searched for the latest outcomes."""


class RecoveryError(Exception):
    """What is stored of a table is inconsistent."""


class RecoveredTable(NamedTuple):
    """A table that can be run. ``lost``: a seed is pledged that the store does not have."""

    run: Run
    log: Log
    seats: dict[int, int]
    hands: hands.HandTracker
    seed: bytes | None
    lost: bool
    recent: tuple[Any, ...]
    score: Score


def rebuild(
    store: Store, record: TableRecord, rules: Rules, keep: Callable[[bytes], None]
) -> RecoveredTable:
    """Return the table after its last line. Later lines of its log go to ``keep``."""
    head = store.head(record.table)
    if head is None:
        raise RecoveryError("its log has no lines")
    try:
        _same_rules(store, record, rules)
        replay = _Replay(store, record, rules)
        replay.to(head[0])
    except (Malformed, ValueError, KeyError, TypeError) as problem:
        raise RecoveryError(f"its log cannot be read: {problem}") from None
    if replay.log.lines != head[0] or replay.log.head != _sealed(head[1])["hash"]:
        raise RecoveryError("its log does not end on the line that is stored as the last")
    table, seats = replay.run.table, dict(store.seats(record.table))
    _books(table, store.balances(record.table))
    if not table.seats.keys() <= seats.keys() <= occupied_seats(table):
        raise RecoveryError(f"seats {sorted(table.seats)} are taken, {sorted(seats)} are stored")
    source, lost = _source(table, store.secret(record.table))
    log = Log(keep, replay.log.origin)
    log.lines, log.head = replay.log.lines, replay.log.head
    run = Run.resume(table, replay.run.now, log)
    recent = _recent(store, record, rules, head[0])
    return RecoveredTable(run, log, seats, replay.hands, source, lost, recent, replay.score)


def _same_rules(store: Store, record: TableRecord, rules: Rules) -> None:
    opened = _line(store, record, 1)["body"]["digest"]
    if opened != rules.digest:
        raise RecoveryError(
            f"it was opened under rules with the digest {opened[:12]}, and these are "
            f"{rules.digest[:12]}; close it with the version of Lammer that opened it"
        )


def _origin(store: Store, record: TableRecord) -> Origin | None:
    """Return what the first line says; None for a log of an earlier version."""
    first = _line(store, record, 1)
    if "house" not in first:
        return None
    found = Origin(first["house"], first["table"])
    here = Origin(store.house_id(), record.table)
    if found != here:
        raise RecoveryError(
            f"its log is that of table {found.table} of the house {found.house}, and this is "
            f"{here.table} of {here.house}"
        )
    return found


def _books(table: TableState, stored: Mapping[str, int]) -> None:
    for account in sorted({*table.books, *stored}):
        has, kept = table.books.get(account, 0), stored.get(account, 0)
        if has != kept:
            raise RecoveryError(
                f"{account} stands at {has} cents by the log, at {kept} by the balances"
            )


def _source(table: TableState, secret: bytes | None) -> tuple[bytes | None, bool]:
    made = table.pledge
    if made is None:
        return None, False
    if isinstance(secret, bytes) and len(secret) == SEED_BYTES and commitment(secret) == made.hash:
        return secret, False
    return None, True


def _sealed(line: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line)
    return found


def _line(store: Store, record: TableRecord, seq: int) -> dict[str, Any]:
    line = next(store.lines(record.table, seq, seq), None)
    if line is None:
        raise RecoveryError(f"line {seq} of its log is missing")
    return _sealed(line)


class _Replay:
    """The last hand of a table, carried out again."""

    def __init__(self, store: Store, record: TableRecord, rules: Rules) -> None:
        self.store, self.record = store, record
        self.new_lines: deque[bytes] = deque()
        self.log = Log(self.new_lines.append, _origin(store, record))
        hand = store.last_hand(record.table)
        if hand is None:
            raise RecoveryError("no hand of it is stored")
        table, self.people, self.score = hands.read_snapshot(rules, hand.snapshot)
        before = _line(store, record, hand.first_seq - 1)
        self.log.lines, self.log.head = int(before["seq"]), before["hash"]
        now = datetime.fromisoformat(before["at"]).astimezone(UTC)
        self.run = Run.resume(table, now, self.log)
        self.hands = hands.new_hand(hand.number, hand.first_seq, table, self.people)

    def to(self, last: int) -> None:
        first = self.log.lines + 1
        senders = {
            each.seq: each.person for each in self.store.entries(self.record.table, first, last)
        }
        seated = self.store.seats(self.record.table)
        for line in self.store.lines(self.record.table, first, last):
            if not self.new_lines:
                self._command(_sealed(line), senders, seated)
            if not self.new_lines or self.new_lines.popleft() != line:
                raise RecoveryError(
                    f"line {_sealed(line)['seq']} does not follow from what was asked"
                )

    def _command(
        self, line: dict[str, Any], senders: Mapping[int, int | None], seated: Mapping[int, int]
    ) -> None:
        command, seq, before = line["body"]["command"], line["seq"], self.run.table
        answer = self.run.do(command, by=line.get("by", ""))
        if answer.refusal is not None:
            raise RecoveryError(
                f"line {seq}: {command.get('do')} is refused: {answer.refusal.detail}"
            )
        if command["do"] == "sit":
            person = seated.get(command["seat"], senders.get(seq))
            if person is not None:
                self.people[command["seat"]] = person
        table = self.run.table
        for seat in occupied_seats(before) - before.seats.keys():
            if corrected_trial(before, answer.events) is None:
                self.hands.parts.pop(seat, None)
        self.hands.add_events(answer.events, before, table, seq, self.people)
        self.score = scoreboard.after(self.score, before, table, answer.events)
        for seat in self.people.keys() - occupied_seats(table):
            del self.people[seat]
            self.hands.parts.pop(seat, None)


def _recent(store: Store, record: TableRecord, rules: Rules, last: int) -> tuple[Any, ...]:
    """Return the latest outcomes, as the lobby shows them."""
    found: list[Any] = []
    instrument = rules.instrument
    kinds = [
        f'"event":"{kind.name}"'.encode() for kind in (instrument.outcome_event, TrialCorrected)
    ]
    for line in store.lines(record.table, max(1, last - LOOKED_BACK), last):
        if any(each in line for each in kinds):
            sealed = _sealed(line)
            if sealed["event"] == "correct":
                del found[-1:]
            else:
                event = read_event(instrument.key, sealed["event"], sealed["body"])
                found.append(instrument.outcome(event))
    return tuple(found[-RECENT:])
