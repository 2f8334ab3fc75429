"""``lammer explore``: the bankroll for a chance of ruin, sweeps, the cost of each line, falls."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lammer.cli.support.options import Csv, Json, refuse_together
from lammer.cli.support.output import CommandError, flushing, write_json
from lammer.cli.support.simulation.answer import check_file, means_of, question_of, reporting_errors
from lammer.cli.support.simulation.options import USUAL_SESSION, Plot, SessionOptions
from lammer.core.numbers import read_share
from lammer.sim.strategy.parts import Strategy

if TYPE_CHECKING:
    from lammer.sim.studies.sweep import Value


def explore(
    strategy: Annotated[str, Parameter(help="A strategy of the library, a file, or its text.")],
    *,
    ruin: Annotated[
        str | None, Parameter(help="Find the bankroll that is ruined with at most this chance: 5%.")
    ] = None,
    sweep: Annotated[
        list[str] | None,
        Parameter(
            help="Try several values of bankroll, rolls, goal, or an amount, list or steps that "
            "the strategy names: unit=5,10,25 or bankroll=100..1000/100. Twice: every combination."
        ),
    ] = None,
    lines: Annotated[bool, Parameter(help="What each line of the strategy costs.")] = False,
    falls: Annotated[bool, Parameter(help="How far a session falls from its peak.")] = False,
    session: SessionOptions = USUAL_SESSION,
    as_json: Json = False,
    as_csv: Csv = False,
    plot: Plot = None,
) -> int:
    """Questions about a strategy: the bankroll it needs, what changes its result, what costs.

    Each answer says whether it is exact or sampled. A curve of ruin is a sweep over bankroll or
    rolls; --plot draws it, and a second sweep gives a line for each of its values.
    Examples: lammer explore pass-odds-2x --ruin 5%; lammer explore iron-cross --lines --falls;
    lammer explore pass-odds-2x --sweep bankroll=100..1000/100 --sweep rolls=100,200 --plot ruin.svg
    """
    session.check()
    refuse_together({"--json": as_json, "--csv": as_csv})
    asked = {"--ruin": ruin is not None, "--sweep": bool(sweep), "--lines": lines, "--falls": falls}
    if not any(asked.values()):
        raise CommandError(
            "explore needs a question.", "Add --ruin 5%, --sweep NAME=VALUES, --lines or --falls."
        )
    if as_csv and sum(asked.values()) > 1:
        raise CommandError("--csv has one table.", "Ask one question, or use --json.")
    if plot is not None and not sweep:
        raise CommandError("--plot draws a sweep.", "Add --sweep bankroll=100..1000/100.")
    check_file("--plot", plot)
    with reporting_errors():
        from lammer.cli.support.simulation import explore_output as output
        from lammer.sim.studies.answers import explore as explored

        over = _over(sweep or [])
        question, player = question_of(strategy, session)
        if not isinstance(player, Strategy):
            raise CommandError(
                "explore takes strategies, not Python functions.", "lammer simulate plays them."
            )
        with means_of(session) as means:
            found = explored(
                question,
                means,
                ruin=None if ruin is None else share(ruin),
                over=over,
                lines=lines,
                falls=falls,
            )
    with flushing():
        if as_json:
            write_json(found.as_data())
        elif as_csv:
            output.write_csv(found)
        else:
            output.show_explored(found)
    if plot is not None and found.sweep is not None:
        output.write_plot(found.sweep, plot)
    return 0


def _over(sweeps: Sequence[str]) -> "Mapping[str, Sequence[Value]]":
    from lammer.sim.studies.sweep import read_sweep

    found: dict[str, Sequence[Value]] = {}
    for text in sweeps:
        name, values = read_sweep(text)
        if name in found:
            raise CommandError(f"{name} is given twice.", "Put its values into one --sweep.")
        found[name] = values
    return found


def share(text: str) -> float:
    """Parse a chance: 5%, 0.05 or 1/20.

    >>> share("5%"), share("1/20"), share("0.05")
    (0.05, 0.05, 0.05)
    """
    value = read_share(text)
    if value is not None and 0 < value < 1:
        return float(value)
    raise CommandError(f'--ruin "{text}" is no chance between 0 and 1.', "Write 5%, 0.05 or 1/20.")
