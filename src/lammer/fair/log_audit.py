"""Judges a whole log in one pass: decisions, money and chain by ``lammer.audit``, and whether drawn
outcomes follow from the pledged seeds."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lammer.audit import Finding, audit_log
from lammer.fair.instrument import DrawFinding
from lammer.fair.verify import DrawTally, DrawVerifier, Found, Verdict

WHY_NOT: dict[Verdict, str] = {
    "open": "their seed is not revealed yet",
    "withdrawn": "their pledge was withdrawn",
    "wrong": "they do not follow from what was pledged",
    "doubtful": "the log is not whole",
}


@dataclass(frozen=True, slots=True)
class DrawReport:
    """The result of verifying the draws of a log. ``why_not``: why nothing was verified, "" if
    anything was."""

    tally: DrawTally
    why_not: str = ""

    @property
    def verified(self) -> bool:
        """True if there were draws, and all of them follow."""
        return not self.why_not and self.tally.followed == self.tally.trials

    @property
    def words(self) -> str:
        """Return the result as a sentence."""
        tally = self.tally
        if self.why_not:
            return f"draws: not verified, because {self.why_not}."
        said = f"draws: {tally.followed:,} of {tally.trials:,} verified"
        rest = {
            **{why: tally.under.get(verdict, 0) for verdict, why in WHY_NOT.items()},
            "no seed was pledged for them": tally.unpledged,
        }
        others = [f"{count:,} not, because {why}" for why, count in rest.items() if count]
        return f"{'; '.join((said, *others))}."

    def as_data(self) -> dict[str, Any]:
        tally = self.tally
        return {
            "verified": self.verified,
            "trials": tally.trials,
            "followed": tally.followed,
            "unpledged": tally.unpledged,
            "pledged": tally.pledges,
            "verdicts": {each: tally.verdicts.get(each, 0) for each in ("followed", *WHY_NOT)},
            "why_not": self.why_not or None,
        }


class WholeLogAudit:
    """An iterator of the findings in a log. ``draws`` is complete once it is exhausted."""

    def __init__(
        self,
        lines: Iterable[tuple[int, bytes]],
        head: str | None = None,
        *,
        skip_draws: str = "",
        balances: Mapping[str, int] | None = None,
    ) -> None:
        """``skip_draws``: why draws are not to be verified; "" if they are. ``balances``: as for
        ``audit_log``."""
        self._verifier = DrawVerifier(chain_too=False)
        self._skipped = skip_draws
        also = None if skip_draws else self._verify
        self.log = audit_log(lines, head, also=also, balances=balances)

    def __iter__(self) -> Iterator[Finding]:
        for finding in self.log:
            if finding.kind == "chain":
                self._verifier.lose()
            yield finding
        if not self._skipped:
            yield from _as_findings(self._verifier.end())

    def _verify(self, number: int, line: bytes) -> Iterable[Finding]:
        return _as_findings(self._verifier.line(number, line))

    @property
    def draws(self) -> DrawReport:
        tally = self._verifier.tally
        why_not = self._skipped
        if not why_not and not tally.trials:
            why_not = "there were none"
        elif not why_not and not tally.pledges:
            why_not = "no seed was pledged, as where a crew enters the outcomes"
        return DrawReport(tally, why_not)


def _as_findings(found: Iterable[Found]) -> Iterator[Finding]:
    for each in found:
        if isinstance(each, DrawFinding):
            yield Finding(each.line, "draw", each.what)
            continue
        for one in each.findings:
            yield Finding(one.line, "draw", f"pledge {each.number}: {one.what}")
        if each.count > len(each.findings):
            more = each.count - len(each.findings)
            yield Finding(each.line, "draw", f"pledge {each.number}: {more:,} more things wrong.")
