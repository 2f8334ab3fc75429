"""Words for where the ball comes to rest, for whoever writes a wager of their own."""

import re
from dataclasses import replace

from lammer.core.space import Cells
from lammer.games.outcomes import OutcomeWords
from lammer.games.roulette.ac_roulette import UNTIL_CLOSED
from lammer.games.roulette.wheels import (
    COLUMNS,
    DOZENS,
    EVEN_MONEY,
    NUMBERS,
    POCKETS,
    ZEROS,
    pockets_in,
    space_of,
)

SPACE = space_of("double-zero")
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


def term(text: str) -> Cells | None:
    """Return the cells of one word; None if it is none.

    >>> [len(term(each)) for each in ("17", "red", "dozen 2", "1 to 18", "zeros")]
    [1, 18, 12, 18, 2]
    """
    if text in POCKETS:
        return pockets_in(SPACE, (text,))
    if text in _NAMED:
        return pockets_in(SPACE, _NAMED[text])
    if text in EVEN_MONEY:
        return pockets_in(SPACE, map(str, EVEN_MONEY[text]))
    group, several = _GROUP.fullmatch(text), _RANGE.fullmatch(text)
    if group:
        kind, number = (group[1], int(group[2])) if group[1] else (group[4], _ORDINALS[group[3]])
        return pockets_in(SPACE, (DOZENS if kind == "dozen" else COLUMNS)[f"{kind}-{number}"])
    if several:
        low, high = map(int, several.groups())
        return pockets_in(SPACE, (str(n) for n in NUMBERS if low <= n <= high))
    return None


OUTCOMES = OutcomeWords(
    space_name="wheel",
    space=SPACE,
    term=term,
    terms=("17", "0", "00", "red", "black", "odd", "even", "low", "high", "1 to 18", "dozen 2",
           "column 3", "zeros", "any number"),
    offers={"any time": lambda cites: replace(UNTIL_CLOSED, cites=cites)},
    working={"always": SPACE.everything},
)  # fmt: skip
