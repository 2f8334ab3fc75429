"""The shoe: shuffling, cutting and dealing; coups with their announcements; collecting vigorish."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ClassVar

from lammer.core.cite import Cites
from lammer.core.legality import InstrumentCode, Refusal
from lammer.core.procedure import Payment
from lammer.instruments.shoe.cards import (
    DECK,
    MOST,
    RANKS,
    SIDES,
    SUITS,
    Coup,
    Misdealt,
    dealt,
    winner,
)
from lammer.instruments.shoe.commands import ChangeProcedure, Cut, Deal, NoDeal, Recut, Shuffle
from lammer.instruments.shoe.events import (
    EVENTS,
    CardDrawn,
    CardsCalled,
    CardsCut,
    CardsDealt,
    CardsRecut,
    CardsShuffled,
    CoupResult,
    CoupTakenBack,
    CuttingCardOut,
    DealVoid,
    HandCounted,
    HandStays,
    LastHandCalled,
    ProcedureChanged,
    ShoeOpened,
    ShoeOver,
)
from lammer.instruments.shoe.law import Shoe, shoe_law
from lammer.instruments.shoe.state import Cards
from lammer.table.apply import apply, unchanged
from lammer.table.bets.settlement import closing, in_payment_order, next_turn, settle_bets
from lammer.table.bets.vigorish import collect_owed
from lammer.table.commands import Accept, Collect, Command, NoMoreBets
from lammer.table.dispatch import EventMap
from lammer.table.events import Event, Opened, TrialEvent
from lammer.table.instrument import Decide, Instrument, Shown, untimed
from lammer.table.log import stamp
from lammer.table.refusals import Decision, player_at, refuse, too_late, unique_clauses
from lammer.table.rules import HOUSE, Rules
from lammer.table.state import DEALER, Holder, Kit, TableState
from lammer.table.turns.offers import check_authority
from lammer.table.turns.order import actor_of, next_player
from lammer.table.turns.trials import check_may_begin, check_may_end, decide_void, no_more_bets
from lammer.table.views.narrate import void_trial

WRONG_CARDS = InstrumentCode("wrong-cards")
NOT_IN_THE_SHOE = InstrumentCode("not-in-the-shoe")
SHOE_OVER = InstrumentCode("shoe-over")
CARDS_ARE_OUT = InstrumentCode("cards-are-out")
NO_NOTICE = InstrumentCode("no-notice")


def _shoe(table: TableState) -> tuple[Shoe, Cards]:
    return shoe_law(table.rules.procedure), _cards(table)


# The coup


def deal(table: TableState, command: Deal) -> Decision:
    """Decide a whole coup: announced, dealt, drawn, counted, settled."""
    before = check_may_begin(table, command.seat)
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
    events += in_payment_order(table, settle_bets(table, cell))
    if command.cut_card or kit.left == 2:
        events.append(LastHandCalled(DEALER, table.rules.ids(shoe.last_hand), "last hand"))
    if kit.left == 1:
        events.append(_shoe_over(table, shoe.over))
        events = _and_collected(table, events)
    return (*events, *next_turn(table, must_pass))


def _shoe_over(table: TableState, cites: Cites) -> Event:
    return ShoeOver(DEALER, table.rules.ids(cites))


def no_deal(table: TableState, command: NoDeal) -> Decision:
    """Decide that a round is not completed: its cards are out and not played, and all wagers
    stand."""
    shoe, _ = _shoe(table)
    trial = table.rules.procedure.trial
    if table.pledge is not None:
        detail = "A program deals here from the seed it pledged: what it deals is never void."
        return refuse(table, "not-here", detail, trial.void)
    if len(command.cards) > MOST:
        detail = f"{len(command.cards)} cards: a round has at most {MOST}."
        return refuse(table, WRONG_CARDS, detail, shoe.drawing.at_most)
    before = over(table) or _not_in_the_shoe(table, command) or check_may_end(table, None)
    void = decide_void(table, command, before, partial(DealVoid, cards=command.cards))
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


def _misdealt(table: TableState, coup: Coup | Misdealt) -> Refusal | None:
    if isinstance(coup, Coup):
        return None
    detail = f"{coup.what[0].upper()}{coup.what[1:]}."
    return refuse(table, WRONG_CARDS, detail, coup.cites)


def _not_in_the_shoe(table: TableState, command: Deal | NoDeal) -> Refusal | None:
    """Return why these cards, or the cutting card with them, cannot have come out now."""
    shoe, kit = _shoe(table)
    decks = int(table.rules.option(shoe.decks))
    for card in dict.fromkeys(command.cards):
        before, now = kit.out.get(card, 0), command.cards.count(card)
        if before + now > decks:
            detail = f"{now} of {card}: {before} are out already, and there are {decks} in all."
            return refuse(table, NOT_IN_THE_SHOE, detail, shoe.cards)
    if command.cut_card and kit.left is not None:
        detail = "There is one cutting card, and it has come out of this shoe."
        return refuse(table, CARDS_ARE_OUT, detail, shoe.cutting_card)
    return None


def _announced(table: TableState, shoe: Shoe, coup: Coup, command: Deal) -> list[Event]:
    """Return the coup as it is called: the betting closed, the cards, each count, each third card,
    the result."""
    rules, drawing = table.rules, shoe.drawing
    closed = closing(table)
    events: list[Event] = [closed] if closed is not None else []
    events.append(CardsCalled(DEALER, rules.ids(rules.procedure.trial.closed), "Cards"))
    curator = actor_of(table.hands.holder or DEALER)
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
            named = unique_clauses(named, rules.ids(drawing.third, drawing.at_most))
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


def _dealing(table: TableState) -> Cites:
    """Return the clauses that make the person who deals the curator."""
    turn, hands = table.rules.procedure.turn, table.hands
    if turn is None or hands.holder != DEALER:
        return table.rules.procedure.trial.thrown
    return turn.nobody if hands.on_behalf_of is None else turn.designated


# Vigorish that was marked


def _and_collected(table: TableState, events: list[Event]) -> list[Event]:
    """Return the collection of all vigorish owed after these events, from the highest seat down."""
    now = table
    for event in events:
        now = apply(now, event)
    return [
        *events,
        *(one for n in sorted(now.seats, reverse=True) for one in collect_owed(now, n)),
    ]


def collect(table: TableState, command: Collect) -> Decision:
    seat = table.seats.get(command.seat)
    if seat is None:
        return refuse(table, "no-such-seat", f"Nobody sits at seat {command.seat}.")
    if not seat.owed:
        detail = f"Seat {command.seat} owes no vigorish."
        return refuse(table, "nothing-owed", detail, table.rules.owing_cites)
    return collect_owed(table, command.seat)


# Shuffle and cut


def shuffle(table: TableState, _: Shuffle) -> Decision:
    """Decide a shuffle and cut; vigorish owed is collected first."""
    shoe, kit = _shoe(table)
    if table.thrown:
        return too_late(table, "the cards are shuffled between rounds", shoe.over)
    if kit.left == 1 and not _nobody_left(table):
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


def _nobody_left(table: TableState) -> bool:
    """Return whether there is nobody to deal the one more hand for (R-73)."""
    return not table.seated() and not any(seat.bets for seat in table.seats.values())


def _entitled(table: TableState, last: Holder | None) -> Holder:
    """Return who may cut next after ``last``: from seat 1 in the order of the shoe, and the dealer
    if nobody is seated."""
    return next_player(table, last) or DEALER


def cut(table: TableState, command: Cut) -> Decision:
    shoe, kit = _shoe(table)
    player = player_at(table, command.seat)
    if isinstance(player, Refusal):
        return player
    if not kit.untouched:
        return refuse(table, CARDS_ARE_OUT, "The cards are cut before any is dealt.", shoe.cut)
    if kit.cut_by is not None:
        detail = "The cards have been cut; a casino supervisor may require a recut."
        return refuse(table, "not-needed", detail, shoe.recut.cites)
    return (CardsCut(f"seat-{command.seat}", table.rules.ids(shoe.cut), command.seat),)


def recut(table: TableState, command: Recut) -> Decision:
    """Decide that a casino supervisor has the cards cut again, before any is dealt."""
    shoe, kit = _shoe(table)
    refusal = check_authority(table, shoe.recut, command.caller, "may require a recut")
    if refusal is not None:
        return refusal
    if command.reason not in shoe.recut_reasons:
        detail = f"The cards are recut for: {', '.join(shoe.recut_reasons)}."
        return refuse(table, "not-a-reason", detail, shoe.recut.cites)
    if not kit.untouched:
        detail = "The cards are recut before any is dealt."
        return refuse(table, CARDS_ARE_OUT, detail, shoe.recut.cites)
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


def change_procedure(table: TableState, command: ChangeProcedure, now: datetime) -> Decision:
    """Decide a change of the payment procedure, once notice has been given long enough before."""
    payment = table.rules.procedure.trial.payment
    assert payment is not None
    _, kit = _shoe(table)
    if command.procedure not in [way.key for way in payment.ways]:
        known = ", ".join(str(way.key) for way in payment.ways)
        detail = f"There is no procedure {command.procedure}: {known}."
        return refuse(table, "not-listed", detail, payment.winners)
    if table.thrown:
        return too_late(table, "a procedure is changed between rounds", payment.chosen)
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
    table: TableState, payment: Payment, command: ChangeProcedure, now: datetime
) -> Refusal | None:
    notice = timedelta(minutes=payment.minutes)
    told = {"Commission": command.commission_at, "surveillance": command.surveillance_at}
    for whom, at in told.items():
        if at is None or now - datetime.fromisoformat(at) < notice:
            detail = f"The {whom} is notified in writing at least {payment.minutes} minutes before."
            return refuse(table, NO_NOTICE, detail, payment.changed)
    return None


def over(table: TableState) -> Refusal | None:
    """Return why no card may be dealt: the last hand and one more have been played."""
    shoe, kit = _shoe(table)
    if kit.left != 0:
        return None
    detail = "The hand after the last hand has been played: no card until the cards are shuffled."
    return refuse(table, SHOE_OVER, detail, shoe.over)


# What it does to the table


def _cards(table: TableState) -> Cards:
    assert isinstance(table.kit, Cards)
    return table.kit


def _no_deal(table: TableState, event: CardsDealt | DealVoid) -> TableState:
    """Return the table after these cards have come out of the shoe."""
    kit = _cards(table)
    out = dict(kit.out)
    for card in event.cards:
        out[card] = out.get(card, 0) + 1
    return table._replace(thrown=False, kit=kit._replace(out=out))


def _deal(table: TableState, event: CardsDealt) -> TableState:
    """Return the table after a coup: its cards are out, and once the end is near one coup fewer is
    left."""
    after, left = _no_deal(table, event), _cards(table).left
    return after if left is None else _coups_left(after, left - 1)


def _coups_left(table: TableState, left: int) -> TableState:
    return table._replace(kit=_cards(table)._replace(left=left))


def _was_shuffled(table: TableState, _: CardsShuffled) -> TableState:
    return table._replace(kit=Cards({}, way=_cards(table).way))


def _was_cut(table: TableState, event: CardsCut | CardsRecut) -> TableState:
    return table._replace(kit=_cards(table)._replace(cut_by=event.seat))


def _procedure(table: TableState, event: ProcedureChanged) -> TableState:
    return table._replace(kit=_cards(table)._replace(way=event.procedure))


_APPLIES = EventMap[TableState]()
_APPLIES.on(CardsCalled, unchanged)
_APPLIES.on(CardsDealt, _deal)
_APPLIES.on(HandCounted, unchanged)
_APPLIES.on(CardDrawn, unchanged)
_APPLIES.on(HandStays, unchanged)
_APPLIES.on(CoupResult, unchanged)
_APPLIES.on(DealVoid, _no_deal)
_APPLIES.on(CuttingCardOut, lambda table, _: _coups_left(table, 2))
_APPLIES.on(LastHandCalled, lambda table, _: _coups_left(table, 1))
_APPLIES.on(ShoeOver, lambda table, _: _coups_left(table, 0))
_APPLIES.on(CardsShuffled, _was_shuffled)
_APPLIES.on(CardsCut, _was_cut)
_APPLIES.on(CardsRecut, _was_cut)
_APPLIES.on(ProcedureChanged, _procedure)


# What is said

_HANDS = {"player": "Player's Hand", "banker": "Banker's Hand"}


def _result(event: CoupResult) -> str:
    """Return the announcement of a coup.

    >>> _result(CoupResult("dealer", (), 6, 6, "tie"))
    'Player 6, Banker 6: Tie Hand.'
    """
    counts = f"Player {event.player_count}, Banker {event.banker_count}"
    won = "Tie Hand" if event.winner == "tie" else f"{_HANDS[event.winner]} wins"
    return f"{counts}: {won}."


_WHY_RECUT = {
    "improper": "the cut was improper",
    "fairness": "the cut could affect the fairness of the game",
}


def _recut_words(event: CardsRecut) -> str:
    """Return who recuts, who required it, and why.

    >>> _recut_words(CardsRecut("floorperson", (), 5, "improper"))
    'Seat 5 recuts the cards, as the floorperson requires: the cut was improper.'
    """
    who = "The dealer" if event.seat == DEALER else f"Seat {event.seat}"
    why = f": {_WHY_RECUT.get(event.reason, event.reason)}" if event.reason else ""
    return f"{who} recuts the cards, as the {event.actor} requires{why}."


def _no_deal_words(table: TableState, event: DealVoid) -> str:
    out = f" Out of the shoe: {' '.join(event.cards)}." if event.cards else ""
    return f"{void_trial(table, event)}{out}"


_SENTENCES = EventMap[str]()
_SENTENCES.on(DealVoid, _no_deal_words)
_SENTENCES.on(CardsCalled, lambda _table, _event: '"Cards."')
_SENTENCES.on(
    CardsDealt,
    lambda _, event: (
        f"Player's Hand {' '.join(event.player_cards)}, "
        f"Banker's Hand {' '.join(event.banker_cards)}."
    ),
)
_SENTENCES.on(CuttingCardOut, lambda _table, _event: "The cutting card is out and put aside.")
_SENTENCES.on(HandCounted, lambda _, event: f"{_HANDS[event.hand]}: {event.count}.")
_SENTENCES.on(
    CardDrawn, lambda _, event: f"{_HANDS[event.hand]} draws on {event.count}: {event.card}."
)
_SENTENCES.on(
    HandStays,
    lambda _, event: (
        "Natural: no more cards."
        if event.hand == "both"
        else f"{_HANDS[event.hand]} stays on {event.count}."
    ),
)
_SENTENCES.on(CoupResult, lambda _, event: _result(event))
_SENTENCES.on(LastHandCalled, lambda _table, _event: '"Last hand." One more is dealt.')
_SENTENCES.on(
    ShoeOver, lambda _table, _event: "The shoe is over: no more cards until they are shuffled."
)
_SENTENCES.on(CardsShuffled, lambda _, event: f"{event.decks} decks shuffled and cut.")
_SENTENCES.on(CardsCut, lambda _, event: f"Seat {event.seat} cuts the cards.")
_SENTENCES.on(CardsRecut, lambda _, event: _recut_words(event))
_SENTENCES.on(
    ProcedureChanged, lambda _, event: f"Winners are paid by procedure {event.procedure} from here."
)


def some_cards(table: TableState) -> tuple[str, ...]:
    """Return a coup that could be dealt from what is left in the shoe."""
    shoe, kit = _shoe(table)
    decks, out = int(table.rules.option(shoe.decks)), kit.out
    left = [card for card in DECK for _ in range(decks - out.get(card, 0))][:6]
    for count in (4, 5):
        if isinstance(dealt(shoe.drawing, tuple(left[:count])), Coup):
            return tuple(left[:count])
    return tuple(left)


_CLEARING = (DealVoid, CardsShuffled, CoupTakenBack)


class DealingShoe(Instrument):
    """A shoe, from which the curator deals one coup after another."""

    key = "shoe"
    verb = "deal"
    family = "Cards"
    passed_between = "the shoe is passed between rounds"
    void_words = "No coup"
    offered_first = True
    announced = {"deal": "the cards are dealt"}
    commands = (NoMoreBets, Deal, NoDeal, Shuffle, Cut, Recut, Collect, ChangeProcedure)
    aliases = {"reshuffle": Shuffle}
    codes = (WRONG_CARDS, NOT_IN_THE_SHOE, SHOE_OVER, CARDS_ARE_OUT, NO_NOTICE)
    procedure_keys = ("recut", "shoe")
    kit = Cards
    decides: ClassVar[Mapping[type[Command], Decide]] = {
        NoMoreBets: no_more_bets,
        Deal: untimed(deal),
        NoDeal: untimed(no_deal),
        Shuffle: untimed(shuffle),
        Cut: untimed(cut),
        Recut: untimed(recut),
        Collect: untimed(collect),
        ChangeProcedure: change_procedure,
    }
    events = EVENTS
    outcome_event = CoupResult
    opened = ShoeOpened
    corrected = CoupTakenBack
    applies = _APPLIES
    sentences = _SENTENCES

    def outcome(self, event: Event) -> dict[str, Any] | None:
        if not isinstance(event, CoupResult):
            return None
        counts = {"player": event.player_count, "banker": event.banker_count}
        return {**counts, "winner": event.winner}

    def shown(self, before: Shown, event: Event) -> Shown:
        """Return the cards of each hand as far as they are dealt, and with the result the counts
        and the winner. They lie there until the next round or the shuffle."""
        if isinstance(event, CardsDealt):
            return {"cards": {"player": event.player_cards, "banker": event.banker_cards}}
        if isinstance(event, CardDrawn):
            assert before is not None
            cards = before["cards"]
            return {"cards": {**cards, event.hand: (*cards[event.hand], event.card)}}
        if isinstance(event, CoupResult):
            return {**(before or {}), **(self.outcome(event) or {})}
        return None if isinstance(event, _CLEARING) else before

    def called(self, outcome: Any) -> str:
        return winner(*outcome[:2])

    def trial_outcome(self, events: Sequence[Event]) -> tuple[int, int, int, int] | None:
        """Return both counts, and how many cards made each."""
        result = next((event for event in events if isinstance(event, CoupResult)), None)
        if result is None:
            return None
        drawn = [event.hand for event in events if isinstance(event, CardDrawn)]
        cards = (2 + ("player" in drawn), 2 + ("banker" in drawn))
        return result.player_count, result.banker_count, *cards

    def view(self, table: TableState) -> dict[str, Any]:
        kit = _cards(table)
        shoe = {"out": sum(kit.out.values()), "coups_left": kit.left, "way": kit.way}
        return {"shoe": shoe}

    def procedure_data(self, rules: Rules) -> dict[str, Any]:
        shoe = shoe_law(rules.procedure)
        recut = {**rules.authority_data(shoe.recut), "reasons": [*shoe.recut_reasons]}
        decks = int(rules.option(shoe.decks))
        return {
            "recut": recut,
            "shoe": {"ranks": RANKS, "suits": SUITS, "decks": decks, "most": MOST},
        }

    def opening(self, rules: Rules, _now: datetime) -> tuple[Cites, dict[str, Any]]:
        shoe, payment = shoe_law(rules.procedure), rules.procedure.trial.payment
        assert payment is not None
        way = int(rules.option(payment.option))
        decks = int(rules.option(shoe.decks))
        return (*payment.chosen, *shoe.cards), {"decks": decks, "procedure": way}

    def begin(self, opened: Opened) -> Kit:
        assert isinstance(opened, ShoeOpened)
        return Cards({}, way=opened.procedure)

    def kit_at(self, rules: Rules) -> Kit:
        payment = rules.procedure.trial.payment
        assert payment is not None
        return Cards({}, way=int(rules.option(payment.option)))

    def opened_words(self, opened: Opened) -> str:
        assert isinstance(opened, ShoeOpened)
        return f"{opened.decks} decks, shuffled and cut. Shoe"

    def exhausted(self, table: TableState) -> Refusal | None:
        return over(table)

    def renewal(self, table: TableState) -> Command | None:
        """Return the command to shuffle, once the shoe has been played to its end."""
        return Shuffle() if _cards(table).left == 0 and not table.thrown else None

    def correction_data(self, trial: TrialEvent, events: Sequence[Event]) -> dict[str, Any]:
        assert isinstance(trial, CardsDealt)
        cut = any(isinstance(event, CuttingCardOut) for event in events)
        return {"cards": trial.cards, "cut_card": cut}

    def ends_hand(self, _before: TableState, _after: TableState, event: Event) -> bool:
        """Return whether the shoe is over: a whole shoe is a hand."""
        return isinstance(event, ShoeOver)

    def used_up(self, table: TableState) -> Mapping[str, int]:
        return _cards(table).out

    def renewed(self, before: TableState, after: TableState) -> bool:
        return bool(_cards(before).out) and not _cards(after).out

    def other_kits(self, table: TableState, _now: datetime) -> Iterator[Kit]:
        kit, payment = _cards(table), table.rules.procedure.trial.payment
        yield Cards({}, way=kit.way)
        yield from (kit._replace(left=left) for left in (None, 0, 1, 2))
        ways = () if payment is None else payment.ways
        yield from (kit._replace(way=way.key) for way in ways)

    def payment_way(self, table: TableState) -> int:
        return _cards(table).way

    def sample_trial(self, table: TableState) -> Command:
        return Deal(some_cards(table))

    def player_samples(self, table: TableState, seat: int) -> Iterator[tuple[str, Command]]:
        yield from (("", Cut(seat)), ("", Collect(seat)))
        yield ", dealer", Accept(seat, dealer=True)
        yield "", Deal(some_cards(table), seat=seat)

    def crew_samples(self, table: TableState, now: datetime) -> Iterator[Command]:
        rules = table.rules
        shoe, kit = _shoe(table)
        trial = rules.procedure.trial
        void = next(each for each in trial.reasons if not each.none)
        caller = rules.roles(void.callers)[0] if void.callers is not None else None
        yield NoDeal(void.key, caller=caller)
        yield from (NoMoreBets(), Deal(some_cards(table)), Shuffle())
        yield Cut(next(iter(table.seated()), 1))
        yield Recut(rules.roles(shoe.recut)[0], reason=shoe.recut_reasons[0])
        if trial.payment is not None:
            other = next(way.key for way in trial.payment.ways if way.key != kit.way)
            long_ago = stamp(now - timedelta(minutes=trial.payment.minutes))
            yield ChangeProcedure(other, long_ago, long_ago)


INSTRUMENT = DealingShoe()
