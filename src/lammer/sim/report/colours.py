"""The colours of endings: one table for the terminal, the plots, the pages of reports and the lab.

A colour is by day and by night. Ends that a strategy gives itself take the numbered ones, in the
order of its stops. ``web/css/lab.css`` has the same values; a test compares them.
"""

from collections.abc import Iterable
from typing import NamedTuple

from lammer.sim.report.result import GOAL, RUIN

LASTED = "rolls"
"""``findings.PLAYED_OUT``, whose module needs numpy."""


class EndColour(NamedTuple):
    """The colour of an ending; ``key`` is its name in style sheets."""

    key: str
    day: str
    night: str


END_COLOURS: dict[str, EndColour] = {
    RUIN: EndColour("ruin", "#d1622b", "#e5834f"),
    GOAL: EndColour("goal", "#0b7a5b", "#2fae86"),
    LASTED: EndColour("rolls", "#9aa8a1", "#7c8a83"),
}
OTHER_ENDS = (
    EndColour("0", "#3b6fb6", "#74a3e6"),
    EndColour("1", "#b78615", "#e0a526"),
    EndColour("2", "#a2559c", "#c98cc4"),
    EndColour("3", "#3f9dc4", "#56b4d9"),
    EndColour("4", "#7a5c3e", "#b08d69"),
)


def end_colours(ends: Iterable[str]) -> dict[str, EndColour]:
    """Return the colour of each of the ends of a result; give all of them, in their order.

    >>> [colour.key for colour in end_colours(["ruin", "enough", "rolls", "tired"]).values()]
    ['ruin', '0', 'rolls', '1']
    """
    found: dict[str, EndColour] = {}
    others = 0
    for end in ends:
        known = END_COLOURS.get(end)
        found[end] = known or OTHER_ENDS[others % len(OTHER_ENDS)]
        others += known is None
    return found
