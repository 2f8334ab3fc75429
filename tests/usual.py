"""Parameters of tests of which only some are run without ``--long``; tests of many cases in one."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from lammer.games.registry import RULESETS, load


def usual(every: Iterable[Any], short: Collection[Any]) -> list[Any]:
    """Return every parameter, with those that are not in ``short`` marked long.

    >>> [bool(each.marks) for each in usual(["phone", "desktop"], ["phone"])]
    [False, True]
    """
    found = list(every)
    assert set(short) <= set(found), "a short one is not among them"
    return [_parameter(each, each not in short) for each in found]


def one_in(step: int, every: Iterable[Any]) -> list[Any]:
    """Return every parameter, with all but each ``step``-th marked long.

    >>> [bool(each.marks) for each in one_in(3, "abcde")]
    [False, True, True, False, True]
    """
    return [_parameter(each, at % step > 0) for at, each in enumerate(every)]


def _parameter(value: Any, long: bool) -> Any:
    marks = pytest.mark.long if long else ()
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=marks)


GAMES = [(rules, game) for rules in RULESETS for game in load(rules).games]
_LIKE_ANOTHER = {
    ("nj-2011", "mini-craps"),
    ("nj-2005", "craps"),
    ("nj-2005", "mini-craps"),
    ("md-2013", "mini-craps"),
}
"""Craps under rules, or at a table, much like those of the others."""
FEW_GAMES = [each for each in GAMES if each not in _LIKE_ANOTHER]
EACH_GAME = usual(GAMES, FEW_GAMES)
"""Every game under every rules, for tests that cost much; ``FEW_GAMES`` of them without --long."""


@contextmanager
def case(name: str) -> Iterator[None]:
    """Name one of many cases of a test in the report of its failure. A test for each would take
    longer than what it tests."""
    try:
        yield
    except Exception as problem:
        problem.add_note(f"This is the case {name}.")
        raise
