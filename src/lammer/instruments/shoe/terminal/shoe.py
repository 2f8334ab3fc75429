"""A real shoe: cards shuffled once and dealt without replacement, a cutting card near the end."""

from collections.abc import Sequence
from random import Random

from lammer.cli.support.output import console
from lammer.instruments.shoe.cards import DECK, Coup, Drawing, dealt
from lammer.instruments.shoe.events import CardsDealt, CardsShuffled
from lammer.table import Event

BEHIND = 14
"""Cards behind the cutting card. No text that is printed says how many: fourteen is customary and
the project's own choice. The hand in which it comes out and one more always find enough."""
CUTTING_CARD = "cutting card"


class DealtShoe:
    """A number of decks in an order that ``chance`` made; it remembers the coups of this shoe and
    those of the shoe before."""

    def __init__(self, chance: Random, drawing: Drawing, decks: int) -> None:
        self._chance, self._drawing, self._decks = chance, drawing, decks
        self._coups: list[Coup] = []
        self.earlier: tuple[Coup, ...] = ()
        self._shuffle()

    def _shuffle(self) -> None:
        cards = [*DECK] * self._decks
        self._chance.shuffle(cards)
        cards.insert(len(cards) - BEHIND, CUTTING_CARD)
        self._cards = iter(cards)

    def draw(self) -> list[str]:
        """Return the cards of one coup: as many as the rules draw, and the cutting card if it
        comes."""
        out: list[str] = []
        while not isinstance(dealt(self._drawing, cards_in(out)), Coup):
            out.append(next(self._cards))
        return out

    def note(self, event: Event) -> None:
        if isinstance(event, CardsDealt):
            coup = dealt(self._drawing, event.cards)
            assert isinstance(coup, Coup)
            self._coups.append(coup)
        elif isinstance(event, CardsShuffled):
            self.earlier = tuple(self._coups) or self.earlier
            self._coups.clear()
            self._shuffle()

    @property
    def past(self) -> Sequence[Coup]:
        return tuple(self._coups)


def cards_in(out: Sequence[str]) -> list[str]:
    """Return the cards as they came out, without the cutting card."""
    return [card for card in out if card != CUTTING_CARD]


_SUITS = {"s": "\N{BLACK SPADE SUIT}", "h": "\N{BLACK HEART SUIT}"}
_SUITS |= {"d": "\N{BLACK DIAMOND SUIT}", "c": "\N{BLACK CLUB SUIT}"}


def faces(cards: Sequence[str]) -> str:
    """Return cards as they are read: rank and suit, as letters if the screen has no signs for
    them."""
    signs = {} if console().options.ascii_only else _SUITS
    ranks = (card[0].replace("T", "10") for card in cards)
    return " ".join(
        f"{rank}{signs.get(card[1], card[1])}" for rank, card in zip(ranks, cards, strict=True)
    )
