"""A second opinion on the exact odds of sic bo, written from R-131 and R-132 alone.

No shake is listed here. Single numbers, doubles and triples are binomial: how many of three dice
show a face. A total is a coefficient of (x + x^2 + ... + x^6)^3. Pairs go by inclusion and
exclusion; Small and Big are the totals less their triples. `check` lists the shakes after all, and
compares.

>>> str(figures()["small"]["edge_per_bet_made"]), str(figures()["number-1"]["edge_per_bet_made"])
('1/36', '17/216')
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb

Entry = dict[str, Fraction]
FACES = range(1, 7)
WHOLE = 6**3


def totals() -> dict[int, int]:
    """How many of the 216 ways make each total: three factors multiplied out."""
    found = {0: 1}
    for _ in range(3):
        more: dict[int, int] = {}
        for total, ways in found.items():
            for face in FACES:
                more[total + face] = more.get(total + face, 0) + ways
        found = more
    return found


WAYS = totals()


def showing(times: int) -> int:
    """How many ways exactly so many of three dice show one face."""
    others: int = 5 ** (3 - times)
    return comb(3, times) * others


def entry(nets: Mapping[int, int]) -> Entry:
    """The fields, from the ways of each net result of one unit; the rest of the 216 loses it."""
    won = sum(nets.values())
    chance = {Fraction(net): Fraction(ways, WHOLE) for net, ways in nets.items()}
    chance[Fraction(-1)] = Fraction(WHOLE - won, WHOLE)
    mean = sum((net * p for net, p in chance.items()), Fraction(0))
    square = sum((net * net * p for net, p in chance.items()), Fraction(0))
    return {
        "p_win": Fraction(won, WHOLE),
        "p_lose": Fraction(WHOLE - won, WHOLE),
        "p_push": Fraction(0),
        "edge_per_bet_made": -mean,
        "edge_per_bet_decided": -mean,
        "edge_per_roll": -mean,
        "rolls_to_decide": Fraction(1),
        "variance": square - mean * mean,
    }


PAID = {4: 60, 5: 30, 6: 17, 7: 12, 8: 8, 9: 6, 10: 6}


def figures() -> dict[str, Entry]:
    """Every wager of `ac-sic-bo`, in the order of R-131."""
    low = sum(WAYS[total] for total in range(4, 11)) - 2  # 2-2-2 and 3-3-3
    found = {"small": entry({1: low}), "big": entry({1: low})}
    found |= {f"triple-{n}": entry({180: 1}) for n in FACES}
    found["any-triple"] = entry({30: 6})
    found |= {f"double-{n}": entry({10: showing(2) + showing(3)}) for n in FACES}
    found |= {f"total-{t}": entry({PAID[min(t, 21 - t)]: WAYS[t]}) for t in range(4, 18)}
    both = WHOLE - 2 * 5**3 + 4**3
    found |= {f"pair-{a}-{b}": entry({5: both}) for a in FACES for b in FACES if a < b}
    number = {times: showing(times) for times in (1, 2, 3)}
    return found | {f"number-{n}": entry(number) for n in FACES}


def check() -> None:
    """The formulas against the 216 shakes, listed."""
    shakes = list(product(FACES, repeat=3))
    assert len(shakes) == sum(WAYS.values()) == WHOLE
    for total, ways in WAYS.items():
        assert ways == sum(sum(dice) == total for dice in shakes)
    for times in range(4):
        assert showing(times) == sum(dice.count(4) == times for dice in shakes)
    small = sum(sum(dice) <= 10 and len(set(dice)) > 1 for dice in shakes)
    assert figures()["small"]["p_win"] == Fraction(small, WHOLE)
    both = sum({1, 4} <= set(dice) for dice in shakes)
    assert figures()["pair-1-4"]["p_win"] == Fraction(both, WHOLE)


if __name__ == "__main__":
    check()
