"""A second opinion on the exact odds of roulette and big six, written from the readings alone.

Nothing is solved here: every pocket or stop is looked at once, and the net results are counted. The
layout is a grid of twelve rows of three, and two numbers lie side by side where their squares
touch; so splits, streets, corners and lines are found, not listed.

>>> str(roulette()["first-five"]["edge_per_bet_made"]), str(roulette(zeros=1)["red"]["variance"])
('3/38', '1341/1369')
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

Entry = dict[str, Fraction]
REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
ZERO_KEYS = {
    2: ("split-0-00 split-0-1 split-0-2 split-00-2 split-00-3 trio-0-1-2 trio-0-00-2 trio-00-2-3"),
    1: "split-0-1 split-0-2 split-0-3 trio-0-1-2 trio-0-2-3",
}
STOPS = {"one": 24, "two": 15, "five": 7, "ten": 4, "twenty": 2, "emblem-1": 1, "emblem-2": 1}
STOP_PAYS = {"one": 1, "two": 2, "five": 5, "ten": 10, "twenty": 20, "emblem-1": 45, "emblem-2": 45}


def entry(nets: list[Fraction]) -> Entry:
    """The fields of a bet decided by one trial, from its net at each equally likely place."""
    whole = Fraction(len(nets))
    mean = sum(nets, Fraction(0)) / whole
    square = sum((net * net for net in nets), Fraction(0)) / whole
    return {
        "p_win": sum(net > 0 for net in nets) / whole,
        "p_lose": sum(net < 0 for net in nets) / whole,
        "p_push": sum(net == 0 for net in nets) / whole,
        "edge_per_bet_made": -mean,
        "edge_per_bet_decided": -mean,
        "edge_per_roll": -mean,
        "rolls_to_decide": Fraction(1),
        "variance": square - mean * mean,
    }


def touching(one: int, other: int) -> bool:
    """Whether the squares of two numbers have a side in common."""
    (row, column), (row_2, column_2) = divmod(one - 1, 3), divmod(other - 1, 3)
    return abs(row - row_2) + abs(column - column_2) == 1


def positions(zeros: int) -> dict[str, tuple[set[str], int]]:
    """Every position with its pockets and what it pays, other than at even money."""
    none = ["0", "00"][:zeros]
    numbers = list(range(1, 37))
    found: dict[str, tuple[set[str], int]] = {}
    for pocket in (*none, *map(str, numbers)):
        found[f"straight-{pocket}"] = {pocket}, 35
    for one, other in combinations(numbers, 2):
        if touching(one, other):
            found[f"split-{one}-{other}"] = {str(one), str(other)}, 17
    for key in ZERO_KEYS[zeros].split():
        kind, *pockets = key.split("-")
        found[key] = set(pockets), 17 if kind == "split" else 11
    for low in numbers:
        block = {low, low + 1, low + 3, low + 4}
        if low + 4 <= 36 and touching(low, low + 1):
            found[f"corner-{low}"] = {str(each) for each in block}, 8
        if low % 3 == 1:
            found[f"street-{low}"] = {str(each) for each in range(low, low + 3)}, 11
            if low < 34:
                found[f"line-{low}"] = {str(each) for each in range(low, low + 6)}, 5
    name, pays = ("first-five", 6) if zeros == 2 else ("first-four", 8)
    found[name] = {*none, "1", "2", "3"}, pays
    for n in (1, 2, 3):
        found[f"column-{n}"] = {str(each) for each in numbers if (each - n) % 3 == 0}, 2
        found[f"dozen-{n}"] = {str(each) for each in numbers if (each - 1) // 12 == n - 1}, 2
    return found


def even_money() -> dict[str, set[int]]:
    numbers = set(range(1, 37))
    return {
        "red": REDS,
        "black": numbers - REDS,
        "odd": {each for each in numbers if each & 1},
        "even": {each for each in numbers if not each & 1},
        "low": {each for each in numbers if each <= 18},
        "high": {each for each in numbers if each > 18},
    }


def roulette(zeros: int = 2, half: bool = True) -> Mapping[str, Entry]:
    """Every wager of a wheel with so many zeros."""
    pockets = [*["0", "00"][:zeros], *map(str, range(1, 37))]
    found = {
        key: entry([Fraction(pays if pocket in on else -1) for pocket in pockets])
        for key, (on, pays) in positions(zeros).items()
    }
    on_zero = Fraction(-1, 2) if half else Fraction(-1)
    for key, wins in even_money().items():
        nets = [
            on_zero if pocket in ("0", "00") else Fraction(1 if int(pocket) in wins else -1)
            for pocket in pockets
        ]
        found[key] = entry(nets)
    return found


def big_six() -> Mapping[str, Entry]:
    """Every wager of the wheel of 54 stops."""
    assert sum(STOPS.values()) == 54
    return {
        key: entry([
            Fraction(STOP_PAYS[key] if stop == key else -1)
            for stop, many in STOPS.items()
            for _ in range(many)
        ])
        for key in STOPS
    }  # fmt: skip
