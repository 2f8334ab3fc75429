"""The bankroll that is ruined with at most some chance, found by halving."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from lammer.sim.effort import OutOfTime
from lammer.sim.model.check import Unplayable
from lammer.sim.report.result import chance, counted, money
from lammer.sim.simulate import Means, OverAtOnce, Question, QuestionError, answered, prepare

STEP = 100
"""Bankrolls are told apart to the dollar."""
MOST_TRIED = 60
MOST_BANKROLL = 10**10
"""Cents beyond which no bankroll is tried."""


class RuinChance(NamedTuple):
    """The chance of ruin from a bankroll in cents, and its standard error, 0 if exact."""

    bankroll: int
    chance: float
    error: float


@dataclass(frozen=True)
class NeededBankroll:
    """The least bankroll whose chance of ruin is at most ``share``, among those that were tried:
    ``found`` is its chance, and ``below`` that of a dollar less."""

    share: float
    method: Literal["exact", "sampled"]
    sessions: int | None
    seed: int | None
    found: RuinChance
    below: RuinChance
    tried: tuple[RuinChance, ...]

    @property
    def steady(self) -> bool:
        """Return whether the chance fell with every larger bankroll that was tried."""
        chances = [each.chance for each in self.tried]
        return all(one >= two - 1e-12 for one, two in pairwise(chances))

    @property
    def computed(self) -> str:
        if self.method == "exact":
            words = f"Exact, at each of {counted(len(self.tried), 'bankroll')} that were tried."
        else:
            words = (
                f"Sampled: {counted(self.sessions or 0, 'session')} of each bankroll, seed "
                f"{self.seed}; ± is one standard error."
            )
        if not self.steady:
            words += (
                " The chance does not fall steadily as the bankroll grows: one that was not tried "
                "may do with less."
            )
        return words

    def rows(self) -> list[tuple[str, str]]:
        """Return words and values for reading."""
        most = chance(self.share)
        return [
            (f"bankroll for ruin of at most {most}", money(self.found.bankroll)),
            ("chance of ruin with that", _said(self.found)),
            (f"with {money(self.below.bankroll)}", _said(self.below)),
        ]

    def as_data(self) -> dict[str, Any]:
        return {
            "share": self.share,
            "method": self.method,
            "sessions": self.sessions,
            "seed": self.seed,
            "bankroll": self.found.bankroll,
            "p_ruin": self.found.chance,
            "se": self.found.error,
            "below": self.below._asdict(),
            "steady": self.steady,
            "tried": [each._asdict() for each in self.tried],
        }


def _said(ruin: RuinChance) -> str:
    return chance(ruin.chance) + (f" ± {chance(ruin.error)}" if ruin.error else "")


class _Search:
    """The bankrolls that were tried, each with its chance of ruin."""

    def __init__(self, question: Question, means: Means) -> None:
        self.question, self.means = question, replace(means, progress=None)
        self.report = means.progress
        self.tried: dict[int, RuinChance] = {}
        self.exact, self.sessions, self.seed = True, 0, means.seed

    def at(self, bankroll: int) -> RuinChance:
        """Return the chance of ruin from a bankroll."""
        if bankroll not in self.tried:
            if len(self.tried) >= MOST_TRIED or (self.means.stop is not None and self.means.stop()):
                raise self._no_answer()
            self.tried[bankroll] = self._solved(bankroll)
            if self.report is not None:
                self.report("bankrolls", len(self.tried), MOST_TRIED)
        return self.tried[bankroll]

    def _solved(self, bankroll: int) -> RuinChance:
        try:
            asked = replace(self.question, bankroll=bankroll)
            prepared = prepare(asked, clock=self.means.clock())
        except OutOfTime:
            raise self._no_answer() from None
        except OverAtOnce as problem:
            if not problem.ruined:
                raise
            return RuinChance(bankroll, 1.0, 0.0)
        except Unplayable:
            # With less, a share of the bankroll may be no bet.
            if bankroll >= self.question.bankroll:
                raise
            return RuinChance(bankroll, 1.0, 0.0)
        result = answered(prepared, self.means)
        if not result.findings.complete:
            raise self._no_answer()
        self.exact = self.exact and result.exact
        self.sessions = max(self.sessions, result.sessions)
        if self.seed is None and result.findings.seed is not None:
            self.seed = result.findings.seed
            self.means = replace(self.means, seed=self.seed)
        error = result.errors.get("p_ruin")
        return RuinChance(bankroll, result.p_ruin, error or 0.0)

    def _no_answer(self) -> QuestionError:
        tried = counted(len(self.tried), "bankroll")
        return QuestionError(
            f"After {tried} there is no answer yet.", "Allow more time, or ask for fewer rolls."
        )


def bankroll_for(question: Question, share: float, means: Means) -> NeededBankroll:
    """Return the bankroll that a question's strategy needs to be ruined with at most such a chance;
    one with which it cannot bet counts as ruined.
    Raises ``QuestionError`` if there is none within the limits."""
    if not 0 < share < 1:
        raise QuestionError(f"A chance of ruin is between 0 and 1, not {share}.", "Such as 5%.")
    if question.rolls is None and question.goal is None:
        raise QuestionError(
            "Play without an end ruins every bankroll in the end.", "Say how many rolls, or a goal."
        )
    most = MOST_BANKROLL if question.goal is None else question.goal - STEP
    search = _Search(question, means)
    low, high = 0, min(max(question.bankroll // STEP, 1) * STEP, most)
    while search.at(high).chance > share:
        if high >= most:
            raise QuestionError(
                f"{money(high)} is still ruined with {chance(search.at(high).chance)}, and no more "
                "than that can be tried.",
                "Ask for fewer rolls, or another goal.",
            )
        low, high = high, min(2 * high, most)
    while high - low > STEP:
        middle = (low + high) // (2 * STEP) * STEP
        low, high = (middle, high) if search.at(middle).chance > share else (low, middle)
    below = search.at(low) if low else RuinChance(0, 1.0, 0.0)
    return NeededBankroll(
        share,
        "exact" if search.exact else "sampled",
        None if search.exact else search.sessions,
        None if search.exact else search.seed,
        search.at(high),
        below,
        tuple(sorted(search.tried.values())),
    )
