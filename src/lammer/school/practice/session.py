"""A session at a practice table: what is asked now, what was answered, and what it cost.

Tasks are asked one after another and answered once. The table plays on by the rules, whatever was
answered, so a session is a function of its setting and its answers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from lammer.core.codec import Malformed, show
from lammer.school.answers.grade import DrillMistake, grade_posed
from lammer.school.practice.players import Newcomer
from lammer.school.practice.record import record_of_round
from lammer.school.practice.rounds import PracticeRound, PracticeTable
from lammer.school.practice.spoken_bets import grade_requests
from lammer.school.practice.tasks import DUTIES, Duty, Task
from lammer.table.rules import Rules
from lammer.table.state import TableState

Hints = Literal["before", "after", "off"]
HINTS: tuple[Hints, ...] = ("before", "after", "off")
MOST_PRACTICE_ROUNDS = 60


class WrongTask(ValueError):
    """Raised for an answer to another task than the one that is asked now."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How somebody practices: at which table, with how many players, what they do themselves, for
    how many rounds; when they are told how it is done, and whether time counts."""

    rules: Rules
    seed: int
    players: int = 6
    duties: tuple[Duty, ...] = tuple(DUTIES)
    hints: Hints = "after"
    timed: bool = False
    rounds: int = 30


class PracticeFault(NamedTuple):
    """One thing done wrong, of which ``kind``; ``off_by`` is what the player got too much or, below
    zero, too little, in cents."""

    task: int
    round: int
    kind: str
    what: str
    clauses: tuple[str, ...]
    seat: int | None = None
    bet: str | None = None
    off_by: int = 0


class Answered(NamedTuple):
    """An answered task: the question in words, the answer, the seconds it took, and the
    mistakes."""

    number: int
    round: int
    duty: Duty
    words: str
    answer: Mapping[str, Any]
    seconds: float
    faults: tuple[PracticeFault, ...]

    @property
    def right(self) -> bool:
        return not self.faults


KINDS: Mapping[str, str] = {
    "overpaid": "Paid too much",
    "underpaid": "Paid too little",
    "missed": "Winners that were not paid",
    "loser-paid": "Losers that were paid",
    "not-collected": "Losers that were not collected",
    "collected-wrongly": "Collected, and not lost",
    "returned-wrongly": "Returned wrongly",
    "vigorish": "Vigorish",
    "order": "Wrong order",
    "missed-bet": "Bets that were not taken",
    "wrong-bet": "Bets put down wrongly",
    "unlawful": "Bets and changes that are not allowed",
    "call": "Calls",
    "ruling": "Rulings",
    "slow": "Too slow",
}
"""Kinds of faults in words, in the order they are listed."""


@dataclass
class PracticeSession:
    """A session that goes on: ``task`` is asked now, as ``number``; None once the session is over.
    ``latest`` is the task that was answered last."""

    setting: Setting
    newcomer: Newcomer | None = None
    answered: list[Answered] = field(default_factory=list)
    latest: Task | None = None
    round: PracticeRound | None = None
    number: int = 0
    task: Task | None = None

    def __post_init__(self) -> None:
        setting = self.setting
        self._table = PracticeTable(setting.rules, setting.seed, setting.players, self.newcomer)
        self._left: list[Task] = []
        self._entries: list[Mapping[str, Any]] = []
        self._next()

    def players(self) -> dict[int, str]:
        return self._table.players()

    @property
    def table(self) -> TableState:
        """The table by the books, after the round that is asked about."""
        return self._table.table

    def _next(self) -> None:
        """Go on to the next task, playing rounds until there is one."""
        while not self._left:
            self._keep()
            if self.round is not None and self.round.number >= self.setting.rounds:
                self.task = None
                return
            self.round = self._table.next()
            self._left = [each for each in self.round.tasks if each.duty in self.setting.duties]
        self.task = self._left.pop(0)
        self.number += 1

    def _keep(self) -> None:
        """Keep the record of a round that is over."""
        if self.round is None:
            return
        here = [each for each in self.answered if each.round == self.round.number]
        paid = next((each.answer["payments"] for each in here if each.duty == "payments"), None)
        self._entries += record_of_round(self.setting.rules, self.round, paid)

    def end(self) -> None:
        """End the session before its last round."""
        self.task = None
        self._left = []

    def answer(self, number: int, answer: Mapping[str, Any], seconds: float) -> Answered:
        """Grade an answer and go on. If the latest answer is sent again, its grade is returned and
        nothing changes. Raises ``WrongTask`` for an answer to another task, ``Malformed`` for text
        that is no answer."""
        before = self.answered[-1] if self.answered else None
        if before is not None and number == before.number:
            if before.answer == answer:
                return before
            raise WrongTask(f"Task {number} was answered, and not like this.")
        if self.task is None or self.round is None:
            raise WrongTask("The session is over.")
        if number != self.number:
            raise WrongTask(f"Task {self.number} is asked, not task {number}.")
        at = self.round.number
        faults = graded(self.task, number, at, answer)
        if self.setting.timed:
            faults += _slow(self.task, number, at, seconds)
        words = self.task.posed.words
        done = Answered(number, at, self.task.duty, words, dict(answer), seconds, tuple(faults))
        self.answered.append(done)
        self.latest = self.task
        self._next()
        return done

    @property
    def faults(self) -> list[PracticeFault]:
        return [fault for each in self.answered for fault in each.faults]

    @property
    def cost(self) -> int:
        """What players got too much, in cents."""
        return sum(max(each.off_by, 0) for each in self.faults)

    @property
    def owed(self) -> int:
        """What players got too little, in cents."""
        return sum(max(-each.off_by, 0) for each in self.faults)

    def breakdown(self) -> list[dict[str, Any]]:
        """Return how often something was done wrong and what it cost, by kind."""
        found = []
        for kind, words in KINDS.items():
            some = [each for each in self.faults if each.kind == kind]
            if some:
                cost = sum(max(each.off_by, 0) for each in some)
                owed = sum(max(-each.off_by, 0) for each in some)
                found.append(
                    {"kind": kind, "what": words, "count": len(some), "cost": cost, "owed": owed}
                )
        return found

    def record(self) -> tuple[Mapping[str, Any], ...]:
        """Return the rounds that are over as entries of a record that an audit judges: what the
        trainee paid and collected, and for all else what the books have."""
        return tuple(self._entries)


def graded(task: Task, number: int, at: int, answer: Mapping[str, Any]) -> list[PracticeFault]:
    """Return the mistakes in an answer to a task. Raises ``Malformed`` for text that is no
    answer."""
    if not isinstance(answer, Mapping):
        raise Malformed("answer", f"{show(answer)} is not an object")
    if task.asked == "requests":
        return [PracticeFault(number, at, *each) for each in grade_requests(task, answer)]
    found = grade_posed(task.asked, task.posed, answer).mistakes
    lost = task.at_stake if answer.get("allowed") is True else 0
    return [_fault(task, number, at, each, lost) for each in found]


def _fault(task: Task, number: int, at: int, mistake: DrillMistake, lost: int) -> PracticeFault:
    kind = mistake.kind or ("call" if task.duty == "calls" else "ruling")
    off = lost or mistake.off_by or 0
    what = mistake.what
    why = task.posed.bets.get((mistake.seat or 0, mistake.bet or ""))
    if why is not None:
        what = f"{what} {why.reckon}".rstrip()
    return PracticeFault(number, at, kind, what, mistake.clauses, mistake.seat, mistake.bet, off)


def _slow(task: Task, number: int, at: int, seconds: float) -> Iterator[PracticeFault]:
    if seconds > task.seconds:
        what = f"It took {round(seconds)} seconds of {task.seconds}."
        yield PracticeFault(number, at, "slow", what, ())
