"""A table's log judged again, from nothing but what was asked of the table.

Each command in the log is decided anew and the lines that should follow are made anew, hash and
all; a line that is the same, byte for byte, is right in its chain, its money, its clauses. Only a
line that differs is looked into. The log is read once, line by line, in constant memory.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lammer.audit.differences import differences, rails, seat_and_wager, unexpected
from lammer.audit.finding import Finding
from lammer.audit.gaps import Gap, GapAudit, second_before
from lammer.audit.lines import (
    Expected,
    LogLine,
    as_event,
    event_key,
    is_alike,
    line_fields,
    line_text,
)
from lammer.audit.resync import IMPOSSIBLE, LineEvent, believed, refused, typed
from lammer.core.legality import Refusal
from lammer.ledger import Overdrawn, layout, post, rail
from lammer.table.apply import apply_all, initial_state
from lammer.table.commands import Command, Malformed, Open, command_time, read
from lammer.table.decide import decide, open_table
from lammer.table.keys import at_utc
from lammer.table.log import SECOND, canonical, seal, stamp
from lammer.table.run import CLOCK
from lammer.table.script import parse_part
from lammer.table.state import TableState

_COMMAND = '"command":'
_AT = '"at":"'
_CLOSE = '"event":"close"'
MOST_REMEMBERED = 4096
LONGEST_REMEMBERED = 200
"""Commands kept as they were read: so many, and none longer than this."""


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


class _Auditor(GapAudit):
    def __init__(self, head: str | None) -> None:
        super().__init__(head)
        self.beyond = False
        self.why_not: tuple[str, ...] = ()
        self.known: dict[str, tuple[Mapping[str, Any], Command]] = {}
        self.unasked = 0
        """The last line that nothing called for."""

    def line(self, number: int, line: bytes) -> Iterator[Finding]:
        """Judge one line; most are what was expected, and cost no more than making them."""
        text = line_text(line)
        if self.beyond:
            return  # After the end there is nothing to judge by.
        if self.closed and not self.held:
            self.beyond = True
            yield Finding(number, "chain", "There are lines after the log was closed.")
        elif not self.held and text.endswith(f'"prev":"{self.prev}","seq":{self.seq + 1}}}\n'):
            yield from self._next(number, line, text)
        else:
            yield from self._order(LogLine(number, line, line_fields(line)))

    def _next(self, number: int, line: bytes, text: str) -> Iterator[Finding]:
        """Judge the next line of the chain."""
        if self.hopeless:
            found = line_fields(line)
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
                self._believe_clock(line_fields(line))
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
        self.now = second_before(at_utc("at", text[first : text.find('"', first)]))

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
        told = command_time(raw)
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
        self.table = initial_state(rules, event)
        return [Expected(event, raw)]

    # A line that differs

    def _look(self, number: int, line: bytes, *, asked: bool) -> Iterator[Finding]:
        """Look into a line that differs; ``asked`` says that its command, if it has one, has been
        decided already."""
        found = line_fields(line)
        yield from self._chain(number, line, found)
        if found["event"] == "close":
            yield from self._close(number, found)
            return
        if not asked:
            yield from self._missing(number)
            yield from self._asked(number, found)
        if not self.waiting:
            if asked:
                yield from self._unasked(number, as_event(found))
            return
        yield from self._against(number, found)

    def _missing(self, number: int) -> Iterator[Finding]:
        """Lines that should have come before a new command."""
        while self.waiting:
            expected = self.waiting.popleft()
            yield from differences(number, "missing before this line", expected, None)
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

    def _against(self, number: int, found: Mapping[str, Any]) -> Iterator[Finding]:
        """Compare the line with what was to follow, and take it or leave it."""
        event = as_event(found)
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
            yield from differences(number, "missing before this line", skipped, None)
            self._apply(skipped.event)
        self.waiting.popleft()
        if expected.event.name == "open" and found["body"].get("digest") != _digest(expected):
            what = "The log was written under other rules: the rule set's digest differs."
            yield Finding(number, "rules", what)
        elif not is_alike(expected, found):
            yield from differences(number, "not as it should be", expected, event)
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
                self.table = apply_all(self.table, typed(self.table, (event,)))
            return
        self._doubtful(number)
        self.table = believed(self.table, event)
        self.collecting, self.group, self.start = True, [], None

    def _unasked(self, number: int, event: LineEvent) -> Iterator[Finding]:
        """A line that nothing called for. Of several in a row the first is a finding, and each that
        puts money on a rail."""
        if self.unasked != number - 1 or rails(event):
            yield from unexpected(number, event)
        self.unasked = number
        self._doubtful(number)
        if self.table is not None and not self.waiting:
            self.table = believed(self.table, event)

    def _doubtful(self, number: int) -> None:
        """From here on the table may be otherwise than the lines above show."""
        if self.gap is None and self.table is not None:
            self.gap, self.group, self.start = Gap(number), [], None

    def _matching(self, event: LineEvent) -> Expected | None:
        for expected in self.waiting:
            if event_key(expected.event) == event_key(event):
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
        seat, wager = seat_and_wager(expected.command or {})
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


def _digest(expected: Expected) -> Any:
    return expected.event.body["digest"]


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
