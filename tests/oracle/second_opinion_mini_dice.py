"""A second opinion on the exact odds of mini-dice, written from N.J.A.C. 19:47-13 alone.

Nothing is solved here. A one-shake wager is a count of the 36 pairs of faces. A place bet is a
race that only two totals can end: its chance is a ratio of ways, its length the sum of a geometric
series in closed form. The variance is E[x^2] - E[x]^2, by moments and not by deviations.
`by_shakes` plays the same race shake by shake, exactly, and says how much is still undecided.

The sheet leaves out what is display or bookkeeping: clause, pays, digest. No wager is ever off
(13.2(a)1, "active on each shake"), so none has figures over all rolls beside its own; none is
ever void, and vigorish is prohibited (13.6(d)).

>>> str(figures()["place-6"]["edge_per_bet_made"]), str(figures()["over-7"]["edge_per_roll"])
('1/66', '1/6')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

Entry = dict[str, Fraction]

SHAKES = tuple(a + b for a, b in product(range(1, 7), repeat=2))
SEVEN = 7

# 13.6(b), "A to B", as printed; the row for Under 7 is missing and read as Over 7's (R-47).
PLACE = {4: "9 to 5", 5: "7 to 5", 6: "7 to 6", 8: "7 to 6", 9: "7 to 5", 10: "9 to 5"}
ONE_SHAKE: dict[str, dict[str, tuple[int, ...]]] = {
    "field": {"1 to 1": (3, 4, 9, 10, 11), "2 to 1": (2, 12)},
    "any-seven": {"4 to 1": (7,)},
    "over-7": {"1 to 1": (8, 9, 10, 11, 12)},
    "under-7": {"1 to 1": (2, 3, 4, 5, 6)},
}


def winnings(odds: str) -> Fraction:
    """What one unit wins.

    >>> winnings("9 to 5")
    Fraction(9, 5)
    """
    wins, _, stake = odds.partition(" to ")
    return Fraction(int(wins), int(stake))


def entry(nets: Mapping[Fraction, Fraction], shakes: Fraction) -> Entry:
    """The fields, from the chance of each net result of one unit and the mean length."""
    assert sum(nets.values()) == 1
    mean = sum((net * chance for net, chance in nets.items()), Fraction(0))
    square = sum((net * net * chance for net, chance in nets.items()), Fraction(0))
    return {
        "p_win": sum((chance for net, chance in nets.items() if net > 0), Fraction(0)),
        "p_lose": sum((chance for net, chance in nets.items() if net < 0), Fraction(0)),
        "p_push": nets.get(Fraction(0), Fraction(0)),
        "edge_per_bet_made": -mean,
        "edge_per_bet_decided": -mean,
        "edge_per_roll": -mean / shakes,
        "rolls_to_decide": shakes,
        "variance": square - mean * mean,
    }


def one_shake(paid: Mapping[str, tuple[int, ...]]) -> Entry:
    """Decided by the next shake: what each of the 36 pairs of faces brings."""
    pays = {total: winnings(odds) for odds, totals in paid.items() for total in totals}
    seen = Counter(pays.get(total, Fraction(-1)) for total in SHAKES)
    return entry({net: Fraction(count, len(SHAKES)) for net, count in seen.items()}, Fraction(1))


def place(number: int, odds: str) -> Entry:
    """Its number before a 7. With q the chance that a shake ends it, the mean length is
    the sum of k q (1 - q)^(k - 1), which is 1 / q."""
    wins, losses = SHAKES.count(number), SHAKES.count(SEVEN)
    ends = wins + losses
    nets = {winnings(odds): Fraction(wins, ends), Fraction(-1): Fraction(losses, ends)}
    return entry(nets, Fraction(len(SHAKES), ends))


def figures() -> dict[str, Entry]:
    """Every wager of `nj-1997`, in the order of 13.2(a)."""
    made = {f"place-{number}": place(number, odds) for number, odds in PLACE.items()}
    return made | {wager: one_shake(paid) for wager, paid in ONE_SHAKE.items()}


def by_shakes(number: int, shakes: int) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The race played out for so many shakes: won, lost, undecided, and the shakes it lay there."""
    won = lost = lay = Fraction(0)
    still = Fraction(1)
    for _ in range(shakes):
        lay += still
        won += still * Fraction(SHAKES.count(number), len(SHAKES))
        lost += still * Fraction(SHAKES.count(SEVEN), len(SHAKES))
        still = 1 - won - lost
    return won, lost, still, lay


def check() -> None:
    """The closed forms against the race played out: what is undecided bounds what is missing."""
    for number in PLACE:
        made = figures()[f"place-{number}"]
        won, lost, still, lay = by_shakes(number, 40)
        assert still < Fraction(1, 10**4)
        assert made["p_win"] - won == still * made["p_win"]  # the race has no memory
        assert made["p_lose"] - lost == still * made["p_lose"]
        assert made["rolls_to_decide"] - lay == still * made["rolls_to_decide"]


if __name__ == "__main__":
    check()
