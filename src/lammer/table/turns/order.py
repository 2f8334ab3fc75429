"""The order of turns: who is next, giving up the instrument, and going on without the stake that is
due, only for bets that have their number (``OnlyFor``)."""

from lammer.core.cite import Cites
from lammer.core.codec import ABSENT, Absent
from lammer.core.procedure import Turn
from lammer.table.apply import apply
from lammer.table.events import Declined, Event, Offered, OnlyForChanged, Passed
from lammer.table.refusals import unique_clauses
from lammer.table.state import DEALER, Holder, TableState


def next_player(
    table: TableState, seat: Holder | None, but: tuple[Holder | None, ...] = ()
) -> int | None:
    """Return the next seated player after a seat, in the direction of the game; from seat 1, after
    nobody or the dealer. A lone player is next after himself."""
    turn = table.rules.procedure.turn
    there = [number for number in table.seated() if number not in but]
    return next_seat(there, seat if isinstance(seat, int) else None, turn is None or turn.rising)


def next_seat(there: list[int], seat: int | None, rising: bool) -> int | None:
    """Return the next of these seats after one, upwards or downwards.

    >>> next_seat([1, 2, 5], None, False), next_seat([2, 5], None, False)
    (1, 5)
    >>> next_seat([1, 2, 5], 1, False)
    5
    """
    if not there:
        return None
    if rising:
        return next((number for number in there if number > (seat or 0)), there[0])
    if seat is None:
        return 1 if there[0] == 1 else there[-1]
    return next((number for number in reversed(there) if number < seat), there[-1])


def passed_event(
    table: TableState,
    turn: Turn,
    why: str,
    cites: Cites,
    actor: str | None = None,
    then: TableState | None = None,
) -> Passed:
    """Return the event that passes the instrument to the next player. ``then`` is the table after
    the holder has left: if nobody is seated there, the dealer holds it for the bets left behind.
    Pending tallies continue with the successor."""
    holder = table.hands.holder
    assert holder is not None
    behalf = table.hands.on_behalf_of
    offered = next_player(then or table, behalf if holder == DEALER else holder)
    taken: Holder | None = None
    if then is not None and offered is None and turn.nobody and is_anyone_in_play(then):
        taken = DEALER
        cites = (*cites, *turn.nobody)
    carried: list[str] = []
    with_them: list[int] = []
    if why != turn.must_pass_key:
        for tally in table.rules.procedure.tallies:
            up = [n for n, s in table.seats.items() if any(w in s.bets for w in tally.wagers)]
            if up:
                carried += table.rules.ids(tally.carried)
                with_them = up
    clauses = unique_clauses(table.rules.ids(cites, turn.relinquished), carried)
    return Passed(
        actor or actor_of(holder), clauses, holder, why, offered, behalf, taken, tuple(with_them)
    )


def actor_of(holder: Holder, /) -> str:
    """Return the actor of what the holder does."""
    return holder if holder == DEALER else f"seat-{holder}"


def has_only_for_bets(table: TableState, turn: Turn) -> bool:
    """Return whether anybody has a bet for which the holder may go on without a stake."""
    return turn.only_for is not None and any(
        bet.wager in turn.only_for.wagers
        for seat in table.seats.values()
        for bet in seat.bets.values()
    )


def has_stake(table: TableState, turn: Turn) -> bool:
    """Return whether anybody has one of the bets of which the holder must have one."""
    return any(wager in seat.bets for seat in table.seats.values() for wager in turn.stake)


def declined_event(table: TableState, turn: Turn, seat: int) -> Declined:
    """Return what follows when a seat declines the instrument: the next seat is asked; or, if all
    others were asked because the holder makes no stake, it returns to the holder."""
    hands = table.hands
    if turn.nobody:
        return _declined_once(table, turn, seat)
    following = next_player(table, seat, (hands.before,) if hands.asking else ())
    asked_all = following is None or following in (*hands.declined, seat)
    if not (hands.asking and asked_all and hands.before in table.seated()):
        cites = turn.relinquished if hands.before is not None else turn.declined
        return _declined(table, cites, seat, following)
    goes_on = has_only_for_bets(table, turn) and not has_stake(table, turn)
    only = turn.only_for
    assert only is not None
    cites = (*only.alone, *only.marker) if goes_on else (*only.over, *turn.stake_cites)
    return _declined(table, cites, seat, None, only_for=goes_on)


def _declined(
    table: TableState,
    cites: Cites,
    seat: int,
    offered: int | None,
    *,
    only_for: bool | None = None,
    holder: Holder | Absent | None = ABSENT,
) -> Declined:
    return Declined(f"seat-{seat}", table.rules.ids(cites), seat, offered, only_for, holder)


def _declined_once(table: TableState, turn: Turn, seat: int) -> Declined:
    """Return what follows where each player is asked once: if all decline, the dealer holds it for
    them."""
    hands = table.hands
    following = next_player(table, seat, (*hands.declined, seat))
    cites = turn.relinquished if hands.before is not None else turn.declined
    if following is not None:
        return _declined(table, cites, seat, following)
    if not is_anyone_in_play(table):
        return _declined(table, cites, seat, None, holder=None)
    taken = turn.nobody_at_first if hands.before is None and turn.nobody_at_first else turn.nobody
    return _declined(table, (*cites, *taken), seat, None, holder=DEALER)


def is_anyone_in_play(table: TableState) -> bool:
    """Return whether anybody is seated, or has left bets behind."""
    return any(not seat.gone or seat.bets for seat in table.seats.values())


def offer_again(table: TableState, turn: Turn) -> Offered | None:
    """Return the offer of a dealer who holds it to players who have not refused it, if there are
    any."""
    hands = table.hands
    if hands.holder != DEALER or not turn.unrefused:
        return None
    offered = next_player(table, None, hands.refused)
    if offered is None:
        return None
    clauses = table.rules.ids(turn.unrefused, turn.relinquished)
    return Offered(DEALER, clauses, offered, DEALER, asking=False, declined=hands.refused)


def with_end_of_only_for(table: TableState, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events, followed by the end of going on only for bets that have their number if
    none is left."""
    turn = table.rules.procedure.turn
    if turn is None or not table.hands.only_for:
        return events
    now = table
    for event in events:
        now = apply(now, event)
    if not now.hands.only_for or has_only_for_bets(now, turn) or turn.only_for is None:
        return events
    clauses = table.rules.ids(turn.only_for.over)
    return (*events, OnlyForChanged("table", clauses, now.hands.holder, on=False))
