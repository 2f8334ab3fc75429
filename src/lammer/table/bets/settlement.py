"""Settles a trial: every bet it decides in the order of the text, the markers, and the next
turn.

The effect of a trial on a bet comes from the bet's machine alone; here it is turned into chips.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from lammer.core.money import dollars
from lammer.core.procedure import Payment, Tally
from lammer.core.settle import returned_of_lost
from lammer.core.wager import Collection
from lammer.ledger import BANK, COMMISSION, Transfer, layout, rail
from lammer.table.apply import apply
from lammer.table.bets.make import bet_again
from lammer.table.events import (
    BetDecided,
    BetLost,
    BetMoved,
    BettingClosed,
    BetVoid,
    BetWon,
    Event,
    MarkerPut,
    MarkersOff,
    TalliedBet,
    TallyReported,
    VigorishCharged,
)
from lammer.table.refusals import moves as moving
from lammer.table.refusals import unique_clauses
from lammer.table.rules import Effect, Rules
from lammer.table.state import DEALER, Bet, TableState
from lammer.table.turns.order import offer_again, passed_event, with_end_of_only_for


def winners_left_up(decided: Sequence[Event]) -> list[BetWon]:
    """Return the winners that their players want left up."""
    return [event for event in decided if isinstance(event, BetWon) and event.leave_up]


def closing(table: TableState) -> BettingClosed | None:
    """Return the announcement that no more bets are taken, unless it has been made."""
    if table.thrown:
        return None
    trial = table.rules.procedure.trial
    return BettingClosed(DEALER, table.rules.ids(trial.closed), trial.closing_words)


def next_turn(table: TableState, must_pass: bool) -> tuple[Event, ...]:
    """Return who gets the instrument after a settled trial, if that changes."""
    turn = table.rules.procedure.turn
    if turn is None:
        return ()
    if table.hands.holder == DEALER and not table.seated():
        return (passed_event(table, turn, "nobody-left", turn.relinquished),)
    if must_pass and (table.hands.seat is not None or turn.dealer_passes):
        return (passed_event(table, turn, turn.must_pass_key, turn.must_pass_cites),)
    offer = offer_again(table, turn)
    return () if offer is None else (offer,)


def settle_bets(table: TableState, cell: int) -> list[BetDecided]:
    """Return what the cell does to each bet on the table, seat by seat."""
    rules = table.rules
    events = []
    for number, seat in table.seats.items():
        for name, bet in seat.bets.items():
            effect = rules.effects(bet.wager, bet.state, bet.called)[cell]
            if effect is not None:
                events.append(settle_bet(rules, number, name, bet, effect))
    return events


def in_payment_order(table: TableState, decided: Sequence[BetDecided]) -> list[Event]:
    """Return decided bets in the order of the text: losers are collected first."""
    payment = table.rules.procedure.trial.payment
    if payment is None:
        return list(decided)
    first = table.rules.ids(payment.losers)
    losers = [
        replace(event, clauses=unique_clauses(event.clauses, first))
        for event in decided
        if isinstance(event, BetLost)
    ]
    void = [event for event in decided if not isinstance(event, BetLost | BetWon)]
    winners = [event for event in decided if isinstance(event, BetWon)]
    if payment.ways:
        return [*losers, *void, *_paid(table, payment, winners)]
    return [*losers, *void, *winners]


def _paid(table: TableState, payment: Payment, winners: list[BetWon]) -> list[Event]:
    """Return the winners from the highest position down, and their vigorish, by the procedure in
    use."""
    number = table.rules.instrument.payment_way(table)
    way = next(each for each in payment.ways if each.key == number)
    named = table.rules.ids(payment.winners, way.cites)
    first = way.charges.startswith("before")
    wins: list[Event] = []
    charges: list[Event] = []
    pairs: list[Event] = []
    for event in sorted(winners, key=lambda each: -each.seat):
        win, charge = _charged(table, event, named, before=first)
        wins.append(win)
        charges += [charge] if charge else []
        pair = [win, charge] if not first else [charge, win]
        pairs += [each for each in pair if each is not None]
    if way.charges == "after-all":
        return [*wins, *charges]
    return [*charges, *wins] if way.charges == "before-all" else pairs


def _charged(
    table: TableState, event: BetWon, named: tuple[str, ...], *, before: bool
) -> tuple[BetWon, VigorishCharged | None]:
    """Return a winner's payment, and the vigorish on it as a separate event. Vigorish taken before
    the payment comes out of the wager if the rail does not cover it."""
    rules, seat, stake, moves = table.rules, event.seat, event.stake, event.moves
    wager = rules.wagers[event.wager]
    charge = rules.charge(wager, stake) if wager.vig is not None else 0
    taken: VigorishCharged | None = None
    if charge and wager.vig is not None:
        clauses = unique_clauses(named, rules.ids(wager.vig.moments["win"], wager.vig.to_the_cent))
        if rules.marks_vigorish(wager):
            owed = table.seats[seat].owed + charge
            clauses = unique_clauses(clauses, rules.ids(wager.vig.marked))
            taken = VigorishCharged(DEALER, clauses, seat, event.wager, charge, owed)
        else:
            source, source_name = rail(seat), None
            if before and table.rail(seat) < charge:
                source, source_name = layout(seat), "layout"
                whole = (layout(seat), rail(seat), stake)
                less = (layout(seat), rail(seat), stake - charge)
                moves = moving(*(less if each == whole else each for each in moves))
            into = ((source, COMMISSION, charge),)
            taken = VigorishCharged(
                DEALER, clauses, seat, event.wager, charge, source=source_name, moves=into
            )
    paid = replace(event, clauses=unique_clauses(event.clauses, named), moves=moves)
    return paid, taken


def settle_bet(rules: Rules, number: int, name: str, bet: Bet, effect: Effect) -> BetDecided:
    """Return what an effect does to one bet, in chips."""
    stake, clauses = bet.stake, effect.clauses
    whose, up = rail(number), layout(number)
    result = effect.result
    if result == "loses":
        back = returned_of_lost(stake, Fraction(*effect.back)) if effect.back[0] else 0
        lost = moving((up, BANK, stake - back), (up, whose, back))
        return BetLost("table", clauses, number, name, stake, back, moves=lost)
    if result == "moves":
        assert effect.next_state is not None
        now = rules.bet_name(rules.wagers[bet.wager], effect.next_state)
        return BetMoved("table", clauses, number, name, stake, now, effect.next_state)
    if result == "void":
        coupon, returned = bet.coupon or None, ((up, whose, stake),)
        return BetVoid("table", clauses, number, name, stake, coupon, moves=returned)
    back = _share(stake, effect.back)
    paid = _share(stake, effect.paid)
    moves: list[Transfer] = [(up, whose, back), (BANK, whose, paid)]
    if back != stake:
        moves.append((up, BANK, stake - back))
    if bet.coupon:
        coupons = rules.procedure.making.coupons
        assert coupons is not None
        moves.append((BANK, whose, bet.coupon))
        clauses = unique_clauses(clauses, rules.ids(coupons.terms))
    wager, charge = rules.wagers[bet.wager], 0
    if wager.vig is not None and not wager.vig.to_the_cent:
        vig = rules.vig(wager)
        charge = rules.charge(wager, stake) if vig is not None and vig.when == "win" else 0
        if vig is not None and charge:
            moves.append((whose, COMMISSION, charge))
            clauses = unique_clauses(clauses, rules.ids(wager.vig.moments[vig.when]))
    return BetWon(
        "table",
        clauses,
        number,
        name,
        stake,
        paid,
        back,
        bet.coupon,
        charge,
        bet.leave_up,
        moves=tuple(moves),
    )


def _share(stake: int, ratio: tuple[int, int]) -> int:
    part, left = divmod(stake * ratio[0], ratio[1])
    if left:
        raise ValueError(f"{dollars(stake)} cannot be paid at {ratio[0]}/{ratio[1]}")
    return part


def reopens(rules: Rules, wager: str) -> bool:
    """Return whether this wager may be made again because a bet on it was lost (R-26)."""
    lost = rules.wagers.get(wager)
    return lost is not None and bool(lost.offer.reopens_when)


def after_settlement(
    table: TableState, events: list[Event], only_for: bool, again: list[BetWon]
) -> tuple[Event, ...]:
    """Return all events after a settlement: the end of going on only for bets that have their
    number (``OnlyFor``), and winners left up."""
    started = table._replace(hands=table.hands._replace(only_for=only_for))
    events = list(with_end_of_only_for(started, tuple(events)))
    now = table
    for event in events:
        now = apply(now, event)
    for won in again:
        if now.seats[won.seat].gone:
            continue
        for made in bet_again(now, won.seat, won.wager, won.stake):
            events, now = [*events, made], apply(now, made)
    return tuple(events)


def markers(table: TableState, decided: Sequence[BetDecided], total: int) -> list[Event]:
    events: list[Event] = []
    for tally in table.rules.procedure.tallies:
        ours = [event for event in decided if event.wager in tally.wagers]
        if ours:
            events += _marked(table, tally, ours, total)
    return events


def _marked(table: TableState, tally: Tally, ours: list[BetDecided], total: int) -> list[Event]:
    """Return the marker events after a roll that decided or moved these wagers."""
    rules = table.rules
    events: list[Event] = []
    gathered = [event for event in ours if isinstance(event, BetMoved) and event.state]
    counts = [_count(rules, event) for event in gathered]
    complete = [event for event in ours if isinstance(event, BetWon) and not _ended(rules, event)]
    if (gathered or complete) and str(total) not in _shown(table, tally):
        most, named = max(counts, default=None), rules.ids(tally.marked)
        events.append(MarkerPut(DEALER, named, tally.wagers[0], total, most))
    if (
        tally.tell is not None
        and counts
        and max(counts) >= tally.tell_at
        and not table.tally_reported
    ):
        bets = tuple(
            TalliedBet(number, name, bet.stake)
            for number, seat in table.seats.items()
            for name, bet in seat.bets.items()
            if bet.wager in tally.wagers
        )
        events.append(
            TallyReported("table", rules.ids(tally.tell_cites), tally.tell, max(counts), bets)
        )
    if any(_ended(rules, event) for event in ours):
        told = tally.tell is not None
        events.append(MarkersOff(DEALER, rules.ids(tally.cleared), tally.wagers[0], told))
    return events


def _shown(table: TableState, tally: Tally) -> frozenset[str]:
    """Return the numbers that the markers show: those of the oldest bet that is up, which has all
    that later ones have."""
    found: set[str] = set()
    for seat in table.seats.values():
        for bet in seat.bets.values():
            if bet.wager in tally.wagers:
                machine = table.rules.wagers[bet.wager].machine
                assert isinstance(machine, Collection)
                found |= set(machine.gathered(bet.state))
    return frozenset(found)


def _count(rules: Rules, event: BetMoved) -> int:
    machine = rules.wagers[event.wager].machine
    assert isinstance(machine, Collection)
    return len(machine.gathered(event.state))


def _ended(rules: Rules, event: BetDecided) -> bool:
    """Return whether the bet was decided by the end of its collection, not by completing it."""
    machine = rules.wagers[event.wager].machine
    ladder = isinstance(machine, Collection) and machine.ladder is not None
    return isinstance(event, BetLost) or (isinstance(event, BetWon) and ladder)
