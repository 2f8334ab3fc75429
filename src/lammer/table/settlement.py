"""A roll that counts: the puck, every bet it decides, the markers, the dice to the next shooter.

What a roll does to a bet is its machine's effect and nothing else; this module turns it into chips.
"""

from lammer.core.money import dollars
from lammer.core.procedure import Tally
from lammer.core.wager import Collection
from lammer.ledger import BANK, COMMISSION, Transfer, layout, rail
from lammer.table.apply import apply
from lammer.table.event import Event
from lammer.table.making import left_up
from lammer.table.rules import Effect, Rules
from lammer.table.say import together
from lammer.table.state import Bet, Table
from lammer.table.turn import comes_over, given_up


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
    if rules.reopens and any(_reopens(rules, event) for event in decided):
        body["swept"] = True
    holder = table.hands.holder
    roll = Event("roll", "shaker" if holder is None else f"seat-{holder}", body, clauses)
    events = [roll, *decided]
    if rules.tallied and decided:
        events += _markers(table, decided, dice[0] + dice[1])
    turn = rules.procedure.turn
    if must_pass and turn is not None:
        events.append(given_up(table, turn, "loser-7", turn.must_pass_cites))
    again = [event for event in decided if "leave_up" in event.body]
    return _afterwards(table, events, alone, again) if alone or again else tuple(events)


def settled(table: Table, cell: int) -> list[Event]:
    """What the cell does to each bet on the table, seat by seat."""
    rules = table.rules
    events = []
    for number, seat in table.seats.items():
        for name, bet in seat.bets.items():
            effect = rules.effects(bet.wager, bet.state, bet.called)[cell]
            if effect is not None:
                events.append(_settled(rules, number, name, bet, effect))
    return events


def _settled(rules: Rules, number: int, name: str, bet: Bet, effect: Effect) -> Event:
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
    if wager.vig is not None:
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


def _reopens(rules: Rules, event: Event) -> bool:
    """Whether this loss opens an offer again that waits for it (R-26)."""
    if event.name != "loses":
        return False
    wager = rules.wagers.get(str(event.body["wager"]))
    return wager is not None and "bonus-swept" in wager.offer.needs


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
