"""The page that ``lammer audit --report`` writes. The file is judged once more for it."""

import os
from collections.abc import Iterable, Iterator
from itertools import chain

from lammer.audit import Finding, RecordOptions, audit_log, judge, shape
from lammer.cli.support.audit.files import MOST_FINDINGS, AuditOptions, is_database
from lammer.cli.support.input_lines import with_progress
from lammer.cli.support.output import CommandError, open_input
from lammer.cli.support.text_encoding import as_utf8
from lammer.report.audit_page import MOST_DRAWN, AuditReport, audit_page
from lammer.report.log_statistics import FollowedLog
from lammer.report.statistics import AuditStatistics
from lammer.table import TableState
from lammer.table.commands import Malformed
from lammer.typed.bet_names import named_bet

Numbered = Iterator[tuple[int, bytes]]
_ENDINGS = (".html", ".htm")


def check_report(out: str, files: Iterable[str]) -> None:
    """Raise ``CommandError`` if there can be no report of these files under this name."""
    given = list(files)
    if not out.lower().endswith(_ENDINGS):
        what = f"--report writes a page, and {out} is not named like one."
        raise CommandError(what, "Name a file that ends in .html.")
    if len(given) != 1 or given[0] == "-" or os.path.isdir(given[0]) or is_database(given[0]):
        what = "A report is of one file, which is read twice."
        raise CommandError(what, "Name one log or record with --report.")


def write_report(path: str, out: str, options: AuditOptions) -> None:
    """Write the report of one log or record."""
    shown = _judged(path, options)
    if shown is None:
        return
    try:
        with open(out, "w", encoding="utf-8") as file:
            file.write(audit_page(shown))
    except OSError as problem:
        raise CommandError(f"{out} cannot be written: {problem.strerror}.", "") from None


def statistics_of(path: str, options: AuditOptions) -> AuditStatistics:
    """Return the statistics of one log or record."""
    shown = _judged(path, options)
    return AuditStatistics() if shown is None else shown.statistics


def _judged(path: str, options: AuditOptions) -> AuditReport | None:
    """Return what is reported of one log or record; None if it is empty."""
    with open_input(path, "a log or a record") as stream:
        lines = with_progress(as_utf8(stream), path, "report")
        first = next((each for each in lines if each[1].strip()), None)
        if first is None:
            return None
        every = _Counted(chain([first], lines))
        written_as = shape(first[1])
        if written_as == "log":
            return _of_log(path, every, options)
        if written_as is not None:
            return _of_record(path, every, options)
    raise CommandError("There is a report of logs and records only.", "")


class _Counted:
    """Lines, counted as they are read."""

    def __init__(self, lines: Iterable[tuple[int, bytes]]) -> None:
        self._lines = iter(lines)
        self.number = 0

    def __iter__(self) -> Numbered:
        for number, line in self._lines:
            self.number = number
            yield number, line


def _of_record(path: str, every: _Counted, options: AuditOptions) -> AuditReport:
    house = options.house(path)
    statistics = AuditStatistics()
    audit = judge(every, house, RecordOptions(options.leave_up, named_bet, statistics))
    shown = _shown(path, "record", statistics)
    shown.played_by = f"judged by {house.law.title} ({house.law.key}, {house.law.game})"
    if options.house_file is not None:
        shown.played_by += f", as {options.house_file} elects"
    _take(shown, ((each, audit.table) for each in audit))
    shown.lines = every.number
    shown.unreadable, shown.unreadable_count = audit.unreadable, audit.unreadable_count
    return shown


def _of_log(path: str, every: _Counted, options: AuditOptions) -> AuditReport:
    follower = FollowedLog()
    audit = audit_log(follower.following(every), options.head)
    shown = _shown(path, "log", follower.statistics)
    wanted = (each for each in audit if not options.still_open or each.kind != "incomplete")
    _take(shown, ((each, follower.table_at(each.line)) for each in wanted))
    shown.lines = every.number
    rules = follower.statistics.rules
    if rules is not None:
        law = rules.house.law
        shown.played_by = f"judged by {law.title} ({law.key}, {law.game})"
    if not follower.complete:
        shown.notes.append(
            "The log is damaged: what is counted below is of the lines before the damage."
        )
    follower.statistics.correct(shown.findings)
    return shown


def _shown(path: str, kind: str, statistics: AuditStatistics) -> AuditReport:
    return AuditReport(path, kind, "judged by the rules it names", 0, [], 0, statistics)


def _take(shown: AuditReport, findings: Iterable[tuple[Finding, TableState | None]]) -> None:
    """Keep the findings, and the tables of those that are drawn."""
    kept: list[Finding] = []
    moments: list[TableState | None] = []
    shown.findings, shown.moments = kept, moments
    try:
        for finding, table in findings:
            shown.count += 1
            if len(kept) < MOST_FINDINGS:
                kept.append(finding)
            if len(moments) < MOST_DRAWN:
                moments.append(table)
    except Malformed as problem:
        shown.notes.append(f"The file could not be read to its end: {problem}.")
