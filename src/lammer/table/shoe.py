"""The shoe: shuffled, cut, dealt from; the coup with its announcements; the vigorish collected."""

from datetime import datetime, timedelta
from functools import partial

from lammer.core.cards import MOST, SIDES, Coup, Misdealt, dealt
from lammer.core.cite import Cites
from lammer.core.legality import Refusal
from lammer.core.procedure import Payment, Shoe
from lammer.ledger import COMMISSION, rail
from lammer.table.apply import apply
from lammer.table.closing import over
from lammer.table.commands import ChangeProcedure, Collect, Cut, Deal, NoDeal, Recut, Shuffle
from lammer.table.dice import may_throw, not_counted, under_way
from lammer.table.events import (
    CardDrawn,
    CardsCalled,
    CardsCut,
    CardsDealt,
    CardsRecut,
    CardsShuffled,
    CoupResult,
    CuttingCardOut,
    DealVoid,
    Event,
    HandCounted,
    HandStays,
    LastHandCalled,
    ProcedureChanged,
    ShoeOver,
    VigorishCollected,
)
from lammer.table.holding import not_by
from lammer.table.refusals import Decision, in_the_air, player_at, refuse, together
from lammer.table.rules import HOUSE
from lammer.table.settlement import closing, goes_on, in_order, settled
from lammer.table.state import DEALER, Cards, Holder, Table
from lammer.table.turn import after, who


def _shoe(table: Table) -> tuple[Shoe, Cards]:
    shoe = table.rules.procedure.trial.shoe
    assert shoe is not None
    assert isinstance(table.kit, Cards)
    return shoe, table.kit


# The coup


def deal(table: Table, command: Deal) -> Decision:
    """A whole coup: announced, dealt, drawn, counted, settled."""
    before = may_throw(table, command.seat)
    if isinstance(before, Refusal):
        return before
    shoe, kit = _shoe(table)
    coup = dealt(shoe.drawing, command.cards)
    refusal = over(table) or _misdealt(table, coup) or _not_in_the_shoe(table, command)
    if refusal is not None:
        return refusal
    assert isinstance(coup, Coup)
    events = _announced(table, shoe, coup, command)
    cell, _, must_pass = table.rules.trial(table.context, coup.outcome)
    events += in_order(table, settled(table, cell))
    if command.cut_card or kit.left == 2:
        events.append(LastHandCalled(DEALER, table.rules.ids(shoe.last_hand), "last hand"))
    if kit.left == 1:
        events.append(_shoe_over(table, shoe.over))
        events = _and_collected(table, events)
    return (*events, *goes_on(table, must_pass))


def _shoe_over(table: Table, cites: Cites) -> Event:
    return ShoeOver(DEALER, table.rules.ids(cites))


def no_deal(table: Table, command: NoDeal) -> Decision:
    """A round that is not completed: the cards that came out are not played, all wagers stand."""
    shoe, _ = _shoe(table)
    trial = table.rules.procedure.trial
    if table.pledge is not None:
        detail = "A program deals here from the seed it pledged: what it deals is never void."
        return refuse(table, "not-here", detail, trial.void)
    if len(command.cards) > MOST:
        detail = f"{len(command.cards)} cards: a round has at most {MOST}."
        return refuse(table, "wrong-cards", detail, shoe.drawing.at_most)
    before = over(table) or _not_in_the_shoe(table, command) or under_way(table, None)
    void = not_counted(table, command, before, partial(DealVoid, cards=command.cards))
    if isinstance(void, Refusal):
        return void
    events = [*void]
    if command.cut_card:
        events.append(CuttingCardOut(DEALER, table.rules.ids(shoe.cutting_card)))
    reason = trial.reason(command.reason)
    if reason is not None and reason.over:
        events.append(_shoe_over(table, reason.over))
        events = _and_collected(table, events)
    return tuple(events)


def _misdealt(table: Table, coup: Coup | Misdealt) -> Refusal | None:
    if isinstance(coup, Coup):
        return None
    detail = f"{coup.what[0].upper()}{coup.what[1:]}."
    return refuse(table, "wrong-cards", detail, coup.cites)


def _not_in_the_shoe(table: Table, command: Deal | NoDeal) -> Refusal | None:
    """Why these cards, or the cutting card with them, cannot have come out now."""
    shoe, kit = _shoe(table)
    decks = int(table.rules.option(shoe.decks))
    for card in dict.fromkeys(command.cards):
        before, now = kit.out.get(card, 0), command.cards.count(card)
        if before + now > decks:
            detail = f"{now} of {card}: {before} are out already, and there are {decks} in all."
            return refuse(table, "not-in-the-shoe", detail, shoe.cards)
    if command.cut_card and kit.left is not None:
        detail = "There is one cutting card, and it has come out of this shoe."
        return refuse(table, "cards-are-out", detail, shoe.cutting_card)
    return None


def _announced(table: Table, shoe: Shoe, coup: Coup, command: Deal) -> list[Event]:
    """The coup as it is called: the betting closed, the cards, each count, each third card, the
    result."""
    rules, drawing = table.rules, shoe.drawing
    closed = closing(table)
    events: list[Event] = [closed] if closed is not None else []
    events.append(CardsCalled(DEALER, rules.ids(rules.procedure.trial.closed), "Cards"))
    curator = who(table.hands.holder or DEALER)
    first_two = {"player": coup.player[:2], "banker": coup.banker[:2]}
    clauses = rules.ids(
        _dealing(table), drawing.hands, drawing.first, drawing.faced, drawing.values_cites
    )
    events.append(CardsDealt(curator, clauses, coup.player[:2], coup.banker[:2], command.cards))
    if command.cut_card:
        events.append(CuttingCardOut(curator, rules.ids(shoe.cutting_card)))
    for side in SIDES:
        count = drawing.count(first_two[side])
        events.append(HandCounted(DEALER, rules.ids(drawing.counted[side]), side, count))
    if not coup.steps:
        events.append(HandStays(DEALER, rules.ids(coup.natural, drawing.told), "both"))
    third = {"player": coup.player[2:], "banker": coup.banker[2:]}
    for step in coup.steps:
        named = rules.ids(drawing.told, step.cites)
        if step.draws:
            named = together(named, rules.ids(drawing.third, drawing.at_most))
            card = third[step.side][0]
            events.append(CardDrawn(DEALER, named, step.side, step.points, card))
        else:
            events.append(HandStays(DEALER, named, step.side, step.points))
    tied = coup.winner == "tie"
    named = rules.ids(drawing.announced, drawing.tied if tied else ())
    call = "Tie Hand" if tied else None
    counts = coup.player_count, coup.banker_count
    events.append(CoupResult(DEALER, named, *counts, coup.winner, call))
    return events


def _dealing(table: Table) -> Cites:
    """By which clauses whoever deals is the curator."""
    turn, hands = table.rules.procedure.turn, table.hands
    if turn is None or hands.holder != DEALER:
        return table.rules.procedure.trial.thrown
    return turn.nobody if hands.on_behalf_of is None else turn.designated


# Vigorish that was marked


def _paid_up(table: Table, number: int) -> Event | None:
    """A seat pays the vigorish it owes."""
    owed = table.seats[number].owed
    if not owed:
        return None
    clauses = table.rules.ids(table.rules.owing)
    taken = ((rail(number), COMMISSION, owed),)
    return VigorishCollected(DEALER, clauses, number, amount=owed, owed=0, moves=taken)


def paid_up(table: Table, number: int) -> tuple[Event, ...]:
    event = _paid_up(table, number)
    return () if event is None else (event,)


def _and_collected(table: Table, events: list[Event]) -> list[Event]:
    """All that is owed, collected after these events, from the highest position down."""
    now = table
    for event in events:
        now = apply(now, event)
    return [*events, *(one for n in sorted(now.seats, reverse=True) for one in paid_up(now, n))]


def collect(table: Table, command: Collect) -> Decision:
    seat = table.seats.get(command.seat)
    if seat is None:
        return refuse(table, "no-such-seat", f"Nobody sits at seat {command.seat}.")
    if not seat.owed:
        detail = f"Seat {command.seat} owes no vigorish."
        return refuse(table, "nothing-owed", detail, table.rules.owing)
    return paid_up(table, command.seat)


# Shuffle and cut


def shuffle(table: Table, _: Shuffle) -> Decision:
    """The cards shuffled and cut; what is owed is collected first."""
    shoe, kit = _shoe(table)
    if table.thrown:
        return in_the_air(table, "the cards are shuffled between rounds", shoe.over)
    if kit.left == 1:
        detail = (
            "The last hand has been announced: one more is dealt before the cards are shuffled."
        )
        return refuse(table, "wrong-time", detail, shoe.over)
    if table.pledge is not None and not table.pledge.over:
        detail = "The order of these cards is pledged; they are played to their end."
        return Refusal("pledged", detail, HOUSE)
    decks = int(table.rules.option(shoe.decks))
    shuffled = CardsShuffled(DEALER, table.rules.ids(shoe.shuffled, shoe.kept), decks)
    return (*_and_collected(table, []), shuffled)


def _entitled(table: Table, last: Holder | None) -> Holder:
    """Who may cut: seat 1 first, then round the table as the shoe goes; the dealer, for nobody."""
    return after(table, last) or DEALER


def cut(table: Table, command: Cut) -> Decision:
    shoe, kit = _shoe(table)
    player = player_at(table, command.seat)
    if isinstance(player, Refusal):
        return player
    if not kit.untouched:
        return refuse(table, "cards-are-out", "The cards are cut before any is dealt.", shoe.cut)
    if kit.cut_by is not None:
        detail = "The cards have been cut; a casino supervisor may require a recut."
        return refuse(table, "not-needed", detail, shoe.recut.cites)
    return (CardsCut(f"seat-{command.seat}", table.rules.ids(shoe.cut), command.seat),)


def recut(table: Table, command: Recut) -> Decision:
    """A casino supervisor has the cards cut again, before any is dealt."""
    shoe, kit = _shoe(table)
    refusal = not_by(table, shoe.recut, command.caller, "may require a recut")
    if refusal is not None:
        return refusal
    if command.reason is not None and command.reason not in shoe.recut_reasons:
        detail = f"The cards are recut for: {', '.join(shoe.recut_reasons)}."
        return refuse(table, "not-a-reason", detail, shoe.recut.cites)
    if not kit.untouched:
        detail = "The cards are recut before any is dealt."
        return refuse(table, "cards-are-out", detail, shoe.recut.cites)
    last = kit.cut_by or _entitled(table, None)
    by = last if table.rules.option(shoe.recut_by) == "same" else _entitled(table, last)
    if by not in (*table.seated(), DEALER):
        by = _entitled(table, by)
    if command.seat is not None and command.seat != by:
        whose = "the dealer" if by == DEALER else f"seat {by}"
        detail = f"By this house's choice {whose} recuts, not seat {command.seat}."
        return refuse(table, "not-your-turn", detail, shoe.recut_cites)
    clauses = table.rules.ids(shoe.recut.cites, shoe.recut_cites)
    return (CardsRecut(command.caller, clauses, by, command.reason),)


# How winners are paid


def change_procedure(table: Table, command: ChangeProcedure, now: datetime) -> Decision:
    """Another of the procedures is introduced, once those who must know have known long enough."""
    payment = table.rules.procedure.trial.payment
    assert payment is not None
    _, kit = _shoe(table)
    if command.procedure not in [way.key for way in payment.ways]:
        known = ", ".join(str(way.key) for way in payment.ways)
        detail = f"There is no procedure {command.procedure}: {known}."
        return refuse(table, "not-listed", detail, payment.winners)
    if table.thrown:
        return in_the_air(table, "a procedure is changed between rounds", payment.chosen)
    if command.procedure == kit.way:
        detail = f"Procedure {kit.way} is in use."
        return refuse(table, "not-needed", detail, payment.chosen)
    refusal = _not_notified(table, payment, command, now)
    if refusal is not None:
        return refusal
    way = next(each for each in payment.ways if each.key == command.procedure)
    clauses = table.rules.ids((*payment.chosen, *way.cites, *payment.changed))
    notified = command.commission_at, command.surveillance_at
    return (ProcedureChanged("house", clauses, command.procedure, *notified),)


def _not_notified(
    table: Table, payment: Payment, command: ChangeProcedure, now: datetime
) -> Refusal | None:
    notice = timedelta(minutes=payment.minutes)
    told = {"Commission": command.commission_at, "surveillance": command.surveillance_at}
    for whom, at in told.items():
        if at is None or now - datetime.fromisoformat(at) < notice:
            detail = f"The {whom} is notified in writing at least {payment.minutes} minutes before."
            return refuse(table, "no-notice", detail, payment.changed)
    return None
