"""Rebuilds a table from the store, and checks it against everything else that is stored.

From the beginning of the last hand each command is carried out again, and each line it leads to
must equal the stored one to the byte; if it was played under another version of the rules, its
lines are applied as they are sealed. Then the accounts must equal the stored balances, and the
seats the stored seats. A table that fails a check is not opened.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from lammer.fair.draw import SEED_BYTES, commitment
from lammer.server.history import hands, scoreboard
from lammer.server.history.scoreboard import RECENT, Score
from lammer.store.port import HandRecord, Store, TableRecord
from lammer.table.apply import apply, with_last_trial
from lammer.table.commands import Malformed
from lammer.table.events import Event, TrialCorrected, read_event
from lammer.table.log import Log, LogLine, Origin, read_log_line, resealed
from lammer.table.rules import Rules
from lammer.table.run import Run
from lammer.table.state import TableState
from lammer.table.turns.corrections import corrected_trial, occupied_seats

LOOKED_BACK = 600
"""Lines searched for the latest outcomes."""


class RecoveryError(Exception):
    """What is stored of a table is inconsistent."""


class OtherRulesError(RecoveryError):
    """The table was played under other rules, and the present ones cannot go on with it."""


class RecoveredTable(NamedTuple):
    """A table that can be run. ``lost``: a seed is pledged that the store does not have;
    ``old_digest``: that of the rules it was played under, if they are not the present ones."""

    run: Run
    log: Log
    seats: dict[int, int]
    hands: hands.HandTracker
    seed: bytes | None
    lost: bool
    recent: tuple[Any, ...]
    score: Score
    old_digest: str | None = None


def rebuild(
    store: Store, record: TableRecord, rules: Rules, keep: Callable[[bytes], None]
) -> RecoveredTable:
    """Return the table after its last line. Later lines of its log are passed to ``keep``."""
    head = store.head(record.table)
    if head is None:
        raise RecoveryError("its log has no lines")
    replay = _from_state(store, record, rules, head[0])
    if replay is None:
        try:
            replay = _replay(store, record, rules)
            replay.to(head[0])
        except RecoveryError:
            raise
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
    return RecoveredTable(
        run, log, seats, replay.hands, source, lost, recent, replay.score, replay.old_digest
    )


def _from_state(store: Store, record: TableRecord, rules: Rules, last: int) -> "_Replay | None":
    """Return the replay of the lines since the table was stored in the middle of its last hand.
    None if it was not, or these lines do not follow from it: the whole hand is read then."""
    stored, hand = store.table_state(record.table), store.last_hand(record.table)
    if stored is None or hand is None or not hand.first_seq <= stored[0] <= last:
        return None
    try:
        found = hands.read_table_state(rules, stored[1])
        if found.digest != rules.digest or found.hands.number != hand.number:
            return None
        replay = _Replay(store, record, rules, hand)
        replay.go_on_from(stored[0], found)
        replay.to(last)
        _books(replay.run.table, store.balances(record.table))
    except (RecoveryError, Malformed, ValueError, KeyError, TypeError):
        return None
    return replay


def _replay(store: Store, record: TableRecord, rules: Rules) -> "_Replay":
    """Return the replay of the last hand, which depends on the rules it was played under."""
    hand = store.last_hand(record.table)
    if hand is None:
        raise RecoveryError("no hand of it is stored")
    digest = hands.rules_digest(hand.snapshot, next(store.lines(record.table, 1, 1), None))
    if digest == rules.digest:
        return _Replay(store, record, rules, hand)
    try:
        return _Followed(store, record, rules, hand, digest)
    except ValueError as problem:
        raise other_rules(digest, rules, str(problem)) from None


def origin_of(store: Store, record: TableRecord) -> Origin | None:
    """Return the origin that the first line names; None for a log of an earlier version."""
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

    def __init__(
        self,
        store: Store,
        record: TableRecord,
        rules: Rules,
        hand: HandRecord,
        old_digest: str | None = None,
    ) -> None:
        self.store, self.record, self.old_digest = store, record, old_digest
        self.new_lines: deque[bytes] = deque()
        self.log = Log(self.new_lines.append, origin_of(store, record))
        table, self.people, self.score = hands.read_snapshot(rules, hand.snapshot)
        before = _line(store, record, hand.first_seq - 1)
        self.log.lines, self.log.head = int(before["seq"]), before["hash"]
        self.run = Run.resume(table, _time(before["at"]), self.log)
        self.hands = hands.new_hand(hand.number, hand.first_seq, table, self.people)
        self.senders: Mapping[int, int | None] = {}
        self.seated: Mapping[int, int] = {}

    def go_on_from(self, seq: int, state: hands.StateInHand) -> None:
        """Go on from the table after a line."""
        line = _line(self.store, self.record, seq)
        self.log.lines, self.log.head = seq, line["hash"]
        table, self.people, self.score = state.start
        self.run = Run.resume(table, _time(line["at"]), self.log)
        self.hands = state.hands

    def to(self, last: int) -> None:
        first = self.log.lines + 1
        self.senders = {
            each.seq: each.person for each in self.store.entries(self.record.table, first, last)
        }
        self.seated = self.store.seats(self.record.table)
        self._take(self.store.lines(self.record.table, first, last))

    def _take(self, lines: Iterator[bytes]) -> None:
        for line in lines:
            if not self.new_lines:
                self._command(_sealed(line))
            if not self.new_lines or self.new_lines.popleft() != line:
                raise RecoveryError(
                    f"line {_sealed(line)['seq']} does not follow from what was asked"
                )

    def _command(self, line: dict[str, Any]) -> None:
        command, seq, before = line["body"]["command"], line["seq"], self.run.table
        answer = self.run.do(command, by=line.get("by", ""))
        if answer.refusal is not None:
            raise RecoveryError(
                f"line {seq}: {command.get('do')} is refused: {answer.refusal.detail}"
            )
        self._after(command, seq, before, answer.events)

    def _after(
        self, command: Mapping[str, Any], seq: int, before: TableState, events: tuple[Event, ...]
    ) -> None:
        """Keep track of the people, the hand and the score after a command."""
        if command["do"] == "sit":
            person = self.seated.get(command["seat"], self.senders.get(seq))
            if person is not None:
                self.people[command["seat"]] = person
        table = self.run.table
        for seat in occupied_seats(before) - before.seats.keys():
            if corrected_trial(before, events) is None:
                self.hands.parts.pop(seat, None)
        self.hands.add_events(events, before, table, seq, self.people)
        self.score = scoreboard.after(self.score, before, table, events)
        for seat in self.people.keys() - occupied_seats(table):
            del self.people[seat]
            self.hands.parts.pop(seat, None)


class _Followed(_Replay):
    """The last hand of a table that was played under other rules: its lines are not decided again,
    but applied as they are sealed. The accounts must still equal the stored balances."""

    old_digest: str

    def to(self, last: int) -> None:
        try:
            super().to(last)
        except (ValueError, LookupError, TypeError, AssertionError, AttributeError) as problem:
            raise other_rules(self.old_digest, self.run.table.rules, str(problem)) from None

    def _take(self, lines: Iterator[bytes]) -> None:
        group: list[LogLine] = []
        for line in lines:
            found = read_log_line(_sealed(line))
            if resealed(found, self.log.lines + 1, self.log.head) != line:
                raise RecoveryError(f"line {found.seq} does not follow as it was sealed")
            self.log.lines, self.log.head = found.seq, found.hash
            if "command" in found.body:
                self._follow(group)
                group = []
            group.append(found)
        self._follow(group)

    def _follow(self, group: Sequence[LogLine]) -> None:
        """Apply the lines of one command."""
        if not group:
            return
        before = table = self.run.table
        thing, events = table.rules.instrument.key, []
        for line in group:
            moves = tuple((source, to, cents) for source, to, cents in line.body.get("moves", ()))
            event = read_event(thing, line.event, line.body, line.actor, line.clauses, moves)
            table = apply(table, event)
            events.append(event)
        table = with_last_trial(before, events, table)
        self.run = Run.resume(table, _time(group[-1].at), self.log)
        self._after(group[0].body["command"], group[0].seq, before, tuple(events))


def other_rules(old: str, rules: Rules, problem: str) -> OtherRulesError:
    return OtherRulesError(
        f"it was played under rules with the digest {old[:12]}, these are {rules.digest[:12]}, and "
        f"they cannot go on with it ({problem}). Close it: every bet goes back to its player"
    )


def _time(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone(UTC)


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
