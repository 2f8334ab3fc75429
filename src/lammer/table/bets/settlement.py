"""A trial that counts: every bet it decides, in the order the text wants; the puck, the markers;
the dice, the shaker or the shoe to the next.

What a trial does to a bet is its machine's effect and nothing else; here it is turned into chips.
"""

from collections.abc import Sequence
from dataclasses import replace

from lammer.core.money import dollars
from lammer.core.procedure import Payment, Tally
from lammer.core.wager import Collection
from lammer.ledger import BANK, COMMISSION, Transfer, layout, rail
from lammer.table.apply import apply
from lammer.table.bets.make import left_up
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
    Told,
    VigorishCharged,
)
from lammer.table.refusals import moves as moving
from lammer.table.refusals import together
from lammer.table.rules import Effect, Rules
from lammer.table.state import DEALER, Bet, TableState
from lammer.table.turns.order import comes_over, given_up, unrefused


def left_up_again(decided: Sequence[Event]) -> list[BetWon]:
    """The winners that their players want left up."""
    return [event for event in decided if isinstance(event, BetWon) and event.leave_up]


def closing(table: TableState) -> BettingClosed | None:
    """The announcement that no more bets are taken, unless it has been made."""
    if table.thrown:
        return None
    trial = table.rules.procedure.trial
    return BettingClosed(DEALER, table.rules.ids(trial.closed), trial.closing_words)


def goes_on(table: TableState, must_pass: bool) -> tuple[Event, ...]:
    """What becomes of the dice, the shaker or the shoe once all is settled."""
    turn = table.rules.procedure.turn
    if turn is None:
        return ()
    if table.hands.holder == DEALER and not table.seated():
        return (given_up(table, turn, "nobody-left", turn.relinquished),)
    if must_pass and (table.hands.seat is not None or turn.dealer_passes):
        return (given_up(table, turn, turn.must_pass_key, turn.must_pass_cites),)
    offer = unrefused(table, turn)
    return () if offer is None else (offer,)


def settled(table: TableState, cell: int) -> list[BetDecided]:
    """What the cell does to each bet on the table, seat by seat."""
    rules = table.rules
    events = []
    for number, seat in table.seats.items():
        for name, bet in seat.bets.items():
            effect = rules.effects(bet.wager, bet.state, bet.called)[cell]
            if effect is not None:
                events.append(settled_bet(rules, number, name, bet, effect))
    return events


def in_order(table: TableState, decided: Sequence[BetDecided]) -> list[Event]:
    """The same in the order the text wants: the losers are collected first."""
    payment = table.rules.procedure.trial.payment
    if payment is None:
        return list(decided)
    first = table.rules.ids(payment.losers)
    losers = [
        replace(event, clauses=together(event.clauses, first))
        for event in decided
        if isinstance(event, BetLost)
    ]
    void = [event for event in decided if not isinstance(event, BetLost | BetWon)]
    winners = [event for event in decided if isinstance(event, BetWon)]
    if payment.ways:
        return [*losers, *void, *_paid(table, payment, winners)]
    return [*losers, *void, *winners]


def _paid(table: TableState, payment: Payment, winners: list[BetWon]) -> list[Event]:
    """The winners from the highest position down, and their vigorish, in the way in use."""
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
    """A winner's payment, and the vigorish on it by itself. Taken before the payment, it comes out
    of the wager itself if the rail has not enough."""
    rules, seat, stake, moves = table.rules, event.seat, event.stake, event.moves
    wager = rules.wagers[event.wager]
    charge = rules.charge(wager, stake) if wager.vig is not None else 0
    taken: VigorishCharged | None = None
    if charge and wager.vig is not None:
        clauses = together(named, rules.ids(wager.vig.moments["win"], wager.vig.to_the_cent))
        if rules.marks(wager):
            owed = table.seats[seat].owed + charge
            clauses = together(clauses, rules.ids(wager.vig.marked))
            taken = VigorishCharged(DEALER, clauses, seat, event.wager, charge, owed)
        else:
            source, said = rail(seat), None
            if before and table.rail(seat) < charge:
                source, said = layout(seat), "layout"
                whole = (layout(seat), rail(seat), stake)
                less = (layout(seat), rail(seat), stake - charge)
                moves = moving(*(less if each == whole else each for each in moves))
            into = ((source, COMMISSION, charge),)
            taken = VigorishCharged(
                DEALER, clauses, seat, event.wager, charge, source=said, moves=into
            )
    paid = replace(event, clauses=together(event.clauses, named), moves=moves)
    return paid, taken


def settled_bet(rules: Rules, number: int, name: str, bet: Bet, effect: Effect) -> BetDecided:
    """What an effect does to one bet, in chips."""
    stake, clauses = bet.stake, effect.clauses
    whose, up = rail(number), layout(number)
    result = effect.result
    if result == "loses":
        return BetLost("table", clauses, number, name, stake, moves=((up, BANK, stake),))
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
        clauses = together(clauses, rules.ids(coupons.terms))
    wager, charge = rules.wagers[bet.wager], 0
    if wager.vig is not None and not wager.vig.to_the_cent:
        vig = rules.vig(wager)
        charge = rules.charge(wager, stake) if vig is not None and vig.when == "win" else 0
        if vig is not None and charge:
            moves.append((whose, COMMISSION, charge))
            clauses = together(clauses, rules.ids(wager.vig.moments[vig.when]))
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
    """Whether losing this wager opens an offer again that waits for it (R-26)."""
    lost = rules.wagers.get(wager)
    return lost is not None and "bonus-swept" in lost.offer.needs


def afterwards(
    table: TableState, events: list[Event], alone: bool, again: list[BetWon]
) -> tuple[Event, ...]:
    """What waits for the bets to be settled: the end of rolling only for the come bets, and
    winners left up."""
    started = table._replace(hands=table.hands._replace(alone=alone))
    events = list(comes_over(started, tuple(events)))
    now = table
    for event in events:
        now = apply(now, event)
    for won in again:
        if now.seats[won.seat].gone:
            continue
        for made in left_up(now, won.seat, won.wager, won.stake):
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
    """The markers after a roll that touched these wagers."""
    rules = table.rules
    events: list[Event] = []
    gathered = [event for event in ours if isinstance(event, BetMoved) and event.state]
    counts = [_count(rules, event) for event in gathered]
    complete = [event for event in ours if isinstance(event, BetWon) and not _ended(rules, event)]
    if gathered or complete:
        most, named = max(counts, default=None), rules.ids(tally.marked)
        events.append(MarkerPut(DEALER, named, tally.wagers[0], total, most))
    if tally.tell is not None and counts and max(counts) >= tally.tell_at and not table.told:
        bets = tuple(
            TalliedBet(number, name, bet.stake)
            for number, seat in table.seats.items()
            for name, bet in seat.bets.items()
            if bet.wager in tally.wagers
        )
        events.append(Told("table", rules.ids(tally.tell_cites), tally.tell, max(counts), bets))
    if any(_ended(rules, event) for event in ours):
        told = tally.tell is not None
        events.append(MarkersOff(DEALER, rules.ids(tally.cleared), tally.wagers[0], told))
    return events


def _count(rules: Rules, event: BetMoved) -> int:
    machine = rules.wagers[event.wager].machine
    assert isinstance(machine, Collection)
    return len(machine.gathered(event.state))


def _ended(rules: Rules, event: BetDecided) -> bool:
    """Whether the bet was decided by what ends its collection, not by completing it."""
    machine = rules.wagers[event.wager].machine
    ladder = isinstance(machine, Collection) and machine.ladder is not None
    return isinstance(event, BetLost) or (isinstance(event, BetWon) and ladder)
