"""``lammer compare-strategies``: several strategies on the same dice."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lammer.cli.support.output import CommandError
from lammer.cli.support.simulation import (
    answered,
    check_output,
    output_answer,
    reporting_errors,
    with_seed,
)
from lammer.cli.support.simulation_options import (
    USUAL_OUTPUT,
    USUAL_SESSION,
    OutputOptions,
    SessionOptions,
)

if TYPE_CHECKING:
    from lammer.sim.report.result import Result


def compare_strategies(
    *strategy: Annotated[str, Parameter(help="Two or more, as for lammer simulate.")],
    session: SessionOptions = USUAL_SESSION,
    output: OutputOptions = USUAL_OUTPUT,
) -> int:
    """Several strategies side by side, on the same dice.

    Examples: lammer compare-strategies pass-flat pass-odds-2x pass-odds-3-4-5x;
    lammer compare-strategies iron-cross place-6-8 --rolls 300 --report three.html
    """
    session.check()
    output.check()
    from lammer.sim.report.result import MOST_COMPARED, StrategyComparison

    if not 2 <= len(strategy) <= MOST_COMPARED:
        raise CommandError(
            f"compare-strategies sets 2 to {MOST_COMPARED} side by side, not {len(strategy)}.",
            "lammer strategy lists the library.",
        )
    check_output(output)
    if session.seed is None and not session.exact:
        session = with_seed(session)
    results: list[Result] = []
    with reporting_errors():
        for name in strategy:
            results.append(answered(name, session))
            if not results[-1].findings.complete:
                break
    whole = StrategyComparison(tuple(results))
    output_answer(results, whole, output)
    return 0 if all(each.findings.complete for each in results) else 130
