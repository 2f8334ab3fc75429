"""``lammer fair``: verifies that what a table rolled and dealt followed from its pledged seeds."""

from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter

from lammer.cli.support.input_lines import plain, with_progress
from lammer.cli.support.options import Json
from lammer.cli.support.output import flushing, open_input, print_error, write, write_json
from lammer.fair.instrument import DrawFinding
from lammer.fair.verify import DrawTally, PledgeResult, Verdict, verify
from lammer.table.commands import Malformed

MOST_LISTED = 10_000
"""Pledges and findings that are listed; all are counted."""
WORDS: dict[Verdict, str] = {
    "followed": "revealed and followed",
    "open": "not revealed yet",
    "withdrawn": "withdrawn",
    "wrong": "wrong",
    "doubtful": "doubtful, because the log is not whole",
}

UNPROVED: dict[Verdict, str] = {
    "open": "The seed that was pledged is not revealed",
    "withdrawn": "The pledge was withdrawn",
}
"""What --strict says of a pledge with this verdict."""


def fair(
    log: Annotated[
        str, Parameter(help="A table's log, or - for standard input.", allow_leading_hyphen=True)
    ],
    *,
    strict: Annotated[
        bool, Parameter(help="A pledge that was withdrawn or is not revealed is wrong too.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Verify that dice and cards a program drew followed from seeds it had pledged before.

    For each pledge: whether the seed is the one whose hash was published, and each roll, shake or
    card what it and the players' own seeds give. That proves that nothing was drawn after the bets,
    and nothing about payments (lammer audit).
    Exit status 1 when anything is wrong, 2 when a line cannot be read.
    Examples: lammer fair evening.log; lammer fair evening.log --strict --json
    """
    with open_input(log, "a table's log") as stream, flushing():
        report = _Report(as_json, strict)
        number, problem = 0, None
        try:
            for found in verify(_counting(with_progress(stream, log, "fair"), report)):
                report.take(found)
        except Malformed as wrong:
            problem, number = wrong, getattr(wrong, "number", report.lines)
        if as_json:
            write_json(report.as_data(log, problem, number))
        elif problem is None:
            write(report.summary(log))
    if problem is not None:
        print_error(f"{log}, line {number}: {problem}.", problem.instead or "Name a table's log.")
        return 2
    return 1 if report.found else 0


def _counting(every: Iterator[tuple[int, bytes]], report: "_Report") -> Iterator[tuple[int, bytes]]:
    for report.lines, line in every:
        yield report.lines, line


class _Report:
    """The report on a log, printed as it is found, or kept for JSON."""

    def __init__(self, as_json: bool, strict: bool) -> None:
        self._as_json, self._strict = as_json, strict
        self.lines = 0
        self.said = self.found = 0
        self.pledges: list[PledgeResult] = []
        self.findings: list[DrawFinding] = []
        self.tally = DrawTally()

    def take(self, found: DrawFinding | PledgeResult | DrawTally) -> None:
        match found:
            case DrawTally():
                self.tally = found
            case DrawFinding():
                self.found += 1
                self._wrong(found)
            case PledgeResult():
                self.found += found.count
                for finding in found.findings:
                    self._wrong(finding)
                if self._strict and found.verdict in UNPROVED:
                    self.found += 1
                    what = f"{UNPROVED[found.verdict]}: nothing proves its draws."
                    self._wrong(DrawFinding(found.line, "commitment", what, found.number))
                else:
                    self._tell(found)
                if self._as_json and len(self.pledges) < MOST_LISTED:
                    self.pledges.append(found)

    def _wrong(self, finding: DrawFinding) -> None:
        where = f"line {finding.line}"
        where += f", pledge {finding.pledge}" if finding.pledge is not None else ""
        self._say(f"{where}: {plain(finding.what)}\n")
        if self._as_json and len(self.findings) < MOST_LISTED:
            self.findings.append(finding)

    def _tell(self, found: PledgeResult) -> None:
        """Print a pledge that proves nothing, or with more findings than are listed."""
        where, after = f"line {found.line}, pledge {found.number}", _many(found.trials, "trial")
        if found.count > len(found.findings):
            self._say(f"{where}: {found.count - len(found.findings):,} more things wrong.\n")
        if found.verdict == "withdrawn":
            why = plain(found.reason) or "no reason given"
            used = f"after {after} ({why}). It proves nothing of them"
            unused = f"before its first trial ({why})"
            self._say(f"{where}: withdrawn {used if found.trials else unused}.\n")
        elif found.verdict == "open" and found.trials:
            self._say(f"{where}: {after} so far, and the seed is not revealed yet.\n")
        elif found.verdict == "doubtful":
            self._say(f"{where}: its {after} follow, but the log is not whole.\n")

    def _say(self, text: str) -> None:
        self.said += 1
        if not self._as_json and self.said <= MOST_LISTED:
            write(text)

    def summary(self, path: str) -> str:
        tally = self.tally
        said = f"{path}: {_many(tally.lines, 'line')}, {_many(tally.trials, 'trial')}.\n"
        if self.said > MOST_LISTED:
            said += f"Only the first {MOST_LISTED:,} remarks are listed.\n"
        if not tally.pledges:
            said += "No seed was pledged: outcomes entered by the crew, nothing to verify.\n"
            if tally.trials:
                said += "Had a program drawn them, this log would prove nothing of them.\n"
        else:
            each = [f"{many:,} {WORDS[verdict]}" for verdict, many in tally.verdicts.items()]
            said += f"{_many(tally.pledges, 'seed')} pledged: {', '.join(each)}.\n"
            said += f"{tally.followed:,} of {_many(tally.trials, 'trial')} followed from seeds "
            said += "pledged before the first of them"
            said += f"; in {tally.with_players:,} a player's own seed had a part.\n"
        if self.found:
            return said + f"{_many(self.found, 'thing')} wrong.\n"
        return said + "Nothing wrong.\n"

    def as_data(self, path: str, problem: Malformed | None, number: int) -> dict[str, Any]:
        tally = self.tally
        answer: dict[str, Any] = {
            "format": 1,
            "file": path,
            "lines": self.lines,
            "ok": not self.found and problem is None,
            "trials": tally.trials,
            "followed": tally.followed,
            "with_players": tally.with_players,
            "unpledged": tally.unpledged,
            "pledged": tally.pledges,
            "verdicts": {verdict: tally.verdicts.get(verdict, 0) for verdict in WORDS},
            "strict": self._strict,
            "count": self.found,
            "findings": [_finding(each) for each in self.findings],
            "pledges": [_pledge(each) for each in self.pledges],
        }
        if problem is not None:
            answer["unreadable"] = {"line": number, "what": plain(str(problem))}
        return answer


def _finding(found: DrawFinding) -> dict[str, Any]:
    return {
        "line": found.line,
        "kind": found.kind,
        "pledge": found.pledge,
        "what": plain(found.what),
    }


def _pledge(found: PledgeResult) -> dict[str, Any]:
    return {
        "number": found.number,
        "line": found.line,
        "hash": found.hash,
        "seeds": [{"seat": seat, "seed": text} for seat, text in found.seeds],
        "trials": found.trials,
        "verdict": found.verdict,
        "seed": found.seed,
        "reason": plain(found.reason) or None,
    }


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"
