"""Several questions about one strategy, answered together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lammer.sim.effort import LEAST_SECONDS
from lammer.sim.report.result import Result
from lammer.sim.simulate import Means, Question, answered, prepare
from lammer.sim.studies.bankroll import NeededBankroll, bankroll_for
from lammer.sim.studies.falls import Falls, falls_of
from lammer.sim.studies.lines import LineCosts, line_costs
from lammer.sim.studies.sweep import Sweep, Value, sweep_over


@dataclass(frozen=True)
class ExploreResult:
    """What was asked about a strategy: its result, and for each question its answer or None."""

    result: Result
    ruin: NeededBankroll | None = None
    sweep: Sweep | None = None
    lines: LineCosts | None = None
    falls: Falls | None = None

    def as_data(self) -> dict[str, Any]:
        """Return what ``lammer explore --json`` writes."""
        parts = {
            "ruin": self.ruin,
            "sweep": self.sweep,
            "lines": self.lines,
            "falls": self.falls,
        }
        asked = {key: part.as_data() for key, part in parts.items() if part is not None}
        return {"format": 1, **asked, "result": self.result.as_data()}


def explore(
    question: Question,
    means: Means,
    *,
    ruin: float | None = None,
    over: Mapping[str, Sequence[Value]] | None = None,
    lines: bool = False,
    falls: bool = False,
) -> ExploreResult:
    """Answer what is asked about a strategy; the time allowed is for all answers together. Raises
    ``Unplayable`` or ``QuestionError``."""
    clock = means.clock()
    prepared = prepare(question, means.progress, clock)
    if means.seconds is not None:
        asked = sum((ruin is not None, bool(over), lines, falls))
        first = replace(means, seconds=max(clock.left / (1 + asked), LEAST_SECONDS))
        result = answered(prepared, first)
        means = replace(means, seconds=None, stop=clock.over, on_estimate=None)
    else:
        result = answered(prepared, means)
    return ExploreResult(
        result,
        None if ruin is None else bankroll_for(question, ruin, means),
        sweep_over(question, over, means) if over else None,
        line_costs(prepared, result) if lines else None,
        falls_of(prepared, result, means) if falls else None,
    )
