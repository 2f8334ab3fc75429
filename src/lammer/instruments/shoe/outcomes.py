"""Words for coups: who wins, at which count, with how many cards, by how much; what a hand has."""

import re

from lammer.core.space import Cells, Space
from lammer.instruments.shoe.cards import winner
from lammer.instruments.shoe.coups import Outcome

TERMS = ("player", "banker", "tie", "banker 7", "banker 7 with 3 cards", "player natural",
         "player by 4", "tie at 6", "player has 8", "banker has a natural", "5 cards in all",
         "15 points in all", "any coup")  # fmt: skip
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_CARDS = re.compile(r"([456]|four|five|six) cards(?: in all)?")
_POINTS = re.compile(r"([0-9]|1[0-8])(?: to ([0-9]|1[0-8]))? points(?: in all)?")
_HAND = re.compile(
    r"(?:the )?(?P<side>player|banker) has (?:(?P<natural>a natural)|(?:an? )?(?P<count>[0-9]))"
    r"(?:,? (?:with|of) (?P<cards>2|3|two|three) cards)?"
)
_TERM = re.compile(
    r"(?:the )?(?P<side>player|banker|tie)(?:'s hand)?(?: wins)?"
    r"(?: (?:with an?|at|on|with))?(?: ?(?P<count>[0-9]))?(?: ?(?P<natural>natural))?"
    r"(?: by (?P<margin>[1-9]))?"
    r"(?:,? (?:with|of) (?P<cards>2|3|two|three) cards)?"
)


def coup_term(space: Space, text: str) -> Cells | None:
    """Return the cells of one word for coups; None if it is not such a word.

    >>> from lammer.games import load
    >>> space = load("nj-2001").space
    >>> [space.outcomes[cell] for cell in coup_term(space, "banker 7 with 3 cards")][:2]
    [(0, 7, 3, 3), (1, 7, 3, 3)]
    """
    if text in ("any coup", "any", "anything", "the rest"):
        return space.everything
    together = _CARDS.fullmatch(text)
    if together is not None:
        many = _NUMBERS.get(together[1]) or int(together[1])
        return space.where(lambda _, coup: coup[2] + coup[3] == many)
    points, hand = _POINTS.fullmatch(text), _HAND.fullmatch(text)
    if points is not None:
        low, high = int(points[1]), int(points[2] or points[1])
        return space.where(lambda _, coup: low <= coup[0] + coup[1] <= high)
    if hand is not None:
        return space.where(lambda _, coup: _has(hand, coup))
    found = _TERM.fullmatch(text)
    if found is None:
        return None
    side, count, margin = found["side"], found["count"], found["margin"]
    cards = _many(found["cards"])

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


def _many(cards: str | None) -> int | None:
    return None if cards is None else _NUMBERS.get(cards) or int(cards)


def _has(hand: re.Match[str], coup: Outcome) -> bool:
    """Return whether the hand named has what is said of it, whoever wins."""
    at = hand["side"] == "banker"
    count, cards = coup[at], coup[2 + at]
    if hand["natural"] is not None and not (count in (8, 9) and cards == 2):
        return False
    return hand["count"] in (None, str(count)) and _many(hand["cards"]) in (None, cards)
