"""What is said at a table: the stickperson's call of a roll, and each event in a dealer's words."""

from lammer.core.money import dollars
from lammer.core.wager import Collection
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
    CardDrawn,
    CardsCalled,
    CardsCut,
    CardsDealt,
    CardsRecut,
    CardsShuffled,
    CashConverted,
    CashedOut,
    CouponLaid,
    CoupResult,
    CuttingCardOut,
    DealVoid,
    Declined,
    DiceRenewed,
    DiceRolled,
    DiceSelected,
    DiceThrown,
    Event,
    HandCounted,
    HandStays,
    LastHandCalled,
    Left,
    MarkerPut,
    MarkersOff,
    Offered,
    Opened,
    Passed,
    PledgeWithdrawn,
    ProcedureChanged,
    RollsAlone,
    RollVoid,
    SatDown,
    SeedAdded,
    SeedPledged,
    SeedRevealed,
    ShakerUncovered,
    ShakeVoid,
    ShoeOver,
    Told,
    TrialCorrected,
    VigorishCharged,
    VigorishCollected,
    VoidTrial,
)
from lammer.table.state import DEALER, Table

_NUMBERS = {4: "Four", 5: "Five, no field five", 6: "Six", 8: "Eight", 9: "Nine", 10: "Ten"}
_ALONE = {
    2: "Two craps, aces.",
    3: "Three craps, ace-deuce.",
    7: "Seven. Come bets lose.",
    11: "Yo-leven.",
    12: "Twelve craps, boxcars.",
}
_EASY = {4: "easy four", 6: "easy six", 8: "easy eight", 10: "easy ten"}


def stick(dice: tuple[int, int], before: int | None, after: int | None, alone: bool = False) -> str:
    """The stickperson's call; ``alone`` of a roll only for the come bets.

    >>> stick((5, 6), None, None), stick((3, 4), 6, None)
    ('Yo-leven! Front line winner.', 'Seven out, line away.')
    >>> stick((3, 3), None, 6), stick((2, 4), 6, None)
    ('Six, the hard way. The point is six.', 'Six, easy six. Winner, the point is made.')
    >>> stick((3, 4), None, None, alone=True), stick((5, 6), None, None, alone=True)
    ('Seven. Come bets lose.', 'Yo-leven.')
    """
    total = sum(dice)
    if alone:
        return _ALONE.get(total) or f"{_number(dice, total)}."
    if before is None:
        return _come_out(dice, total, after)
    if total == 7:
        return "Seven out, line away."
    if total == before:
        return f"{_number(dice, total)}. Winner, the point is made."
    return {
        2: "Two craps, aces. Come bets lose.",
        3: "Three craps, ace-deuce. Come bets lose.",
        11: "Yo-leven! Pay the come.",
        12: "Twelve craps, boxcars. Come bets lose.",
    }.get(total) or f"{_number(dice, total)}."


def _come_out(dice: tuple[int, int], total: int, after: int | None) -> str:
    if after is not None:
        word = _NUMBERS[after].partition(",")[0].lower()
        return f"{_number(dice, total)}. The point is {word}."
    return {
        2: "Two craps, aces. Line away.",
        3: "Three craps, ace-deuce. Line away.",
        7: "Seven, front line winner.",
        11: "Yo-leven! Front line winner.",
        12: "Twelve craps, boxcars. Line away, bar the twelve.",
    }.get(total) or f"{_number(dice, total)}."


def _number(dice: tuple[int, int], total: int) -> str:
    if dice[0] == dice[1] and total in (4, 6, 8, 10):
        return f"{_NUMBERS[total]}, the hard way"
    if total in _EASY:
        return f"{_NUMBERS[total]}, {_EASY[total]}"
    return _NUMBERS[total]


_TOTALS = dict(
    enumerate("two three four five six seven eight nine ten eleven twelve".title().split(), start=2)
)
_HANDS = {"player": "Player's Hand", "banker": "Banker's Hand"}


def _result(event: CoupResult) -> str:
    """The announcement of a coup.

    >>> _result(CoupResult("dealer", (), 6, 6, "tie"))
    'Player 6, Banker 6: Tie Hand.'
    """
    counts = f"Player {event.player_count}, Banker {event.banker_count}"
    won = "Tie Hand" if event.winner == "tie" else f"{_HANDS[event.winner]} wins"
    return f"{counts}: {won}."


def said(table: Table, event: Event) -> str:
    """One event in words; ``table`` is as it stood before.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> answer = run.do({"do": "bet", "seat": 1, "wager": "field", "amount": 500})
    >>> said(run.table, answer.events[0])
    'Seat 1: $5 on the Field Bet.'
    """
    return _SAID(table, event)


def _name(table: Table, key: str) -> str:
    return table.rules.words_for(key)


def _the(table: Table, key: str) -> str:
    name = _name(table, key)
    return f"the {name}" if "Bet" in name or "Wager" in name else name


def _open(_: Table, event: Opened) -> str:
    seats = "; ".join(f"seat {each.seat} {dollars(each.rail)}" for each in event.seats)
    thing = "Dice"
    if event.dice_since is not None:
        thing = "The shaker is in order. Shaker"
    elif event.decks is not None:
        thing = f"{event.decks} decks, shuffled and cut. Shoe"
    offered = f" {thing} to seat {event.offered}." if event.offered else ""
    return f"{event.game} under {event.rules}: {seats or 'nobody yet'}.{offered}"


def _bet(table: Table, event: BetMade) -> str:
    total = f", {dollars(event.stake)} in all" if event.stake != event.amount else ""
    charge = f", {dollars(event.charge)} vigorish" if event.charge else ""
    late = ", late, confirmed" if event.confirmed_by else ""
    split = sorted((event.put_down_as or {}).items(), key=lambda part: (-part[1], part[0]))
    parts = " and ".join(f"{dollars(cents)} {_name(table, key)}" for key, cents in split)
    down = f" Put down as {parts}." if parts else ""
    amount, what = dollars(event.amount), _the(table, event.wager)
    return f"Seat {event.seat}: {amount} on {what}{total}{charge}{late}.{down}"


def _wins(table: Table, event: BetWon) -> str:
    paid = dollars(event.paid + event.coupon)
    charge = f" less {dollars(event.charge)} vigorish" if event.charge else ""
    lost = event.stake - event.returned
    part = f", {dollars(lost)} of it lost" if lost else ""
    coupon = " with the coupon" if event.coupon else ""
    who, what = f"Seat {event.seat}", _the(table, event.wager)
    return f"{who} wins {paid}{coupon}{charge} on {what} ({dollars(event.stake)}{part})."


def _roll(table: Table, event: DiceRolled) -> str:
    first, second = event.dice
    ruled = f" ({event.ruled_by} rules)" if event.ruled_by else ""
    call = stick((first, second), table.point, event.point, alone=table.hands.alone)
    return f"{first}-{second}{ruled}: {call}"


def _remove(table: Table, event: BetRemoved) -> str:
    with_it = f" with {_the(table, event.with_bet)}" if event.with_bet else ""
    refund = f", {dollars(event.refund)} vigorish back" if event.refund else ""
    who, what = f"Seat {event.seat}", _name(table, event.wager)
    return f"{who}: {what} down{with_it}, {dollars(event.stake)} back{refund}."


def _reduce(table: Table, event: BetReduced) -> str:
    refund = f", {dollars(event.refund)} vigorish back" if event.refund else ""
    who, what = f"Seat {event.seat}", _name(table, event.wager)
    return f"{who}: {what} reduced by {dollars(event.by)} to {dollars(event.stake)}{refund}."


def _moves(table: Table, event: BetMoved) -> str:
    who, what = f"Seat {event.seat}", _name(table, event.wager)
    if event.now != event.wager:
        return f"{who}: {what} goes to the {event.state}."
    if event.state in ("", "inherited"):
        return f"{who}: {what} counts from here."
    gathers = isinstance(table.rules.wagers[event.wager].machine, Collection)
    has = "has" if gathers else "stands on the"
    return f"{who}: {what} {has} {event.state.replace(',', ', ')}."


def _thing(table: Table) -> str:
    return table.rules.procedure.trial.thing


def _to(table: Table, seat: int | None) -> str:
    return f" {_thing(table).title()} to seat {seat}." if seat else ""


def _pass(table: Table, event: Passed) -> str:
    thing = _thing(table)
    why = {
        "choice": f"passes the {thing}",
        "left": "has left",
        "loser-7": "has sevened out",
        "seven": "has shaken a seven and passes the shaker",
        "banker-lost": "passes the shoe: the Banker's Hand lost",
        "nobody-left": f"puts the {thing} aside: nobody is left",
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


def _decline(table: Table, event: Declined) -> str:
    seat = event.seat
    if event.alone:
        return f"Seat {seat} declines. Seat {table.hands.before} rolls only for the come bets."
    if event.alone is not None:
        return f"Seat {seat} declines. The dice go back to seat {table.hands.before}."
    if event.holder == DEALER:
        return f"Seat {seat} declines the {_thing(table)}. The dealer takes it for the players."
    return f"Seat {seat} declines the {_thing(table)}.{_to(table, event.offered)}"


def _no_roll(table: Table, event: VoidTrial) -> str:
    by = f", called by the {event.caller}" if event.caller else ""
    what = {"dice": "No roll", "shaker": "Invalid shake", "shoe": "No coup"}[_thing(table)]
    cards = event.cards if isinstance(event, DealVoid) else ()
    out = f" Out of the shoe: {' '.join(cards)}." if cards else ""
    reasons = {each.key: each.words for each in table.rules.procedure.trial.reasons}
    why = reasons.get(event.reason) or event.reason.replace("-", " ")
    return f"{what}: {why}{by}. All bets stand.{out}"


def _tell(_: Table, event: Told) -> str:
    count, bets = event.count, len(event.bets)
    return f"Call {event.to}: {count} different points made, {bets} Fire Bet{'s' * (bets > 1)} up."


def _marker(table: Table, event: MarkerPut) -> str:
    count = f", {event.count} now" if event.count is not None else ""
    return f"Marker on the {event.number} ({_name(table, event.wager)}{count})."


def _call(table: Table, event: BetCalled) -> str:
    working = "working" if event.working else "off"
    return f"Seat {event.seat}: {_name(table, event.wager)} {working}."


def _alone(_: Table, event: RollsAlone) -> str:
    if event.on:
        return f"Seat {event.seat} rolls only for the come bets. Puck off, on the Don't Pass Line."
    return "A line bet is needed again."


def _correct(_: Table, event: TrialCorrected) -> str:
    what = " ".join(event.cards or ()) or "-".join(map(str, event.dice or ()))
    why = event.reason.replace("-", " ")
    return f"The {event.trial} {what} is taken back ({why}): all is as it was before it."


CLOSED = "The table is closed."
"""What the last line of a log says; it is no event of the table."""

_SAID = EventMap[str]()
_SAID.on(SeedPledged, lambda _, event: f"A seed is pledged: {event.hash[:16]}...")
_SAID.on(SeedAdded, lambda _, event: f"Seat {event.seat} adds a seed.")
_SAID.on(SeedRevealed, lambda _, event: f"The seed is revealed: {event.seed[:16]}...")
_SAID.on(PledgeWithdrawn, lambda _, event: f"The pledge {event.hash[:16]}... is withdrawn.")
_SAID.on(Opened, _open)
_SAID.on(SatDown, lambda _, event: f"Seat {event.seat} sits down with {dollars(event.rail)}.")
_SAID.on(Left, lambda _, event: f"Seat {event.seat} leaves with {dollars(event.rail)}.")
_SAID.on(BoughtIn, lambda _, event: f"Seat {event.seat} buys in for {dollars(event.amount)}.")
_SAID.on(CashedOut, lambda _, event: f"Seat {event.seat} cashes out {dollars(event.amount)}.")
_SAID.on(
    CashConverted, lambda _, event: f"Seat {event.seat} bets with cash, {dollars(event.cash)}."
)
_SAID.on(BetMade, _bet)
_SAID.on(
    CouponLaid,
    lambda _, event: f"Seat {event.seat} lays a match play coupon for {dollars(event.amount)}.",
)
_SAID.on(BetReduced, _reduce)
_SAID.on(BetRemoved, _remove)
_SAID.on(BetCalled, _call)
_SAID.on(BetWon, _wins)
_SAID.on(
    BetLost,
    lambda table, event: (
        f"Seat {event.seat} loses {dollars(event.stake)} on {_the(table, event.wager)}."
    ),
)
_SAID.on(
    BetVoid,
    lambda table, event: (
        f"Seat {event.seat}: {_name(table, event.wager)} void, {dollars(event.stake)} back."
    ),
)
_SAID.on(BetMoved, _moves)
_SAID.on(
    BetDown,
    lambda table, event: f"Seat {event.seat}: {_name(table, event.wager)} is down: {event.detail}",
)
_SAID.on(
    Offered,
    lambda table, event: (
        _to(table, event.offered).strip() or f"Nobody to take the {_thing(table)}."
    ),
)
_SAID.on(
    Accepted,
    lambda table, event: (
        f"Seat {event.seat} takes the {_thing(table)}"
        f"{' and has the dealer deal' if event.dealer else ''}."
    ),
)
_SAID.on(Declined, _decline)
_SAID.on(Passed, _pass)
_SAID.on(
    DiceSelected,
    lambda _, event: (
        f"Seat {event.seat} selects {event.taken} of {event.of} dice; "
        f"{event.away} go back in the cup."
    ),
)
_SAID.on(RollsAlone, _alone)
_SAID.on(DiceThrown, lambda _table, _event: "Dice are out.")
_SAID.on(DiceRolled, _roll)
_SAID.on(RollVoid, _no_roll)
_SAID.on(BettingClosed, lambda _, event: f'"{event.call}."')
_SAID.on(
    ShakerUncovered,
    lambda _, event: (
        f"{event.dice[0]}-{event.dice[1]}"
        f"{f' ({event.ruled_by} rules)' if event.ruled_by else ''}: "
        f"{_TOTALS[event.total]}."
    ),
)
_SAID.on(ShakeVoid, _no_roll)
_SAID.on(DealVoid, _no_roll)
_SAID.on(TrialCorrected, _correct)
_SAID.on(DiceRenewed, lambda _table, _event: "Fresh dice are sealed in the shaker; it is in order.")
_SAID.on(CardsCalled, lambda _table, _event: '"Cards."')
_SAID.on(
    CardsDealt,
    lambda _, event: (
        f"Player's Hand {' '.join(event.player_cards)}, "
        f"Banker's Hand {' '.join(event.banker_cards)}."
    ),
)
_SAID.on(CuttingCardOut, lambda _table, _event: "The cutting card is out and put aside.")
_SAID.on(HandCounted, lambda _, event: f"{_HANDS[event.hand]}: {event.count}.")
_SAID.on(CardDrawn, lambda _, event: f"{_HANDS[event.hand]} draws on {event.count}: {event.card}.")
_SAID.on(
    HandStays,
    lambda _, event: (
        "Natural: no more cards."
        if event.hand == "both"
        else f"{_HANDS[event.hand]} stays on {event.count}."
    ),
)
_SAID.on(CoupResult, lambda _, event: _result(event))
_SAID.on(LastHandCalled, lambda _table, _event: '"Last hand." One more is dealt.')
_SAID.on(
    ShoeOver, lambda _table, _event: "The shoe is over: no more cards until they are shuffled."
)
_SAID.on(CardsShuffled, lambda _, event: f"{event.decks} decks shuffled and cut.")
_SAID.on(CardsCut, lambda _, event: f"Seat {event.seat} cuts the cards.")
_SAID.on(
    CardsRecut,
    lambda _, event: (
        "The dealer recuts the cards."
        if event.seat == DEALER
        else f"Seat {event.seat} recuts the cards."
    ),
)
_SAID.on(
    ProcedureChanged, lambda _, event: f"Winners are paid by procedure {event.procedure} from here."
)
_SAID.on(
    VigorishCharged,
    lambda _, event: (
        f"Seat {event.seat}: {dollars(event.charge)} vigorish "
        + (f"marked, {dollars(event.owed)} owed." if event.owed is not None else "collected.")
    ),
)
_SAID.on(
    VigorishCollected,
    lambda _, event: f"Seat {event.seat} pays the vigorish marked, {dollars(event.amount)}.",
)
_SAID.on(MarkerPut, _marker)
_SAID.on(MarkersOff, lambda _table, _event: "Markers off.")
_SAID.on(Told, _tell)
