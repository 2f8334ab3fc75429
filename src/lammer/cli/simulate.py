"""``lammer simulate``: one strategy, exact or sampled, or on recorded dice."""

from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.options import refuse_together
from lammer.cli.support.output import CommandError, flushing, open_input, write, write_json
from lammer.cli.support.simulation import (
    answered,
    cents,
    check_output,
    elected,
    output_answer,
    reporting_errors,
    rolls_of,
)
from lammer.cli.support.simulation_options import (
    USUAL_OUTPUT,
    USUAL_SESSION,
    OutputOptions,
    SessionOptions,
)


def simulate(
    strategy: Annotated[
        str, Parameter(help="A strategy of the library, a file, its text, or FILE.py:FUNCTION.")
    ],
    *,
    session: SessionOptions = USUAL_SESSION,
    dice: Annotated[
        str | None,
        Parameter(
            help="Play on recorded dice: a file with one roll a line, or a table's log; or -.",
            allow_leading_hyphen=True,
        ),
    ] = None,
    output: OutputOptions = USUAL_OUTPUT,
) -> int:
    """What a way of betting does to a bankroll: exact where that can be, sampled where not.

    The final bankroll (chips on the layout at face value), ruin, goal, drawdown, money through and
    the edge on it. The answer says whether it is exact or sampled, and then how sure it is.
    Ctrl-C keeps what has been done. Strategies, and a file to start one: lammer strategy --help.
    Examples: lammer simulate pass-odds-2x; lammer simulate iron-cross --rolls 500 --report a.html;
    lammer simulate "bet pass 10; odds 3-4-5x; bet place-6, place-8 12 if point" --goal 1000
    """
    session.check()
    output.check()
    if dice is not None:
        _check_dice(session, output)
        return _on_recorded(strategy, dice, session, output.as_json)
    check_output(output)
    with reporting_errors():
        result = answered(strategy, session)
    output_answer([result], result, output)
    return 0 if result.findings.complete else 130


MOST_LINE = 100_000
"""Bytes of one line of a recording."""


def _check_dice(session: SessionOptions, output: OutputOptions) -> None:
    """Refuse options for sampling, or of a distribution, with recorded dice."""
    apart = {
        "--sessions": session.sessions is not None, "--seed": session.seed is not None,
        "--exact": session.exact, "--sample": session.sample, "--gpu": session.gpu,
        "--threads": session.threads is not None, "--cluster": session.cluster is not None,
        "--csv": output.as_csv, "--distribution": output.distribution,
        "--parquet": output.parquet is not None, "--report": output.report is not None,
        "--plot": output.plot is not None,
    }  # fmt: skip
    for option, given in apart.items():
        refuse_together({"--dice": True, option: given})


def _on_recorded(name: str, path: str, options: SessionOptions, as_json: bool) -> int:
    from lammer.instruments.recording import RecordedTrialError
    from lammer.sim.api import named
    from lammer.sim.play.python_player import on_recorded

    with reporting_errors():
        played = named(name)
        house = None if options.house is None else elected(options)
        with open_input(path, "a file of rolls") as file:
            lines = (
                line.decode("utf-8", "replace")
                for line in iter(lambda: file.readline(MOST_LINE + 1), b"")
            )
            try:
                whole = on_recorded(
                    played,
                    lines,
                    options.rules if house is None else house[0],
                    options.game if house is None else house[1],
                    {} if house is None else house[2],
                    cents(options.bankroll, "--bankroll"),
                    None if options.goal is None else cents(options.goal, "--goal"),
                    None if options.rolls is None else rolls_of(options.rolls),
                )
            except RecordedTrialError as problem:
                raise CommandError(f"{path}, {problem}.") from None
    with flushing():
        if as_json:
            write_json(whole.as_data())
        else:
            write(whole.words())
    return 0
