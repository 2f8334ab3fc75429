"""For each wager, state, call and cell: the table moves the chips as the machine says."""

from fractions import Fraction
from itertools import product

import pytest

from lammer.core.settle import step
from lammer.core.wager import Wager, reachable
from lammer.games import RULESETS, load
from lammer.house import Elections, house
from lammer.ledger import BANK, CAGE, balanced, layout, post, rail
from lammer.table import Bet, Seat, TableState, apply
from lammer.table.bets.settlement import settle_bets
from lammer.table.rules import Rules
from lammer.table.state import Holding
from tests.usual import usual

STAKE = 1_320_000
"""Cents that every payout divides, whatever the wager: a multiple of 2, 3, 4, 5, 6, 8 and 11."""
MOST_STATES = 80


def tables() -> list[tuple[str, str]]:
    return [(key, game) for key in RULESETS for game in load(key).games]


def table_with(rules: Rules, context: str, name: str, bet: Bet) -> TableState:
    books = post({}, [(CAGE, rail(1), 2 * STAKE), (rail(1), layout(1), STAKE)])
    return TableState(
        rules, context, {1: Seat(1, "", {name: bet})}, books, Holding(holder=1, fresh=False)
    )


def states(wager: Wager) -> list[str]:
    """The states a bet can come to; of the thousand a Bonus wager has, evenly chosen ones."""
    found = sorted(reachable(wager.machine)[0])
    return found[:: max(1, len(found) // MOST_STATES)]


@pytest.mark.parametrize(
    ("key", "game"), usual(tables(), [(key, load(key).game) for key in RULESETS])
)
def test_settlement_is_the_machines_effect(key: str, game: str) -> None:
    rules = Rules(house(load(key, game), Elections()))
    space = rules.space
    compared = 0
    for wager in rules.wagers.values():
        calls = (None, wager.working.may_call.call) if wager.working.may_call else (None,)
        for state, called in product(states(wager), calls):
            bet = Bet(wager.key, state, STAKE, called)
            name = rules.bet_name(wager, state)
            for context, outcome in product(space.contexts, space.outcomes):
                cell = space.cell(context, outcome)
                done = step(wager, state, cell, called)
                before = table_with(rules, context, name, bet)
                events = settle_bets(before, cell)
                after = before
                for event in events:
                    after = apply(after, event)
                compared += 1
                assert balanced(after.books)
                kept = done.result in ("stands", "off", "moves")
                on_layout = STAKE if kept else 0
                charge = Fraction(after.books.get("commission", 0))
                won = Fraction(0) if kept else (done.share + done.pays) * STAKE - charge
                assert after.layout(1) == on_layout, (wager.key, state, context, outcome)
                assert after.rail(1) - STAKE == won, (wager.key, state, context, outcome)
                up = {each: b.state for each, b in after.seats[1].bets.items()}
                if kept:
                    assert done.next_state is not None
                    assert up == {rules.bet_name(wager, done.next_state): done.next_state}
                else:
                    assert not up
                if done.result not in ("stands", "off"):
                    assert events[0].clauses[: len(done.clauses)] == done.clauses
                lost = after.books.get(BANK, 0)
                assert lost + after.rail(1) + after.layout(1) + charge == 2 * STAKE
    assert compared >= len(rules.wagers) * space.size
