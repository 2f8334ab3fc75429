"""Figures as plain data, in the form that leaves the process (docs/formats.md)."""

from typing import Any

from lammer.odds.figure import Figure
from lammer.odds.hand import HandLength

PLAIN_FIELDS = (
    "p_win",
    "p_lose",
    "p_push",
    "edge_per_bet_made",
    "edge_per_bet_decided",
    "edge_per_roll",
    "rolls_to_decide",
    "variance",
)
"""The fields every wager has, each an exact number."""


def plain_figure(figure: Figure) -> dict[str, Any]:
    """One wager of ``lammer odds --json``."""
    line: dict[str, Any] = {"wager": figure.wager, "clause": figure.clause}
    if figure.borrowed is not None:
        line["borrowed"] = figure.borrowed
    line["pays"] = figure.pays
    for field in PLAIN_FIELDS:
        line[field] = str(getattr(figure, field))
    if figure.continuous is not None:
        line["continuous"] = {
            "edge_per_roll": str(figure.continuous.edge_per_roll),
            "working_share": str(figure.continuous.working_share),
        }
    if figure.vig is not None:
        vig = figure.vig
        line["vig"] = {"rate": str(vig.rate), "base": vig.base, "when": vig.when}
        line["edge_per_outlay"] = str(figure.edge_per_outlay)
    if figure.table is not None:
        line["table"] = figure.table
    if figure.points is not None:
        line["points"] = {str(count): str(p) for count, p in figure.points.items()}
    if figure.with_odds:
        line["with_odds"] = [
            {
                "multiple": each.multiple,
                "edge": str(each.edge),
                "mean_total_wager": str(each.mean_total_wager),
            }
            for each in figure.with_odds
        ]
    line["clauses"] = list(figure.clauses)
    return line


def plain_hand(hand: HandLength) -> dict[str, Any]:
    """The ``hand_length`` of ``lammer odds --hand-length --json``."""
    return {
        "clauses": list(hand.clauses),
        "mean": str(hand.mean),
        "variance": str(hand.variance),
        "rolls": [
            {"rolls": rolls, "p": str(p), "at_least": str(at_least)}
            for rolls, p, at_least in hand.rows
        ],
    }
