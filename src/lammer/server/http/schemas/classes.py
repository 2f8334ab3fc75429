"""Bodies about classes, table tests and sittings."""

from typing import Annotated, Any

from msgspec import Meta

from lammer.server.http.schemas.base import MOST_NUMBER, Name, RequestBody, ResponseBody, Token
from lammer.server.http.schemas.school import SkillView


class NewClass(RequestBody):
    name: Name


class ClassLink(RequestBody):
    """The long word at the end of a link to join a class."""

    token: Token


TestFile = Annotated[str, Meta(min_length=1, max_length=20_000)]


class TestText(RequestBody):
    """A table test, as the text of its file."""

    file: TestFile


class AssignedTest(RequestBody):
    """A table test, as the text of its file, and how often everybody may take it."""

    file: TestFile
    sittings: Annotated[int, Meta(ge=1, le=20)] = 1


class SittingAnswer(RequestBody):
    """The answer to the open question of a sitting, by its number from 0 on."""

    number: Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
    answer: dict[str, Any]


class ClassName(ResponseBody):
    """A class that a link leads to."""

    name: str
    instructor: str


class SittingMarks(ResponseBody):
    """A sitting; what it came to is null while it goes on. ``skills``: right answers and questions
    by skill; ``head`` of its log."""

    sitting: int
    begun: str
    ended: str | None = None
    right: int | None = None
    count: int | None = None
    passed: bool | None = None
    seconds: int | None = None
    skills: dict[str, list[int]] = {}
    head: str | None = None


class TestView(ResponseBody):
    """A test of a class: its name, questions, minutes (null: no limit) and pass mark, how often
    everybody may take it, and the own ``taken`` sittings of whoever asks."""

    test: int
    name: str
    count: int
    minutes: int | None
    pass_mark: str
    sittings: int
    created: str
    withdrawn: str | None
    taken: list[SittingMarks]


class MemberView(ResponseBody):
    person: int
    name: str
    joined: str


class ClassView(ResponseBody):
    """A class: ``teaches`` says whether it is one's own; then it has its link and its members.
    ``own``: the tests that one takes alone."""

    school_class: int
    name: str
    instructor: str
    created: str
    closed: str | None
    own: bool
    teaches: bool
    link: str | None
    tests: list[TestView]
    members: list[MemberView]


class ClassList(ResponseBody):
    """The classes of whoever asks; ``may_teach``: whether they may create one."""

    may_teach: bool
    classes: list[ClassView]


class CheckedTest(ResponseBody):
    """A test that was read: its questions, and of each part the skills they are about."""

    name: str
    count: int
    minutes: int | None
    pass_mark: str
    fixed: bool
    parts: list["TestPartView"]


class TestPartView(ResponseBody):
    rules: str
    game: str
    count: int
    skills: list[SkillView]


class ReadyTest(ResponseBody):
    """A test that is ready to be assigned, or to be changed first: its file."""

    name: str
    file: str


class PersonResults(ResponseBody):
    person: int
    name: str
    sittings: list[SittingMarks]


class TestResults(ResponseBody):
    """Everybody in the class with their sittings of a test; ``skills``: right answers and questions
    of all of them, and what each is about."""

    test: TestView
    school_class: int
    class_name: str
    people: list[PersonResults]
    skills: dict[str, list[int]]
    what: dict[str, str]


class AnsweredQuestion(ResponseBody):
    """A question of a sitting that is over, with the answer given and the right one."""

    number: int
    skill: str
    what: str
    words: str
    bets: list[str]
    right: bool
    seconds: int
    given: dict[str, Any]
    answer: dict[str, Any]
    mistakes: list[str]
    clauses: list[str]
    reckon: str


class SittingView(ResponseBody):
    """A sitting as it stands: the ``question`` that is open, for whoever takes the test, or once it
    is over its marks and answers. ``now`` is the time of the house."""

    marks: SittingMarks
    test: int
    name: str
    person: int
    taken_by: str
    own: bool
    count: int
    minutes: int | None
    pass_mark: str
    ends: str | None
    now: str
    number: int | None
    question: dict[str, Any] | None
    answers: list[AnsweredQuestion]
