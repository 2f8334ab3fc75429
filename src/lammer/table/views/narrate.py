"""Narration: each event as a sentence, as a dealer would say it."""

from collections.abc import Iterator, Sequence

from lammer.core.money import dollars
from lammer.core.procedure import OnlyForWords
from lammer.core.wager import Collection
from lammer.table.apply import apply
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
    VigorishCharged,
    VigorishCollected,
    VoidTrial,
)
from lammer.table.state import DEALER, TableState


def narrate(table: TableState, event: Event) -> str:
    """Return one event as a sentence; ``table`` is the table before it.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> answer = run.do({"do": "bet", "seat": 1, "wager": "field", "amount": 500})
    >>> narrate(run.table, answer.events[0])
    'Seat 1: $5 on the Field Bet.'
    """
    return _SENTENCES.find(type(event), table.rules.instrument.sentences)(table, event)


def narrated(before: TableState, events: Sequence[Event]) -> Iterator[str]:
    """Yield the sentence for each event of one command, which was given to the table ``before``.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> before, answer = run.table, run.do({"do": "accept-dice", "seat": 1})
    >>> list(narrated(before, answer.events))
    ['Seat 1 takes the dice.']
    """
    now = before
    for at, event in enumerate(events):
        now = apply(now, events[at - 1]) if at else before
        yield narrate(now, event)


def _name(table: TableState, key: str) -> str:
    return table.rules.words_for(key)


def _the(table: TableState, key: str) -> str:
    name = _name(table, key)
    return f"the {name}" if "Bet" in name or "Wager" in name else name


def _open(table: TableState, event: Opened) -> str:
    seats = "; ".join(f"seat {each.seat} {dollars(each.rail)}" for each in event.seats)
    thing = table.rules.instrument.opened_words(event)
    offered = f" {thing} to seat {event.offered}." if event.offered else ""
    own = ", ".join(str(each.get("name", "")) for each in event.house.get("wagers", ()))
    outside = f" Outside the regulation, as an experiment of this house: {own}." if own else ""
    return f"{event.game} under {event.rules}: {seats or 'nobody yet'}.{outside}{offered}"


def _bet(table: TableState, event: BetMade) -> str:
    total = f", {dollars(event.stake)} in all" if event.stake != event.amount else ""
    charge = f", {dollars(event.charge)} vigorish" if event.charge else ""
    late = ", late, confirmed" if event.confirmed_by else ""
    split = sorted((event.put_down_as or {}).items(), key=lambda part: (-part[1], part[0]))
    parts = " and ".join(f"{dollars(cents)} {_name(table, key)}" for key, cents in split)
    down = f" Put down as {parts}." if parts else ""
    down = f" Part of a {_name(table, event.part_of)}." if event.part_of else down
    amount, what = dollars(event.amount), _the(table, event.wager)
    return f"Seat {event.seat}: {amount} on {what}{total}{charge}{late}.{down}"


def _wins(table: TableState, event: BetWon) -> str:
    paid = dollars(event.paid + event.coupon)
    charge = f" less {dollars(event.charge)} vigorish" if event.charge else ""
    lost = event.stake - event.returned
    part = f", {dollars(lost)} of it lost" if lost else ""
    coupon = " with the coupon" if event.coupon else ""
    who, what = f"Seat {event.seat}", _the(table, event.wager)
    return f"{who} wins {paid}{coupon}{charge} on {what} ({dollars(event.stake)}{part})."


def _remove(table: TableState, event: BetRemoved) -> str:
    with_it = f" with {_the(table, event.with_bet)}" if event.with_bet else ""
    refund = f", {dollars(event.refund)} vigorish back" if event.refund else ""
    who, what = f"Seat {event.seat}", _name(table, event.wager)
    return f"{who}: {what} down{with_it}, {dollars(event.stake)} back{refund}."


def _reduce(table: TableState, event: BetReduced) -> str:
    refund = f", {dollars(event.refund)} vigorish back" if event.refund else ""
    who, what = f"Seat {event.seat}", _name(table, event.wager)
    return f"{who}: {what} reduced by {dollars(event.by)} to {dollars(event.stake)}{refund}."


def _moves(table: TableState, event: BetMoved) -> str:
    who, what = f"Seat {event.seat}", _name(table, event.wager)
    if event.now != event.wager:
        return f"{who}: {what} goes to the {event.state}."
    if table.rules.wagers[event.wager].experimental:
        now = f"is at {event.state.replace(',', ', ')}" if event.state else "begins anew"
        return f"{who}: {what} {now}."
    if event.state in ("", "inherited"):
        return f"{who}: {what} counts from here."
    gathers = isinstance(table.rules.wagers[event.wager].machine, Collection)
    has = "has" if gathers else "stands on the"
    return f"{who}: {what} {has} {event.state.replace(',', ', ')}."


def _thing(table: TableState) -> str:
    return table.rules.procedure.trial.thing


def _to(table: TableState, seat: int | None) -> str:
    return f" {_thing(table).title()} to seat {seat}." if seat else ""


def _pass(table: TableState, event: Passed) -> str:
    thing, turn = _thing(table), table.rules.procedure.turn
    why = {
        "choice": f"passes the {thing}",
        "left": "has left",
        "nobody-left": f"puts the {thing} aside: nobody is left",
        **({} if turn is None else {turn.must_pass_key: turn.must_pass_words}),
    }
    did = why.get(event.why, f"is ordered to pass the {thing} ({event.why})")
    whose = "The dealer" if event.seat == DEALER else f"Seat {event.seat}"
    to = " The dealer takes it for them." if event.holder else _to(table, event.offered)
    behalf = event.on_behalf_of
    if behalf is None:
        return f"{whose} {did}.{to}"
    if event.why == "left":
        return f"Seat {behalf} has left: the {thing} goes on.{to}"
    return f"The dealer, for seat {behalf}, {did}.{to}"


def _decline(table: TableState, event: Declined) -> str:
    seat = event.seat
    if event.only_for:
        return f"Seat {seat} declines. Seat {table.hands.before} {_only_for(table).goes_on}."
    if event.only_for is not None:
        go = "go" if table.rules.instrument.plural else "goes"
        return f"Seat {seat} declines. The {_thing(table)} {go} back to seat {table.hands.before}."
    if event.holder == DEALER:
        return f"Seat {seat} declines the {_thing(table)}. The dealer takes it for the players."
    return f"Seat {seat} declines the {_thing(table)}.{_to(table, event.offered)}"


def void_trial(table: TableState, event: VoidTrial) -> str:
    by = f", called by the {event.caller}" if event.caller else ""
    why = event.reason.replace("-", " ")
    return f"{table.rules.instrument.void_words}: {why}{by}. All bets stand."


def _tell(table: TableState, event: TallyReported) -> str:
    wager = event.bets[0].wager
    tally = table.rules.procedure.tally(wager)
    assert tally is not None
    made, bets = f"{event.count} {tally.tell_words}", len(event.bets)
    name = _name(table, wager)
    return f"Call {event.to}: {made}, {bets} {name}{'s' * (bets > 1)} up."


def _marker(table: TableState, event: MarkerPut) -> str:
    count = f", {event.count} now" if event.count is not None else ""
    return f"Marker on the {event.number} ({_name(table, event.wager)}{count})."


def _call(table: TableState, event: BetCalled) -> str:
    working = "working" if event.working else "off"
    who = " and ".join(event.confirmed_by or ())
    word = f", confirmed by the {who}" if who else ""
    return f"Seat {event.seat}: {_name(table, event.wager)} {working}{word}."


def _only_for(table: TableState) -> OnlyForWords:
    turn = table.rules.procedure.turn
    assert turn is not None
    assert turn.only_for is not None
    return turn.only_for.words


def _changed(table: TableState, event: OnlyForChanged) -> str:
    words = _only_for(table)
    return f"Seat {event.seat} {words.goes_on}. {words.marker}" if event.on else words.over


def _correct(_: TableState, event: TrialCorrected) -> str:
    why = event.reason.replace("-", " ")
    return f"The {event.trial} {event.shown} is taken back ({why}): all is as it was before it."


UNDECIDED = {
    "close": "The table is closed.",
    "rules": "The table goes on under the present version of its rules.",
    "wind-up": "The table cannot go on: every bet and every chip goes back to its player.",
}
"""Sentences for the lines that no command leads to."""

_SENTENCES = EventMap[str]()
_SENTENCES.on(SeedPledged, lambda _, event: f"A seed is pledged: {event.hash[:16]}...")
_SENTENCES.on(SeedAdded, lambda _, event: f"Seat {event.seat} adds a seed.")
_SENTENCES.on(SeedRevealed, lambda _, event: f"The seed is revealed: {event.seed[:16]}...")
_SENTENCES.on(PledgeWithdrawn, lambda _, event: f"The pledge {event.hash[:16]}... is withdrawn.")
_SENTENCES.on(Opened, _open)
_SENTENCES.on(SatDown, lambda _, event: f"Seat {event.seat} sits down with {dollars(event.rail)}.")
_SENTENCES.on(Left, lambda _, event: f"Seat {event.seat} leaves with {dollars(event.rail)}.")
_SENTENCES.on(BoughtIn, lambda _, event: f"Seat {event.seat} buys in for {dollars(event.amount)}.")
_SENTENCES.on(CashedOut, lambda _, event: f"Seat {event.seat} cashes out {dollars(event.amount)}.")
_SENTENCES.on(
    CashConverted, lambda _, event: f"Seat {event.seat} bets with cash, {dollars(event.cash)}."
)
_SENTENCES.on(BetMade, _bet)
_SENTENCES.on(
    CouponLaid,
    lambda _, event: f"Seat {event.seat} lays a match play coupon for {dollars(event.amount)}.",
)
_SENTENCES.on(BetReduced, _reduce)
_SENTENCES.on(BetRemoved, _remove)
_SENTENCES.on(BetCalled, _call)
_SENTENCES.on(BetWon, _wins)
_SENTENCES.on(
    BetLost,
    lambda table, event: (
        f"Seat {event.seat} loses {dollars(event.stake - event.returned)} on "
        f"{_the(table, event.wager)}"
        + (f"; {dollars(event.returned)} goes back." if event.returned else ".")
    ),
)
_SENTENCES.on(
    BetVoid,
    lambda table, event: (
        f"Seat {event.seat}: {_name(table, event.wager)} void, {dollars(event.stake)} back."
    ),
)
_SENTENCES.on(BetMoved, _moves)
_SENTENCES.on(
    BetDown,
    lambda table, event: f"Seat {event.seat}: {_name(table, event.wager)} is down: {event.detail}",
)
_SENTENCES.on(
    Offered,
    lambda table, event: (
        _to(table, event.offered).strip() or f"Nobody to take the {_thing(table)}."
    ),
)
_SENTENCES.on(
    Accepted,
    lambda table, event: (
        f"Seat {event.seat} takes the {_thing(table)}"
        f"{' and has the dealer deal' if event.dealer else ''}."
    ),
)
_SENTENCES.on(Declined, _decline)
_SENTENCES.on(Passed, _pass)
_SENTENCES.on(OnlyForChanged, _changed)
_SENTENCES.on(BettingClosed, lambda _, event: f'"{event.call}."')
_SENTENCES.on(TrialCorrected, _correct)
_SENTENCES.on(
    VigorishCharged,
    lambda _, event: (
        f"Seat {event.seat}: {dollars(event.charge)} vigorish "
        + (f"marked, {dollars(event.owed)} owed." if event.owed is not None else "collected.")
    ),
)
_SENTENCES.on(
    VigorishCollected,
    lambda _, event: f"Seat {event.seat} pays the vigorish marked, {dollars(event.amount)}.",
)
_SENTENCES.on(MarkerPut, _marker)
_SENTENCES.on(MarkersOff, lambda _table, _event: "Markers off.")
_SENTENCES.on(
    StepEntered,
    lambda table, event: table.rules.steps[event.step].sentence(
        event.number, event.count, event.seats
    ),
)
_SENTENCES.on(TallyReported, _tell)
