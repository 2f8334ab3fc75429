"""What the house does by itself at an automatic table: pledge and reveal seeds, draw from them,
renew the instrument, pay out players who have left, advance an idle game, and close out an
abandoned table.

Each function returns the commands that the house would give; nothing is carried out here.
"""

from collections.abc import Iterator
from typing import Any

from lammer.core.legality import NEEDS_STAKE, Refusal
from lammer.fair.draw import key_of
from lammer.fair.instrument import draw_of
from lammer.server.client_commands import DrawTrial
from lammer.table.commands import (
    Accept,
    BuyIn,
    CashOut,
    Collect,
    Command,
    Decline,
    Leave,
    MakeBet,
    OrderPass,
    Remove,
    Sit,
)
from lammer.table.decide import decide
from lammer.table.state import DEALER, LastTrial, TableState
from lammer.table.turns.trials import check_may_begin
from lammer.table.views.legal import posted_range


def drawn(table: TableState, seed: bytes) -> dict[str, Any]:
    """Return the outcome of the next trial, drawn from the seed in use at the table, as keys of
    the trial's command."""
    assert table.pledge is not None
    key = key_of(seed, table.pledge.seeds)
    return draw_of(table.rules.procedure.trial.thing).drawn(table, key)


def wants_reveal(table: TableState) -> bool:
    """Return whether the hand is over, or everybody has left in the middle of it."""
    made = table.pledge
    return made is not None and (made.over or (made.trials > 0 and not table.seats))


def wants_pledge(table: TableState) -> bool:
    return table.pledge is None and not table.thrown


def payout_commands(table: TableState) -> Iterator[Command]:
    """Yield what pays out the rails of players who have left and whose last bet is decided; where
    others play, once the trial that decided it cannot be taken back any more."""
    if isinstance(table.last, LastTrial) and table.seated():
        return
    for number, seat in table.seats.items():
        if seat.gone and not seat.bets and table.rail(number) - seat.owed > 0:
            amount = table.rail(number) - seat.owed
            if seat.owed:
                yield Collect(number)
            yield CashOut(number, amount)


def has_bets(table: TableState) -> bool:
    return any(seat.bets for seat in table.seats.values())


def next_move(table: TableState) -> Command | None:
    """Return what the house does after a period without commands: it passes on the offer of the
    instrument, or makes the trial if anything is at stake. None if it waits for a player."""
    if not table.seats:
        return None
    rules, hands = table.rules, table.hands
    others, turn = len(table.seated()) > 1, rules.procedure.turn
    if hands.offered is not None:
        by_dealer = turn is not None and bool(turn.nobody)
        goes_on = others or (has_bets(table) and by_dealer)
        return Decline(hands.offered) if goes_on else None
    if turn is not None and hands.holder is None:
        return None
    if not has_bets(table):
        return _pass_command(table)
    if not others and isinstance(check_may_begin(table, hands.holder), Refusal):
        return None  # A lone shooter without a line bet: nobody else could take the dice.
    return DrawTrial()


def _pass_command(table: TableState) -> Command | None:
    """Return the order to pass the instrument on while nothing is bet; None if nobody else could
    take it."""
    others = [number for number in table.seated() if number != table.hands.holder]
    return ordered_pass(table) if others else None


def ordered_pass(table: TableState) -> Command | None:
    """Return the order to pass the instrument on, for a holder who delays the game; None if no
    player holds it."""
    turn = table.rules.procedure.turn
    if turn is None or table.hands.holder in (None, DEALER):
        return None
    (caller, *_) = table.rules.roles(turn.order.authority)
    return OrderPass(caller, "delay")


def wind_up_commands(table: TableState) -> tuple[Command, ...]:
    """Return the next commands that clear a table whose players have all been gone for a long time:
    bets that may be removed are removed, players without bets leave, and trials are made until the
    other bets are decided. Empty when nothing is left to do."""
    for number, seat in table.seats.items():
        if seat.gone:
            continue
        if not seat.bets:
            return (Leave(number),)
        for name in seat.bets:
            down = Remove(number, name)
            if not isinstance(decide(table, down), Refusal):
                return (down,)
    return _next_deciding_commands(table) if has_bets(table) else ()


def _next_deciding_commands(table: TableState) -> tuple[Command, ...]:
    """Return the next step towards the trial that decides the bets. If the game needs a shooter, a
    player who left bets is seated again and takes the instrument."""
    hands, turn = table.hands, table.rules.procedure.turn
    if hands.offered is not None:
        by_dealer = turn is not None and turn.nobody
        return (Decline(hands.offered) if by_dealer else Accept(hands.offered),)
    left = next((seat for seat in table.seats.values() if seat.gone and seat.bets), None)
    if turn is not None and hands.holder is None and left is not None:
        return (Sit(left.number, 0, left.name),)
    throw = check_may_begin(table, hands.holder)
    if isinstance(throw, Refusal) and throw.code == NEEDS_STAKE:
        return (*_holder_stake(table), DrawTrial())
    return (DrawTrial(),)


def _holder_stake(table: TableState) -> tuple[Command, ...]:
    """Return the commands that make the smallest bet required of the holder, with chips of the
    house. Empty if it would be refused for a reason other than missing chips."""
    seat, turn, wagers = table.hands.seat, table.rules.procedure.turn, table.rules.wagers
    assert seat is not None
    assert turn is not None
    wager = next(key for key in turn.stake if key in wagers)
    least = posted_range(table.rules, wagers[wager]).least
    bet = MakeBet(seat, wager, least)
    found = decide(table, bet)
    if isinstance(found, Refusal) and found.code != "not-enough-chips":
        return ()
    return BuyIn(seat, least), bet
