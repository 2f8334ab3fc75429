"""Audits a table's log from the commands in it.

Each command of the log is decided again and the lines that should follow are rebuilt with their
hashes. A line that is equal to the byte is correct in its chain, its money and its clauses; only a
line that differs is inspected. The log is read once, line by line, in constant memory.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from lammer.audit.finding import Finding
from lammer.audit.log.differences import differences, rails, seat_and_wager, unexpected
from lammer.audit.log.gap import Balances, Gap
from lammer.audit.log.gaps import UNKNOWN, other_hand, second_before, who_cannot
from lammer.audit.log.lines import (
    Expected,
    FileLine,
    as_event,
    event_key,
    is_same,
    line_fields,
    line_text,
)
from lammer.audit.log.other_rules import Note, OtherRulesAudit, net
from lammer.audit.log.resync import (
    IMPOSSIBLE,
    LineEvent,
    apply_trusted,
    readable_events,
    refusal_line,
)
from lammer.core.legality import Refusal
from lammer.core.ruleset import Ruleset
from lammer.games.registry import UnknownName, load
from lammer.ledger import Overdrawn, layout, post, rail, returning
from lammer.table.apply import apply_all, initial_state
from lammer.table.commands import Command, Malformed, Open, command_time, read
from lammer.table.decide import decide, open_table
from lammer.table.entered_by import BY_HOUSE, entered_by, may_close
from lammer.table.keys import at_utc, is_digest
from lammer.table.log import SCRIPT, SECOND, LogLine, canonical, seal, stamp
from lammer.table.run import CLOCK
from lammer.table.script import parse_part
from lammer.table.state import TableState

_COMMAND = '"command":'
_AT = '"at":"'
_BY = ',"by":"'
RULES, WIND_UP = '"event":"rules"', '"event":"wind-up"'
_CLOSE = '"event":"close"'
MOST_REMEMBERED = 4096
LONGEST_REMEMBERED = 200
"""How many parsed commands are cached, and the longest that is."""
AlsoJudges = Callable[[int, bytes], Iterable[Finding]]


class KnownCommand(NamedTuple):
    """A command of a log: as data, parsed, in canonical JSON; who enters it in a script, and the
    text by which its lines say so."""

    raw: Mapping[str, Any]
    command: Command
    text: str
    entered_by: str
    by: str


class LogAudit:
    """An iterator of the findings in a log, in the order they are detected.

    Once it is exhausted, ``head_line`` is the line on which the published head is found (None: on
    none, or there was no head to look for), and ``lines_after_head`` how many lines follow it.
    """

    def __init__(
        self,
        lines: Iterable[tuple[int, bytes]],
        head: str | None,
        also: AlsoJudges | None,
        balances: Balances | None,
    ) -> None:
        self._auditor = _Auditor(head, also, balances)
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
    def notes(self) -> tuple[Note, ...]:
        """Remarks for the reader that are not findings: under which other rules the log was
        written."""
        return tuple(note for other in self._auditor.versions for note in other.notes())

    @property
    def head_line(self) -> int | None:
        return self._auditor.head_line

    @property
    def lines_after_head(self) -> int | None:
        line = self._auditor.head_line
        return None if line is None else self._number - line


def audit_log(
    lines: Iterable[tuple[int, bytes]],
    head: str | None = None,
    *,
    also: AlsoJudges | None = None,
    balances: Balances | None = None,
) -> LogAudit:
    """Return the findings in a log. ``head`` is a hash published elsewhere, now or earlier, which
    must be that of one of its lines. ``also`` is called with each line of the chain, in order, and
    returns further findings. ``balances`` are the accounts after the last line, if they are known
    from elsewhere: they show what missing lines cost. Raises ``Malformed`` at a line that is not
    one of a log."""
    return LogAudit(lines, head, also, balances)


class _Auditor(OtherRulesAudit):
    def __init__(
        self, head: str | None, also: AlsoJudges | None, balances: Balances | None
    ) -> None:
        super().__init__(head, balances)
        self.also = also
        self.after_close = False
        self.why_not: tuple[str, ...] = ()
        self.known: dict[str, KnownCommand] = {}
        self.last_unexpected = 0
        """The last line that no command leads to."""

    def line(self, number: int, line: bytes) -> Iterable[Finding]:
        """Judge one line. A line that is as expected costs no more than building it."""
        text = line_text(line)
        if self.closed or self.held:
            return self._unusual(number, line)
        if not text.endswith(f'"prev":"{self.prev}","seq":{self.seq + 1}}}\n'):
            return self._place(FileLine(number, line, line_fields(line)))
        judge = self._judge_next if self.also is None else self._next
        return judge(number, line, text)

    def _next(self, number: int, line: bytes, text: str) -> Iterable[Finding]:
        """Judge the next line of the chain."""
        found = self._judge_next(number, line, text)
        return found if self.also is None else chain(found, self.also(number, line))

    def _judge_next(self, number: int, line: bytes, text: str) -> Iterable[Finding]:
        if RULES in text:
            return self._rules_changed(number, line)
        if WIND_UP in text:
            return self._wound_up(number, line)
        if self.gap is not None or self.collecting or self.chain_only:
            return self._after_damage(number, line, text)
        if self.other is not None and _CLOSE not in text:
            return self._under_other_rules(number, line)
        at = text.find(_COMMAND)
        decided = at < 0 or (not self.waiting and self._decide_quickly(text, at + len(_COMMAND)))
        if decided and self.waiting and self._take_if_same(self.waiting[0], number, line):
            return ()
        return self._inspect(number, line, decided=decided)

    def _unusual(self, number: int, line: bytes) -> Iterator[Finding]:
        """Judge a line after the end of the log, or while others are held."""
        if self.after_close:
            return  # Lines after the end cannot be judged.
        if self.closed and not self.held:
            self.after_close = True
            yield Finding(number, "chain", "There are lines after the log was closed.")
        else:
            yield from self._place(FileLine(number, line, line_fields(line)))

    def _after_damage(self, number: int, line: bytes, text: str) -> Iterator[Finding]:
        """Judge the next line of a chain in which something is missing or cannot be judged."""
        if self.gap is not None:
            assert self.table is not None
            self.gap.follow(number, as_event(line_fields(line)), self.table)
        if self.chain_only:
            found = line_fields(line)
            yield from self._chain(number, line, found)
            if self.other is not None:
                yield from self._chain_and_books(number, as_event(found))
            if found.event == "close":
                self.clock_unknown = True
                yield from self._close(number, found)
            return
        at = text.find(_COMMAND)
        ends = at >= 0 or _CLOSE in text
        if ends and (self.collecting or (self.waiting and self.group)):
            yield from self._judge_group(whole=True)
        elif self.collecting:
            yield from self._collect(number, line)
            return
        if ends:
            self.group, self.start = [], self.table and (self.table, self.now)
        if at >= 0 and self.clock_unknown:
            self._trust_clock(line_fields(line))
        self.group.append((number, line))
        decided = at < 0 or (not self.waiting and self._decide_quickly(text, at + len(_COMMAND)))
        if decided and self.waiting and self._take_if_same(self.waiting[0], number, line):
            return
        if self.gap is not None and self.start is not None and _CLOSE not in text:
            self.collecting = True
            self.group.pop()
            yield from self._collect(number, line)
            return
        yield from self._inspect(number, line, decided=decided)

    def _decide_quickly(self, text: str, start: int) -> bool:
        """Decide the command of a line that seems correct; return False if it is not."""
        try:
            raw, command, written, entered, by = self._read(text, start)
            if self.table is None:
                self._start_clock(text)
                self.origin = line_fields(text.encode()).origin
            if self.origin == SCRIPT:
                self.by = entered
                if not text.startswith(by, text.rfind(_BY)):
                    return False
            elif self.origin is not None and not self._may_have_entered(_by_of(text), command):
                return False
            found = self._decide(raw, command, written)
        except Malformed:
            return False
        if isinstance(found, str):
            return False
        self.waiting.extend(found)
        return True

    def _same_hand(self, number: int, found: LogLine) -> Iterator[Finding]:
        """Check that a line that is otherwise correct was entered with its command."""
        checked = "command" in found.body and self.origin is not None
        if found.by == self.by or checked:
            return
        if self.by == UNKNOWN:
            self.by = found.by
            return
        yield Finding(number, "decision", other_hand(found.by, self.by))

    def _start_clock(self, text: str) -> None:
        """Set the clock by the first line: commands before the opening moved the clock and are not
        logged."""
        first = text.find(_AT) + len(_AT)
        self.now = second_before(at_utc("at", text[first : text.find('"', first)]))

    def _take_if_same(self, expected: Expected, number: int, line: bytes) -> bool:
        """Return whether the line equals the expected one to the byte; if so, apply it."""
        sealed, digest = self._seal(self.seq + 1, expected, self.prev)
        if sealed != line:
            return False
        self.waiting.popleft()
        self.seq, self.prev = self.seq + 1, digest
        if digest == self.head:
            self.head_line = number
        self._apply(expected.event)
        return True

    def _read(self, text: str, start: int) -> KnownCommand:
        """Return the command at this place of a line. Cached, since commands repeat at a table."""
        shortest = text[start : text.find("}", start) + 1]
        known = self.known.get(shortest)
        if known is None:
            raw = parse_part(text, start)
            command, written = read(raw, self._thing()), canonical(raw)
            who = entered_by(command)
            known = KnownCommand(raw, command, written, who, f'{_BY}{who}"')
            if len(self.known) >= MOST_REMEMBERED:
                self.known.clear()
            if len(shortest) < LONGEST_REMEMBERED and written == shortest:
                self.known[shortest] = known
        return known

    def _decide(
        self, raw: Mapping[str, Any], command: Command, text: str = ""
    ) -> list[Expected] | str:
        """Return the lines that should follow from a command; an explanation, if there can be
        none. ``text`` is the command in canonical JSON, if that is known."""
        time = command_time(raw)
        if time is not None and time < self.now:
            self.at = stamp(self.now)
            return [Expected(refusal_line(CLOCK), raw)]
        self.now = self.now + SECOND if time is None else time
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
            return [Expected(refusal_line(decision), raw)]
        self.decided = self.table, decision
        expected = [Expected(event, None) for event in decision]
        if expected:
            expected[0] = Expected(decision[0], raw, text)
        return expected

    def _opened(self, command: Command, raw: Mapping[str, Any]) -> list[Expected] | str:
        if not isinstance(command, Open):
            return "A log begins with the opening of a table."
        opened = open_table(command, self.now, opened=True)
        if isinstance(opened, Refusal):
            self.why_not = opened.clauses
            return f"This table could not be opened: {opened.detail}"
        rules, event = opened
        self.table, self.digest = initial_state(rules, event), rules.digest
        return [Expected(event, raw)]

    # A line that differs

    def _inspect(self, number: int, line: bytes, *, decided: bool) -> Iterator[Finding]:
        """Inspect a line that differs; ``decided``: its command, if it has one, has been decided
        already."""
        found = line_fields(line)
        yield from self._chain(number, line, found)
        if found.event == "close":
            yield from self._judge_command()
            yield from self._close(number, found)
            return
        if not decided:
            yield from self._missing(number)
            yield from self._decide_logged(number, found)
        if not self.waiting:
            if decided:
                yield from self._unexpected(number, as_event(found))
            return
        yield from self._compare(number, found)

    def _missing(self, number: int) -> Iterator[Finding]:
        """Report lines that should have come before a new command."""
        while self.waiting:
            expected = self.waiting.popleft()
            yield from differences(number, "missing before this line", expected, None)
            self._apply(expected.event)

    def _decide_logged(self, number: int, found: LogLine) -> Iterator[Finding]:
        """Decide the command of a line, whatever is wrong with the line."""
        raw = found.body.get("command")
        if not isinstance(raw, Mapping):
            yield Finding(number, "decision", "The command is malformed.")
            return
        try:
            command = read(raw, self._thing())
        except Malformed as problem:
            yield Finding(number, "decision", f"The command is malformed: {problem}.")
            return
        if self.table is None:
            self.origin = found.origin
        if self.origin is not None and not self._may_have_entered(found.by, command):
            yield Finding(number, "decision", who_cannot(found.by))
        try:
            answer = self._decide(raw, command)
        except Malformed as problem:
            if self._opens_otherwise(number, found, command, f"{problem}."):
                return
            yield Finding(number, "decision", f"The command is malformed: {problem}.")
            return
        if isinstance(answer, str):
            if self._opens_otherwise(number, found, command, answer):
                return
            yield Finding(number, "rules", answer, self.why_not)
            self.chain_only = True
            return
        self.waiting.extend(answer)

    def _compare(self, number: int, found: LogLine) -> Iterator[Finding]:
        """Compare the line with the expected ones, and apply what should have happened."""
        event = as_event(found)
        expected = self._matching(event)
        if expected is None:
            first = self.waiting[0].event
            if first.name == "refused" or event.name == "refused":
                yield from self._wrong_decision(number)
                self._accept(number, event)
            else:
                yield from self._unexpected(number, event)
            return
        while self.waiting[0] is not expected:
            skipped = self.waiting.popleft()
            yield from differences(number, "missing before this line", skipped, None)
            self._apply(skipped.event)
        self.waiting.popleft()
        if expected.event.name == "open" and found.body.get("digest") != _digest(expected):
            yield from self._opened_otherwise(number, found, expected)
        elif not is_same(expected, found):
            yield from differences(number, "not as it should be", expected, event)
            yield from self._books(number, event)
        else:
            yield from self._same_hand(number, found)
            yield from self._time(number, found)
        self._apply(expected.event)

    def _opened_otherwise(
        self, number: int, found: LogLine, expected: Expected
    ) -> Iterator[Finding]:
        """Go on under the version of the rules that the first line names."""
        assert self.table is not None
        self.digest = str(found.body.get("digest"))
        self._other_version(number, self.digest, self.table.rules.house.law)
        event = as_event(found)
        if net((event,)) != net((expected.event,)):
            yield from differences(number, "not as it should be", expected, event)
        yield from self._time(number, found)

    def _opens_otherwise(self, number: int, found: LogLine, command: Command, why: str) -> bool:
        """Follow only chain and books, if the present rules open no such table and the first line
        names another version; return False if it does not."""
        if not isinstance(command, Open) or self.table is not None:
            return False
        law, digest = known_law(command), found.body.get("digest")
        if not is_digest(digest) or (law is not None and digest == law.digest):
            return False
        other = self._other_version(number, str(digest), law)
        other.unjudged = f"Only chain and books are judged. {why}"
        self.digest, self.chain_only = str(digest), True
        self.books = post({}, as_event(found).moves)
        return True

    def _rules_changed(self, number: int, line: bytes) -> Iterator[Finding]:
        """Judge a line that says that the table goes on under another version of the rules."""
        found = line_fields(line)
        yield from self._judge_command()
        yield from self._chain(number, line, found)
        yield from self._missing(number)
        before, digest = found.body.get("before"), found.body.get("digest")
        body = {"before": before, "digest": digest}
        said = found.actor, found.event, found.by, found.clauses
        written = found.body == body and said == (BY_HOUSE, "rules", BY_HOUSE, ())
        if not is_digest(digest) or before != self.digest or before == digest or not written:
            yield Finding(number, "rules", "A change of rules that is not written as one.")
            return
        self._trust_later_time(found)
        self.origin = self.origin or found.origin
        self.digest, self.by = digest, BY_HOUSE
        if self.table is not None:
            self.table = self.table._replace(last=None)
        law = None if self.table is None else self.table.rules.house.law
        if law is None or law.digest != digest or self.chain_only:
            self._other_version(number, digest, law)
        else:
            self.other, self.same_version = None, True

    def _wound_up(self, number: int, line: bytes) -> Iterator[Finding]:
        """Judge a line by which all chips go back at a table that could not go on."""
        found = line_fields(line)
        yield from self._judge_command()
        yield from self._chain(number, line, found)
        yield from self._missing(number)
        event = as_event(found)
        books = self.books if self.table is None else self.table.books
        due = LineEvent("wind-up", BY_HOUSE, {}, (), tuple(returning(books)))
        if self.other is None and self.gap is None and not self.chain_only:
            what = "The table was wound up, and could have gone on under its rules."
            yield Finding(number, "rules", what)
        elif self.other is not None:
            self.other.note(("wind-up",), number, "The table was closed: all chips went back.")
        if self.gap is None and net((event,)) != net((due,)):
            yield from differences(number, "not as it should be", Expected(due, None), event)
        if self.origin is not None and not may_close(found.by):
            yield Finding(number, "decision", who_cannot(found.by))
        self._trust_later_time(found)
        self.books, self.by = {}, found.by
        if self.table is not None:
            self.table = self.table._replace(seats={}, books={}, last=None)

    def _trust_later_time(self, found: LogLine) -> None:
        """Set the clock by a line that has no command."""
        try:
            self.now = max(self.now, at_utc("at", found.at))
        except Malformed:
            return

    def _accept(self, number: int, event: LineEvent) -> None:
        """Accept a bet that should have been refused (R-59), if the table can continue with it: its
        settlement is then judged by itself. Anything else that should have been refused is trusted
        with all its lines, and was reported."""
        if self.table is None or self.waiting:
            return
        if event.name == "bet":
            if _sound(self.table, event):
                self.table = apply_all(self.table, readable_events(self.table, (event,)))
            return
        self._begin_gap(number)
        self.table = apply_trusted(self.table, event)
        self.collecting, self.group, self.start = True, [], None

    def _unexpected(self, number: int, event: LineEvent) -> Iterator[Finding]:
        """Report a line that no command leads to: of several in a row the first, and each that pays
        a rail."""
        if self.last_unexpected != number - 1 or rails(event):
            yield from unexpected(number, event)
        self.last_unexpected = number
        self._begin_gap(number)
        if self.table is not None and not self.waiting:
            self.table = apply_trusted(self.table, event)

    def _begin_gap(self, number: int) -> None:
        """Treat the state of the table as partly unknown from here on."""
        if self.gap is None and self.table is not None:
            self.gap = Gap(number, "", self.table.books)
            self.group, self.start = [], None

    def _matching(self, event: LineEvent) -> Expected | None:
        for expected in self.waiting:
            if event_key(expected.event) == event_key(event):
                return expected
        first = self.waiting[0]
        seat = event.body.get("seat")
        alike = first.event.name == event.name and seat == first.event.body.get("seat")
        return first if alike else None

    def _wrong_decision(self, number: int) -> Iterator[Finding]:
        """Report a command that was wrongly accepted or wrongly refused."""
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
        """Report transfers of the line that could not be posted."""
        assert self.table is not None
        try:
            post(self.table.books, event.moves)
        except Overdrawn as problem:
            yield Finding(number, "books", f"An account would fall below zero: {problem}.")
        except ValueError as problem:
            yield Finding(number, "books", f"The accounts do not balance: {problem}.")

    def _close(self, number: int, found: LogLine) -> Iterator[Finding]:
        yield from self._missing(number)
        self.closed = True
        self.now = self.now + SECOND
        before = found.seq - 1
        body = canonical({"lines": before, "head": found.prev})
        if self.clock_unknown:
            self.at = found.at
        else:
            self.at = stamp(self.now)
        self.by = "" if self.origin is None and not self.chain_only else found.by
        closing, _ = seal(found.seq, self.at, "house", "close", body, "[]", found.prev, self.by)
        if canonical(found.body) != body:
            what = f"The log closes on other lines or another head than its own {before} lines."
            yield Finding(number, "chain", what)
        elif canonical(found._replace(at=self.at).as_data()).encode() + b"\n" != closing:
            yield Finding(number, "chain", "The closing line is not as a log closes.")
        elif self.origin is not None and not self._may_have_closed(found.by):
            yield Finding(number, "decision", who_cannot(found.by))
        else:
            yield from self._time(number, found)

    def _may_have_closed(self, by: str) -> bool:
        return by == BY_HOUSE if self.origin == SCRIPT else may_close(by)

    def end(self, number: int) -> Iterator[Finding]:
        if number == 0:
            raise Malformed("", "the log is empty")
        if self.held:
            yield from self._resume()
        if self.collecting:
            yield from self._judge_group(whole=True)
        yield from self._judge_command()
        yield from self._missing(number)
        yield from self._end_gap(self.balances)
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


def known_law(command: Open) -> Ruleset | None:
    """Return the rule set that a command names, None if there is none."""
    try:
        return load(command.rules, command.game)
    except (UnknownName, KeyError):
        return None


def _by_of(text: str) -> str:
    """Return who entered a line, by its text; "" if it does not say."""
    start = text.rfind(_BY) + len(_BY)
    return text[start : text.find('"', start)] if start >= len(_BY) else ""


def _sound(table: TableState, event: LineEvent) -> bool:
    """Return whether a table can continue with a bet: on a known wager, by a seated player, in
    chips that are free, of a payable amount."""
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
