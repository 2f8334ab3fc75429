"""The wheel of big six: its stops, their order, and what each pays."""

from lammer.core.cite import Cites
from lammer.instruments.wheel.law import WheelLaw, wheel_space

STOPS = ("one", "two", "five", "ten", "twenty", "emblem-1", "emblem-2")
PAYS = {
    "one": "1 to 1",
    "two": "2 to 1",
    "five": "5 to 1",
    "ten": "10 to 1",
    "twenty": "20 to 1",
    "emblem-1": "45 to 1",
    "emblem-2": "45 to 1",
}
CALLED = {stop: stop for stop in STOPS} | {"emblem-1": "the joker", "emblem-2": "the star"}
"""How the dealer calls a stop."""

LABELS = {
    "one": ("1", "1"),
    "two": ("2", "2"),
    "five": ("5", "5"),
    "ten": ("10", "10"),
    "twenty": ("20", "20"),
    "emblem-1": ("Joker", "J"),
    "emblem-2": ("Star", "\N{BLACK STAR}"),
}
COLOURS = ("cream", "yellow", "blue", "purple", "green", "red", "black")

_RIM = (
    "emblem-1 "
    "one two one five one two one ten one two one two five "
    "one twenty one two one two one ten one two five one two "
    "emblem-2 "
    "one two one five one two ten one two one five one twenty "
    "one two five one two one ten one two one five one two"
)
RIM = tuple(_RIM.split())
"""The stops clockwise. How many there are of each is the custom, their order our own: the
emblems opposite each other, and every kind all round the rim."""


def wheel(rim_cites: Cites, spun: Cites) -> WheelLaw:
    """Return the wheel, by these clauses."""
    return WheelLaw(
        key="stop",
        rim=RIM,
        rim_cites=rim_cites,
        spun=spun,
        begun="The wheel is spun.",
        rests="The wheel stops at {}.",
        colours=dict(zip(STOPS, COLOURS, strict=True)),
        labels=LABELS,
    )


SPACE = wheel_space("big-six", wheel((), ()), CALLED)
