"""A designed wager as plain data, and its figures in words."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lammer.core.money import dollars
from lammer.core.numbers import decimal, percent, square_root
from lammer.core.odds import Odds
from lammer.design.check import WagerFault, faults_of
from lammer.design.figures import (
    MOST_PAYOUT,
    DesignFigure,
    NoAnswer,
    alternatives,
    design_figure,
    solve_payout,
)
from lammer.design.wager import Designed
from lammer.games.registry import load
from lammer.odds import plain_figure

MOST_ALTERNATIVES = 200
"""Other payouts that are worked out at once."""
LONGEST_FRACTION = 24
"""Characters of a fraction that is shown beside its decimal."""


@dataclass(frozen=True, slots=True)
class SolvedPayout:
    """The largest payout for a line that keeps an edge, and the edge that it then has."""

    line: str
    wanted: Fraction
    pays: Odds
    edge: Fraction


@dataclass(frozen=True, slots=True)
class OtherPayouts:
    """The figures of a wager for other payouts on one of its lines."""

    line: str
    figures: tuple[tuple[Odds, DesignFigure], ...]


@dataclass(frozen=True, slots=True)
class SolvedDesign:
    """A designed wager with everything that was asked about it."""

    design: Designed
    data: Mapping[str, Any]
    figure: DesignFigure
    faults: tuple[WagerFault, ...]
    solved: SolvedPayout | None = None
    others: OtherPayouts | None = None


def work_out(
    design: Designed,
    data: Mapping[str, Any],
    solve: tuple[str, Fraction] | None = None,
    table: tuple[str, int, int] | None = None,
) -> SolvedDesign:
    """Work out a wager; ``solve`` is a payout line and the least edge for it, ``table`` a line with
    the first and the last of other payouts, to one. Raises ``NoAnswer``."""
    return SolvedDesign(
        design,
        data,
        design_figure(design),
        faults_of(data, design),
        None if solve is None else _solved(data, *solve),
        None if table is None else _others(data, *table),
    )


def _solved(data: Mapping[str, Any], line: str, wanted: Fraction) -> SolvedPayout:
    odds = solve_payout(data, line, wanted)
    ((_, figure),) = alternatives(data, line, (odds,))
    return SolvedPayout(line, wanted, odds, figure.edge)


def _others(data: Mapping[str, Any], line: str, low: int, high: int) -> OtherPayouts:
    if not 1 <= low <= high <= MOST_PAYOUT or high - low >= MOST_ALTERNATIVES:
        raise NoAnswer(
            f"{low} to {high} are no payouts to compare.",
            f"Name at most {MOST_ALTERNATIVES}, the lower first, from 1.",
        )
    return OtherPayouts(
        line, alternatives(data, line, (Odds(each, 1) for each in range(low, high + 1)))
    )


def plain_design(
    found: SolvedDesign, file: str, line_of: Callable[[str], int | None]
) -> dict[str, Any]:
    """Return what ``lammer design --json`` writes; ``line_of`` gives the line of a key."""
    worst = found.figure.worst_case_cents
    plain: dict[str, Any] = {
        "format": 1,
        "file": file,
        "name": found.design.wager.name,
        "space": found.data["space"],
        **plain_figure(found.figure.figure),
        "pays": found.figure.pays,
        "distribution": [{"result": str(n), "p": str(p)} for n, p in found.figure.distribution],
        "hit_frequency": str(found.figure.hit_frequency),
        "worst_case_cents": None if worst is None else _whole(worst),
        "faults": [_plain_fault(each, line_of) for each in found.faults],
    }
    solved, others = found.solved, found.others
    if solved is not None:
        plain["solved"] = {
            "line": solved.line,
            "edge_wanted": str(solved.wanted),
            "pays": str(solved.pays),
            "edge": str(solved.edge),
        }
    if others is not None:
        plain["alternatives"] = [
            {
                "line": others.line,
                "pays": str(odds),
                "edge_per_bet_made": str(each.edge),
                "hit_frequency": str(each.hit_frequency),
                "variance": str(each.figure.variance),
            }
            for odds, each in others.figures
        ]
    return plain


def _whole(cents: Fraction) -> int | str:
    return cents.numerator if cents.denominator == 1 else str(cents)


def _plain_fault(fault: WagerFault, line_of: Callable[[str], int | None]) -> dict[str, Any]:
    return {
        "key": fault.key,
        "line": line_of(fault.key),
        "what": fault.what,
        "instead": fault.instead,
    }


def figure_rows(found: SolvedDesign) -> Iterator[tuple[str, str, str]]:
    """Yield the figures for reading: words, the value, and the exact one if it is short."""
    figure, plain = found.figure, found.figure.figure
    yield "edge per bet", percent(figure.edge), short(figure.edge)
    yield "edge per bet and trial", percent(plain.edge_per_roll), short(plain.edge_per_roll)
    yield "wins (hit frequency)", percent(figure.hit_frequency), short(figure.hit_frequency)
    yield "pushes", percent(plain.p_push), short(plain.p_push)
    yield "variance", decimal(plain.variance, 4), short(plain.variance)
    yield "standard deviation", decimal(square_root(plain.variance), 4), ""
    procedure = load(found.design.rules.key).procedure
    noun = "trial" if procedure is None else procedure.trial.noun
    rolls = plain.rolls_to_decide
    yield f"{noun}s to decide, mean", decimal(rolls, 2), short(rolls)
    worst, most = figure.worst_case_cents, found.design.max_cents
    if worst is not None and most is not None:
        yield f"most the house can lose on {dollars(most)}", dollars(worst), ""


def distribution_rows(found: SolvedDesign) -> Iterator[tuple[str, str, str, str]]:
    """Yield each net result to one, its chance, the exact one if short, and its part of the
    return."""
    for net, p in found.figure.distribution:
        yield str(net), percent(p, 6), short(p), percent(net * p, 4)


def alternative_rows(others: OtherPayouts) -> Iterable[tuple[str, str, str, str]]:
    """Yield for each payout the edge, the exact one if short, and the standard deviation."""
    for odds, each in others.figures:
        sd = decimal(square_root(each.figure.variance), 3)
        yield str(odds), percent(each.edge), short(each.edge), sd


def short(value: Fraction) -> str:
    """Return a fraction, unless it is too long to read."""
    text = str(value)
    return text if len(text) <= LONGEST_FRACTION else ""
