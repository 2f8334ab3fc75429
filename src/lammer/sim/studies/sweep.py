"""One strategy with several values of what it is given: bankroll, rolls, goal, or an amount, a list
or steps that it names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any, NamedTuple

from lammer.sim.effort import OutOfTime
from lammer.sim.model.check import Unplayable
from lammer.sim.report.result import Result, money
from lammer.sim.simulate import Means, Prepared, Question, QuestionError, answered, prepare
from lammer.sim.strategy.parts import AmountList, NamedAmount, Steps, Strategy

MOST_POINTS = 200
"""The limit of points of a sweep."""
OWN = ("bankroll", "rolls", "goal")
"""What is varied that is not a name in the strategy."""
Value = int | tuple[int, ...]
"""Cents, or rolls; or the amounts of a list or of steps, in cents."""


class SweepPoint(NamedTuple):
    """The values of one point by name, and its result; or what is wrong there."""

    values: tuple[tuple[str, Value], ...]
    result: Result | None
    fault: str = ""


@dataclass(frozen=True)
class Sweep:
    """Every point, in the order of the values: ``asked`` of them, fewer if it was stopped."""

    names: tuple[str, ...]
    points: tuple[SweepPoint, ...]
    asked: int

    @property
    def results(self) -> list[Result]:
        return [point.result for point in self.points if point.result is not None]

    @property
    def computed(self) -> str:
        """Return how the points were computed, in a sentence or two."""
        exact = [result.exact for result in self.results]
        words = "Sampled: ± is one standard error."
        if all(exact):
            words = "Exact: every point."
        elif any(exact):
            words = "Exact, but for the points with ±, which are sampled: one standard error."
        if len(self.points) < self.asked:
            words += f" It was ended early: {len(self.points)} of {self.asked} points."
        return words

    def table(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return the heads and a row for each point, for reading."""
        heads = (*self.names, "ahead", "mean", "deviation", "ruin", "goal", "bet")
        rows = []
        for point in self.points:
            values = [value_words(name, value) for name, value in point.values]
            rows.append((*values, *_figures(point.result, point.fault)))
        if all(not row[-2] for row in rows):
            rows, heads = [(*row[:-2], row[-1]) for row in rows], (*heads[:-2], heads[-1])
        return heads, rows

    def as_data(self) -> dict[str, Any]:
        return {
            "names": list(self.names),
            "asked": self.asked,
            "points": [
                {
                    "values": {
                        name: list(value) if isinstance(value, tuple) else value
                        for name, value in point.values
                    },
                    "fault": point.fault or None,
                    "result": None if point.result is None else point.result.as_data(),
                }
                for point in self.points
            ],
        }


def _figures(result: Result | None, fault: str) -> tuple[str, ...]:
    if result is None:
        return ("", fault, "", "", "", "")
    figures = {row.key: row for row in result.figures()}
    ruin = figures["p_ruin"]
    goal = figures.get("p_goal")
    ahead = figures.get("p_ahead")
    return (
        "" if ahead is None else ahead.value,
        figures["mean"].value,
        figures["sd"].value,
        ruin.value + (f" ± {ruin.error}" if ruin.error else ""),
        "" if goal is None else goal.value,
        figures["money_through"].value,
    )


def value_words(name: str, value: Value) -> str:
    """Return a value for reading."""
    if isinstance(value, tuple):
        return " ".join(money(each).removeprefix("$") for each in value)
    return f"{value:,}" if name == "rolls" else money(value)


def read_sweep(text: str) -> tuple[str, tuple[Value, ...]]:
    """Parse ``unit=5,10,25`` or ``bankroll=100..1000/100``: dollars (for ``rolls``, how many); the
    amounts of a list with blanks between them. Raises ``QuestionError``.

    >>> read_sweep("unit=5,7.50"), read_sweep("rolls=50..150/50"), read_sweep("line=10 20,10 20 30")
    (('unit', (500, 750)), ('rolls', (50, 100, 150)), ('line', ((1000, 2000), (1000, 2000, 3000))))
    """
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.strip():
        raise QuestionError(f'"{text}" is no sweep.', "Write NAME=5,10,25 or NAME=100..500/50.")
    found: list[Value] = []
    for each in values.split(","):
        found += _values(name.strip(), each.strip(), text)
        if len(found) > MOST_POINTS:
            raise QuestionError(f"{text} has more than {MOST_POINTS} values.", "Take larger steps.")
    return name.strip(), tuple(found)


def _values(name: str, text: str, whole: str) -> Sequence[Value]:
    scale = 1 if name == "rolls" else 100
    span = re.fullmatch(r"(\S+?)\.\.(\S+?)/(\S+)", text)
    if span is not None:
        low, high, step = (_number(part, scale, whole) for part in span.groups())
        if step <= 0 or high < low or (high - low) // step > MOST_POINTS:
            raise QuestionError(
                f'"{text}" has none or more than {MOST_POINTS} values.', "Write FROM..TO/STEP."
            )
        return range(low, high + 1, step)
    numbers = [_number(part, scale, whole) for part in text.split()]
    return [numbers[0] if len(numbers) == 1 else tuple(numbers)] if numbers else _none(whole)


def _none(whole: str) -> Sequence[Value]:
    raise QuestionError(f"{whole} has an empty value.", "Write NAME=5,10,25.")


def _number(text: str, scale: int, whole: str) -> int:
    plain = text.removeprefix("$")
    if re.fullmatch(r"[0-9]{1,10}", plain):
        return int(plain) * scale
    if scale == 100 and re.fullmatch(r"[0-9]{1,10}\.[0-9]{1,2}", plain):
        before, _, after = plain.partition(".")
        return int(before) * 100 + int(after.ljust(2, "0"))
    raise QuestionError(f'"{text}" in {whole} is no number.', "Write dollars, or how many rolls.")


def _with(question: Question, name: str, value: Value) -> Question:
    """Return the question with another value of something."""
    strategy = question.strategy
    if name in OWN:
        if isinstance(value, tuple):
            raise QuestionError(f"{name} is one number.", f"Write {name}=100,200.")
        match name:
            case "bankroll":
                return replace(question, bankroll=value)
            case "rolls":
                return replace(question, rolls=value)
        return replace(question, goal=value)
    for at, each in enumerate(strategy.variables):
        if each.name == name:
            variables = list(strategy.variables)
            variables[at] = _variable(each, value)
            return replace(question, strategy=replace(strategy, variables=tuple(variables)))
    for at, steps in enumerate(strategy.steps):
        if steps.name == name:
            amounts = value if isinstance(value, tuple) else (value,)
            changed = (*strategy.steps[:at], _steps(steps, amounts), *strategy.steps[at + 1 :])
            return replace(question, strategy=replace(strategy, steps=changed))
    raise QuestionError(
        f'There is nothing called "{name}" to sweep.', f"There is: {', '.join(_names(strategy))}."
    )


def _names(strategy: Strategy) -> list[str]:
    named = (*strategy.variables, *strategy.steps)
    return [*OWN, *(each.name for each in named)]


def _variable(of: NamedAmount | AmountList, value: Value) -> NamedAmount | AmountList:
    if isinstance(of, AmountList):
        return replace(of, start=value if isinstance(value, tuple) else (value,))
    if isinstance(value, tuple):
        raise QuestionError(f"{of.name} is one amount.", f"Write {of.name}=5,10.")
    if of.most is not None and value > of.most:
        raise QuestionError(f"{of.name} is at most {money(of.most)}.", "Choose less.")
    return replace(of, start=value)


def _steps(of: Steps, amounts: tuple[int, ...]) -> Steps:
    if not all(amounts):
        raise QuestionError(f"The steps {of.name} are more than nothing.", "Choose amounts.")
    return replace(of, amounts=amounts)


def sweep_over(question: Question, over: Mapping[str, Sequence[Value]], means: Means) -> Sweep:
    """Return a result for every combination of values. A point that the table does not take has
    its fault; what is wrong with the sweep itself raises ``QuestionError``."""
    count = prod(len(values) for values in over.values())
    if not 1 <= count <= MOST_POINTS:
        raise QuestionError(f"A sweep has 1 to {MOST_POINTS} points, not {count}.", "Take fewer.")
    inner = replace(means, progress=None)
    points: list[SweepPoint] = []
    prepared: dict[tuple[Any, ...], Prepared] = {}
    for values in product(*over.values()):
        named = tuple(zip(over, values, strict=True))
        asked = question
        for name, value in named:
            asked = _with(asked, name, value)
        try:
            point = _point(named, asked, inner, prepared)
        except OutOfTime:
            break
        if point.result is not None and not point.result.findings.complete:
            break
        points.append(point)
        if means.progress is not None:
            means.progress("points", len(points), count)
        if means.stop is not None and means.stop():
            break
    return Sweep(tuple(over), tuple(points), count)


def _point(
    named: tuple[tuple[str, Value], ...],
    asked: Question,
    means: Means,
    known: dict[tuple[Any, ...], Prepared],
) -> SweepPoint:
    """Return one point; what differs in rolls alone is compiled once."""
    key = asked.strategy, asked.bankroll, asked.goal
    try:
        if key not in known:
            known.clear()
            known[key] = prepare(asked, clock=means.clock())
        ready = replace(known[key], question=asked)
        return SweepPoint(named, answered(ready, means))
    except Unplayable as problem:
        return SweepPoint(named, None, "; ".join(fault.what for fault in problem.faults))
    except QuestionError as problem:
        return SweepPoint(named, None, problem.what)
