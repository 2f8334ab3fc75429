"""A table's log judged again, from nothing but what was asked of the table.

Each command in the log is decided anew and the lines that should follow are made anew, hash and
all; a line that is the same, byte for byte, is right in its chain, its money, its clauses. Only a
line that differs is looked into. The log is read once, line by line, in constant memory.
"""

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from lammer.audit.finding import Finding
from lammer.audit.resync import (
    IMPOSSIBLE,
    LineEvent,
    LoggedEvent,
    believed,
    chips_unknown,
    covered,
    line_body,
    refused,
    repaired,
    said,
    typed,
)
from lammer.core.legality import Refusal
from lammer.core.money import dollars
from lammer.ledger import Overdrawn, layout, post, rail
from lammer.table.apply import apply, begin, done, remembering
from lammer.table.commands import Command, Malformed, Open, moment, read
from lammer.table.decide import decide, open_table
from lammer.table.events import Event, Opened
from lammer.table.keys import at_utc
from lammer.table.log import EPOCH, FIRST, SECOND, canonical, clause_list, seal, stamp
from lammer.table.run import CLOCK
from lammer.table.script import parse, parse_part
from lammer.table.state import TableState

_KEYS = frozenset(("actor", "at", "body", "clauses", "event", "hash", "prev", "seq"))
_DIGEST = re.compile(r"[0-9a-f]{64}")
MOST_LINES = 1 << 53
_COMMAND = '"command":'
_AT = '"at":"'
_CLOSE = '"event":"close"'
_HASH = b',"hash":"'
MOST_HELD = 16
"""Lines out of order that are kept until their place is known."""
MOST_DOUBTS = 4
"""Commands after one gap that are listed as believed; of the others, how many."""
MOST_REPAIRS = 100
"""Commands after one gap for which the table is changed; after that they are only believed."""
MOST_REMEMBERED = 4096
LONGEST_REMEMBERED = 200
"""Commands kept as they were read: so many, and none longer than this."""


class Expected(NamedTuple):
    """A line that should come next: the event, and the command if it is its first."""

    event: LoggedEvent
    command: Mapping[str, Any] | None

    def body(self) -> str:
        """The body of the line, as JSON."""
        return line_body(self.event, "" if self.command is None else canonical(self.command))


class LogAudit:
    """Everything wrong with a log, in the order it is noticed; an iterator of findings.

    Once it is exhausted, ``head_line`` is the line on which the published head is found (None: on
    none, or there was no head to look for), and ``lines_after_head`` how many lines follow it.
    """

    def __init__(self, lines: Iterable[tuple[int, bytes]], head: str | None = None) -> None:
        self._auditor = _Auditor(head)
        self._number = 0
        self._findings = self._judge(lines)

    def __iter__(self) -> Iterator[Finding]:
        return self

    def __next__(self) -> Finding:
        return next(self._findings)

    def _judge(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[Finding]:
        for self._number, line in lines:
            yield from self._auditor.line(self._number, line)
        yield from self._auditor.end(self._number)

    @property
    def head_line(self) -> int | None:
        return self._auditor.head_line

    @property
    def lines_after_head(self) -> int | None:
        line = self._auditor.head_line
        return None if line is None else self._number - line


def audit_log(lines: Iterable[tuple[int, bytes]], head: str | None = None) -> LogAudit:
    """Everything wrong with a log. ``head`` is a hash published elsewhere, now or earlier, which
    must be that of one of its lines. Raises ``Malformed`` at a line that is none."""
    return LogAudit(lines, head)


class LogLine(NamedTuple):
    """A line that has been read: its number in the file, its bytes, its fields."""

    number: int
    line: bytes
    found: Mapping[str, Any]


class _Gap:
    """A place from which on the state of the table is in part believed, and what was."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.listed = self.more = self.last = self.cents = 0


class _Auditor:
    def __init__(self, head: str | None) -> None:
        self.table: TableState | None = None
        self.waiting: deque[Expected] = deque()
        self.asked: tuple[TableState, tuple[Event, ...]] | None = None
        """The table at which the last command was decided, and what follows from it."""
        self.at = ""
        self.now = EPOCH - SECOND
        self.seq = 0
        self.prev = FIRST
        self.head = None if head is None else head.lower()
        self.head_line: int | None = None
        self.closed = self.hopeless = self.beyond = False
        self.why_not: tuple[str, ...] = ()
        self.known: dict[str, tuple[Mapping[str, Any], Command]] = {}
        self.offset: timedelta | None = None
        """By how much the last time differed that was reported."""
        self.held: list[LogLine] = []
        """Lines that do not follow the one above, until the next shows why."""
        self.aside: deque[LogLine] = deque(maxlen=MOST_HELD)
        """Lines out of their place, in case their place comes."""
        self.gap: _Gap | None = None
        self.group: list[tuple[int, bytes]] = []
        """The lines of the command at hand, after a gap; judged together if one of them differs."""
        self.start: tuple[TableState, datetime] | None = None
        self.collecting = self.clock_unknown = False
        self.unasked = 0
        """The last line that nothing called for."""

    def line(self, number: int, line: bytes) -> Iterator[Finding]:
        """Judge one line; most are what was expected, and cost no more than making them."""
        text = _text(line)
        if self.beyond:
            return  # After the end there is nothing to judge by.
        if self.closed and not self.held:
            self.beyond = True
            yield Finding(number, "chain", "There are lines after the log was closed.")
        elif not self.held and text.endswith(f'"prev":"{self.prev}","seq":{self.seq + 1}}}\n'):
            yield from self._next(number, line, text)
        else:
            yield from self._order(LogLine(number, line, _fields(line)))

    # The order of the lines

    def _order(self, one: LogLine) -> Iterator[Finding]:
        """Put a line in its place, if the chain has one for it."""
        prev = one.found["prev"]
        while not self.held and prev != self.prev:
            moved = next((each for each in self.aside if each.found["prev"] == self.prev), None)
            if moved is None:
                break
            self.aside.remove(moved)
            yield from self._next(moved.number, moved.line, _text(moved.line))
        if prev == self.prev:
            yield from self._out_of_place(self.held)
            self.held = []
        elif self.held and prev == self.held[-1].found["hash"]:
            yield from self._resume()
        else:
            self.held.append(one)
            if len(self.held) > MOST_HELD:
                yield from self._resume()
            return
        yield from self._next(one.number, one.line, _text(one.line))

    def _out_of_place(self, held: Sequence[LogLine]) -> Iterator[Finding]:
        self.aside.extend(held)
        if not held:
            return
        first, last = held[0].number, held[-1].number
        which = "The line is" if len(held) == 1 else f"The lines to {last} are"
        what = f"{which} not part of the chain here: added, copied or moved. They are left out."
        if len(held) == 1:
            what = what.replace("They are", "It is")
        yield Finding(first, "chain", what)

    def _resume(self) -> Iterator[Finding]:
        """Go on after a gap with the last of the lines that do not follow."""
        *others, one = self.held
        self.held = []
        yield from self._out_of_place(others)
        yield from self._gap_before(one)
        yield from self._next(one.number, one.line, _text(one.line))

    def _gap_before(self, one: LogLine) -> Iterator[Finding]:
        """Report a gap once, and bring the table to the most that is known after it."""
        if self.collecting:
            yield from self._together(whole=False)
        number, found = one.number, one.found
        missing = max(found["seq"] - self.seq - 1, 0)
        which = _missing_lines(self.seq + 1, found["seq"] - 1)
        again = self._made_again(found["prev"])
        for _ in range(missing if again is None else again):
            if self.waiting:
                self._apply(self.waiting.popleft().event)
        orphan = "command" not in found["body"] and found["event"] != "close"
        if missing and not self.waiting and orphan and not again and self.table is not None:
            self.collecting, self.group, self.start = True, [], None
        self.prev, self.seq = found["prev"], found["seq"] - 1
        if again is not None:
            what = f"{which} What should be there follows from the command above; nothing is lost."
        elif self.table is None:
            self.hopeless = True
            what = f"{which} Without the opening of the table only the chain can be judged."
        else:
            yield from self._sum_up()
            self.gap, self.clock_unknown = _Gap(number), True
            what = (
                f"{which} What was there is not known: the table is taken to be as the lines from "
                "here on show it, and they are judged by that."
            )
        yield Finding(number, "chain", what)

    def _made_again(self, prev: str) -> int | None:
        """How many of the lines still to come are those before a line with this ``prev``."""
        seq, head = self.seq, self.prev
        for index, expected in enumerate(self.waiting, start=1):
            seq += 1
            _, head = self._seal(seq, expected, head)
            if head == prev:
                return index
        return None

    def _next(self, number: int, line: bytes, text: str) -> Iterator[Finding]:
        """Judge the next line of the chain."""
        if self.hopeless:
            found = _fields(line)
            yield from self._chain(number, line, found)
            if found["event"] == "close":
                self.clock_unknown = True
                yield from self._close(number, found)
            return
        at = text.find(_COMMAND)
        if self.collecting or self.gap is not None:
            ends = at >= 0 or _CLOSE in text
            if ends and (self.collecting or (self.waiting and self.group)):
                yield from self._together(whole=True)
            elif self.collecting:
                yield from self._collect(number, line)
                return
            if ends:
                self.group, self.start = [], self.table and (self.table, self.now)
            if at >= 0 and self.clock_unknown:
                self._believe_clock(_fields(line))
            self.group.append((number, line))
        asked = at < 0 or (not self.waiting and self._quickly(text, at + len(_COMMAND)))
        if asked and self.waiting and self._same(self.waiting[0], number, line):
            return
        if self.gap is not None and self.start is not None and _CLOSE not in text:
            self.collecting = True
            self.group.pop()
            yield from self._collect(number, line)
            return
        yield from self._look(number, line, asked=asked)

    # After a gap

    def _collect(self, number: int, line: bytes) -> Iterator[Finding]:
        yield from self._chain(number, line, _fields(line))
        self.group.append((number, line))

    def _believe_clock(self, found: Mapping[str, Any]) -> None:
        """After a gap the time is that of the next command."""
        self.clock_unknown = False
        raw = found["body"].get("command")
        try:
            shown = at_utc("at", found["at"])
            told = moment(raw) if isinstance(raw, Mapping) else None
        except Malformed:
            return
        if told is None:
            self.now = _second_before(shown)
        elif told < shown:
            self.now = shown
        if self.start is not None:
            self.start = self.start[0], self.now

    def _together(self, *, whole: bool) -> Iterator[Finding]:
        """Judge the lines of one command together, from the best table there is for them."""
        group = [LogLine(number, line, _fields(line)) for number, line in self.group]
        events = [_as_event(each.found) for each in group]
        start, self.start, self.group, self.collecting = self.start, None, [], False
        self.waiting.clear()
        assert self.table is not None
        if start is None or not whole or not group:
            for event in events:
                self.table = believed(self.table, event)
            return
        before, self.now = start
        first = group[0]
        raw = first.found["body"].get("command")
        try:
            raw = raw if isinstance(raw, Mapping) else {}
            command, told = read(raw, self._thing()), moment(raw)
        except Malformed as problem:
            yield Finding(first.number, "decision", f"The command is none: {problem}.")
            return
        late = told is not None and told < self.now
        self.now = self.now if late else told or self.now + SECOND
        self.at = stamp(self.now)
        due: Sequence[LoggedEvent] = (refused(CLOCK),)
        self.table = before
        if not late:
            assert self.gap is not None
            tries = self.gap.more < MOST_REPAIRS
            self.table, due = repaired(before, command, self.now, events, tries=tries)
        changed = self.table is not before
        yield from self._pairs(group, events, due, changed=changed, raw=raw)
        yield from self._time(first.number, first.found)

    def _pairs(
        self,
        group: Sequence[LogLine],
        events: Sequence[LineEvent],
        due: Sequence[LoggedEvent],
        *,
        changed: bool,
        raw: Mapping[str, Any],
    ) -> Iterator[Finding]:
        """Hold the lines of a command against what is due; money that differs is a finding each,
        everything else that had to be believed is one."""
        left, odd, table = list(due), changed, self.table
        assert table is not None
        for one, event in zip(group, events, strict=True):
            fitting = [each for each in left if _names(each) == _names(event)]
            if not fitting:
                odd, table = True, believed(table, event)
                continue
            expected = fitting[0]
            left.remove(expected)
            command = raw if "command" in one.found["body"] else None
            if _rails(expected) != _rails(event) and expected.body.get("stake") == event.body.get(
                "stake"
            ):
                yield from _differs(
                    one.number, "not as it should be", Expected(expected, command), event
                )
                table = believed(table, expected)
                continue
            odd = odd or said(expected) != said(event) or expected.clauses != event.clauses
            table = believed(table, event)
        assert self.table is not None
        known = typed(self.table, events)
        self.table = remembering(self.table, known, table) if known else table
        if (odd or left) and not self._known_doubt(events[0]):
            yield from self._doubt(group[0].number, events)

    def _known_doubt(self, event: LineEvent) -> bool:
        """Whether a line cannot be judged because the chips of a seat are not known."""
        if event.name != "refused" or event.body.get("code") != "not-enough-chips":
            return False
        assert self.table is not None
        return any(chips_unknown(self.table, seat) for seat in self.table.seats)

    def _doubt(self, number: int, events: Sequence[LineEvent]) -> Iterator[Finding]:
        """Say that lines were believed; beyond a few, only how many."""
        gap = self.gap
        assert gap is not None
        paid = [_rails(event) for event in events if event.name == "wins"]
        cents = sum(sum(each.values()) for each in paid)
        if gap.listed >= MOST_DOUBTS:
            gap.more, gap.last, gap.cents = gap.more + 1, number, gap.cents + cents
            return
        gap.listed += 1
        seat, wager = _of(events[0].body)
        what = (
            f"{_brief(events[0].name)}: does not follow from the lines that are left since line "
            f"{gap.number}; it is taken as it is written, from what may be missing there"
            f"{f', with {_signed(cents)} to rails' if cents else ''}."
        )
        yield Finding(number, "decision", what, (), seat, wager)

    def _sum_up(self) -> Iterator[Finding]:
        gap = self.gap
        if gap is None or not gap.more:
            return
        what = (
            f"{gap.more} more commands up to here were taken as they are written since the gap at "
            f"line {gap.number}; {_signed(gap.cents)} went to rails by them."
        )
        yield Finding(gap.last, "decision", what)

    def _time(self, number: int, found: Mapping[str, Any]) -> Iterator[Finding]:
        """The time of a line that is otherwise in order. One that stays wrong by as much as the
        last is the same mistake: the clock is set by it."""
        if found["at"] == self.at:
            return
        try:
            shown = at_utc("at", found["at"])
        except Malformed:
            shown = self.now
        offset = shown - self.now
        if offset and offset == self.offset:
            self.now, self.at, self.offset = shown, found["at"], None
            return
        self.offset = offset
        what = f"The time is {_brief(found['at'])}, and should be {self.at}."
        yield Finding(number, "decision", what)

    def _quickly(self, text: str, start: int) -> bool:
        """Decide the command of a line that seems to be in order."""
        try:
            raw, command = self._read(text, start)
            if self.table is None:
                self._begins(text)
            found = self._decide(raw, command)
        except Malformed:
            return False
        if isinstance(found, str):
            return False
        self.waiting.extend(found)
        return True

    def _begins(self, text: str) -> None:
        """A log takes its time from its first line: what was asked before the table was open moved
        the clock and stands in no log."""
        first = text.find(_AT) + len(_AT)
        self.now = _second_before(at_utc("at", text[first : text.find('"', first)]))

    def _seal(self, seq: int, expected: Expected, prev: str) -> tuple[bytes, str]:
        event = expected.event
        clauses = clause_list(event.clauses)
        return seal(seq, self.at, event.actor, event.name, expected.body(), clauses, prev)

    def _same(self, expected: Expected, number: int, line: bytes) -> bool:
        """Whether the line is the one expected, to the byte; then the table goes on."""
        sealed, digest = self._seal(self.seq + 1, expected, self.prev)
        if sealed != line:
            return False
        self.waiting.popleft()
        self.seq, self.prev = self.seq + 1, digest
        if digest == self.head:
            self.head_line = number
        self._apply(expected.event)
        return True

    def _apply(self, event: LoggedEvent) -> None:
        if self.table is None or isinstance(event, LineEvent | Opened):
            return
        self.table = (apply if self.gap is None else covered)(self.table, event)
        if not self.waiting and self.asked is not None:
            self.table = remembering(*self.asked, self.table)

    def _read(self, text: str, start: int) -> tuple[Mapping[str, Any], Command]:
        """The command at this place of a line. The same is asked again and again at a table, so
        what it says is remembered."""
        shortest = text[start : text.find("}", start) + 1]
        known = self.known.get(shortest)
        if known is None:
            raw = parse_part(text, start)
            known = raw, read(raw, self._thing())
            if len(self.known) >= MOST_REMEMBERED:
                self.known.clear()
            if len(shortest) < LONGEST_REMEMBERED and canonical(raw) == shortest:
                self.known[shortest] = known
        return known

    def _decide(self, raw: Mapping[str, Any], command: Command) -> list[Expected] | str:
        """The lines that should follow from a command, and when; words, if there can be none."""
        told = moment(raw)
        if told is not None and told < self.now:
            self.at = stamp(self.now)
            return [Expected(refused(CLOCK), raw)]
        self.now = self.now + SECOND if told is None else told
        self.at = stamp(self.now)
        if self.table is None:
            return self._opened(command, raw)
        try:
            decision = decide(self.table, command, self.now)
        except IMPOSSIBLE:
            if self.gap is None:
                raise
            return "Nothing can follow from this at the table that is left after the gap."
        if isinstance(decision, Refusal):
            return [Expected(refused(decision), raw)]
        self.asked = self.table, decision
        return [Expected(event, None if index else raw) for index, event in enumerate(decision)]

    def _opened(self, command: Command, raw: Mapping[str, Any]) -> list[Expected] | str:
        if not isinstance(command, Open):
            return "A log begins with the opening of a table."
        opened = open_table(command, self.now)
        if isinstance(opened, Refusal):
            self.why_not = opened.clauses
            return f"This table could not be opened: {opened.detail}"
        rules, event = opened
        self.table = begin(rules, event)
        return [Expected(event, raw)]

    # A line that differs

    def _look(self, number: int, line: bytes, *, asked: bool) -> Iterator[Finding]:
        """Look into a line that differs; ``asked`` says that its command, if it has one, has been
        decided already."""
        found = _fields(line)
        yield from self._chain(number, line, found)
        if found["event"] == "close":
            yield from self._close(number, found)
            return
        if not asked:
            yield from self._missing(number)
            yield from self._asked(number, found)
        if not self.waiting:
            if asked:
                yield from self._unasked(number, _as_event(found))
            return
        yield from self._against(number, found)

    def _chain(self, number: int, line: bytes, found: Mapping[str, Any]) -> Iterator[Finding]:
        """Seal, order and form of the line; after that, its own word for its hash is taken."""
        start = line.rfind(_HASH)
        unsealed = line[:start] + line[start + len(_HASH) + 65 :].rstrip(b"\n")
        if sha256(unsealed).hexdigest() != found["hash"]:
            yield Finding(number, "chain", "The line was changed after it was sealed.")
        elif not self._formed(line, found):
            yield Finding(number, "chain", "The line is not written as a log writes it.")
        if found["seq"] != self.seq + 1:
            what = f"The line is numbered {found['seq']}, not {self.seq + 1}."
            yield Finding(number, "chain", what)
        self.prev, self.seq = found["hash"], found["seq"]
        if self.prev == self.head:
            self.head_line = number

    def _formed(self, line: bytes, found: Mapping[str, Any]) -> bool:
        rest = {key: value for key, value in found.items() if key != "hash"}
        text = canonical(rest)
        at = text.rfind(',"prev":')
        return line == f'{text[:at]},"hash":"{found["hash"]}"{text[at:]}\n'.encode()

    def _missing(self, number: int) -> Iterator[Finding]:
        """Lines that should have come before a new command."""
        while self.waiting:
            expected = self.waiting.popleft()
            yield from _differs(number, "missing before this line", expected, None)
            self._apply(expected.event)

    def _asked(self, number: int, found: Mapping[str, Any]) -> Iterator[Finding]:
        """Decide the command of a line, whatever is wrong with the line."""
        raw = found["body"].get("command")
        if not isinstance(raw, Mapping):
            yield Finding(number, "decision", "The command is none.")
            return
        try:
            answer = self._decide(raw, read(raw, self._thing()))
        except Malformed as problem:
            yield Finding(number, "decision", f"The command is none: {problem}.")
            return
        if isinstance(answer, str):
            yield Finding(number, "rules", answer, self.why_not)
            self.hopeless = True
            return
        self.waiting.extend(answer)

    def _thing(self) -> str | None:
        return None if self.table is None else self.table.rules.procedure.trial.thing

    def _against(self, number: int, found: Mapping[str, Any]) -> Iterator[Finding]:
        """Compare the line with what was to follow, and take it or leave it."""
        event = _as_event(found)
        expected = self._matching(event)
        if expected is None:
            first = self.waiting[0].event
            if first.name == "refused" or event.name == "refused":
                yield from self._otherwise(number)
                self._adopt(number, event)
            else:
                yield from self._unasked(number, event)
            return
        while self.waiting[0] is not expected:
            skipped = self.waiting.popleft()
            yield from _differs(number, "missing before this line", skipped, None)
            self._apply(skipped.event)
        self.waiting.popleft()
        if expected.event.name == "open" and found["body"].get("digest") != _digest(expected):
            what = "The log was written under other rules: the rule set's digest differs."
            yield Finding(number, "rules", what)
        elif not _alike(expected, found):
            yield from _differs(number, "not as it should be", expected, event)
            yield from self._books(number, event)
        else:
            yield from self._time(number, found)
        self._apply(expected.event)

    def _adopt(self, number: int, event: LineEvent) -> None:
        """A bet that was taken and should not have been stands all the same (R-59), if the table
        can go on with it: what comes of it is then judged by itself. Anything but a bet that
        should have been refused is believed with all its lines; it has been reported."""
        if self.table is None or self.waiting:
            return
        if event.name == "bet":
            if _sound(self.table, event):
                self.table = done(self.table, typed(self.table, (event,)))
            return
        self._doubtful(number)
        self.table = believed(self.table, event)
        self.collecting, self.group, self.start = True, [], None

    def _unasked(self, number: int, event: LineEvent) -> Iterator[Finding]:
        """A line that nothing called for. Of several in a row the first is a finding, and each that
        puts money on a rail."""
        if self.unasked != number - 1 or _rails(event):
            yield from _extra(number, event)
        self.unasked = number
        self._doubtful(number)
        if self.table is not None and not self.waiting:
            self.table = believed(self.table, event)

    def _doubtful(self, number: int) -> None:
        """From here on the table may be otherwise than the lines above show."""
        if self.gap is None and self.table is not None:
            self.gap, self.group, self.start = _Gap(number), [], None

    def _matching(self, event: LineEvent) -> Expected | None:
        for expected in self.waiting:
            if _names(expected.event) == _names(event):
                return expected
        first = self.waiting[0]
        seat = event.body.get("seat")
        alike = first.event.name == event.name and seat == first.event.body.get("seat")
        return first if alike else None

    def _otherwise(self, number: int) -> Iterator[Finding]:
        """Accepted and should not have been, or refused and should not have been."""
        expected = self.waiting.popleft()
        judged = expected.event
        if judged.name == "refused":
            what = f"Should have been refused: {judged.body['detail']}"
        else:
            what = "Was refused, and should not have been."
            self.waiting.clear()
        seat, wager = _of(expected.command or {})
        yield Finding(number, "decision", what, judged.clauses, seat, wager)

    def _books(self, number: int, event: LineEvent) -> Iterator[Finding]:
        """Whether the transfers the line itself states could be posted."""
        assert self.table is not None
        try:
            post(self.table.books, event.moves)
        except Overdrawn as problem:
            yield Finding(number, "books", f"Somebody's chips run below nothing: {problem}.")
        except ValueError as problem:
            yield Finding(number, "books", f"The books do not hold: {problem}.")

    def _close(self, number: int, found: Mapping[str, Any]) -> Iterator[Finding]:
        yield from self._missing(number)
        self.closed = True
        self.now = self.now + SECOND
        before = found["seq"] - 1
        body = canonical({"lines": before, "head": found["prev"]})
        if self.clock_unknown:
            self.at = found["at"]
        else:
            self.at = stamp(self.now)
        closing, _ = seal(found["seq"], self.at, "house", "close", body, "[]", found["prev"])
        if canonical(found["body"]) != body:
            what = f"The log closes on other lines or another head than its own {before} lines."
            yield Finding(number, "chain", what)
        elif canonical({**found, "at": self.at}).encode() + b"\n" != closing:
            yield Finding(number, "chain", "The closing line is not as a log closes.")
        else:
            yield from self._time(number, found)

    def end(self, number: int) -> Iterator[Finding]:
        if number == 0:
            raise Malformed("", "the log is empty")
        if self.held:
            yield from self._resume()
        if self.collecting:
            yield from self._together(whole=True)
        yield from self._missing(number)
        yield from self._sum_up()
        if not self.closed:
            what = "The log has no closing line: it is not complete."
            yield Finding(number, "incomplete", what)
        if self.head is not None and self.head_line is None:
            what = (
                f"The head that was published is that of no line of this log, which ends on "
                f"{self.prev}: it is another log, or was cut before that line, or written anew."
            )
            yield Finding(number, "chain", what)


def _second_before(at: datetime) -> datetime:
    """A second earlier, unless there is no earlier time."""
    return at - SECOND if at.year > 1 else at


def _missing_lines(first: int, last: int) -> str:
    if first > last:
        return "The line does not follow the one above: that was replaced, or lines were moved."
    if first == last:
        return f"Line {first} of the log is missing before this one."
    return f"Lines {first} to {last} of the log are missing before this one."


def _rails(event: LoggedEvent) -> dict[str, int]:
    """What an event puts on each rail."""
    return {key: cents for key, cents in _net(event).items() if key.startswith("rail-") and cents}


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as problem:
        raise Malformed("", f"not UTF-8 text: byte {problem.start + 1}") from None


def _fields(line: bytes) -> dict[str, Any]:
    """A line of a log as data, its shape checked."""
    found = parse(line)
    try:
        canonical(found).encode()
    except (TypeError, ValueError):
        raise Malformed("", "a number with a fraction, or half a character") from None
    if frozenset(found) != _KEYS:
        odd = sorted(frozenset(found) ^ _KEYS)
        raise Malformed(odd[0][:40], "a log line has " + ", ".join(sorted(_KEYS)))
    for key in ("actor", "at", "event", "hash", "prev"):
        if not isinstance(found[key], str):
            raise Malformed(key, "is not text")
    for key in ("hash", "prev"):
        if not _DIGEST.fullmatch(found[key]):
            raise Malformed(key, "is not a SHA-256 in small letters")
    seq = found["seq"]
    if not isinstance(seq, int) or isinstance(seq, bool) or not 0 < seq < MOST_LINES:
        raise Malformed("seq", "is not the number of a line")
    if not isinstance(found["body"], dict):
        raise Malformed("body", "is not an object")
    named = found["clauses"]
    if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
        raise Malformed("clauses", "is not a list of clauses")
    return found


def _as_event(found: Mapping[str, Any]) -> LineEvent:
    body = {key: value for key, value in found["body"].items() if key not in ("command", "moves")}
    moves = tuple(_move(each) for each in _list(found["body"].get("moves")))
    return LineEvent(found["event"], found["actor"], body, tuple(found["clauses"]), moves)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _move(value: Any) -> tuple[str, str, int]:
    match value:
        case [str() as source, str() as target, int() as cents] if not isinstance(cents, bool):
            return source, target, cents
    raise Malformed("moves", "is not a list of transfers")


def _digest(expected: Expected) -> Any:
    return expected.event.body["digest"]


def _alike(expected: Expected, found: Mapping[str, Any]) -> bool:
    event = expected.event
    line = event.name, event.actor, list(event.clauses)
    same = line == (found["event"], found["actor"], found["clauses"])
    return same and expected.body() == canonical(found["body"])


def _names(event: LoggedEvent) -> tuple[str, Any, Any]:
    body = event.body
    return event.name, body.get("seat"), body.get("wager")


def _of(body: Mapping[str, Any]) -> tuple[int | None, str | None]:
    seat, wager = body.get("seat"), body.get("wager")
    return (
        seat if isinstance(seat, int) else None,
        wager if isinstance(wager, str) else None,
    )


def _net(event: LoggedEvent | None) -> dict[str, int]:
    """What an event leaves on each account, less what it takes."""
    net: dict[str, int] = {}
    for source, target, cents in event.moves if event is not None else ():
        net[source] = net.get(source, 0) - cents
        net[target] = net.get(target, 0) + cents
    return net


def _seat_of(account: str) -> int | None:
    match = _ACCOUNT.fullmatch(account)
    return int(match[1]) if match else None


_ACCOUNT = re.compile(r"(?:rail|layout)-([0-9]{1,3})")


def _differs(number: int, how: str, due: Expected, said: LineEvent | None) -> Iterator[Finding]:
    """What is wrong with a line that should read otherwise: one finding for each rail on which the
    money differs; one without money, if it is none of the rails."""
    event = due.event
    seat, wager = _of(event.body)
    if seat is None and wager is None and due.command is not None:
        seat, wager = _of(due.command)
    parts = [] if said is None else _parts(event, said)
    what = f"{event.name}: {how}"
    if parts:
        what += f" ({', '.join(parts)})"
    owed, paid = _net(event), _net(said)
    rails = [account for account in {**owed, **paid} if account.startswith("rail-")]
    wrong = [each for each in rails if owed.get(each, 0) != paid.get(each, 0)]
    for account in wrong:
        was, went = owed.get(account, 0), paid.get(account, 0)
        money = f"; {_signed(was)} was due on {account}, {_signed(went)} went there"
        whose = _seat_of(account)
        yield Finding(number, "decision", f"{what}{money}.", event.clauses, whose, wager, was, went)
    if not wrong:
        others = [each for each in {**owed, **paid} if owed.get(each, 0) != paid.get(each, 0)]
        for account in others:
            was, went = owed.get(account, 0), paid.get(account, 0)
            what += f"; {account} {_signed(went)} instead of {_signed(was)}"
        yield Finding(number, "decision", f"{what}.", event.clauses, seat, wager)


def _signed(cents: int) -> str:
    return dollars(cents) if cents >= 0 else f"-{dollars(-cents)}"


def _parts(due: LoggedEvent, said: LineEvent) -> list[str]:
    """Which parts of a line differ, each with what it should be."""
    parts = []
    wanted = due.body
    for key in sorted({*wanted, *said.body}):
        want, have = wanted.get(key), said.body.get(key)
        if want != have:
            parts.append(f"{key} is {_brief(have)}, should be {_brief(want)}")
    if due.actor != said.actor:
        parts.append(f"actor is {_brief(said.actor)}, should be {_brief(due.actor)}")
    missing = [each for each in due.clauses if each not in said.clauses]
    added = [each for each in said.clauses if each not in due.clauses]
    if due.clauses != said.clauses:
        parts.append(f"clauses: {_brief(missing)} missing, {_brief(added)} added")
    if due.moves != said.moves:
        parts.append("transfers differ")
    return parts or ["its time or command differs"]


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _extra(number: int, event: LineEvent) -> Iterator[Finding]:
    """A line nothing called for, with what it put on anybody's rail."""
    seat, wager = _of(event.body)
    what = f"{_brief(event.name)}: nothing that was asked for leads to this line"
    rails = {account: cents for account, cents in _net(event).items() if _seat_of(account)}
    paid = {account: cents for account, cents in rails.items() if account.startswith("rail-")}
    for account, cents in paid.items():
        money = f"; {_signed(cents)} went to {account}, nothing was due"
        whose = _seat_of(account)
        yield Finding(number, "decision", f"{what}{money}.", (), whose, wager, 0, cents)
    if not paid:
        yield Finding(number, "decision", f"{what}.", (), seat, wager)


def _sound(table: TableState, event: LineEvent) -> bool:
    """Whether a bet is one a table can go on with: on a wager there is, by somebody who is there,
    in chips that are there and not owed, of an amount that can be paid."""
    match event.name, event.body, event.moves:
        case "bet", {"seat": int(seat), "wager": str(wager), "stake": int(stake)}, ((*_, cents),):
            pass
        case _:
            return False
    there = table.seats.get(seat)
    rules = table.rules
    if there is None or wager not in rules.wagers or "state" in event.body or wager in there.bets:
        return False
    wins = rules.wagers[wager].machine.wins()
    payable = all((win.share * stake * win.payout.odds.fraction).denominator == 1 for win in wins)
    free = table.rail(seat) - there.owed
    chips = event.moves == ((rail(seat), layout(seat), cents),) and 0 < cents <= free
    return chips and cents == stake and payable
