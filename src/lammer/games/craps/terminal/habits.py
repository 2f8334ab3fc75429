"""The habits of neighbours at craps."""

from fractions import Fraction

from lammer.cli.play.habits import LINE_CENTS, SIDE_CENTS, Habit, Wishes, about, always
from lammer.table import TableState
from lammer.table.bets.amounts import odds_cap


def _pass_with_odds(table: TableState, seat: int) -> Wishes:
    yield from _line(table, seat, "pass")
    bets = table.seats[seat].bets
    if "pass" in bets and "pass-odds" not in bets:
        yield from _odds(table, seat, "pass")


def _six_and_eight(table: TableState, seat: int) -> Wishes:
    if table.point is not None:
        yield from always(("place-6", LINE_CENTS), ("place-8", LINE_CENTS))(table, seat)


def _dont_pass(table: TableState, seat: int) -> Wishes:
    yield from _line(table, seat, "dont-pass")


def _come(table: TableState, seat: int) -> Wishes:
    yield from _line(table, seat, "pass")
    bets = table.seats[seat].bets
    travelled = [name for name in bets if name.startswith("come-")]
    if table.point is not None and "come" not in bets and len(travelled) < 2:
        yield from about(table, "come", LINE_CENTS)


HABITS = (
    Habit("pass line with double odds", _pass_with_odds),
    Habit("places the 6 and 8", _six_and_eight, shoots=False),
    Habit("don't pass", _dont_pass, hands_on=True),
    Habit("field, every roll", always(("field", SIDE_CENTS)), shoots=False),
    Habit("pass line and two come bets", _come),
)


def _line(table: TableState, seat: int, key: str) -> Wishes:
    if table.point is None and key not in table.seats[seat].bets:
        yield from about(table, key, LINE_CENTS)


def _odds(table: TableState, seat: int, base: str) -> Wishes:
    """Double odds, or as much of that as is taken here."""
    bet = table.seats[seat].bets[base]
    for odds in table.rules.supplements(bet.wager, bet.state):
        most, step, _ = odds_cap(table.rules, odds, bet)
        cents = int(min(Fraction(2 * bet.stake), most)) // step * step
        if cents:
            yield odds.key, cents
