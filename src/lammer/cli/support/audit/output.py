"""Prints the findings of an audit, as text and as JSON."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from lammer.audit import Finding, LogAudit, Note
from lammer.audit.log.differences import signed
from lammer.audit.record.entries import UnreadableEntry
from lammer.cli.support.audit.files import MOST_FINDINGS, Audited
from lammer.cli.support.input_lines import MOST_TEXT, plain
from lammer.cli.support.output import cited_by, flushing, grid, print_error, show, write, write_json
from lammer.core.codec import Malformed


def report(found: Audited, as_json: bool, verbose: bool = False) -> int:
    """Write what was found in one file; return the exit status."""
    with flushing():
        if as_json and found.kind is not None:
            write_json(as_data(found))
        elif not as_json:
            write(as_text(found, verbose))
    _print_problems(found)
    return found.status


def report_several(
    every: Sequence[Audited], left_out: Sequence[str], as_json: bool, verbose: bool = False
) -> int:
    """Write what was found in several files, in one table; return the exit status."""
    with flushing():
        if as_json:
            write_json(
                {
                    "format": 1,
                    "ok": all(each.ok for each in every),
                    "count": sum(each.findings.count for each in every),
                    "files": [as_data(each) for each in every],
                    "left_out": [plain(path) for path in left_out],
                }
            )
        else:
            _show_table(every, verbose)
            write("".join(_in_one_line(each) for each in every if each.problem is None))
            write(_say_left_out(len(left_out)))
    for each in every:
        _print_problems(each)
    return max(each.status for each in every)


def _say_left_out(count: int) -> str:
    if count < 2:
        return "1 more file is neither a log nor a record.\n" * count
    return f"{count:,} more files are neither logs nor records.\n"


def _show_table(every: Sequence[Audited], verbose: bool) -> None:
    """Write the findings of all files, those about the most money first."""
    rows = [(each, finding) for each in every for finding in each.findings]
    if not rows:
        return
    rows.sort(key=lambda row: -row[1].money_cents)
    table = grid("file", "line", "kind", right=("money",))
    table.add_column("what", overflow="fold")
    for found, finding in rows[:MOST_FINDINGS]:
        whose = ", ".join(_whose(finding))
        said = _what(finding, verbose)
        what = f"{whose}: {said}" if whose else said
        line = f"{finding.line:,}" if finding.line else ""
        table.add_row(plain(found.path), line, finding.kind, _money(finding), what)
    show(table)
    write("\n")
    if len(rows) > MOST_FINDINGS:
        write(f"The {MOST_FINDINGS:,} findings about the most money are listed.\n")


def _money(finding: Finding) -> str:
    cents = finding.off_by_cents or finding.moved_cents
    if not cents:
        return ""
    return signed(cents) if isinstance(cents, int) else f"{cents} cents"


def _print_problems(found: Audited) -> None:
    """Print the lines that could not be read."""
    if found.unopened is not None:
        print_error(found.unopened.what, found.unopened.instead)
    no_line = f"It is no {found.kind} line." if found.kind else ""
    for each in _unreadable_lines(found):
        where = f"{found.path}, line {each.number}: {plain(str(each))}"
        print_error(f"{where}.", plain(each.instead) or no_line)
    if found.problem is not None:
        where = f"{found.path}, line {found.problem_line}: {found.problem}"
        print_error(f"{where}.", found.problem.instead or no_line)


def as_text(found: Audited, verbose: bool = False) -> str:
    said = [_say(each, verbose) for each in found.findings]
    said += [f"note, {_say_note(note)}" for note in found.notes]
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
        "count": found.findings.count,
        "kinds": found.findings.kinds,
        "findings": [_as_json(each) for each in found.findings],
    }
    if found.draws is not None:
        answer["draws"] = found.draws.as_data()
    notes = [{"line": each.line or None, "what": each.what[:MOST_TEXT]} for each in found.notes]
    if notes:
        answer["notes"] = notes
    if found.headed is not None:
        after = found.headed.lines_after_head
        answer["head"] = {"line": found.headed.head_line, "lines_after": after}
    unreadable = [_unreadable(each, each.number) for each in _unreadable_lines(found)]
    if found.problem is not None:
        unreadable.append(_unreadable(found.problem, found.lines))
    if found.unopened is not None:
        what = plain(found.unopened.what.removesuffix("."))
        unreadable.append({"line": None, "what": what})
    if unreadable:
        answer["unreadable"] = {key: unreadable[0][key] for key in ("line", "what")}
    if unreadable and found.record is not None:
        answer["unreadable_lines"] = unreadable
    return answer


def _say_note(note: Note) -> str:
    where = f"line {note.line}: " if note.line else ""
    return f"{where}{plain(note.what)}\n"


def _unreadable_lines(found: Audited) -> list[UnreadableEntry]:
    return found.record.unreadable if found.record is not None else []


def _unreadable(problem: Malformed, line: int) -> dict[str, Any]:
    instead = {"instead": plain(problem.instead)} if problem.instead else {}
    return {"line": line, "what": plain(str(problem)), **instead}


def _say(finding: Finding, verbose: bool) -> str:
    return f"{', '.join((f'line {finding.line}', *_whose(finding)))}: {_what(finding, verbose)}\n"


def _whose(finding: Finding) -> list[str]:
    whose = [] if finding.seat is None else [f"seat {finding.seat}"]
    return whose if finding.wager is None else [*whose, plain(finding.wager)]


def _what(finding: Finding, verbose: bool) -> str:
    return f"{plain(finding.what)} {cited_by(finding.clauses, verbose)}".rstrip()


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
    said = f"{found.path}: {_wrong(found)}.\n"
    return said if found.draws is None else f"{found.draws.words}\n{said}"


def _in_one_line(found: Audited) -> str:
    """Return the summary of one of several files."""
    if found.unopened is not None:
        return f"{found.path}: not audited.\n"
    draws = "" if found.draws is None else f"; {found.draws.words.removesuffix('.')}"
    notes = "".join(f"{found.path}: note, {_say_note(note)}" for note in found.notes)
    return f"{notes}{found.path}: {_wrong(found)}{draws}.\n"


def _wrong(found: Audited) -> str:
    kind, total, lines = found.kind, found.findings.count, _lines(found.lines)
    unread = found.record.unreadable_count if found.record is not None else 0
    if unread:
        return f"{unread:,} of {lines} could not be read, {total:,} wrong in the others"
    whole = "purses and roles" if kind == "house" else lines
    if not total:
        return f"{whole}, nothing wrong"
    of = "" if kind == "house" else f" of a {kind}"
    said = f"{whole}{of}, {total:,} thing{'s' * (total != 1)} wrong"
    if total <= MOST_FINDINGS:
        return said
    kinds = ", ".join(f"{count:,} {name}" for name, count in found.findings.kinds.items())
    return f"{said}: {kinds}. The {MOST_FINDINGS:,} about the most money are listed"


def _lines(count: int) -> str:
    return f"{count:,} line{'s' * (count != 1)}"


def _as_json(finding: Finding) -> dict[str, Any]:
    found: dict[str, Any] = {
        "line": finding.line or None,
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
    return found if finding.moved_cents is None else found | {"moved": finding.moved_cents}


def _cents(amount: Fraction | int | None) -> int | str | None:
    """Return whole cents as a number, a fraction of a cent as exact text."""
    if isinstance(amount, Fraction):
        return amount.numerator if amount.denominator == 1 else str(amount)
    return amount
