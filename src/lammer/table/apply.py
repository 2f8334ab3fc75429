"""The table after an event. Whatever the event says, happens: whether it may is ``decide``'s."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from lammer.ledger import post
from lammer.table.events import TRIALS, Event
from lammer.table.rules import Rules
from lammer.table.state import DEALER, Bet, Cards, Holding, LastTrial, Pledge, Sealed, Seat, Table

Body = Mapping[str, Any]


def begin(rules: Rules, event: Event) -> Table:
    """The table an ``open`` event opens."""
    body = event.body
    seats = {
        place["seat"]: Seat(place["seat"], place.get("name", ""), {}) for place in body["seats"]
    }
    hands = Holding(offered=body["offered"])
    kit: Sealed | Cards | None = None
    if "dice_since" in body:
        kit = Sealed(datetime.fromisoformat(body["dice_since"]))
    elif "decks" in body:
        kit = Cards({}, way=body["procedure"])
    return Table(rules, rules.start, seats, post({}, event.moves), hands, kit=kit)


def apply(table: Table, event: Event) -> Table:
    """The table after ``event``.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> bet = run.do({"do": "bet", "seat": 1, "wager": "field", "amount": 500}).events[0]
    >>> apply(table=run.table, event=bet).layout(1)
    1000
    """
    after = _APPLY[event.name](table, event.body)
    if table.pledge is not None and after.pledge is table.pledge:
        after = _under_pledge(table, after, event)
    if not event.moves:
        return after
    rules, context, seats, books, hands, thrown, swept, told, kit, pledge, last = after
    books = post(books, event.moves)
    return Table(rules, context, seats, books, hands, thrown, swept, told, kit, pledge, last)


def done(table: Table, events: Sequence[Event]) -> Table:
    """The table after everything that one command led to."""
    after = table
    for event in events:
        after = apply(after, event)
    return remembering(table, events, after)


def remembering(before: Table, events: Sequence[Event], after: Table) -> Table:
    """The table ``after`` all the events of one command, with the trial that they were, as long as
    it can be taken back: until something else is done. What a program drew never can."""
    if any(event.name in TRIALS for event in events):
        if before.pledge is not None:
            return after if after.last is None else after._replace(last=None)
        stood = before if before.last is None else before._replace(last=None)
        return after._replace(last=LastTrial(stood, tuple(events)))
    if isinstance(after.last, LastTrial):
        seat = events[0].body.get("seat")
        whose = f", seat {seat}" if isinstance(seat, int) else ""
        return after._replace(last=f"{events[0].name}{whose}")
    return after


def _with_seat(table: Table, seat: Seat) -> Table:
    seats = dict(table.seats)
    seats[seat.number] = seat
    rules, context, _, books, hands, thrown, swept, told, kit, pledge, last = table
    return Table(rules, context, seats, books, hands, thrown, swept, told, kit, pledge, last)


def _with_bet(table: Table, number: int, name: str, bet: Bet | None) -> Table:
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


def _sit(table: Table, body: Body) -> Table:
    number = body["seat"]
    before = table.seats.get(number)
    if before is not None:
        return _with_seat(table, before._replace(gone=False, name=body.get("name", before.name)))
    seats = {**table.seats, number: Seat(number, body.get("name", ""), {})}
    return table._replace(seats=dict(sorted(seats.items())))


def _leave(table: Table, body: Body) -> Table:
    seat = table.seats[body["seat"]]
    if seat.bets:
        after = _with_seat(table, seat._replace(gone=True))
    else:
        after = _without(table, seat.number)
    if table.rules.procedure.trial.closed and not after.seats:
        return after._replace(hands=Holding(), thrown=False)  # Nobody to shake or deal for.
    return after


def _without(table: Table, number: int) -> Table:
    hands = table.hands
    if number in hands.refused or number in hands.declined:
        hands = hands._replace(
            refused=tuple(n for n in hands.refused if n != number),
            declined=tuple(n for n in hands.declined if n != number),
        )
    seats = {n: seat for n, seat in table.seats.items() if n != number}
    return table._replace(seats=seats, hands=hands)


def _cash_out(table: Table, body: Body) -> Table:
    seat = table.seats[body["seat"]]
    if seat.gone and not seat.bets and body["amount"] == table.rail(seat.number):
        return _without(table, seat.number)
    return table


def _nothing_else(table: Table, _: Body) -> Table:
    return table


# Bets


def _bet(table: Table, body: Body) -> Table:
    number, key = body["seat"], body["wager"]
    bet = table.seats[number].bets.get(key)
    charge = body.get("charge", 0)
    if bet is None:
        state = body.get("state")
        if state is None:
            state = table.rules.wagers[key].machine.start
        leave_up = body.get("leave_up", False)
        bet = Bet(key, state, body["stake"], None, charge, leave_up)
    else:
        leave_up = body.get("leave_up", bet.leave_up)
        bet = bet._replace(stake=body["stake"], charged=bet.charged + charge, leave_up=leave_up)
    if "coupon" in body:
        seat = table.seats[number]._replace(coupon=None)
        bet = bet._replace(coupon=body["coupon"], carried=True)
        return _with_bet(_with_seat(table, seat), number, key, bet)
    return _with_bet(table, number, key, bet)


def _remove(table: Table, body: Body) -> Table:
    number = body["seat"]
    after = _with_bet(table, number, body["wager"], None)
    if "barred" not in body:
        return after
    seat = after.seats[number]
    wager, state = body["barred"]
    return _with_seat(after, seat._replace(barred=(*seat.barred, (wager, state))))


def _reduce(table: Table, body: Body) -> Table:
    bet = table.seats[body["seat"]].bets[body["wager"]]
    left = bet._replace(
        stake=body["stake"],
        charged=bet.charged - body.get("refund", 0),
        reduced=bet.reduced or body.get("reduced", False),
    )
    return _with_bet(table, body["seat"], body["wager"], left)


def _call(table: Table, body: Body) -> Table:
    bet = table.seats[body["seat"]].bets[body["wager"]]
    return _with_bet(table, body["seat"], body["wager"], bet._replace(called=body["button"]))


def _coupon(table: Table, body: Body) -> Table:
    seat = table.seats[body["seat"]]._replace(coupon=None)
    bet = seat.bets[body["wager"]]._replace(coupon=body["amount"], carried=False)
    return _with_bet(_with_seat(table, seat), seat.number, body["wager"], bet)


def _void(table: Table, body: Body) -> Table:
    after = _with_bet(table, body["seat"], body["wager"], None)
    if "coupon" not in body:
        return after
    left = body["wager"], body["coupon"]
    return _with_seat(after, after.seats[body["seat"]]._replace(coupon=left))


def _decided(table: Table, body: Body) -> Table:
    return _with_bet(table, body["seat"], body["wager"], None)


def _lost(table: Table, body: Body) -> Table:
    """The last bet of somebody who left and has nothing more coming goes, and the place with it."""
    after = _decided(table, body)
    seat = after.seats[body["seat"]]
    if seat.gone and not seat.bets and not table.rail(seat.number):
        return _without(after, seat.number)
    return after


def _moved(table: Table, body: Body) -> Table:
    number, name, now = body["seat"], body["wager"], body["now"]
    bet = table.seats[number].bets[name]
    after = table if name == now else _with_bet(table, number, name, None)
    moved = Bet(bet.wager, body["state"], bet.stake, *bet[3:])
    return _with_bet(after, number, now, moved)


# Dice


def _offer(table: Table, body: Body) -> Table:
    asking = body["asking"]
    fresh = table.hands.fresh if asking else True
    hands = Holding(
        offered=body["offered"],
        before=body["before"],
        asking=asking,
        fresh=fresh,
        declined=tuple(body.get("declined", ())),
        refused=table.hands.refused,
    )
    return table._replace(hands=hands)


def _accept(table: Table, body: Body) -> Table:
    seat, hands = body["seat"], table.hands
    by_dealer = body.get("dealer", False)
    taken = Holding(
        holder=DEALER if by_dealer else seat,
        before=hands.before,
        refused=tuple(each for each in hands.refused if each != seat),
        on_behalf_of=seat if by_dealer else None,
    )
    return table._replace(hands=taken)


def _decline(table: Table, body: Body) -> Table:
    hands = table.hands
    if "alone" in body:
        back = Holding(holder=hands.before, fresh=hands.fresh, alone=body["alone"], picked=True)
        return table._replace(hands=back)
    turn = table.rules.procedure.turn
    assert turn is not None
    seat, refused = body["seat"], hands.refused
    stays = seat in table.seated()  # Whoever declines by leaving is not remembered.
    if turn.unrefused and stays and seat not in refused:
        refused = (*refused, seat)
    if "holder" in body:
        return table._replace(hands=Holding(holder=body["holder"], refused=refused))
    declined = hands.declined
    if hands.asking or (turn.nobody and stays):
        declined = (*declined, seat)
    asked = hands._replace(offered=body["offered"], declined=declined, refused=refused)
    return table._replace(hands=asked)


def _pass(table: Table, body: Body) -> Table:
    refused, holder = table.hands.refused, body.get("holder")
    hands = Holding(holder, body["offered"], before=body["seat"], refused=refused)
    return table._replace(hands=hands)


def _select(table: Table, _: Body) -> Table:
    return table._replace(hands=table.hands._replace(picked=True))


def _alone(table: Table, body: Body) -> Table:
    return table._replace(hands=table.hands._replace(alone=body["on"]))


def _throw(table: Table, _: Body) -> Table:
    return table._replace(thrown=True, hands=table.hands._replace(picked=True))


def _no_roll(table: Table, _: Body) -> Table:
    return table._replace(thrown=False, hands=table.hands._replace(picked=True))


def _roll(table: Table, body: Body) -> Table:
    rules, before, hands = table.rules, table.context, table.hands
    context = rules.start if body["point"] is None else str(body["point"])
    if hands.fresh or not hands.picked:
        fresh = hands.fresh and (before != rules.start or hands.alone)
        hands = hands._replace(fresh=fresh, picked=True)
    seats = table.seats
    if before == rules.start and context != before:
        seats = {number: _buttons_off(seat) for number, seat in seats.items()}
    for seat in seats.values():
        if seat.barred:
            cell, _, _ = rules.trial(before, tuple(body["dice"]))
            seats = {number: _unbarred(rules, each, cell) for number, each in seats.items()}
            break
    swept = body.get("swept", False)
    told, kit, pledge, last = table.told, table.kit, table.pledge, table.last
    return Table(rules, context, seats, table.books, hands, False, swept, told, kit, pledge, last)


def _buttons_off(seat: Seat) -> Seat:
    """Once a point is set the buttons are lifted: no call outlasts its come-out (R-02)."""
    if not any(bet.called for bet in seat.bets.values()):
        return seat
    bets = {name: bet._replace(called=None) for name, bet in seat.bets.items()}
    return seat._replace(bets=bets)


def _unbarred(rules: Rules, seat: Seat, cell: int) -> Seat:
    """A don't bet taken down may be made anew once this roll would have decided it (R-61)."""
    if not seat.barred:
        return seat
    still = tuple(
        (wager, state)
        for wager, state in seat.barred
        if rules.effects(wager, state, None)[cell] is None
    )
    return seat._replace(barred=still)


# The shaker and the shoe


def _closed(table: Table, _: Body) -> Table:
    return table._replace(thrown=True)


def _opened(table: Table, _: Body) -> Table:
    return table._replace(thrown=False)


def _new_dice(table: Table, body: Body) -> Table:
    return table._replace(kit=Sealed(datetime.fromisoformat(body["dice_since"])))


def _cards(table: Table) -> Cards:
    assert isinstance(table.kit, Cards)
    return table.kit


def _no_deal(table: Table, body: Body) -> Table:
    """What cards there were come out of the shoe."""
    kit = _cards(table)
    out = dict(kit.out)
    for card in body.get("cards", ()):
        out[card] = out.get(card, 0) + 1
    return table._replace(thrown=False, kit=kit._replace(out=out))


def _deal(table: Table, body: Body) -> Table:
    """The cards come out of the shoe; each further coup is one fewer once the end is near."""
    after, left = _no_deal(table, body), _cards(table).left
    return after if left is None else _coups_left(after, left - 1)


def _coups_left(table: Table, left: int) -> Table:
    return table._replace(kit=_cards(table)._replace(left=left))


def _shuffle(table: Table, _: Body) -> Table:
    return table._replace(kit=Cards({}, way=_cards(table).way))


def _cut(table: Table, body: Body) -> Table:
    return table._replace(kit=_cards(table)._replace(cut_by=body["seat"]))


def _procedure(table: Table, body: Body) -> Table:
    return table._replace(kit=_cards(table)._replace(way=body["procedure"]))


def _owed(table: Table, body: Body) -> Table:
    if "owed" not in body:
        return table
    return _with_seat(table, table.seats[body["seat"]]._replace(owed=body["owed"]))


def _collect(table: Table, body: Body) -> Table:
    """What was owed is paid; a place that somebody left goes with its last chip."""
    seat = table.seats[body["seat"]]
    if seat.gone and not seat.bets and table.rail(seat.number) == body["amount"]:
        return _without(table, seat.number)
    return _with_seat(table, seat._replace(owed=0))


def _tell(table: Table, _: Body) -> Table:
    return table._replace(told=True)


def _markers_off(table: Table, body: Body) -> Table:
    return table._replace(told=False) if body.get("told") else table


# A trial taken back


def _correct(table: Table, body: Body) -> Table:
    """As it was before the trial; the chips go back by the event's own moves."""
    assert isinstance(table.last, LastTrial)
    before = table.last.before
    return before._replace(books=table.books, thrown=body.get("closed", before.thrown))


# The seeds of what a program draws


def _commit(table: Table, body: Body) -> Table:
    out = table.kit.out if isinstance(table.kit, Cards) else {}
    return table._replace(pledge=Pledge(body["hash"], out=out))


def _seed(table: Table, body: Body) -> Table:
    assert table.pledge is not None
    others = [each for each in table.pledge.seeds if each[0] != body["seat"]]
    seeds = tuple(sorted([*others, (body["seat"], body["seed"])]))
    return table._replace(pledge=table.pledge._replace(seeds=seeds))


def _no_pledge(table: Table, _: Body) -> Table:
    return table._replace(pledge=None)


def _under_pledge(before: Table, after: Table, event: Event) -> Table:
    """Trials are counted, a seed leaves with its giver, and the hand may be over: the dice passed
    or sevened out, a shake done, the shoe played to its end."""
    made = after.pledge
    assert made is not None
    if event.name in TRIALS:
        made = made._replace(trials=made.trials + 1)
    elif event.name == "leave" and not made.trials:
        seat = event.body["seat"]
        made = made._replace(seeds=tuple(each for each in made.seeds if each[0] != seat))
    if made.trials and _ends(before, after, event):
        made = made._replace(over=True)
    return after if made is after.pledge else after._replace(pledge=made)


def _ends(before: Table, after: Table, event: Event) -> bool:
    procedure = before.rules.procedure
    if procedure.trial.thing == "shaker":
        return event.name == "shake"
    if procedure.trial.thing == "shoe":
        return event.name == "shoe-over"
    if procedure.turn is not None:
        return event.name in ("pass", "offer") and after.hands.fresh
    out = event.name == "roll" and before.point is not None and after.point is None
    return out and sum(event.body["dice"]) != before.point


_APPLY: dict[str, Callable[[Table, Body], Table]] = {
    "sit": _sit,
    "leave": _leave,
    "buy-in": _nothing_else,
    "cash-out": _cash_out,
    "convert": _nothing_else,
    "bet": _bet,
    "remove": _remove,
    "reduce": _reduce,
    "call": _call,
    "coupon": _coupon,
    "wins": _decided,
    "loses": _lost,
    "void": _void,
    "moves": _moved,
    "down": _nothing_else,
    "offer": _offer,
    "accept": _accept,
    "decline": _decline,
    "pass": _pass,
    "select": _select,
    "alone": _alone,
    "throw": _throw,
    "no-roll": _no_roll,
    "roll": _roll,
    "no-more-bets": _closed,
    "shake": _opened,
    "no-shake": _opened,
    "new-dice": _new_dice,
    "cards": _nothing_else,
    "deal": _deal,
    "count": _nothing_else,
    "draw": _nothing_else,
    "stay": _nothing_else,
    "result": _nothing_else,
    "no-deal": _no_deal,
    "cutting-card": lambda table, _: _coups_left(table, 2),  # The hand in progress and one more.
    "last-hand": lambda table, _: _coups_left(table, 1),
    "shoe-over": lambda table, _: _coups_left(table, 0),
    "shuffle": _shuffle,
    "cut": _cut,
    "recut": _cut,
    "procedure": _procedure,
    "vigorish": _owed,
    "collect": _collect,
    "marker": _nothing_else,
    "markers-off": _markers_off,
    "tell": _tell,
    "commit": _commit,
    "seed": _seed,
    "reveal": _no_pledge,
    "withdraw": _no_pledge,
    "correct": _correct,
    "close": _nothing_else,
}
