"""Questions about a whole layout: several players' bets, settled in the lawful order.

The layout is one that was played: players at a real table make bets that it allows, trial after
trial, until enough of them are up.
"""

from collections.abc import Sequence

from lammer.core.legality import Refusal
from lammer.school.bench import DecidedTrial, bench, trial, wanted_trial, with_holder
from lammer.school.payments import SEATS, payments
from lammer.school.picks import Picks
from lammer.school.posed import Posed
from lammer.school.stakes import lawful
from lammer.table import decide
from lammer.table.apply import apply_all
from lammer.table.bets.amounts import base_of
from lammer.table.commands import MakeBet
from lammer.table.events import BetDecided
from lammer.table.rules import Rules
from lammer.table.state import TableState

PLAYERS = (3, 4, 5)
MOST_EACH = 4
"""Bets that one player has up."""
MOST_ROUNDS = 8
MOST_LAYOUTS = 40


def whole(rules: Rules, picks: Picks) -> Posed | None:
    """Ask for every payment of a trial that decides several bets of several players."""
    for _ in range(MOST_LAYOUTS):
        table = _played(rules, picks)
        found = None if table is None else wanted_trial(table, picks, _is_worth_asking, 60)
        if table is not None and found is not None:
            return payments(table, found)
    return None


def _is_worth_asking(found: DecidedTrial) -> bool:
    decided = [event for event in found.events if isinstance(event, BetDecided)]
    return len(decided) >= 3 and len({event.seat for event in decided}) >= 2


def _played(rules: Rules, picks: Picks) -> TableState | None:
    """Return a table at which players have made bets for some trials; None if too few are up."""
    places = picks.some(range(1, SEATS + 1), picks.one(PLAYERS))
    fresh = bench(rules, rules.start, {seat: {} for seat in places})
    table = fresh._replace(hands=fresh.hands._replace(fresh=True))
    rounds = picks.below(MOST_ROUNDS)
    for turn in range(rounds + 1):
        table = with_bets(table, places, picks)
        if turn < rounds:
            table = with_holder(apply_all(table, trial(table, picks.key()).every))
    up = sum(len(table.seats[seat].bets) for seat in places)
    return table if up >= max(3, min(6, len(rules.wagers))) else None


def with_bets(
    table: TableState, places: Sequence[int], picks: Picks, most: int = MOST_EACH
) -> TableState:
    """Return the table after each player has tried some bets."""
    for seat in places:
        for _ in range(most * 2):
            if len(table.seats[seat].bets) >= most:
                break
            command = some_bet(table, seat, picks)
            made = None if command is None else decide(table, command)
            if made is not None and not isinstance(made, Refusal):
                table = apply_all(table, made)
    return table


def some_bet(table: TableState, seat: int, picks: Picks) -> MakeBet | None:
    """Return a bet that a player might try, of an amount that the house takes; None if the wager
    that was picked is up, or has nothing to stand behind."""
    wager = picks.one(tuple(table.rules.wagers.values()))
    base = base_of(table.seats[seat], wager)
    if wager.key in table.seats[seat].bets or (wager.behind is not None and base is None):
        return None
    amounts = lawful(table.rules, wager, base)[:24]
    return MakeBet(seat, wager.key, picks.one(amounts)) if amounts else None
