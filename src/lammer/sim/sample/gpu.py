"""The kernel for CUDA devices, through CuPy: the same sessions bit for bit, one for each thread.

The source is generated for an automaton and a bankroll: the sizes of its packed table are
constants, and the table is in shared memory if it fits. What a thread does is plain C on integers,
so a C compiler can build the same code for the CPU, by which it is tested.

A lane has 32 bits if that leaves room for the bankroll to grow, else 64; a state is held as an
offset in bytes. A thread that has finished a session continues with its next in the same loop, so
threads of a warp stay busy. Sessions are summed on the device, and only the sums are copied back.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from lammer.sim.model.automaton import Automaton, Ints
from lammer.sim.sample import chance
from lammer.sim.sample.chance import WeightedDigits
from lammer.sim.sample.packed import Packed, PlayedChunk, most_rolls, pack, pack_weighted
from lammer.sim.sample.sampler import SampleTally, Sum, keys_of

ROOM = 4
"""A lane has 32 bits if equity can grow to this many times the bankroll in it."""
SHARED_MOST = 200 * 1024
SHARED_SMALL = 24 * 1024
"""Bytes of shared memory for a table; up to the smaller, several blocks run at the same time."""
SPREAD_SHARED = 10_000
SPREAD_MOST = 2**26
"""Values of final equity counted in shared memory, and counted at all."""
CHUNK_ROLLS = 2**36
CHUNK_MOST = 2**25
CHUNK_LEAST = 2**17
CHUNK_ENDLESS = 2**20
WAVES = 4
"""Blocks that each slot of a processor runs one after another, so that the load is balanced."""
WORKERS = 2**16
"""Threads that sum sessions."""
MOST_STAKED = 2**45
"""Units a session may stake, so that their squares can be summed."""
SUMS = 9
"""Numbers that each of them returns; see ``add_lane``."""

SOURCE = r"""
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define ON_DEVICE 1
#define INLINED __device__ __forceinline__
#define APART __device__ __noinline__
#define UNROLL _Pragma("unroll")
#define COUNT_ONE(cell) atomicAdd(&(cell), 1u)
#else
#define ON_DEVICE 0
#define INLINED static inline
#define APART static
#define UNROLL
#define COUNT_ONE(cell) ((cell) += 1)
#endif

#if WORD == 32
typedef u32 lane_t;
typedef int signed_t;
#else
typedef u64 lane_t;
typedef i64 signed_t;
#endif

#define OUTSIDE ((lane_t)1 << (WORD - 1))
#define MASK (((lane_t)1 << BITS) - 1)
#define STAKED ((((lane_t)1 << SHIFT) - 1) & ~MASK)
#define GOES_ON (-2)
#define UNDECIDED (-1)
#define RUINED (-1)

typedef struct { u32 a, b, c, d; } words_t;
typedef struct { i64 equity, staked; int state, played, end; } careful_t;

INLINED words_t philox(u32 a, u32 b, u32 c, u32 d, u32 k, u32 h)
{
    words_t words;
    UNROLL
    for (int round = 0; round < 10; round++) {
        u64 left = (u64)TIMES * a, right = (u64)ALSO * c;
        a = (u32)(right >> 32) ^ b ^ k;
        b = (u32)right;
        c = (u32)(left >> 32) ^ d ^ h;
        d = (u32)left;
        k += WEYL;
        h += WEYL_ALSO;
    }
    words.a = a;
    words.b = b;
    words.c = c;
    words.d = d;
    return words;
}

INLINED int rejected(u32 word) { return word * POWER < REDRAWN; }

INLINED u32 word_at(words_t words, int place)
{
    return place == 0 ? words.a : place == 1 ? words.b : place == 2 ? words.c : words.d;
}

APART u32 drawn_again(int place, u64 session, u32 block, u32 k, u32 h)
{
    u32 word, redraw = 0;
    do {
        redraw++;
        word = word_at(philox((u32)session, (u32)(session >> 32), block, redraw, k, h), place);
    } while (rejected(word));
    return word;
}

INLINED words_t draw(u64 session, u32 block, u32 k, u32 h)
{
    words_t words = philox((u32)session, (u32)(session >> 32), block, 0, k, h);
    if (rejected(words.a) | rejected(words.b) | rejected(words.c) | rejected(words.d)) {
        if (rejected(words.a)) words.a = drawn_again(0, session, block, k, h);
        if (rejected(words.b)) words.b = drawn_again(1, session, block, k, h);
        if (rejected(words.c)) words.c = drawn_again(2, session, block, k, h);
        if (rejected(words.d)) words.d = drawn_again(3, session, block, k, h);
    }
    return words;
}

#if WEIGHTED
/* The outcome of a word by the weights: where its guide points, or a step or two further on. */
INLINED u32 outcome_of(u32 word, u64 product, const i64 *rules)
{
    i64 share = (i64)(product >> 32);
    u32 found = (u32)rules[GUIDE + (word >> TO_GUIDE)];
    while (share >= rules[BOUNDS + found]) found++;
    return found;
}
#else
#define outcome_of(word, product, rules) ((u32)((product) >> 32))
#endif

INLINED int segment(const i64 *rules, int state, i64 equity)
{
    const i64 *below = rules + BELOW;
    int low = (int)rules[FIRST + state], high = (int)rules[FIRST + state + 1] - 1;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (equity < below[middle]) high = middle;
        else low = middle + 1;
    }
    return low;
}

INLINED int state_of(lane_t lane) { return (int)((lane & MASK) / STRIDE); }

INLINED i64 equity_of(lane_t lane, const i64 *rules)
{
    return (i64)((signed_t)lane >> SHIFT) + rules[LOW + state_of(lane)];
}

INLINED lane_t lane_of(int state, i64 equity, const i64 *rules)
{
    i64 slack = equity - rules[LOW + state];
    if (slack < 0 || slack >= WIDTH) return OUTSIDE;
    return ((lane_t)slack << SHIFT) | (lane_t)(state * STRIDE);
}

APART careful_t careful(int state, i64 equity, words_t words, int rolls, const i64 *rules)
{
    careful_t now;
    u32 word = 0;
    now.equity = equity;
    now.state = state;
    now.staked = 0;
    now.end = GOES_ON;
    for (now.played = 0; now.played < rolls; now.played++) {
        int k = segment(rules, now.state, now.equity);
        i64 row = rules[ROW + k], cell;
        u64 product;
        if (row < 0) {
            now.end = (int)(-1 - row);
            break;
        }
        if (now.played % DIGITS == 0) word = word_at(words, now.played / DIGITS);
        product = (u64)word * BASE;
        cell = row * OUTCOMES + (i64)outcome_of(word, product, rules);
        word = (u32)product;
        now.equity += rules[CHARGE + k] + rules[GAIN + cell];
        now.staked += rules[STAKE + k];
        now.state = (int)rules[TO + cell];
    }
    return now;
}

#define STEP \
    { \
        u64 product = (u64)word * BASE; \
        u32 outcome = outcome_of(word, product, rules); \
        word = (u32)product; \
        lane += *(const lane_t *)((const char *)table \
            + ((u32)(lane & MASK) + outcome * (u32)sizeof(lane_t))); \
        highest = lane > highest ? lane : highest; \
    }
#define ALL_OF(drawn) { u32 word = drawn; STEPS }

/* Sessions place, place + stride, ... of count, one after another. */
INLINED void play_lane(
    u64 place, u64 stride, u64 count, u64 first, u32 k, u32 h, int limit, i64 bankroll,
    const lane_t *table, const i64 *rules, i64 *finals, short *ends, i64 *lengths, i64 *sums,
    int *states)
{
    const lane_t begin = lane_of(0, bankroll, rules);
    lane_t lane = begin;
    i64 equity = bankroll, staked = 0;
    int state = 0, done = 0;
    while (place < count) {
        int end = GOES_ON;
        if (done < limit) {
            int rolls = limit - done < BLOCK ? limit - done : BLOCK;
            words_t words = draw(first + place, (u32)done / (u32)BLOCK, k, h);
            const lane_t before = lane;
            lane_t highest = lane;
            if (rolls == BLOCK) {
                ALL_OF(words.a)
                ALL_OF(words.b)
                ALL_OF(words.c)
                ALL_OF(words.d)
            } else {
                u32 word = 0;
                for (int roll = 0; roll < rolls; roll++) {
                    if (roll % DIGITS == 0) word = word_at(words, roll / DIGITS);
                    STEP
                }
            }
            if (highest < TOP) {
                staked += (i64)((lane & STAKED) >> BITS);
                lane &= ~STAKED;
                done += rolls;
            } else {
                careful_t now;
                if (before != OUTSIDE) {
                    state = state_of(before);
                    equity = equity_of(before, rules);
                }
                now = careful(state, equity, words, rolls, rules);
                state = now.state;
                equity = now.equity;
                staked += now.staked;
                done += now.played;
                end = now.end;
                lane = lane_of(state, equity, rules);
            }
        }
        if (end == GOES_ON && done == limit) {
            end = UNDECIDED;
            if (lane != OUTSIDE) {
                equity = equity_of(lane, rules);
                state = state_of(lane);
            } else {
                i64 row = rules[ROW + segment(rules, state, equity)];
                if (row < RUINED) end = (int)(-1 - row);
            }
        }
        if (end != GOES_ON) {
            finals[place] = equity;
            ends[place] = (short)end;
            lengths[place] = done;
            sums[place] = staked;
            states[place] = state;
            place += stride;
            lane = begin;
            equity = bankroll;
            staked = 0;
            state = done = 0;
        }
    }
}

#define ADD_SQUARE(into, value) \
    { \
        u64 high = (u64)(value) >> 20, low = (u64)(value) & 0xFFFFF; \
        into[0] += (u64)(value); \
        into[1] += high * high; \
        into[2] += high * low; \
        into[3] += low * low; \
    }

/* Rolls and stakes of sessions place, place + stride, ...: the sum and three parts of the sum of
   squares of each, and the longest. Final equity less least, and ends, are counted in bins. */
INLINED void add_lane(
    u64 place, u64 stride, u64 count, const i64 *finals, const short *ends, const i64 *lengths,
    const i64 *sums, i64 least, u32 *bins, u32 *end_bins, u64 *into)
{
    u64 rolls[4] = {0, 0, 0, 0}, staked[4] = {0, 0, 0, 0}, longest = 0;
    for (; place < count; place += stride) {
        u64 length = (u64)lengths[place];
        ADD_SQUARE(rolls, length)
        ADD_SQUARE(staked, sums[place])
        longest = length > longest ? length : longest;
        if (bins) COUNT_ONE(bins[finals[place] - least]);
        COUNT_ONE(end_bins[ends[place] + 1]);
    }
    for (int part = 0; part < 4; part++) {
        into[part] = rolls[part];
        into[4 + part] = staked[part];
    }
    into[8] = longest;
}

#if ON_DEVICE
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) play(
    u64 count, u64 first, u32 k, u32 h, int limit, i64 bankroll, const lane_t *source,
    const i64 *rules, i64 *finals, short *ends, i64 *lengths, i64 *sums, int *states)
{
#if IN_SHARED
    extern __shared__ lane_t table[];
    for (u32 entry = threadIdx.x; entry < ENTRIES; entry += blockDim.x)
        table[entry] = source[entry];
    __syncthreads();
#else
    const lane_t *table = source;
#endif
    play_lane(
        (u64)blockIdx.x * blockDim.x + threadIdx.x, (u64)gridDim.x * blockDim.x, count, first, k, h,
        limit, bankroll, table, rules, finals, ends, lengths, sums, states);
}

extern "C" __global__ void add_up(
    u64 count, const i64 *finals, const short *ends, const i64 *lengths, const i64 *sums, i64 least,
    u32 span, u32 shared, u32 *bins, u32 *end_bins, u64 *into)
{
    extern __shared__ u32 nearby[];
    u32 *ends_nearby = nearby + shared, me = blockIdx.x * blockDim.x + threadIdx.x;
    for (u32 bin = threadIdx.x; bin < shared + ENDS; bin += blockDim.x) nearby[bin] = 0;
    __syncthreads();
    add_lane(
        me, (u64)gridDim.x * blockDim.x, count, finals, ends, lengths, sums, least,
        shared ? nearby : bins, ends_nearby, into + (u64)me * 9);
    __syncthreads();
    for (u32 bin = threadIdx.x; bin < shared && bin < span; bin += blockDim.x)
        if (nearby[bin]) atomicAdd(&bins[bin], nearby[bin]);
    for (u32 bin = threadIdx.x; bin < ENDS; bin += blockDim.x)
        if (ends_nearby[bin]) atomicAdd(&end_bins[bin], ends_nearby[bin]);
}
#else
void play(
    u64 count, u64 first, u32 k, u32 h, int limit, i64 bankroll, const lane_t *table,
    const i64 *rules, i64 *finals, short *ends, i64 *lengths, i64 *sums, int *states)
{
    play_lane(
        0, 1, count, first, k, h, limit, bankroll, table, rules, finals, ends, lengths, sums,
        states);
}

void add_up(
    u64 count, const i64 *finals, const short *ends, const i64 *lengths, const i64 *sums, i64 least,
    u32 span, u32 shared, u32 *bins, u32 *end_bins, u64 *into)
{
    (void)span;
    (void)shared;
    add_lane(0, 1, count, finals, ends, lengths, sums, least, bins, end_bins, into);
}
#endif
"""


@dataclass(frozen=True)
class Program:
    """The source for an automaton and a bankroll, and the tables it reads."""

    source: str
    table: np.ndarray[Any, np.dtype[Any]]
    rules: Ints
    threads: int
    blocks: int
    shared: int
    ends: int
    stake: int
    up: Ints
    layouts: int

    @property
    def word(self) -> int:
        return self.table.itemsize * 8


def program(automaton: Automaton, bankroll: int, word: int | None = None) -> Program:
    """Return what a device runs; ``word`` sets the bits of a lane, else they are chosen."""
    word = word or _word(automaton, bankroll)
    packed = _packed(automaton, bankroll, word)
    tables, digits = packed.tables, packed.digits
    table = tables.table.astype(np.int32 if word == 32 else np.int64)
    parts = {
        "LOW": tables.low,
        "FIRST": tables.first,
        "BELOW": tables.below,
        "ROW": tables.row,
        "CHARGE": tables.charge,
        "STAKE": tables.staked,
        "TO": tables.to,
        "GAIN": tables.gain,
    }
    base, weighted = digits.outcomes, isinstance(digits, WeightedDigits)
    if isinstance(digits, WeightedDigits):
        base = digits.total
        parts |= {"BOUNDS": np.array(digits.bounds), "GUIDE": np.array(digits.guide())}
    places = np.cumsum([0, *map(len, parts.values())]).tolist()
    shared = table.nbytes if table.nbytes <= SHARED_MOST else 0
    threads, blocks = (256, 6) if shared <= SHARED_SMALL else (1024, 1)
    constants = {
        "WORD": word,
        "BITS": tables.bits,
        "SHIFT": tables.shift,
        "OUTCOMES": digits.outcomes,
        "WEIGHTED": int(weighted),
        "BASE": f"{base}ull",
        "TO_GUIDE": chance.TO_GUIDE,
        "DIGITS": digits.per_word,
        "BLOCK": digits.block,
        "STEPS": " ".join(["STEP"] * digits.per_word),
        "STRIDE": digits.outcomes * word // 8,
        "WIDTH": f"{tables.width}ll",
        "TOP": f"((lane_t){tables.top}ull)",
        "ENTRIES": len(table),
        "IN_SHARED": int(bool(shared)),
        "THREADS": threads,
        "BLOCKS": blocks,
        "ENDS": len(automaton.ends) + 1,
        "TIMES": f"{chance.MULTIPLIERS[0]}u",
        "ALSO": f"{chance.MULTIPLIERS[1]}u",
        "WEYL": f"{chance.WEYL[0]}u",
        "WEYL_ALSO": f"{chance.WEYL[1]}u",
        "POWER": f"{digits.power % 2**32}u",
        "REDRAWN": f"{digits.redrawn}u",
        **dict(zip(parts, places, strict=False)),
    }
    head = "".join(f"#define {name} {value}\n" for name, value in constants.items())
    return Program(
        head + SOURCE,
        table,
        np.concatenate(list(parts.values())),
        threads,
        blocks,
        shared,
        len(automaton.ends),
        int(automaton.staked.max()),
        automaton.layout,
        len(automaton.layouts),
    )


def _packed(automaton: Automaton, bankroll: int, word: int) -> Packed:
    weighted = len(set(automaton.weights.tolist())) > 1
    return (pack_weighted if weighted else pack)(automaton, bankroll, word, word // 8)


def _word(automaton: Automaton, bankroll: int) -> int:
    """Return 32 if equity has room to grow in it, or if 64 would have no more."""
    narrow, wide = (_packed(automaton, bankroll, word) for word in (32, 64))
    wanted = min(ROOM * bankroll, wide.tables.width)
    return 32 if narrow.fast and narrow.tables.width >= wanted else 64


class NoDevice(ValueError):
    """There is no CUDA device."""


class Device:
    """A program on the current CUDA device."""

    def __init__(self, made: Program) -> None:
        try:
            cupy: Any = import_module("cupy")
        except ImportError as problem:
            raise NoDevice("a GPU needs CuPy: install lammer[gpu]") from problem
        self.cupy, self.program = cupy, made
        module = cupy.RawModule(code=made.source, options=("--std=c++17",))
        self._play, self._add_up = module.get_function("play"), module.get_function("add_up")
        if made.shared > 48 * 1024:
            self._play.max_dynamic_shared_size_bytes = made.shared
        self.processors = int(cupy.cuda.Device().attributes["MultiProcessorCount"])
        self._table, self._rules = cupy.asarray(made.table), cupy.asarray(made.rules)
        self._up = cupy.asarray(made.up)

    def play(self, bankroll: int, rolls: int | None, seed: int, first: int, count: int) -> Any:
        """Play some sessions and leave the fields of ``PlayedChunk`` on the device."""
        cupy, (low, high), limit = self.cupy, chance.key_of(seed), most_rolls(rolls)
        if limit * self.program.stake >= MOST_STAKED:
            raise ValueError(
                f"{limit} rolls at {self.program.stake} units are more than a device adds up"
            )
        kinds = (cupy.int64, cupy.int16, cupy.int64, cupy.int64, cupy.int32)
        fields = [cupy.empty(count, kind) for kind in kinds]
        threads = self.program.threads
        at_once = self.processors * self.program.blocks
        blocks = min(at_once * WAVES, -(-count // threads))
        self._play(
            (blocks,),
            (threads,),
            (
                np.uint64(count), np.uint64(first), np.uint32(low), np.uint32(high),
                np.int32(limit), np.int64(bankroll), self._table, self._rules, *fields,
            ),
            shared_mem=self.program.shared,
        )  # fmt: skip
        return fields

    def played(
        self, bankroll: int, rolls: int | None, seed: int, first: int, count: int
    ) -> PlayedChunk:
        """Play some sessions and copy the results back."""
        fields = self.play(bankroll, rolls, seed, first, count)
        return PlayedChunk(*(self.cupy.asnumpy(each) for each in fields))

    def tally(
        self, bankroll: int, rolls: int | None, seed: int, first: int, count: int
    ) -> SampleTally:
        """Play some sessions and sum them on the device."""
        cupy, kinds = self.cupy, self.program.layouts + 1
        finals, by_end, *sums_of, states = self.play(bankroll, rolls, seed, first, count)
        keys = keys_of(finals, by_end, self._up[states], kinds)
        fields = [keys, by_end, *sums_of]
        least, most = int(keys.min()), int(keys.max())
        counted = most - least < SPREAD_MOST
        span = most - least + 1 if counted else 0
        shared = span if span <= SPREAD_SHARED else 0
        bins = cupy.zeros(max(span, 1), cupy.uint32)
        ends = cupy.zeros(self.program.ends + 1, cupy.uint32)
        sums = cupy.zeros((WORKERS, SUMS), cupy.uint64)
        self._add_up(
            (WORKERS // 256,),
            (256,),
            (
                np.uint64(count), *fields, np.int64(least), np.uint32(span), np.uint32(shared),
                bins if counted else np.uint64(0), ends, sums,
            ),
            shared_mem=4 * (shared + self.program.ends + 1),
        )  # fmt: skip
        if counted:
            values = cupy.flatnonzero(bins)
            counts = bins[values]
        else:
            values, counts = cupy.unique(keys, return_counts=True)
            least = 0
        parts = _whole(sums)
        return SampleTally(
            count,
            kinds,
            cupy.asnumpy(values).astype(np.int64) + least,
            cupy.asnumpy(counts).astype(np.int64),
            tuple(cupy.asnumpy(ends).tolist()),
            square(parts[:4]),
            square(parts[4:8]),
            int(sums[:, SUMS - 1].max()),
        )


def square(parts: list[int]) -> Sum:
    """Return a sum and its squares from the parts that ``add_lane`` returns."""
    total, high, crossed, low = parts
    return Sum(total, (high << 40) + (crossed << 21) + low)


def _whole(numbers: Any) -> list[int]:
    """Return the sum of each column of unsigned numbers, which may exceed 64 bits."""
    high = (numbers >> np.uint64(32)).sum(axis=0).tolist()
    low = (numbers & np.uint64(2**32 - 1)).sum(axis=0).tolist()
    return [(above << 32) + below for above, below in zip(high, low, strict=True)]


def tallies(
    automaton: Automaton, bankroll: int, rolls: int | None, seed: int, first: int, count: int
) -> Iterator[SampleTally]:
    """Yield sums of sessions, a chunk at a time."""
    device = Device(program(automaton, bankroll))
    size = CHUNK_ENDLESS
    if rolls is not None:
        size = max(CHUNK_LEAST, min(CHUNK_MOST, CHUNK_ROLLS // max(rolls, 1)))
    for start in range(0, count, size):
        part = min(size, count - start)
        yield device.tally(bankroll, rolls, seed, first + start, part)
