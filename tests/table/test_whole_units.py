"""Stakes are whole units, as R-12 reads it, at every game for which a clause or that reading is."""

import pytest

from lammer.core.legality import Refusal
from lammer.core.wager import Wager
from lammer.games import load
from lammer.table import Run
from lammer.table.bets.amounts import check_amount
from lammer.table.state import Bet

GAMES = [
    (rules, game)
    for rules in ("nj-2011", "nj-2005", "md-2013", "nj-1997")
    for game in load(rules).games
]


@pytest.mark.clause("NJ11-1.4f", "NJ05-1.4e", "NJ97-13.6c")
@pytest.mark.parametrize("unit", [100, 500])
def test_no_stake_that_is_not_in_whole_units_is_taken(unit: int) -> None:
    """Whatever the wager, and for odds whatever bet they stand behind; half a unit is never paid,
    even where what it wins would be a whole one."""
    for rules, game in GAMES:
        run = Run.at(rules, game, rails={}, house={"pay_unit": unit})
        for wager in run.table.rules.wagers.values():
            for base in _bases(wager):
                for units in range(1, 13):
                    stake = units * unit + unit // 2
                    found = check_amount(run.table.rules, wager, stake, base)
                    assert isinstance(found, Refusal), (rules, game, wager.key, stake)


def _bases(wager: Wager) -> list[Bet | None]:
    behind = wager.behind
    return [None] if behind is None else [Bet(behind.base, n, 100000) for n in behind.states]


def test_half_a_unit_whose_win_is_whole_is_refused_all_the_same() -> None:
    """$7.50 behind a point of 6 would be paid $9 exactly."""
    run = Run.at("nj-2011", rails={1: 100000})
    for command in (
        {"do": "accept-dice", "seat": 1},
        {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000},
        {"do": "roll", "dice": [3, 3]},
    ):
        assert run.do(command).ok
    odds = {"do": "bet", "seat": 1, "wager": "pass-odds", "amount": 750}
    refusal = run.do(odds).refusal
    assert refusal is not None
    assert "R-12" in refusal.clauses
    assert run.do({**odds, "amount": 1000}).ok
