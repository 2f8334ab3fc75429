"""A sweep as a plot of ruin, and as lines of a table."""

from typing import TYPE_CHECKING, Any

from lammer.sim.report import plots
from lammer.sim.studies.sweep import Sweep, Value, value_words

if TYPE_CHECKING:
    import altair

KEYS = ("p_ahead", "p_even", "p_behind", "mean_fair", "p_ruin", "p_goal", "money_through")
"""The figures of a point in a table, by their keys in JSON."""


def sweep_lines(sweep: Sweep) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    """Return heads and a line for each point, amounts in cents."""
    heads = (*sweep.names, "method", *KEYS, "se_p_ruin", "fault")
    rows: list[tuple[object, ...]] = []
    for point in sweep.points:
        values = [_plain(value) for _, value in point.values]
        data: dict[str, Any] = {} if point.result is None else point.result.as_data()
        figures = (data.get(key, "") for key in KEYS)
        error = data.get("se", {}).get("p_ruin", 0.0 if data else "")
        rows.append((*values, data.get("method", ""), *figures, error, point.fault))
    return heads, rows


def _plain(value: Value) -> object:
    return " ".join(map(str, value)) if isinstance(value, tuple) else value


def ruin_curve(
    sweep: Sweep, width: int = plots.WIDTH, height: int = plots.HEIGHT
) -> "altair.LayerChart":
    """Plot the chance of ruin over the first name; a line for each of the other values, at
    most as many as there are colours."""
    import altair as alt

    name, others = sweep.names[0], sweep.names[1:]
    rows, who = [], dict[str, None]()
    for point in sweep.points:
        if point.result is None:
            continue
        (_, value), *rest = point.values
        label = ", ".join(f"{key} {value_words(key, each)}" for key, each in rest)
        if label not in who and len(who) >= len(plots.PALETTE):
            continue
        who[label] = None
        at: object = value_words(name, value)
        if isinstance(value, int):
            at = value if name == "rolls" else value / 100
        rows.append({"at": at, "ruin": point.result.p_ruin, "who": label})
    number = all(isinstance(row["at"], int | float) for row in rows)
    money = name != "rolls" and number
    axis = alt.Axis(format="$,.0f" if money else ",d") if number else alt.Axis()
    x = alt.X(f"at:{'Q' if number else 'N'}", title=name, axis=axis)
    y = alt.Y("ruin:Q", title="chance of ruin", axis=alt.Axis(format="~%")).scale(domainMin=0)
    colour = (
        alt.Color(
            "who:N",
            scale=alt.Scale(domain=list(who), range=list(plots.PALETTE[: len(who)])),
            title=None,
        )
        if others
        else alt.value(plots.LOSS)
    )
    line = alt.Chart({"values": rows}).mark_line(point=True, strokeWidth=2.5)
    drawn = line.encode(x=x, y=y, color=colour)
    return plots.finished([drawn], "Chance of ruin", f"over {name}", width, height)
