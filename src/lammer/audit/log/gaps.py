"""The order of the lines of a log, and the lines after a gap in it.

``LogState`` is the table and the chain as far as the log has been read. ``GapAudit`` puts lines in
order where the chain is broken, and judges the lines after a gap, where the state of the table is
partly inferred from them (``resync``).
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from lammer.audit.finding import Finding
from lammer.audit.log.differences import brief, differences, rails
from lammer.audit.log.gap import Balances, Gap, in_words, moved_by
from lammer.audit.log.lines import Expected, FileLine, as_event, event_key, line_fields, line_text
from lammer.audit.log.resync import (
    LineEvent,
    LoggedEvent,
    apply_covered,
    apply_trusted,
    chips_unknown,
    comparison_key,
    readable_events,
    refusal_line,
    repair,
)
from lammer.ledger import Transfer
from lammer.table.apply import apply, with_last_trial
from lammer.table.commands import Command, Malformed, command_time, read
from lammer.table.entered_by import entered_by, may_enter
from lammer.table.events import Event, Opened, body_text
from lammer.table.keys import at_utc
from lammer.table.log import (
    EPOCH,
    FIRST,
    SCRIPT,
    SECOND,
    LogLine,
    Origin,
    canonical,
    clause_list,
    seal,
    stamp,
)
from lammer.table.run import CLOCK
from lammer.table.state import TableState

_HASH = b',"hash":"'
UNKNOWN = "?"
"""Who entered a command whose first line names somebody who cannot have."""
MOST_HELD = 16
"""Lines out of order that are kept until their place is known."""
MOST_REPAIRS = 100
"""Commands after one gap for which the table is changed; later ones are only trusted."""


_NOT_APPLIED = (LineEvent, Opened)
"""Events that change no table."""


class LogState:
    """The table after the last line read, and the end of the chain."""

    def __init__(self, head: str | None, balances: Balances | None = None) -> None:
        self.balances = balances
        self.origin_changed = False
        """Whether the first line was changed, so that nobody knows which house and table it was."""
        self.table: TableState | None = None
        self.waiting: deque[Expected] = deque()
        self.decided: tuple[TableState, tuple[Event, ...]] | None = None
        """The table at which the last command was decided, and its events."""
        self.origin: Origin | None = None
        """The origin that the first line names; None in a log of an earlier version."""
        self.same_version = True
        """Whether the log was written under the present version of the rules."""
        self.by = ""
        """Who entered the last command."""
        self.at = ""
        self.now = EPOCH - SECOND
        self.seq = 0
        self.prev = FIRST
        self.head = None if head is None else head.lower()
        self.head_line: int | None = None
        self.closed = self.chain_only = False
        self.offset: timedelta | None = None
        """The last reported deviation of a time."""
        self.held: list[FileLine] = []
        """Lines that do not follow the one above, until the next shows why."""
        self.misplaced: deque[FileLine] = deque(maxlen=MOST_HELD)
        """Lines out of order, in case their place follows."""
        self.gap: Gap | None = None
        self.group: list[tuple[int, bytes]] = []
        """The lines of the current command after a gap; judged together if one of them differs."""
        self.start: tuple[TableState, datetime] | None = None
        self.collecting = self.clock_unknown = False

    def _thing(self) -> str | None:
        return None if self.table is None else self.table.rules.procedure.trial.thing

    def _may_have_entered(self, by: str, command: Command) -> bool:
        """Note who entered a command; return whether that is possible. If it is not, its other
        lines decide who did."""
        in_script, in_house = by == entered_by(command), may_enter(by, command)
        possible = in_script if self.origin == SCRIPT else in_house
        if self.origin_changed:
            possible = in_script or in_house
        if possible:
            self.by = by
        else:
            self.by = entered_by(command) if self.origin == SCRIPT else UNKNOWN
        return possible

    def _seal(self, seq: int, expected: Expected, prev: str) -> tuple[bytes, str]:
        event, command, text = expected
        clauses = clause_list(event.clauses)
        origin = self.origin if seq == 1 else None
        if isinstance(event, LineEvent) or (command is not None and not text):
            body = expected.body()
        else:
            body = body_text(event, text)
        return seal(seq, self.at, event.actor, event.name, body, clauses, prev, self.by, origin)

    def _apply(self, event: LoggedEvent) -> None:
        if self.table is None or isinstance(event, _NOT_APPLIED):
            return
        self.table = (apply if self.gap is None else apply_covered)(self.table, event)
        if not self.waiting and self.decided is not None:
            self.table = with_last_trial(*self.decided, self.table)

    def _chain(self, number: int, line: bytes, found: LogLine) -> Iterator[Finding]:
        """Check seal, number and form of the line; then continue the chain with its own hash."""
        start = line.rfind(_HASH)
        unsealed = line[:start] + line[start + len(_HASH) + 65 :].rstrip(b"\n")
        if sha256(unsealed).hexdigest() != found.hash:
            self.origin_changed |= found.seq == 1
            yield Finding(number, "chain", "The line was changed after it was sealed.")
        elif not self._is_canonical(line, found):
            yield Finding(number, "chain", "The line is not written as a log writes it.")
        names = bool(found.house), bool(found.table)
        first = found.seq == 1 or (found.event == "rules" and self.origin is None)
        if names[0] != names[1] or (names[0] and not first):
            what = "The first line names the house and the table, and no other does."
            yield Finding(number, "chain", what)
        if found.seq != self.seq + 1:
            what = f"The line is numbered {found.seq}, not {self.seq + 1}."
            yield Finding(number, "chain", what)
        self.prev, self.seq = found.hash, found.seq
        if self.prev == self.head:
            self.head_line = number

    def _is_canonical(self, line: bytes, found: LogLine) -> bool:
        return line == f"{canonical(found.as_data())}\n".encode()

    def _time(self, number: int, found: LogLine) -> Iterator[Finding]:
        """Check the time of a line that is otherwise correct. A deviation that equals the last one
        is the same mistake: the clock is set by it."""
        if found.at == self.at:
            return
        try:
            shown = at_utc("at", found.at)
        except Malformed:
            shown = self.now
        offset = shown - self.now
        if offset and offset == self.offset:
            self.now, self.at, self.offset = shown, found.at, None
            return
        self.offset = offset
        what = f"The time is {brief(found.at)}, and should be {self.at}."
        yield Finding(number, "decision", what)


def who_cannot(by: str) -> str:
    if not by:
        return "The line does not say who entered it."
    return f"It is said to be entered by {by}, who could not have entered it."


def other_hand(by: str, whose: str) -> str:
    said = by or "nobody"
    return f"It is said to be entered by {said}, and its command by {whose or 'nobody'}."


class GapAudit(LogState, ABC):
    """Puts lines in order, and judges the lines of a command together after a gap."""

    @abstractmethod
    def _next(self, number: int, line: bytes, text: str) -> Iterable[Finding]:
        """Judge the next line of the chain."""

    @abstractmethod
    def _judge_command(self, *, whole: bool = True) -> Iterator[Finding]:
        """Judge the lines of a command read under other rules; not ``whole``: some of them are
        missing."""

    def _place(self, one: FileLine) -> Iterator[Finding]:
        """Put a line in its place, if the chain has a place for it."""
        prev = one.found.prev
        while not self.held and prev != self.prev:
            moved = next((each for each in self.misplaced if each.found.prev == self.prev), None)
            if moved is None:
                break
            self.misplaced.remove(moved)
            yield from self._next(moved.number, moved.line, line_text(moved.line))
        if prev == self.prev:
            yield from self._out_of_place(self.held)
            self.held = []
        elif self.held and prev == self.held[-1].found.hash:
            yield from self._resume()
        else:
            self.held.append(one)
            if len(self.held) > MOST_HELD:
                yield from self._resume()
            return
        yield from self._next(one.number, one.line, line_text(one.line))

    def _out_of_place(self, held: Sequence[FileLine]) -> Iterator[Finding]:
        self.misplaced.extend(held)
        if not held:
            return
        first, last = held[0].number, held[-1].number
        which = "The line is" if len(held) == 1 else f"The lines to {last} are"
        what = f"{which} not part of the chain here: added, copied or moved. They are left out."
        if len(held) == 1:
            what = what.replace("They are", "It is")
        yield Finding(first, "chain", what)

    def _resume(self) -> Iterator[Finding]:
        """Continue after a gap with the last of the lines that do not follow."""
        *others, one = self.held
        self.held = []
        yield from self._out_of_place(others)
        yield from self._report_gap(one)
        yield from self._next(one.number, one.line, line_text(one.line))

    def _report_gap(self, one: FileLine) -> Iterator[Finding]:
        """Report a gap once, and bring the table to the best known state after it."""
        if self.collecting:
            yield from self._judge_group(whole=False)
        yield from self._judge_command(whole=False)
        number, found = one.number, one.found
        missing = max(found.seq - self.seq - 1, 0)
        which = _missing_lines(self.seq + 1, found.seq - 1)
        again = self._rebuilt_count(found.prev)
        books = {} if self.table is None else self.table.books
        rebuilt: tuple[Transfer, ...] = ()
        for _ in range(missing if again is None else again):
            if self.waiting:
                event = self.waiting.popleft().event
                rebuilt += tuple(event.moves)
                self._apply(event)
        orphan = "command" not in found.body and found.event != "close"
        if missing and not self.waiting and orphan and not again and self.table is not None:
            self.collecting, self.group, self.start = True, [], None
        self.prev, self.seq = found.prev, found.seq - 1
        if again is not None:
            moved = moved_by(rebuilt)
            what = f"{which} What should be there follows from the command above; nothing is lost."
            said, cents = f"{what} {in_words(moved)}", sum(moved.values())
            yield Finding(number, "chain", said, moved_cents=cents)
        elif self.table is None:
            self.chain_only = True
            what = f"{which} Without the opening of the table only the chain can be judged."
            yield Finding(number, "chain", what)
        else:
            yield from self._end_gap()
            what = (
                f"{which} What was there is not known: the table is taken to be as the lines from "
                "here on show it, and they are judged by that."
            )
            self.gap, self.clock_unknown = Gap(number, what, books, self.gap), True

    def _rebuilt_count(self, prev: str) -> int | None:
        """Return how many of the expected lines precede a line with this ``prev``."""
        seq, head = self.seq, self.prev
        for index, expected in enumerate(self.waiting, start=1):
            seq += 1
            _, head = self._seal(seq, expected, head)
            if head == prev:
                return index
        return None

    # After a gap

    def _collect(self, number: int, line: bytes) -> Iterator[Finding]:
        yield from self._chain(number, line, line_fields(line))
        self.group.append((number, line))

    def _trust_clock(self, found: LogLine) -> None:
        """Set the clock by the next command after a gap."""
        self.clock_unknown = False
        raw = found.body.get("command")
        try:
            shown = at_utc("at", found.at)
            time = command_time(raw) if isinstance(raw, Mapping) else None
        except Malformed:
            return
        if time is None:
            self.now = second_before(shown)
        elif time < shown:
            self.now = shown
        if self.start is not None:
            self.start = self.start[0], self.now

    def _judge_group(self, *, whole: bool) -> Iterator[Finding]:
        """Judge the lines of one command together, from the best table found for them."""
        group = [FileLine(number, line, line_fields(line)) for number, line in self.group]
        events = [as_event(each.found) for each in group]
        start, self.start, self.group, self.collecting = self.start, None, [], False
        self.waiting.clear()
        assert self.table is not None
        if start is None or not whole or not group:
            for event in events:
                self.table = apply_trusted(self.table, event)
            return
        before, self.now = start
        first = group[0]
        raw = first.found.body.get("command")
        try:
            raw = raw if isinstance(raw, Mapping) else {}
            command, time = read(raw, self._thing()), command_time(raw)
        except Malformed as problem:
            yield Finding(first.number, "decision", f"The command is malformed: {problem}.")
            return
        yield from self._group_hands(group, command)
        late = time is not None and time < self.now
        self.now = self.now if late else time or self.now + SECOND
        self.at = stamp(self.now)
        due: Sequence[LoggedEvent] = (refusal_line(CLOCK),)
        self.table = before
        if not late:
            assert self.gap is not None
            tries = self.gap.doubts < MOST_REPAIRS
            self.table, due = repair(before, command, self.now, events, tries=tries)
        changed = self.table is not before
        yield from self._compare_group(group, events, due, changed=changed, raw=raw)
        yield from self._time(first.number, first.found)

    def _group_hands(self, group: Sequence[FileLine], command: Command) -> Iterator[Finding]:
        """Check who entered the lines of a command. A log of an earlier version does not contain
        that."""
        if self.origin is None:
            for each in group:
                if each.found.by:
                    yield Finding(each.number, "decision", who_cannot(each.found.by))
            return
        first, *others = group
        if not self._may_have_entered(first.found.by, command):
            yield Finding(first.number, "decision", who_cannot(first.found.by))
            return
        for each in others:
            if each.found.by != self.by:
                yield Finding(each.number, "decision", other_hand(each.found.by, self.by))

    def _compare_group(
        self,
        group: Sequence[FileLine],
        events: Sequence[LineEvent],
        due: Sequence[LoggedEvent],
        *,
        changed: bool,
        raw: Mapping[str, Any],
    ) -> Iterator[Finding]:
        """Compare the lines of a command with those due. Each difference in money is a finding;
        everything else that is trusted is one finding together."""
        left, trusted, table = list(due), changed, self.table
        assert table is not None
        for one, event in zip(group, events, strict=True):
            fitting = [each for each in left if event_key(each) == event_key(event)]
            if not fitting:
                trusted, table = True, apply_trusted(table, event)
                continue
            expected = fitting[0]
            left.remove(expected)
            command = raw if "command" in one.found.body else None
            if self.gap is not None and self.gap.explains(one.number):
                table = apply_trusted(table, event)
                continue
            if rails(expected) != rails(event) and expected.body.get("stake") == event.body.get(
                "stake"
            ):
                yield from differences(
                    one.number, "not as it should be", Expected(expected, command), event
                )
                table = apply_trusted(table, expected)
                continue
            same = comparison_key(expected) == comparison_key(event)
            cited = self.same_version and expected.clauses != event.clauses
            trusted = trusted or not same or cited
            table = apply_trusted(table, event)
        assert self.table is not None
        known = readable_events(self.table, events)
        self.table = with_last_trial(self.table, known, table) if known else table
        if (trusted or left) and not self._is_chips_unknown(events[0]):
            self._note_trusted(group[0].number, events)

    def _is_chips_unknown(self, event: LineEvent) -> bool:
        """Return whether a line cannot be judged because a seat's chips are unknown."""
        if event.name != "refused" or event.body.get("code") != "not-enough-chips":
            return False
        assert self.table is not None
        return any(chips_unknown(self.table, seat) for seat in self.table.seats)

    def _note_trusted(self, number: int, events: Sequence[LineEvent]) -> None:
        """Note that lines were trusted."""
        paid = [rails(event) for event in events if event.name == "wins"]
        assert self.gap is not None
        self.gap.doubt(number, sum(sum(each.values()) for each in paid))

    def _end_gap(self, balances: Balances | None = None) -> Iterator[Finding]:
        """Report the last gap; what follows is another, or the end."""
        if self.gap is not None:
            yield from self.gap.finding(balances)


def second_before(at: datetime) -> datetime:
    """Return a second earlier, if there is an earlier time."""
    return at - SECOND if at.year > 1 else at


def _missing_lines(first: int, last: int) -> str:
    if first > last:
        return "The line does not follow the one above: that was replaced, or lines were moved."
    if first == last:
        return f"Line {first} of the log is missing before this one."
    return f"Lines {first} to {last} of the log are missing before this one."
