"""Wagers that somebody designs: read from a file, checked, and worked out exactly.

A wager file says a space, a shape and what is paid; what comes of it is a ``Wager`` like any other.
"""

from lammer.design.as_data import (
    SolvedDesign,
    alternative_rows,
    distribution_rows,
    figure_rows,
    plain_design,
    short,
    work_out,
)
from lammer.design.check import LOWER, WagerFault, dealt_within, faults_of
from lammer.design.figures import DesignFigure, NoAnswer, alternatives, design_figure, solve_payout
from lammer.design.schema import schema
from lammer.design.wager import Designed, designed, is_wager_file

__all__ = [
    "LOWER",
    "DesignFigure",
    "Designed",
    "NoAnswer",
    "SolvedDesign",
    "WagerFault",
    "alternative_rows",
    "alternatives",
    "dealt_within",
    "design_figure",
    "designed",
    "distribution_rows",
    "faults_of",
    "figure_rows",
    "is_wager_file",
    "plain_design",
    "schema",
    "short",
    "solve_payout",
    "work_out",
]
