"""A coup as one outcome: both counts, and how many cards made each; and the wagers on it.

The weights are counts of ordered deals. Every deal is taken as six cards in a row, whether all are
drawn or not, so the weights of a whole shoe add up to the number of ways to deal six of its cards,
and each chance is exact for that shoe.
"""

from collections import defaultdict
from collections.abc import Mapping

from lammer.core.cite import Cites
from lammer.core.space import Cells, Space
from lammer.core.wager import Chart, Lose, Payout, Rule, Void, Win
from lammer.instruments.shoe.cards import DECK, Drawing, Side, winner

Outcome = tuple[int, int, int, int]
PLAY = "play"
FULL = 8
"""This many decks have every outcome in them."""
LEAST_CARDS = 6
"""The most cards that a coup may need."""
VALUES = range(10)


def shoe_of(decks: int, removed: Mapping[str, int] | None = None) -> dict[str, int]:
    """Return how many of each card there are in this many decks, less those removed. Raises
    ``ValueError`` for more than there are.

    >>> shoe_of(8, {"9h": 2})["9h"], sum(shoe_of(8).values())
    (6, 416)
    """
    shoe = dict.fromkeys(DECK, decks)
    for card, count in (removed or {}).items():
        if count > shoe[card]:
            raise ValueError(f"{count} of {card}, and there are {shoe[card]}")
        shoe[card] -= count
    if sum(shoe.values()) < LEAST_CARDS:
        raise ValueError(f"a coup may need {LEAST_CARDS} cards, and there are fewer")
    return shoe


def coups(drawing: Drawing, shoe: Mapping[str, int]) -> dict[Outcome, int]:
    """Return the number of ordered deals of six cards that lead to each outcome.

    Cards of one value are alike, so hands are taken by their two values; what is left in the shoe
    after each card is what the next is drawn from.
    """
    left = [0] * len(VALUES)
    for card, count in shoe.items():
        left[drawing.value(card)] += count
    size = sum(left)
    found: dict[Outcome, int] = defaultdict(int)
    for p1, p2, p_ways in _pairs(left):
        left[p1] -= 1
        left[p2] -= 1
        player = (p1 + p2) % 10
        for b1, b2, b_ways in _pairs(left):
            banker, ways = (b1 + b2) % 10, p_ways * b_ways
            if player in drawing.naturals or banker in drawing.naturals:
                found[player, banker, 2, 2] += ways * (size - 4) * (size - 5)
                continue
            left[b1] -= 1
            left[b2] -= 1
            _third(drawing, left, (player, banker), ways, found)
            left[b1] += 1
            left[b2] += 1
        left[p1] += 1
        left[p2] += 1
    return dict(found)


def _third(
    drawing: Drawing,
    left: list[int],
    counts: tuple[int, int],
    ways: int,
    found: dict[Outcome, int],
) -> None:
    """Add the coups that continue from four cards, by the third card of either hand."""
    (player, banker), size = counts, sum(left)
    row = drawing.banker[banker]
    if not drawing.player[player].draws:
        if not row.without:
            found[player, banker, 2, 2] += ways * size * (size - 1)
            return
        for drawn in VALUES:
            found[player, (banker + drawn) % 10, 2, 3] += ways * left[drawn] * (size - 1)
        return
    for third in VALUES:
        final, now = (player + third) % 10, ways * left[third]
        if not row.draws(third):
            found[final, banker, 3, 2] += now * (size - 1)
            continue
        left[third] -= 1
        for drawn in VALUES:
            found[final, (banker + drawn) % 10, 3, 3] += now * left[drawn]
        left[third] += 1


def _pairs(left: list[int]) -> list[tuple[int, int, int]]:
    """Return the two cards of a hand by value, in either order, with the number of ways to be dealt
    them."""
    return [
        (a, b, ways)
        for a in VALUES
        for b in range(a, 10)
        if (ways := left[a] * (left[a] - 1) if a == b else 2 * left[a] * left[b]) > 0
    ]


def coup_space(
    key: str, drawing: Drawing, decks: int, removed: Mapping[str, int] | None = None
) -> Space:
    """Return the space of a game's next coup out of this many decks, less what has been removed."""
    whole = coups(drawing, shoe_of(FULL))
    ways = whole if decks == FULL and not removed else coups(drawing, shoe_of(decks, removed))
    every = sorted(whole)
    winners = {"player": 0, "banker": 0, "tie": 0}
    for outcome, count in ways.items():
        winners[winner(*outcome[:2])] += count
    return Space(
        key=key,
        contexts=(PLAY,),
        outcomes=tuple(every),
        weights=tuple(ways.get(outcome, 0) for outcome in every),
        follow=((0,) * len(every),),
        name=say,
        conditions=CONDITIONS,
        happened={"tie": "a tie"},
        detail=_counts,
        facts={
            "decks": decks,
            "removed": sum((removed or {}).values()),
            "counts": {side: str(count) for side, count in winners.items()},
        },
    )


def _counts(outcome: Outcome) -> str:
    high, low = sorted(outcome[:2], reverse=True)
    return f" at {high}" if high == low else f", {high} to {low}"


CONDITIONS = {
    "the Player's Hand wins": "if the Player's Hand wins",
    "the Banker's Hand wins": "if the Banker's Hand wins",
    "tie": "on a tie",
}


def say(outcomes: frozenset[Outcome]) -> str:
    """Return a set of coups in words, by who wins them.

    >>> say(frozenset({(9, 9, 2, 2), (8, 3, 3, 2)}))
    "the Player's Hand wins, tie"
    """
    words = {
        "player": "the Player's Hand wins",
        "banker": "the Banker's Hand wins",
        "tie": "tie",
    }
    won = {winner(*outcome[:2]) for outcome in outcomes}
    return ", ".join(text for side, text in words.items() if side in won)


def won_by(space: Space, side: str) -> Cells:
    """Return the coups that this hand wins, or that neither does ("tie")."""
    return space.where(lambda _, outcome: winner(*outcome[:2]) == side)


OTHER: Mapping[Side, Side] = {"player": "banker", "banker": "player"}


def on_hand(space: Space, side: Side, pays: Payout, won: Cites, lost: Cites, tied: Cites) -> Chart:
    """Return a wager on one hand: void on a tie."""
    return Chart(
        {
            "up": (
                Rule(won_by(space, side), Win(pays), won),
                Rule(won_by(space, OTHER[side]), Lose(), lost),
                Rule(won_by(space, "tie"), Void(), tied),
            )
        }
    )


def on_tie(space: Space, pays: Payout, won: Cites, lost: Cites) -> Chart:
    """Return a wager on a tie."""
    tied = won_by(space, "tie")
    return Chart({"up": (Rule(tied, Win(pays), won), Rule(space.everything - tied, Lose(), lost))})
