"""The two wheels of roulette, the positions of their layouts, and sets of their pockets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from lammer.core.cite import Cites
from lammer.core.space import Cells, Space
from lammer.instruments.wheel.law import WheelLaw, wheel_space

WheelName = Literal["double-zero", "single-zero"]

_DOUBLE = (
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 "
    "00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
)
_SINGLE = (
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 "
    "20 14 31 9 22 18 29 7 28 12 35 3 26"
)
RIMS: dict[WheelName, tuple[str, ...]] = {
    "double-zero": tuple(_DOUBLE.split()),
    "single-zero": tuple(_SINGLE.split()),
}
ZEROS = ("0", "00")
NUMBERS = tuple(range(1, 37))
POCKETS = (*ZEROS, *map(str, NUMBERS))
REDS = frozenset((1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36))
ROWS = tuple(range(1, 35, 3))
"""The lowest number of each row of three across the layout."""


def wheel(name: WheelName, rim_cites: Cites, spun: Cites) -> WheelLaw:
    """Return one of the wheels, by these clauses."""
    return WheelLaw(
        key="pocket",
        rim=RIMS[name],
        rim_cites=rim_cites,
        spun=spun,
        begun="The ball is spun.",
        rests="The ball comes to rest in {}.",
        colours={pocket: colour(pocket) for pocket in POCKETS},
    )


def space_of(name: WheelName) -> Space:
    """Return the pockets of a wheel, each equally likely.

    >>> len(space_of("double-zero").outcomes), len(space_of("single-zero").outcomes)
    (38, 37)
    """
    space = wheel_space("roulette", wheel(name, (), ()), dict(zip(POCKETS, POCKETS, strict=True)))
    named = {
        "a red number": REDS,
        "a black number": frozenset(NUMBERS) - REDS,
        "an odd number": frozenset(n for n in NUMBERS if n % 2),
        "an even number": frozenset(n for n in NUMBERS if n % 2 == 0),
        "1 to 18": frozenset(range(1, 19)),
        "19 to 36": frozenset(range(19, 37)),
        "1 to 12": frozenset(range(1, 13)),
        "13 to 24": frozenset(range(13, 25)),
        "25 to 36": frozenset(range(25, 37)),
    }
    return replace(
        space,
        sets={pockets_in(space, map(str, some)): words for words, some in named.items()},
    )


def called(pocket: str) -> str:
    """Return how the dealer calls a pocket.

    >>> called("17"), called("00")
    ('17, black', '00')
    """
    return pocket if pocket in ZEROS else f"{pocket}, {colour(pocket)}"


def colour(pocket: str) -> str:
    """Return the colour of a pocket, on the wheel and on the layout."""
    if pocket in ZEROS:
        return "green"
    return "red" if int(pocket) in REDS else "black"


def pockets_in(space: Space, pockets: Iterable[str]) -> Cells:
    """Return the cells of these pockets."""
    wanted = frozenset(pockets)
    return space.where(lambda _, pocket: pocket in wanted)


@dataclass(frozen=True, slots=True)
class LayoutPosition:
    """A bet on some pockets: its key, what it is called, the kind by which it is paid and shown,
    and a label for its spot."""

    key: str
    name: str
    kind: str
    pays: str
    pockets: tuple[str, ...]
    label: str
    number: int | None = None


def inside(name: WheelName) -> Iterator[LayoutPosition]:
    """Yield every position on the numbers of a layout, in the order it is read.

    >>> kinds = [each.kind for each in inside("double-zero")]
    >>> [kinds.count(kind) for kind in ("straight", "split", "street", "corner", "line")]
    [38, 62, 15, 22, 11]
    """
    zeros = ZEROS if name == "double-zero" else ZEROS[:1]
    for pocket in (*zeros, *map(str, NUMBERS)):
        number = None if pocket in ZEROS else int(pocket)
        yield LayoutPosition(
            f"straight-{pocket}",
            f"Straight Up {pocket}",
            "straight",
            "straight",
            (pocket,),
            pocket,
            number,
        )
    for a, b in _splits(name):
        yield LayoutPosition(
            f"split-{a}-{b}", f"Split {a} and {b}", "split", "split", (a, b), f"{a}/{b}"
        )
    for first in ROWS:
        row = tuple(str(first + each) for each in range(3))
        words = f"{first} to {first + 2}"
        yield LayoutPosition(
            f"street-{first}", f"Street {words}", "street", "street", row, f"{first}-{first + 2}"
        )
    for trio in _trios(name):
        words = f"{trio[0]}, {trio[1]} and {trio[2]}"
        yield LayoutPosition(
            f"trio-{'-'.join(trio)}", f"Trio {words}", "street", "street", trio, "-".join(trio)
        )
    for lowest in (n for n in NUMBERS if n % 3 and n < 33):
        four = tuple(str(lowest + each) for each in (0, 1, 3, 4))
        words = f"{', '.join(four[:3])} and {four[3]}"
        yield LayoutPosition(
            f"corner-{lowest}", f"Corner {words}", "corner", "corner", four, "-".join(four)
        )
    yield _first(name)
    for first in ROWS[:-1]:
        six = tuple(str(first + each) for each in range(6))
        words = f"{first} to {first + 5}"
        yield LayoutPosition(
            f"line-{first}", f"Six Line {words}", "line", "line", six, f"{first}-{first + 5}"
        )


def _splits(name: WheelName) -> Iterator[tuple[str, str]]:
    """Yield two pockets that lie side by side, those with a zero first."""
    yield from (
        (("0", "00"), ("0", "1"), ("0", "2"), ("00", "2"), ("00", "3"))
        if name == "double-zero"
        else (("0", "1"), ("0", "2"), ("0", "3"))
    )
    for n in NUMBERS:
        if n % 3:
            yield str(n), str(n + 1)
        if n + 3 in NUMBERS:
            yield str(n), str(n + 3)


def _trios(name: WheelName) -> tuple[tuple[str, str, str], ...]:
    if name == "double-zero":
        return ("0", "1", "2"), ("0", "00", "2"), ("00", "2", "3")
    return ("0", "1", "2"), ("0", "2", "3")


def _first(name: WheelName) -> LayoutPosition:
    """Return the bet on the first row together with the zeros."""
    key, words = ("first-five", "Five") if name == "double-zero" else ("first-four", "Four")
    zeros = ("0", "00") if name == "double-zero" else ("0",)
    pockets = (*zeros, "1", "2", "3")
    return LayoutPosition(key, f"First {words}", "first", key, pockets, f"First {words.lower()}")


def neighbours(name: WheelName, pocket: str) -> tuple[str, ...]:
    """Return the pockets with which one can be split on the layout.

    >>> neighbours("double-zero", "8"), neighbours("double-zero", "00")
    (('5', '7', '9', '11'), ('0', '2', '3'))
    """
    pairs = [pair for pair in _splits(name) if pocket in pair]
    found = {one for pair in pairs for one in pair} - {pocket}
    return tuple(each for each in POCKETS if each in found)


COLUMNS = {
    f"column-{n}": tuple(str(each) for each in NUMBERS if each % 3 == n % 3) for n in (1, 2, 3)
}
DOZENS = {f"dozen-{n}": tuple(map(str, range(12 * n - 11, 12 * n + 1))) for n in (1, 2, 3)}
EVEN_MONEY: dict[str, frozenset[int]] = {
    "red": REDS,
    "black": frozenset(NUMBERS) - REDS,
    "odd": frozenset(NUMBERS[::2]),
    "even": frozenset(NUMBERS[1::2]),
    "low": frozenset(NUMBERS[:18]),
    "high": frozenset(NUMBERS[18:]),
}
_ORDINALS = ("First", "Second", "Third")
_SHORT = ("1st", "2nd", "3rd")


def outside() -> Iterator[LayoutPosition]:
    """Yield the positions beside the numbers, other than those at even money."""
    for n, (key, pockets) in enumerate(COLUMNS.items(), 1):
        yield LayoutPosition(
            key, f"{_ORDINALS[n - 1]} Column", "column", "column", pockets, f"Col {n}", n
        )
    for n, (key, pockets) in enumerate(DOZENS.items(), 1):
        label = f"{_SHORT[n - 1]} 12"
        yield LayoutPosition(key, f"{_ORDINALS[n - 1]} Dozen", "dozen", "dozen", pockets, label, n)
