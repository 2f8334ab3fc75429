"""The kernels for independent outcomes: many sessions in parallel, compiled by numba.

A tile of sessions is played block by block of rolls. First the block's outcomes are drawn for every
lane; then the lanes advance in groups of five, whose independent chains of look-up and addition
overlap; a lane that left its main segment is played again by segments. Lanes whose session has
ended are replaced by others. ``packed`` defines a lane.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np

from lammer.sim.model.automaton import Ints
from lammer.sim.sample import chance
from lammer.sim.sample.chance import Bytes, Digits, Lanes, WeightedDigits
from lammer.sim.sample.packed import (
    OUTSIDE,
    RUINED,
    UNDECIDED,
    Packed,
    PackedTables,
    PlayedChunk,
    Tracked,
    most_rolls,
    room,
    tracked_room,
)

F = TypeVar("F", bound=Callable[..., Any])
TILE = 640
GROUP = 5

u64 = np.uint64
i64 = np.int64
_TIMES, _ALSO = u64(chance.MULTIPLIERS[0]), u64(chance.MULTIPLIERS[1])
_ADD, _ADD_ALSO = u64(chance.WEYL[0]), u64(chance.WEYL[1])
_LOW, _HALF = u64(chance.LOW), u64(32)
_USUAL = chance.digits_of(36)
_BASE, _REDRAWN = u64(_USUAL.outcomes), u64(_USUAL.redrawn)
"""For two dice, the usual case: compiled as constants."""
_1, _2, _3, _4 = u64(1), u64(2), u64(3), u64(4)


def jitted(function: F) -> F:
    return cast("F", numba.njit(cache=True, nogil=True)(function))


def inlined(function: F) -> F:
    return cast("F", numba.njit(inline="always")(function))


_TO_GUIDE = u64(chance.TO_GUIDE)


class _Drawing(NamedTuple):
    """How words become outcomes: ``per_word`` digits to a ``base``, redrawn by ``power`` and
    ``redrawn`` as in ``chance``; ``bounds`` and ``guide`` are those of weights, and empty where
    outcomes are equally likely."""

    outcomes: int
    per_word: int
    base: int
    power: int
    redrawn: int
    bounds: Lanes
    guide: Bytes


def _drawing(digits: Digits | WeightedDigits) -> _Drawing:
    if isinstance(digits, Digits):
        bounds, guide, base = np.empty(0, np.uint64), np.empty(0, np.uint8), digits.outcomes
    else:
        bounds, base = np.array(digits.bounds, np.uint64), digits.total
        guide = np.array(digits.guide(), np.uint8)
    return _Drawing(
        digits.outcomes, digits.per_word, base, digits.power, digits.redrawn, bounds, guide
    )


def play(
    packed: Packed, bankroll: int, rolls: int | None, seed: int, first: int, count: int
) -> PlayedChunk:
    """Play ``count`` sessions from number ``first``, each of at most this many rolls."""
    played = room(count)
    limit, (low, high) = most_rolls(rolls), chance.key_of(seed)
    drawing = _drawing(packed.digits)
    _play(packed.tables, drawing, bankroll, limit, u64(low), u64(high), u64(first), played)
    return played


def track(
    packed: Packed, bankroll: int, rolls: int | None, seed: int, first: int, count: int, at: Ints
) -> Tracked:
    """Record the same sessions roll by roll; ``at`` are the rolls, rising, at which equity is
    noted."""
    limit, (low, high) = most_rolls(rolls), chance.key_of(seed)
    tracked = tracked_room(count, len(at), len(packed.tables.below))
    drawing = _drawing(packed.digits)
    _track(packed.tables, drawing, bankroll, limit, u64(low), u64(high), u64(first), at, tracked)
    return tracked


@inlined
def philox_block(a: u64, b: u64, c: u64, d: u64, k: u64, h: u64) -> tuple[u64, u64, u64, u64]:
    for _ in range(10):
        left = _TIMES * a
        right = _ALSO * c
        a, b, c, d = (right >> _HALF) ^ b ^ k, right & _LOW, (left >> _HALF) ^ d ^ h, left & _LOW
        k = (k + _ADD) & _LOW
        h = (h + _ADD_ALSO) & _LOW
    return a, b, c, d


@inlined
def _rejected(digits: _Drawing, word: u64) -> Any:
    return ((word * u64(digits.power)) & _LOW) < u64(digits.redrawn)


@jitted
def _accepted(digits: _Drawing, place: int, session: u64, block: u64, k: u64, h: u64) -> u64:
    """Return the word at a place of a block, redrawn until it is accepted."""
    redraw = u64(0)
    while True:
        words = philox_block(session & _LOW, session >> _HALF, block, redraw, k, h)
        word = words[place]
        if not _rejected(digits, word):
            return word
        redraw += _1


@jitted
def _draw(sessions: Lanes, block: u64, k: u64, h: u64, words: Any) -> None:
    a, b, c, d = words[0], words[1], words[2], words[3]
    for lane in range(sessions.shape[0]):
        s = sessions[lane]
        w, x, y, z = philox_block(s & _LOW, s >> _HALF, block, u64(0), k, h)
        a[lane] = w
        b[lane] = x
        c[lane] = y
        d[lane] = z


@jitted
def _five(words: Any, one: Bytes, two: Bytes, three: Bytes, four: Bytes, five: Bytes) -> Any:
    """Compute the five digits of each word to the usual base; return how many words must be
    redrawn. The base is a constant here, and each word is read once."""
    wrong: Any = 0
    for lane in range(words.shape[0]):
        x = u64(words[lane]) * _BASE
        one[lane] = x >> _HALF
        x = (x & _LOW) * _BASE
        two[lane] = x >> _HALF
        x = (x & _LOW) * _BASE
        three[lane] = x >> _HALF
        x = (x & _LOW) * _BASE
        four[lane] = x >> _HALF
        x = (x & _LOW) * _BASE
        five[lane] = x >> _HALF
        x &= _LOW
        words[lane] = x
        wrong += x < _REDRAWN
    return wrong


@jitted
def _next(words: Any, base: u64, redrawn: u64, row: Bytes) -> Any:
    """Compute the next digit of each word, leaving the remainder; return how many words must be
    redrawn if this was the last digit."""
    wrong: Any = 0
    for lane in range(words.shape[0]):
        x = u64(words[lane]) * base
        row[lane] = x >> _HALF
        x &= _LOW
        words[lane] = x
        wrong += x < redrawn
    return wrong


@jitted
def _again(
    digits: _Drawing,
    sessions: Lanes,
    block: u64,
    k: u64,
    h: u64,
    words: Any,
    place: int,
    drawn: Any,
) -> None:
    """Redraw words whose remainder is too small."""
    count, base, redrawn = digits.per_word, u64(digits.base), u64(digits.redrawn)
    for lane in range(sessions.shape[0]):
        if u64(words[place, lane]) < redrawn:
            x = _accepted(digits, place, sessions[lane], block, k, h)
            for digit in range(count):
                x *= base
                drawn[count * place + digit, lane] = x >> _HALF
                x &= _LOW


@inlined
def _weighed(digits: _Drawing, word: u64) -> Any:
    """Return the outcome of a word, by the weights."""
    share = (word * u64(digits.base)) >> _HALF
    outcome = u64(digits.guide[word >> _TO_GUIDE])
    while share >= digits.bounds[outcome]:
        outcome += _1
    return outcome


@jitted
def _weigh(
    digits: _Drawing, sessions: Lanes, block: u64, k: u64, h: u64, words: Any, drawn: Any
) -> None:
    """Turn the words of a block into outcomes with weights, redrawn where they must be."""
    for place in range(4):
        for lane in range(len(sessions)):
            word = u64(words[place, lane])
            if _rejected(digits, word):
                word = _accepted(digits, place, sessions[lane], block, k, h)
            drawn[place, lane] = _weighed(digits, word)


@jitted
def _roll(
    digits: _Drawing, sessions: Lanes, block: u64, k: u64, h: u64, words: Any, drawn: Any
) -> None:
    """Draw a block of rolls for every lane."""
    _draw(sessions, block, k, h, words)
    if len(digits.bounds):
        _weigh(digits, sessions, block, k, h, words, drawn)
        return
    count, base, redrawn = digits.per_word, u64(digits.base), u64(digits.redrawn)
    lanes, usual = len(sessions), base == _BASE
    for place in range(4):
        wrong: Any = 0
        if usual:
            five = drawn[5 * place : 5 * place + 5]
            wrong = _five(words[place][:lanes], five[0], five[1], five[2], five[3], five[4])
        else:
            for row in range(count * place, count * (place + 1)):
                wrong = _next(words[place][:lanes], base, redrawn, drawn[row])
        if wrong:
            _again(digits, sessions, block, k, h, words, place, drawn)


class _Tile(NamedTuple):
    """Lanes in parallel. ``equity`` and ``state`` are valid where ``lane`` is ``OUTSIDE``."""

    session: Lanes
    lane: Lanes
    equity: Ints
    state: Ints
    staked: Ints
    end: Ints


@jitted
def _advance(
    tables: PackedTables, tile: _Tile, count: int, drawn: Any, rolls: int, out: Ints
) -> int:
    """Advance every lane over a block's rolls by the main segments. Those that left them are
    restored; ``out`` lists them, rising. Return how many."""
    table, lanes, staked = tables.table, tile.lane, tile.staked
    mask, top = (_1 << u64(tables.bits)) - _1, u64(tables.top)
    kept = ~((_1 << u64(tables.shift)) - _1) | mask
    bits = u64(tables.bits)
    outside = 0
    for place in range(0, count, GROUP):
        at = u64(place)
        a, b, c, d, e = lanes[at], lanes[at + _1], lanes[at + _2], lanes[at + _3], lanes[at + _4]
        w = x = y = z = v = u64(0)
        for roll in range(rolls):
            r = u64(roll)
            w, x, y, z, v = max(w, a), max(x, b), max(y, c), max(z, d), max(v, e)
            a += u64(table[(a & mask) + u64(drawn[r, at])])
            b += u64(table[(b & mask) + u64(drawn[r, at + _1])])
            c += u64(table[(c & mask) + u64(drawn[r, at + _2])])
            d += u64(table[(d & mask) + u64(drawn[r, at + _3])])
            e += u64(table[(e & mask) + u64(drawn[r, at + _4])])
        for lane, highest, after in ((0, w, a), (1, x, b), (2, y, c), (3, z, d), (4, v, e)):
            if max(highest, after) < top:
                lanes[place + lane] = after & kept
                staked[place + lane] += i64((after & ~kept) >> bits)
            elif place + lane < count:
                out[outside] = place + lane
                outside += 1
    return outside


@inlined
def find_segment(below: Ints, low: int, high: int, equity: int) -> int:
    """Return the segment that an equity falls in, of a state's segments ``low .. high - 1``."""
    high -= 1
    while high - low > 3:
        middle = (low + high) >> 1
        if equity < below[middle]:
            high = middle
        else:
            low = middle + 1
    one, two = min(low + 1, high), min(low + 2, high)
    found: int = low + (equity >= below[low]) + (equity >= below[one]) + (equity >= below[two])
    return found


@jitted
def _begin(tables: PackedTables, tile: _Tile, live: int, bankroll: int, session: u64) -> None:
    """Begin sessions in this many lanes, numbered from ``session``."""
    slack = bankroll - tables.low[0]
    lane = u64(slack << tables.shift) if 0 <= slack < tables.width else u64(OUTSIDE)
    tile.lane[:live] = lane
    tile.equity[:live] = bankroll
    tile.state[:live] = 0
    tile.staked[:live] = 0
    for place in range(live):
        tile.session[place] = session + u64(place)


@jitted
def _unpack(tables: PackedTables, outcomes: int, tile: _Tile, some: Ints, count: int) -> None:
    """Write the state and equity of some lanes."""
    base, shift, mask, stride = tables.low, tables.shift, (1 << tables.bits) - 1, u64(outcomes)
    lanes, equities, states, ends = tile.lane, tile.equity, tile.state, tile.end
    for n in range(count):
        lane = some[n]
        held = i64(lanes[lane])
        ends[lane] = UNDECIDED
        if held != OUTSIDE:
            state = i64(u64(held & mask) // stride)
            states[lane] = state
            equities[lane] = (held >> shift) + base[state]


@jitted
def _pack(tables: PackedTables, outcomes: int, tile: _Tile, some: Ints, count: int) -> None:
    """Make lanes of states and equities again."""
    base, shift, width = tables.low, tables.shift, tables.width
    lanes, equities, states = tile.lane, tile.equity, tile.state
    for n in range(count):
        lane = some[n]
        state = states[lane]
        slack = equities[lane] - base[state]
        inside = 0 <= slack < width
        lanes[lane] = u64((slack << shift) | (state * outcomes)) if inside else u64(OUTSIDE)


@jitted
def _play_by_segments(
    tables: PackedTables,
    outcomes: int,
    tile: _Tile,
    some: Ints,
    count: int,
    drawn: Any,
    done: int,
    rolls: int,
    lasted: Ints,
) -> None:
    """Advance some lanes over a block's rolls by segments. ``lasted`` gets how many rolls each has
    played in all, ``tile.end`` its end, if any."""
    first, below, rows, to, gain = tables.first, tables.below, tables.row, tables.to, tables.gain
    charge, stakes = tables.charge, tables.staked
    equities, states, staked, ends = tile.equity, tile.state, tile.staked, tile.end
    lasted[:count] = done + rolls
    for roll in range(rolls):
        for n in range(count):
            lane = some[n]
            if ends[lane] >= 0:
                continue
            state, equity = states[lane], equities[lane]
            k = find_segment(below, first[state], first[state + 1], equity)
            row = rows[k]
            if row < 0:
                ends[lane] = -1 - row
                lasted[n] = done + roll
                continue
            cell = row * outcomes + drawn[roll, lane]
            equities[lane] = equity + charge[k] + gain[cell]
            states[lane] = to[cell]
            staked[lane] += stakes[k]


@jitted
def _final_segments(tables: PackedTables, tile: _Tile, some: Ints, count: int) -> None:
    """After the last roll: find the ends of lanes, if any; nobody is ruined by then."""
    first, below, rows = tables.first, tables.below, tables.row
    equities, states, ends = tile.equity, tile.state, tile.end
    for n in range(count):
        lane = some[n]
        state = states[lane]
        row = rows[find_segment(below, first[state], first[state + 1], equities[lane])]
        if row < RUINED:
            ends[lane] = -1 - row


@jitted
def _write(
    tile: _Tile, lanes: Ints, lasted: Ints, count: int, over: bool, first: u64, played: PlayedChunk
) -> None:
    """Write the results of sessions: of some lanes those that ended, or all if it is over."""
    final, ends, lengths, sums = played.final, played.end, played.rolls, played.staked
    last, states = played.state, tile.state
    sessions, equity, end, staked = tile.session, tile.equity, tile.end, tile.staked
    for n in range(count):
        lane = lanes[n]
        if over or end[lane] >= 0:
            place = sessions[lane] - first
            final[place] = equity[lane]
            ends[place] = end[lane]
            lengths[place] = lasted[n]
            sums[place] = staked[lane]
            last[place] = states[lane]


@jitted
def _compact(tile: _Tile, live: int, out: Ints, outside: int) -> int:
    """Move the last lanes into the places of those that ended; return how many are left."""
    for n in range(outside - 1, -1, -1):
        lane = out[n]
        if tile.end[lane] >= 0:
            live -= 1
            tile.session[lane] = tile.session[live]
            tile.lane[lane] = tile.lane[live]
            tile.equity[lane] = tile.equity[live]
            tile.state[lane] = tile.state[live]
            tile.staked[lane] = tile.staked[live]
    return live


@jitted
def _play(
    tables: PackedTables,
    digits: _Drawing,
    bankroll: int,
    limit: int,
    k: u64,
    h: u64,
    first: u64,
    played: PlayedChunk,
) -> None:
    outcomes, block = digits.outcomes, 4 * digits.per_word
    tile = _Tile(
        np.zeros(TILE, np.uint64),
        np.zeros(TILE, np.uint64),
        np.zeros(TILE, np.int64),
        np.zeros(TILE, np.int64),
        np.zeros(TILE, np.int64),
        np.zeros(TILE, np.int64),
    )
    words, drawn = np.empty((4, TILE), np.uint32), np.zeros((block, TILE), np.uint8)
    out, lasted = np.empty(TILE, np.int64), np.empty(TILE, np.int64)
    count = len(played.final)
    for start in range(0, count, TILE):
        live = min(TILE, count - start)
        _begin(tables, tile, live, bankroll, first + u64(start))
        done = 0
        while live > 0 and done < limit:
            rolls = min(block, limit - done)
            _roll(digits, tile.session[:live], u64(done // block), k, h, words, drawn)
            outside = _advance(tables, tile, live, drawn, rolls, out)
            if outside > 0:
                _unpack(tables, outcomes, tile, out, outside)
                _play_by_segments(tables, outcomes, tile, out, outside, drawn, done, rolls, lasted)
                _pack(tables, outcomes, tile, out, outside)
                _write(tile, out, lasted, outside, False, first, played)
                live = _compact(tile, live, out, outside)
            done += rolls
        for lane in range(live):
            out[lane], lasted[lane] = lane, done
        _unpack(tables, outcomes, tile, out, live)
        _final_segments(tables, tile, out, live)
        _write(tile, out, lasted, live, True, first, played)


@jitted
def _track(
    tables: PackedTables,
    digits: _Drawing,
    bankroll: int,
    limit: int,
    k: u64,
    h: u64,
    first: u64,
    at: Ints,
    tracked: Tracked,
) -> None:
    sessions = np.empty(1, np.uint64)
    block, outcomes = 4 * digits.per_word, digits.outcomes
    size = u64(block)
    words, drawn = np.empty((4, 1), np.uint32), np.empty((block, 1), np.uint8)
    played, below, starts = tracked.played, tables.below, tables.first
    for place in range(len(played.final)):
        sessions[0] = first + u64(place)
        state, equity, put_up, roll, noted = 0, bankroll, 0, 0, 0
        peak, fall, used, number = bankroll, 0, size, u64(0)
        while True:
            while noted < len(at) and at[noted] == roll:
                tracked.equity[place, noted] = equity
                noted += 1
            segment = find_segment(below, starts[state], starts[state + 1], equity)
            row = tables.row[segment]
            if row < 0 or roll == limit:
                break
            if used == size:
                _roll(digits, sessions, number, k, h, words, drawn)
                used, number = u64(0), number + _1
            tracked.visits[segment] += 1
            cell = row * outcomes + drawn[used, 0]
            equity += tables.charge[segment] + tables.gain[cell]
            put_up += tables.staked[segment]
            state = tables.to[cell]
            roll += 1
            used += _1
            peak = max(peak, equity)
            fall = max(fall, peak - equity)
        tracked.equity[place, noted:] = equity
        tracked.drawdown[place] = fall
        played.final[place] = equity
        played.end[place] = -1 - row if row < RUINED or (row < 0 and roll < limit) else -1
        played.rolls[place] = roll
        played.staked[place] = put_up
        played.state[place] = state
