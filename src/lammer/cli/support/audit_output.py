"""What an audit found, as text and as JSON."""

from fractions import Fraction
from typing import Any

from lammer.audit import Finding, LogAudit
from lammer.audit.entries import UnreadableEntry
from lammer.cli.support.audited import MOST_FINDINGS, Audited
from lammer.cli.support.input_lines import MOST_TEXT, plain
from lammer.cli.support.output import flushing, print_error, write, write_json
from lammer.core.codec import Malformed


def report(found: Audited, as_json: bool) -> int:
    """Write what was found; return the exit status."""
    with flushing():
        if as_json and found.kind is not None:
            write_json(as_data(found))
        elif not as_json:
            write(as_text(found))
    _print_problems(found)
    return found.status


def _print_problems(found: Audited) -> None:
    """Print the lines that could not be read."""
    no_line = f"It is no {found.kind} line." if found.kind else ""
    for each in _unreadable_lines(found):
        where = f"{found.path}, line {each.number}: {plain(str(each))}"
        print_error(f"{where}.", plain(each.instead) or no_line)
    if found.problem is not None:
        where = f"{found.path}, line {found.problem_line}: {found.problem}"
        print_error(f"{where}.", found.problem.instead or no_line)


def as_text(found: Audited) -> str:
    said = [_say(each) for each in found.findings]
    if found.problem is None:
        if found.headed is not None:
            said.append(_say_head(found.headed))
        said.append(_summary(found))
    return "".join(said)


def as_data(found: Audited) -> dict[str, Any]:
    """Return the JSON of one file."""
    answer: dict[str, Any] = {
        "format": 1,
        "file": found.path,
        "kind": found.kind,
        "lines": found.lines,
        "ok": found.ok,
        "count": found.count,
        "findings": [_as_json(each) for each in found.findings],
    }
    if found.headed is not None:
        after = found.headed.lines_after_head
        answer["head"] = {"line": found.headed.head_line, "lines_after": after}
    unreadable = [_unreadable(each, each.number) for each in _unreadable_lines(found)]
    if found.problem is not None:
        unreadable.append(_unreadable(found.problem, found.lines))
    if unreadable:
        answer["unreadable"] = {key: unreadable[0][key] for key in ("line", "what")}
    if unreadable and found.record is not None:
        answer["unreadable_lines"] = unreadable
    return answer


def _unreadable_lines(found: Audited) -> list[UnreadableEntry]:
    return found.record.unreadable if found.record is not None else []


def _unreadable(problem: Malformed, line: int) -> dict[str, Any]:
    instead = {"instead": plain(problem.instead)} if problem.instead else {}
    return {"line": line, "what": plain(str(problem)), **instead}


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


def _summary(found: Audited) -> str:
    path, kind, total = found.path, found.kind, found.count
    unread = found.record.unreadable_count if found.record is not None else 0
    if unread:
        not_read = f"{unread:,} of {_lines(found.lines)} could not be read, {total:,} wrong"
        return f"{path}: {not_read} in the others.\n"
    if not total:
        return f"{path}: {_lines(found.lines)}, nothing wrong.\n"
    more = f", the first {MOST_FINDINGS:,} listed" if total > MOST_FINDINGS else ""
    things = "thing" if total == 1 else "things"
    return f"{path}: {_lines(found.lines)} of a {kind}, {total:,} {things} wrong{more}.\n"


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
