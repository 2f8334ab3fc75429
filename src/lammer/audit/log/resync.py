"""The state of a table after a gap in its log, inferred from the lines that follow.

The effect of a missing line is unknown. Commands after it are decided at the table without it; if
the logged lines differ, the smallest change of the table is searched for under which the command
leads to them: one bet more or less, another shooter, another point, other chips. A payment that no
state of its bet leads to is explained by none of these, and remains a finding.
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
"""Changes of different kinds that are tried together."""
MOST_VARIATIONS = 200
"""Tables that are tried in each round."""
MOST_STATES = 64
"""States of one wager that are tried."""
UNKNOWN_CHIPS = 10**12
"""Cents put on a rail whose chips are unknown, so that no later bet is short of them."""
_ACTOR = re.compile(r"seat-([0-9]{1,3})")
_SETTLED = frozenset(("wins", "loses", "void", "moves", "remove", "reduce", "call", "coupon"))
_CALLS: tuple[Call | None, ...] = (None, "on", "off")
IMPOSSIBLE = (ValueError, LookupError, AssertionError, TypeError, AttributeError)
"""Errors of a table in a state that play cannot reach."""


class LineEvent(NamedTuple):
    """The event of a log line, whether or not a table can have it: its body is plain data."""

    name: str
    actor: str
    body: Mapping[str, Any]
    clauses: tuple[str, ...]
    moves: tuple[Transfer, ...] = ()

    def read(self, thing: str) -> Event:
        """Return the event at a table with this instrument. Raises ``Malformed`` if it is not
        one."""
        return read_event(thing, self.name, self.body, self.actor, self.clauses, self.moves)


LoggedEvent = Event | LineEvent


def refusal_line(refusal: Refusal) -> LineEvent:
    """Return the event that a refusal leaves in a log."""
    body = {"code": refusal.code, "detail": refusal.detail}
    return LineEvent("refused", "table", body, refusal.clauses)


def readable_events(table: TableState, events: Sequence[LoggedEvent]) -> tuple[Event, ...]:
    """Return those that are events of this table, parsed."""
    found, thing = [], table.rules.procedure.trial.thing
    for event in events:
        try:
            found.append(event.read(thing) if isinstance(event, LineEvent) else event)
        except Malformed:
            continue
    return tuple(found)


def _decide(table: TableState, command: Command, now: datetime) -> tuple[LoggedEvent, ...] | None:
    """Return what a command leads to, a refusal as its event; None at an impossible table."""
    try:
        decision = decide(table, command, now)
    except IMPOSSIBLE:
        return None
    return (refusal_line(decision),) if isinstance(decision, Refusal) else decision


def repair(
    table: TableState, command: Command, now: datetime, events: Sequence[LineEvent], *, tries: bool
) -> tuple[TableState, tuple[LoggedEvent, ...]]:
    """Return the table at which the command leads to ``events``, or to most of them, and what it
    leads to there. Without ``tries`` the table is not changed."""
    best, due = table, _decide(table, command, now) or ()
    left = count_differences(due, events)
    for _ in range(ROUNDS if tries else 0):
        if not left:
            break
        start, before = best, left
        for other in islice(_variations(start, due, events, now), MOST_VARIATIONS):
            outcome = _decide(other, command, now)
            if outcome is None:
                continue
            differing = count_differences(outcome, events)
            if differing < left:
                best, due, left = other, outcome, differing
            if not left:
                break
        if left == before:
            break
    return best, due


def comparison_key(event: LoggedEvent) -> tuple[str, str, str]:
    """Return the content of a line in a form that can be compared."""
    return event.name, event.actor, line_body(event)


def line_body(event: LoggedEvent, command: str = "") -> str:
    """Return the body of a line as JSON, with the command if it has one."""
    if not isinstance(event, LineEvent):
        return body_text(event, command)
    moves = {"moves": event.moves} if event.moves else {}
    text = canonical({**event.body, **moves})
    return text if not command else canonical({**json.loads(text), "command": json.loads(command)})


def count_differences(due: Sequence[LoggedEvent], events: Sequence[LoggedEvent]) -> int:
    """Return how many lines are in only one of the two."""
    one, two = Counter(map(comparison_key, due)), Counter(map(comparison_key, events))
    return (one - two).total() + (two - one).total()


def apply_trusted(table: TableState, logged: LoggedEvent) -> TableState:
    """Return the table after a line that is taken as true, whatever the table was before it; the
    same table, if the line leads to none."""
    if logged.name in ("refused", "open", "close"):
        return table
    body = logged.body
    seat, wager = body.get("seat"), body.get("wager")
    try:
        (event,) = readable_events(table, (logged,))
        if isinstance(seat, int) and event.name != "sit":
            table = _with_seat(table, seat)
            there = isinstance(wager, str) and wager in table.seats[seat].bets
            if event.name in _SETTLED and not there:
                table = next(_with_bet(table, logged), table)
        after = apply_covered(table, event)
        load(after.rules, dump(after))
    except IMPOSSIBLE:
        return table
    return after


def apply_covered(table: TableState, event: Event) -> TableState:
    """Return the table after an event, with chips added if the books have too few for it."""
    return apply(table._replace(books=_covering_books(table.books, event)), event)


def _covering_books(books: Books, event: Event) -> Books:
    """Return the books with enough on each account for what an event takes from it."""
    after = dict(books)
    for source, target, cents in event.moves:
        short = cents - after.get(source, 0)
        if short > 0 and source.startswith(("rail-", "layout-")):
            more = UNKNOWN_CHIPS if source.startswith("rail-") else short
            books = _adjusted(books, source, more)
            after[source] = after.get(source, 0) + more
        after[source] = after.get(source, 0) - cents
        after[target] = after.get(target, 0) + cents
    return books


def _adjusted(books: Books, account: str, cents: int) -> Books:
    """Return the books with chips added to an account from outside the table, or removed."""
    after = dict(books)
    cents = max(cents, -after.get(account, 0))
    after[account] = after.get(account, 0) + cents
    after[CAGE] = after.get(CAGE, 0) - cents
    return after


# Variations of the table


def _variations(
    table: TableState, due: Sequence[LoggedEvent], events: Sequence[LineEvent], now: datetime
) -> Iterator[TableState]:
    """Yield tables that differ from this one in one respect; in some the bets that the lines name
    are corrected too."""
    yield from _single_changes(table, events, now)
    mended = _with_named_bets(table, due, events)
    if mended is not table:
        yield mended
        yield from _single_changes(mended, events, now)
    for event in events:
        if event.name in _SETTLED and comparison_key(event) not in map(comparison_key, due):
            yield from _with_bet(table, event)


def _single_changes(
    table: TableState, events: Sequence[LineEvent], now: datetime
) -> Iterator[TableState]:
    yield table._replace(thrown=not table.thrown)
    for hands in _other_hands(table.hands, _actors(events)):
        yield table._replace(hands=hands)
        yield table._replace(hands=hands, thrown=not table.thrown)
    for context in table.rules.space.contexts:
        if context != table.context:
            yield table._replace(context=context)
    for kit in table.rules.instrument.other_kits(table, now):
        yield table._replace(kit=kit)
    if table.pledge is not None:
        yield table._replace(pledge=None)
    for seat in _actors(events):
        if isinstance(seat, int):
            there = _with_seat(table, seat)
            yield there
            yield there._replace(books=_adjusted(there.books, rail(seat), UNKNOWN_CHIPS))
    yield table._replace(reopened=not table.reopened)
    yield table._replace(tally_reported=not table.tally_reported)


def _actors(events: Sequence[LineEvent]) -> list[Holder]:
    """Return the actors of the lines of a command, and the dealer."""
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
        held = Holding(holder=each, fresh=False, selected=True, refused=hands.refused)
        yield held
        yield held._replace(fresh=True)
        if each != DEALER:
            yield Holding(offered=each, before=hands.holder or hands.before, refused=hands.refused)
    yield hands._replace(fresh=not hands.fresh)
    yield hands._replace(only_for=not hands.only_for)
    yield hands._replace(selected=not hands.selected)
    yield hands._replace(refused=(), declined=())


def _with_named_bets(
    table: TableState, due: Sequence[LoggedEvent], events: Sequence[LineEvent]
) -> TableState:
    """Return the table with the bets that the lines settle, and without those they do not."""
    named, expected = set(map(_seat_and_bet, events)), set(map(_seat_and_bet, due))
    for event in due:
        if isinstance(event, BetDecided) and _seat_and_bet(event) not in named:
            table = _without_bet(table, event.seat, event.wager)
    for line in events:
        if line.name in _SETTLED and _seat_and_bet(line) not in expected:
            table = next(_with_bet(table, line), table)
    return table


def _seat_and_bet(event: LoggedEvent) -> tuple[int | str | None, str | None]:
    seat, wager = event.body.get("seat"), event.body.get("wager")
    whose = seat if isinstance(seat, int | str) else None
    return whose, wager if isinstance(wager, str) else None


def _with_bet(table: TableState, event: LoggedEvent) -> Iterator[TableState]:
    """Yield tables with the bet that a line names, in each state it may be in."""
    body = event.body
    match body:
        case {"seat": int(seat), "wager": str(name)}:
            pass
        case _:
            return
    table = _with_seat(table, seat)
    before = table.seats[seat].bets.get(name)
    stake = body.get("stake", before.stake if before else 0)
    if event.name == "remove":
        stake = sum(cents for source, _, cents in event.moves if source == layout(seat)) or stake
    if not isinstance(stake, int) or isinstance(stake, bool) or stake <= 0:
        return
    if before is not None and before.stake != stake and event.name not in ("reduce", "coupon"):
        yield _with_stake(table, seat, name, before._replace(stake=stake))
    coupon = body.get("coupon")
    coupon = coupon if isinstance(coupon, int) and coupon > 0 else 0
    leave_up = bool(body.get("leave_up", False))
    for wager, state in _states(table.rules, name):
        for called in _CALLS:
            bet = Bet(wager, state, stake, called, 0, leave_up, coupon)
            yield _with_stake(table, seat, name, bet)


def _states(rules: Rules, name: str) -> Iterator[tuple[str, str]]:
    """Yield the wagers and states in which a bet has this name."""
    for key, wager in rules.wagers.items():
        if name == key or name.startswith(f"{key}-"):
            states, _ = reachable(wager.machine)
            fitting = (each for each in states if rules.bet_name(wager, each) == name)
            yield from ((key, each) for each in islice(fitting, MOST_STATES))


def _with_stake(table: TableState, number: int, name: str, bet: Bet | None) -> TableState:
    """Return the table with a bet added or removed, and its chips."""
    seat = table.seats[number]
    bets: Mapping[str, Bet] = {key: each for key, each in seat.bets.items() if key != name}
    before = seat.bets[name].stake if name in seat.bets else 0
    if bet is not None:
        bets = {**bets, name: bet}
    books = _adjusted(table.books, layout(number), (bet.stake if bet else 0) - before)
    seats = {**table.seats, number: seat._replace(bets=bets)}
    return table._replace(seats=seats, books=books)


def _without_bet(table: TableState, seat: int, name: str) -> TableState:
    if seat not in table.seats or name not in table.seats[seat].bets:
        return table
    return _with_stake(table, seat, name, None)


def _with_seat(table: TableState, number: int) -> TableState:
    there = table.seats.get(number)
    if there is not None and not there.gone:
        return table
    place = Seat(number, "", {}) if there is None else there._replace(gone=False)
    return table._replace(seats=dict(sorted({**table.seats, number: place}.items())))


def chips_unknown(table: TableState, seat: int) -> bool:
    """Return whether the chips on a rail are unknown since a gap."""
    return table.rail(seat) >= UNKNOWN_CHIPS // 2
