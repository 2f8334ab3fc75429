"""How cards are read."""

from typing import Annotated, Any

from lammer.core.codec import Malformed, Reads, show
from lammer.instruments.shoe.cards import DECK


def card(key: str, value: Any) -> str:
    if isinstance(value, str) and value in _DECK:
        return value
    what = f"{show(value)} is not a card"
    raise Malformed(key, what, 'Rank A23456789TJQK and suit shdc: "9h", "Ts".')


_DECK = frozenset(DECK)


MOST_CARDS = 64


def hand_of_cards(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_CARDS:
        raise Malformed(key, f"{show(value)} is not a list of cards", 'Write ["9h", "Kd", ...].')
    return tuple(card(key, each) for each in value)


HandOfCards = Annotated[tuple[str, ...], Reads(hand_of_cards, words="list of cards")]
