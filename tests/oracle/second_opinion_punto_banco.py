"""A second opinion on the exact odds of punto banco, written from N.J.A.C. 19:47-3 alone.

Two simple ideas and no clever one. All million ways in which six cards can have points are played
out, card by card as 3.7 to 3.9 say. How many physical deals have those points depends only on how
many cards of each point there are among the six, in whatever order: the falling product of the
cards in the shoe. So the results are tallied once by that, and a shoe is then one sum.

`brute_force` shares none of it: it deals every order of the physical cards of a tiny shoe, and
its drawing rule is the one people say in words, not Table 2.

The readings taken: Table 2 as in R-48; card values, payouts and the vigorish of R-50; on a tie
the Player and Banker wagers are void (R-50, R-51).

>>> counts(8)["banker"]
2292252566437888
>>> str(figures(1)["player"]["rolls_to_decide"])
'1'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import perm, prod

Entry = dict[str, Fraction]

RANKS = "A23456789TJQK"
SUITS = "shdc"
POINTS = {rank: min(number, 10) % 10 for number, rank in enumerate(RANKS, start=1)}
SIX = 6  # no coup takes more cards
RESULTS = ("player", "banker", "tie")
TIE_PAYS = 8
VIG_RATE = Fraction(1, 20)

# 3.9(c) Table 2 as R-48 reads it: a row for the Banker's two cards; the first column is for no
# third card drawn by the Player's Hand, the others for its points 0 to 9.
TABLE_2 = {
    0: "D DDDDDDDDDD",
    1: "D DDDDDDDDDD",
    2: "D DDDDDDDDDD",
    3: "D DDDDDDDDSD",
    4: "D SSDDDDDDSS",
    5: "D SSSSDDDDSS",
    6: "S SSSSSSDDSS",
    7: "S SSSSSSSSSS",
    8: "S SSSSSSSSSS",
    9: "S SSSSSSSSSS",
}
# The rows as the document prints them, one letter short.
PRINTED_TABLE_2 = {3: "DDDDDDDDSD", 4: "DSSDDDDDSS", 5: "DSSSSDDDSS", 6: "SSSSSSDDSS"}


# The coup, from the tables


def banker_draws(banker: int, third: int | None) -> bool:
    """3.9(c): by the Banker's Point Count and the Player's third card, if there was one.

    The example of 3.9(g):

    >>> banker_draws(5, 4)
    True
    """
    alone, against = TABLE_2[banker].split()
    return (alone if third is None else against[third]) == "D"


def coup(points: Sequence[int]) -> str:
    """The result, from the points of six cards in dealing order; some may stay in the shoe.

    >>> coup((2, 9, 3, 6, 4, 0)), coup((9, 8, 0, 0, 9, 9))
    ('player', 'player')
    """
    player = (points[0] + points[2]) % 10  # 3.7(c)
    banker = (points[1] + points[3]) % 10
    if player < 8 and banker < 8:  # 3.9(a)
        if player <= 5:  # Table 1
            third, sixth = points[4], points[5]
            player = (player + third) % 10
            if banker_draws(banker, third):
                banker = (banker + sixth) % 10
        elif banker_draws(banker, None):
            banker = (banker + points[4]) % 10
    return winner(player, banker)


def winner(player: int, banker: int) -> str:
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


# The shoe


def shoe(decks: int, removed: Mapping[str, int] | None = None) -> Counter[str]:
    """How many there are of each card, "9h" say.

    >>> shoe(8, {"9h": 3})["9h"], shoe(1).total()
    (5, 52)
    """
    cards = Counter({rank + suit: decks for rank in RANKS for suit in SUITS})
    for card, number in (removed or {}).items():
        if not 0 <= number <= cards[card]:
            raise ValueError(f"{number} of {card} cannot leave a shoe with {cards[card]} of it")
        cards[card] -= number
    return cards


def by_points(cards: Mapping[str, int]) -> tuple[int, ...]:
    """How many cards count 0, 1, ... 9.

    >>> by_points(shoe(1))
    (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
    """
    numbers = [0] * 10
    for card, number in cards.items():
        numbers[POINTS[card[0]]] += number
    return tuple(numbers)


@cache
def tally() -> Mapping[tuple[int, ...], Counter[str]]:
    """For six points regardless of order: in how many orders they give each result."""
    made: dict[tuple[int, ...], Counter[str]] = {}
    for points in product(range(10), repeat=SIX):
        made.setdefault(tuple(sorted(points)), Counter())[coup(points)] += 1
    return made


def counts(decks: int, removed: Mapping[str, int] | None = None) -> dict[str, int]:
    """Ordered six-card deals that give each result, and all of them.

    >>> counts(1)["total"] == 52 * 51 * 50 * 49 * 48 * 47
    True
    """
    held = by_points(shoe(decks, removed))
    made = dict.fromkeys(RESULTS, 0)
    for points, orders in tally().items():
        deals = prod(perm(held[value], number) for value, number in Counter(points).items())
        for result, number in orders.items():
            made[result] += number * deals
    total = perm(sum(held), SIX)
    assert sum(made.values()) == total
    return made | {"total": total}


# The figures


def figures(
    decks: int, removed: Mapping[str, int] | None = None, rate: Fraction = VIG_RATE
) -> dict[str, Entry]:
    """Player, Banker and Tie. Vigorish is a rate of the winnings, taken on the win, unrounded."""
    ways = counts(decks, removed)
    chance = {result: Fraction(ways[result], ways["total"]) for result in RESULTS}
    player, banker, tie = (chance[result] for result in RESULTS)
    made = {
        "player": entry(((player, Fraction(1)), (banker, Fraction(-1)), (tie, None))),
        "banker": entry(((banker, 1 - rate), (player, Fraction(-1)), (tie, None))),
        "tie": entry(((tie, Fraction(TIE_PAYS)), (player + banker, Fraction(-1)))),
    }
    # Nothing is paid up front, so the outlay is the wager.
    made["banker"]["edge_per_outlay"] = made["banker"]["edge_per_bet_made"]
    return made


def entry(ends: Iterable[tuple[Fraction, Fraction | None]]) -> Entry:
    """The fields, from each end's chance and net result, None for void. One coup decides."""
    ends = tuple(ends)
    assert sum(chance for chance, _ in ends) == 1
    settled = [(chance, net) for chance, net in ends if net is not None]
    decided = sum((chance for chance, _ in settled), Fraction(0))
    mean = sum((chance * net for chance, net in settled), Fraction(0))
    square = sum((chance * net * net for chance, net in settled), Fraction(0))
    return {
        "p_win": sum((chance for chance, net in settled if net > 0), Fraction(0)),
        "p_lose": sum((chance for chance, net in settled if net < 0), Fraction(0)),
        "p_push": 1 - decided,
        "edge_per_bet_made": -mean,
        "edge_per_bet_decided": -mean / decided,
        "edge_per_roll": -mean,
        "rolls_to_decide": Fraction(1),
        "variance": square - mean * mean,
    }


# The check: physical cards, and the rule in words


def said_in_words(banker: int, third: int | None) -> bool:
    """Whether the Banker's Hand draws, as players learn it."""
    if third is None:
        return banker <= 5
    wanted = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}
    return banker <= 2 or third in wanted.get(banker, set())


def points_of(hand: Iterable[str]) -> int:
    return sum(int(c[0]) if c[0].isdigit() else int(c[0] == "A") for c in hand) % 10


def deal(cards: Iterator[str]) -> str:
    """One coup off the top of a shoe."""
    one, two, three, four = (next(cards) for _ in range(4))
    player, banker = [one, three], [two, four]
    if max(points_of(player), points_of(banker)) < 8:
        if points_of(player) < 6:
            player.append(next(cards))
        if said_in_words(points_of(banker), points_of(player[2:]) if player[2:] else None):
            banker.append(next(cards))
    return winner(points_of(player), points_of(banker))


def brute_force(cards: Iterable[str]) -> dict[str, int]:
    """`counts` for a tiny shoe, by dealing every order of six of its physical cards."""
    seen = Counter(deal(iter(order)) for order in permutations(cards, SIX))
    return {result: seen[result] for result in RESULTS} | {"total": seen.total()}


def removed_but(cards: Iterable[str]) -> dict[str, int]:
    """What must leave one deck for these cards to be the whole shoe.

    >>> shoe(1, removed_but(["9h", "Ks"])).total()
    2
    """
    return dict(shoe(1) - Counter(cards))


TINY_SHOES = (
    "As 2h 3d 4c 5s 6h 7d 8c 9s",
    "9h 9d Ks Kd 3s 5c 6d 6h 7s",
    "2s 2h 3s 3h 4s 4h 5s 5h 6s",
    "Ts Jh Qd As Ah 4c 7s 7h 8d",
    "3c 3d 8s 8h 5d 6c Kh 2c 4d",
    "As Ks 2s Qs 3s Js",
)


def check() -> None:
    """The table against its print and the words, the method against physical cards."""
    for banker in range(10):
        for third in (None, *range(10)):
            assert banker_draws(banker, third) == said_in_words(banker, third)
    for lost_column in (4, 5):
        for banker, printed in PRINTED_TABLE_2.items():
            alone, against = TABLE_2[banker].split()
            assert alone + against[:lost_column] + against[lost_column + 1 :] == printed
    assert sum(orders.total() for orders in tally().values()) == 10**SIX
    for cards in map(str.split, TINY_SHOES):
        assert counts(1, removed_but(cards)) == brute_force(cards), cards
    known = counts(8)
    assert (known["total"], known["banker"]) == (4998398275503360, 2292252566437888)


if __name__ == "__main__":
    check()
