"""Numbers as long as a command may hold: each is answered, none is the size of anything."""

from dataclasses import fields
from typing import Any

import pytest

from lammer.table import Run
from lammer.table.commands import Malformed, verbs
from lammer.table.keys import MOST_NUMBER
from lammer.table.state import TableState

LONG = MOST_NUMBER - 1
SOME: dict[str, Any] = {
    "seat": 1, "wager": "", "amount": 500, "by": 500, "working": True, "rail": 500, "name": "Walt",
    "dice": [3, 4], "caller": "boxperson", "reason": "off-table", "seed": "x", "cash": 500,
    "confirmed_by": ["boxperson"], "of": 5, "take": 2, "leave_up": True, "shakes": 3, "bet": 1,
    "dealer_shakes": 3, "cards": ["9h", "Kd", "8s", "2c"], "cut_card": False, "procedure": 1,
    "dealer": True, "resting": [0, 0], "hash": "0" * 64, "commission_at": "2026-01-31T20:15:00Z",
    "surveillance_at": "2026-01-31T20:15:00Z",
}  # fmt: skip
NUMBERS = ("seat", "amount", "by", "rail", "cash", "of", "take", "shakes", "dealer_shakes", "bet",
           "procedure")  # fmt: skip
LONGS: dict[str, Any] = {
    **dict.fromkeys(NUMBERS, LONG),
    "dice": [LONG, LONG],
    "resting": [LONG, LONG],
}
MOMENTS: dict[tuple[str, str], tuple[dict[str, Any], ...]] = {
    ("nj-2011", "craps"): (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
    ),
    ("nj-1997", "mini-dice"): (
        {"do": "accept-shaker", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "field", "amount": 1000},
    ),
    ("nj-2001", "punto-banco"): (
        {"do": "accept-shoe", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "player", "amount": 1000},
    ),
}


@pytest.mark.parametrize(("rules", "game"), MOMENTS)
def test_no_number_is_the_size_of_anything(rules: str, game: str) -> None:
    """With a number this long, whatever is made as long as it says is an error at once."""
    asked = 0
    for many in range(len(MOMENTS[rules, game]) + 1):
        run = Run.at(rules, game=game, rails={1: 100_000, 2: 100_000})
        for command in MOMENTS[rules, game][:many]:
            assert run.do(command).refusal is None, command
        asked += sum(_asked(run, command) for command in _commands(run.table))
    assert asked > 50


def _asked(run: Run, command: dict[str, Any]) -> bool:
    """Whether it is a command; the table stays as it was."""
    try:
        run.copy().do(command)
    except Malformed:
        return False
    return True


def _commands(table: TableState) -> list[dict[str, Any]]:
    """Each verb with each of its numbers as long as can be, with all else it takes and without."""
    found = []
    some = {**SOME, "wager": next(iter(table.rules.wagers))}
    for verb, kind in verbs(table.rules.procedure.trial.thing).items():
        whole = {field.name: some[field.name] for field in fields(kind) if field.name in some}
        seat = {"seat": 1} if "seat" in whole else {}
        for key in whole.keys() & LONGS.keys():
            found.append({"do": verb, **whole, key: LONGS[key]})
            found.append({"do": verb, **seat, key: LONGS[key]})
    return found
