"""Judges a log, or a part of one, that was written under another version of its rule set.

Its lines are taken as written, and compared with what the present rules would have done, command by
command. Chain, books and money are judged as always. Other differences may follow from the change
of rules and are noted, one note for each kind.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lammer.audit.finding import Finding
from lammer.audit.log.differences import (
    brief,
    differences,
    rails,
    seat_and_wager,
    signed,
    unexpected,
)
from lammer.audit.log.gap import Balances
from lammer.audit.log.gaps import GapAudit
from lammer.audit.log.lines import Expected, FileLine, as_event, event_key, line_fields
from lammer.audit.log.resync import IMPOSSIBLE, LineEvent, LoggedEvent, line_body, refusal_line
from lammer.core.codec import Malformed
from lammer.core.legality import Refusal
from lammer.core.rule_parts import RuleChanges
from lammer.core.ruleset import Ruleset
from lammer.games.earlier_rules import changes_since
from lammer.ledger import BANK, COMMISSION, Books, Overdrawn, Transfer, post
from lammer.table.apply import apply, with_last_trial
from lammer.table.commands import Command, command_time, read
from lammer.table.decide import decide
from lammer.table.events import Event
from lammer.table.log import SECOND, stamp
from lammer.table.run import CLOCK
from lammer.table.script import parse_part
from lammer.table.state import TableState

MOST_NAMED = 12
"""Wagers named as changed; further ones are counted."""
MOST_NOTES = 200
"""Kinds of differences that are noted; further ones are counted."""
_WORDS = frozenset(("call", "code", "detail"))
"""Keys of a body that are words, or say by which rule it was refused."""
_HOW = {"payment": "what it pays", "terms": "how it is made", "clauses": "clauses or words"}


class Note(NamedTuple):
    """Something that a reader should know about a log, and that is not wrong."""

    line: int
    what: str


class OtherRules:
    """The version of the rules that a part of a log was written under, and what was noted of it."""

    def __init__(self, line: int, digest: str, law: Ruleset | None) -> None:
        self.line, self.digest, self.law = line, digest, law
        self.changes = None if law is None else changes_since(digest, law)
        self.unjudged = ""
        """Why only chain and books are judged; "" if everything is."""
        self._first: dict[tuple[str, ...], Note] = {}
        self._times: Counter[tuple[str, ...]] = Counter()

    def pays_otherwise(self, wager: str | None) -> bool:
        """Return whether what a wager pays is known to have changed."""
        return self.changes is not None and self.changes.wagers.get(wager or "") == "payment"

    def note(self, key: tuple[str, ...], line: int, what: str) -> None:
        """Note a difference of a kind, with the text of the first one."""
        self._times[key] += 1
        if len(self._first) < MOST_NOTES:
            self._first.setdefault(key, Note(line, what))

    def notes(self) -> Iterator[Note]:
        """Yield which rules differ, and then each kind of difference that was met."""
        yield Note(self.line, " ".join(each for each in (self._said(), self.unjudged) if each))
        for key, first in self._first.items():
            more = self._times[key] - 1
            yield first if not more else first._replace(what=f"{first.what} So {more:,} more.")
        rest = len(self._times) - len(self._first)
        if rest:
            yield Note(self.line, f"{rest:,} more kinds of differences.")

    def _said(self) -> str:
        said = f"Written under another version of the rules (digest {self.digest[:12]})."
        if self.law is None:
            return said
        if self.changes is None:
            return f"{said} This program does not know it, nor which rules differ."
        return f"{said} Since then: {in_words(self.changes, self.law)}."


def in_words(changes: RuleChanges, law: Ruleset) -> str:
    """Return which rules differ.

    >>> from lammer.games import load
    >>> in_words(RuleChanges({"field": "terms", "whirl": "clauses"}, ("layout",)), load("nj-2011"))
    'Field Bet (how it is made), Whirl Bet (clauses or words); layout'
    """
    names = {wager.key: wager.name for wager in law.wagers}
    wagers = [f"{names.get(key, key)} ({_HOW[how]})" for key, how in changes.wagers.items()]
    if len(wagers) > MOST_NAMED:
        wagers = [*wagers[:MOST_NAMED], f"{len(wagers) - MOST_NAMED} more wagers"]
    parts = [", ".join(wagers), ", ".join(changes.others)]
    return "; ".join(each for each in parts if each) or "nothing that a table goes by"


class OtherRulesAudit(GapAudit):
    """Judges the lines of a command together while another version of the rules is in force."""

    def __init__(self, head: str | None, balances: Balances | None) -> None:
        super().__init__(head, balances)
        self.other: OtherRules | None = None
        self.versions: list[OtherRules] = []
        """Every other version in the log, in order."""
        self.digest = ""
        """The digest of the rules in force, according to the log."""
        self.books: Books = {}
        """The accounts, where only chain and books are judged."""
        self.command: list[FileLine] = []
        """The lines of the command that is being read, under other rules."""

    def _other_version(self, line: int, digest: str, law: Ruleset | None) -> OtherRules:
        self.other, self.same_version = OtherRules(line, digest, law), False
        self.versions.append(self.other)
        return self.other

    def _under_other_rules(self, number: int, line: bytes) -> Iterator[Finding]:
        """Judge the next line of the chain."""
        found = line_fields(line)
        if "command" in found.body:
            yield from self._judge_command()
        yield from self._chain(number, line, found)
        self.command.append(FileLine(number, line, found))

    def _chain_and_books(self, number: int, event: LineEvent) -> Iterator[Finding]:
        """Judge the transfers of a line by themselves."""
        try:
            self.books = post(self.books, event.moves)
        except Overdrawn as problem:
            yield Finding(number, "books", f"An account would fall below zero: {problem}.")
        except ValueError as problem:
            yield Finding(number, "books", f"The accounts do not balance: {problem}.")

    def _judge_command(self, *, whole: bool = True) -> Iterator[Finding]:
        lines, self.command = self.command, []
        if not lines or self.table is None or self.other is None:
            return
        first, before = lines[0], self.table
        raw = first.found.body.get("command")
        events = [as_event(each.found) for each in lines]
        if not whole:
            pass  # They can only be followed.
        elif not isinstance(raw, Mapping):
            for one, event in zip(lines, events, strict=True):
                yield from unexpected(one.number, event)
        else:
            try:
                command = read(raw, self._thing())
                due = self._due(before, raw, command)
            except Malformed as problem:
                what = f"A command is not one any more: {problem}."
                self.other.note(("malformed", str(raw.get("do"))), first.number, what)
            else:
                yield from self._group_hands(lines, command)
                yield from self._time(first.number, first.found)
                if due:
                    yield from self._compare_command(lines, events, due, raw)
        yield from self._follow(lines, events)

    def _due(
        self, table: TableState, raw: Mapping[str, Any], command: Command
    ) -> tuple[LoggedEvent, ...]:
        """Return what the present rules lead to; nothing if they have no such table."""
        time = command_time(raw)
        if time is not None and time < self.now:
            self.at = stamp(self.now)
            return (refusal_line(CLOCK),)
        self.now = self.now + SECOND if time is None else time
        self.at = stamp(self.now)
        try:
            decision = decide(table, command, self.now)
        except IMPOSSIBLE:
            assert self.other is not None
            what = "The present rules have no such table, and decide nothing at it."
            self.other.note(("impossible",), self.command[0].number if self.command else 0, what)
            return ()
        return (refusal_line(decision),) if isinstance(decision, Refusal) else decision

    def _compare_command(
        self,
        lines: Sequence[FileLine],
        events: Sequence[LineEvent],
        due: Sequence[LoggedEvent],
        raw: Mapping[str, Any],
    ) -> Iterator[Finding]:
        """Compare the lines of a command with those that the present rules lead to."""
        assert self.other is not None
        number, verb = lines[0].number, brief(raw.get("do"))
        _, wager = seat_and_wager(raw)
        asked = f"{verb}{f' {wager}' if wager else ''}"
        was, would = events[0].name == "refused", due[0].name == "refused"
        if was != would:
            what = f"{asked}: was {'refused' if was else 'accepted'}, and would not be now."
            if would:
                what += f" {due[0].body['detail']}"
            self.other.note(("decision", verb, wager or "", str(was)), number, what)
        if was or would:
            for one, event in zip(lines, events, strict=True):
                if any(source in (BANK, COMMISSION) for source, _, _ in event.moves):
                    yield from unexpected(one.number, event)
        elif net(events) != net(due):
            yield from self._money(lines, events, due, raw)
        elif [_content(each) for each in events] != [_content(each) for each in due]:
            what = f"{asked}: leads to other lines now, with the same money."
            self.other.note(("lines", verb, wager or ""), number, what)

    def _money(
        self,
        lines: Sequence[FileLine],
        events: Sequence[LineEvent],
        due: Sequence[LoggedEvent],
        raw: Mapping[str, Any],
    ) -> Iterator[Finding]:
        """Report each difference in money; note it where what the wager pays has changed."""
        left = list(due)
        for one, event in zip(lines, events, strict=True):
            fitting = next((each for each in left if event_key(each) == event_key(event)), None)
            if fitting is not None:
                left.remove(fitting)
            if net((event,)) == net((fitting,) if fitting is not None else ()):
                continue
            if self._noted(one.number, event, fitting):
                continue
            if fitting is None:
                yield from unexpected(one.number, event)
                continue
            command = raw if "command" in one.found.body else None
            expected = Expected(fitting, command)
            yield from differences(one.number, "not as it should be", expected, event)
        for missing in left:
            if net((missing,)) and not self._noted(lines[0].number, None, missing):
                how = "missing after this line"
                yield from differences(lines[0].number, how, Expected(missing, None), None)

    def _noted(self, number: int, event: LineEvent | None, due: LoggedEvent | None) -> bool:
        """Note a difference in money if what the wager pays has changed; else return False."""
        assert self.other is not None
        seat, name = seat_and_wager((event or due or refusal_line(CLOCK)).body)
        wager = self._wager(seat, name)
        if not self.other.pays_otherwise(wager):
            return False
        paid = sum(rails(event).values()) if event is not None else 0
        now = sum(rails(due).values()) if due is not None else 0
        what = f"Seat {seat}, {name}: {signed(paid)} to the rail; now it would be {signed(now)}."
        self.other.note(("payment", wager or ""), number, what)
        return True

    def _wager(self, seat: int | None, name: str | None) -> str | None:
        """Return the key of the wager of a bet, which may have the number it has come to."""
        assert self.table is not None
        there = self.table.seats.get(seat or 0)
        bet = None if there is None else there.bets.get(name or "")
        return name if bet is None else bet.wager

    def _follow(self, lines: Sequence[FileLine], events: Sequence[LineEvent]) -> Iterator[Finding]:
        """Bring the table to the state that the lines describe."""
        before, known = self.table, []
        assert before is not None
        assert self.other is not None
        for one, event in zip(lines, events, strict=True):
            if event.name == "refused":
                continue
            table = self.table
            assert table is not None
            try:
                books = post(table.books, event.moves)
            except Overdrawn as problem:
                yield Finding(one.number, "books", f"An account would fall below zero: {problem}.")
                continue
            except ValueError as problem:
                yield Finding(one.number, "books", f"The accounts do not balance: {problem}.")
                continue
            parsed = self._applied(table, event)
            if parsed is None:
                self.table = table._replace(books=books)
                what = f"{brief(event.name)}: a line that the present program cannot follow."
                self.other.note(("line", event.name), one.number, what)
            else:
                known.append(parsed)
        if known:
            assert self.table is not None
            self.table = with_last_trial(before, known, self.table)

    def _applied(self, table: TableState, event: LineEvent) -> Event | None:
        """Apply a line; return its event, None if the table cannot have it."""
        try:
            parsed = event.read(table.rules.procedure.trial.thing)
            self.table = apply(table, parsed)
        except IMPOSSIBLE:
            return None
        return parsed


def net(events: Sequence[LoggedEvent]) -> Mapping[str, int]:
    """Return what events change on each account that they change, in cents."""
    found: dict[str, int] = {}
    for event in events:
        moves: tuple[Transfer, ...] = event.moves
        for source, target, cents in moves:
            found[source] = found.get(source, 0) - cents
            found[target] = found.get(target, 0) + cents
    return {account: cents for account, cents in found.items() if cents}


def _content(event: LoggedEvent) -> tuple[str, str, str]:
    """Return what a line says, without clauses and words."""
    body = parse_part(line_body(event), 0)
    return event.name, event.actor, repr(sorted((k, v) for k, v in body.items() if k not in _WORDS))
