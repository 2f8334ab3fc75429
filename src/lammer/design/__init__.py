"""Wagers that somebody designs: read from a file, checked, and worked out exactly.

A wager file says a space, a shape and what is paid; what comes of it is a ``Wager`` like any other.
"""

from lammer.design.check import WagerFault, faults_of
from lammer.design.figures import DesignFigure, alternatives, design_figure, solve_payout
from lammer.design.schema import schema
from lammer.design.wager import Designed, designed, is_wager_file

__all__ = [
    "DesignFigure",
    "Designed",
    "WagerFault",
    "alternatives",
    "design_figure",
    "designed",
    "faults_of",
    "is_wager_file",
    "schema",
    "solve_payout",
]
