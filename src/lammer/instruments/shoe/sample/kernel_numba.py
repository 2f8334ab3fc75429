"""Punto banco compiled: sessions side by side, each with its own shoe.

Four players sit side by side. For each a shoe is dealt out in one go: the words, their digits, the
swaps, and for every card the coup that would begin with it. Then the four play their coups
together, each its own chain of look-ups so that they overlap, and each by himself to the end of his
shoe. One who was anywhere outside his main segments plays the shoe again with care. Whose session
has ended makes room for the next. ``packed`` says what a lane is, ``dealing`` how cards come about.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lammer.instruments.shoe.cards import MOST
from lammer.instruments.shoe.sample import dealing
from lammer.instruments.shoe.sample.dealing import PackedShoe, ShoePlan
from lammer.sim.model.automaton import Ints
from lammer.sim.sample import chance
from lammer.sim.sample.chance import Bytes, Lanes
from lammer.sim.sample.kernel_numba import find_segment, inlined, jitted, philox_block
from lammer.sim.sample.packed import (
    OUTSIDE,
    RUINED,
    UNDECIDED,
    PackedTables,
    PlayedChunk,
    Tracked,
    most_rolls,
    room,
    tracked_room,
)

SEATS = 4

u64 = np.uint64
i64 = np.int64
_LOW, _HALF, _SHOES = u64(chance.LOW), u64(32), u64(dealing.MOST_SHOES)
_0, _1, _2, _3, _4, _5 = (u64(n) for n in range(6))
_TAIL = np.uint16(dealing.TAIL)
_MOST_REDRAWN = dealing.MOST_REDRAWN
_LANES, _CARDS = dealing.LANES, MOST


def play(
    packed: PackedShoe, bankroll: int, rolls: int | None, seed: int, first: int, count: int
) -> PlayedChunk:
    """Return what becomes of ``count`` sessions from number ``first``, each of at most this many
    coups."""
    played = room(count)
    limit, (low, high) = most_rolls(rolls), chance.key_of(seed)
    _play(packed.plan, packed.tables, bankroll, limit, u64(low), u64(high), u64(first), played)
    return played


def track(
    packed: PackedShoe,
    bankroll: int,
    rolls: int | None,
    seed: int,
    first: int,
    count: int,
    at: Ints,
) -> Tracked:
    """Return the same sessions watched coup by coup; ``at`` are the coups, rising, to note equity
    at."""
    limit, (low, high) = most_rolls(rolls), chance.key_of(seed)
    tracked = tracked_room(count, len(at), len(packed.tables.below))
    _track(
        packed.plan, packed.tables, bankroll, limit, u64(low), u64(high), u64(first), at, tracked
    )
    return tracked


# The cards


class _Bench(NamedTuple):
    """The space in which shoes are shuffled. ``coup[seat * length + i]`` is the place in
    ``ShoePlan.coup`` of the coup that would begin with card ``i``."""

    words: NDArray[np.uint32]
    one: NDArray[np.uint16]
    two: NDArray[np.uint16]
    three: NDArray[np.uint16]
    wrong: Bytes
    cards: Bytes
    pairs: Bytes
    coup: NDArray[np.uint16]


@jitted
def _bench(plan: ShoePlan, seats: int) -> _Bench:
    words, length = len(plan.least), len(plan.fresh)
    return _Bench(
        np.zeros(words, np.uint32),
        np.zeros(words, np.uint16),
        np.zeros(words, np.uint16),
        np.zeros(words, np.uint16),
        np.zeros(words, np.uint8),
        np.zeros(length, np.uint8),
        np.zeros(length, np.uint8),
        np.zeros(seats * length, np.uint16),
    )


@inlined
def _draw(
    words: NDArray[np.uint32], planes: u64, blocks: int, session: u64, number: u64, k: u64, h: u64
) -> None:
    a, b, d = session & _LOW, session >> _HALF, _SHOES + number
    for block in range(blocks):
        at = u64(block)
        w, x, y, z = philox_block(a, b, at, d, k, h)
        words[at] = w
        words[planes + at] = x
        words[_2 * planes + at] = y
        words[_3 * planes + at] = z


@inlined
def _digits(plan: ShoePlan, bench: _Bench, start: u64, count: int) -> int:
    """Take three digits of each word and mark in ``wrong`` those to be drawn again. Return how
    many."""
    words, one, two, three, wrong = bench.words, bench.one, bench.two, bench.three, bench.wrong
    first, second, third, least = plan.first, plan.second, plan.third, plan.least
    found = 0
    for i in range(count):
        at = start + u64(i)
        x = u64(words[at]) * u64(first[at])
        one[at] = x >> _HALF
        x = (x & _LOW) * u64(second[at])
        two[at] = x >> _HALF
        x = (x & _LOW) * u64(third[at])
        three[at] = x >> _HALF
        again = (x & _LOW) < u64(least[at])
        wrong[at] = again
        found += int(again)
    return found


@jitted
def _redraw(
    plan: ShoePlan,
    bench: _Bench,
    place: int,
    blocks: int,
    session: u64,
    number: u64,
    k: u64,
    h: u64,
) -> None:
    """Draw again the words at a position of their block that are marked wrong, until none is."""
    wrong, words = bench.wrong, bench.words
    for block in range(blocks):
        at, redrawn = u64(place * plan.planes + block), 0
        while wrong[at] and redrawn < _MOST_REDRAWN:
            redrawn += 1
            counter = u64(block | redrawn << 16)
            drawn = philox_block(session & _LOW, session >> _HALF, counter, _SHOES + number, k, h)
            words[at] = drawn[place]
            _digits(plan, bench, at, 1)


@inlined
def _swap(plan: ShoePlan, bench: _Bench, blocks: int) -> None:
    """Put the cards' values into dealing order."""
    cards, one, two, three = bench.cards, bench.one, bench.two, bench.three
    fresh, planes, each = plan.fresh, u64(plan.planes), u64(plan.cards_a_word)
    for card in range(len(fresh)):
        cards[card] = fresh[card]
    at = _0
    for block in range(blocks):
        word = u64(block)
        for _ in range(4):
            from_ = at + u64(one[word])
            cards[at], cards[from_] = cards[from_], cards[at]
            from_ = at + _1 + u64(two[word])
            cards[at + _1], cards[from_] = cards[from_], cards[at + _1]
            from_ = at + _2 + u64(three[word])
            cards[at + _2], cards[from_] = cards[from_], cards[at + _2]
            at += each
            word += planes


@inlined
def _coups(cards: Bytes, pairs: Bytes, coup: NDArray[np.uint16], start: u64, count: int) -> None:
    """Find the coup that would begin with each of this many cards."""
    for i in range(count + 1):
        at = u64(i)
        pair = np.uint8(cards[at] + cards[at + _2])
        pairs[at] = pair - np.uint8(10) if pair > np.uint8(9) else pair
    for i in range(count):
        at = u64(i)
        first = np.uint16(pairs[at]) * np.uint16(10) + np.uint16(pairs[at + _1])
        then = np.uint16(cards[at + _4]) * np.uint16(10) + np.uint16(cards[at + _5])
        coup[start + at] = first * _TAIL + then


@jitted
def _deal(
    plan: ShoePlan, bench: _Bench, seat: int, coups: int,
    session: u64, number: u64, k: u64, h: u64,
) -> None:  # fmt: skip
    """Shuffle a shoe for a seat, as far as this many coups can need it."""
    cards, planes = min(plan.most_dealt, coups * _CARDS), plan.planes
    a_block = 4 * plan.cards_a_word
    blocks = (cards + a_block - 1) // a_block
    drawn = min((blocks + _LANES - 1) // _LANES * _LANES, planes)
    _draw(bench.words, u64(planes), drawn, session, number, k, h)
    for place in range(4):
        if _digits(plan, bench, u64(place * planes), drawn) > 0:
            _redraw(plan, bench, place, drawn, session, number, k, h)
    _swap(plan, bench, blocks)
    length = len(plan.fresh)
    _coups(bench.cards, bench.pairs, bench.coup, u64(seat * length), max(cards - 5, 0))


# The play


class _Seats(NamedTuple):
    """Players side by side. ``equity`` and ``state`` hold where ``lane`` is ``OUTSIDE``. Within a
    shoe, ``at`` and ``now`` are the place in ``_Bench.coup`` and the lane so far, ``highest`` the
    highest it was, ``coups`` how many were played."""

    session: Lanes
    number: Lanes
    lane: Lanes
    equity: Ints
    state: Ints
    staked: Ints
    done: Ints
    end: Ints
    at: Lanes
    now: Lanes
    highest: Lanes
    coups: Ints


@jitted
def _seats(seats: int) -> _Seats:
    return _Seats(
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.int64),
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.uint64),
        np.zeros(seats, np.int64),
    )


@jitted
def _begin(
    plan: ShoePlan, tables: PackedTables, seats: _Seats, seat: int, bankroll: int, session: u64
) -> None:
    """Seat a new player, with a new shoe."""
    seats.session[seat] = session
    seats.number[seat] = 0
    seats.equity[seat] = bankroll
    seats.state[seat] = 0
    seats.staked[seat] = 0
    seats.done[seat] = 0
    _enter(plan, tables, seats, seat)


@inlined
def _enter(plan: ShoePlan, tables: PackedTables, seats: _Seats, seat: int) -> None:
    """Set the lane of a seat from its equity and state."""
    state = seats.state[seat]
    slack = seats.equity[seat] - tables.low[state]
    inside = 0 <= slack < tables.width
    lane = (slack << tables.shift) | (state * plan.stride) if inside else OUTSIDE
    seats.lane[seat] = u64(lane)


@inlined
def _leave(plan: ShoePlan, tables: PackedTables, seats: _Seats, seat: int) -> None:
    """Set the equity and state of a seat from its lane."""
    held = i64(seats.lane[seat])
    if held != OUTSIDE:
        state = (held & ((1 << tables.bits) - 1)) // plan.stride
        seats.state[seat] = state
        seats.equity[seat] = (held >> tables.shift) + tables.low[state]


@inlined
def _together(
    plan: ShoePlan, tables: PackedTables, coup: NDArray[np.uint16], seats: _Seats, limit: int
) -> None:
    """Play all four seats over as many coups as each surely has before the cutting card."""
    table, answers = tables.table, plan.coup
    mask, length = (_1 << u64(tables.bits)) - _1, len(plan.fresh)
    bits, last = u64(plan.bits), u64(plan.stride - 1)
    p, q, r, s = seats.at[0], seats.at[1], seats.at[2], seats.at[3]
    a, b, c, d = seats.now[0], seats.now[1], seats.now[2], seats.now[3]
    w = x = y = z = _0
    left = limit - seats.done.max()
    played = 0
    while True:
        furthest = max(max(i64(p), i64(q) - length), max(i64(r) - 2 * length, i64(s) - 3 * length))
        coups = min((plan.mark - furthest + _CARDS) // _CARDS, left)
        if coups <= 0:
            break
        for _ in range(coups):
            w, x, y, z = max(w, a), max(x, b), max(y, c), max(z, d)
            e, f, g, h = answers[coup[p]], answers[coup[q]], answers[coup[r]], answers[coup[s]]
            a += u64(table[(a & mask) + (u64(e) & last)])
            b += u64(table[(b & mask) + (u64(f) & last)])
            c += u64(table[(c & mask) + (u64(g) & last)])
            d += u64(table[(d & mask) + (u64(h) & last)])
            p += u64(e) >> bits
            q += u64(f) >> bits
            r += u64(g) >> bits
            s += u64(h) >> bits
        played += coups
        left -= coups
    seats.at[0], seats.at[1], seats.at[2], seats.at[3] = p, q, r, s
    seats.now[0], seats.now[1], seats.now[2], seats.now[3] = a, b, c, d
    seats.highest[0], seats.highest[1], seats.highest[2], seats.highest[3] = w, x, y, z
    seats.coups[:] = played


@inlined
def _alone(
    plan: ShoePlan,
    tables: PackedTables,
    coup: NDArray[np.uint16],
    seats: _Seats,
    seat: int,
    limit: int,
) -> bool:
    """Play one seat to the end of its shoe by the main segments. Return False, with nothing
    changed, if it leaves them."""
    table, answers = tables.table, plan.coup
    mask, mark = (_1 << u64(tables.bits)) - _1, u64(seat * len(plan.fresh) + plan.mark)
    bits, last = u64(plan.bits), u64(plan.stride - 1)
    at, lane, highest = seats.at[seat], seats.now[seat], seats.highest[seat]
    coups, left = seats.coups[seat], limit - seats.done[seat]
    over = False
    while coups < left and not over:
        over = bool(at > mark)
        highest = max(highest, lane)
        answer = u64(answers[coup[at]])
        lane += u64(table[(lane & mask) + (answer & last)])
        at += answer >> bits
        coups += 1
    if max(highest, lane) >= u64(tables.top):
        return False
    kept = ~((_1 << u64(tables.shift)) - _1) | mask
    seats.lane[seat] = lane & kept
    seats.staked[seat] += i64((lane & ~kept) >> u64(tables.bits))
    seats.done[seat] += coups
    return True


@jitted
def _careful(
    plan: ShoePlan,
    tables: PackedTables,
    coup: NDArray[np.uint16],
    seats: _Seats,
    seat: int,
    limit: int,
) -> None:
    """Play one seat over its shoe by all segments; ``seats.end`` is set if the session ends."""
    first, below, rows, to, gain = tables.first, tables.below, tables.row, tables.to, tables.gain
    charge, stakes, answers = tables.charge, tables.staked, plan.coup
    bits, last = u64(plan.bits), u64(plan.stride - 1)
    _leave(plan, tables, seats, seat)
    state, equity, put_up = seats.state[seat], seats.equity[seat], 0
    at = u64(seat * len(plan.fresh))
    mark = at + u64(plan.mark)
    coups, left = 0, limit - seats.done[seat]
    over = False
    while coups < left and not over:
        segment = find_segment(below, first[state], first[state + 1], equity)
        row = rows[segment]
        if row < 0:
            seats.end[seat] = -1 - row
            break
        over = bool(at > mark)
        answer = u64(answers[coup[at]])
        at += answer >> bits
        cell = row * plan.many + i64(answer & last)
        equity += charge[segment] + gain[cell]
        put_up += stakes[segment]
        state = to[cell]
        coups += 1
    seats.state[seat] = state
    seats.equity[seat] = equity
    seats.staked[seat] += put_up
    seats.done[seat] += coups
    _enter(plan, tables, seats, seat)


@jitted
def _shoes(
    plan: ShoePlan, tables: PackedTables, bench: _Bench, seats: _Seats, live: int, limit: int
) -> None:
    """Play every seat over the shoe that was dealt to it."""
    coup, outside = bench.coup, u64(OUTSIDE)
    inside = live == SEATS
    for seat in range(live):
        seats.at[seat] = seat * len(plan.fresh)
        seats.now[seat] = seats.lane[seat]
        seats.highest[seat] = 0
        seats.coups[seat] = 0
        seats.end[seat] = UNDECIDED
        inside = inside and bool(seats.lane[seat] != outside)
    if inside:
        _together(plan, tables, coup, seats, limit)
    for seat in range(live):
        if seats.lane[seat] == outside or not _alone(plan, tables, coup, seats, seat, limit):
            _careful(plan, tables, coup, seats, seat, limit)
        seats.number[seat] += _1


@jitted
def _write(
    plan: ShoePlan, tables: PackedTables, seats: _Seats, seat: int, first: u64, played: PlayedChunk
) -> None:
    """Write the result of a session; looks its segment up once more."""
    _leave(plan, tables, seats, seat)
    state, equity, end = seats.state[seat], seats.equity[seat], seats.end[seat]
    if end < 0:
        starts = tables.first
        row = tables.row[find_segment(tables.below, starts[state], starts[state + 1], equity)]
        end = -1 - row if row < RUINED else i64(UNDECIDED)
    place = seats.session[seat] - first
    played.final[place] = equity
    played.end[place] = end
    played.rolls[place] = seats.done[seat]
    played.staked[place] = seats.staked[seat]
    played.state[place] = state


@jitted
def _move(seats: _Seats, source: int, seat: int) -> None:
    """Move a player to another seat."""
    for column in (seats.session, seats.number, seats.lane):
        column[seat] = column[source]
    for count in (seats.equity, seats.state, seats.staked, seats.done, seats.end):
        count[seat] = count[source]


@jitted
def _play(
    plan: ShoePlan,
    tables: PackedTables,
    bankroll: int,
    limit: int,
    k: u64,
    h: u64,
    first: u64,
    played: PlayedChunk,
) -> None:
    bench, seats, count = _bench(plan, SEATS), _seats(SEATS), len(played.final)
    live = min(SEATS, count)
    for seat in range(live):
        _begin(plan, tables, seats, seat, bankroll, first + u64(seat))
    begun = live
    while live > 0:
        for seat in range(live):
            left = limit - seats.done[seat]
            _deal(plan, bench, seat, left, seats.session[seat], seats.number[seat], k, h)
        _shoes(plan, tables, bench, seats, live, limit)
        for seat in range(live - 1, -1, -1):
            if seats.end[seat] < 0 and seats.done[seat] < limit:
                continue
            _write(plan, tables, seats, seat, first, played)
            if begun < count:
                _begin(plan, tables, seats, seat, bankroll, first + u64(begun))
                begun += 1
            else:
                live -= 1
                _move(seats, live, seat)


@jitted
def _track(
    plan: ShoePlan, tables: PackedTables, bankroll: int, limit: int, k: u64, h: u64, first: u64,
    at: Ints, tracked: Tracked,
) -> None:  # fmt: skip
    bench, played = _bench(plan, 1), tracked.played
    bits, last = u64(plan.bits), u64(plan.stride - 1)
    for place in range(len(played.final)):
        session = first + u64(place)
        state, equity, put_up, done, noted = 0, bankroll, 0, 0, 0
        peak, fall = bankroll, 0
        number, card, mark = _0, _0, u64(plan.mark)
        over = True
        while True:
            while noted < len(at) and at[noted] == done:
                tracked.equity[place, noted] = equity
                noted += 1
            low, high = tables.first[state], tables.first[state + 1]
            segment = find_segment(tables.below, low, high, equity)
            row = tables.row[segment]
            if row < 0 or done == limit:
                break
            if over:
                _deal(plan, bench, 0, limit - done, session, number, k, h)
                number += _1
                card = _0
            over = bool(card > mark)
            answer = u64(plan.coup[bench.coup[card]])
            card += answer >> bits
            tracked.visits[segment] += 1
            cell = row * plan.many + i64(answer & last)
            equity += tables.charge[segment] + tables.gain[cell]
            put_up += tables.staked[segment]
            state = tables.to[cell]
            done += 1
            peak = max(peak, equity)
            fall = max(fall, peak - equity)
        tracked.equity[place, noted:] = equity
        tracked.drawdown[place] = fall
        played.final[place] = equity
        ended = row < RUINED or (row < 0 and done < limit)
        played.end[place] = -1 - row if ended else UNDECIDED
        played.rolls[place] = done
        played.staked[place] = put_up
        played.state[place] = state
