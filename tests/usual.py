"""Parameters of tests of which only some are run without ``--long``; tests of many cases in one."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest


def usual(every: Iterable[Any], short: Collection[Any]) -> list[Any]:
    """Return every parameter, with those that are not in ``short`` marked long.

    >>> [bool(each.marks) for each in usual(["phone", "desktop"], ["phone"])]
    [False, True]
    """
    found = list(every)
    assert set(short) <= set(found), "a short one is not among them"
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)),
            marks=() if each in short else pytest.mark.long,
        )
        for each in found
    ]


@contextmanager
def case(name: str) -> Iterator[None]:
    """Name one of many cases of a test in the report of its failure. A test for each would take
    longer than what it tests."""
    try:
        yield
    except Exception as problem:
        problem.add_note(f"This is the case {name}.")
        raise
