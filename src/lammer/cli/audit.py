"""``lammer audit``: judges a table's log, or another record, line by line."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from typing import Annotated, Any

from cyclopts import Parameter

from lammer.audit import Finding, LogAudit, audit_log, judge, shape
from lammer.cli.support.house_files import lawful_house
from lammer.cli.support.input_lines import MOST_TEXT, plain, with_progress
from lammer.cli.support.options import Game, HouseOption, Json
from lammer.cli.support.output import (
    CommandError,
    flushing,
    open_input,
    print_error,
    write,
    write_json,
)
from lammer.games.registry import RULESETS, load
from lammer.house import Elections, House, house
from lammer.table.commands import Malformed

MOST_FINDINGS = 10_000
"""Findings that are listed."""


def audit(
    file: Annotated[
        str,
        Parameter(
            help="A table's log, or a record (CSV or JSON Lines); - for standard input.",
            allow_leading_hyphen=True,
        ),
    ],
    *,
    head: Annotated[
        str | None, Parameter(help="The head hash the log must end on, published elsewhere.")
    ] = None,
    rules: Annotated[
        str | None, Parameter(help="For a record: the rule set it was played by, such as nj-2011.")
    ] = None,
    game: Game = None,
    house_file: HouseOption = None,
    still_open: Annotated[
        bool, Parameter(name="--open", help="The table is still open: no closing line is wanted.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Judge a log or a record again: chain, books, every decision; what is wrong, by how much, why.

    Exit status 1 when anything is wrong, 2 when a line cannot be read.
    Examples: lammer audit evening.log; lammer audit payments.csv --rules nj-2011
    """
    if head is not None and not re.fullmatch(r"[0-9a-fA-F]{64}", head):
        raise CommandError(
            "--head is no hash.", "Give the 64 hexadecimal digits that were published."
        )
    with open_input(file, "a log or a record") as stream:
        counted = _Counted(with_progress(stream, file, "audit"))
        try:
            first = next((each for each in counted if each[1].strip()), None)
        except Malformed as problem:
            print_error(f"{file}, line {counted.lines + 1}: {problem}.")
            return 2
        if first is None:
            raise CommandError(f"{file} is empty.", "Name a log, or a record of bets and payments.")
        every = chain([first], counted)
        kind = shape(first[1])
        if kind == "log":
            if rules or game or house_file:
                what = "A log names its own rules."
                raise CommandError(what, "Leave out --rules, --game and --house.")
            log = audit_log(every, head)
            wrong = (each for each in log if not still_open or each.kind != "incomplete")
            return _report(file, "log", wrong, counted, as_json, log if head else None)
        if still_open:
            raise CommandError("--open is for a table's log.", "Leave it out for a record.")
        if kind is None:
            where = f"{file}, line {first[0]}"
            print_error(f"{where}: neither a log nor a record.", "docs/formats.md shows both.")
            return 2
        if head is not None:
            raise CommandError("--head goes with a log, and this is a record.", "Leave it out.")
        findings = judge(every, _house(file, rules, game, house_file))
        return _report(file, "record", findings, counted, as_json)


class _Counted:
    """Lines as they are read, counted."""

    def __init__(self, every: Iterator[tuple[int, bytes]]) -> None:
        self._every = every
        self.lines = 0

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        return self

    def __next__(self) -> tuple[int, bytes]:
        self.lines, line = next(self._every)
        return self.lines, line


def _house(path: str, rules: str | None, game: str | None, house_file: str | None) -> House:
    if house_file is not None:
        return lawful_house(house_file, rules, game)
    if rules is None:
        raise CommandError(
            f"{path} is a plain record and does not say which rules it was played by.",
            f"Add --rules, one of {', '.join(RULESETS)}, or --house with a file that names them.",
        )
    return house(load(rules, game), Elections())


def _report(
    path: str,
    kind: str,
    findings: Iterable[Finding],
    counted: _Counted,
    as_json: bool,
    headed: LogAudit | None = None,
) -> int:
    """Write what was found; ``headed`` is the audit that searched for a published head."""
    found: list[Finding] = []
    total = 0
    problem: Malformed | None = None
    with flushing():
        try:
            for finding in findings:
                total += 1
                if total <= MOST_FINDINGS and as_json:
                    found.append(finding)
                elif total <= MOST_FINDINGS:
                    write(_say(finding))
        except Malformed as wrong:
            problem = wrong
        if as_json:
            answer = {
                "format": 1,
                "file": path,
                "kind": kind,
                "lines": counted.lines,
                "ok": not total and problem is None,
                "count": total,
                "findings": [_as_json(each) for each in found],
            }
            if headed is not None:
                after = headed.lines_after_head
                answer["head"] = {"line": headed.head_line, "lines_after": after}
            if problem is not None:
                answer["unreadable"] = {"line": counted.lines, "what": plain(str(problem))}
            write_json(answer)
        elif problem is None:
            if headed is not None:
                write(_say_head(headed))
            write(_summary(path, kind, counted.lines, total))
    if problem is not None:
        number = getattr(problem, "number", counted.lines)
        print_error(
            f"{path}, line {number}: {problem}.", problem.instead or f"It is no {kind} line."
        )
        return 2
    return 1 if total else 0


def _say(finding: Finding) -> str:
    where = [f"line {finding.line}"]
    if finding.seat is not None:
        where.append(f"seat {finding.seat}")
    if finding.wager is not None:
        where.append(plain(finding.wager))
    by = f" [{', '.join(finding.clauses)}]" if finding.clauses else ""
    return f"{', '.join(where)}: {plain(finding.what)}{by}\n"


def _say_head(log: LogAudit) -> str:
    """Return where the published head is; one that is not found is among the findings."""
    after = log.lines_after_head
    if after is None:
        return ""
    if not after:
        return "The published head is that of the last line.\n"
    follow = "line follows" if after == 1 else "lines follow"
    return (
        f"The published head is that of line {log.head_line}; {after:,} {follow} it, "
        "vouched for only by the chain from there on.\n"
    )


def _summary(path: str, kind: str, count: int, total: int) -> str:
    if not total:
        return f"{path}: {_lines(count)}, nothing wrong.\n"
    more = f", the first {MOST_FINDINGS:,} listed" if total > MOST_FINDINGS else ""
    things = "thing" if total == 1 else "things"
    return f"{path}: {_lines(count)} of a {kind}, {total:,} {things} wrong{more}.\n"


def _lines(count: int) -> str:
    return f"{count:,} line{'s' * (count != 1)}"


def _as_json(finding: Finding) -> dict[str, Any]:
    return {
        "line": finding.line,
        "kind": finding.kind,
        "seat": finding.seat,
        "wager": finding.wager and finding.wager[:MOST_TEXT],
        "what": finding.what[:MOST_TEXT],
        "clause": finding.clauses[0] if finding.clauses else None,
        "clauses": list(finding.clauses),
        "due": _cents(finding.due_cents),
        "paid": finding.paid_cents,
        "off_by": _cents(finding.off_by_cents),
    }


def _cents(amount: Fraction | int | None) -> int | str | None:
    """Return whole cents as a number, a fraction of a cent as exact text."""
    if isinstance(amount, Fraction):
        return amount.numerator if amount.denominator == 1 else str(amount)
    return amount
