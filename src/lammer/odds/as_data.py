"""Figures as plain data, in the form that leaves the process (docs/formats.md)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from lammer.core.cite import clause_ids
from lammer.core.numbers import decimal, percent, short_percent
from lammer.core.ruleset import Ruleset
from lammer.law import LATER, outside
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


def plain_sheet(
    law: Ruleset, in_force: Ruleset, wagers: Iterable[dict[str, Any]]
) -> dict[str, Any]:
    """Return ``lammer odds --json``: the lines of ``wagers`` with their rule set."""
    return {
        "format": 1,
        "rules": law.key,
        "game": law.game,
        "digest": law.digest,
        "later": LATER.get(law.key, ""),
        **_facts(in_force),
        "wagers": list(wagers),
    }


def _facts(ruleset: Ruleset) -> dict[str, Any]:
    """Return the facts about the shoe; empty for dice."""
    facts = {key: value for key, value in ruleset.space.facts.items() if value != 0}
    own = [
        {"words": each.words, "clauses": list(clause_ids(each.cites))} for each in ruleset.law.own
    ]
    return {**facts, **({"project_defaults": own} if own else {})}


def with_decimals(line: dict[str, Any]) -> dict[str, Any]:
    """Return a plain line with ``decimals``, every fraction in it as a decimal, and ``percents``,
    every share in it as a percentage.

    >>> with_decimals({"wager": "pass", "p_win": "244/495"})["decimals"]
    {'p_win': '0.492929'}
    """
    numbers = (*PLAIN_FIELDS, "edge_per_outlay", "edge", "mean_total_wager")
    said: dict[str, Any] = {key: _decimal(line[key]) for key in numbers if key in line}
    for key in ("continuous", "points"):
        if key in line:
            said[key] = {name: _decimal(value) for name, value in line[key].items()}
    percents: dict[str, Any] = {
        key: percent(Fraction(line[key]))
        for key in numbers
        if key in line and key not in _NO_SHARES
    }
    if "continuous" in line:
        percents["continuous"] = {
            key: percent(Fraction(value)) for key, value in line["continuous"].items()
        }
    if "vig" in line:
        percents["vig_rate"] = short_percent(Fraction(line["vig"]["rate"]), 2)
    found = {**line, "decimals": said, "percents": percents}
    if "with_odds" in line:
        found["with_odds"] = [with_decimals(each) for each in line["with_odds"]]
    return found


_NO_SHARES = frozenset(("rolls_to_decide", "variance", "mean_total_wager"))


def _decimal(exact: str) -> str:
    return decimal(Fraction(exact))


def plain_figure(figure: Figure) -> dict[str, Any]:
    """Return one wager of ``lammer odds --json``."""
    line: dict[str, Any] = {"wager": figure.wager, "clause": figure.clause}
    if figure.borrowed is not None:
        line["borrowed"] = figure.borrowed
    if outside(figure.clause) is not None:
        line["experimental"] = True
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
        line["with_odds"] = plain_with_odds(figure)
    line["clauses"] = list(figure.clauses)
    return line


def plain_with_odds(figure: Figure) -> list[dict[str, Any]]:
    """Return a flat bet with odds behind it, for each multiple."""
    return [
        {
            "multiple": each.multiple,
            "edge": str(each.edge),
            "mean_total_wager": str(each.mean_total_wager),
        }
        for each in figure.with_odds
    ]


def plain_hand(hand: HandLength) -> dict[str, Any]:
    """Return the ``hand_length`` of ``lammer odds --hand-length --json``."""
    return {
        "clauses": list(hand.clauses),
        "mean": str(hand.mean),
        "variance": str(hand.variance),
        "rolls": [
            {"rolls": rolls, "p": str(p), "at_least": str(at_least)}
            for rolls, p, at_least in hand.rows
        ],
    }
