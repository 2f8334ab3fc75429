"""What a house keeps of a table beside its log, computed again from the log: accounts, seats,
meters, hands, and the chips that left purses and came back.

The lines are not decided again; that is the audit's part. They are applied as they are sealed, and
followed by what the house does then (``tables/tick.py``).
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any, NamedTuple

from lammer.ledger import CAGE
from lammer.server.history import hands, scoreboard
from lammer.server.history.meters import metered
from lammer.server.history.scoreboard import Score
from lammer.store.port import PlayedHand, TableRecord, Transfer
from lammer.table.apply import apply, initial_state, with_last_trial
from lammer.table.commands import Open, command_time, read, verb_for
from lammer.table.decide import open_table
from lammer.table.entered_by import BY_HOUSE
from lammer.table.events import Event, read_event
from lammer.table.log import LogLine
from lammer.table.state import TableState
from lammer.table.turns.corrections import corrected_trial, occupied_seats

_PLEDGES = ("commit", "reveal", "withdraw")
"""Commands about pledges, which the house gives beside the game."""
_SEAT = "seat-"


class CannotReplay(ValueError):
    """The log cannot be followed here."""


class BegunHand(NamedTuple):
    """The beginning of a hand, as it should be stored."""

    number: int
    first_seq: int
    began: str
    table: TableState
    people: Mapping[int, int]
    score: Score


@dataclass(slots=True)
class Written:
    """What the house writes with some lines."""

    hands: list[BegunHand] = field(default_factory=list)
    played: list[PlayedHand] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    """Those of a purse with the table."""
    grants: list[Transfer] = field(default_factory=list)
    """Chips given for such a transfer."""


class People:
    """Who is at a table. Whom the crew has seated is not in the log: it is a person with a number
    below zero, until a stored row says who."""

    def __init__(self, walk_ins: Callable[[int], bool]) -> None:
        self.is_walk_in = walk_ins
        self._found: dict[int, int] = {}
        self.names: dict[int, str] = {}
        """Under which name the crew has seated each stranger."""

    def stranger(self, name: str) -> int:
        number = -len(self.names) - 1
        self.names[number] = name
        return number

    def real(self, person: int) -> int:
        return self._found.get(person, person)

    def found(self, person: int, stored: int) -> None:
        """Say who a stranger is, unless that is known."""
        if person < 0:
            self._found.setdefault(person, stored)


class TableReplay:
    """A table that follows its log, one command at a time."""

    def __init__(
        self,
        record: TableRecord,
        people: People,
        moved_at: Callable[[int], Sequence[int]],
    ) -> None:
        """``moved_at``: the people whose purses, as is stored, a line moved chips from or to."""
        self._record, self._people, self._moved_at = record, people, moved_at
        self._table: TableState | None = None
        self.seats: dict[int, int] = {}
        self.meters: dict[str, tuple[int, int]] = {}
        self.balances: Mapping[str, int] = {}
        self.digest = ""
        """That of the rules in force."""
        self.closed = False
        self._hands = hands.HandTracker(1, 2)
        self._score = scoreboard.NEW
        self._due: str | None = None
        """When the hand was over that ends before what the house does next."""
        self._at, self._seq = "", 0
        self._written = Written()

    @property
    def table(self) -> TableState:
        if self._table is None:
            raise CannotReplay("it does not begin with the opening of a table")
        return self._table

    @property
    def _thing(self) -> str:
        return self.table.rules.procedure.trial.thing

    @property
    def automatic(self) -> bool:
        return self._record.kind == "automatic"

    def follow(self, group: Sequence[LogLine], sender: int | None) -> Written:
        """Follow the lines of one command, or one that follows from none. ``sender``: who sent the
        command, None for the house."""
        self._written = Written()
        first = group[0]
        match first.event:
            case "rules":
                self._rules_changed(first)
            case "wind-up":
                self._wound_up(first)
            case "close":
                self._close()
            case "refused":
                pass
            case _ if self._table is None:
                self._open(first)
            case _:
                self._command(group, sender)
        self._at, self._seq = group[-1].at, group[-1].seq
        return self._written

    def end(self) -> Written:
        """Return what is still to be written after the last line."""
        self._written = Written()
        self._end_due_hand()
        return self._written

    def _open(self, line: LogLine) -> None:
        raw = line.body.get("command")
        command = read(raw, None) if isinstance(raw, Mapping) else None
        at = command_time(raw) if isinstance(raw, Mapping) else None
        if not isinstance(command, Open) or at is None:
            raise CannotReplay("it does not begin with the opening of a table")
        opened = open_table(command, at, opened=True)
        if not isinstance(opened, tuple):
            raise CannotReplay("no such table could be opened now")
        rules, event = opened
        self._table = initial_state(rules, event)
        self.balances = self._table.books
        self.digest = str(line.body.get("digest"))
        self._hands = hands.new_hand(1, 2, self._table, {})
        self._begin_hand(self._hands, self._table, {}, line.at)

    def _command(self, group: Sequence[LogLine], sender: int | None) -> None:
        first, before = group[0], self.table
        raw = first.body["command"]
        after, events = self._applied(group)
        if self._is_of_house(raw, first.by):
            if raw["do"] == "commit":
                self._end_due_hand()
            self._table = after
            self._count(events, before)
            return
        self._end_due_hand()
        if raw["do"] == "sit" and raw["seat"] not in self.seats:
            self.seats[raw["seat"]] = self._sitter(first, sender)
        self._table = after
        if before.last is not None and corrected_trial(before, events) is None:
            self._confirm_trial(before, first.seq - 1, self._at)
        self._follow_up(group, before, events)

    def _applied(self, group: Sequence[LogLine]) -> tuple[TableState, tuple[Event, ...]]:
        before = table = self.table
        events = []
        for line in group:
            moves = tuple((source, to, cents) for source, to, cents in line.body.get("moves", ()))
            event = read_event(self._thing, line.event, line.body, line.actor, line.clauses, moves)
            table = apply(table, event)
            events.append(event)
        return with_last_trial(before, events, table), tuple(events)

    def _is_of_house(self, raw: Mapping[str, Any], by: str) -> bool:
        """Return whether the house gives this command beside the game: about a pledge, or to renew
        the instrument at the end of a hand."""
        if not self.automatic or by not in (BY_HOUSE, ""):
            return False
        if raw["do"] in _PLEDGES:
            return True
        renewal = self.table.rules.instrument.renewal(self.table)
        return renewal is not None and raw["do"] == verb_for(type(renewal), self._thing)

    def _sitter(self, line: LogLine, sender: int | None) -> int:
        """Return who sits down: the sender, unless the crew seats somebody."""
        if sender is not None and (self.automatic or line.by.startswith(_SEAT)):
            return sender
        return self._people.stranger(str(line.body["command"].get("name")))

    def _follow_up(
        self, group: Sequence[LogLine], before: TableState, events: tuple[Event, ...]
    ) -> None:
        first, last, after = group[0], group[-1].seq, self.table
        over = self._hands.add_events(events, before, after, first.seq, self.seats)
        self._count(events, before)
        for line, event in zip(group, events, strict=True):
            if event.moves:
                self._purse_moves(line, event)
        for seat in self.seats.keys() - occupied_seats(after):
            self._vacate(seat, last, first.at, after)
        if over and self.automatic:
            self._due = first.at
        elif over:
            self._next_hand(last, first.at, after)

    def _count(self, events: tuple[Event, ...], before: TableState) -> None:
        """Count what the events add to the meters, and keep the score."""
        for key, (times, cents) in metered(events, before).items():
            more = self.meters.get(key, (0, 0))
            self.meters[key] = more[0] + times, more[1] + cents
        self._score = scoreboard.after(self._score, before, self.table, events)
        self.balances = self.table.books

    def _purse_moves(self, line: LogLine, event: Event) -> None:
        person = None if event.player is None else self.seats.get(event.player)
        if person is None:
            return
        for source, target, cents in event.moves:
            if CAGE not in (source, target):
                continue
            for stored in self._moved_at(line.seq):
                self._people.found(person, stored)
            change = -cents if source == CAGE else cents
            given = self._granted_as(self._people.real(person), line.by)
            if change < 0 and given is not None:
                self._written.grants.append(Transfer(person, cents, given, line.at))
            key = self._record.table
            moved = Transfer(person, change, event.name, line.at, key, line.seq)
            self._written.transfers.append(moved)

    def _granted_as(self, person: int, by: str) -> str | None:
        if self._people.is_walk_in(person):
            return "walk-in"
        return "top-up" if by == BY_HOUSE else None

    # Hands

    def _confirm_trial(self, before: TableState, last: int, at: str) -> None:
        for seat in occupied_seats(before) - before.seats.keys():
            self._vacate(seat, last, at, before)
        if self._hands.over:
            self._next_hand(last, at, before)

    def _vacate(self, seat: int, last: int, at: str, table: TableState) -> None:
        played = self._hands.leave(seat, last, at, table)
        if played is not None:
            self._written.played.append(played)
        if seat not in self.table.seats:
            self.seats.pop(seat, None)

    def _next_hand(self, last: int, at: str, table: TableState) -> None:
        self._written.played += self._hands.finish(last, at, table)
        people = {seat: person for seat, person in self.seats.items() if seat in table.seats}
        self._hands = hands.new_hand(self._hands.number + 1, last + 1, table, people)
        self._begin_hand(self._hands, table, people, at)

    def _begin_hand(
        self, hand: hands.HandTracker, table: TableState, people: Mapping[int, int], at: str
    ) -> None:
        begun = BegunHand(hand.number, hand.first_seq, at, table, people, self._score)
        self._written.hands.append(begun)

    def _end_due_hand(self) -> None:
        """End a hand that the house ended after it had revealed a seed, or shuffled."""
        if self._due is not None:
            at, self._due = self._due, None
            self._next_hand(self._seq, at, self.table)

    def differs_from_state(self, stored: bytes) -> bool:
        """Return whether the table as it is now, in the middle of a hand, was stored otherwise."""
        kept, hand, real = json.loads(stored), self._hands, self._people.real
        begun = BegunHand(hand.number, hand.first_seq, "", self.table, self.seats, self._score)
        snapshot = json.dumps(kept["snapshot"]).encode()
        if snapshot_differs(snapshot, begun, self._people, self.digest):
            return True
        shares = [
            [real(each[0]), *each[1:]]
            for each in (list(astuple(part)) for _, part in sorted(hand.parts.items()))
        ]
        own = {"hand": hand.number, "first": hand.first_seq, "trials": hand.trials,
               "parts": shares, "since": self.table.last}  # fmt: skip
        return {key: kept.get(key) for key in own} != own

    # Lines that no command leads to

    def _rules_changed(self, line: LogLine) -> None:
        self._end_due_hand()
        if self.table.last is not None:
            self._confirm_trial(self.table, line.seq - 1, self._at)
        self.digest = str(line.body["digest"])
        self._table = self.table._replace(last=None)
        self._next_hand(line.seq, line.at, self.table)

    def _wound_up(self, line: LogLine) -> None:
        after = dict(self.balances)
        for source, target, cents in line.body.get("moves", ()):
            after[source] = after.get(source, 0) - cents
            after[target] = after.get(target, 0) + cents
            if target != CAGE:
                continue
            person = self.seats.get(int(source.removeprefix("rail-")))
            if person is not None:
                for stored in self._moved_at(line.seq):
                    self._people.found(person, stored)
                key = self._record.table
                moved = Transfer(person, cents, "wind-up", line.at, key, line.seq)
                self._written.transfers.append(moved)
        self.balances = after
        self.seats, self.closed = {}, True

    def _close(self) -> None:
        if not self.closed:
            self._end_due_hand()
            ended = self._record.closed or ""
            self._written.played += self._hands.finish(self._seq, ended, self.table)
        self.seats, self.closed = {}, True


def snapshot_differs(stored: bytes, begun: BegunHand, people: People, digest: str) -> bool:
    """Return whether a stored hand does not begin as it should. Keys that it lacks, because an
    older version wrote it, are not compared."""
    kept = json.loads(stored)
    for seat, person in kept.get("people", ()):
        if seat in begun.people:
            people.found(begun.people[seat], person)
    seated = {seat: people.real(person) for seat, person in begun.people.items()}
    tracker = hands.HandTracker(begun.number, begun.first_seq)
    due = json.loads(hands.hand_record(tracker, begun.table, seated, begun.score, "").snapshot)
    if "digest" in due:
        due["digest"] = digest
    if kept.get("score") == list(scoreboard.UNKNOWN.stored):
        # The house had not known it since an earlier version, which stored none.
        kept = {key: value for key, value in kept.items() if key not in ("score", "lying")}
    return bool({key: due.get(key) for key in kept} != kept)
