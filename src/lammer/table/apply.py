"""Applies events to the table. ``decide`` has checked what is allowed; nothing is checked here."""

from collections.abc import Sequence

from lammer.core.codec import Absent
from lammer.core.procedure import CrewStep
from lammer.ledger import post
from lammer.table.dispatch import EventMap
from lammer.table.events import (
    Accepted,
    BetCalled,
    BetDown,
    BetLost,
    BetMade,
    BetMoved,
    BetReduced,
    BetRemoved,
    BettingClosed,
    BetVoid,
    BetWon,
    BoughtIn,
    CashConverted,
    CashedOut,
    CouponLaid,
    Declined,
    Event,
    Left,
    MarkerPut,
    MarkersOff,
    Offered,
    OnlyForChanged,
    Opened,
    Passed,
    PledgeWithdrawn,
    SatDown,
    SeedAdded,
    SeedPledged,
    SeedRevealed,
    StepEntered,
    TallyReported,
    TrialCorrected,
    TrialEvent,
    VigorishCharged,
    VigorishCollected,
)
from lammer.table.rules import Rules
from lammer.table.state import DEALER, Bet, DueStep, Holding, LastTrial, Pledge, Seat, TableState


def initial_state(rules: Rules, event: Opened) -> TableState:
    """Return the table that an ``open`` event opens."""
    seats = {place.seat: Seat(place.seat, place.name, {}) for place in event.seats}
    hands = Holding(offered=event.offered)
    kit = rules.instrument.begin(event)
    table = TableState(rules, rules.start, seats, post({}, event.moves), hands, kit=kit)
    return after_steps(table, event) if rules.steps else table


def apply(table: TableState, event: Event) -> TableState:
    """Return the table after ``event``.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> bet = run.do({"do": "bet", "seat": 1, "wager": "field", "amount": 500}).events[0]
    >>> apply(table=run.table, event=bet).layout(1)
    1000
    """
    after = _APPLY.find(type(event), table.rules.instrument.applies)(table, event)
    if table.pledge is not None and after.pledge is table.pledge:
        after = _under_pledge(table, after, event)
    if table.rules.steps:
        after = after_steps(after, event)
    if not event.moves:
        return after
    rules, context, seats, books, hands, thrown, reopened, reported, kit, pledge, due, last = after
    books = post(books, event.moves)
    return TableState(
        rules, context, seats, books, hands, thrown, reopened, reported, kit, pledge, due, last
    )


def apply_all(table: TableState, events: Sequence[Event]) -> TableState:
    """Return the table after all events of one command."""
    after = table
    for event in events:
        after = apply(after, event)
    return with_last_trial(table, events, after)


def with_last_trial(before: TableState, events: Sequence[Event], after: TableState) -> TableState:
    """Return the table ``after`` all events of one command with its ``last`` trial set. It is kept
    until the next command, as long as it can be taken back; a trial drawn from a seed cannot be."""
    for event in events:
        if isinstance(event, TrialEvent):
            if before.pledge is not None:
                return _with_last(after, None)
            return _with_last(after, LastTrial(_with_last(before, None), tuple(events)))
    if isinstance(after.last, LastTrial):
        seat = events[0].player
        whose = f", seat {seat}" if seat is not None else ""
        return _with_last(after, f"{events[0].name}{whose}")
    return after


def after_steps(table: TableState, event: Event) -> TableState:
    """Return the table after an event with the steps of the long form that are due now."""
    due = table.due
    if isinstance(event, StepEntered):
        done = next((each for each in due if each.step == event.step), None)
        return table._replace(due=tuple(each for each in due if each is not done))
    steps = table.rules.steps
    due = tuple(each for each in due if event.name not in steps[each.step].over)
    for step in steps.values():
        if _makes_due(step, event):
            due = _with_due(due, step, event)
    return table if due == table.due else table._replace(due=due)


def _with_due(due: tuple[DueStep, ...], step: CrewStep, event: Event) -> tuple[DueStep, ...]:
    """Return the steps that are due with one more; each step is due once, a marker once for each
    number."""
    if isinstance(event, MarkerPut):
        return (
            *due,
            DueStep(step.key, event.number, event.count if step.named == "marker" else None),
        )
    there = next((each for each in due if each.step == step.key), None)
    if step.named != "seats" or event.player is None:
        return due if there else (*due, DueStep(step.key))
    before = there.seats if there is not None and there.seats else ()
    seats = tuple(sorted({*before, event.player}))
    return (*(each for each in due if each is not there), DueStep(step.key, seats=seats))


def _makes_due(step: CrewStep, event: Event) -> bool:
    return step.after == event.name and (
        not step.wagers or getattr(event, "wager", None) in step.wagers
    )


def _with_last(table: TableState, last: LastTrial | str | None) -> TableState:
    if table.last is last:
        return table
    return TableState._make((*table[:-1], last))


def _with_seat(table: TableState, seat: Seat) -> TableState:
    seats = dict(table.seats)
    seats[seat.number] = seat
    rules, context, _, books, hands, thrown, reopened, reported, kit, pledge, due, last = table
    return TableState(
        rules, context, seats, books, hands, thrown, reopened, reported, kit, pledge, due, last
    )


def _with_bet(table: TableState, number: int, name: str, bet: Bet | None) -> TableState:
    seat = table.seats[number]
    bets = dict(seat.bets)
    if bet is None:
        bets.pop(name, None)
    else:
        bets[name] = bet
    return _with_seat(
        table, Seat(seat.number, seat.name, bets, seat.gone, seat.barred, seat.coupon, seat.owed)
    )


# People


def _sit(table: TableState, event: SatDown) -> TableState:
    number = event.seat
    before = table.seats.get(number)
    if before is not None:
        name = event.player_name or before.name
        return _with_seat(table, before._replace(gone=False, name=name))
    seats = {**table.seats, number: Seat(number, event.player_name, {})}
    return table._replace(seats=dict(sorted(seats.items())))


def _leave(table: TableState, event: Left) -> TableState:
    seat = table.seats[event.seat]
    if seat.bets:
        after = _with_seat(table, seat._replace(gone=True))
    else:
        after = _without_seat(table, seat.number)
    if table.rules.procedure.trial.closed and not after.seats:
        return after._replace(hands=Holding(), thrown=False)  # Nobody to shake or deal for.
    return after


def _without_seat(table: TableState, number: int) -> TableState:
    hands = table.hands
    if number in hands.refused or number in hands.declined:
        hands = hands._replace(
            refused=tuple(n for n in hands.refused if n != number),
            declined=tuple(n for n in hands.declined if n != number),
        )
    seats = {n: seat for n, seat in table.seats.items() if n != number}
    return table._replace(seats=seats, hands=hands)


def _cash_out(table: TableState, event: CashedOut) -> TableState:
    seat = table.seats[event.seat]
    if seat.gone and not seat.bets and event.amount == table.rail(seat.number):
        return _without_seat(table, seat.number)
    return table


def unchanged(table: TableState, _: Event) -> TableState:
    return table


# Bets


def _bet(table: TableState, event: BetMade) -> TableState:
    number, key = event.seat, event.wager
    bet = table.seats[number].bets.get(key)
    leave_up = event.leave_up
    if bet is None:
        state = event.state
        if state is None:
            state = table.rules.wagers[key].machine.start
        bet = Bet(key, state, event.stake, None, event.charge, bool(leave_up))
    else:
        leave_up = bet.leave_up if leave_up is None else leave_up
        charged = bet.charged + event.charge
        bet = bet._replace(stake=event.stake, charged=charged, leave_up=leave_up)
    if event.coupon is not None:
        seat = table.seats[number]._replace(coupon=None)
        bet = bet._replace(coupon=event.coupon, carried=True)
        return _with_bet(_with_seat(table, seat), number, key, bet)
    return _with_bet(table, number, key, bet)


def _remove(table: TableState, event: BetRemoved) -> TableState:
    number = event.seat
    after = _with_bet(table, number, event.wager, None)
    if event.barred is None:
        return after
    seat = after.seats[number]
    return _with_seat(after, seat._replace(barred=(*seat.barred, event.barred)))


def _reduce(table: TableState, event: BetReduced) -> TableState:
    bet = table.seats[event.seat].bets[event.wager]
    left = bet._replace(
        stake=event.stake,
        charged=bet.charged - event.refund,
        reduced=bet.reduced or event.reduced,
    )
    return _with_bet(table, event.seat, event.wager, left)


def _call(table: TableState, event: BetCalled) -> TableState:
    bet = table.seats[event.seat].bets[event.wager]
    return _with_bet(table, event.seat, event.wager, bet._replace(called=event.button))


def _coupon(table: TableState, event: CouponLaid) -> TableState:
    seat = table.seats[event.seat]._replace(coupon=None)
    bet = seat.bets[event.wager]._replace(coupon=event.amount, carried=False)
    return _with_bet(_with_seat(table, seat), seat.number, event.wager, bet)


def _void(table: TableState, event: BetVoid) -> TableState:
    after = _with_bet(table, event.seat, event.wager, None)
    if event.coupon is None:
        return after
    left = event.wager, event.coupon
    return _with_seat(after, after.seats[event.seat]._replace(coupon=left))


def _decided(table: TableState, event: BetWon | BetLost) -> TableState:
    return _with_bet(table, event.seat, event.wager, None)


def _lost(table: TableState, event: BetLost) -> TableState:
    """Remove the bet; with the last bet of a player who has left and owns nothing else, the
    seat."""
    after = _decided(table, event)
    seat = after.seats[event.seat]
    if seat.gone and not seat.bets and not table.rail(seat.number):
        return _without_seat(after, seat.number)
    return after


def _moved(table: TableState, event: BetMoved) -> TableState:
    number, name, now = event.seat, event.wager, event.now
    bet = table.seats[number].bets[name]
    after = table if name == now else _with_bet(table, number, name, None)
    moved = Bet(bet.wager, event.state, bet.stake, *bet[3:])
    return _with_bet(after, number, now, moved)


# Turns


def _offer(table: TableState, event: Offered) -> TableState:
    asking = event.asking
    fresh = table.hands.fresh if asking else True
    hands = Holding(
        offered=event.offered,
        before=event.before,
        asking=asking,
        fresh=fresh,
        selected=asking and table.hands.selected,
        declined=event.declined or (),
        refused=table.hands.refused,
    )
    return table._replace(hands=hands)


def _accept(table: TableState, event: Accepted) -> TableState:
    seat, hands = event.seat, table.hands
    by_dealer = event.dealer
    taken = Holding(
        holder=DEALER if by_dealer else seat,
        before=hands.before,
        refused=tuple(each for each in hands.refused if each != seat),
        on_behalf_of=seat if by_dealer else None,
    )
    return table._replace(hands=taken)


def _decline(table: TableState, event: Declined) -> TableState:
    hands = table.hands
    if event.only_for is not None:
        back = Holding(
            holder=hands.before,
            fresh=hands.fresh,
            only_for=event.only_for,
            selected=hands.selected,
        )
        return table._replace(hands=back)
    turn = table.rules.procedure.turn
    assert turn is not None
    seat, refused = event.seat, hands.refused
    stays = seat in table.seated()  # A player who declines by leaving is not recorded.
    if turn.unrefused and stays and seat not in refused:
        refused = (*refused, seat)
    if not isinstance(event.holder, Absent):
        return table._replace(hands=Holding(holder=event.holder, refused=refused))
    declined = hands.declined
    if hands.asking or (turn.nobody and stays):
        declined = (*declined, seat)
    asked = hands._replace(offered=event.offered, declined=declined, refused=refused)
    return table._replace(hands=asked)


def _pass(table: TableState, event: Passed) -> TableState:
    refused = table.hands.refused
    hands = Holding(event.holder, event.offered, before=event.seat, refused=refused)
    return table._replace(hands=hands)


def _only_for(table: TableState, event: OnlyForChanged) -> TableState:
    return table._replace(hands=table.hands._replace(only_for=event.on))


# Trials and vigorish


def _closed(table: TableState, _: BettingClosed) -> TableState:
    return table._replace(thrown=True)


def _owed(table: TableState, event: VigorishCharged) -> TableState:
    if event.owed is None:
        return table
    return _with_seat(table, table.seats[event.seat]._replace(owed=event.owed))


def _collect(table: TableState, event: VigorishCollected) -> TableState:
    """Clear the debt; remove the seat of a player who has left when its last chip is paid."""
    seat = table.seats[event.seat]
    if seat.gone and not seat.bets and table.rail(seat.number) == event.amount:
        return _without_seat(table, seat.number)
    return _with_seat(table, seat._replace(owed=0))


def _tell(table: TableState, _: TallyReported) -> TableState:
    return table._replace(tally_reported=True)


def _markers_off(table: TableState, event: MarkersOff) -> TableState:
    return table._replace(tally_reported=False) if event.told else table


# Corrections


def _correct(table: TableState, event: TrialCorrected) -> TableState:
    """Restore the table before the trial; chips return by the event's own moves."""
    assert isinstance(table.last, LastTrial)
    before = table.last.before
    thrown = before.thrown if event.closed is None else event.closed
    return before._replace(books=table.books, thrown=thrown)


# Pledged seeds


def _commit(table: TableState, event: SeedPledged) -> TableState:
    used_up = table.rules.instrument.used_up(table)
    return table._replace(pledge=Pledge(event.hash, used_up=used_up))


def _seed(table: TableState, event: SeedAdded) -> TableState:
    assert table.pledge is not None
    others = [each for each in table.pledge.seeds if each[0] != event.seat]
    seeds = tuple(sorted([*others, (event.seat, event.seed)]))
    return table._replace(pledge=table.pledge._replace(seeds=seeds))


def _no_pledge(table: TableState, _: SeedRevealed | PledgeWithdrawn) -> TableState:
    return table._replace(pledge=None)


def _under_pledge(before: TableState, after: TableState, event: Event) -> TableState:
    """Count trials, drop the seed of a player who leaves, and mark the end of the hand that the
    pledge is for."""
    made = after.pledge
    assert made is not None
    if isinstance(event, TrialEvent):
        made = made._replace(trials=made.trials + 1)
    elif isinstance(event, Left) and not made.trials:
        seat = event.seat
        made = made._replace(seeds=tuple(each for each in made.seeds if each[0] != seat))
    if made.trials and before.rules.instrument.ends_hand(before, after, event):
        made = made._replace(over=True)
    return after if made is after.pledge else after._replace(pledge=made)


_APPLY = EventMap[TableState]()
_APPLY.on(SatDown, _sit)
_APPLY.on(Left, _leave)
_APPLY.on(BoughtIn, unchanged)
_APPLY.on(CashedOut, _cash_out)
_APPLY.on(CashConverted, unchanged)
_APPLY.on(BetMade, _bet)
_APPLY.on(BetRemoved, _remove)
_APPLY.on(BetReduced, _reduce)
_APPLY.on(BetCalled, _call)
_APPLY.on(CouponLaid, _coupon)
_APPLY.on(BetWon, _decided)
_APPLY.on(BetLost, _lost)
_APPLY.on(BetVoid, _void)
_APPLY.on(BetMoved, _moved)
_APPLY.on(BetDown, unchanged)
_APPLY.on(Offered, _offer)
_APPLY.on(Accepted, _accept)
_APPLY.on(Declined, _decline)
_APPLY.on(Passed, _pass)
_APPLY.on(OnlyForChanged, _only_for)
_APPLY.on(BettingClosed, _closed)
_APPLY.on(VigorishCharged, _owed)
_APPLY.on(VigorishCollected, _collect)
_APPLY.on(MarkerPut, unchanged)
_APPLY.on(MarkersOff, _markers_off)
_APPLY.on(TallyReported, _tell)
_APPLY.on(SeedPledged, _commit)
_APPLY.on(SeedAdded, _seed)
_APPLY.on(SeedRevealed, _no_pledge)
_APPLY.on(PledgeWithdrawn, _no_pledge)
_APPLY.on(StepEntered, unchanged)
_APPLY.on(TrialCorrected, _correct)
