"""What is said at a table: the stickperson's call of a roll, and each event in a dealer's words."""

from collections.abc import Callable, Mapping
from typing import Any

from lammer.core.money import dollars
from lammer.core.wager import Collection
from lammer.table.events import Event
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


Body = Mapping[str, Any]

_TOTALS = dict(
    enumerate("two three four five six seven eight nine ten eleven twelve".title().split(), start=2)
)
_HANDS = {"player": "Player's Hand", "banker": "Banker's Hand"}


def _result(body: Body) -> str:
    """The announcement of a coup.

    >>> _result({"player": 6, "banker": 6, "winner": "tie"})
    'Player 6, Banker 6: Tie Hand.'
    """
    counts = f"Player {body['player']}, Banker {body['banker']}"
    won = "Tie Hand" if body["winner"] == "tie" else f"{_HANDS[body['winner']]} wins"
    return f"{counts}: {won}."


def said(table: Table, event: Event) -> str:
    """One event in words; ``table`` is as it stood before.

    >>> from lammer.table.run import Run
    >>> run = Run.at("nj-2011", rails={1: 10000})
    >>> answer = run.do({"do": "bet", "seat": 1, "wager": "field", "amount": 500})
    >>> said(run.table, answer.events[0])
    'Seat 1: $5 on the Field Bet.'
    """
    return _SAID[event.name](table, event.body)


def _name(table: Table, key: str) -> str:
    return table.rules.words_for(key)


def _the(table: Table, key: str) -> str:
    name = _name(table, key)
    return f"the {name}" if "Bet" in name or "Wager" in name else name


def _open(_: Table, body: Body) -> str:
    seats = "; ".join(f"seat {each['seat']} {dollars(each['rail'])}" for each in body["seats"])
    thing = "Dice"
    if "dice_since" in body:
        thing = "The shaker is in order. Shaker"
    elif "decks" in body:
        thing = f"{body['decks']} decks, shuffled and cut. Shoe"
    offered = f" {thing} to seat {body['offered']}." if body["offered"] else ""
    return f"{body['game']} under {body['rules']}: {seats or 'nobody yet'}.{offered}"


def _bet(table: Table, body: Body) -> str:
    total = f", {dollars(body['stake'])} in all" if body["stake"] != body["amount"] else ""
    charge = f", {dollars(body['charge'])} vigorish" if body.get("charge") else ""
    late = ", late, confirmed" if body.get("confirmed_by") else ""
    split = sorted((body.get("put_down_as") or {}).items(), key=lambda part: (-part[1], part[0]))
    parts = " and ".join(f"{dollars(cents)} {_name(table, key)}" for key, cents in split)
    down = f" Put down as {parts}." if parts else ""
    amount, what = dollars(body["amount"]), _the(table, body["wager"])
    return f"Seat {body['seat']}: {amount} on {what}{total}{charge}{late}.{down}"


def _wins(table: Table, body: Body) -> str:
    paid = dollars(body["paid"] + body.get("coupon", 0))
    charge = f" less {dollars(body['charge'])} vigorish" if body.get("charge") else ""
    lost = body["stake"] - body["returned"]
    part = f", {dollars(lost)} of it lost" if lost else ""
    coupon = " with the coupon" if body.get("coupon") else ""
    who, what = f"Seat {body['seat']}", _the(table, body["wager"])
    return f"{who} wins {paid}{coupon}{charge} on {what} ({dollars(body['stake'])}{part})."


def _roll(table: Table, body: Body) -> str:
    first, second = body["dice"]
    ruled = f" ({body['ruled_by']} rules)" if "ruled_by" in body else ""
    call = stick((first, second), table.point, body["point"], alone=table.hands.alone)
    return f"{first}-{second}{ruled}: {call}"


def _remove(table: Table, body: Body) -> str:
    with_it = f" with {_the(table, body['with'])}" if "with" in body else ""
    refund = f", {dollars(body['refund'])} vigorish back" if body.get("refund") else ""
    who, what = f"Seat {body['seat']}", _name(table, body["wager"])
    return f"{who}: {what} down{with_it}, {dollars(body['stake'])} back{refund}."


def _reduce(table: Table, body: Body) -> str:
    refund = f", {dollars(body['refund'])} vigorish back" if body.get("refund") else ""
    who, what = f"Seat {body['seat']}", _name(table, body["wager"])
    return f"{who}: {what} reduced by {dollars(body['by'])} to {dollars(body['stake'])}{refund}."


def _moves(table: Table, body: Body) -> str:
    who, what = f"Seat {body['seat']}", _name(table, body["wager"])
    if body["now"] != body["wager"]:
        return f"{who}: {what} goes to the {body['state']}."
    if body["state"] in ("", "inherited"):
        return f"{who}: {what} counts from here."
    gathers = isinstance(table.rules.wagers[body["wager"]].machine, Collection)
    has = "has" if gathers else "stands on the"
    return f"{who}: {what} {has} {body['state'].replace(',', ', ')}."


def _thing(table: Table) -> str:
    return table.rules.procedure.trial.thing


def _to(table: Table, seat: int | None) -> str:
    return f" {_thing(table).title()} to seat {seat}." if seat else ""


def _pass(table: Table, body: Body) -> str:
    thing = _thing(table)
    why = {
        "choice": f"passes the {thing}",
        "left": "has left",
        "loser-7": "has sevened out",
        "seven": "has shaken a seven and passes the shaker",
        "banker-lost": "passes the shoe: the Banker's Hand lost",
        "nobody-left": f"puts the {thing} aside: nobody is left",
    }
    did = why.get(body["why"], f"is ordered to pass the {thing} ({body['why']})")
    whose = "The dealer" if body["seat"] == DEALER else f"Seat {body['seat']}"
    to = " The dealer takes it for them." if "holder" in body else _to(table, body["offered"])
    behalf = body.get("on_behalf_of")
    if behalf is None:
        return f"{whose} {did}.{to}"
    if body["why"] == "left":
        return f"Seat {behalf} has left: the {thing} goes on.{to}"
    return f"The dealer, for seat {behalf}, {did}.{to}"


def _decline(table: Table, body: Body) -> str:
    seat = body["seat"]
    if body.get("alone"):
        return f"Seat {seat} declines. Seat {table.hands.before} rolls only for the come bets."
    if "alone" in body:
        return f"Seat {seat} declines. The dice go back to seat {table.hands.before}."
    if body.get("holder") == DEALER:
        return f"Seat {seat} declines the {_thing(table)}. The dealer takes it for the players."
    return f"Seat {seat} declines the {_thing(table)}.{_to(table, body['offered'])}"


def _no_roll(table: Table, body: Body) -> str:
    by = f", called by the {body['caller']}" if body.get("caller") else ""
    what = {"dice": "No roll", "shaker": "Invalid shake", "shoe": "No coup"}[_thing(table)]
    out = f" Out of the shoe: {' '.join(body['cards'])}." if body.get("cards") else ""
    reasons = {each.key: each.words for each in table.rules.procedure.trial.reasons}
    why = reasons.get(body["reason"]) or body["reason"].replace("-", " ")
    return f"{what}: {why}{by}. All bets stand.{out}"


def _tell(_: Table, body: Body) -> str:
    count, bets = body["count"], len(body["bets"])
    return (
        f"Call {body['to']}: {count} different points made, {bets} Fire Bet{'s' * (bets > 1)} up."
    )


def _marker(table: Table, body: Body) -> str:
    count = f", {body['count']} now" if "count" in body else ""
    return f"Marker on the {body['number']} ({_name(table, body['wager'])}{count})."


def _call(table: Table, body: Body) -> str:
    working = "working" if body["working"] else "off"
    return f"Seat {body['seat']}: {_name(table, body['wager'])} {working}."


def _alone(_: Table, body: Body) -> str:
    if body["on"]:
        return (
            f"Seat {body['seat']} rolls only for the come bets. Puck off, on the Don't Pass Line."
        )
    return "A line bet is needed again."


def _correct(_: Table, body: Body) -> str:
    what = " ".join(body["cards"]) if "cards" in body else "-".join(map(str, body["dice"]))
    why = body["reason"].replace("-", " ")
    return f"The {body['trial']} {what} is taken back ({why}): all is as it was before it."


def _seat_does(words: str) -> Callable[[Table, Body], str]:
    return lambda _, body: f"Seat {body['seat']} {words}."


def _dollars(words: str, key: str) -> Callable[[Table, Body], str]:
    return lambda _, body: f"Seat {body['seat']} {words} {dollars(body[key])}."


_SAID: dict[str, Callable[[Table, Body], str]] = {
    "commit": lambda _, body: f"A seed is pledged: {body['hash'][:16]}...",
    "seed": lambda _, body: f"Seat {body['seat']} adds a seed.",
    "reveal": lambda _, body: f"The seed is revealed: {body['seed'][:16]}...",
    "withdraw": lambda _, body: f"The pledge {body['hash'][:16]}... is withdrawn.",
    "open": _open,
    "close": lambda _table, _body: "The table is closed.",
    "sit": _dollars("sits down with", "rail"),
    "leave": _dollars("leaves with", "rail"),
    "buy-in": _dollars("buys in for", "amount"),
    "cash-out": _dollars("cashes out", "amount"),
    "convert": _dollars("bets with cash,", "cash"),
    "bet": _bet,
    "coupon": _dollars("lays a match play coupon for", "amount"),
    "reduce": _reduce,
    "remove": _remove,
    "call": _call,
    "wins": _wins,
    "loses": lambda table, body: (
        f"Seat {body['seat']} loses {dollars(body['stake'])} on {_the(table, body['wager'])}."
    ),
    "void": lambda table, body: (
        f"Seat {body['seat']}: {_name(table, body['wager'])} void, {dollars(body['stake'])} back."
    ),
    "moves": _moves,
    "down": lambda table, body: (
        f"Seat {body['seat']}: {_name(table, body['wager'])} is down: {body['detail']}"
    ),
    "offer": lambda table, body: (
        _to(table, body["offered"]).strip() or f"Nobody to take the {_thing(table)}."
    ),
    "accept": lambda table, body: (
        f"Seat {body['seat']} takes the {_thing(table)}"
        f"{' and has the dealer deal' if body.get('dealer') else ''}."
    ),
    "decline": _decline,
    "pass": _pass,
    "select": lambda _, body: (
        f"Seat {body['seat']} selects {body['taken']} of {body['of']} dice; "
        f"{body['away']} go back in the cup."
    ),
    "alone": _alone,
    "throw": lambda _table, _body: "Dice are out.",
    "roll": _roll,
    "no-roll": _no_roll,
    "no-more-bets": lambda _, body: f'"{body["call"]}."',
    "shake": lambda _, body: (
        f"{body['dice'][0]}-{body['dice'][1]}"
        f"{' (' + body['ruled_by'] + ' rules)' if 'ruled_by' in body else ''}: "
        f"{_TOTALS[body['total']]}."
    ),
    "no-shake": _no_roll,
    "no-deal": _no_roll,
    "correct": _correct,
    "new-dice": lambda _table, _body: "Fresh dice are sealed in the shaker; it is in order.",
    "cards": lambda _table, _body: '"Cards."',
    "deal": lambda _, body: (
        f"Player's Hand {' '.join(body['player'])}, Banker's Hand {' '.join(body['banker'])}."
    ),
    "cutting-card": lambda _table, _body: "The cutting card is out and put aside.",
    "count": lambda _, body: f"{_HANDS[body['hand']]}: {body['count']}.",
    "draw": lambda _, body: f"{_HANDS[body['hand']]} draws on {body['count']}: {body['card']}.",
    "stay": lambda _, body: (
        "Natural: no more cards."
        if body["hand"] == "both"
        else f"{_HANDS[body['hand']]} stays on {body['count']}."
    ),
    "result": lambda _, body: _result(body),
    "last-hand": lambda _table, _body: '"Last hand." One more is dealt.',
    "shoe-over": lambda _table, _body: "The shoe is over: no more cards until they are shuffled.",
    "shuffle": lambda _, body: f"{body['decks']} decks shuffled and cut.",
    "cut": _seat_does("cuts the cards"),
    "recut": lambda _, body: (
        "The dealer recuts the cards."
        if body["seat"] == DEALER
        else f"Seat {body['seat']} recuts the cards."
    ),
    "procedure": lambda _, body: f"Winners are paid by procedure {body['procedure']} from here.",
    "vigorish": lambda _, body: (
        f"Seat {body['seat']}: {dollars(body['charge'])} vigorish "
        + (f"marked, {dollars(body['owed'])} owed." if "owed" in body else "collected.")
    ),
    "collect": _dollars("pays the vigorish marked,", "amount"),
    "marker": _marker,
    "markers-off": lambda _table, _body: "Markers off.",
    "tell": _tell,
}
