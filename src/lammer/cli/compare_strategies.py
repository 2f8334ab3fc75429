"""``lammer compare-strategies``: several strategies on the same dice."""

from typing import Annotated

from cyclopts import Parameter

from lammer.cli.support.output import CommandError
from lammer.cli.support.simulation.answer import (
    check_output,
    means_of,
    output_answer,
    question_of,
    recorded,
    reporting_errors,
    status_of,
)
from lammer.cli.support.simulation.options import (
    USUAL_OUTPUT,
    USUAL_SESSION,
    Dice,
    OutputOptions,
    SessionOptions,
)


def compare_strategies(
    *strategy: Annotated[str, Parameter(help="Two or more, as for lammer simulate.")],
    session: SessionOptions = USUAL_SESSION,
    dice: Dice = None,
    output: OutputOptions = USUAL_OUTPUT,
) -> int:
    """Several strategies side by side, on the same dice.

    Each two of them are compared session by session: what the one ends with less what the other
    does, and how often each ends with more; exactly where that can be, sampled where not.
    Examples: lammer compare-strategies pass-flat pass-odds-2x pass-odds-3-4-5x;
    lammer compare-strategies iron-cross place-6-8 --rolls 300 --report three.html
    """
    session.check()
    if dice is not None:
        session.check_dice()
    output.check()
    from lammer.sim.report.result import MOST_COMPARED

    if not 2 <= len(strategy) <= MOST_COMPARED:
        raise CommandError(
            f"compare-strategies sets 2 to {MOST_COMPARED} side by side, not {len(strategy)}.",
            "lammer strategy lists the library.",
        )
    check_output(output)
    with reporting_errors():
        from lammer.sim.studies.paired import compared, compared_recorded

        if dice is None:
            asked = [question_of(name, session) for name in strategy]
            with means_of(session) as means:
                whole = compared(asked, means)
        else:
            sources = recorded(strategy, dice, session)
            with means_of(session) as means:
                whole = compared_recorded(sources, means)
    output_answer(list(whole.results), whole, output)
    return status_of(list(whole.results))
