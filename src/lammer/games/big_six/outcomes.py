"""Words for where the wheel stops, for whoever writes a wager of their own."""

from dataclasses import replace

from lammer.core.space import Cells
from lammer.games.big_six.ac_big_six import UNTIL_CLOSED
from lammer.games.big_six.wheel import PAYS, SPACE, STOPS
from lammer.games.outcomes import OutcomeWords
from lammer.instruments.wheel.law import name_of

_WRITTEN = {"1": "one", "2": "two", "5": "five", "10": "ten", "20": "twenty"}
_EMBLEMS = ("emblem-1", "emblem-2")
_NUMBERS = tuple(stop for stop in PAYS if stop not in _EMBLEMS)
_NAMED: dict[str, tuple[str, ...]] = {
    **{stop: (stop,) for stop in STOPS},
    **{number: (stop,) for number, stop in _WRITTEN.items()},
    "joker": _EMBLEMS[:1],
    "star": _EMBLEMS[1:],
    "emblem": _EMBLEMS,
    "emblems": _EMBLEMS,
    "any emblem": _EMBLEMS,
    "numbers": _NUMBERS,
    "any number": _NUMBERS,
    "any stop": STOPS,
    "any": STOPS,
    "anything": STOPS,
    "the rest": STOPS,
}


def term(text: str) -> Cells | None:
    """Return the cells of one word on the wheel; None if it is not such a word.

    >>> [len(term(each)) for each in ("1", "twenty", "joker", "any emblem", "any stop")]
    [24, 2, 1, 2, 54]
    """
    names = _NAMED.get(text.removeprefix("the "))
    return None if names is None else SPACE.where(lambda _, place: name_of(place) in names)


OUTCOMES = (
    OutcomeWords(
        space_name="big six wheel",
        space=SPACE,
        term=term,
        terms=("1", "2", "5", "10", "20", "joker", "star", "any emblem", "any number", "any stop"),
        offers={"any time": lambda cites: replace(UNTIL_CLOSED, cites=cites)},
        working={"always": SPACE.everything},
    ),
)
