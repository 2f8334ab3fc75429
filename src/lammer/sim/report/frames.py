"""Results as polars frames; amounts in cents."""

from collections.abc import Iterable, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from lammer.sim.report.result import MOST_COMPARED, Result

if TYPE_CHECKING:
    import polars


def summary_frame(results: Result | Sequence[Result]) -> "polars.DataFrame":
    """Return one row for each result, with its figures and, if it was sampled, their errors."""
    import polars

    results = [results] if isinstance(results, Result) else results
    _few(results)
    rows = [_summary(result) for result in results]
    columns = dict.fromkeys(name for row in rows for name in row)
    return polars.DataFrame(
        [{name: row.get(name) for name in columns} for row in rows], infer_schema_length=None
    )


def distribution_frame(*results: Result) -> "polars.DataFrame":
    """Return the final bankroll: each amount, its probability, and the cumulative one."""
    import polars

    _few(results)
    frames: list[polars.DataFrame] = []
    for result in results:
        cents, chances = _columns(result.distribution, 2)
        frame = polars.DataFrame(
            {"cents": cents, "chance": chances},
            schema={"cents": polars.Int64, "chance": polars.Float64},
        )
        named = [polars.lit(result.strategy).alias("strategy")]
        if len(results) > 1:
            named.insert(0, polars.lit(ascii_uppercase[len(frames)]).alias("label"))
        frames.append(frame.select(*named, "cents", "chance", up_to=polars.col("chance").cum_sum()))
    return polars.concat(frames)


def fan_frame(result: Result) -> "polars.DataFrame":
    """Return the bankroll over time: its quantiles at each recorded roll."""
    import polars

    from lammer.sim.report.findings import QUANTILES

    found = result.findings
    rows = [
        (int(at), q, int(fan) * result.unit)
        for at, across in zip(found.at, found.fan, strict=True)
        for q, fan in zip(QUANTILES, across, strict=True)
    ]
    schema = {"roll": polars.Int64, "quantile": polars.Float64, "cents": polars.Int64}
    return polars.DataFrame(rows, schema=schema, orient="row")


def gone_frame(result: Result) -> "polars.DataFrame":
    """Return the ended sessions over time: their share at each recorded roll, by how they ended."""
    import polars

    from lammer.sim.report.findings import PLAYED_OUT

    found = result.findings
    ends = [end for end in found.ends if end != PLAYED_OUT]
    rows = [
        (int(at), end, float(share))
        for at, across in zip(found.at, found.gone, strict=True)
        for end, share in zip(ends, across, strict=True)
    ]
    schema = {"roll": polars.Int64, "end": polars.String, "share": polars.Float64}
    return polars.DataFrame(rows, schema=schema, orient="row")


def ends_frame(result: Result) -> "polars.DataFrame":
    import polars

    schema = {"end": polars.String, "share": polars.Float64}
    return polars.DataFrame(list(result.ends.items()), schema=schema, orient="row")


def parts_frame(result: Result) -> "polars.DataFrame":
    """Return the wagers that were used, each with its exact edge as text."""
    import polars

    schema = {
        "wager": polars.String,
        "staked": polars.Float64,
        "edge": polars.String,
        "expected_loss": polars.Float64,
    }
    return polars.DataFrame([part.as_data() for part in result.parts], schema=schema)


def _summary(result: Result) -> dict[str, Any]:
    """Return the plain fields of the JSON, and those with names of their own as columns."""
    data = result.as_data()
    nested = (
        "quantiles",
        "ends",
        "settled",
        "drawdown",
        "parts",
        "automaton",
        "effort",
        "notes",
        "se",
        "faces",
    )
    row = {key: value for key, value in data.items() if key not in nested}
    if result.faces:
        row["faces"] = " and ".join(result.faces)
    of_ending = {key: value for key, value in data["settled"].items() if key != "quantiles"}
    row |= {f"settled_{key}": value for key, value in of_ending.items()}
    row |= {f"q{q}": cents for q, cents in data["quantiles"].items()}
    row |= {f"end_{end}": share for end, share in data["ends"].items()}
    row |= {f"se_{key}": error for key, error in data.get("se", {}).items()}
    return row


def _columns(rows: Iterable[tuple[Any, ...]], count: int) -> tuple[list[Any], ...]:
    listed = list(rows)
    return tuple([row[at] for row in listed] for at in range(count))


def _few(results: Sequence[Result]) -> None:
    if not 1 <= len(results) <= MOST_COMPARED:
        raise ValueError(f"{len(results)} results for one frame: choose 1 to {MOST_COMPARED}")
