"""Three plots of a result: the bankroll over time, its final distribution, and the sessions that
ended.

Each takes one result or several; several are distinguished by letter and colour. The palette is
suitable for colour-blind people; a page may replace it in dark mode.
"""

from collections.abc import Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from lammer.sim.report.colours import end_colours
from lammer.sim.report.result import MOST_COMPARED, RUIN, Result, StrategyComparison, counted, money

if TYPE_CHECKING:
    import altair

INK, LINES = "#25322c", "#dde4e0"
FELT, LOSS, GOLD = "#0b7a5b", "#d1622b", "#e0a526"
PALETTE = (FELT, LOSS, "#3b6fb6", GOLD, "#a2559c", "#56b4d9", "#7a5c3e", "#6b7771")
"""One colour for each of the results that can be compared."""
assert len(PALETTE) == MOST_COMPARED
WIDTH, HEIGHT = 640, 300
MOST_BARS, MOST_POINTS = 60, 300
"""Bars and points drawn; finer data are binned or thinned."""
TAIL = 0.001
"""Beyond this share at either end, final bankrolls are put into the last bar."""
MOST_PIXELS = 4000
LEGEND_COLUMN = 210
"""Pixels for a name beside its colour; longer ones are cut."""

Shown = Result | StrategyComparison | Sequence[Result]


def fan(shown: Shown, width: int = WIDTH, height: int = HEIGHT) -> "altair.LayerChart":
    """Plot the bankroll over time: the median, and its spread."""
    import altair as alt

    results = several(shown)
    rows = [row for label, result in _labelled(results) for row in _fan_rows(label, result)]
    base = _chart(rows).encode(x=_rolls(results), color=_colour(results))
    dollars = alt.Axis(format="$,.0f")
    layers = []
    bands = (("p5", "p95", 0.16), ("p25", "p75", 0.28)) if len(results) == 1 else ()
    for low, high, opacity in bands or (("p25", "p75", 0.14),):
        y = alt.Y(f"{low}:Q", title="bankroll", axis=dollars)
        layers.append(base.mark_area(opacity=opacity).encode(y=y, y2=f"{high}:Q"))
    if len(results) == 1:
        for edge in ("p1", "p99"):
            faint = base.mark_line(strokeWidth=1, strokeDash=[2, 3], opacity=0.7)
            layers.append(faint.encode(y=alt.Y(f"{edge}:Q")))
    layers.append(base.mark_line(strokeWidth=2.5).encode(y=alt.Y("p50:Q")))
    layers += _starts(results, "y")
    return finished(
        layers,
        "Bankroll over time",
        "median; half of all sessions in the dark band, nine in ten in the light; "
        "dotted: one in a hundred is beyond"
        if len(results) == 1
        else "medians, and the band that holds half of all sessions",
        width,
        height,
    )


def final(shown: Shown, width: int = WIDTH, height: int = HEIGHT) -> "altair.LayerChart":
    """Plot the distribution of the final bankroll."""
    import altair as alt

    results = several(shown)
    rows, step = _bars(results)
    x = alt.X("low:Q", title="final bankroll", axis=alt.Axis(format="$,.0f"), bin="binned")
    y = alt.Y("share:Q", title="share of sessions", axis=alt.Axis(format="~%"))
    chart = _chart(rows).encode(x=x, y=y)
    tooltip = [alt.Tooltip("words:N", title="ends with"), alt.Tooltip("share:Q", format=".3%")]
    if len(results) == 1:
        kinds = ["below the start", "at the start or above"]
        scale = alt.Scale(domain=kinds, range=[LOSS, FELT])
        colour = alt.Color("side:N", scale=scale, title=None)
        drawn = chart.mark_bar(binSpacing=1).encode(x2="high:Q", color=colour, tooltip=tooltip)
    else:
        line = chart.mark_line(interpolate="step-after", strokeWidth=2)
        drawn = line.encode(color=_colour(results), tooltip=tooltip)
    words = f"share of sessions that end in each {money(step)}{_beyond(rows)}"
    marks = [drawn, *_starts(results, "x")]
    return finished(marks, "Final bankroll", words, width, height)


def gone(shown: Shown, width: int = WIDTH, height: int = HEIGHT) -> "altair.LayerChart":
    """Plot ruin, the goal and any other end over time."""
    import altair as alt

    results = several(shown)
    rows = [row for label, result in _labelled(results) for row in _gone_rows(label, result)]
    x = _rolls(results)
    y = alt.Y("share:Q", title="share of sessions ended", axis=alt.Axis(format="~%"))
    y = y.scale(domainMin=0)
    chart = _chart(rows).mark_line(strokeWidth=2.5).encode(x=x, y=y)
    ends = list(dict.fromkeys(row["end"] for row in rows))
    if len(results) == 1:
        known = end_colours(results[0].findings.ends)
        colours = [known[end].day for end in ends]
        scale = alt.Scale(domain=ends, range=colours)
        legend = alt.Legend() if len(ends) > 1 else None
        drawn = chart.encode(color=alt.Color("end:N", scale=scale, title=None, legend=legend))
    else:
        dashes = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3]]
        scale = alt.Scale(domain=ends, range=[dashes[at % 4] for at in range(len(ends))])
        legend = alt.Legend(orient="top") if len(ends) > 1 else None
        dash = alt.StrokeDash("end:N", scale=scale, title=None, legend=legend)
        drawn = chart.encode(color=_colour(results), strokeDash=dash)
    title = "Ruin over time" if ends == [RUIN] else "Ends over time"
    return finished([drawn], title, "sessions that have ended by then", width, height)


def together(shown: "Shown") -> dict[str, Any]:
    parts = [chart.to_dict() for chart in (fan(shown), final(shown), gone(shown))]
    whole = {key: parts[0][key] for key in ("$schema", "config")}
    datasets = {name: rows for part in parts for name, rows in part.get("datasets", {}).items()}
    apart = ("$schema", "config", "datasets")
    stacked = [{key: part[key] for key in part if key not in apart} for part in parts]
    return {**whole, "datasets": datasets, "vconcat": stacked, "spacing": 40}


def save(chart: "altair.LayerChart | dict[str, Any]", path: str | Path) -> None:
    """Write a plot to a ``.png`` or ``.svg`` file, on white."""
    import vl_convert

    where = Path(path)
    kind = where.suffix.lower()
    if kind not in (".png", ".svg"):
        raise ValueError(f"{where}: a plot is written as .png or .svg, not as {kind or 'this'}")
    drawn = chart if isinstance(chart, dict) else chart.to_dict()
    drawn["config"]["background"] = "white"
    if kind == ".svg":
        where.write_text(vl_convert.vegalite_to_svg(drawn), encoding="utf-8")
    else:
        where.write_bytes(vl_convert.vegalite_to_png(drawn, scale=2))


def svg(chart: "altair.LayerChart") -> str:
    """Return a plot as SVG text, transparent and self-contained."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(chart.to_dict()))


def several(shown: Shown) -> tuple[Result, ...]:
    """Return the results to draw; at most as many as there are colours."""
    if isinstance(shown, Result):
        return (shown,)
    results = shown.results if isinstance(shown, StrategyComparison) else tuple(shown)
    return StrategyComparison(results).results


def _chart(rows: list[dict[str, Any]]) -> "altair.Chart":
    import altair

    return altair.Chart({"values": rows})


def _labelled(results: Sequence[Result]) -> list[tuple[str, Result]]:
    if len(results) == 1:
        return [(results[0].strategy, results[0])]
    return [(f"{ascii_uppercase[at]} {each.strategy}", each) for at, each in enumerate(results)]


def _colour(results: Sequence[Result]) -> Any:
    import altair as alt

    if len(results) == 1:
        return alt.value(FELT)
    names = [label for label, _ in _labelled(results)]
    return alt.Color(
        "who:N", scale=alt.Scale(domain=names, range=list(PALETTE[: len(names)])), title=None
    )


def _rolls(results: Sequence[Result]) -> Any:
    """Return the time axis, up to the last roll."""
    import altair as alt

    title, axis = f"{results[0].noun}s played", alt.Axis(format=",d")
    return alt.X("roll:Q", title=title, axis=axis, scale=alt.Scale(nice=False))


def _starts(results: Sequence[Result], axis: str) -> list[Any]:
    """Return a line where play began, if all began alike."""
    import altair as alt

    if len({result.bankroll for result in results}) > 1:
        return []
    chart = _chart([{"start": results[0].bankroll / 100}])
    rule = chart.mark_rule(color=INK, strokeDash=[4, 4], strokeWidth=1, opacity=0.8)
    return [rule.encode(**{axis: alt.X("start:Q") if axis == "x" else alt.Y("start:Q")})]


def _fan_rows(label: str, result: Result) -> list[dict[str, Any]]:
    from lammer.sim.report.findings import QUANTILES

    names = [f"p{round(q * 100)}" for q in QUANTILES]
    dollars = result.unit / 100
    rows = []
    for at in _thinned(len(result.findings.at)):
        across = (float(each) * dollars for each in result.findings.fan[at])
        row = dict(zip(names, across, strict=True))
        rows.append({"who": label, "roll": int(result.findings.at[at]), **row})
    return rows


def _gone_rows(label: str, result: Result) -> list[dict[str, Any]]:
    from lammer.sim.report.findings import PLAYED_OUT

    ends = [end for end in result.findings.ends if end != PLAYED_OUT]
    return [
        {"who": label, "roll": int(result.findings.at[at]), "end": end, "share": float(share)}
        for at in _thinned(len(result.findings.at))
        for end, share in zip(ends, result.findings.gone[at], strict=True)
    ]


def _thinned(count: int) -> list[int]:
    """Return the indices to draw: all of them, or as many as can be seen, first and last
    included."""
    if count <= MOST_POINTS:
        return list(range(count))
    return sorted({round(at * (count - 1) / (MOST_POINTS - 1)) for at in range(MOST_POINTS)})


def bins(results: Sequence[Result], most: int) -> tuple[int, int, int]:
    """Return where the bins of the final bankroll begin, their width and their number; in cents, at
    round amounts. What lies beyond ``TAIL`` at either end falls into the first or the last."""
    low = min(result.shown.quantile(TAIL) for result in results)
    high = max(result.shown.quantile(1 - TAIL) for result in results)
    width = round_width((high - low) // most + 1, max(result.unit for result in results))
    first = low // width
    return first * width, width, high // width - first + 1


def round_width(least: int, unit: int) -> int:
    """Return a round width of at least this many cents: 1, 2, 2.5 or 5 and zeros, in units."""
    scale = 100
    for _ in range(20):
        for tenths in (10, 20, 25, 50):
            width = scale * tenths // 10
            if width >= least and width % unit == 0:
                return width
        scale *= 10
    return -(-least // unit) * unit


def gathered(result: Result, begin: int, width: int, count: int) -> list[float]:
    """Return the share of sessions in each bin."""
    import numpy as np

    spread = result.shown
    place = np.clip((spread.values - begin) // width, 0, count - 1).astype(np.int64)
    shares: list[float] = (np.bincount(place, spread.mass, count) / spread.total).tolist()
    return shares


def tails(results: Sequence[Result], begin: int, width: int, count: int) -> tuple[bool, bool]:
    """Return whether the first and the last bin have what lies beyond them too."""
    low = high = False
    for result in results:
        held = result.shown.values[result.shown.mass > 0]
        low, high = low or held[0] < begin, high or held[-1] >= begin + width * count
    return bool(low), bool(high)


def bin_words(begin: int, width: int, count: int, beyond: tuple[bool, bool]) -> list[str]:
    """Return what each bin is called; the first and the last say so if they are tails.

    >>> bin_words(0, 10_000, 3, (False, True))
    ['$0 to $100', '$100 to $200', '$200 or more']
    """
    lows = range(begin, begin + count * width, width)
    words = [f"{money(low)} to {money(low + width)}" for low in lows]
    if beyond[0]:
        words[0] = f"below {money(begin + width)}"
    if beyond[1]:
        words[-1] = f"{money(lows[-1])} or more"
    return words


def _beyond(rows: list[dict[str, Any]]) -> str:
    """Return the note about bars that are tails."""
    words = dict.fromkeys(str(row["words"]) for row in rows)
    tail = [each for each in words if each.startswith("below") or each.endswith("or more")]
    return "".join(
        f"; the {'first' if each.startswith('below') else 'last'} bar: {each}" for each in tail
    )


def _bars(results: Sequence[Result]) -> tuple[list[dict[str, Any]], int]:
    begin, width, count = bins(results, MOST_BARS)
    called = bin_words(begin, width, count, tails(results, begin, width, count))
    rows = []
    for label, result in _labelled(results):
        shares = gathered(result, begin, width, count)
        for at, share in enumerate(shares if len(results) == 1 else [*shares, 0.0]):
            low = begin + at * width
            above = low >= result.bankroll
            rows.append(
                {
                    "who": label,
                    "low": low / 100,
                    "high": (low + width) / 100,
                    "share": share,
                    "side": "at the start or above" if above else "below the start",
                    "words": called[min(at, count - 1)],
                }
            )
    return rows, width


def finished(
    layers: list[Any], title: str, words: str, width: int, height: int
) -> "altair.LayerChart":
    """Return layers in one frame, in the project's colours."""
    import altair as alt

    if not (0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS):
        raise ValueError(f"a plot is at most {counted(MOST_PIXELS, 'pixel')} wide and high")
    heading = alt.TitleParams(title, subtitle=_wrapped(words, width))
    chart = alt.layer(*layers).properties(width=width, height=height, title=heading)
    finished: alt.LayerChart = (
        chart.configure(background="transparent", font="Arial, Helvetica, sans-serif", padding=4)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK,
            titleColor=INK,
            gridColor=LINES,
            domainColor=LINES,
            tickColor=LINES,
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
            titlePadding=8,
            labelPadding=5,
            labelOverlap="greedy",
            labelSeparation=8,
        )
        .configure_axisX(tickCount=max(3, width // 100))
        .configure_axisY(tickCount=max(3, height // 50))
        .configure_legend(
            orient="bottom",
            columns=max(1, width // LEGEND_COLUMN),
            columnPadding=24,
            labelColor=INK,
            labelFontSize=12,
            labelLimit=LEGEND_COLUMN,
            symbolOpacity=1,
        )
        .configure_title(
            anchor="start",
            color=INK,
            subtitleColor=INK,
            fontSize=16,
            subtitleFontSize=12,
            subtitlePadding=5,
            offset=12,
        )
    )
    return finished


def _wrapped(words: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(words, max(20, width // 6))
