"""Punto banco across a shoe: the cards as a pure function of (seed, session, shoe).

A shoe is shuffled as it is dealt (Fisher and Yates): card ``i`` is taken from those not yet dealt,
by a number below how many they are. The numbers come from Philox4x32-10, as the dice do
(``chance``): the key is the seed; the counter is the session in two words, the number of the
block, and 2**31 plus the number of the shoe, which no counter of the dice reaches. A word gives two
or three cards: the digits, to the base of the cards left at each, of the fraction it is of 2**32.
Words that would make some orders likelier than others are drawn again at the same place, the
redraws counted in the upper half of the block's word; so every order is equally likely.

Every session begins with a fresh shoe, and no cards are burnt. The cutting card lies ``cut`` cards
from the end. The coup in which it comes out is completed, one more is dealt, and a new shoe follows
(NJ01-3.8e, R-52).

What is here is plain Python on the rules' own drawing table, and what ``kernel_numba`` is given.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count as numbers_from
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lammer.instruments.shoe.cards import (
    DECK,
    MOST,
    WINNERS,
    Coup,
    Drawing,
    Winner,
    dealt,
    winner,
)
from lammer.instruments.shoe.draw import CUT, FEWEST, MOST_DECKS
from lammer.instruments.shoe.law import Shoe
from lammer.sim.model.automaton import Automaton, Ints
from lammer.sim.sample.chance import LOW, Bytes, key_of, philox
from lammer.sim.sample.packed import (
    MOST_ENTRIES,
    RUINED,
    UNDECIDED,
    PackedTables,
    PlayedChunk,
    Tracked,
    check_sums,
    main_intervals,
    main_segments,
    most_rolls,
    tracked_room,
)
from lammer.table.rules import Rules

MOST_SHOES = 2**31
MOST_REDRAWN = 2**16 - 1
ANSWER = 4
"""In the table of coups, where only winners are told apart: the number of cards times this, and the
winner. A packed table has so many entries for a state: one for each winner, one to spare."""
MOST_SHORT = 32
"""Kinds of coups for which an entry of the table of coups fits a byte."""
TAIL = 128
"""In the table of coups: entries for what may be drawn, of which 100 are used."""
LANES = 8
"""The number of blocks drawn at a time."""


Outcome = tuple[int, int, int, int]
"""Both counts of a coup, and the number of cards of each hand."""


@dataclass(frozen=True)
class ShoeSpec:
    """The number of decks, dealt by a drawing table, and the number of cards behind the cutting
    card."""

    drawing: Drawing
    decks: int
    cut: int = CUT
    kinds: tuple[frozenset[Outcome], ...] = ()
    """The coups that are told apart, as sets of outcomes; none named: by the winner."""

    def __post_init__(self) -> None:
        if not 1 <= self.decks <= MOST_DECKS:
            raise ValueError(f"a shoe has 1 to {MOST_DECKS} decks, not {self.decks}")
        most = self.size - MOST
        if not CUT <= self.cut <= most:
            detail = f"with {self.decks} decks the cutting card lies {CUT} to {most} cards"
            raise ValueError(f"{detail} from the end, not {self.cut}")
        if set(self.drawing.values.values()) != set(range(10)):
            raise ValueError("the cards of a shoe count nothing to nine, each value there")

    def kind(self, coup: Coup) -> int:
        """Return which of the coups that are told apart this is."""
        if not self.kinds:
            return WINNERS.index(coup.winner)
        return next(at for at, some in enumerate(self.kinds) if coup.outcome in some)

    @property
    def many(self) -> int:
        """Return how many coups are told apart."""
        return len(self.kinds) or len(WINNERS)

    @property
    def bits(self) -> int:
        """Return the bits that hold which coup it is."""
        return max(self.many - 1, ANSWER - 1).bit_length()

    @property
    def size(self) -> int:
        return self.decks * len(DECK)

    @property
    def mark(self) -> int:
        """Return the number of cards before the cutting card."""
        return self.size - self.cut

    @property
    def most_dealt(self) -> int:
        """Return the most cards that are dealt from it."""
        return self.mark + 2 * MOST

    @property
    def most_coups(self) -> int:
        return self.mark // FEWEST + 2

    @property
    def cards_a_word(self) -> int:
        """Return three, if at most one word in thirty-two must be drawn again, else two."""
        return 3 if self.size**3 <= 2**27 else 2


def kinds_at(rules: Rules) -> tuple[tuple[Outcome, ...], ...]:
    """Return the outcomes of a table that no bet tells apart, kind by kind: by the winner, and
    where a wager outside the regulation tells more, by that."""
    space = rules.space
    sets = [
        cells
        for wager in rules.ruleset.wagers
        if wager.experimental
        for cells in (*wager.machine.sets(), wager.working.on)
    ]
    found: dict[tuple[int, ...], list[Outcome]] = {}
    for at, outcome in enumerate(space.outcomes):
        won = WINNERS.index(winner(*outcome[:2]))
        found.setdefault((won, *(at in cells for cells in sets)), []).append(outcome)
    return tuple(tuple(found[kind]) for kind in sorted(found))


def at_table(rules: Rules, cut: int = CUT) -> ShoeSpec:
    """Return the shoe of a table, by its rules and what the house elects."""
    told = kinds_at(rules)
    kinds = () if len(told) == len(WINNERS) else tuple(map(frozenset, told))
    shoe = rules.procedure.trial.instrument
    if not isinstance(shoe, Shoe):
        raise TypeError("no cards are dealt at this table")
    return ShoeSpec(shoe.drawing, int(rules.option(shoe.decks)), cut, kinds)


class DealtCoup(NamedTuple):
    """One coup out of shoe number ``shoe``: the cards in dealing order, the hand that won (or
    "tie"), whether the cutting card came out, whether the shoe is over after it, and which of the
    coups that are told apart it is."""

    shoe: int
    cards: tuple[str, ...]
    winner: Winner
    cut_card: bool
    over: bool
    kind: int


def order(shoe: ShoeSpec, seed: int, session: int, number: int) -> list[str]:
    """Return the cards of one shoe of a session in dealing order, down to the last."""
    cards = list(DECK) * shoe.decks
    for at, below in enumerate(_draws(shoe, seed, session, number)):
        cards[at], cards[at + below] = cards[at + below], cards[at]
    return cards


def coups(shoe: ShoeSpec, seed: int, session: int) -> Iterator[DealtCoup]:
    """Yield the coups of a session, one shoe after the other."""
    for number in range(MOST_SHOES):
        cards, at, out = order(shoe, seed, session, number), 0, False
        over = False
        while not over:
            held, coup = _next(shoe.drawing, cards, at)
            at, over = at + len(held), out
            shows = at > shoe.mark and not out
            out = out or shows
            yield DealtCoup(number, held, coup.winner, shows, over, shoe.kind(coup))


def coups_of(rules: Rules, seed: int, session: int, cut: int = CUT) -> Iterator[DealtCoup]:
    """Yield the coups of a session at a table, by its rules and the house's elections."""
    return coups(at_table(rules, cut), seed, session)


def _next(drawing: Drawing, cards: list[str], at: int) -> tuple[tuple[str, ...], Coup]:
    """Return the coup whose first card is at a place, with as many cards as the rules draw."""
    for many in range(FEWEST, MOST + 1):
        held = tuple(cards[at : at + many])
        coup = dealt(drawing, held)
        if isinstance(coup, Coup):
            return held, coup
    raise ValueError(f"no coup can be dealt from card {at} of {len(cards)}")


def _draws(shoe: ShoeSpec, seed: int, session: int, number: int) -> Iterator[int]:
    """Yield for each card in turn a number below the number of cards left."""
    if not 0 <= session < 2**64:
        raise ValueError(f"a session is a whole number from 0 to 2**64 - 1, not {session}")
    if not 0 <= number < MOST_SHOES:
        raise ValueError(f"a session has shoes 0 to {MOST_SHOES - 1}, not {number}")
    key, low, high = key_of(seed), session & LOW, session >> 32
    for word, start in enumerate(range(0, shoe.size, shoe.cards_a_word)):
        block, place = divmod(word, 4)
        radices = _radices(shoe, start)
        for redrawn in range(MOST_REDRAWN + 1):
            counter = low, high, block | redrawn << 16, MOST_SHOES + number
            digits, rest = _digits(philox(counter, key)[place], radices)
            if rest >= _least(radices):
                break
        yield from digits[: shoe.size - start]


def _radices(shoe: ShoeSpec, start: int) -> list[int]:
    """Return how many cards are left at each card of a word; 1 where there is none any more."""
    return [max(shoe.size - start - i, 1) for i in range(shoe.cards_a_word)]


def _digits(word: int, radices: list[int]) -> tuple[list[int], int]:
    found = []
    for radix in radices:
        digit, word = divmod(word * radix, 2**32)
        found.append(digit)
    return found, word


def _least(radices: list[int]) -> int:
    """Return the limit below which what remains of a word means that it is drawn again."""
    product = 1
    for radix in radices:
        product *= radix
    return 2**32 % product


# For the kernel


class ShoePlan(NamedTuple):
    """A shoe as the kernel deals it.

    ``fresh`` are the cards' values before the shuffle. Words lie place by place of their block:
    word ``4 * b + w`` at ``w * planes + b``; ``first``, ``second`` and ``third`` are the bases
    of its digits (a third that is not there has the base 1, and swaps a card with itself),
    ``least`` what must remain of it. ``coup[(10 * p + b) * TAIL + 10 * fifth + sixth]`` says, of
    both counts on two cards and the two cards that may be drawn, how many cards the coup has, and
    in the lowest ``bits`` which of the ``many`` coups it is that are told apart. ``stride`` are
    the entries of a packed table for a state.
    """

    fresh: Bytes
    first: NDArray[np.uint32]
    second: NDArray[np.uint32]
    third: NDArray[np.uint32]
    least: NDArray[np.uint32]
    coup: Bytes | NDArray[np.uint16]
    planes: int
    cards_a_word: int
    mark: int
    most_dealt: int
    many: int
    bits: int
    stride: int


@dataclass(frozen=True)
class PackedShoe:
    """An automaton of punto banco and the shoe it is dealt from, for one bankroll; ``why`` says why
    there is no fast path, if there is none."""

    shoe: ShoeSpec
    automaton: Automaton
    plan: ShoePlan
    tables: PackedTables
    why: str

    @property
    def fast(self) -> bool:
        return not self.why


def plan(shoe: ShoeSpec) -> ShoePlan:
    """Return the tables by which the kernel deals."""
    each = shoe.cards_a_word
    words = -(-shoe.most_dealt // each)
    planes = -(-words // (4 * LANES)) * LANES
    radix = np.ones((3, 4 * planes), np.uint32)
    least = np.zeros(4 * planes, np.uint32)
    for word in range(4 * planes):
        bases = _radices(shoe, word * each)
        at = word % 4 * planes + word // 4
        radix[: len(bases), at] = bases
        least[at] = _least(bases)
    fresh = np.zeros(max(shoe.size, 4 * planes * each) + MOST, np.uint8)
    fresh[: shoe.size] = [shoe.drawing.value(card) for card in DECK] * shoe.decks
    first, second, third = radix
    return ShoePlan(
        fresh, first, second, third, least, answers(shoe),
        planes, each, shoe.mark, shoe.most_dealt, shoe.many, shoe.bits, 1 << shoe.bits,
    )  # fmt: skip


def answers(shoe: ShoeSpec) -> Bytes | NDArray[np.uint16]:
    """``ShoePlan.coup``, by dealing each combination through the rules."""
    drawing = shoe.drawing
    of_value = {value: rank + "s" for rank, value in drawing.values.items()}
    found: Bytes | NDArray[np.uint16] = np.zeros(100 * TAIL, np.uint8)
    if shoe.many > MOST_SHORT:
        found = np.zeros(100 * TAIL, np.uint16)
    for first in range(100):
        player, banker = divmod(first, 10)
        four = [of_value[player], of_value[banker], of_value[0], of_value[0]]
        tail = 0
        while tail < 100:
            cards = [*four, of_value[tail // 10], of_value[tail % 10]]
            held, coup = _next(drawing, cards, 0)
            alike = 10 ** (MOST - len(held))  # Cards that are not drawn do not matter.
            answer = (len(held) << shoe.bits) + shoe.kind(coup)
            found[first * TAIL + tail : first * TAIL + tail + alike] = answer
            tail += alike
    return found


def pack(automaton: Automaton, bankroll: int, shoe: ShoeSpec) -> PackedShoe:
    """Return the tables of a punto banco automaton for players who begin with a bankroll, in units.

    They are as ``packed`` says of the dice, with ``ShoePlan.stride`` entries for a state; what is
    put up is counted over a shoe.
    """
    _check(automaton, bankroll, shoe.many)
    stride = 1 << shoe.bits
    main = main_segments(automaton, bankroll)
    low, high = main_intervals(automaton, main)
    live = main >= 0
    table, width, bits, shift, why = np.zeros(stride, np.int64), 0, 0, 0, ""
    if automaton.states * stride > MOST_ENTRIES:
        why = f"{automaton.states} states need more than {MOST_ENTRIES} entries"
    elif not live.any():
        why = "play ends in every state"
    else:
        bits = (automaton.states * stride).bit_length()
        shift = bits + (shoe.most_coups * int(automaton.staked[main[live]].max())).bit_length()
        out = 2 ** max(63 - shift, 0)
        change = _changes(automaton, main, low)
        if int(np.abs(change).max()) >= out:
            why = f"what a coup puts up and pays has no room beside {automaton.states} states"
        else:
            width = min(int((high - low)[live].min()), out - 1)
            table = _table(automaton, main, change, bits, shift, out, stride)
    tables = PackedTables(
        table, low, width, width << shift, bits, shift,
        automaton.first, automaton.below, automaton.row, automaton.charge, automaton.staked,
        np.ascontiguousarray(automaton.to).reshape(-1),
        np.ascontiguousarray(automaton.gain).reshape(-1),
    )  # fmt: skip
    return PackedShoe(shoe, automaton, plan(shoe), tables, why)


def _check(automaton: Automaton, bankroll: int, many: int) -> None:
    if automaton.outcomes != many:
        raise ValueError(f"a coup has {many} outcomes, not {automaton.outcomes}")
    check_sums(automaton, bankroll)


def _changes(automaton: Automaton, main: Ints, low: Ints) -> Ints:
    """Return what each coup does to the slack: ``[state, coup]``; nothing without a main
    segment."""
    live = main >= 0
    rows = automaton.row[main[live]]
    change = np.zeros((automaton.states, automaton.outcomes), np.int64)
    change[live] = automaton.gain[rows] - np.where(live, low, 0)[automaton.to[rows]]
    change[live] += (automaton.charge[main[live]] + low[live])[:, None]
    return change


def _table(
    automaton: Automaton, main: Ints, change: Ints, bits: int, shift: int, out: int, stride: int
) -> Ints:
    live = main >= 0
    here = np.arange(automaton.states)[:, None]
    to = np.repeat(here, automaton.outcomes, axis=1)
    to[live] = automaton.to[automaton.row[main[live]]]
    put_up = np.where(live, automaton.staked[main], 0)[:, None]
    slack = np.where(live[:, None] & ~live[to], -out, change)
    table = np.zeros((automaton.states, stride), np.int64)
    table[:, : automaton.outcomes] = (slack << shift) + (put_up << bits) + (to - here) * stride
    return table.reshape(-1)


# In plain Python, coup by coup


def play(
    packed: PackedShoe, bankroll: int, rolls: int | None, seed: int, first: int, count: int
) -> PlayedChunk:
    """Return what becomes of ``count`` sessions from number ``first``, each of at most this many
    coups; in plain Python."""
    return track(packed, bankroll, rolls, seed, first, count, np.zeros(0, np.int64)).played


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
    limit, segments = most_rolls(rolls), packed.automaton.segments
    tracked = tracked_room(count, len(at), segments)
    for place in range(count):
        dealing = coups(packed.shoe, seed, first + place)
        _watch(packed.automaton, bankroll, limit, dealing, at, tracked, place)
    return tracked


def _watch(
    automaton: Automaton,
    bankroll: int,
    limit: int,
    dealing: Iterator[DealtCoup],
    at: Ints,
    tracked: Tracked,
    place: int,
) -> None:
    """Play one session and record it at its place."""
    state, put_up, course = 0, 0, [bankroll]
    end = UNDECIDED
    for done in numbers_from():
        segment = automaton.segment(state, course[-1])
        row = int(automaton.row[segment])
        if row < RUINED or (row < 0 and done < limit):
            end = -1 - row
        if row < 0 or done == limit:
            break
        coup = next(dealing).kind
        tracked.visits[segment] += 1
        put_up += int(automaton.staked[segment])
        gain = int(automaton.charge[segment] + automaton.gain[row, coup])
        course.append(course[-1] + gain)
        state = int(automaton.to[row, coup])
    equity = np.array(course, np.int64)
    tracked.played.final[place] = equity[-1]
    tracked.played.end[place] = end
    tracked.played.rolls[place] = done
    tracked.played.staked[place] = put_up
    tracked.played.state[place] = state
    tracked.drawdown[place] = (np.maximum.accumulate(equity) - equity).max()
    tracked.equity[place] = equity[np.minimum(at, done)]
