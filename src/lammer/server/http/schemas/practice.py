"""The bodies of requests and responses about practice tables. Amounts are cents."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from lammer.school.practice import DUTIES
from lammer.school.practice.session import MOST_PRACTICE_ROUNDS
from lammer.school.topics.payments import SEATS
from lammer.server.http.schemas.base import MOST_NUMBER, RequestBody, ResponseBody

Duties = Literal["bets", "calls", "payments", "rulings"]


class NewPractice(RequestBody):
    """A practice table to open; the same seed gives the same table. ``house`` are elections as in a
    house file."""

    seed: Annotated[int, Meta(ge=0, le=MOST_NUMBER)] | None = None
    house: dict[str, Any] = {}
    players: Annotated[int, Meta(ge=1, le=SEATS)] = 6
    duties: Annotated[list[Duties], Meta(min_length=1, max_length=4)] = msgspec.field(
        default_factory=lambda: list(DUTIES)
    )
    hints: Literal["before", "after", "off"] = "after"
    timed: bool = False
    rounds: Annotated[int, Meta(ge=1, le=MOST_PRACTICE_ROUNDS)] = 30


class PracticeAnswer(RequestBody):
    """The answer to a task, by its number."""

    number: Annotated[int, Meta(ge=1, le=MOST_NUMBER)]
    answer: dict[str, Any]


class PracticeTaskView(ResponseBody):
    """What is asked now: ``asked`` says what an answer has, ``where`` where the game stands, if the
    question does not say it; ``state`` and ``shown`` draw the table,
    ``given`` is what belongs to the question, ``hints`` how it is done, for who wants to be told
    before."""

    number: int
    duty: str
    asked: str
    words: str
    where: str
    seconds: int
    table: dict[str, Any]
    state: dict[str, Any]
    shown: dict[str, Any] | None
    given: dict[str, Any]
    hints: list[str]


class FaultView(ResponseBody):
    """Something done wrong; ``off_by``: what the player got too much or, below zero, too little."""

    task: int
    round: int
    kind: str
    what: str
    clauses: list[str]
    seat: int | None
    bet: str | None
    off_by: int


class FaultCount(ResponseBody):
    """How often something was done wrong; what it cost the house, and what players are owed."""

    kind: str
    what: str
    count: int
    cost: int
    owed: int


class PracticeScore(ResponseBody):
    """``cost``: what players got too much so far; ``owed``: too little."""

    tasks: int
    right: int
    cost: int
    owed: int
    kinds: list[FaultCount]


class PracticeSummary(ResponseBody):
    """A session that is kept: when it began and ended (null: it goes on), the round it is in, and
    its score."""

    practice: str
    rules: str
    game: str
    begun: str
    ended: str | None
    seed: int
    rounds: int
    round: int
    tasks: int
    right: int
    cost: int
    owed: int


class PracticeView(ResponseBody):
    """A session: its setting, who plays at which seat, what was said and done in this ``round``,
    the task of now (null: it is over) and the score. ``faults`` are listed where hints are given,
    and once it is over."""

    practice: str
    rules: str
    game: str
    seed: int
    players: dict[str, str]
    duties: list[str]
    hints: str
    timed: bool
    rounds: int
    round: int
    said: list[str]
    task: PracticeTaskView | None
    score: PracticeScore
    faults: list[FaultView]


class PracticeGrade(ResponseBody):
    """What an answer is worth; ``answer``, ``why`` and ``faults`` are withheld where hints are
    off. ``next`` is the session from then on."""

    number: int
    right: bool
    seconds: float
    faults: list[FaultView]
    answer: dict[str, Any] | None
    why: dict[str, Any] | None
    next: PracticeView
