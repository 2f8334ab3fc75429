"""A question and its result, in money: the source of every table, file, plot and page.

Amounts are cents, as in every file of the project; ``figures`` has them in dollars. Heavy packages
are imported only when they are needed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from math import sqrt
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

from lammer.games.registry import load

if TYPE_CHECKING:
    import polars

    from lammer.sim.report.findings import Findings, Spread

MOST_COMPARED = 8
"""Results side by side; there are no letters and colours for more."""
RUIN, GOAL = "ruin", "goal"
NOTHING = 1e-12
"""Smaller shares are treated as zero."""


class ResultPart(NamedTuple):
    """A wager that was used: the money that went through it, its exact edge, what that costs."""

    wager: str
    staked_cents_mean: float
    edge: Fraction
    expected_loss_cents: float

    def as_data(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "staked": self.staked_cents_mean,
            "edge": str(self.edge),
            "expected_loss": self.expected_loss_cents,
        }


class ResultRow(NamedTuple):
    """One figure for reading: ``error`` is its standard error, empty if it is exact."""

    key: str
    words: str
    value: str
    error: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The result of a strategy played from a bankroll under a rule set.

    ``house`` is the house file's path, ``text`` the strategy as written, ``rolls`` None if play
    went on until ruin or goal. ``states``, ``rows`` and ``segments`` are the size of the machine
    that was run.
    """

    rules: str
    game: str
    house: str | None
    strategy: str
    text: str
    bankroll: int
    rolls: int | None
    goal: int | None
    unit: int
    findings: "Findings"
    states: int
    rows: int
    segments: int
    seconds: float
    notes: tuple[str, ...] = ()
    parts: tuple[ResultPart, ...] = ()

    def __post_init__(self) -> None:
        if self.findings.final.total <= 0:
            raise ValueError("no session was played to its end, so there is nothing to tell")
        from lammer.sim.report.findings import PLAYED_OUT, QUANTILES

        found, rolls = self.findings, len(self.findings.at)
        ends = sum(end != PLAYED_OUT for end in found.ends)
        if found.fan.shape != (rolls, len(QUANTILES)) or found.gone.shape != (rolls, ends):
            raise ValueError("findings whose fan and ends do not go with the rolls they are at")

    # Figures

    @property
    def exact(self) -> bool:
        return self.findings.method == "exact"

    @property
    def mean(self) -> float:
        return self.findings.final.mean * self.unit

    @property
    def sd(self) -> float:
        return self.findings.final.sd * self.unit

    @property
    def quantiles(self) -> dict[float, int]:
        return spread_quantiles(self.findings.final, self.unit)

    def quantile(self, q: float) -> int:
        """Return the least final bankroll that so much of the distribution does not exceed."""
        return self.findings.final.quantile(q) * self.unit

    @property
    def ends(self) -> dict[str, float]:
        """Return the share of each end."""
        whole = 1 if self.exact else self.sessions
        return {end: float(mass) / whole for end, mass in self.findings.ends.items()}

    def ends_seen(self) -> dict[str, float]:
        """Return the ends without those that are mere rounding errors."""
        ends = {end: share for end, share in self.ends.items() if share > NOTHING}
        return {RUIN: self.p_ruin, **ends}

    @property
    def sessions(self) -> int:
        """Return how many sessions were sampled; 0 if exact."""
        return self.findings.sessions or 0

    @property
    def p_ruin(self) -> float:
        return self.ends.get(RUIN, 0.0)

    @property
    def p_goal(self) -> float | None:
        """Return the chance of reaching the goal; None if there was no goal."""
        return None if self.goal is None else self.ends.get(GOAL, 0.0)

    @property
    def mean_rolls(self) -> float:
        return self.findings.rolls[0]

    @property
    def money_through(self) -> float:
        """Return the mean of the stakes of all bets made."""
        return self.findings.staked[0] * self.unit

    @property
    def edge_on_money(self) -> float | None:
        """Return the share lost of each unit bet; None if nothing is bet."""
        through = self.money_through
        return (self.bankroll - self.mean) / through if through > 0 else None

    @property
    def distribution(self) -> Iterator[tuple[int, float]]:
        """Yield final bankrolls, rising, each with its probability."""
        final = self.findings.final
        for value, mass in zip(final.values.tolist(), final.mass.tolist(), strict=True):
            if mass:
                yield value * self.unit, mass / final.total

    @property
    def errors(self) -> dict[str, float | None]:
        """Return the standard errors of a sample, by the figure's key; empty if exact."""
        if self.exact:
            return {}
        if self.sessions < 2:
            keys = ("mean", "sd", "p_ruin", "p_goal", "mean_rolls", "money_through")
            return dict.fromkeys(keys)
        return {
            "mean": self.sd / sqrt(self.sessions),
            "sd": _error_of_sd(self.findings.final, self.sessions) * self.unit,
            "p_ruin": _error_of_share(self.p_ruin, self.sessions),
            "p_goal": None if self.p_goal is None else _error_of_share(self.p_goal, self.sessions),
            "mean_rolls": self.findings.rolls[1],
            "money_through": self.findings.staked[1] * self.unit,
        }

    # Texts

    @property
    def noun(self) -> str:
        """Return what a trial of this game is called: a roll, a shake, a coup."""
        procedure = load(self.rules, self.game).procedure
        return "roll" if procedure is None else procedure.trial.noun

    @property
    def asked(self) -> str:
        """Return the question as a sentence."""
        until = [f"{counted(self.rolls, self.noun)} long"] if self.rolls is not None else []
        stops = ["ruin"] if self.goal is None else [money(self.goal), "ruin"]
        until.append(f"until {' or '.join(stops)}")
        under = f" under {self.rules}" + (f" with {self.house}" if self.house else "")
        return (
            f"{self.strategy}: {money(self.bankroll)} at {self.game}{under}, {' or '.join(until)}."
        )

    @property
    def computed(self) -> str:
        """Return how the result was computed, as a sentence or two."""
        if self.exact:
            words = "Exact: the whole distribution was computed, not sampled."
            fall = self.findings.drawdown
            if fall is not None:
                of = counted(int(fall.total), "sampled session")
                words += f" Falls from a peak are of {of}; ± is one standard error."
        else:
            seed = "" if self.findings.seed is None else f", seed {self.findings.seed}"
            words = f"Sampled: {counted(self.sessions, 'session')}{seed}"
            words += (
                "; ± is one standard error." if self.sessions > 1 else ", which shows no error."
            )
        if not self.findings.complete:
            words += " It was interrupted: these are the sessions played until then."
        if self.findings.undecided > NOTHING:
            words += f" Cut off with {chance(self.findings.undecided)} not decided."
        return words

    @property
    def machine(self) -> str:
        """Return the size of the machine that was run, as text."""
        if not self.states:
            return f"Played {self.noun} by {self.noun}"
        return f"A machine of {counted(self.states, 'position')}"

    def figures(self) -> tuple[ResultRow, ...]:
        """Return the figures of the result, in dollars."""
        low, high = self.quantile(0.05), self.quantile(0.95)
        found = [
            self._said("mean", "mean final bankroll", money(self.mean)),
            self._said("sd", "standard deviation", money(self.sd)),
            ResultRow("median", "median", money(self.quantile(0.5))),
            ResultRow("middle", "nine in ten end within", f"{money(low)} to {money(high)}"),
            self._said("p_ruin", "chance of ruin", chance(self.p_ruin)),
        ]
        if self.p_goal is not None:
            of = "the goal" if self.goal is None else money(self.goal)
            found.append(self._said("p_goal", f"chance of reaching {of}", chance(self.p_goal)))
        mean_rolls = f"{self.mean_rolls:,.2f}"
        found += [
            self._said("mean_rolls", f"{self.noun}s played, on average", mean_rolls),
            self._said("money_through", "money bet, on average", money(self.money_through)),
        ]
        if self.edge_on_money is not None:
            found.append(ResultRow("edge", "lost of the money bet", chance(self.edge_on_money)))
        fall = self.findings.drawdown
        if fall is not None:
            mean, error = fall.mean * self.unit, fall.sd * self.unit / sqrt(fall.total)
            words = "largest fall from a peak, mean"
            found.append(ResultRow("drawdown", words, money(mean), money(error)))
        return tuple(found)

    def _said(self, key: str, words: str, value: str) -> ResultRow:
        error = self.errors.get(key)
        if error is None:
            return ResultRow(key, words, value)
        if key.startswith("p_"):
            return ResultRow(key, words, value, chance(error))
        return ResultRow(
            key, words, value, f"{error:,.2f}" if key == "mean_rolls" else money(error)
        )

    def end_words(self, end: str) -> str:
        if end == "rolls":
            return "not decided" if self.rolls is None else f"played all {self.noun}s"
        if end == GOAL and self.goal is not None:
            return f"reached {money(self.goal)}"
        return {RUIN: "ruin", GOAL: "reached the goal"}.get(end, end)

    # Plain data

    def as_data(self, distribution: bool = False) -> dict[str, Any]:
        """Return what ``lammer simulate --json`` writes."""
        data: dict[str, Any] = {
            "format": 1,
            "method": self.findings.method,
            "rules": self.rules,
            "game": self.game,
            "house": self.house,
            "strategy": self.strategy,
            "bankroll": self.bankroll,
            "rolls": self.rolls,
            "goal": self.goal,
            "sessions": self.findings.sessions,
            "seed": self.findings.seed,
            "mean": self.mean,
            "sd": self.sd,
            "p_ruin": self.p_ruin,
            "p_goal": self.p_goal,
            "quantiles": _keyed(self.quantiles),
            "mean_rolls": self.mean_rolls,
            "money_through": self.money_through,
            "edge_on_money": self.edge_on_money,
            "ends": self.ends,
            "undecided": self.findings.undecided,
            "drawdown": self._drawdown(),
            "parts": [part.as_data() for part in self.parts],
            "automaton": {
                "states": self.states,
                "rows": self.rows,
                "segments": self.segments,
                "unit": self.unit,
            },
            "complete": self.findings.complete,
            "seconds": self.seconds,
            "notes": list(self.notes),
        }
        if not self.exact:
            data["se"] = self.errors
        if distribution:
            data["distribution"] = [list(each) for each in self.distribution]
        return data

    def _drawdown(self) -> dict[str, Any] | None:
        fall = self.findings.drawdown
        if fall is None:
            return None
        return {
            "sessions": int(fall.total),
            "mean": fall.mean * self.unit,
            "sd": fall.sd * self.unit,
            "quantiles": _keyed(spread_quantiles(fall, self.unit)),
        }

    def __repr__(self) -> str:
        return (
            f"<Result {self.strategy!r} {self.rules} {self.game}, {self.findings.method}: "
            f"mean {money(self.mean)} of {money(self.bankroll)}, sd {money(self.sd)}, "
            f"ruin {chance(self.p_ruin)}>"
        )

    def _repr_html_(self) -> str:
        return html_table(
            ("", ""),
            [(figure.words, with_error(figure)) for figure in self.figures()],
            self.asked,
            " ".join((self.computed, *self.notes)),
        )


@dataclass(frozen=True, eq=False, repr=False)
class StrategyComparison:
    """Several strategies with the same question; sampled ones on the same random numbers."""

    results: tuple[Result, ...]
    labels: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.results) <= MOST_COMPARED:
            raise ValueError(
                f"{len(self.results)} strategies to compare: choose 1 to {MOST_COMPARED}"
            )
        object.__setattr__(self, "labels", tuple(ascii_uppercase[: len(self.results)]))

    @property
    def same_chance(self) -> bool:
        """True if all were sampled from one seed."""
        seeds = {result.findings.seed for result in self.results}
        counts = {(result.sessions, result.findings.complete) for result in self.results}
        sampled = not any(result.exact for result in self.results)
        return sampled and len(seeds) == len(counts) == 1 and None not in seeds

    def as_data(self, distribution: bool = False) -> dict[str, Any]:
        return {
            "format": 1,
            "same_dice": self.same_chance,
            "results": [result.as_data(distribution) for result in self.results],
        }

    def table(self) -> tuple[tuple[str, ...], ...]:
        """Return figures side by side: the label, then one for each strategy, empty if it has
        none."""
        columns = [{figure.key: figure for figure in r.figures()} for r in self.results]
        words: dict[str, str] = {}
        for column in columns:
            for key, figure in column.items():
                words.setdefault(key, figure.words)
        order = [key for key in FIGURE_KEYS if key in words]
        return tuple(
            (words[key], *(with_error(c[key]) if key in c else "" for c in columns))
            for key in order
        )

    def frame(self) -> "polars.DataFrame":
        from lammer.sim.report.frames import summary_frame

        return summary_frame(self.results)

    def __repr__(self) -> str:
        named = ", ".join(
            f"{label} {result.strategy!r} {money(result.mean)}"
            for label, result in zip(self.labels, self.results, strict=True)
        )
        return f"<Comparison {named}>"

    def _repr_html_(self) -> str:
        head = ("", *(f"{n} {r.strategy}" for n, r in zip(self.labels, self.results, strict=True)))
        return html_table(head, self.table(), "", "")


FIGURE_KEYS = (
    *("mean", "sd", "median", "middle", "p_ruin", "p_goal"),
    *("mean_rolls", "money_through", "edge", "drawdown"),
)
"""Figures in the order they are read."""


# Formatting


def money(cents: float) -> str:
    """Return cents as dollars: whole dollars without a point, if the amount is exact.

    >>> money(50000), money(-712.5), money(49290.0674), money(0.2), money(-0.2)
    ('$500', '-$7.12', '$492.90', '$0.00', '$0.00')
    """
    size = abs(cents)
    whole = isinstance(cents, int) and not cents % 100
    said = f"${size // 100:,}" if whole else f"${size / 100:,.2f}"
    return f"-{said}" if cents < 0 and any(digit in said for digit in "123456789") else said


def chance(share: float) -> str:
    """Return a share in percent; a very small one by its magnitude.

    >>> chance(0.0206), chance(0), chance(3.4e-9)
    ('2.060%', '0%', '3.4e-07%')
    """
    if share == 0:
        return "0%"
    return f"{share:.3%}" if abs(share) >= 5e-6 else f"{share * 100:.1e}%"


def counted(count: int, what: str) -> str:
    """Return a count with its noun.

    >>> counted(1, "roll"), counted(2000, "roll")
    ('1 roll', '2,000 rolls')
    """
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def with_error(figure: ResultRow) -> str:
    return f"{figure.value} ± {figure.error}" if figure.error else figure.value


def html_table(
    head: tuple[str, ...],
    rows: "list[tuple[str, ...]] | tuple[tuple[str, ...], ...]",
    above: str,
    below: str,
) -> str:
    """Return a small self-contained table, for a notebook."""
    right = "text-align:right;padding:2px 0 2px 1.5em"
    left = "text-align:left;padding:2px 0"
    styles = (left, *(right for _ in head[1:]))

    def row(cells: tuple[str, ...], tag: str) -> str:
        pairs = zip(cells, styles, strict=True)
        filled = (f'<{tag} style="{style}">{escape(cell)}</{tag}>' for cell, style in pairs)
        return f"<tr>{''.join(filled)}</tr>"

    heading = row(head, "th") if any(head) else ""
    body = "".join(row(cells, "td") for cells in rows)
    before = f"<p><b>{escape(above)}</b></p>" if above else ""
    after = f'<p style="opacity:.7">{escape(below)}</p>' if below else ""
    return f"<div>{before}<table>{heading}{body}</table>{after}</div>"


def spread_quantiles(spread: "Spread", unit: int) -> dict[float, int]:
    """Return the usual quantiles of a distribution, in cents."""
    from lammer.sim.report.findings import QUANTILES

    return {q: spread.quantile(q) * unit for q in QUANTILES}


def _keyed(quantiles: Mapping[float, int]) -> dict[str, int]:
    return {str(q): cents for q, cents in quantiles.items()}


def _error_of_share(share: float, sessions: int) -> float:
    return sqrt(share * (1 - share) / sessions)


def _error_of_sd(spread: "Spread", sessions: int) -> float:
    """Return the standard error of the deviation, from the fourth moment, since final bankrolls are
    far from normal."""
    away = spread.values - spread.mean
    variance = float((away**2 * spread.mass).sum() / spread.total)
    if variance <= 0:
        return 0.0
    fourth = float((away**4 * spread.mass).sum() / spread.total)
    return sqrt(max(fourth - variance**2, 0.0) / (4 * variance * sessions))
