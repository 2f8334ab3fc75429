"""Verifies one table of a house's database: audits its log, and compares everything stored beside
the log with what follows from it."""

import json
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lammer.audit import Finding, Note
from lammer.audit.finding import Kind
from lammer.audit.log.differences import signed
from lammer.audit.log.resync import IMPOSSIBLE
from lammer.core.codec import Malformed
from lammer.core.money import dollars
from lammer.fair.log_audit import DrawReport, WholeLogAudit
from lammer.server.people.permissions import CREW
from lammer.server.people.pseudonyms import in_role, pseudonym
from lammer.server.verification.table_replay import (
    BegunHand,
    People,
    TableReplay,
    Written,
    snapshot_differs,
)
from lammer.store.port import LogEntry, Person, PlayedHand, TableRecord, Transfer
from lammer.store.sql import PAGE_ROWS, SqlStore
from lammer.table.entered_by import BY_HOUSE
from lammer.table.log import LogLine, Origin, read_log_line

KINDS = ("automatic", "staffed")
_UNDER_OTHER_RULES = ("hand", "meter")
"""What another version of the rules may have counted otherwise."""


class CheckedTable(NamedTuple):
    """What was found. ``granted``: chips that were given to people with the lines of the log;
    ``roles``: (person, role) of those who entered lines as the crew, and the first such line."""

    table: str
    lines: int
    findings: list[Finding]
    notes: tuple[Note, ...]
    draws: DrawReport | None
    granted: list[Transfer]
    roles: Mapping[tuple[int, str], int]


def check_table(
    store: SqlStore, record: TableRecord, people: Mapping[int, Person], skip_draws: str = ""
) -> CheckedTable:
    """Return what is wrong with a table; ``skip_draws`` is why draws are not to be verified."""
    return _TableCheck(store, record, people).run(skip_draws)


class _TableCheck:
    def __init__(self, store: SqlStore, record: TableRecord, people: Mapping[int, Person]) -> None:
        self._store, self._record, self._people_of_house = store, record, people
        key = record.table
        self._key = store.pseudonym_key(key)
        self._moved: defaultdict[int, list[Transfer]] = defaultdict(list)
        for row in store.rows("transfer", key):
            found = Transfer(*row[1:])
            self._moved[found.seq or 0].append(found)
        self._played: defaultdict[int, list[PlayedHand]] = defaultdict(list)
        for row in store.rows("played_hand", key):
            self._played[row[1]].append(PlayedHand(*row[1:]))
        self._state = store.table_state(key)
        self._heads = {row[1]: str(row[2]) for row in store.rows("published_head", key)}
        self._entries: deque[LogEntry] = deque()
        self._entries_to = 0
        self._clients: dict[tuple[int, str], tuple[int, int]] = {}
        """The last command number of each client of a person, and the line it begins at."""
        self._stays = People(self._is_walk_in)
        self._replay = TableReplay(record, self._stays, self._moved_at)
        self._found: list[Finding] = []
        self._granted: list[Transfer] = []
        self._roles: dict[tuple[int, str], int] = {}
        self._why_not = ""
        self._group: list[LogLine] = []
        self._hands = self._lines = 0
        self._sender_line = 0
        self._kind_said = False

    def _is_walk_in(self, person: int) -> bool:
        known = self._people_of_house.get(person)
        return known is not None and known.kind == "walk-in"

    def _moved_at(self, seq: int) -> Sequence[int]:
        return [each.person for each in self._moved.get(seq, ())]

    def run(self, skip_draws: str) -> CheckedTable:
        store, record = self._store, self._record
        head = store.heads().get(record.table, 0)
        audit = WholeLogAudit(
            self._watched(), skip_draws=skip_draws, balances=store.balances(record.table)
        )
        wrong: list[Finding] = []
        try:
            wrong = [each for each in audit if not self._is_open(each)]
        except Malformed as problem:
            wrong.append(Finding(self._lines, "chain", f"This is no line of a log: {problem}."))
        if self._lines != head:
            what = f"The log ends on line {self._lines:,}, and should end on line {head:,}."
            wrong.append(Finding(self._lines, "chain", what))
        notes = audit.log.notes
        broken = any(each.kind != "draw" for each in wrong)
        if broken:
            self._why_not = self._why_not or "its log does not hold"
        if not self._why_not:
            self._follow_group()
        if not self._why_not:
            self._compare(self._replay.end())
            self._compare_ends()
        if self._why_not:
            self._found = [each for each in self._found if each.kind == "head"]
            what = f"What the house keeps beside this log was not computed again: {self._why_not}."
            if broken or notes:
                notes = (*notes, Note(self._lines, what))
            else:
                self._add(self._lines, "table", what)
        elif notes:
            notes = (*notes, *self._as_notes())
        findings = [*wrong, *self._found]
        return CheckedTable(
            record.table, self._lines, findings, notes, audit.draws, self._granted, self._roles
        )

    def _is_open(self, finding: Finding) -> bool:
        return finding.kind == "incomplete" and self._record.closed is None

    def _as_notes(self) -> Iterator[Note]:
        """Take findings that another version of the rules may explain for notes."""
        for each in self._found:
            if each.kind in _UNDER_OTHER_RULES:
                yield Note(each.line, each.what)
        self._found = [each for each in self._found if each.kind not in _UNDER_OTHER_RULES]

    # The log, line by line

    def _watched(self) -> Iterator[tuple[int, bytes]]:
        """Yield the lines of the log, following them."""
        for number, line in self._store.every_line(self._record.table):
            self._lines = number
            yield number, line
            if not self._why_not:
                try:
                    self._follow(line)
                except IMPOSSIBLE as problem:
                    self._why_not = f"line {self._lines}: {problem}"

    def _follow(self, line: bytes) -> None:
        found = read_log_line(json.loads(line))
        if found.seq != self._lines:
            what = f"The line is stored under the number {self._lines:,}."
            self._add(found.seq, "table", what)
        published = self._heads.pop(found.seq, None)
        if published not in (None, found.hash):
            what = f"Another head was published for line {found.seq:,}: {published}."
            self._add(found.seq, "head", what)
        if not self._group or "command" in found.body or _stands_alone(found):
            self._follow_group()
            self._group = []
        self._group.append(found)

    def _follow_group(self) -> None:
        if not self._group or self._why_not:
            return
        group, self._group = self._group, []
        try:
            sender = self._sender(group[0])
            self._entered(group[0], sender)
            self._compare(self._replay.follow(group, sender))
            self._compare_state(group[-1].seq)
        except IMPOSSIBLE as problem:
            self._why_not = f"line {group[0].seq}: {problem}"

    def _sender(self, line: LogLine) -> int | None:
        """Return who sent the command of a line, None for the house. What the house does first, to
        make a trial possible, stands above the command in the log, and is entered with it."""
        if line.by == BY_HOUSE:
            return None
        # Who winds a table up is stored with the line that closes it.
        self._read_entries(line.seq + 1 if line.event == "wind-up" else line.seq)
        if line.event == "wind-up":
            return self._entries[0].person if self._entries else None
        found = None
        while self._entries and self._entries[0].seq <= line.seq:
            entry = self._entries.popleft()
            if entry.person is not None and entry.seq > self._sender_line:
                found = entry.person
        self._sender_line = line.seq
        return found

    def _read_entries(self, last: int) -> None:
        """Read who sent commands, up to this line at least."""
        while self._entries_to < last:
            first, self._entries_to = self._entries_to + 1, self._entries_to + PAGE_ROWS
            for entry in self._store.entries(self._record.table, first, self._entries_to):
                if entry.client is None:
                    what = f"Person {entry.person} is stored as who sent this, by no client."
                    self._add(entry.seq, "person", what)
                    continue
                self._entries.append(entry)
                if entry.person is not None:
                    client = entry.person, entry.client
                    number = entry.number, entry.seq
                    self._clients[client] = max(number, self._clients.get(client, (0, 0)))

    def _entered(self, line: LogLine, sender: int | None) -> None:
        """Check that each line names the person who sent its command."""
        if line.event == "open":
            self._opened(line)
            return
        self._check_kind(line)
        if not line.by:
            return
        if line.by == BY_HOUSE:
            return
        if sender is None:
            what = f"{line.by} entered this, and nobody is stored who sent it."
            self._add(line.seq, "person", what)
            return
        role, _, name = line.by.rpartition("-")
        if role == "seat":
            self._seat_entered(line, int(name), sender)
            return
        if in_role(self._key, sender, role) != line.by:
            what = f"{line.by} is not the name of person {sender}, who sent this, at this table."
            self._add(line.seq, "person", what)
        elif role != "player":
            self._roles.setdefault((sender, role), line.seq)

    def _check_kind(self, line: LogLine) -> None:
        """Check that the kind of the table is one that has this line."""
        kind = self._record.kind
        crew = line.by.partition("-")[0] in CREW
        pledge = line.event == "commit"
        if (
            kind in KINDS
            and not (crew and kind == "automatic")
            and not (pledge and kind == "staffed")
        ):
            return
        if line.event in ("close", "wind-up") and kind in KINDS:
            return
        if not self._kind_said:
            self._kind_said = True
            what = f"The table is stored as {kind}, which does not fit this line."
            self._add(line.seq, "table", what)

    def _seat_entered(self, line: LogLine, seat: int, sender: int) -> None:
        there = self._replay.seats.get(seat)
        if there is None and line.body["command"]["do"] == "sit":
            return
        if there is not None:
            self._stays.found(there, sender)
        if there is None or self._stays.real(there) != sender:
            what = (
                f"Seat {seat} entered this; person {sender}, who sent it, does not have that seat."
            )
            self._add(line.seq, "person", what)

    def _opened(self, line: LogLine) -> None:
        record, raw = self._record, line.body.get("command", {})
        stored = {
            "rules": record.rules,
            "game": record.game,
            "house": json.loads(record.house),
            "at": record.opened,
        }
        for key, value in stored.items():
            if raw.get(key, value) != value:
                what = f"The table is stored with another {key} than it was opened with."
                self._add(line.seq, "table", what)
        here = Origin(self._store.house_id(), record.table)
        if line.origin not in (None, here):
            what = f"The log is that of table {line.table} of the house {line.house}."
            self._add(line.seq, "table", what)
        by = BY_HOUSE
        if record.opened_by is not None:
            role = line.by.rpartition("-")[0] or "player"
            by = f"{role}-{pseudonym(self._key, record.opened_by)}"
            if role != "player":
                self._roles.setdefault((record.opened_by, role), line.seq)
        if line.by not in ("", by):
            who = "the house" if record.opened_by is None else f"person {record.opened_by}"
            what = f"{line.by} opened the table; by what is stored it was {who}."
            self._add(line.seq, "person", what)

    # What is stored beside it

    def _compare(self, written: Written) -> None:
        for played in written.played:
            self._compare_played(played)
        for begun in written.hands:
            self._compare_hand(begun)
        for moved in written.transfers:
            self._compare_moved(moved)
        real = self._stays.real
        self._granted += [each._replace(person=real(each.person)) for each in written.grants]

    def _compare_state(self, seq: int) -> None:
        if self._state is None or self._state[0] != seq:
            return
        if self._is_other_state(self._state[1]):
            self._add(seq, "hand", "After this line the table is stored as it was not.")
        self._state = None

    def _is_other_state(self, stored: bytes) -> bool:
        try:
            return self._replay.differs_from_state(stored)
        except IMPOSSIBLE:
            return True  # It cannot be read.

    def _compare_hand(self, begun: BegunHand) -> None:
        self._hands = begun.number
        stored = self._store.hand(self._record.table, begun.number)
        if stored is None:
            self._add(begun.first_seq, "hand", f"Hand {begun.number} is not stored.")
            return
        if (stored.first_seq, stored.began) != (begun.first_seq, begun.began):
            what = (
                f"Hand {begun.number} began at line {begun.first_seq:,}, {begun.began}; stored is "
                f"line {stored.first_seq:,}, {stored.began}."
            )
            self._add(begun.first_seq, "hand", what)
        elif self._is_other_table(stored.snapshot, begun):
            what = f"Hand {begun.number} is stored with another table than it began with."
            self._add(begun.first_seq, "hand", what)

    def _is_other_table(self, snapshot: bytes, begun: BegunHand) -> bool:
        try:
            return snapshot_differs(snapshot, begun, self._stays, self._replay.digest)
        except IMPOSSIBLE:
            return True  # It cannot be read.

    def _compare_played(self, played: PlayedHand) -> None:
        kept = self._played[played.number]
        for stored in kept:
            if (stored.seat, stored.first_seq) == (played.seat, played.first_seq):
                self._stays.found(played.person, stored.person)
                break
        played = played._replace(person=self._stays.real(played.person))
        if played in kept:
            kept.remove(played)
            return
        same = [each for each in kept if _same_part(each, played)]
        if not same:
            what = f"The part of seat {played.seat} in hand {played.number} is not stored."
            self._add(played.first_seq, "hand", what, played.seat)
            return
        kept.remove(same[0])
        what = f"The part of seat {played.seat} in hand {played.number} is stored otherwise: "
        won, stored_won = _net(played), _net(same[0])
        told = _differences(played, same[0])
        self._add(played.first_seq, "hand", f"{what}{told}.", played.seat, won, stored_won)

    def _compare_moved(self, moved: Transfer) -> None:
        kept = self._moved[moved.seq or 0]
        moved = moved._replace(person=self._stays.real(moved.person))
        if moved in kept:
            kept.remove(moved)
            return
        same = [each for each in kept if each.why == moved.why]
        said = f"{_chips(moved.cents)} by {moved.why}"
        if not same:
            what = f"The purse of person {moved.person} should have {said}, and nothing is stored."
            self._add(moved.seq or 0, "purse", what, None, moved.cents, 0)
            return
        kept.remove(same[0])
        other = same[0]
        if other.person == moved.person:
            what = f"The purse of person {moved.person} should have {said}; stored is "
            what += f"{_chips(other.cents)}, {other.at}."
            self._add(moved.seq or 0, "purse", what, None, moved.cents, other.cents)
            return
        what = f"{said} belongs to person {moved.person}; stored is person {other.person}."
        self._add(moved.seq or 0, "purse", what[:1].upper() + what[1:], None, moved.cents, 0)

    def _compare_ends(self) -> None:
        """Compare the state after the last line."""
        table, store = self._record.table, self._store
        self._sums("balance", self._replay.balances, store.balances(table))
        meters = store.meters(table).get(table, {})
        for key in sorted({*self._replay.meters, *meters}):
            due, stored = self._replay.meters.get(key, (0, 0)), meters.get(key, (0, 0))
            if due != stored:
                what = f"The meter {key} comes to {_meter(due)} by the log; stored is "
                self._add(0, "meter", f"{what}{_meter(stored)}.", None, due[1], stored[1])
        if self._state is not None:
            self._add(self._state[0], "hand", "The table is stored after this, which is no line.")
        self._read_entries(self._lines)
        kept = {(row[1], row[2]): (row[3], row[4]) for row in store.rows("client", table)}
        for client in sorted({*self._clients, *kept}):
            if self._clients.get(client) != kept.get(client):
                what = f"The last command of person {client[0]} here is stored otherwise than it is"
                self._add(0, "person", f"{what} with its line.")
        for stranger, name in self._stays.names.items():
            person = self._people_of_house.get(self._stays.real(stranger))
            if person is not None and person.kind == "walk-in" and person.name != name:
                what = f"The crew seated {name}; person {person.id} is stored as {person.name}."
                self._add(0, "person", what)
        real = {seat: self._stays.real(person) for seat, person in self._replay.seats.items()}
        stored_seats = store.seats(table)
        for seat in sorted({*real, *stored_seats}):
            due_person, has = real.get(seat), stored_seats.get(seat)
            if due_person == has or (due_person is not None and due_person < 0 and has is not None):
                continue
            what = f"Seat {seat} has {_who(due_person)} by the log; stored is {_who(has)}."
            self._add(0, "seat", what, seat)
        if self._replay.closed != (self._record.closed is not None):
            stored_as = "closed" if self._record.closed is not None else "open"
            self._add(0, "table", f"The table is stored as {stored_as}; its log says otherwise.")
        self._left_over()

    def _sums(self, kind: Kind, due: Mapping[str, int], stored: Mapping[str, int]) -> None:
        for account in sorted({*due, *stored}):
            has, kept = due.get(account, 0), stored.get(account, 0)
            if has != kept:
                what = f"{account} stands at {signed(has)} by the log; stored is {signed(kept)}."
                self._add(0, kind, what, None, has, kept)

    def _left_over(self) -> None:
        """Report what is stored and does not follow from the log."""
        for seq, others in sorted(self._moved.items()):
            for each in others:
                what = (
                    f"The purse of person {each.person} has {_chips(each.cents)} by {each.why}, "
                    "which no line of the log says."
                )
                self._add(seq, "purse", what, None, 0, each.cents)
        for number, parts in sorted(self._played.items()):
            for part in parts:
                what = f"A part of seat {part.seat} in hand {number} is stored, which nobody had."
                self._add(part.first_seq, "hand", what, part.seat, 0, _net(part))
        last = self._store.last_hand(self._record.table)
        if last is not None and last.number > self._hands:
            what = f"Hands up to {last.number} are stored; by the log there were {self._hands}."
            self._add(last.first_seq, "hand", what)
        for seq, head in sorted(self._heads.items()):
            what = f"A head was published for line {seq:,}, which there is not: {head}."
            self._add(seq, "head", what)

    def _add(
        self,
        line: int,
        kind: Kind,
        what: str,
        seat: int | None = None,
        due: int | None = None,
        stored: int | None = None,
    ) -> None:
        self._found.append(Finding(line, kind, what, seat=seat, due_cents=due, paid_cents=stored))


def _stands_alone(line: LogLine) -> bool:
    return line.event in ("rules", "wind-up", "close")


def _same_part(one: PlayedHand, other: PlayedHand) -> bool:
    return (one.seat, one.first_seq) == (other.seat, other.first_seq) or (
        (one.seat, one.person) == (other.seat, other.person)
    )


def _net(part: PlayedHand) -> int:
    return part.won - part.lost - part.vigorish


def _differences(due: PlayedHand, stored: PlayedHand) -> str:
    told = [
        f"{name} {kept} for {right}"
        for name, right, kept in zip(due._fields, due, stored, strict=True)
        if right != kept
    ]
    return ", ".join(told)


def _meter(value: tuple[int, int]) -> str:
    return f"{value[0]:,} and {value[1]:,} cents"


def _chips(cents: int) -> str:
    return f"{dollars(-cents)} taken" if cents < 0 else f"{dollars(cents)} added"


def _who(person: int | None) -> str:
    if person is None:
        return "nobody"
    return "somebody whom the crew seated" if person < 0 else f"person {person}"
