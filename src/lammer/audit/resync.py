"""The state of a table after a gap in its log, as far as the lines that follow show it.

What a missing line did is not known. The commands after it are decided at the table without it;
where the stored lines say otherwise, the smallest change of the table is looked for under which the
command leads to them: a bet more or less, another shooter, another point, other chips. A payment
that no state of its bet leads to is not explained by any of these, and stays a finding.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from lammer.core.codec import Malformed, canonical
from lammer.core.legality import Refusal
from lammer.core.wager import Call, reachable
from lammer.ledger import CAGE, Books, Transfer, layout, rail
from lammer.table.apply import apply
from lammer.table.commands import Command
from lammer.table.decide import decide
from lammer.table.events import BetDecided, Event, body_text, read_event
from lammer.table.rules import Rules
from lammer.table.snapshot import dump, load
from lammer.table.state import DEALER, Bet, Holder, Holding, Seat, TableState

ROUNDS = 4
"""Changes of different kinds that are tried one upon another."""
MOST_VARIATIONS = 200
"""Tables that are tried in each round."""
MOST_STATES = 64
"""States of one wager that are tried."""
UNKNOWN_CHIPS = 10**12
"""Put on a rail whose chips are not known any more, so that no later bet is short of them."""
_ACTOR = re.compile(r"seat-([0-9]{1,3})")
_SETTLED = frozenset(("wins", "loses", "void", "moves", "remove", "reduce", "call", "coupon"))
_CALLS: tuple[Call | None, ...] = (None, "on", "off")
IMPOSSIBLE = (ValueError, LookupError, AssertionError, TypeError, AttributeError)
"""What a table raises that could not have come about by play."""


class LineEvent(NamedTuple):
    """What a log line says, whether or not it is an event that a table can have: the fields of an
    event, its body as plain data."""

    name: str
    actor: str
    body: Mapping[str, Any]
    clauses: tuple[str, ...]
    moves: tuple[Transfer, ...] = ()

    def read(self, thing: str) -> Event:
        """The event at a table with this instrument; ``Malformed`` if it is none."""
        return read_event(thing, self.name, self.body, self.actor, self.clauses, self.moves)


LoggedEvent = Event | LineEvent


def refused(refusal: Refusal) -> LineEvent:
    """The line that a refusal leaves in a log."""
    body = {"code": refusal.code, "detail": refusal.detail}
    return LineEvent("refused", "table", body, refusal.clauses)


def typed(table: TableState, events: Sequence[LoggedEvent]) -> tuple[Event, ...]:
    """Those that are events this table can have."""
    found, thing = [], table.rules.procedure.trial.thing
    for event in events:
        try:
            found.append(event.read(thing) if isinstance(event, LineEvent) else event)
        except Malformed:
            continue
    return tuple(found)


def _decided(table: TableState, command: Command, now: datetime) -> tuple[LoggedEvent, ...] | None:
    """What a command leads to, a refusal as its event; None at a table that cannot be."""
    try:
        decision = decide(table, command, now)
    except IMPOSSIBLE:
        return None
    return (refused(decision),) if isinstance(decision, Refusal) else decision


def repaired(
    table: TableState, command: Command, now: datetime, events: Sequence[LineEvent], *, tries: bool
) -> tuple[TableState, tuple[LoggedEvent, ...]]:
    """The table at which the command leads to ``events``, or to the most of them, and what it leads
    to there. Unless ``tries``, the table stays as it is."""
    best, due = table, _decided(table, command, now) or ()
    left = apart(due, events)
    for _ in range(ROUNDS if tries else 0):
        if not left:
            break
        start, before = best, left
        for other in islice(_variations(start, due, events, now), MOST_VARIATIONS):
            outcome = _decided(other, command, now)
            if outcome is None:
                continue
            differing = apart(outcome, events)
            if differing < left:
                best, due, left = other, outcome, differing
            if not left:
                break
        if left == before:
            break
    return best, due


def said(event: LoggedEvent) -> tuple[str, str, str]:
    """All that a line says, as something to compare by."""
    return event.name, event.actor, line_body(event)


def line_body(event: LoggedEvent, command: str = "") -> str:
    """The body of a line as JSON, with the command if it has one."""
    if not isinstance(event, LineEvent):
        return body_text(event, command)
    moves = {"moves": event.moves} if event.moves else {}
    text = canonical({**event.body, **moves})
    return text if not command else canonical({**json.loads(text), "command": json.loads(command)})


def apart(due: Sequence[LoggedEvent], events: Sequence[LoggedEvent]) -> int:
    """How many lines are in one of the two and not in the other."""
    one, two = Counter(map(said, due)), Counter(map(said, events))
    return (one - two).total() + (two - one).total()


def believed(table: TableState, logged: LoggedEvent) -> TableState:
    """The table after a line that is taken at its word, whatever the table was before it; the same
    table, if there is none after what the line says."""
    if logged.name in ("refused", "open", "close"):
        return table
    body = logged.body
    seat, wager = body.get("seat"), body.get("wager")
    try:
        (event,) = typed(table, (logged,))
        if isinstance(seat, int) and event.name != "sit":
            table = _with_place(table, seat)
            there = isinstance(wager, str) and wager in table.seats[seat].bets
            if event.name in _SETTLED and not there:
                table = next(_with_bet(table, logged), table)
        after = covered(table, event)
        load(after.rules, dump(after))
    except IMPOSSIBLE:
        return table
    return after


def covered(table: TableState, event: Event) -> TableState:
    """The table after an event, with chips for it if there are too few on the books."""
    return apply(table._replace(books=_covering(table.books, event)), event)


def _covering(books: Books, event: Event) -> Books:
    """The books with enough on each account for what an event takes from it."""
    after = dict(books)
    for source, target, cents in event.moves:
        short = cents - after.get(source, 0)
        if short > 0 and source.startswith(("rail-", "layout-")):
            more = UNKNOWN_CHIPS if source.startswith("rail-") else short
            books = _put(books, source, more)
            after[source] = after.get(source, 0) + more
        after[source] = after.get(source, 0) - cents
        after[target] = after.get(target, 0) + cents
    return books


def _put(books: Books, account: str, cents: int) -> Books:
    """Chips put on an account from outside the table, or taken off it."""
    after = dict(books)
    cents = max(cents, -after.get(account, 0))
    after[account] = after.get(account, 0) + cents
    after[CAGE] = after.get(CAGE, 0) - cents
    return after


# What may be otherwise


def _variations(
    table: TableState, due: Sequence[LoggedEvent], events: Sequence[LineEvent], now: datetime
) -> Iterator[TableState]:
    """Tables that differ from this one in one respect; the bets that the lines name are put right
    in each of them as well."""
    yield from _otherwise(table, events, now)
    mended = _bets_mended(table, due, events)
    if mended is not table:
        yield mended
        yield from _otherwise(mended, events, now)
    for event in events:
        if event.name in _SETTLED and said(event) not in map(said, due):
            yield from _with_bet(table, event)


def _otherwise(
    table: TableState, events: Sequence[LineEvent], now: datetime
) -> Iterator[TableState]:
    yield table._replace(thrown=not table.thrown)
    for hands in _other_hands(table.hands, _people(events)):
        yield table._replace(hands=hands)
        yield table._replace(hands=hands, thrown=not table.thrown)
    for context in table.rules.space.contexts:
        if context != table.context:
            yield table._replace(context=context)
    for kit in table.rules.instrument.other_kits(table, now):
        yield table._replace(kit=kit)
    if table.pledge is not None:
        yield table._replace(pledge=None)
    for seat in _people(events):
        if isinstance(seat, int):
            there = _with_place(table, seat)
            yield there
            yield there._replace(books=_put(there.books, rail(seat), UNKNOWN_CHIPS))
    yield table._replace(swept=not table.swept)
    yield table._replace(told=not table.told)


def _people(events: Sequence[LineEvent]) -> list[Holder]:
    """Who did what the lines of a command say, and the dealer."""
    found: list[Holder] = []
    for event in events[:3]:
        seat = event.body.get("seat")
        actor = _ACTOR.fullmatch(event.actor)
        if actor:
            found.append(int(actor[1]))
        if isinstance(seat, int):
            found.append(seat)
    return [*dict.fromkeys(found), DEALER]


def _other_hands(hands: Holding, people: Sequence[Holder]) -> Iterator[Holding]:
    for each in people:
        held = Holding(holder=each, fresh=False, picked=True, refused=hands.refused)
        yield held
        yield held._replace(fresh=True)
        if each != DEALER:
            yield Holding(offered=each, before=hands.holder or hands.before, refused=hands.refused)
    yield hands._replace(fresh=not hands.fresh)
    yield hands._replace(alone=not hands.alone)
    yield hands._replace(picked=not hands.picked)
    yield hands._replace(refused=(), declined=())


def _bets_mended(
    table: TableState, due: Sequence[LoggedEvent], events: Sequence[LineEvent]
) -> TableState:
    """The table with the bets that the lines settle, and without those that they do not."""
    named, expected = {_names(each) for each in events}, {_names(each) for each in due}
    for event in due:
        if isinstance(event, BetDecided) and _names(event) not in named:
            table = _without_bet(table, event.seat, event.wager)
    for line in events:
        if line.name in _SETTLED and _names(line) not in expected:
            table = next(_with_bet(table, line), table)
    return table


def _names(event: LoggedEvent) -> tuple[int | str | None, str | None]:
    seat, wager = event.body.get("seat"), event.body.get("wager")
    whose = seat if isinstance(seat, int | str) else None
    return whose, wager if isinstance(wager, str) else None


def _with_bet(table: TableState, event: LoggedEvent) -> Iterator[TableState]:
    """Tables on which the bet that a line names lies, in each state it may be in."""
    body = event.body
    match body:
        case {"seat": int(seat), "wager": str(name)}:
            pass
        case _:
            return
    table = _with_place(table, seat)
    before = table.seats[seat].bets.get(name)
    stake = body.get("stake", before.stake if before else 0)
    if event.name == "remove":
        stake = sum(cents for source, _, cents in event.moves if source == layout(seat)) or stake
    if not isinstance(stake, int) or isinstance(stake, bool) or stake <= 0:
        return
    if before is not None and before.stake != stake and event.name not in ("reduce", "coupon"):
        yield _laid(table, seat, name, before._replace(stake=stake))
    coupon = body.get("coupon")
    coupon = coupon if isinstance(coupon, int) and coupon > 0 else 0
    leave_up = bool(body.get("leave_up", False))
    for wager, state in _states(table.rules, name):
        for called in _CALLS:
            bet = Bet(wager, state, stake, called, 0, leave_up, coupon)
            yield _laid(table, seat, name, bet)


def _states(rules: Rules, name: str) -> Iterator[tuple[str, str]]:
    """The wagers and states in which a bet goes by this name."""
    for key, wager in rules.wagers.items():
        if name == key or name.startswith(f"{key}-"):
            states, _ = reachable(wager.machine)
            fitting = (each for each in states if rules.bet_name(wager, each) == name)
            yield from ((key, each) for each in islice(fitting, MOST_STATES))


def _laid(table: TableState, number: int, name: str, bet: Bet | None) -> TableState:
    """The table with a bet put there or taken away, and its chips."""
    seat = table.seats[number]
    bets: Mapping[str, Bet] = {key: each for key, each in seat.bets.items() if key != name}
    before = seat.bets[name].stake if name in seat.bets else 0
    if bet is not None:
        bets = {**bets, name: bet}
    books = _put(table.books, layout(number), (bet.stake if bet else 0) - before)
    seats = {**table.seats, number: seat._replace(bets=bets)}
    return table._replace(seats=seats, books=books)


def _without_bet(table: TableState, seat: int, name: str) -> TableState:
    if seat not in table.seats or name not in table.seats[seat].bets:
        return table
    return _laid(table, seat, name, None)


def _with_place(table: TableState, number: int) -> TableState:
    there = table.seats.get(number)
    if there is not None and not there.gone:
        return table
    place = Seat(number, "", {}) if there is None else there._replace(gone=False)
    return table._replace(seats=dict(sorted({**table.seats, number: place}.items())))


def chips_unknown(table: TableState, seat: int) -> bool:
    """Whether the chips on a rail are not known since a gap."""
    return table.rail(seat) >= UNKNOWN_CHIPS // 2
