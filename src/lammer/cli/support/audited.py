"""What ``lammer audit`` looks at: a file that is recognized as a log or a record, and judged."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import BinaryIO, Literal, NamedTuple

from lammer.audit import Finding, LogAudit, RecordAudit, RecordOptions, audit_log, judge, shape
from lammer.cli.support.house_files import lawful_house
from lammer.cli.support.input_lines import with_progress
from lammer.cli.support.output import CommandError, open_input
from lammer.cli.support.text_encoding import as_utf8
from lammer.games.registry import RULESETS, load
from lammer.house import Elections, House, house
from lammer.school.sitting import is_sitting, regrade
from lammer.table.commands import Malformed
from lammer.typed.bet_names import named_bet

MOST_FINDINGS = 10_000
"""Findings that are kept of one file; all are counted."""
Numbered = Iterator[tuple[int, bytes]]


class AuditOptions(NamedTuple):
    """The options of an audit. ``head`` and ``still_open`` are for logs, the others for records."""

    head: str | None = None
    rules: str | None = None
    game: str | None = None
    house_file: str | None = None
    still_open: bool = False
    leave_up: bool = False

    def check(self) -> None:
        """Raise ``CommandError`` for an option that no file could go with."""
        if self.head is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", self.head):
            raise CommandError(
                "--head is no hash.", "Give the 64 hexadecimal digits that were published."
            )

    def check_log(self) -> None:
        if self.rules or self.game or self.house_file:
            what = "A log names its own rules."
            raise CommandError(what, "Leave out --rules, --game and --house.")
        if self.leave_up:
            what = "--leave-up is for a record: a log says what was left up."
            raise CommandError(what, "Leave it out.")

    def check_record(self) -> None:
        if self.still_open:
            raise CommandError("--open is for a table's log.", "Leave it out for a record.")
        if self.head is not None:
            raise CommandError("--head goes with a log, and this is a record.", "Leave it out.")

    def house(self, path: str) -> House:
        """Return the house that a record was played at."""
        if self.house_file is not None:
            return lawful_house(self.house_file, self.rules, self.game)
        if self.rules is None:
            raise CommandError(
                f"{path} is a plain record and does not say which rules it was played by.",
                f"Add --rules, one of {', '.join(RULESETS)}, or --house with a file that names "
                "them.",
            )
        return house(load(self.rules, self.game), Elections())


@dataclass(slots=True)
class Audited:
    """A file that was judged. ``count`` are all findings, ``findings`` those that are kept."""

    path: str
    kind: Literal["log", "record", "sitting"] | None = None
    lines: int = 0
    findings: list[Finding] = field(default_factory=list)
    count: int = 0
    headed: LogAudit | None = None
    """The audit that searched for a published head, if one was given."""
    problem: Malformed | None = None
    """Why the file could not be read to its end."""
    problem_line: int = 0
    record: RecordAudit | None = None
    """The audit of a record, with the lines of it that could not be read."""

    @property
    def ok(self) -> bool:
        return not self.count and self.readable

    @property
    def readable(self) -> bool:
        """Whether every line could be read."""
        return self.problem is None and not (self.record and self.record.unreadable_count)

    @property
    def status(self) -> int:
        """The exit status of this file alone."""
        if not self.readable:
            return 2
        return 1 if self.count else 0

    def counted(self, lines: Numbered) -> Numbered:
        """Yield the lines, counting them."""
        for self.lines, line in lines:
            yield self.lines, line

    def fail(self, problem: Malformed, line: int) -> None:
        self.problem, self.problem_line = problem, getattr(problem, "number", line)

    def take(self, findings: Iterable[Finding]) -> None:
        try:
            for finding in findings:
                self.count += 1
                if self.count <= MOST_FINDINGS:
                    self.findings.append(finding)
        except Malformed as problem:
            self.fail(problem, self.lines)


def audited(path: str, options: AuditOptions) -> Audited:
    """Return a file judged; ``CommandError`` if it is not there, or the options do not fit it."""
    with open_input(path, "a log or a record") as stream:
        return _audited(path, stream, options)


def _audited(path: str, stream: BinaryIO, options: AuditOptions) -> Audited:
    found = Audited(path)
    counted = found.counted(with_progress(as_utf8(stream), path, "audit"))
    try:
        first = next((each for each in counted if each[1].strip()), None)
    except Malformed as problem:
        found.fail(problem, found.lines + 1)
        return found
    if first is None:
        raise CommandError(f"{path} is empty.", "Name a log, or a record of bets and payments.")
    every = chain([first], counted)
    if is_sitting(first[1]):
        found.kind = "sitting"
        options.check_log()
        found.take(_sitting(line for _, line in every))
        return found
    written_as = shape(first[1])
    if written_as == "log":
        found.kind = "log"
        options.check_log()
        found.take(_log(found, every, options))
        return found
    options.check_record()
    if written_as is not None:
        found.kind = "record"
        how = RecordOptions(options.leave_up, named_bet)
        found.record = judge(every, options.house(path), how)
        found.take(found.record)
    else:
        what = "neither a log nor a record"
        instead = "lammer audit --template RULES writes a record to fill in."
        found.fail(Malformed("", what, instead), first[0])
    return found


def _sitting(lines: Iterable[bytes]) -> Iterator[Finding]:
    """Yield what is wrong with the log of a table test, which is graded again."""
    for fault in regrade(lines).faults:
        yield Finding(fault.line, "chain", fault.what)


def _log(found: Audited, every: Numbered, options: AuditOptions) -> Iterator[Finding]:
    log = audit_log(every, options.head)
    found.headed = log if options.head else None
    for each in log:
        if not options.still_open or each.kind != "incomplete":
            yield each
