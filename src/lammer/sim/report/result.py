"""A question and its result, in money: the source of every table, file, plot and page.

Amounts are cents, as in every file of the project; ``figures`` has them in dollars. Heavy packages
are imported only when they are needed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from math import sqrt
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from lammer.games.registry import load

if TYPE_CHECKING:
    import polars

    from lammer.sim.effort import Effort
    from lammer.sim.report.endings import Settled
    from lammer.sim.report.findings import Findings, Spread
    from lammer.sim.report.pairs import PairedDifference

Ending = Literal["fair", "run-out", "face"]
"""How bets that are still up at the end are counted (``endings``)."""
ENDINGS: tuple[Ending, ...] = get_args(Ending)
ENDING_WORDS: dict[str, str] = {
    "fair": "Bets still up at the end count at their exact worth.",
    "run-out": "Bets still up at the end ran out: no new ones were made until all were decided.",
    "face": "Bets still up at the end count at their stakes.",
}

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
    settled: "Settled | None" = None
    """How the sessions end by the ending that was asked for; None if what was up is not known."""
    effort: "Effort | None" = None
    """What was expected of the work, and what ended it early; None if it was not estimated."""
    faces: tuple[str, ...] = ()
    """The weights of the faces of what is thrown, if it is not fair."""
    recorded: int | None = None
    """The trials of the record whose sessions these are; None if they are not of a record."""

    def __post_init__(self) -> None:
        if self.findings.final.total <= 0:
            raise ValueError("no session was played to its end, so there is nothing to tell")
        from lammer.sim.report.findings import PLAYED_OUT, QUANTILES

        found, rolls = self.findings, len(self.findings.at)
        ends = sum(end != PLAYED_OUT for end in found.ends)
        if found.fan.shape != (rolls, len(QUANTILES)) or found.gone.shape != (rolls, ends):
            raise ValueError("findings whose fan and ends do not go with the rolls they are at")

    # Figures. Without a word of the ending they count bets that are up at their stakes; after a
    # run-out none is up.

    @property
    def exact(self) -> bool:
        return self.findings.method == "exact"

    @property
    def ending(self) -> Ending:
        return "face" if self.settled is None else self.settled.ending

    @cached_property
    def _final(self) -> "Spread":
        """Return the final bankroll in cents, bets that are up at their stakes."""
        from lammer.sim.report.findings import Spread

        if self.settled is not None and self.settled.ending == "run-out":
            return self.settled.spread
        final = self.findings.final
        return Spread(final.values * self.unit, final.mass)

    @property
    def shown(self) -> "Spread":
        """Return the final bankroll in cents by the ending that was asked for."""
        return self._final if self.settled is None else self.settled.spread

    @property
    def mean(self) -> float:
        return self._final.mean

    @property
    def sd(self) -> float:
        return self._final.sd

    @property
    def quantiles(self) -> dict[float, int]:
        return spread_quantiles(self._final, 1)

    def quantile(self, q: float) -> int:
        """Return the least final bankroll that so much of the distribution does not exceed."""
        return self._final.quantile(q)

    @property
    def mean_fair(self) -> float | None:
        """Return the mean final bankroll, bets that are up at their exact worth."""
        return None if self.settled is None else self.settled.mean_fair

    def chance_of(self, key: str) -> float | None:
        """Return ``p_ahead``, ``p_even``, ``p_behind``, ``p_broke`` or ``p_could_not_continue``."""
        return None if self.settled is None else self.settled.shares[key].chance

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
        """Return the trials of a session, those of a run-out included."""
        return self.findings.rolls[0] + (0.0 if self.settled is None else self.settled.trials)

    @property
    def money_through(self) -> float:
        """Return the mean of the stakes of all bets made."""
        return self.findings.staked[0] * self.unit

    @property
    def edge_on_money(self) -> float | None:
        """Return the share lost of each unit bet; None if nothing is bet."""
        return self._edge(self.mean)

    def _edge(self, mean: float) -> float | None:
        through = self.money_through
        return (self.bankroll - mean) / through if through > 0 else None

    @property
    def distribution(self) -> Iterator[tuple[int, float]]:
        """Yield final bankrolls, rising, each with its probability."""
        final = self._final
        for value, mass in zip(final.values.tolist(), final.mass.tolist(), strict=True):
            if mass:
                yield int(value), mass / final.total

    @property
    def errors(self) -> dict[str, float | None]:
        """Return the standard errors of a sample, by the figure's key; empty if exact."""
        if self.exact:
            return {}
        if self.sessions < 2:
            keys = ("mean", "sd", "p_ruin", "p_goal", "mean_rolls", "money_through")
            return dict.fromkeys((*keys, *self._settled_errors()))
        return {
            "mean": self._mean_error,
            "sd": _error_of_sd(self._final, self.sessions),
            "p_ruin": _error_of_share(self.p_ruin, self.sessions),
            "p_goal": None if self.p_goal is None else _error_of_share(self.p_goal, self.sessions),
            "mean_rolls": self.findings.rolls[1],
            "money_through": self.findings.staked[1] * self.unit,
            **self._settled_errors(),
        }

    @property
    def _mean_error(self) -> float:
        if self.settled is not None and self.settled.ending == "run-out":
            return self.settled.mean_error
        return self.sd / sqrt(self.sessions)

    def _settled_errors(self) -> dict[str, float | None]:
        if self.settled is None:
            return {}
        shares = {key: share.error for key, share in self.settled.shares.items()}
        return {"mean_fair": self.settled.mean_error, **shares}

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
        under += f", not fair: faces {' and '.join(self.faces)}" if self.faces else ""
        return (
            f"{self.strategy}: {money(self.bankroll)} at {self.game}{under}, {' or '.join(until)}."
        )

    @property
    def counting(self) -> str:
        """Return how bets that are still up at the end are counted, as a sentence."""
        return ENDING_WORDS[self.ending]

    @property
    def computed(self) -> str:
        """Return how the result was computed, as a sentence or two."""
        if self.reached is not None:
            words = f"Exact as far as it came. {self.partial}"
        elif self.exact:
            words = "Exact: the whole distribution was computed, not sampled."
            fall = self.findings.drawdown
            if fall is not None:
                of = counted(int(fall.total), "sampled session")
                words += f" Falls from a peak are of {of}; ± is one standard error."
        elif self.recorded is not None:
            words = f"Recorded: {counted(self.sessions, 'session')}"
            words += (
                ", one after another; ± is one standard error."
                if self.sessions > 1
                else ", which shows no error."
            )
            words += f" {self.partial}" if self.partial else ""
        else:
            seed = "" if self.findings.seed is None else f", seed {self.findings.seed}"
            words = f"Sampled: {counted(self.sessions, 'session')}{seed}"
            words += (
                "; ± is one standard error." if self.sessions > 1 else ", which shows no error."
            )
            words += f" {self.partial}" if self.partial else ""
        if self.settled is not None:
            words += f" {self.counting}"
        if self.findings.undecided > NOTHING:
            words += f" Cut off with {chance(self.findings.undecided)} not decided."
        return words

    @property
    def reached(self) -> int | None:
        """Return the roll at which an exact answer was ended before its last one, or None."""
        if not self.exact or self.findings.complete:
            return None
        return int(self.findings.at[-1])

    @property
    def interrupted(self) -> bool:
        """Return whether it is partial because somebody stopped it, not because of the time."""
        late = self.effort is not None and self.effort.ended_by == "time"
        return not self.findings.complete and not late

    @property
    def partial(self) -> str:
        """Return what a partial answer is of, as a sentence; empty if it is not partial."""
        if self.findings.complete:
            return ""
        why = "It was interrupted" if self.interrupted else "The time allowed was over"
        if self.reached is None:
            return f"{why}: these are the sessions played until then."
        of = "" if self.rolls is None else f" of {self.rolls:,}"
        return f"{why} at {self.noun} {self.reached:,}{of}: every figure is as of then."

    @property
    def machine(self) -> str:
        """Return the size of the machine that was run, as text."""
        if not self.states:
            return f"Played {self.noun} by {self.noun}"
        return f"A machine of {counted(self.states, 'position')}"

    def figures(self) -> tuple[ResultRow, ...]:
        """Return the figures of the result, in dollars, by the ending that was asked for."""
        spread = self.shown
        low, high = spread.quantile(0.05), spread.quantile(0.95)
        sd_error = _error_of_sd(spread, self.sessions) if self.sessions > 1 else None
        found = [
            *self._first(),
            self._mean_row(spread.mean),
            _with(ResultRow("sd", "standard deviation", money(spread.sd)), sd_error),
            ResultRow("median", "median", money(spread.quantile(0.5))),
            ResultRow("middle", "nine in ten end within", f"{money(low)} to {money(high)}"),
            *self._ruin_rows(),
        ]
        if self.p_goal is not None:
            of = "the goal" if self.goal is None else money(self.goal)
            found.append(self._said("p_goal", f"chance of reaching {of}", chance(self.p_goal)))
        mean_rolls = f"{self.mean_rolls:,.2f}"
        found += [
            self._said("mean_rolls", f"{self.noun}s played, on average", mean_rolls),
            self._said("money_through", "money bet, on average", money(self.money_through)),
        ]
        edge = self._edge(spread.mean)
        if edge is not None:
            found.append(ResultRow("edge", "lost of the money bet", chance(edge)))
        fall = self.findings.drawdown
        if fall is not None:
            mean, error = fall.mean * self.unit, fall.sd * self.unit / sqrt(fall.total)
            row = ResultRow("drawdown", "largest fall from a peak, mean", money(mean))
            found.append(_with(row, error if fall.total > 1 else None))
        return tuple(found)

    def _first(self) -> list[ResultRow]:
        """Return the chances to end ahead, even and behind."""
        if self.settled is None:
            return []
        return [self._share_row(f"p_{how}", f"ends {how}") for how in ("ahead", "even", "behind")]

    def _share_row(self, key: str, words: str) -> ResultRow:
        share = self.chance_of(key)
        return self._said(key, words, "" if share is None else chance(share))

    def _mean_row(self, mean: float) -> ResultRow:
        error = None if self.settled is None else self.settled.mean_error
        if error is None and self.sessions > 1:
            error = self._mean_error
        return _with(ResultRow("mean", "mean final bankroll", money(mean)), error)

    def _ruin_rows(self) -> list[ResultRow]:
        """Return the chance of ruin, and of what kind if there are two."""
        whole = self._said("p_ruin", "chance of ruin", chance(self.p_ruin))
        if self.settled is None or self.settled.could_not_continue.chance <= NOTHING:
            return [whole]
        return [
            whole,
            self._share_row("p_broke", "  broke"),
            self._share_row("p_could_not_continue", "  could not continue, with money left"),
        ]

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
            if self.reached is not None:
                return f"still playing after {counted(self.reached, self.noun)}"
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
            **({"faces": list(self.faces)} if self.faces else {}),
            "sessions": self.findings.sessions,
            "seed": self.findings.seed,
            "ending": self.ending,
            "mean": self.mean,
            "mean_fair": self.mean_fair,
            "sd": self.sd,
            **{key: self.chance_of(key) for key in CHANCES},
            "p_ruin": self.p_ruin,
            "p_goal": self.p_goal,
            "quantiles": _keyed(self.quantiles),
            "mean_rolls": self.mean_rolls,
            "money_through": self.money_through,
            "edge_on_money": self.edge_on_money,
            "ends": self.ends,
            "settled": self._settled_data(),
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
            "reached": self.reached,
            "effort": None if self.effort is None else self.effort.as_data(),
            "seconds": self.seconds,
            "notes": list(self.notes),
        }
        if not self.exact:
            data["se"] = self.errors
        if self.recorded is not None:
            data["recorded"] = self.recorded
        if distribution:
            data["distribution"] = [list(each) for each in self.distribution]
        return data

    def _settled_data(self) -> dict[str, Any]:
        spread = self.shown
        return {
            "mean": spread.mean,
            "sd": spread.sd,
            "quantiles": _keyed(spread_quantiles(spread, 1)),
            "edge_on_money": self._edge(spread.mean),
        }

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
            f"mean {money(self.shown.mean)} of {money(self.bankroll)}, sd {money(self.shown.sd)}, "
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
    pairs: "tuple[PairedDifference, ...]" = ()
    """The difference of each two of them, session by session."""
    labels: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.results) <= MOST_COMPARED:
            raise ValueError(
                f"{len(self.results)} strategies to compare: choose 1 to {MOST_COMPARED}"
            )
        object.__setattr__(self, "labels", tuple(ascii_uppercase[: len(self.results)]))

    @property
    def same_chance(self) -> bool:
        """True if all were sampled from one seed at one game, or are of one record."""
        if len({result.game for result in self.results}) > 1:
            return False
        records = {(result.recorded, result.sessions) for result in self.results}
        if len(records) == 1 and self.results[0].recorded is not None:
            return True
        seeds = {result.findings.seed for result in self.results}
        counts = {(result.sessions, result.findings.complete) for result in self.results}
        sampled = not any(result.exact for result in self.results)
        return sampled and len(seeds) == len(counts) == 1 and None not in seeds

    @property
    def apart(self) -> str:
        """Return why some are not compared session by session, as a sentence; empty if all are."""
        games = tuple(dict.fromkeys(result.game for result in self.results))
        if len(games) == 1:
            return ""
        listed = f"{', '.join(games[:-1])} and {games[-1]}"
        return f"Sessions of {listed} have no outcomes in common: they are not compared one by one."

    def as_data(self, distribution: bool = False) -> dict[str, Any]:
        return {
            "format": 1,
            "same_dice": self.same_chance,
            "results": [result.as_data(distribution) for result in self.results],
            "pairs": [pair.as_data() for pair in self.pairs],
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
            (words[key], *(_cell(*each, key) for each in zip(self.results, columns, strict=True)))
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


CHANCES = ("p_ahead", "p_even", "p_behind", "p_broke", "p_could_not_continue")
"""Chances that depend on what was up at the end."""
FIGURE_KEYS = (
    *("p_ahead", "p_even", "p_behind", "mean", "sd", "median", "middle"),
    *("p_ruin", "p_broke", "p_could_not_continue", "p_goal"),
    *("mean_rolls", "money_through", "edge", "drawdown"),
)
"""Figures in the order they are read."""


def _cell(result: Result, figures: Mapping[str, ResultRow], key: str) -> str:
    """Return a figure of a comparison. One that has only one kind of ruin does not name it by
    itself; beside one with two it does."""
    if key in figures:
        return with_error(figures[key])
    told = key in CHANCES and result.settled is not None
    return with_error(result._share_row(key, "")) if told else ""


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


def _with(row: ResultRow, error: float | None) -> ResultRow:
    """Return a row of money with its standard error, if it has one."""
    return row._replace(error=money(error)) if error else row


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
