"""The report of an audit as a page: the findings, each with the layout at that moment; error rates;
the win against its theory."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape

from lammer.audit.finding import Finding
from lammer.audit.record.entries import UnreadableEntry
from lammer.core.numbers import percent
from lammer.report import layout
from lammer.report.intervals import Interval
from lammer.report.page_parts import card, header, page, section, table
from lammer.report.statistics import AuditStatistics, ErrorCount, WagerMoney
from lammer.table import TableState

MOST_DRAWN = 200
"""Findings that are shown with their layout."""
MOST_SHOWN = 2000
"""Findings and unreadable lines that are shown."""
_STYLE = """\
.finding { break-inside: avoid; border-top: 1px solid var(--line); padding: .75rem 0; }
.finding:first-of-type { border-top: 0; }
.finding p { margin: .25rem 0; overflow-wrap: anywhere; }
.finding .where { color: var(--quiet); font-size: .875rem; }
"""


@dataclass(slots=True)
class AuditReport:
    """The contents of a report on one file. ``moments`` has the table at each finding, where it is
    known, in the same order."""

    path: str
    kind: str
    played_by: str
    lines: int
    findings: Sequence[Finding]
    count: int
    statistics: AuditStatistics
    moments: Sequence[TableState | None] = ()
    unreadable: Sequence[UnreadableEntry] = ()
    unreadable_count: int = 0
    notes: list[str] = field(default_factory=list)


def audit_page(shown: AuditReport) -> str:
    """Return the page about one file."""
    verdict = "nothing wrong" if not shown.count else f"{shown.count:,} wrong"
    if shown.unreadable_count:
        verdict += f", {shown.unreadable_count:,} unreadable"
    about = [f"{shown.kind} of {shown.lines:,} lines, {shown.played_by}"]
    body = (
        header(shown.path, verdict, about),
        *(f'<p class="note">{escape(each)}</p>' for each in shown.notes),
        _cards(shown),
        _win(shown.statistics),
        _rates(shown),
        _unreadable(shown),
        _findings(shown),
    )
    footer = (
        "Judged from what was entered, by the rules named above. Two mistakes in one amount that "
        "cancel out are not found. Made with Lammer."
    )
    style = _STYLE + layout.STYLE
    return page(f"Audit of {shown.path}", "\n".join(body), footer, style=style)


def _cards(shown: AuditReport) -> str:
    every, total = shown.statistics.every, shown.statistics.total
    off = [each.off_by_cents for each in shown.findings if each.off_by_cents is not None]
    over = sum((each for each in off if each > 0), Fraction(0))
    under = -sum((each for each in off if each < 0), Fraction(0))
    rate = _percent(Fraction(every.wrong, every.acts)) if every.acts else "none"
    cards = (
        card("acts judged", f"{every.acts:,}", _noun(shown.statistics)),
        card("wrong", f"{every.wrong:,}", f"{rate}, {_bounds(every)}" if every.acts else ""),
        card("too much to players", _money(over)),
        card("too little to players", _money(under)),
        card("house's win as entered", _money(total.done)),
    )
    return f'<section class="cards">{"".join(cards)}</section>'


def _noun(statistics: AuditStatistics) -> str:
    rules = statistics.rules
    noun = "trial" if rules is None else rules.procedure.trial.noun
    return f"{statistics.trials:,} {noun}{'s' * (statistics.trials != 1)}"


# The win


def _win(statistics: AuditStatistics) -> str:
    if not statistics.trials:
        return section("Win against theory", "<p>No bet was decided.</p>")
    found = statistics.deviations.interval()
    total = statistics.total
    low, high = total.theory + found.low, total.theory + found.high
    rows = (
        ("house's win as entered", _money(total.done), _share(total.done, total.staked)),
        ("had every amount been right", _money(total.due), _share(total.due, total.staked)),
        ("worth of bets not decided", _money(statistics.undecided), ""),
        ("theory of all bets made", _money(total.theory), _share(total.theory, total.staked)),
        ("95 % interval around theory", f"{_money(low)} to {_money(high)}", ""),
    )
    heads = ("wager", "decided", "bet", "win as entered", "win by the rules", "theory")
    said = f"<p>{escape(_verdict(statistics, low, high))}</p>"
    sums = table(("", "", "of money bet"), rows)
    notes = f'<p class="quiet">{escape(_how(found))}</p>'
    return section("Win against theory", sums + said + table(heads, _by_wager(statistics)) + notes)


def _verdict(statistics: AuditStatistics, low: Fraction, high: Fraction) -> str:
    """Return in words how the win compares with its interval: had every amount been right, and as
    entered."""

    def where(win: Fraction) -> str:
        return "inside" if low <= win <= high else "outside"

    value = statistics.total.due + statistics.undecided
    entered = statistics.total.done + statistics.undecided
    words = (
        "With bets that are not decided at their worth, the win had every amount been right is "
        f"{_money(value)}: {where(value)} the interval."
    )
    if where(entered) != where(value):
        words += f" As entered it is {_money(entered)}: {where(entered)}."
    return words


def _how(found: Interval) -> str:
    how = "exact"
    if found.unit:
        how = f"found in steps of {_money(found.unit)}, never narrower than the exact one"
    return (
        "Theory is the exact edge of each bet when it first lay on the layout, and vigorish "
        "charged at the bet. For each trial the exact chance of every change in the worth of the "
        "bets that lay there together was taken, and these distributions were convolved, trial by "
        "trial: at these layouts chance leaves the win below the interval in at most 2.5 % of "
        f"cases, and above it in at most 2.5 % ({how}). Bets that win and lose on the same outcome "
        "are not taken for independent. A percentage is of the money bet; the drop is not in a "
        "record. Every trial is taken as if none had come before it."
    )


def _by_wager(statistics: AuditStatistics) -> Iterator[tuple[str, ...]]:
    for name, each in sorted(statistics.money.items(), key=_by_stake):
        amounts = Fraction(each.staked), each.done, each.due, each.theory
        money = (_money(amount) for amount in amounts)
        yield (escape(name or "(no wager)"), f"{each.decided:,}", *money)


def _by_stake(each: tuple[str, WagerMoney]) -> tuple[int, str]:
    return -each[1].staked, each[0]


def _share(part: Fraction, whole: int) -> str:
    return escape(_percent(Fraction(part) / whole)) if whole else ""


# Error rates


def _rates(shown: AuditReport) -> str:
    statistics = shown.statistics
    tables = [
        _rate_table("dealer", statistics.dealers),
        _rate_table("shift", statistics.shifts),
        _rate_table("wager", statistics.wagers),
    ]
    inside = "".join(each for each in tables if each)
    words = (
        "An act is a bet taken, changed or called, an amount paid, taken or given back. The 95 % "
        "interval is that of Clopper and Pearson: rates outside of it would give errors as "
        "many, or as few, in at most one case of forty."
    )
    return section("Error rates", f'{inside}<p class="quiet">{escape(words)}</p>')


def _rate_table(what: str, counts: Mapping[str, ErrorCount]) -> str:
    if not any(counts):
        return ""
    rows = [
        (
            escape(name or "not named"),
            f"{each.acts:,}",
            f"{each.wrong:,}",
            escape(_percent(Fraction(each.wrong, each.acts))),
            escape(_bounds(each)),
        )
        for name, each in sorted(counts.items(), key=_by_errors)
        if each.acts
    ]
    return table((what, "acts", "wrong", "rate", "95 % interval"), rows)


def _by_errors(each: tuple[str, ErrorCount]) -> tuple[int, int, str]:
    return -each[1].wrong, -each[1].acts, each[0]


def _bounds(count: ErrorCount) -> str:
    low, high = count.bounds
    return f"{_percent(low)} to {_percent(high)}"


# Findings


def _unreadable(shown: AuditReport) -> str:
    if not shown.unreadable_count:
        return ""
    said = "".join(
        f'<div class="finding"><p class="where">line {each.number}</p>'
        f"<p>{escape(str(each))}. {escape(each.instead)}</p></div>"
        for each in shown.unreadable[:MOST_SHOWN]
    )
    return section("Lines that could not be read", said)


def _findings(shown: AuditReport) -> str:
    if not shown.count:
        return section("Findings", "<p>Nothing was found wrong.</p>")
    return section("Findings", "".join(_each_finding(shown)))


def _each_finding(shown: AuditReport) -> Iterator[str]:
    if shown.count > MOST_SHOWN:
        yield f"<p>{shown.count:,} in all; the first {MOST_SHOWN:,} are shown.</p>"
    for at, each in enumerate(shown.findings[:MOST_SHOWN]):
        where = [f"line {each.line}"]
        where += [f"seat {each.seat}"] if each.seat is not None else []
        where += [each.wager] if each.wager else []
        off = each.off_by_cents
        where += [f"off by {_money(off)}"] if off is not None else []
        moment = shown.moments[at] if at < min(len(shown.moments), MOST_DRAWN) else None
        drawn = _drawn(each, moment)
        clauses = escape(", ".join(each.clauses))
        yield (
            f'<div class="finding"><p class="where">{escape(", ".join(where))}</p>'
            f"<p>{escape(each.what)}</p>{drawn}"
            f'<p class="quiet">{clauses}</p></div>'
        )


def _drawn(finding: Finding, moment: TableState | None) -> str:
    if moment is None:
        return ""
    names: Iterable[str] = finding.wager.split("+") if finding.wager else ()
    return layout.drawn(moment, finding.seat, tuple(names))


def _percent(share: Fraction) -> str:
    return percent(share, 2)


def _money(amount: int | Fraction) -> str:
    """Return an amount in dollars and cents."""
    exact = Fraction(amount)
    cents = round(abs(exact))
    whole, over = divmod(cents, 100)
    sign = "-" if exact < 0 and cents else ""
    return f"{sign}${whole:,}.{over:02}" if over else f"{sign}${whole:,}"
