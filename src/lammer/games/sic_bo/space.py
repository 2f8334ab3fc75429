"""The 216 cells of a shake of three dice, the sets of them that are bet on, and their words."""

from itertools import combinations, product

from lammer.core.space import Cells, Space

Dice = tuple[int, int, int]

FACES = range(1, 7)
TOTALS = range(4, 18)
PAIRS = tuple(combinations(FACES, 2))
PLAY = "play"
SHAKES: tuple[Dice, ...] = tuple(product(FACES, FACES, FACES))

REST = "anything else"
"""A set that has no name."""


def is_triple(dice: Dice) -> bool:
    return len(set(dice)) == 1


def _named() -> dict[str, tuple[frozenset[Dice], str]]:
    """Return the sets that have a name, each with its dice and the condition in words."""

    def those(holds: object) -> frozenset[Dice]:
        assert callable(holds)
        return frozenset(dice for dice in SHAKES if holds(dice))

    found = {
        "small": (
            those(lambda dice: sum(dice) <= 10 and not is_triple(dice)),
            "if the total is at most 10 without a triple",
        ),
        "big": (
            those(lambda dice: sum(dice) >= 11 and not is_triple(dice)),
            "if the total is at least 11 without a triple",
        ),
        "any triple": (those(is_triple), "if all three dice are alike"),
    }
    for n in FACES:
        found |= {
            f"triple {n}": (those(lambda d, n=n: d.count(n) == 3), f"if all three dice show {n}"),
            f"double {n}": (
                those(lambda d, n=n: d.count(n) >= 2),
                f"if at least two dice show {n}",
            ),
            f"a {n}": (those(lambda d, n=n: n in d), f"if any die shows {n}"),
            f"one {n}": (
                those(lambda d, n=n: d.count(n) == 1),
                f"if exactly one die shows {n}",
            ),
            f"two {n}s": (
                those(lambda d, n=n: d.count(n) == 2),
                f"if exactly two dice show {n}",
            ),
        }
    for low, high in PAIRS:
        found[f"{low} with {high}"] = (
            those(lambda d, low=low, high=high: low in d and high in d),
            f"if a {low} comes with a {high}",
        )
    return found


NAMED = _named()
_TOTALS = {
    frozenset(dice for dice in SHAKES if sum(dice) == total): str(total) for total in range(3, 19)
}
_NAMES = _TOTALS | {dice: name for name, (dice, _) in NAMED.items()}


def say(shakes: frozenset[Dice]) -> str:
    """Return a set of shakes in words: by its name, if it has one; a single one by its total.

    >>> say(NAMED["small"][0]), say(frozenset({(1, 4, 4)})), say(frozenset({(4, 4, 4)}))
    ('small', '9', 'triple 4')
    """
    if (name := _NAMES.get(shakes)) is not None:
        return name
    return str(sum(next(iter(shakes)))) if len(shakes) == 1 else REST


SHAKE = Space(
    key="sic-bo",
    contexts=(PLAY,),
    outcomes=SHAKES,
    weights=(1,) * len(SHAKES),
    follow=((0,) * len(SHAKES),),
    name=say,
    conditions={name: condition for name, (_, condition) in NAMED.items()},
    happened={name: f"{name} came" for name in NAMED},
    detail=lambda dice: f" with {'-'.join(map(str, sorted(dice)))}",
)


def cells(name: str) -> Cells:
    """Return the set of this name.

    >>> len(cells("small")), len(cells("double 1")), len(cells("1 with 2"))
    (105, 16, 30)
    """
    dice = NAMED[name][0]
    return SHAKE.where(lambda _, shaken: shaken in dice)


def total(number: int) -> Cells:
    """Return every shake of this total.

    >>> len(total(9))
    25
    """
    return SHAKE.where(lambda _, dice: sum(dice) == number)
