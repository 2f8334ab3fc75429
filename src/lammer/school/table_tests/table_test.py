"""A table test: which skills are asked, how often, and what it takes to pass.

Its file is TOML (``docs/formats.md``); the same structure comes from a page. A sitting has one
seed, and the seed of each question follows from it.
"""

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any

from lammer.core.codec import AsObject, Malformed, Reads, shape, show
from lammer.games.registry import UnknownName, load
from lammer.house import check_house, elections, house
from lammer.school.questions import (
    MOST_SEED,
    DrillQuestion,
    NoQuestion,
    can_be_asked,
    question,
)
from lammer.school.skills import skills
from lammer.table.rules import Rules

MOST_QUESTIONS = 500
MOST_PARTS = 40
MOST_MINUTES = 24 * 60
MOST_TEXT = 80
MOST_SHARE = 12
MOST_AGAIN = 20
"""Seeds that are tried for one question."""


def _text(key: str, value: Any) -> str:
    if isinstance(value, str) and 0 < len(value) <= MOST_TEXT and value.isprintable():
        return value
    raise Malformed(key, f"{show(value)} is not a text of 1 to {MOST_TEXT} characters")


def _number(most: int, key: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= most:
        return value
    raise Malformed(key, f"{show(value)} is not a whole number from 1 to {most}")


def _seed(key: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST_SEED:
        return value
    raise Malformed(key, f"{show(value)} is not a seed", "A whole number; left out: a fresh one.")


def _share(text: str) -> Fraction:
    """Return a share that is written "80%" or "4/5"."""
    return Fraction(text.removesuffix("%")) / (100 if text.endswith("%") else 1)


def _mark(key: str, value: Any) -> str:
    try:
        found = _share(value if isinstance(value, str) and len(value) <= MOST_SHARE else "")
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if 0 < found <= 1:
        return str(value)
    raise Malformed(key, f"{show(value)} is not a share", 'Write "80%" or "4/5", in quotes.')


def _patterns(key: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [value]
    if isinstance(value, list) and 0 < len(value) <= MOST_QUESTIONS:
        return tuple(_text(f"{key}[{at}]", each) for at, each in enumerate(value))
    raise Malformed(key, f"{show(value)} is not a list of skills", 'Write ["*.payout.*"].')


@dataclass(frozen=True, slots=True)
class TestPart:
    """Questions about some skills under one rule set: ``skills`` are keys, ``*`` for anything."""

    __test__ = False

    rules: Annotated[str, Reads(_text)]
    skills: Annotated[tuple[str, ...], Reads(_patterns)]
    count: Annotated[int, Reads(lambda key, value: _number(MOST_QUESTIONS, key, value))]
    game: Annotated[str, Reads(_text)] | None = None
    house: AsObject[Any] = field(default_factory=dict)


def _parts(key: str, value: Any) -> tuple[TestPart, ...]:
    if not isinstance(value, list) or not 0 < len(value) <= MOST_PARTS:
        raise Malformed(
            key, f"{show(value)} is not a list of parts", f"1 to {MOST_PARTS} [[part]]."
        )
    found = []
    for at, each in enumerate(value):
        if not isinstance(each, Mapping):
            raise Malformed(f"{key}[{at}]", f"{show(each)} is not a part")
        found.append(shape(TestPart).read(each, f"{key}[{at}]"))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TableTest:
    """A test: its name, its parts, the share of right answers that passes, the minutes there are
    (None: as long as it takes), and its seed (None: a fresh one for each sitting)."""

    name: Annotated[str, Reads(_text)]
    part: Annotated[tuple[TestPart, ...], Reads(_parts)]
    pass_mark: Annotated[str, Reads(_mark)] = "80%"
    minutes: Annotated[int, Reads(lambda key, value: _number(MOST_MINUTES, key, value))] | None = (
        None
    )
    seed: Annotated[int, Reads(_seed)] | None = None

    @property
    def count(self) -> int:
        return sum(each.count for each in self.part)

    @property
    def mark(self) -> Fraction:
        """The share of right answers that passes."""
        return _share(self.pass_mark)


def read_test(data: Any) -> TableTest:
    """Return the test in plain data; raises ``Malformed``, also for rules, games, houses and skills
    that there are not.

    >>> part = {"rules": "nj-2011", "skills": ["craps.payout.h*"], "count": 3}
    >>> read_test({"name": "Props", "part": [part]}).count
    3
    >>> read_test({"name": "Props", "part": [{**part, "skills": ["craps.payout.z*"]}]})
    Traceback (most recent call last):
    ...
    lammer.core.codec.Malformed: part[0].skills: there is no skill like "craps.payout.z*"
    """
    if not isinstance(data, Mapping):
        instead = "Write a name, and a [[part]] with rules and skills."
        raise Malformed("", "not a table test", instead)
    found: TableTest = shape(TableTest).read(data)
    if found.count > MOST_QUESTIONS:
        raise Malformed("part", f"{found.count} questions", f"At most {MOST_QUESTIONS} in all.")
    for at, part in enumerate(found.part):
        keys_of(part, f"part[{at}]")
    return found


def read_text(text: str) -> TableTest:
    """The same of the text of a file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise Malformed("", str(problem)) from None
    except (RecursionError, ValueError):
        raise Malformed("", "it cannot be read as TOML") from None
    return read_test(data)


def keys_of(part: TestPart, where: str = "part") -> tuple[str, ...]:
    """Return the skills that a part asks about, without those of which its house leaves nothing to
    ask; raises ``Malformed``."""
    try:
        here = rules_of(part)
    except UnknownName as problem:
        raise Malformed(f"{where}.rules", str(problem)) from None
    except Malformed as problem:
        raise Malformed(f"{where}.{problem.key}", problem.what, problem.instead) from None
    known = [skill.key for skill in skills(here)]
    found: dict[str, None] = {}
    for pattern in part.skills:
        some = [key for key in known if fnmatchcase(key, pattern)]
        if not some:
            raise Malformed(f"{where}.skills", f"there is no skill like {show(pattern)}",
                            "lammer drill --list names them all.")  # fmt: skip
        if part.house:
            some = [key for key in some if can_be_asked(here, key)]
        if not some:
            what = f"there is nothing to ask about {show(pattern)} at this house"
            raise Malformed(f"{where}.skills", what, "Name another skill, or change the house.")
        found |= dict.fromkeys(some)
    return tuple(found)


def rules_of(part: TestPart) -> Rules:
    """Return the rules of a part; raises ``Malformed`` for a house that is not lawful."""
    return _rules(part.rules, part.game, repr(part.house), _Frozen(part.house))


class _Frozen:
    """Elections as an argument of a cached function. All are equal: another argument has their
    text, which distinguishes them."""

    def __init__(self, elected: Mapping[str, Any]) -> None:
        self.elected = elected

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=32)
def _rules(key: str, game: str | None, _: str, given: _Frozen) -> Rules:
    law = load(key, game)
    elected, faults = elections(given.elected, law)
    if faults:
        raise Malformed(f"house.{faults[0].key}", faults[0].what, faults[0].instead)
    breaches = check_house(law, elected)
    if breaches:
        raise Malformed(f"house.{breaches[0].key}", breaches[0].what, breaches[0].instead)
    return Rules(house(law, elected))


def as_data(test: TableTest) -> dict[str, Any]:
    """Return a test as plain data, which ``read_test`` reads."""
    parts = [
        {
            "rules": part.rules,
            **({"game": part.game} if part.game is not None else {}),
            "skills": list(part.skills),
            "count": part.count,
            **({"house": dict(part.house)} if part.house else {}),
        }
        for part in test.part
    ]
    return {
        "name": test.name,
        "pass_mark": test.pass_mark,
        **({"minutes": test.minutes} if test.minutes is not None else {}),
        **({"seed": test.seed} if test.seed is not None else {}),
        "part": parts,
    }


def asked(test: TableTest, seed: int, number: int) -> DrillQuestion:
    """Return the question of that number, from 0 on, in a sitting with this seed.

    The skills of a part take turns, so that each comes up as often as the others. Where a seed
    gives nothing to ask at its house, the next one is taken.
    """
    at, place = _place(test, number)
    part = test.part[at]
    rules, keys = rules_of(part), keys_of(part)
    for again in range(MOST_AGAIN):
        with suppress(NoQuestion):
            return question(rules, keys[place % len(keys)], _derived(seed, at, place, again))
    raise NoQuestion(f"there is nothing to ask about {keys[place % len(keys)]} at this house")


def part_of(test: TableTest, number: int) -> TestPart:
    """Return the part that a question belongs to."""
    return test.part[_place(test, number)[0]]


def _place(test: TableTest, number: int) -> tuple[int, int]:
    """Return which part a question belongs to, and which of its questions it is."""
    first = 0
    for at, part in enumerate(test.part):
        if number < first + part.count:
            return at, number - first
        first += part.count
    raise IndexError(f"there are {first} questions")


def _derived(seed: int, part: int, place: int, again: int) -> int:
    """Return the seed of a question, which reveals nothing of the others; ``again`` counts the
    attempts and gives another seed each time."""
    words = f"lammer table test|{seed}|{part}|{place}" + (f"|{again}" if again else "")
    made = sha256(words.encode()).digest()
    return int.from_bytes(made[:6], "big")
