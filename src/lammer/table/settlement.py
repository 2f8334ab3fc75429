"""A trial that counts: every bet it decides, in the order the text wants; the puck, the markers;
the dice, the shaker or the shoe to the next.

What a trial does to a bet is its machine's effect and nothing else; here it is turned into chips.
"""

from collections.abc import Mapping
from dataclasses import replace

from lammer.core.money import dollars
from lammer.core.procedure import Payment, Tally
from lammer.core.wager import Collection
from lammer.ledger import BANK, COMMISSION, Transfer, layout, rail
from lammer.table.apply import apply
from lammer.table.bets.make import left_up
from lammer.table.events import Event
from lammer.table.refusals import moves as moving
from lammer.table.refusals import together
from lammer.table.rules import Effect, Rules
from lammer.table.state import DEALER, Bet, Cards, Table
from lammer.table.turn import comes_over, given_up, unrefused, who


def rolled(
    table: Table,
    alone: bool,
    dice: tuple[int, int],
    leaned: tuple[str, ...],
    ruled: tuple[str, tuple[str, ...]] | None,
) -> tuple[Event, ...]:
    """Everything that follows from two faces, in the order it happens."""
    rules, before = table.rules, table.context
    cell, context, must_pass = rules.trial(before, dice)
    if alone:
        context, must_pass = before, False
    body: dict[str, object] = {
        "dice": list(dice),
        "total": dice[0] + dice[1],
        "point": int(context) if context != rules.start else None,
    }
    clauses = rules.roll_clauses(before, context)
    if leaned or ruled:
        clauses = together(leaned, ruled[1] if ruled else (), clauses)
    if ruled:
        body["ruled_by"] = ruled[0]
    decided = settled(table, cell)
    lost = (event.body["wager"] for event in decided if event.name == "loses")
    if rules.reopens and any(reopens(rules, str(wager)) for wager in lost):
        body["swept"] = True
    events = [Event("roll", who(table.hands.holder), body, clauses), *decided]
    if rules.tallied and decided:
        events += _markers(table, decided, dice[0] + dice[1])
    events += goes_on(table, must_pass)
    again = [event for event in decided if "leave_up" in event.body]
    return _afterwards(table, events, alone, again) if alone or again else tuple(events)


def uncovered(
    table: Table,
    dice: tuple[int, int],
    said: Mapping[str, object],
    ruled: tuple[str, tuple[str, ...]] | None = None,
) -> tuple[Event, ...]:
    """Everything that follows when the shaker is uncovered: the losers first, then the winners."""
    rules = table.rules
    cell, _, must_pass = rules.trial(table.context, dice)
    body: dict[str, object] = {"dice": list(dice), "total": dice[0] + dice[1], **said}
    shaker = rules.procedure.trial.shaker
    assert shaker is not None
    by_dealer = table.hands.holder == DEALER
    after = shaker.for_players if by_dealer else shaker.by_player
    shaken = rules.ids(shaker.by_dealer, after)
    clauses = together(shaken, rules.roll_clauses(table.context, table.context))
    if ruled:
        body["ruled_by"] = ruled[0]
        clauses = together(ruled[1], clauses)
    decided = in_order(table, settled(table, cell))
    events = [closing(table), Event("shake", who(table.hands.holder), body, clauses), *decided]
    events += goes_on(table, must_pass)
    again = [event for event in decided if "leave_up" in event.body]
    whole = [event for event in events if event is not None]
    return _afterwards(table, whole, False, again) if again else tuple(whole)


def closing(table: Table) -> Event | None:
    """The announcement that no more bets are taken, unless it has been made."""
    if table.thrown:
        return None
    trial = table.rules.procedure.trial
    said = {"call": trial.closing_words}
    return Event("no-more-bets", DEALER, said, table.rules.ids(trial.closed))


def goes_on(table: Table, must_pass: bool) -> tuple[Event, ...]:
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


def settled(table: Table, cell: int) -> list[Event]:
    """What the cell does to each bet on the table, seat by seat."""
    rules = table.rules
    events = []
    for number, seat in table.seats.items():
        for name, bet in seat.bets.items():
            effect = rules.effects(bet.wager, bet.state, bet.called)[cell]
            if effect is not None:
                events.append(settled_bet(rules, number, name, bet, effect))
    return events


def in_order(table: Table, decided: list[Event]) -> list[Event]:
    """The same in the order the text wants: the losers are collected first."""
    payment = table.rules.procedure.trial.payment
    if payment is None:
        return decided
    first = table.rules.ids(payment.losers)
    losers = [
        replace(event, clauses=together(event.clauses, first))
        for event in decided
        if event.name == "loses"
    ]
    void = [event for event in decided if event.name not in ("loses", "wins")]
    winners = [event for event in decided if event.name == "wins"]
    if payment.ways:
        winners = _paid(table, payment, winners)
    return [*losers, *void, *winners]


def _paid(table: Table, payment: Payment, winners: list[Event]) -> list[Event]:
    """The winners from the highest position down, and their vigorish, in the way in use."""
    assert isinstance(table.kit, Cards)
    number = table.kit.way
    way = next(each for each in payment.ways if each.key == number)
    named = table.rules.ids(payment.winners, way.cites)
    first = way.charges.startswith("before")
    wins: list[Event] = []
    charges: list[Event] = []
    pairs: list[Event] = []
    for event in sorted(winners, key=lambda each: -int(each.body["seat"])):
        win, charge = _charged(table, event, named, before=first)
        wins.append(win)
        charges += [charge] if charge else []
        pair = [win, charge] if not first else [charge, win]
        pairs += [each for each in pair if each is not None]
    if way.charges == "after-all":
        return [*wins, *charges]
    return [*charges, *wins] if way.charges == "before-all" else pairs


def _charged(
    table: Table, event: Event, named: tuple[str, ...], *, before: bool
) -> tuple[Event, Event | None]:
    """A winner's payment, and the vigorish on it by itself. Taken before the payment, it comes out
    of the wager itself if the rail has not enough."""
    rules, body = table.rules, event.body
    wager, seat, stake = rules.wagers[body["wager"]], body["seat"], body["stake"]
    moves = event.moves
    charge = rules.charge(wager, stake) if wager.vig is not None else 0
    taken: Event | None = None
    if charge and wager.vig is not None:
        vig: dict[str, object] = {"seat": seat, "wager": body["wager"], "charge": charge}
        clauses = together(named, rules.ids(wager.vig.moments["win"], wager.vig.to_the_cent))
        if rules.marks(wager):
            vig["owed"] = table.seats[seat].owed + charge
            clauses = together(clauses, rules.ids(wager.vig.marked))
            taken = Event("vigorish", DEALER, vig, clauses)
        else:
            source = rail(seat)
            if before and table.rail(seat) < charge:
                source = layout(seat)
                vig["from"] = "layout"
                whole = (layout(seat), rail(seat), stake)
                less = (layout(seat), rail(seat), stake - charge)
                moves = moving(*(less if each == whole else each for each in moves))
            taken = Event("vigorish", DEALER, vig, clauses, ((source, COMMISSION, charge),))
    paid = replace(event, clauses=together(event.clauses, named), moves=moves)
    return paid, taken


def settled_bet(rules: Rules, number: int, name: str, bet: Bet, effect: Effect) -> Event:
    """What an effect does to one bet, in chips."""
    stake, clauses = bet.stake, effect.clauses
    whose, up = rail(number), layout(number)
    result = effect.result
    body: dict[str, object] = {"seat": number, "wager": name, "stake": stake}
    if result == "loses":
        return Event("loses", "table", body, clauses, ((up, BANK, stake),))
    if result == "moves":
        assert effect.next_state is not None
        now = rules.bet_name(rules.wagers[bet.wager], effect.next_state)
        body |= {"now": now, "state": effect.next_state}
        return Event("moves", "table", body, clauses)
    if result == "void":
        if bet.coupon:
            body["coupon"] = bet.coupon
        return Event("void", "table", body, clauses, ((up, whose, stake),))
    back = _share(stake, effect.back)
    paid = _share(stake, effect.paid)
    moves: list[Transfer] = [(up, whose, back), (BANK, whose, paid)]
    if back != stake:
        moves.append((up, BANK, stake - back))
    body["paid"] = paid
    body["returned"] = back
    if bet.coupon:
        coupons = rules.procedure.making.coupons
        assert coupons is not None
        body["coupon"] = bet.coupon
        moves.append((BANK, whose, bet.coupon))
        clauses = together(clauses, rules.ids(coupons.terms))
    wager = rules.wagers[bet.wager]
    if wager.vig is not None and not wager.vig.to_the_cent:
        vig = rules.vig(wager)
        charge = rules.charge(wager, stake) if vig is not None and vig.when == "win" else 0
        if vig is not None and charge:
            body["charge"] = charge
            moves.append((whose, COMMISSION, charge))
            clauses = together(clauses, rules.ids(wager.vig.moments[vig.when]))
    if bet.leave_up:
        body["leave_up"] = True
    return Event("wins", "table", body, clauses, tuple(moves))


def _share(stake: int, ratio: tuple[int, int]) -> int:
    part, left = divmod(stake * ratio[0], ratio[1])
    if left:
        raise ValueError(f"{dollars(stake)} cannot be paid at {ratio[0]}/{ratio[1]}")
    return part


def reopens(rules: Rules, wager: str) -> bool:
    """Whether losing this wager opens an offer again that waits for it (R-26)."""
    lost = rules.wagers.get(wager)
    return lost is not None and "bonus-swept" in lost.offer.needs


def _afterwards(
    table: Table, events: list[Event], alone: bool, again: list[Event]
) -> tuple[Event, ...]:
    """What waits for the bets to be settled: the end of rolling only for the come bets, and
    winners left up."""
    started = table._replace(hands=table.hands._replace(alone=alone))
    events = list(comes_over(started, tuple(events)))
    now = table
    for event in events:
        now = apply(now, event)
    for event in again:
        number = event.body["seat"]
        if now.seats[number].gone:
            continue
        for made in left_up(now, number, event.body["wager"], event.body["stake"]):
            events, now = [*events, made], apply(now, made)
    return tuple(events)


def _markers(table: Table, decided: list[Event], total: int) -> list[Event]:
    events: list[Event] = []
    for tally in table.rules.procedure.tallies:
        ours = [event for event in decided if event.body["wager"] in tally.wagers]
        if ours:
            events += _marked(table, tally, ours, total)
    return events


def _marked(table: Table, tally: Tally, ours: list[Event], total: int) -> list[Event]:
    """The markers after a roll that touched these wagers."""
    rules = table.rules
    events = []
    gathered = [event for event in ours if event.name == "moves" and event.body["state"]]
    counts = [_count(rules, event) for event in gathered]
    complete = [event for event in ours if event.name == "wins" and not _ended(rules, event)]
    if gathered or complete:
        body: dict[str, object] = {"wager": tally.wagers[0], "number": total}
        if counts:
            body["count"] = max(counts)
        events.append(Event("marker", "dealer", body, rules.ids(tally.marked)))
    if tally.tell is not None and counts and max(counts) >= tally.tell_at and not table.told:
        bets = [
            {"seat": number, "wager": name, "stake": bet.stake}
            for number, seat in table.seats.items()
            for name, bet in seat.bets.items()
            if bet.wager in tally.wagers
        ]
        told = {"to": tally.tell, "count": max(counts), "bets": bets}
        events.append(Event("tell", "table", told, rules.ids(tally.tell_cites)))
    if any(_ended(rules, event) for event in ours):
        off = {"wager": tally.wagers[0], "told": tally.tell is not None}
        events.append(Event("markers-off", "dealer", off, rules.ids(tally.cleared)))
    return events


def _count(rules: Rules, event: Event) -> int:
    machine = rules.wagers[str(event.body["wager"])].machine
    assert isinstance(machine, Collection)
    return len(machine.gathered(str(event.body["state"])))


def _ended(rules: Rules, event: Event) -> bool:
    """Whether the bet was decided by what ends its collection, not by completing it."""
    machine = rules.wagers[str(event.body["wager"])].machine
    ladder = isinstance(machine, Collection) and machine.ladder is not None
    return event.name == "loses" or (event.name == "wins" and ladder)
