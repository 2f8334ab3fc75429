"""Words for a shake of three dice, for whoever writes a wager of their own."""

import re
from dataclasses import replace

from lammer.core.space import Cells
from lammer.games.outcomes import OutcomeWords
from lammer.games.sic_bo.custom import BEFORE_NO_MORE_BETS
from lammer.games.sic_bo.space import NAMED, SHAKE, is_triple

LOWEST, HIGHEST = 3, 18
_NUMBER = re.compile(r"(?:an? )?(?:total (?:of )?)?([0-9]{1,2})")
_RANGE = re.compile(r"([0-9]{1,2}) ?(?:to|-|through) ?([0-9]{1,2})")
_FACES = re.compile(r"([1-6])-([1-6])-([1-6])")


def term(text: str) -> Cells | None:
    """Return the cells of one word; None if it is not such a word. Numbers are totals.

    >>> [len(term(each)) for each in ("4", "small", "any triple", "double 3", "1 with 2", "1-2-3")]
    [3, 105, 6, 16, 30, 6]
    """
    named, faces = NAMED.get(text), _FACES.fullmatch(text)
    if named is not None:
        return SHAKE.where(lambda _, dice: dice in named[0])
    if faces:
        wanted = sorted(map(int, faces.groups()))
        return SHAKE.where(lambda _, dice: sorted(dice) == wanted)
    numbers = _RANGE.fullmatch(text) or _NUMBER.fullmatch(text)
    if numbers:
        low, high = int(numbers[1]), int(numbers[numbers.re.groups])
        if not LOWEST <= low <= high <= HIGHEST:
            return None
        return SHAKE.where(lambda _, dice: low <= sum(dice) <= high)
    match text:
        case "odd" | "even":
            return SHAKE.where(lambda _, dice: sum(dice) % 2 == (text == "odd"))
        case "triples" | "a triple":
            return SHAKE.where(lambda _, dice: is_triple(dice))
        case "any shake" | "any" | "anything" | "the rest":
            return SHAKE.everything
    return None


OUTCOMES = (
    OutcomeWords(
        space_name="three dice",
        space=SHAKE,
        term=term,
        terms=("9", "4 to 6", "odd", "even", "small", "big", "any triple", "triple 4", "double 3",
               "a 6", "1 with 2", "1-2-3", "any shake"),
        offers={"any time": lambda cites: replace(BEFORE_NO_MORE_BETS, cites=cites)},
        working={"always": SHAKE.everything},
    ),
)  # fmt: skip
