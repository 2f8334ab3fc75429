"""The neighbours: players with one simple habit each. They give commands like anybody else, and go
without what the table refuses."""

from dataclasses import dataclass

from lammer.cli.play.habits import LINE_CENTS, Habit
from lammer.core.legality import Refusal
from lammer.table import TableState
from lammer.typed.dry_run import decision_on, is_accepted
from lammer.typed.intents import Command

NAMES = ("Ruth", "Sol", "Vera", "Gus", "Ida", "Hank", "Nell")
_BROKE = frozenset({"not-enough-chips", "owes-vigorish"})


@dataclass(frozen=True, slots=True)
class Neighbour:
    seat: int
    name: str
    habit: Habit


def seated(count: int, habits: tuple[Habit, ...]) -> tuple[Neighbour, ...]:
    """Return this many neighbours, from seat 2 on.

    >>> from lammer.cli.play.habits import always
    >>> field = Habit("field, every roll", always(("field", LINE_CENTS)))
    >>> [f"{each.seat} {each.name}: {each.habit.words}" for each in seated(2, (field,))]
    ['2 Ruth: field, every roll', '3 Sol: field, every roll']
    """
    return tuple(Neighbour(at + 2, NAMES[at], habits[at % len(habits)]) for at in range(count))


def next_move(table: TableState, neighbour: Neighbour) -> Command | None:
    """Return the neighbour's next command, which the table will accept; None for nothing."""
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
        left_up: Command = {**bet, "leave_up": True}
        if is_accepted(table, left_up):
            return left_up
        decision = decision_on(table, bet)
        if not isinstance(decision, Refusal):
            return bet
        refused.add(decision.code)
    if refused and refused <= _BROKE and not there.bets:
        return {"do": "leave", "seat": seat}
    gives_up = holds and not _on_the_line(table, seat)
    return {"do": f"pass-{thing}", "seat": seat} if gives_up else None


def _answer(table: TableState, neighbour: Neighbour) -> Command:
    """Return the answer to an offer of the dice, the shaker or the shoe."""
    thing = table.rules.procedure.trial.thing
    if not _takes(table, neighbour):
        return {"do": f"decline-{thing}", "seat": neighbour.seat}
    dealer = {"dealer": True} if neighbour.habit.designates else {}
    return {"do": f"accept-{thing}", "seat": neighbour.seat, **dealer}


def _takes(table: TableState, neighbour: Neighbour) -> bool:
    """Return whether the neighbour accepts it: one who shoots, and has or can make the line bet it
    needs."""
    if not neighbour.habit.shoots:
        return False
    if table.point is not None or _on_the_line(table, neighbour.seat):
        return True
    turn = table.rules.procedure.turn
    assert turn is not None  # Something is offered, so it goes round.
    needed = (turn.stake[0], LINE_CENTS)
    wager, cents = next(neighbour.habit.wishes(table, neighbour.seat), needed)
    return is_accepted(
        table, {"do": "bet", "seat": neighbour.seat, "wager": wager, "amount": cents}
    )


def _on_the_line(table: TableState, seat: int) -> bool:
    """Return whether a seat has the bet that the shooter needs, if any is needed."""
    turn = table.rules.procedure.turn
    stake = () if turn is None else turn.stake
    return not stake or any(wager in table.seats[seat].bets for wager in stake)
