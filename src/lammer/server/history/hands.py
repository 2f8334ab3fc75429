"""Hands for a player's history: where each began, and what each player staked and won.

A hand of dice lasts until the dice pass; at mini-dice it is a shake, at punto banco a coup. It is
stored with a snapshot of the table before its first line, so that it can be replayed.

A trial that can still be taken back does not end a hand: it stays open (``over``) until another
command is carried out, and goes on if the trial is taken back.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any, NamedTuple

from lammer.core.codec import AsObject, shape
from lammer.ledger import BANK, CAGE, COMMISSION, layout, rail
from lammer.server.history import scoreboard
from lammer.server.history.scoreboard import Score
from lammer.store.port import HandRecord, PlayedHand
from lammer.table.events import BetMade, Event, TrialEvent
from lammer.table.log import canonical
from lammer.table.rules import Rules
from lammer.table.snapshot import dump, load
from lammer.table.state import LastTrial, TableState
from lammer.table.turns.corrections import corrected_trial


@dataclass(slots=True)
class SeatShare:
    """A person's part in the current hand."""

    person: int
    seat: int
    first_seq: int
    before: int
    brought: int = 0
    staked: int = 0
    won: int = 0
    lost: int = 0
    vigorish: int = 0

    def copy(self) -> "SeatShare":
        """Return an independent copy; one is made for each tick."""
        return SeatShare(
            self.person, self.seat, self.first_seq, self.before, self.brought, self.staked,
            self.won, self.lost, self.vigorish,
        )  # fmt: skip


@dataclass(slots=True)
class HandTracker:
    """The current hand of a table."""

    number: int
    first_seq: int
    trials: int = 0
    parts: dict[int, SeatShare] = field(default_factory=dict)
    over: bool = False

    def copy(self) -> "HandTracker":
        parts = {seat: part.copy() for seat, part in self.parts.items()}
        return HandTracker(self.number, self.first_seq, self.trials, parts, self.over)

    def add_events(
        self,
        events: Sequence[Event],
        before: TableState,
        after: TableState,
        seq: int,
        people: Mapping[int, int],
    ) -> bool:
        """Add the events of one command, whose first line is ``seq``. Return True if they end the
        hand for good."""
        wrong = corrected_trial(before, events)
        if wrong is not None:
            for event in wrong.events:
                self._count(event, seq, people, -1)
            self.over = False
            return False
        for event in events:
            self._count(event, seq, people, 1)
        over = self._is_over(events, before, after)
        self.over = over and isinstance(after.last, LastTrial)
        return over and not self.over

    def _count(self, event: Event, seq: int, people: Mapping[int, int], times: int) -> None:
        """Count one event; with -1 for ``times``, uncount it."""
        if isinstance(event, TrialEvent):
            self.trials += times
        seat = event.player
        if seat is None:
            return
        part = self.parts.get(seat)
        if part is None:
            person = people.get(seat)
            if person is None:
                return
            part = self.parts[seat] = SeatShare(person, seat, seq, 0)
        if isinstance(event, BetMade):
            part.staked += times * event.amount
        for source, target, cents in event.moves:
            _moved(part, source, target, times * cents)

    def _is_over(self, events: Sequence[Event], before: TableState, after: TableState) -> bool:
        if not self.trials:
            return False  # Without a trial no hand ends.
        return after.rules.instrument.hand_over(before, after, events)

    def leave(self, seat: int, last_seq: int, at: str, table: TableState) -> PlayedHand | None:
        """Remove a seat that is given up during the hand; return its part."""
        part = self.parts.pop(seat, None)
        return None if part is None else _played(self.number, part, last_seq, at, table)

    def finish(self, last_seq: int, at: str, table: TableState) -> list[PlayedHand]:
        """Return everybody's part when the hand is over."""
        done = [_played(self.number, part, last_seq, at, table) for part in self.parts.values()]
        return [each for each in done if _took_part(each)]


def _moved(part: SeatShare, source: str, target: str, cents: int) -> None:
    if source == CAGE:
        part.brought += cents
    elif target == CAGE:
        part.brought -= cents
    elif source == BANK:
        part.won += cents
    elif target == BANK:
        part.lost += cents
    elif source == COMMISSION:
        part.vigorish -= cents
    elif target == COMMISSION:
        part.vigorish += cents


def _took_part(played: PlayedHand) -> bool:
    """True if the person did more than sit there."""
    return bool(played.staked or played.brought or played.before != played.after)


def _played(number: int, part: SeatShare, last_seq: int, at: str, table: TableState) -> PlayedHand:
    after = table.rail(part.seat) + table.layout(part.seat)
    return PlayedHand(
        number, part.person, part.seat, part.first_seq, last_seq, at,
        part.before, after, part.brought, part.staked, part.won, part.lost, part.vigorish,
    )  # fmt: skip


def new_hand(
    number: int, first_seq: int, table: TableState, people: Mapping[int, int]
) -> HandTracker:
    """Return a new hand with everybody who has chips at the table."""
    found = HandTracker(number, first_seq)
    for seat, person in people.items():
        has = table.books.get(rail(seat), 0) + table.books.get(layout(seat), 0)
        if has:
            found.parts[seat] = SeatShare(person, seat, first_seq, has)
    return found


def hand_record(
    hands: HandTracker, table: TableState, people: Mapping[int, int], score: Score, at: str
) -> HandRecord:
    """Return the beginning of a hand as it is stored."""
    seated = tuple(sorted(people.items()))
    stored = StoredHand(dump(table), seated, score.stored, score.lying, table.rules.digest)
    data = canonical(shape(StoredHand).write(stored))
    return HandRecord(hands.number, hands.first_seq, at, data.encode())


class StoredHand(NamedTuple):
    """The beginning of a hand as it is stored: the table before it, (seat, person) of everybody
    there; the score, what lay on the table and the digest of the rules, which older versions did
    not store."""

    table: AsObject[Any]
    people: tuple[tuple[int, int], ...]
    score: tuple[Any, bool] | None = None
    lying: AsObject[Any] | None = None
    digest: str = ""


def table_state(
    hands: HandTracker, table: TableState, people: Mapping[int, int], score: Score
) -> bytes:
    """Return a table in the middle of a hand as it is stored, where no trial can be taken back."""
    data = {
        "hand": hands.number,
        "first": hands.first_seq,
        "trials": hands.trials,
        "parts": [list(astuple(part)) for _, part in sorted(hands.parts.items())],
        "since": table.last,
        "snapshot": json.loads(hand_record(hands, table, people, score, "").snapshot),
    }
    return canonical(data).encode()


class StateInHand(NamedTuple):
    """What ``table_state`` stored, with the rules that it was stored under."""

    start: "HandBeginning"
    hands: HandTracker
    digest: str


def read_table_state(rules: Rules, stored: bytes) -> StateInHand:
    """Raises ``ValueError``, ``KeyError`` or ``TypeError`` if it is malformed."""
    data = json.loads(stored)
    snapshot = canonical(data["snapshot"]).encode()
    start = read_snapshot(rules, snapshot)
    start = start._replace(table=start.table._replace(last=data["since"]))
    parts = {part.seat: part for part in (SeatShare(*each) for each in data["parts"])}
    hands = HandTracker(data["hand"], data["first"], data["trials"], parts)
    return StateInHand(start, hands, rules_digest(snapshot, None))


class HandBeginning(NamedTuple):
    """The table before a hand, who sat where, and the score so far."""

    table: TableState
    people: dict[int, int]
    score: Score


def rules_digest(snapshot: bytes, opening: bytes | None) -> str:
    """Return the digest of the rules that a hand was played under: that which its snapshot names,
    else that of the line that opened the table."""
    stored = json.loads(snapshot).get("digest")
    digest = stored or json.loads(opening or b"{}").get("body", {}).get("digest")
    return str(digest)


def read_snapshot(rules: Rules, snapshot: bytes) -> HandBeginning:
    """Return the beginning of a hand as it was stored; ``ValueError`` if it is malformed. Keys of
    other versions are ignored."""
    stored: StoredHand = shape(StoredHand).read(json.loads(snapshot), "snapshot", others=True)
    score = scoreboard.read_score(stored.score, stored.lying)
    return HandBeginning(load(rules, stored.table), dict(stored.people), score)
