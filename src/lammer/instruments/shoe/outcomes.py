"""Words for coups: who wins, at which count, with how many cards, by how much."""

import re

from lammer.core.space import Cells, Space
from lammer.instruments.shoe.cards import winner
from lammer.instruments.shoe.coups import Outcome

TERMS = ("player", "banker", "tie", "banker 7", "banker 7 with 3 cards", "player natural",
         "player by 4", "tie at 6", "any coup")  # fmt: skip
_NUMBERS = {"two": 2, "three": 3}
_TERM = re.compile(
    r"(?:the )?(?P<side>player|banker|tie)(?:'s hand)?(?: wins)?"
    r"(?: (?:with an?|at|on|with))?(?: ?(?P<count>[0-9]))?(?: ?(?P<natural>natural))?"
    r"(?: by (?P<margin>[1-9]))?"
    r"(?:,? (?:with|of) (?P<cards>2|3|two|three) cards)?"
)


def coup_term(space: Space, text: str) -> Cells | None:
    """Return the cells of one word for coups; None if it is none.

    >>> from lammer.games import load
    >>> space = load("nj-2001").space
    >>> [space.outcomes[cell] for cell in coup_term(space, "banker 7 with 3 cards")][:2]
    [(0, 7, 3, 3), (1, 7, 3, 3)]
    """
    if text in ("any coup", "any", "anything", "the rest"):
        return space.everything
    found = _TERM.fullmatch(text)
    if found is None:
        return None
    side, count, margin = found["side"], found["count"], found["margin"]
    cards = None if found["cards"] is None else _NUMBERS.get(found["cards"]) or int(found["cards"])

    def fits(_: str, coup: Outcome) -> bool:
        player, banker, *dealt = coup
        high, low = max(player, banker), min(player, banker)
        # Of a tie either hand may have been meant, so its cards and natural must be of both.
        of = dealt if side == "tie" else [dealt[side == "banker"]]
        return (
            winner(player, banker) == side
            and count in (None, str(high))
            and margin in (None, str(high - low))
            and (cards is None or all(each == cards for each in of))
            and (found["natural"] is None or (high in (8, 9) and all(each == 2 for each in of)))
        )

    return space.where(fits)
