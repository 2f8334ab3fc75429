"""``lammer simulate``: one strategy, exact or sampled, or on recorded dice."""

from dataclasses import replace
from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.options import refuse_together
from lammer.cli.support.output import flushing, write, write_json
from lammer.cli.support.simulation.answer import (
    answered,
    check_output,
    means_of,
    output_answer,
    question_of,
    recorded,
    recorded_lines,
    reporting_errors,
    status_of,
    whole_number,
)
from lammer.cli.support.simulation.options import (
    USUAL_OUTPUT,
    USUAL_SESSION,
    Dice,
    OutputOptions,
    SessionOptions,
)
from lammer.cli.support.simulation.output import print_session


def simulate(
    strategy: Annotated[
        str, Parameter(help="A strategy of the library, a file, its text, or FILE.py:FUNCTION.")
    ],
    *,
    session: SessionOptions = USUAL_SESSION,
    dice: Dice = None,
    show_session: Annotated[
        int | None,
        Parameter(help="Show this session of the sample, counted from 1, roll by roll."),
    ] = None,
    output: OutputOptions = USUAL_OUTPUT,
) -> int:
    """What a way of betting does to a bankroll: exact where that can be, sampled where not.

    The chances to end ahead, even and behind, the final bankroll (bets that are still up at their
    exact worth, or see --ending), ruin, goal, drawdown, money through and the edge on it. The
    answer says whether it is exact or sampled, and then how sure it is.
    Ctrl-C keeps what has been done; --seconds says how long it may take. Strategies, and a file to
    start one: lammer strategy --help. --show-session 3 shows the third session roll by roll.
    Examples: lammer simulate pass-odds-2x; lammer simulate iron-cross --rolls 500 --report a.html;
    lammer simulate "bet pass 10; odds 3-4-5x; bet place-6, place-8 12 if point" --goal 1000
    """
    session.check()
    output.check()
    if dice is not None:
        session.check_dice()
    if show_session is not None:
        return _show(strategy, show_session, dice, session, output)
    if dice is not None:
        return _on_recorded(strategy, dice, session, output)
    check_output(output)
    with reporting_errors():
        result = answered(strategy, session)
    output_answer([result], result, output)
    return status_of([result])


def _on_recorded(name: str, path: str, options: SessionOptions, output: OutputOptions) -> int:
    """Print the one session of a record, or what its sessions end with, if it is cut or a file is
    to be written of it."""
    from lammer.sim.play.recorded_sessions import answer_recorded, single

    check_output(output)
    files = (output.parquet, output.report, output.plot)
    whole = options.rolls is None and not output.as_csv and not output.distribution
    if whole and not any(files):
        return _whole(name, path, options, output.as_json)
    with reporting_errors():
        (source,) = recorded([name], path, options)
        with means_of(options) as means:
            result = answer_recorded(source, means)
        if output.as_json and source.sessions == 1:
            # As one session has always been told, with all that several have.
            data = result.as_data(output.distribution) | single(source)
            output_answer([result], result, replace(output, as_json=False), quiet=True)
            with flushing():
                write_json(data)
            return 0
    output_answer([result], result, output)
    return status_of([result])


def _whole(name: str, path: str, options: SessionOptions, as_json: bool) -> int:
    """Print the course of the one session that a record is."""
    from lammer.sim.play.python_player import on_recorded

    with reporting_errors():
        question, player = question_of(name, options)
        with recorded_lines(path) as lines:
            whole = on_recorded(
                player, lines, question.rules, question.game, question.house, question.bankroll,
                question.goal,
            )  # fmt: skip
    with flushing():
        if as_json:
            write_json(whole.as_data())
        else:
            write(whole.words())
    return 0


def _show(
    name: str, number: int, dice: str | None, options: SessionOptions, output: OutputOptions
) -> int:
    """Print one session roll by roll."""
    from secrets import randbits

    from lammer.sim.play.shown_session import show_recorded, show_session

    for option, given in {
        "--csv": output.as_csv, "--distribution": output.distribution,
        "--parquet": output.parquet is not None, "--report": output.report is not None,
        "--plot": output.plot is not None, "--exact": options.exact,
    }.items():  # fmt: skip
        refuse_together({"--show-session": True, option: given})
    with reporting_errors():
        if dice is not None:
            (source,) = recorded([name], dice, options)
            shown = show_recorded(source, number)
        else:
            question, player = question_of(name, options)
            seed = randbits(63) if options.seed is None else whole_number(options.seed, "--seed")
            there = options.sessions and whole_number(options.sessions, "--sessions")
            shown = show_session(question, player, seed, number, there or None)
    with flushing():
        if output.as_json:
            write_json(shown.as_data())
        else:
            print_session(shown)
    return 0
