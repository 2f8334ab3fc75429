"""Whose turn it is: the order round the table, the dice given up, and rolling only for the come
bets."""

from lammer.core.cite import Cites
from lammer.core.codec import ABSENT, Absent
from lammer.core.procedure import Turn
from lammer.table.apply import apply
from lammer.table.events import Declined, Event, Offered, Passed, RollsAlone
from lammer.table.refusals import together
from lammer.table.state import DEALER, Holder, TableState


def after(
    table: TableState, seat: Holder | None, but: tuple[Holder | None, ...] = ()
) -> int | None:
    """The next seated player from a seat on, in the direction of the game; from seat 1, for nobody
    and for the dealer. Going round once, so a lone player comes after himself."""
    turn = table.rules.procedure.turn
    there = [number for number in table.seated() if number not in but]
    return next_of(there, seat if isinstance(seat, int) else None, turn is None or turn.clockwise)


def next_of(there: list[int], seat: int | None, clockwise: bool) -> int | None:
    """Of these seats, in order, the next from one on; clockwise is by rising numbers.

    >>> next_of([1, 2, 5], None, False), next_of([2, 5], None, False), next_of([1, 2, 5], 1, False)
    (1, 5, 5)
    """
    if not there:
        return None
    if clockwise:
        return next((number for number in there if number > (seat or 0)), there[0])
    if seat is None:
        return 1 if there[0] == 1 else there[-1]
    return next((number for number in reversed(there) if number < seat), there[-1])


def given_up(
    table: TableState,
    turn: Turn,
    why: str,
    cites: Cites,
    actor: str | None = None,
    then: TableState | None = None,
) -> Passed:
    """What goes round is given up and offered to the next of those who are there (``then``, if
    whoever has it leaves: nobody being there, the dealer has it for the bets left behind); pending
    tallies go on with the successor."""
    holder = table.hands.holder
    assert holder is not None
    behalf = table.hands.on_behalf_of
    offered = after(then or table, behalf if holder == DEALER else holder)
    taken: Holder | None = None
    if then is not None and offered is None and turn.nobody and in_play(then):
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
    clauses = together(table.rules.ids(cites, turn.relinquished), carried)
    return Passed(
        actor or who(holder), clauses, holder, why, offered, behalf, taken, tuple(with_them)
    )


def who(holder: Holder, /) -> str:
    """The actor of what the holder does."""
    return holder if holder == DEALER else f"seat-{holder}"


def numbers_stand(table: TableState, turn: Turn) -> bool:
    """Whether a come or don't come bet with a number is up, anybody's."""
    return turn.only_for is not None and any(
        bet.wager in turn.only_for.wagers
        for seat in table.seats.values()
        for bet in seat.bets.values()
    )


def line_bets(table: TableState, turn: Turn) -> bool:
    return any(wager in seat.bets for seat in table.seats.values() for wager in turn.stake)


def declined(table: TableState, turn: Turn, seat: int) -> Declined:
    """What follows when a seat does not take the dice: the next is asked; or, when everybody else
    was asked because the shooter makes no line bet, the dice go back to the shooter."""
    hands = table.hands
    if turn.nobody:
        return _asked_once(table, turn, seat)
    following = after(table, seat, (hands.before,) if hands.asking else ())
    asked_all = following is None or following in (*hands.declined, seat)
    if not (hands.asking and asked_all and hands.before in table.seated()):
        cites = turn.relinquished if hands.before is not None else turn.declined
        return _no(table, cites, seat, following)
    alone = numbers_stand(table, turn) and not line_bets(table, turn)
    only = turn.only_for
    assert only is not None
    cites = (*only.alone, *only.marker) if alone else (*only.over, *turn.stake_cites)
    return _no(table, cites, seat, None, alone=alone)


def _no(
    table: TableState,
    cites: Cites,
    seat: int,
    offered: int | None,
    *,
    alone: bool | None = None,
    holder: Holder | Absent | None = ABSENT,
) -> Declined:
    return Declined(f"seat-{seat}", table.rules.ids(cites), seat, offered, alone, holder)


def _asked_once(table: TableState, turn: Turn, seat: int) -> Declined:
    """Each player is asked once; when nobody takes it, the dealer does for the players."""
    hands = table.hands
    following = after(table, seat, (*hands.declined, seat))
    cites = turn.relinquished if hands.before is not None else turn.declined
    if following is not None:
        return _no(table, cites, seat, following)
    if not in_play(table):
        return _no(table, cites, seat, None, holder=None)
    taken = turn.nobody_at_first if hands.before is None and turn.nobody_at_first else turn.nobody
    return _no(table, (*cites, *taken), seat, None, holder=DEALER)


def in_play(table: TableState) -> bool:
    """Whether there is anybody to hold it for: somebody seated, or bets that somebody left."""
    return any(not seat.gone or seat.bets for seat in table.seats.values())


def unrefused(table: TableState, turn: Turn) -> Offered | None:
    """A dealer who holds it offers it to the players who have not refused it, if there are any."""
    hands = table.hands
    if hands.holder != DEALER or not turn.unrefused:
        return None
    offered = after(table, None, hands.refused)
    if offered is None:
        return None
    clauses = table.rules.ids(turn.unrefused, turn.relinquished)
    return Offered(DEALER, clauses, offered, DEALER, asking=False, declined=hands.refused)


def comes_over(table: TableState, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The end of rolling only for the come bets, if none is left after these events."""
    turn = table.rules.procedure.turn
    if turn is None or not table.hands.alone:
        return events
    now = table
    for event in events:
        now = apply(now, event)
    if not now.hands.alone or numbers_stand(now, turn) or turn.only_for is None:
        return events
    clauses = table.rules.ids(turn.only_for.over)
    return (*events, RollsAlone("table", clauses, now.hands.holder, on=False))
