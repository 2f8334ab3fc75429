"""Words for where the ball comes to rest, for whoever writes a wager of their own."""

import re
from dataclasses import replace
from functools import partial

from lammer.core.space import Cells, Space
from lammer.games.outcomes import OutcomeWords
from lammer.games.roulette.ac_roulette import UNTIL_CLOSED
from lammer.games.roulette.wheels import (
    COLUMNS,
    DOZENS,
    EVEN_MONEY,
    NUMBERS,
    POCKETS,
    ZEROS,
    WheelName,
    pockets_in,
    space_of,
)

_RANGE = re.compile(r"([0-9]{1,2}) ?(?:to|-|through) ?([0-9]{1,2})")
_GROUP = re.compile(r"(dozen|column) ?([1-3])|(first|second|third) (dozen|column)")
_ORDINALS = {"first": 1, "second": 2, "third": 3}
_NAMED = {
    "zero": ZEROS[:1],
    "double zero": ZEROS[1:],
    "zeros": ZEROS,
    "any number": POCKETS,
    "any": POCKETS,
    "anything": POCKETS,
    "the rest": POCKETS,
}


def term(space: Space, text: str) -> Cells | None:
    """Return the cells of one word on a wheel; None if it is not such a word.

    >>> wheel = space_of("double-zero")
    >>> [len(term(wheel, each)) for each in ("17", "red", "dozen 2", "1 to 18", "zeros")]
    [1, 18, 12, 18, 2]
    """
    pockets = _pockets(text)
    return pockets_in(space, (each for each in pockets if each in space.outcomes)) or None


def _pockets(text: str) -> tuple[str, ...]:
    if text in POCKETS:
        return (text,)
    if text in _NAMED:
        return _NAMED[text]
    if text in EVEN_MONEY:
        return tuple(map(str, EVEN_MONEY[text]))
    group, several = _GROUP.fullmatch(text), _RANGE.fullmatch(text)
    if group:
        kind, number = (group[1], int(group[2])) if group[1] else (group[4], _ORDINALS[group[3]])
        return tuple((DOZENS if kind == "dozen" else COLUMNS)[f"{kind}-{number}"])
    if several:
        low, high = map(int, several.groups())
        # A zero is no number of a row.
        return (
            tuple(str(n) for n in NUMBERS if low <= n <= high) if {low, high} <= {*NUMBERS} else ()
        )
    return ()


def _words(space_name: str, wheel: WheelName) -> OutcomeWords:
    space = space_of(wheel)
    return OutcomeWords(
        space_name=space_name,
        space=space,
        term=partial(term, space),
        terms=("17", "0", "00", "red", "black", "odd", "even", "low", "high", "1 to 18",
               "dozen 2", "column 3", "zeros", "any number"),
        offers={"any time": lambda cites: replace(UNTIL_CLOSED, cites=cites)},
        working={"always": space.everything},
    )  # fmt: skip


OUTCOMES = (_words("wheel", "double-zero"), _words("wheel with one zero", "single-zero"))
