"""A result as one self-contained HTML page: no network, no script, inline plots.

Readable on a telephone, on paper and in dark mode. Everything a user wrote is escaped.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from lammer.core.numbers import decimal
from lammer.report.page_parts import card, header, page, section, table
from lammer.sim.report import plots
from lammer.sim.report.colours import END_COLOURS, OTHER_ENDS, end_colours
from lammer.sim.report.pairs import PairedDifference
from lammer.sim.report.result import Result, ResultRow, StrategyComparison, chance, counted, money

if TYPE_CHECKING:
    import altair

WIDE, NARROW = (720, 300), (310, 250)
"""Sizes of the plots: for a page, and for a telephone."""
CARDS = ("p_ahead", "p_behind", "mean", "middle", "p_ruin", "p_goal", "edge")
MOST_CARDS = 6
"""The figures at the top of a page; all of them are in a table."""
LONGEST_TEXT = 20_000
"""Characters of a strategy that a page shows."""
IN_THE_DARK = {
    plots.INK: "#e4ece7",
    plots.LINES: "#33413a",
    plots.FELT: "#2fae86",
    plots.LOSS: "#e5834f",
    **{each.day: each.night for each in (*END_COLOURS.values(), *OTHER_ENDS)},
    "#3b6fb6": "#74a3e6",
    "#a2559c": "#c98cc4",
    "#7a5c3e": "#b08d69",
}
"""Colours of the plots that dark mode replaces."""


def report(shown: Result | StrategyComparison) -> str:
    """Return the page of one result, or of several side by side."""
    if isinstance(shown, StrategyComparison):
        title = " or ".join(result.strategy for result in shown.results)
        body = (*_compared_head(shown), *_plots(shown), *_compared_rest(shown))
    else:
        title = shown.strategy
        body = (*_head(shown), *_plots(shown), *_rest(shown))
    return _page(title, "\n".join(body))


# One result


def _head(result: Result) -> Iterable[str]:
    figures = {figure.key: figure for figure in result.figures()}
    badge = "exact" if result.exact else f"sampled, {counted(result.sessions, 'session')}"
    yield header(result.strategy, badge, [_question(result)])
    yield _notes(result)
    chosen = [figures[key] for key in CARDS if key in figures]
    yield f'<section class="cards">{"".join(map(_card, chosen[:MOST_CARDS]))}</section>'


def _question(result: Result) -> str:
    """Return the question, without the strategy's name, which stands above it."""
    return result.asked.removeprefix(f"{result.strategy}: ")


def _card(figure: ResultRow) -> str:
    return card(figure.words, figure.value, f"± {figure.error}" if figure.error else "")


def _rest(result: Result) -> Iterable[str]:
    yield section("How it ends", _ends(result))
    yield section("All figures", _figures(result))
    if result.parts:
        yield section("Where the money goes", _parts(result))
    if result.text.strip():
        yield section("The strategy", _text(result))
    yield section("How it was computed", _how(result))


def _ends(result: Result) -> str:
    ends = list(result.ends_seen().items())
    known = end_colours(result.findings.ends)
    colours = [known[end].day if end in known else END_COLOURS[end].day for end, _ in ends]
    bars = "".join(
        f'<i style="width:{share:.4%};background:{colour}"></i>'
        for (_, share), colour in zip(ends, colours, strict=True)
    )
    rows = [
        (
            f'<i class="key" style="background:{colour}"></i>{escape(result.end_words(end))}',
            escape(chance(share)),
        )
        for (end, share), colour in zip(ends, colours, strict=True)
    ]
    return f'<div class="bar" aria-hidden="true">{bars}</div>{table((), rows)}'


def _figures(result: Result) -> str:
    rows = [
        (
            escape(figure.words),
            escape(figure.value),
            escape(f"± {figure.error}" * bool(figure.error)),
        )
        for figure in result.figures()
    ]
    rows += [
        (f"{q:.0%} end with no more than", escape(money(cents)), "")
        for q, cents in result.quantiles.items()
    ]
    sampled = any(error for _, _, error in rows)
    return table((), rows if sampled else [row[:2] for row in rows])


def _parts(result: Result) -> str:
    rows = [
        (
            escape(part.wager),
            escape(money(part.staked_cents_mean)),
            f"{escape(_exact_edge(part.edge))} <small>{float(part.edge):.3%}</small>",
            escape(money(part.expected_loss_cents)),
        )
        for part in result.parts
    ]
    lost = sum(part.expected_loss_cents for part in result.parts)
    staked = sum(part.staked_cents_mean for part in result.parts)
    rows.append(("<b>together</b>", escape(money(staked)), "", escape(money(lost))))
    head = ("wager", "bet", "exact edge", "expected loss")
    words = (
        "The money bet on each wager in a session, on average; the exact edge of the wager; and "
        "what the one costs at the other. "
        f"The mean session lost {money(result.bankroll - result.shown.mean)}."
    )
    return f'{table(head, rows)}<p class="quiet">{escape(words)}</p>'


LONGEST_FRACTION = 24


def _exact_edge(edge: Fraction) -> str:
    said = str(edge)
    return said if len(said) <= LONGEST_FRACTION else f"about {decimal(edge, 6)}"


def _text(result: Result) -> str:
    text = result.text.strip("\n")
    cut = text[:LONGEST_TEXT]
    more = f'<p class="quiet">{counted(len(text) - len(cut), "character")} more.</p>'
    return f"<pre>{escape(cut)}</pre>{more if len(text) > len(cut) else ''}"


def _how(result: Result) -> str:
    rows = [
        ("method", result.computed),
        ("rules", f"{result.rules}, {result.game}"),
        ("house", result.house or "the project's defaults: no house file"),
        ("machine", f"{result.machine}; counted in units of {money(result.unit)}"),
        ("time", f"{result.seconds:,.3g} seconds"),
    ]
    said = "".join(f"<dt>{escape(what)}</dt><dd>{escape(is_)}</dd>" for what, is_ in rows)
    return f"<dl>{said}</dl>"


def _notes(result: Result) -> str:
    lines = list(result.notes)
    if not result.findings.complete:
        lines.insert(0, result.partial)
    return "".join(f'<p class="note">{escape(line)}</p>' for line in lines)


# Several results


def _compared_head(shown: StrategyComparison) -> Iterable[str]:
    results = shown.results
    badge = "exact" if all(result.exact for result in results) else "sampled"
    badge += ", the same random numbers for all" if shown.same_chance else ""
    asked = [f"{n}  {r.asked}" for n, r in zip(shown.labels, results, strict=True)]
    yield header("Side by side", badge, asked)
    yield "".join(_notes(result) for result in results)
    rows = [tuple(map(escape, row)) for row in shown.table()]
    yield section("Figures", table(("", *_names(shown)), rows))
    if shown.pairs:
        yield section("Session by session", "".join(map(_pair, shown.pairs)))


def _pair(pair: PairedDifference) -> str:
    rows = [tuple(map(escape, row)) for row in pair.rows()]
    return (
        f"<h3>{pair.one} against {pair.two}</h3>{table((), rows)}"
        f'<p class="quiet">{escape(pair.computed)}</p>'
    )


def _names(shown: StrategyComparison) -> tuple[str, ...]:
    return tuple(
        f'<i class="key" style="background:{plots.PALETTE[at]}"></i>{label} {escape(each.strategy)}'
        for at, (label, each) in enumerate(zip(shown.labels, shown.results, strict=True))
    )


def _compared_rest(shown: StrategyComparison) -> Iterable[str]:
    for name, result in zip(_names(shown), shown.results, strict=True):
        inside = [f"<h3>How it ends</h3>{_ends(result)}"]
        if result.parts:
            inside.append(f"<h3>Where the money goes</h3>{_parts(result)}")
        if result.text.strip():
            inside.append(f"<h3>The strategy</h3>{_text(result)}")
        inside.append(f"<h3>How it was computed</h3>{_how(result)}")
        yield f"<section><h2>{name}</h2>{''.join(inside)}</section>"


# Parts of a page


def _plots(shown: Result | StrategyComparison) -> Iterable[str]:
    for draw in (plots.fan, plots.final, plots.gone):
        wide, narrow = _drawn(draw(shown, *WIDE)), _drawn(draw(shown, *NARROW))
        yield (
            f'<section class="plot"><div class="wide">{wide}</div>'
            f'<div class="narrow">{narrow}</div></section>'
        )


def _drawn(chart: "altair.LayerChart") -> str:
    """Return the plot's SVG, scaled down if there is less room than it was drawn for."""
    drawn = plots.svg(chart)
    found = re.search(r'<svg[^>]*? width="([0-9.]+)"', drawn)
    most = f"max-width:{found[1]}px" if found else ""
    start = drawn.index("<svg")
    return f'<svg style="width:100%;height:auto;{most}"{drawn[start + 4 :]}'


def _page(title: str, body: str) -> str:
    dark = "\n".join(
        f'.plot [fill="{day}"] {{ fill: {night}; }} .plot [stroke="{day}"] {{ stroke: {night}; }}\n'
        f'i[style*="{day}"] {{ background: {night} !important; }}'
        for day, night in IN_THE_DARK.items()
    )
    words = (
        "Ruin: nothing up, and the strategy's first bet cannot be made: broke with less than its "
        "smallest bet, unable to continue with more. Made with Lammer."
    )
    return page(title, body, words, dark=dark)
