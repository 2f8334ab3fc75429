"""The neighbours: players of one plain habit each, in plain sight.

They ask the table for what they want like anybody else, and go without what it would refuse.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lammer.core.legality import Refusal, smallest_stake
from lammer.house.house import posted
from lammer.table import Table, decide
from lammer.table.amounts import odds_cap
from lammer.table.command import read

Wishes = Iterator[tuple[str, int]]
"""Wagers a neighbour would like to have up now, and for how many cents."""
LINE_CENTS, SIDE_CENTS = 1000, 500


@dataclass(frozen=True, slots=True)
class Habit:
    """How a neighbour plays. ``shoots``: takes the dice when they come; ``hands_on``: passes them
    after a come-out roll that decided the line."""

    words: str
    wishes: Callable[[Table, int], Wishes]
    shoots: bool = True
    hands_on: bool = False


@dataclass(frozen=True, slots=True)
class Neighbour:
    seat: int
    name: str
    habit: Habit


def _pass_with_odds(table: Table, seat: int) -> Wishes:
    yield from _line(table, seat, "pass")
    bets = table.seats[seat].bets
    if "pass" in bets and "pass-odds" not in bets:
        yield from _odds(table, seat, "pass")


def _six_and_eight(table: Table, seat: int) -> Wishes:
    for key in ("place-6", "place-8"):
        if table.point is not None and key not in table.seats[seat].bets:
            yield from _chips(table, key, LINE_CENTS)


def _dont_pass(table: Table, seat: int) -> Wishes:
    yield from _line(table, seat, "dont-pass")


def _field(table: Table, seat: int) -> Wishes:
    if "field" not in table.seats[seat].bets:
        yield from _chips(table, "field", SIDE_CENTS)


def _come(table: Table, seat: int) -> Wishes:
    yield from _line(table, seat, "pass")
    bets = table.seats[seat].bets
    travelled = [name for name in bets if name.startswith("come-")]
    if table.point is not None and "come" not in bets and len(travelled) < 2:
        yield from _chips(table, "come", LINE_CENTS)


HABITS = (
    Habit("pass line with double odds", _pass_with_odds),
    Habit("places the 6 and 8", _six_and_eight, shoots=False),
    Habit("don't pass", _dont_pass, hands_on=True),
    Habit("field, every roll", _field, shoots=False),
    Habit("pass line and two come bets", _come),
)
NAMES = ("Ruth", "Sol", "Vera", "Gus", "Ida", "Hank", "Nell")


def seated(count: int) -> tuple[Neighbour, ...]:
    """So many neighbours, from seat 2 on.

    >>> [f"{each.seat} {each.name}: {each.habit.words}" for each in seated(2)]
    ['2 Ruth: pass line with double odds', '3 Sol: places the 6 and 8']
    """
    return tuple(Neighbour(at + 2, NAMES[at], HABITS[at % len(HABITS)]) for at in range(count))


def next_move(table: Table, neighbour: Neighbour) -> dict[str, Any] | None:
    """What this neighbour does now, as a command the table will take; None for nothing."""
    seat = neighbour.seat
    there = table.seats.get(seat)
    if there is None or there.gone:
        return None
    if table.hands.offered == seat:
        return {"do": "accept-dice" if _takes(table, neighbour) else "decline-dice", "seat": seat}
    holds = table.hands.holder == seat and table.point is None
    if holds and neighbour.habit.hands_on and not table.hands.fresh:
        return {"do": "pass-dice", "seat": seat}
    refused = set()
    for wager, cents in neighbour.habit.wishes(table, seat):
        bet = {"do": "bet", "seat": seat, "wager": wager, "amount": cents}
        bet |= {"leave_up": True} if wager.startswith("place-") else {}
        decision = decide(table, read(bet))
        if not isinstance(decision, Refusal):
            return bet
        refused.add(decision.code)
    if refused == {"not-enough-chips"} and not there.bets:
        return {"do": "leave", "seat": seat}
    return {"do": "pass-dice", "seat": seat} if holds and not _on_the_line(table, seat) else None


def _takes(table: Table, neighbour: Neighbour) -> bool:
    """Whether the dice are taken: by one who shoots, and has or can make the line bet it needs."""
    if not neighbour.habit.shoots:
        return False
    if table.point is not None or _on_the_line(table, neighbour.seat):
        return True
    wager, cents = next(neighbour.habit.wishes(table, neighbour.seat), ("pass", 0))
    bet = {"do": "bet", "seat": neighbour.seat, "wager": wager, "amount": cents or LINE_CENTS}
    return not isinstance(decide(table, read(bet)), Refusal)


def _on_the_line(table: Table, seat: int) -> bool:
    turn = table.rules.procedure.turn
    return turn is None or any(wager in table.seats[seat].bets for wager in turn.stake)


def _line(table: Table, seat: int, key: str) -> Wishes:
    if table.point is None and key not in table.seats[seat].bets:
        yield from _chips(table, key, LINE_CENTS)


def _chips(table: Table, key: str, about: int) -> Wishes:
    """About so much on a wager, in an amount the table can pay and posts."""
    wager = table.rules.wagers.get(key)
    if wager is None:
        return
    least, _ = posted(wager, table.rules.house.elections)
    step = smallest_stake(wager, table.rules.pay_unit)
    yield key, -(-max(about, least or 0) // step) * step


def _odds(table: Table, seat: int, base: str) -> Wishes:
    """Double odds, or as much of that as is taken here."""
    bet = table.seats[seat].bets[base]
    for odds in table.rules.supplements(bet.wager, bet.state):
        most, step, _ = odds_cap(table.rules, odds, bet)
        cents = int(min(Fraction(2 * bet.stake), most)) // step * step
        if cents:
            yield odds.key, cents
