"""The same as ``kernel_numba`` with numpy alone: the same sessions, bit for bit.

For machines without numba, and to check it. All sessions of a chunk advance together; ``packed``
defines a lane.
"""

import numpy as np
from numpy.typing import NDArray

from lammer.sim.model.automaton import Ints
from lammer.sim.sample.chance import Bytes, blocks
from lammer.sim.sample.packed import (
    OUTSIDE,
    RUINED,
    UNDECIDED,
    Packed,
    PlayedChunk,
    Tracked,
    most_rolls,
    part_of,
    room,
    segments,
    tracked_room,
)

CHUNK = 8192
"""Sessions that advance together."""


def play(
    packed: Packed, bankroll: int, rolls: int | None, seed: int, first: int, count: int
) -> PlayedChunk:
    """Play ``count`` sessions from number ``first``, each of at most this many rolls."""
    played = room(count)
    for start in range(0, count, CHUNK):
        part = part_of(played, start, start + CHUNK)
        _Chunk(packed, bankroll, seed, first + start, part).play(most_rolls(rolls))
    return played


def track(
    packed: Packed, bankroll: int, rolls: int | None, seed: int, first: int, count: int, at: Ints
) -> Tracked:
    """Record the same sessions roll by roll; ``at`` are the rolls, rising, at which equity is
    noted."""
    limit = most_rolls(rolls)
    tracked = tracked_room(count, len(at), len(packed.tables.below))
    for start in range(0, count, CHUNK):
        stop = min(start + CHUNK, count)
        _track(packed, bankroll, limit, seed, first, start, stop, at, tracked)
    return tracked


def _numbers(first: int, count: int) -> NDArray[np.uint64]:
    return np.arange(count, dtype=np.uint64) + np.uint64(first)


class _Chunk:
    """Sessions in progress, without those that have ended."""

    def __init__(
        self, packed: Packed, bankroll: int, seed: int, first: int, played: PlayedChunk
    ) -> None:
        count = len(played.final)
        self.tables, self.digits = packed.tables, packed.digits
        self.seed, self.first, self.played = seed, first, played
        self.place = np.arange(count)
        self.equity = np.full(count, bankroll, np.int64)
        self.state = np.zeros(count, np.int64)
        self.staked = np.zeros(count, np.int64)
        self.lane = self._lanes(self.state, self.equity)

    def play(self, limit: int) -> None:
        done = 0
        while len(self.place) and done < limit:
            rolls = min(self.digits.block, limit - done)
            sessions = self.place.astype(np.uint64) + np.uint64(self.first)
            drawn = blocks(self.digits, self.seed, sessions, done // self.digits.block)
            self._play_by_segments(self._advance(drawn, rolls), drawn, done, rolls)
            done += rolls
        everybody = np.arange(len(self.place))
        self._unpack(everybody)
        row = self.tables.row[
            segments(self.tables.first, self.tables.below, self.state, self.equity)
        ]
        self._write(everybody, done, np.where(row < RUINED, -1 - row, UNDECIDED))

    def _lanes(self, state: Ints, equity: Ints) -> Ints:
        slack = equity - self.tables.low[state]
        inside = (slack >= 0) & (slack < self.tables.width)
        packed = (np.where(inside, slack, 0) << self.tables.shift) | (state * self.digits.outcomes)
        return np.where(inside, packed, OUTSIDE)

    def _unpack(self, who: NDArray[np.intp]) -> None:
        tables, who = self.tables, who[self.lane[who] != OUTSIDE]
        held = self.lane[who]
        state = (held & ((1 << tables.bits) - 1)) // self.digits.outcomes
        self.state[who] = state
        self.equity[who] = (held >> tables.shift) + tables.low[state]

    def _advance(self, drawn: Bytes, rolls: int) -> NDArray[np.intp]:
        """Advance all lanes by the main segments; return those that left them, restored."""
        tables = self.tables
        if not tables.top:
            return np.arange(len(self.place))
        mask = np.int64((1 << tables.bits) - 1)
        lane = self.lane.copy()
        highest = lane.view(np.uint64).copy()
        for roll in range(rolls):
            lane += tables.table[(lane & mask) + drawn[roll]]
            np.maximum(highest, lane.view(np.uint64), out=highest)
        inside = highest < np.uint64(tables.top)
        put_up = np.int64((1 << tables.shift) - 1) & ~mask
        self.lane[inside] = lane[inside] & ~put_up
        self.staked[inside] += (lane[inside] & put_up) >> tables.bits
        return np.flatnonzero(~inside)

    def _play_by_segments(self, who: NDArray[np.intp], drawn: Bytes, done: int, rolls: int) -> None:
        """Advance some lanes by segments; those that end are written and removed."""
        tables, stays = self.tables, np.ones(len(self.place), bool)
        self._unpack(who)
        at = who
        for roll in range(rolls):
            segment = segments(tables.first, tables.below, self.state[at], self.equity[at])
            row = tables.row[segment]
            over = row < 0
            if over.any():
                self._write(at[over], done + roll, -1 - row[over])
                stays[at[over]] = False
                at, segment, row = at[~over], segment[~over], row[~over]
            cell = row * self.digits.outcomes + drawn[roll, at]
            self.equity[at] += tables.charge[segment] + tables.gain[cell]
            self.staked[at] += tables.staked[segment]
            self.state[at] = tables.to[cell]
        self.lane[at] = self._lanes(self.state[at], self.equity[at])
        if not stays.all():
            for name in ("place", "equity", "state", "staked", "lane"):
                setattr(self, name, getattr(self, name)[stays])

    def _write(self, who: NDArray[np.intp], rolls: int, end: Ints) -> None:
        place = self.place[who]
        self.played.final[place] = self.equity[who]
        self.played.end[place] = end
        self.played.rolls[place] = rolls
        self.played.staked[place] = self.staked[who]
        self.played.state[place] = self.state[who]


def _track(
    packed: Packed,
    bankroll: int,
    limit: int,
    seed: int,
    first: int,
    start: int,
    stop: int,
    at: Ints,
    tracked: Tracked,
) -> None:
    """Record sessions ``start`` to ``stop - 1``; a session that has ended keeps its equity."""
    tables, digits, count = packed.tables, packed.digits, stop - start
    played = part_of(tracked.played, start, stop)
    equity, state = np.full(count, bankroll, np.int64), np.zeros(count, np.int64)
    peak = equity.copy()
    fall = tracked.drawdown[start:stop]
    played.end[:] = UNDECIDED
    played.staked[:] = 0
    live = np.arange(count)
    sessions = _numbers(first + start, count)
    roll, noted = 0, 0
    while True:
        while noted < len(at) and at[noted] == roll:
            tracked.equity[start:stop, noted] = equity
            noted += 1
        segment = segments(tables.first, tables.below, state[live], equity[live])
        row = tables.row[segment]
        over = row < (RUINED if roll == limit else 0)
        played.end[live[over]] = -1 - row[over]
        played.rolls[live] = roll
        live, segment, row = live[~over], segment[~over], row[~over]
        if roll == limit or not len(live):
            break
        if roll % digits.block == 0:
            drawn = np.zeros((digits.block, count), np.uint8)
            drawn[:, live] = blocks(digits, seed, sessions[live], roll // digits.block)
        tracked.visits[:] += np.bincount(segment, minlength=len(tracked.visits))
        cell = row * digits.outcomes + drawn[roll % digits.block, live]
        equity[live] += tables.charge[segment] + tables.gain[cell]
        played.staked[live] += tables.staked[segment]
        state[live] = tables.to[cell]
        roll += 1
        peak[live] = np.maximum(peak[live], equity[live])
        fall[live] = np.maximum(fall[live], peak[live] - equity[live])
    tracked.equity[start:stop, noted:] = equity[:, None]
    played.final[:] = equity
    played.state[:] = state
