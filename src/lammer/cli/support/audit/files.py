"""The files that ``lammer audit`` judges: recognized as logs or records; one, several, or those in
folders; and the databases of houses."""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from lammer.audit import Finding, LogAudit, Note, Ranking, RecordAudit, RecordOptions, judge, shape
from lammer.cli.support.house_files import lawful_house
from lammer.cli.support.input_lines import with_progress
from lammer.cli.support.output import CommandError, open_input
from lammer.cli.support.text_encoding import as_utf8
from lammer.fair.log_audit import DrawReport, WholeLogAudit
from lammer.games.registry import RULESETS, load
from lammer.house import Elections, House, house
from lammer.school.table_tests.sitting import is_sitting, regrade
from lammer.table.commands import Malformed
from lammer.table.script import lines
from lammer.typed.bet_names import named_bet

MOST_FINDINGS = 10_000
"""Findings that are listed of one file; all are counted."""
MOST_FILES = 10_000
SKIPPED = "--no-fair leaves them out"
Numbered = Iterator[tuple[int, bytes]]


class AuditOptions(NamedTuple):
    """The options of an audit. ``head``, ``still_open`` and ``no_fair`` are for logs, the others
    for records; ``several``: there are several files, and each option is for those it fits."""

    head: str | None = None
    rules: str | None = None
    game: str | None = None
    house_file: str | None = None
    still_open: bool = False
    leave_up: bool = False
    no_fair: bool = False
    several: bool = False

    def check(self) -> None:
        """Raise ``CommandError`` for an option that does not fit."""
        if self.head is not None and self.several:
            raise CommandError(
                "--head is the head of one log, and several files are named.",
                "Audit that log by itself.",
            )
        if self.head is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", self.head):
            raise CommandError(
                "--head is no hash.", "Give the 64 hexadecimal digits that were published."
            )

    def check_log(self) -> None:
        if self.several:
            return
        if self.rules or self.game or self.house_file:
            what = "A log names its own rules."
            raise CommandError(what, "Leave out --rules, --game and --house.")
        if self.leave_up:
            what = "--leave-up is for a record: a log says what was left up."
            raise CommandError(what, "Leave it out.")

    def check_record(self) -> None:
        if self.several:
            return
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
    """A file that was judged."""

    path: str
    kind: Literal["log", "record", "sitting", "house"] | None = None
    lines: int = 0
    findings: Ranking[Finding] = field(default_factory=lambda: Ranking(MOST_FINDINGS))
    headed: LogAudit | None = None
    """The audit that searched for a published head, if one was given."""
    draws: DrawReport | None = None
    """What was verified of a log's draws."""
    notes: tuple[Note, ...] = ()
    """What a reader should know, and is not wrong."""
    problem: Malformed | None = None
    """Why the file could not be read to its end."""
    problem_line: int = 0
    unopened: CommandError | None = None
    """Why nothing of it could be judged."""
    record: RecordAudit | None = None
    """The audit of a record, with the lines of it that could not be read."""

    @property
    def ok(self) -> bool:
        return not self.findings.count and self.readable

    @property
    def readable(self) -> bool:
        """True if every line could be read."""
        if self.unopened is not None:
            return False
        return self.problem is None and not (self.record and self.record.unreadable_count)

    @property
    def status(self) -> int:
        """Return the exit status of this file alone."""
        if not self.readable:
            return 2
        return 1 if self.findings.count else 0

    def counted(self, lines: Numbered) -> Numbered:
        """Yield the lines, counting them."""
        for self.lines, line in lines:
            yield self.lines, line

    def fail(self, problem: Malformed, line: int) -> None:
        self.problem, self.problem_line = problem, getattr(problem, "number", line)

    def take(self, findings: Iterable[Finding]) -> None:
        try:
            self.findings.extend(findings)
        except Malformed as problem:
            self.fail(problem, self.lines)


def named_files(paths: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the files to audit, those of folders in the order of their names, and files in folders
    that are left out: neither logs nor records."""
    found: list[str] = []
    left_out: list[str] = []
    for path in paths:
        if path.startswith("-") and path != "-":
            instead = "Name a log or a record, or - for standard input."
            raise CommandError(f'there is no option "{path}".', instead)
        if path == "-" or not os.path.isdir(path):
            found.append(path)
            continue
        for each in sorted(Path(path).rglob("*")):
            if each.is_file() and not _is_beside_database(each):
                (found if is_audited(each) else left_out).append(str(each))
            if len(found) + len(left_out) > MOST_FILES:
                what = f"There are more than {MOST_FILES:,} files in {path}."
                raise CommandError(what, "Audit them folder by folder.")
    if not found:
        what = f"There is no log and no record in {', '.join(paths)}."
        raise CommandError(what, "Name files, or a folder with logs.")
    return found, left_out


def is_audited(path: Path) -> bool:
    """Return whether a file in a folder is one that can be audited."""
    if is_database(str(path)):
        return True
    try:
        with path.open("rb") as stream:
            every = lines(as_utf8(stream))
            first = next((line for _, line in every if line.strip()), b"")
    except (OSError, Malformed):
        return False
    return is_sitting(first) or shape(first) is not None


def audited_one_of_several(path: str, options: AuditOptions) -> list[Audited]:
    """Return a file judged, of a database each part; or why it could not be."""
    try:
        return audited_house(path, options) if is_database(path) else [audited(path, options)]
    except CommandError as problem:
        return [Audited(_shown(path), unopened=problem)]


def is_database(path: str) -> bool:
    """Return whether this is a house's database: an address of PostgreSQL, or an SQLite file."""
    if path.startswith(_ADDRESSES):
        return True
    try:
        with open(path, "rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except (OSError, ValueError):
        return False


_ADDRESSES = ("postgresql://", "postgres://", "sqlite://")
_SQLITE = b"SQLite format 3\0"
_ZIP = b"PK\x03\x04"
_BESIDE = ("-wal", "-shm", ".lock")


def _is_beside_database(path: Path) -> bool:
    """Return whether a file is a part of a database beside it, or says that it is in use."""
    for each in _BESIDE:
        if path.name.endswith(each) and is_database(str(path).removesuffix(each)):
            return True
    return False


def _shown(path: str) -> str:
    """Return an address without a password.

    >>> _shown("postgresql://ann:secret@localhost/lammer?sslmode=require"), _shown("house.sqlite")
    ('postgresql://ann@localhost/lammer', 'house.sqlite')
    """
    if not path.startswith(_ADDRESSES):
        return path
    return re.sub(r"://([^/@:]*):[^/@]*@", r"://\1@", path.partition("?")[0])


def audited_house(address: str, options: AuditOptions) -> list[Audited]:
    """Return each table of a house's database judged, and then its people."""
    from lammer.server.verification.house_check import CheckedPart, check_house
    from lammer.store.backup import opened_to_read
    from lammer.store.port import StoreError

    skipped = SKIPPED if options.no_fair else ""

    def as_audited(part: CheckedPart) -> Audited:
        found = Audited(f"{_shown(address)}: {part.table or 'people'}")
        found.kind = "log" if part.table else "house"
        found.lines, found.draws, found.notes = part.lines, part.draws, part.notes
        found.take(part.findings)
        return found

    try:
        with opened_to_read(address) as store:
            return store.as_of_now(
                lambda: [as_audited(part) for part in check_house(store, skipped)]
            )
    except StoreError as problem:
        raise CommandError(str(problem)) from None


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
        if first[1].startswith(_ZIP):
            what = "a workbook of a spreadsheet, or another packed file"
            instead = 'Save its sheet as CSV, or as "Unicode text", and name that.'
        found.fail(Malformed("", what, instead), first[0])
    return found


def _sitting(lines: Iterable[bytes]) -> Iterator[Finding]:
    """Yield what is wrong with the log of a table test, which is graded again."""
    for fault in regrade(lines).faults:
        yield Finding(fault.line, "chain", fault.what)


def _log(found: Audited, every: Numbered, options: AuditOptions) -> Iterator[Finding]:
    skipped = SKIPPED if options.no_fair else ""
    log = WholeLogAudit(every, options.head, skip_draws=skipped)
    found.headed = log.log if options.head else None
    try:
        for each in log:
            if not options.still_open or each.kind != "incomplete":
                yield each
    finally:
        found.notes = log.log.notes  # Also of a log that cannot be read to its end.
    found.draws = log.draws
