"""Where two dice came to rest, to be drawn: each where, turned how far, and on what."""

from typing import Any

from lammer.school.posing.seeded_choices import SeededChoices

WIDE, HIGH = 120, 60
"""The measure of a table: its wall all round is ``WALL`` wide, and what is outside is the floor."""
WALL = 6
SIDE = 7
BANK = (60, 47)
"""Where the bank's chips stand, in the middle of the long side."""
CHIPS = ((96, 14), (90, 46), (28, 46), (34, 12))
"""Where players' chips stand."""


def resting_position(happened: str, picks: SeededChoices, *, thrown: bool) -> dict[str, Any] | None:
    """Return how two dice lie after this happened; None for what cannot be seen from where they
    lie. Thrown dice lie on a table, others under a dome. Of one on chips ``sides`` says how many of
    its sides rest on some.

    >>> resting_position("cocked", SeededChoices(1), thrown=True)["dice"][0]["on"]
    'chips'
    >>> resting_position("cheating", SeededChoices(1), thrown=True) is None
    True
    """
    far, near = _spot(picks, 86, 104, 25, 36), _spot(picks, 62, 74, 18, 36)
    one: dict[str, Any] = {"x": far[0], "y": far[1], "turn": picks.below(90), "on": "table"}
    other: dict[str, Any] = {"x": near[0], "y": near[1], "turn": picks.below(90), "on": "table"}
    struck = True
    x, y = picks.one(CHIPS)
    match happened:
        case "":
            pass
        case "off-the-table":
            other |= {"x": WIDE + 5, "y": 10 + picks.below(40)}
            other["on"] = "floor"
        case "one-die-on-the-other":
            other |= {"x": one["x"] + 2, "y": one["y"] - 2, "on": "die"}
        case "cocked" | "leaned":
            one |= {"x": x + 5, "y": y + 1, "on": "chips"}
            one["sides"] = 1 if happened == "leaned" else 2
        case "on-the-bank":
            one |= {"x": BANK[0], "y": BANK[1] - 3, "on": "bank"}
        case "in-cup-or-rail":
            one |= {"x": 70 + picks.below(40), "y": WALL // 2, "on": "rail", "turn": 0}
        case "touching-chips":
            one |= {"x": x - 7, "y": y, "on": "table", "turn": 0}
        case "missed-the-end":
            struck = False
            one |= {"x": 74 + picks.below(10)}
            other |= {"x": 52 + picks.below(10)}
        case _:
            return None
    if not thrown:
        if happened in ("", "one-die-on-the-other", "cocked"):
            return {"within": "dome", "dice": _in_the_dome(happened, picks)}
        return None
    return {"within": "table", "struck": struck, "dice": [one, other]}


def _spot(picks: SeededChoices, left: int, right: int, top: int, bottom: int) -> tuple[int, int]:
    return left + picks.below(right - left), top + picks.below(bottom - top)


def _in_the_dome(happened: str, picks: SeededChoices) -> list[dict[str, Any]]:
    """Return two dice on the round floor of a shaker; one that is cocked leans on its wall."""
    one = {"x": 50 - picks.below(5), "y": 26 + picks.below(8), "turn": picks.below(90)}
    other = {"x": 67 + picks.below(5), "y": 26 + picks.below(8), "turn": picks.below(90)}
    ones, others = {**one, "on": "table"}, {**other, "on": "table"}
    if happened == "one-die-on-the-other":
        others |= {"x": one["x"] + 2, "y": one["y"] - 2, "on": "die"}
    if happened == "cocked":
        ones |= {"x": 37, "y": 30, "on": "wall"}
    return [ones, others]
