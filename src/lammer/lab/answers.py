"""Results of the simulator as the page shows them: figures in words, and what its plots are drawn
from."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from string import ascii_uppercase
from typing import Any

from lammer.core.numbers import percent
from lammer.lab.control import StoppedEarly, TaskControl
from lammer.lab.faults import LabRefusal
from lammer.lab.questions import curve_values, faults_of, questions
from lammer.sim.effort import TimeAllowed
from lammer.sim.model.check import Unplayable
from lammer.sim.report import plots
from lammer.sim.report.colours import END_COLOURS, end_colours
from lammer.sim.report.findings import PLAYED_OUT, QUANTILES
from lammer.sim.report.pairs import PairedDifference
from lammer.sim.report.result import Result, StrategyComparison, chance, money
from lammer.sim.simulate import Means, Question, QuestionError, answered, prepare
from lammer.sim.strategy.text import parse
from lammer.sim.studies.bankroll import bankroll_for
from lammer.sim.studies.paired import Contender, contender_of, differences
from lammer.sim.studies.sweep import Sweep, SweepPoint, sweep_over, value_words

BARS = 60
"""Bars of the final bankroll."""
JOINT = 1e9
"""Elementary operations of the exact difference of two strategies: a second or two."""
TOGETHER = "All on the same random numbers."


def simulated(ask: Mapping[str, Any], control: TaskControl) -> dict[str, Any]:
    """Answer a question about one strategy, or several on the same dice. When it is stopped, the
    answer is what there is until then: raises ``StoppedEarly`` if that is nothing."""
    found: list[Result] = []
    contenders: list[Contender] = []
    faults = []
    needed: list[dict[str, Any]] = []
    curves: list[dict[str, Any]] = []
    over = {} if ask["curve"] is None else {ask["curve"]["over"]: curve_values(ask, [])}
    seed = ask["seed"] or secrets.randbits(48)
    for at, question in enumerate(questions(ask)):
        means = _means(ask, control, at)
        try:
            control.go_on()
            prepared = prepare(question, means.progress, TimeAllowed(control.left))
            found.append(answered(prepared, means))
            contenders.append(contender_of(prepared, means, seed))
            if ask["ruin"] is not None and not control.stopped():
                needed.append(_needed(question, ask["ruin"], means))
            if over and not control.stopped():
                curves.append(_curve(sweep_over(question, over, replace(means, seed=seed))))
        except (Unplayable, QuestionError) as problem:
            faults += [*faults_of(problem, at)]
        except StoppedEarly:
            if not found:
                raise
    if faults:
        raise LabRefusal(*faults)
    pairs: tuple[PairedDifference, ...] = ()
    if len(found) > 1 and not control.stopped():
        means, rolls = _means(ask, control, 0), ask["rolls"]
        pairs = differences(contenders, ascii_uppercase, rolls, found[0].ending, means, seed, JOINT)
    return {
        **plain_answer(found, pairs),
        "bankrolls": needed,
        "curves": curves,
        "stopped": _stopped(control, found),
    }


def warm_up() -> None:
    """Play one roll, so that the kernels are loaded."""
    answered(prepare(Question(parse("bet field 5"), rolls=1)), Means("sample", 1, 1, threads=1))


def _stopped(control: TaskControl, found: Sequence[Result]) -> str | None:
    """Return why an answer is not complete: its time was over, or somebody stopped it."""
    if all(each.findings.complete for each in found) and not control.stopped():
        return None
    return "time" if control.late else "asked"


def _means(ask: Mapping[str, Any], control: TaskControl, at: int) -> Means:
    """Return how the strategy of this number is answered."""

    def progress(what: str, done: float, of: float) -> None:
        control.progress(what, done, of, at)
        if what == "compiling":
            control.go_on()

    return Means(
        ask["method"], ask["sessions"], ask["seed"], threads=1, progress=progress,
        stop=control.stopped,
    )  # fmt: skip


def _needed(question: Question, share: float, means: Means) -> dict[str, Any]:
    """Return the bankroll for a chance of ruin, in words and values; or why there is none."""
    try:
        found = bankroll_for(question, share, means)
    except QuestionError as problem:
        return {"computed": f"{problem.what} {problem.instead}".strip(), "rows": [], "curve": []}
    return {
        "computed": found.computed,
        "rows": [list(row) for row in found.rows()],
        "curve": [
            {"bankroll": money(each.bankroll), "ruin": chance(each.chance)} for each in found.tried
        ],
        "data": found.as_data(),
    }


def _curve(sweep: Sweep) -> dict[str, Any]:
    """Return the chance of ruin over what was varied, in words and values."""
    return {
        "over": sweep.names[0],
        "asked": sweep.asked,
        "computed": sweep.computed if sweep.results else "There is no answer to any of them.",
        "points": [_point(point) for point in sweep.points],
    }


def _point(point: SweepPoint) -> dict[str, Any]:
    """Return a point of a curve of ruin: ``error`` is a standard error, null if it is exact."""
    ((name, value),) = point.values
    found = point.result
    error = None if found is None else found.errors.get("p_ruin")
    said = point.fault if found is None else chance(found.p_ruin)
    return {
        "at": value,
        "words": value_words(name, value),
        "ruin": None if found is None else found.p_ruin,
        "error": error,
        "method": None if found is None else "exact" if found.exact else "sampled",
        "said": said + (f" ± {chance(error)}" if error else ""),
    }


def plain_answer(
    results: Sequence[Result], pairs: Sequence[PairedDifference] = ()
) -> dict[str, Any]:
    """Return results side by side, and what each two of them differ by."""
    compared = StrategyComparison(tuple(results))
    begin, width, count = plots.bins(results, BARS)
    return {
        "format": 1,
        "together": TOGETHER if len(results) > 1 and compared.same_chance else "",
        "table": [list(row) for row in compared.table()],
        "pairs": [
            {
                "a": pair.one,
                "b": pair.two,
                "exact": pair.method == "exact",
                "computed": pair.computed,
                "rows": [list(row) for row in pair.rows()],
                "data": pair.as_data(),
            }
            for pair in pairs
        ],
        "bars": {"begin": begin, "width": width, "count": count},
        "results": [
            {"label": label, **_plain_result(each, (begin, width, count))}
            for label, each in zip(compared.labels, results, strict=True)
        ],
    }


def _plain_result(result: Result, bars: tuple[int, int, int]) -> dict[str, Any]:
    begin, width, count = bars
    found = result.findings
    shares = plots.gathered(result, begin, width, count)
    colours = END_COLOURS | end_colours(found.ends)
    lost = sum(part.expected_loss_cents for part in result.parts)
    return {
        "name": result.strategy,
        "asked": result.asked,
        "computed": result.computed,
        "exact": result.exact,
        "complete": found.complete,
        "machine": result.machine,
        "noun": result.noun,
        "bankroll": result.bankroll,
        "notes": list(result.notes),
        "figures": [row._asdict() for row in result.figures()],
        "ends": [
            {
                "end": end,
                "words": result.end_words(end),
                "share": share,
                "said": chance(share),
                "colour": colours[end].key,
            }
            for end, share in result.ends_seen().items()
        ],
        "shares": shares,
        "tails": list(plots.tails([result], begin, width, count)),
        "at": found.at.tolist(),
        "fan": [
            {"quantile": q, "cents": [int(each) * result.unit for each in found.fan[:, place]]}
            for place, q in enumerate(QUANTILES)
        ],
        "gone": [
            {
                "end": end,
                "words": result.end_words(end),
                "shares": found.gone[:, place].tolist(),
                "colour": colours[end].key,
            }
            for place, end in enumerate(each for each in found.ends if each != PLAYED_OUT)
        ],
        "parts": [
            {
                "wager": part.wager,
                "staked": money(part.staked_cents_mean),
                "edge": str(part.edge),
                "percent": percent(Fraction(part.edge)),
                "loss": money(part.expected_loss_cents),
            }
            for part in result.parts
        ],
        "lost": money(lost),
        "data": replace(result).as_data(),
    }
