"""Exact odds: every figure is a fraction, found by solving the wager's machine."""

from lammer.odds.as_data import plain_figure, plain_hand
from lammer.odds.figure import Continuous, Figure, WithOdds, figure
from lammer.odds.hand import HandLength, hand_length
from lammer.odds.sheet import sheet

__all__ = [
    "Continuous",
    "Figure",
    "HandLength",
    "WithOdds",
    "figure",
    "hand_length",
    "plain_figure",
    "plain_hand",
    "sheet",
]
