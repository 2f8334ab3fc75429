"""Parameters of tests of which only some are run without ``--long``."""

from collections.abc import Collection, Iterable
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
