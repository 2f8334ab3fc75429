"""Bodies about drills and the course."""

from typing import Annotated, Any

from msgspec import Meta

from lammer.server.http.schemas.base import MOST_NUMBER, RequestBody, ResponseBody


class SkillView(ResponseBody):
    """A skill: what is asked in words, what an answer has, the seconds to work at, its wagers."""

    skill: str
    what: str
    asked: str
    seconds: int
    wagers: list[str]


class DrillAnswer(RequestBody):
    """An answer to the question of a skill and a seed, under the elections of ``house``;
    ``seconds`` it took."""

    skill: Annotated[str, Meta(min_length=1, max_length=80)]
    seed: Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
    answer: dict[str, Any]
    seconds: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    house: dict[str, Any] = {}


class DrillMistakeView(ResponseBody):
    """A mistake; amounts are cents, from the player's side. ``reckon``: the way to what is right,
    where it is about one bet of several."""

    what: str
    clauses: list[str]
    reckon: str
    seat: int | None
    bet: str | None
    due: int | None
    given: int | None
    off_by: int | None


class DrillGrade(ResponseBody):
    """The grade of an answer, the right one, and why; ``due``: when the skill is asked again, for
    people who are signed in."""

    right: bool
    mistakes: list[DrillMistakeView]
    answer: dict[str, Any]
    why: dict[str, Any]
    due: str | None


class SkillProgress(ResponseBody):
    """How a person stands with a skill; ``recall`` is the chance of a right answer now."""

    skill: str
    correct: int
    asked: int
    due: str | None
    recall: float | None


class LessonSummary(ResponseBody):
    """A lesson of the course; ``learned``: how many of its skills are not due, for people who are
    signed in."""

    lesson: int
    title: str
    skills: int
    learned: int | None


class NamedSkill(ResponseBody):
    skill: str
    what: str


class LessonPart(ResponseBody):
    """Skills of a game to practise, under the elections of a house."""

    rules: str
    game: str
    house: dict[str, Any]
    skills: list[NamedSkill]


class LessonWager(ResponseBody):
    """A wager in plain words; ``edge`` in percent, null where it depends on the number."""

    name: str
    plain: str
    pays: str
    edge: str | None
    clause: str


class LessonExampleView(ResponseBody):
    """A question with its answer."""

    skill: str
    seed: int
    rules: str
    game: str
    house: dict[str, Any]
    what: str
    bets: list[str]
    words: str
    reckon: str
    clauses: list[str]


class LessonView(ResponseBody):
    """A lesson, one ``of`` so many."""

    lesson: int
    of: int
    title: str
    text: list[str]
    parts: list[LessonPart]
    wagers: list[LessonWager]
    examples: list[LessonExampleView]
