"""Cards, and the rules by which two hands draw a third one, as data.

A card is written rank and suit: "9h", "Kd", "Ts". A ``Drawing`` is a regulation's tables for the
third card, every row with its clause; ``dealt`` follows it over the cards of one coup, in the order
they came out of the shoe, and says at each step what is done and why.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from lammer.core.cite import Cites

RANKS = "A23456789TJQK"
SUITS = "shdc"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
Side = Literal["player", "banker"]
Winner = Literal["player", "banker", "tie"]
WINNERS: tuple[Winner, ...] = get_args(Winner)
"""The results of a coup, in the order in which a sample numbers its outcomes."""


@dataclass(frozen=True, slots=True)
class Stands:
    """Whether a hand of some count draws, by which clauses."""

    draws: bool
    cites: Cites


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the second table: the hand draws if the first hand took no third card, or if the
    card it took has one of these values."""

    without: bool
    on: tuple[int, ...]
    cites: Cites

    def draws(self, third: int | None) -> bool:
        return self.without if third is None else third in self.on


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a coup is dealt and drawn.

    ``values`` are the points of each rank, a count being the last digit of their sum; ``naturals``
    the counts on two cards after which nobody draws. ``player`` is read by the player's count on
    two cards; ``banker`` by the banker's, and by the player's third card (``read`` says how).
    """

    values: Mapping[str, int]
    values_cites: Cites
    hands: Cites
    first: Cites
    faced: Cites
    counted: Mapping[Side, Cites]
    told: Cites
    third: Cites
    at_most: Cites
    naturals: tuple[int, ...]
    natural_cites: Cites
    player: Mapping[int, Stands]
    banker: Mapping[int, Row]
    read: Cites
    announced: Cites
    tied: Cites

    def value(self, card: str) -> int:
        return self.values[card[0]]

    def count(self, cards: Sequence[str]) -> int:
        return sum(map(self.value, cards)) % 10


class DrawStep(NamedTuple):
    """A hand that draws or stays: its count before that, and the clauses."""

    side: Side
    points: int
    draws: bool
    cites: Cites


class Coup(NamedTuple):
    """A complete coup: both hands, both counts, and the steps of each; after a natural there are
    none."""

    player: tuple[str, ...]
    banker: tuple[str, ...]
    player_count: int
    banker_count: int
    steps: tuple[DrawStep, ...]
    natural: Cites = ()

    @property
    def outcome(self) -> tuple[int, int, int, int]:
        """The outcome in the space of coups: both counts, and the number of cards in each hand."""
        return self.player_count, self.banker_count, len(self.player), len(self.banker)

    @property
    def winner(self) -> Winner:
        return winner(self.player_count, self.banker_count)


def winner(player: int, banker: int) -> Winner:
    """Return the hand that wins by these counts, or "tie"."""
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


class Misdealt(NamedTuple):
    """Raised for cards that are no possible coup: what is wrong, and by which clauses."""

    what: str
    cites: Cites


def dealt(drawing: Drawing, cards: Sequence[str]) -> Coup | Misdealt:
    """Return the coup of these cards, in dealing order. Raises ``Misdealt`` unless they are exactly
    those that the rules draw.

    >>> from lammer.games import load
    >>> shoe = load("nj-2001").procedure.trial.instrument
    >>> dealt(shoe.drawing, ["5d", "2c", "Kh", "3s", "4h", "Ah"]).outcome
    (9, 6, 3, 3)
    >>> dealt(shoe.drawing, ["9d", "2c", "Kh", "3s", "4h"]).what
    'a natural: no third card is dealt, and there are 5 cards'
    """
    if len(cards) < 4:
        return Misdealt(f"four cards are dealt at first, not {len(cards)}", drawing.first)
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    steps: list[DrawStep] = []
    told: Cites = _natural(drawing, player, banker)
    rest = list(cards[4:])
    words = "a natural: no third card is dealt"
    if not {drawing.count(player), drawing.count(banker)} & set(drawing.naturals):
        for side in SIDES:
            step = _told(drawing, side, player, banker)
            steps.append(step)
            told, words = step.cites, f"the {side.title()}'s Hand stays on {step.points}"
            if not step.draws:
                continue
            words = f"the {side.title()}'s Hand draws on {step.points}"
            if not rest:
                return Misdealt(f"{words}, and there is no card for it", step.cites)
            (player if side == "player" else banker).append(rest.pop(0))
    if rest:
        drew = bool(steps) and steps[-1].draws
        words = f"{words} and has its card" if drew else words
        cites = (*drawing.at_most, *told) if drew or len(cards) > MOST else told
        return Misdealt(f"{words}, and there are {len(cards)} cards", cites)
    counts = drawing.count(player), drawing.count(banker)
    natural = () if steps else told
    return Coup(tuple(player), tuple(banker), *counts, tuple(steps), natural)


SIDES: tuple[Side, ...] = ("player", "banker")
MOST = 6
"""No coup has more cards than this."""


def _natural(drawing: Drawing, player: Sequence[str], banker: Sequence[str]) -> Cites:
    """Return the clauses by which nobody draws after a natural."""
    cites = drawing.natural_cites
    if drawing.count(banker) in drawing.naturals:
        return cites + drawing.banker[drawing.count(banker)].cites
    return cites + drawing.player[drawing.count(player)].cites


def _told(drawing: Drawing, side: Side, player: list[str], banker: list[str]) -> DrawStep:
    if side == "player":
        count = drawing.count(player)
        rule = drawing.player[count]
        return DrawStep(side, count, rule.draws, rule.cites)
    count = drawing.count(banker)
    row = drawing.banker[count]
    third = drawing.value(player[2]) if len(player) > 2 else None
    return DrawStep(side, count, row.draws(third), (*row.cites, *drawing.read))
