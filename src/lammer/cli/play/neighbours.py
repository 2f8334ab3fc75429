"""The neighbours: players of one plain habit each, in plain sight.

They ask the table for what they want like anybody else, and go without what it would refuse.
"""

from dataclasses import dataclass

from lammer.cli.play.habits import LINE_CENTS, Habit
from lammer.core.legality import Refusal
from lammer.table import Table
from lammer.typed.intents import Command
from lammer.typed.try_out import answered, may

NAMES = ("Ruth", "Sol", "Vera", "Gus", "Ida", "Hank", "Nell")
_BROKE = frozenset({"not-enough-chips", "owes-vigorish"})


@dataclass(frozen=True, slots=True)
class Neighbour:
    seat: int
    name: str
    habit: Habit


def seated(count: int, habits: tuple[Habit, ...]) -> tuple[Neighbour, ...]:
    """So many neighbours, from seat 2 on.

    >>> from lammer.cli.play.habits import always
    >>> field = Habit("field, every roll", always(("field", LINE_CENTS)))
    >>> [f"{each.seat} {each.name}: {each.habit.words}" for each in seated(2, (field,))]
    ['2 Ruth: field, every roll', '3 Sol: field, every roll']
    """
    return tuple(Neighbour(at + 2, NAMES[at], habits[at % len(habits)]) for at in range(count))


def next_move(table: Table, neighbour: Neighbour) -> Command | None:
    """What this neighbour does now, as a command the table will take; None for nothing."""
    seat, thing = neighbour.seat, table.rules.procedure.trial.thing
    there = table.seats.get(seat)
    if there is None or there.gone:
        return None
    if table.hands.offered == seat:
        return _answer(table, neighbour)
    holds = table.hands.holder == seat and table.point is None
    if holds and neighbour.habit.hands_on and not table.hands.fresh:
        return {"do": f"pass-{thing}", "seat": seat}
    refused = set()
    for wager, cents in neighbour.habit.wishes(table, seat):
        bet: Command = {"do": "bet", "seat": seat, "wager": wager, "amount": cents}
        bet |= {"leave_up": True} if wager.startswith("place-") else {}
        decision = answered(table, bet)
        if not isinstance(decision, Refusal):
            return bet
        refused.add(decision.code)
    if refused and refused <= _BROKE and not there.bets:
        return {"do": "leave", "seat": seat}
    gives_up = holds and not _on_the_line(table, seat)
    return {"do": f"pass-{thing}", "seat": seat} if gives_up else None


def _answer(table: Table, neighbour: Neighbour) -> Command:
    """What a neighbour says to an offer of the dice, the shaker or the shoe."""
    thing = table.rules.procedure.trial.thing
    if not _takes(table, neighbour):
        return {"do": f"decline-{thing}", "seat": neighbour.seat}
    dealer = {"dealer": True} if neighbour.habit.designates else {}
    return {"do": f"accept-{thing}", "seat": neighbour.seat, **dealer}


def _takes(table: Table, neighbour: Neighbour) -> bool:
    """Whether it is taken: by one who shoots, and has or can make the line bet that needs."""
    if not neighbour.habit.shoots:
        return False
    if table.point is not None or _on_the_line(table, neighbour.seat):
        return True
    wager, cents = next(neighbour.habit.wishes(table, neighbour.seat), ("pass", 0))
    bet = {"do": "bet", "seat": neighbour.seat, "wager": wager, "amount": cents or LINE_CENTS}
    return may(table, bet)


def _on_the_line(table: Table, seat: int) -> bool:
    """Whether a seat has a bet that the one with the dice must have, where one must."""
    turn = table.rules.procedure.turn
    stake = () if turn is None else turn.stake
    return not stake or any(wager in table.seats[seat].bets for wager in stake)
