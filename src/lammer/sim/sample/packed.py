"""An automaton's tables laid out for the kernels, a roll one look-up and one addition.

A lane, one player's session, is one whole number: ``slack << shift | staked << bits | state``.
``state`` is the state's number times the number of outcomes, so that adding a roll gives the place
in the table; ``staked`` counts what was put up since the block of rolls began; ``slack`` is how far
equity is above ``low[state]``. An entry of the table is the *difference* a roll makes to all three,
so stepping is ``lane += table[(lane & mask) + roll]``.

The entries are those of one segment of each state, the main one: that which holds the bankroll.
``low[state]`` is where it begins, and it is at least ``width`` wide, so a lane below
``width << shift``, taken as an unsigned number, is where its main segment applies. What leads to a
state without a main segment (play ends there, whatever the equity) takes so much off that the lane
goes negative. A lane found outside is played again from the start of its block by the automaton's
own segments. An automaton that does not fit is played by them altogether: ``top`` is 0 then, and
``why`` says what did not fit.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lammer.sim.model.automaton import FOREVER, Automaton, Ints
from lammer.sim.sample.chance import (
    MOST_OUTCOMES,
    Digits,
    WeightedDigits,
    digits_of,
    weighted_digits,
)

MOST_ENTRIES = 2**24
"""The limit of entries of a packed table."""
MOST_ROLLS = 10_000_000
"""Rolls after which a session without a limit is left undecided."""
MOST_EQUITY = 2**60
"""The limit in units of a bankroll, of gains and of stakes."""
RUINED = -1
"""The row of ruin. After the last roll no bet is due, so nobody is ruined."""
UNDECIDED = -1
"""The end code of a session that lasted all its rolls."""
OUTSIDE = np.int64(-(2**63))
"""A lane that is held by its equity and state instead."""


class PackedTables(NamedTuple):
    """The input of a kernel. See the module for the first six, ``Automaton`` for the others."""

    table: Ints
    low: Ints
    width: int
    top: int
    bits: int
    shift: int
    first: Ints
    below: Ints
    row: Ints
    charge: Ints
    staked: Ints
    to: Ints
    gain: Ints


@dataclass(frozen=True)
class Packed:
    """The tables of an automaton for one bankroll; ``why`` is empty if the fast path applies."""

    tables: PackedTables
    digits: Digits | WeightedDigits
    why: str

    @property
    def fast(self) -> bool:
        return not self.why


class PlayedChunk(NamedTuple):
    """The result of each session: ``end`` indexes the automaton's ends, or is ``UNDECIDED``;
    ``state`` is the automaton's when it ended."""

    final: Ints
    end: NDArray[np.int16]
    rolls: Ints
    staked: Ints
    state: NDArray[np.int32]


class Tracked(NamedTuple):
    """Sessions recorded roll by roll: the largest drawdown of each, and its equity at some rolls
    ``[session, at]``; ``visits`` counts the decisions in each segment, all sessions together."""

    played: PlayedChunk
    drawdown: Ints
    equity: Ints
    visits: Ints


def part_of(played: PlayedChunk, start: int, stop: int) -> PlayedChunk:
    """Return some of the sessions, as views."""
    return PlayedChunk(
        played.final[start:stop],
        played.end[start:stop],
        played.rolls[start:stop],
        played.staked[start:stop],
        played.state[start:stop],
    )


def room(sessions: int) -> PlayedChunk:
    """Return space for the results of this many sessions."""
    return PlayedChunk(
        np.empty(sessions, np.int64),
        np.empty(sessions, np.int16),
        np.empty(sessions, np.int64),
        np.empty(sessions, np.int64),
        np.empty(sessions, np.int32),
    )


def tracked_room(sessions: int, noted: int, segments: int) -> Tracked:
    """Return space for the records of this many sessions, with equity noted at so many rolls."""
    return Tracked(
        room(sessions),
        np.zeros(sessions, np.int64),
        np.empty((sessions, noted), np.int64),
        np.zeros(segments, np.int64),
    )


def pack(automaton: Automaton, bankroll: int, word: int = 64, scale: int = 1) -> Packed:
    """Return the tables of an automaton of equally likely outcomes for a bankroll, in units. A lane
    has ``word`` bits; a state is held times the outcomes and ``scale``, which is 1 unless the place
    in the table is wanted in bytes."""
    if automaton.outcomes > MOST_OUTCOMES or len(set(automaton.weights.tolist())) != 1:
        raise ValueError(
            f"these kernels play automata of up to {MOST_OUTCOMES} equally likely outcomes only"
        )
    return _packed(automaton, bankroll, word, scale, digits_of(automaton.outcomes))


def pack_weighted(automaton: Automaton, bankroll: int, word: int = 64, scale: int = 1) -> Packed:
    """Return the same of an automaton of outcomes with weights."""
    digits = weighted_digits(tuple(automaton.weights.tolist()))  # Refuses too many.
    return _packed(automaton, bankroll, word, scale, digits)


def _packed(
    automaton: Automaton, bankroll: int, word: int, scale: int, digits: Digits | WeightedDigits
) -> Packed:
    check_sums(automaton, bankroll)
    outcomes = automaton.outcomes
    main = main_segments(automaton, bankroll)
    low, high = main_intervals(automaton, main)
    try:
        table, width, bits, shift = _fit(automaton, main, low, high, word, scale, digits.block)
        why = ""
    except _Unfit as problem:
        table, width, bits, shift = np.zeros(outcomes, np.int64), 0, 0, 0
        why = str(problem)
    tables = PackedTables(
        table, low, width, width << shift, bits, shift,
        automaton.first, automaton.below, automaton.row, automaton.charge, automaton.staked,
        np.ascontiguousarray(automaton.to).reshape(-1),
        np.ascontiguousarray(automaton.gain).reshape(-1),
    )  # fmt: skip
    return Packed(tables, digits, why)


class _Unfit(Exception):
    """The automaton cannot be packed."""


def _fit(
    automaton: Automaton,
    main: Ints,
    low: Ints,
    high: Ints,
    word: int,
    scale: int,
    block: int,
) -> tuple[Ints, int, int, int]:
    """Return the packed table, its width, and the positions of the fields of a lane."""
    live, outcomes = main >= 0, automaton.outcomes
    if automaton.states * outcomes > MOST_ENTRIES:
        raise _Unfit(f"{automaton.states} states need more than {MOST_ENTRIES} entries")
    if not live.any():
        raise _Unfit("play ends in every state")
    bits = (automaton.states * outcomes * scale).bit_length()
    shift = bits + (block * int(automaton.staked[main[live]].max())).bit_length()
    change = _changes(automaton, main, low)
    out: int = 2 ** max(word - 1 - shift, 0)
    if int(np.abs(change).max()) >= out:
        raise _Unfit(f"what a roll puts up and pays has no room beside {automaton.states} states")
    width = min(int((high - low)[live].min()), out - 1)
    return _table(automaton, main, change, (bits, shift), out, outcomes * scale), width, bits, shift


def segments(first: Ints, below: Ints, state: Ints, equity: Ints) -> Ints:
    """Return ``Automaton.segment`` for many equities at once."""
    low, high = first[state], first[state + 1] - 1
    while (low < high).any():
        middle = (low + high) >> 1
        above = equity >= below[middle]
        low, high = np.where(above, middle + 1, low), np.where(above, high, middle)
    return low


def most_rolls(rolls: int | None) -> int:
    """Return the limit of a session; None is play until it ends."""
    limit = MOST_ROLLS if rolls is None else rolls
    if not 0 <= limit <= 2**31 - 1:
        raise ValueError(f"a session has 0 to {2**31 - 1} rolls, not {limit}")
    return limit


def check_sums(automaton: Automaton, bankroll: int) -> None:
    """Raise ``ValueError`` for an automaton whose sums might overflow over a session."""
    if not 0 <= bankroll <= MOST_EQUITY:
        raise ValueError(f"a bankroll is from 0 to {MOST_EQUITY} units, not {bankroll}")
    automaton.check()
    if automaton.rows < 1:
        raise ValueError("an automaton without a row")
    if (automaton.staked < 0).any():
        raise ValueError("an automaton that puts up less than nothing")
    largest = max(int(np.abs(part).max()) for part in (automaton.gain, automaton.charge))
    if max(largest, int(automaton.staked.max())) > MOST_EQUITY // 2**31:
        raise ValueError("an automaton whose sums could overflow over a session")


def main_segments(automaton: Automaton, bankroll: int) -> Ints:
    """Return each state's main segment: that which holds the bankroll, or the nearest in which play
    goes on; -1 if there is none."""
    states = np.arange(automaton.states)
    holds = np.full(automaton.states, bankroll, np.int64)
    main = segments(automaton.first, automaton.below, states, holds)
    for state in np.flatnonzero(automaton.row[main] < 0):
        there = np.arange(automaton.first[state], automaton.first[state + 1])
        there = there[automaton.row[there] >= 0]
        nearest = np.abs(there - main[state])
        main[state] = there[nearest.argmin()] if len(there) else -1
    return main


def main_intervals(automaton: Automaton, main: Ints) -> tuple[Ints, Ints]:
    """Return where each main segment begins (a lowest one: at zero; none: out of reach) and
    ends."""
    high = automaton.below[main]
    low = np.where(main > automaton.first[:-1], automaton.below[main - 1], np.minimum(0, high - 1))
    return np.where(main < 0, FOREVER, low), high


def _changes(automaton: Automaton, main: Ints, low: Ints) -> Ints:
    """Return what each roll does to the slack, ``[state, roll]``; zero without a main segment."""
    live = main >= 0
    change = np.zeros((automaton.states, automaton.outcomes), np.int64)
    rows = automaton.row[main[live]]
    after = np.where(live, low, 0)[automaton.to[rows]]
    change[live] = automaton.gain[rows] + automaton.charge[main[live]][:, None]
    change[live] += low[live][:, None] - after
    return change


def _table(
    automaton: Automaton, main: Ints, change: Ints, at: tuple[int, int], out: int, stride: int
) -> Ints:
    live = main >= 0
    here = np.arange(automaton.states)[:, None]
    to = np.broadcast_to(here, change.shape).copy()
    to[live] = automaton.to[automaton.row[main[live]]]
    put_up = np.where(live, automaton.staked[main], 0)[:, None]
    slack = np.where(live[:, None] & ~live[to], -out, change)
    bits, shift = at
    table = (slack << shift) + (put_up << bits) + (to - here) * stride
    return np.ascontiguousarray(table).reshape(-1)
