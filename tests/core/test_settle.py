"""Settling a bet: every wager, every state, every one of the 252 cells."""

from collections.abc import Sequence

import pytest

from lammer.core.settle import settle
from lammer.core.wager import Lose, Move, Void, Wager, Win, reachable
from lammer.games import RULESETS, load
from lammer.games.craps.space import CRAPS

STAKE = 2 * 3 * 5 * 7 * 11 * 8 * 100
"""An amount every payout of the catalogues divides."""


def wagers() -> Sequence[object]:
    return [
        pytest.param(wager, id=f"{rules} {wager.key}{wager.variant or ''}")
        for rules in RULESETS
        for wager in load(rules).wagers
    ]


@pytest.mark.parametrize("wager", wagers())
def test_every_cell_is_settled_as_the_rules_in_force_say(wager: Wager) -> None:
    """What is returned and paid is exactly the effect's net; nothing else moves."""
    states = list(reachable(wager.machine)[0])
    if len(states) > 40:
        states = states[:: len(states) // 40]
    for state in states:
        by_cell = {cell: rule for rule in wager.rules(state) for cell in rule.on}
        for cell in range(CRAPS.size):
            done = settle(wager, state, cell, STAKE)
            rule = by_cell.get(cell)
            effect = None if rule is None else rule.effect
            match effect:
                case None:
                    assert (done.paid_cents, done.returned_cents) == (0, 0)
                    assert done.next_state == state
                    works = cell in wager.working.on
                    assert done.result == ("stands" if works else "off")
                case Move(to):
                    assert done.next_state == to
                    assert (done.paid_cents, done.returned_cents) == (0, 0)
                case Win() | Lose() | Void():
                    assert done.next_state is None
                    net = done.paid_cents + done.returned_cents - STAKE
                    assert net == effect.net * STAKE
            if rule is not None:
                assert {cite.clause for cite in rule.all_cites} <= set(done.clauses)


def test_what_cannot_be_paid_in_cents_is_our_own_mistake() -> None:
    nj = load("nj-2011")
    with pytest.raises(ValueError, match="cannot be paid"):
        settle(nj.wager("place-6"), "up", nj.space.cell("8", (3, 3)), 1000)


def test_a_call_changes_where_a_bet_works() -> None:
    md = load("md-2013")
    come_out_seven = md.space.cell("off", (3, 4))
    lay, place = md.wager("lay-4"), md.wager("place-6")
    assert settle(lay, "up", come_out_seven, 4000).result == "wins"
    assert settle(lay, "up", come_out_seven, 4000, called="off").result == "off"
    assert settle(place, "up", come_out_seven, 1200).result == "off"
    assert settle(place, "up", come_out_seven, 1200, called="on").result == "loses"
    assert settle(place, "up", come_out_seven, 1200, called="off").result == "off"
