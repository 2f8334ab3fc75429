"""What the house does at an automatic table by itself: it pledges and reveals seeds, draws from
them, renews the instrument, pays out who has left, goes on when nobody does, and brings a table
that everybody has abandoned to its end.

Each function looks at the table and says what the house would ask of it; nothing is done here.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from lammer.core.legality import Refusal
from lammer.fair.draw import key_of
from lammer.fair.instrument import draw_of
from lammer.table.commands import MakeBet, Remove
from lammer.table.decide import decide
from lammer.table.rules import Rules
from lammer.table.state import DEALER, LastTrial, TableState
from lammer.table.turns.trials import check_may_begin
from lammer.table.views.legal import posted_range

Command = dict[str, Any]


def trial_verb(rules: Rules) -> str:
    return rules.instrument.verb


def is_trial(rules: Rules, raw: Mapping[str, Any]) -> bool:
    return raw.get("do") == trial_verb(rules)


def drawn(table: TableState, seed: bytes) -> Command:
    """Return what the next trial shows, drawn from the seed in use at the table."""
    assert table.pledge is not None
    key = key_of(seed, table.pledge.seeds)
    return draw_of(table.rules.procedure.trial.thing).drawn(table, key)


def wants_reveal(table: TableState) -> bool:
    """Whether the hand is over, or everybody has left in the middle of it."""
    made = table.pledge
    return made is not None and (made.over or (made.trials > 0 and not table.seats))


def wants_pledge(table: TableState) -> bool:
    return table.pledge is None and not table.thrown


def paid_out(table: TableState) -> Iterator[Command]:
    """Players who have left and whose last bet is decided get what is on their rail; where others
    play, once the trial that decided it cannot be taken back any more."""
    if isinstance(table.last, LastTrial) and table.seated():
        return
    for number, seat in table.seats.items():
        if seat.gone and not seat.bets and table.rail(number) - seat.owed > 0:
            amount = table.rail(number) - seat.owed
            if seat.owed:
                yield {"do": "collect", "seat": number}
            yield {"do": "cash-out", "seat": number, "amount": amount}


def has_bets(table: TableState) -> bool:
    return any(seat.bets for seat in table.seats.values())


def next_move(table: TableState) -> Command | None:
    """What the house asks for when nobody has done anything for a while: that the offer goes on,
    or that the trial is made if there is anything at stake; None, if there is nothing to wait for.
    """
    if not table.seats:
        return None
    rules, hands = table.rules, table.hands
    thing = rules.procedure.trial.thing
    others, turn = len(table.seated()) > 1, rules.procedure.turn
    if hands.offered is not None:
        by_dealer = turn is not None and bool(turn.nobody)
        goes_on = others or (has_bets(table) and by_dealer)
        return {"do": f"decline-{thing}", "seat": hands.offered} if goes_on else None
    if turn is not None and hands.holder is None:
        return None
    if not has_bets(table):
        return _passed(table)
    if not others and isinstance(check_may_begin(table, hands.holder), Refusal):
        return None  # A lone shooter without a line bet: nobody else could take the dice.
    return {"do": trial_verb(rules)}


def _passed(table: TableState) -> Command | None:
    """Dice that lie there with nothing bet go on, if there is anybody to take them."""
    others = [number for number in table.seated() if number != table.hands.holder]
    return ordered_pass(table) if others else None


def ordered_pass(table: TableState) -> Command | None:
    """A holder who keeps everybody waiting is ordered to pass."""
    turn = table.rules.procedure.turn
    if turn is None or table.hands.holder in (None, DEALER):
        return None
    (caller, *_) = table.rules.roles(turn.order.authority)
    return {"do": "order-pass", "caller": caller, "reason": "delay"}


def wound_up(table: TableState) -> tuple[Command, ...]:
    """What the house asks for, together, where everybody who sits or has bets up has been gone for
    long, so that nobody's chips are left there: bets are taken down that may be, who has none
    leaves, and for those that must stay the game goes on until they are decided. Nothing, once
    nothing is left."""
    for number, seat in table.seats.items():
        if seat.gone:
            continue
        if not seat.bets:
            return ({"do": "leave", "seat": number},)
        for name in seat.bets:
            if not isinstance(decide(table, Remove(number, name)), Refusal):
                return ({"do": "remove", "seat": number, "wager": name},)
    return _decided(table) if has_bets(table) else ()


def _decided(table: TableState) -> tuple[Command, ...]:
    """The next step towards the trial that decides what is up. Dice need a shooter: whoever left
    bets comes back to the seat for that, and takes them."""
    rules, hands = table.rules, table.hands
    thing, trial = rules.procedure.trial.thing, {"do": trial_verb(rules)}
    turn = rules.procedure.turn
    if hands.offered is not None:
        verb = "decline" if turn is not None and turn.nobody else "accept"
        return ({"do": f"{verb}-{thing}", "seat": hands.offered},)
    left = next((seat for seat in table.seats.values() if seat.gone and seat.bets), None)
    if turn is not None and hands.holder is None and left is not None:
        return ({"do": "sit", "seat": left.number, "rail": 0, "name": left.name},)
    throw = check_may_begin(table, hands.holder)
    if isinstance(throw, Refusal) and throw.code == "needs-line-bet":
        return (*_line_bet(table), trial)
    return (trial,)


def _line_bet(table: TableState) -> tuple[Command, ...]:
    """The least bet on the line, which the rules want of a shooter before a come-out roll; the
    chips for it are the house's, not the player's. None, if it is not for want of chips that it
    would be refused: they would be given in vain."""
    seat, turn, wagers = table.hands.seat, table.rules.procedure.turn, table.rules.wagers
    assert seat is not None
    assert turn is not None
    line = next(key for key in turn.stake if key in wagers)
    least = posted_range(table.rules, wagers[line]).least
    found = decide(table, MakeBet(seat, line, least))
    if isinstance(found, Refusal) and found.code != "not-enough-chips":
        return ()
    bought: Command = {"do": "buy-in", "seat": seat, "amount": least}
    return bought, {"do": "bet", "seat": seat, "wager": line, "amount": least}
