"""The source for CUDA devices, compiled for the CPU: the same sessions, bit for bit."""

import ctypes
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from bench import gpu as gpu_bench

from lammer.sim.model.automaton import Automaton
from lammer.sim.sample import gpu, packed
from lammer.sim.sample import kernel_numba as compiled
from lammer.sim.sample import kernel_numpy as lockstep
from lammer.sim.sample import sampler as sample
from lammer.sim.sample.packed import PlayedChunk
from lammer.sim.sample.sampler import SampleTally
from lammer.sim.simulate import Question, prepare
from lammer.sim.strategy import library
from tests.sim.machines import pass_line, random_dice, straight_up
from tests.usual import one_in

COMPILER = shutil.which("cc")
FLAGS = ("-O1", "-Wall", "-Werror", "-Wno-unused", "-shared", "-fPIC")

pytestmark = pytest.mark.skipif(
    COMPILER is None, reason="no C compiler: the CPU twin of the CUDA source cannot be built"
)


class OnCpu:
    """What of CuPy is used, on the CPU: arrays are numpy's, and a module is the same source
    compiled by the C compiler, run as one thread."""

    int16, int32, int64, uint32, uint64 = np.int16, np.int32, np.int64, np.uint32, np.uint64
    empty, zeros = staticmethod(np.empty), staticmethod(np.zeros)
    asarray, asnumpy = staticmethod(np.asarray), staticmethod(np.asarray)
    flatnonzero, unique = staticmethod(np.flatnonzero), staticmethod(np.unique)

    def __init__(self, folder: Path) -> None:
        self.folder, self.built = folder, 0
        device = SimpleNamespace(attributes={"MultiProcessorCount": 3})
        self.cuda = SimpleNamespace(Device=lambda: device)

    def RawModule(self, code: str, options: tuple[str, ...]) -> Any:  # noqa: N802
        assert COMPILER is not None
        assert options
        self.built += 1
        source = self.folder / f"twin{self.built}.c"
        source.write_text(code, encoding="utf-8")
        library = source.with_suffix(".so")
        subprocess.run([COMPILER, *FLAGS, str(source), "-o", str(library)], check=True)
        made = ctypes.CDLL(str(library))
        return SimpleNamespace(get_function=lambda name: Function(getattr(made, name)))


class Function:
    """A kernel: called with a grid, a block and arguments of exactly the types it takes."""

    def __init__(self, compiled: Any) -> None:
        self.compiled = compiled

    def __call__(
        self, grid: tuple[int], block: tuple[int], arguments: tuple[Any, ...], shared_mem: int
    ) -> None:
        assert 0 < grid[0] < 2**31
        assert block[0] in (256, 1024)
        assert 0 <= shared_mem <= gpu.SHARED_MOST
        self.compiled(*map(passed, arguments))


def passed(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        return ctypes.c_void_p(argument.ctypes.data)
    return np.ctypeslib.as_ctypes_type(argument.dtype)(int(argument))


@pytest.fixture(autouse=True)
def on_cpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", cast("Any", OnCpu(tmp_path)))


def the_same(one: PlayedChunk, other: PlayedChunk) -> None:
    for name in PlayedChunk._fields:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.mark.parametrize("word", [32, 64])
@pytest.mark.parametrize(
    ("automaton", "bankroll"),
    one_in(
        3,
        [
            (pass_line(5, 10), 250),
            (pass_line(10, 20), 30),
            (pass_line(10, 20, goal=300), 200),
            *((random_dice(which), 200) for which in (1, 2, 4, 7, 11, 14, 16)),
        ],
    ),
)
def test_the_same_sessions(automaton: Automaton, bankroll: int, word: int) -> None:
    made = gpu.program(automaton, bankroll, word)
    assert (made.word, packed.pack(automaton, bankroll, word, word // 8).fast) == (word, True)
    device = gpu.Device(made)
    plain = packed.pack(automaton, bankroll)
    for rolls, seed, first in ((0, 1, 0), (1, 2, 3), (200, 2**63 + 5, 2**32 - 150), (47, 9, 0)):
        found = device.played(bankroll, rolls, seed, first, 300)
        the_same(found, lockstep.play(plain, bankroll, rolls, seed, first, 300))


@pytest.mark.parametrize("outcomes", one_in(3, [38, 2, 6, 256, 54, 216]))
def test_the_same_sessions_of_other_spaces(outcomes: int) -> None:
    for automaton, bankroll in (
        (straight_up(outcomes, outcomes - 1, goal=400), 100),
        (random_dice(outcomes, outcomes=outcomes), 200),
    ):
        plain = packed.pack(automaton, bankroll)
        for word in (32, 64):
            device = gpu.Device(gpu.program(automaton, bankroll, word))
            for rolls, seed, first in ((200, 3, 2**32 - 150), (47, 9, 0)):
                found = device.played(bankroll, rolls, seed, first, 400)
                the_same(found, lockstep.play(plain, bankroll, rolls, seed, first, 400))


WEIGHTS = {
    "a heavy six": [10] * 35 + [12],
    "some never come": [0] * 30 + [1, 5, 0, 3, 9, 0],
    "one nearly always": [1] * 35 + [2**31],
    "as many as fit": [2**32 - 35] + [1] * 35,
}


@pytest.mark.parametrize("name", WEIGHTS)
def test_the_same_sessions_of_outcomes_with_weights(name: str) -> None:
    """All three kernels, and the outcomes of one session in plain Python."""
    automaton = replace(pass_line(5, 10), weights=np.array(WEIGHTS[name], np.int64))
    at = np.array([0, 5, 44])
    for bankroll in (300, 30):
        made = packed.pack_weighted(automaton, bankroll)
        device = gpu.Device(gpu.program(automaton, bankroll))
        for rolls, seed, first in ((45, 7, 2**32 - 150), (200, 2**63 + 5, 3)):
            expected = lockstep.play(made, bankroll, rolls, seed, first, 400)
            the_same(compiled.play(made, bankroll, rolls, seed, first, 400), expected)
            the_same(device.played(bankroll, rolls, seed, first, 400), expected)
        one, two = (each.track(made, bankroll, 45, 7, 3, 50, at) for each in (compiled, lockstep))
        the_same(one.played, two.played)
        assert np.array_equal(one.drawdown, two.drawdown)
        assert np.array_equal(one.equity, two.equity)


@pytest.mark.parametrize("name", ["roulette-red", "big-six-one", "sic-bo-big-paroli"])
def test_the_same_sessions_of_a_wheel_and_of_three_dice(name: str) -> None:
    """Strategies of the library: 38 pockets, of which two take half a bet; 54 stops; 216 shakes."""
    question = Question(library.load(name))
    automaton = prepare(question).automaton
    assert automaton is not None
    bankroll = question.bankroll // automaton.unit
    plain = packed.pack(automaton, bankroll)
    for word in (32, 64):
        device = gpu.Device(gpu.program(automaton, bankroll, word))
        for rolls, seed, first in ((200, 3, 2**32 - 150), (47, 9, 0)):
            found = device.played(bankroll, rolls, seed, first, 400)
            the_same(found, lockstep.play(plain, bankroll, rolls, seed, first, 400))
    found_in_all = device.tally(bankroll, 200, 5, 0, 500)
    played = lockstep.play(plain, bankroll, 200, 5, 0, 500)
    equal(found_in_all, summed(played, automaton))


def test_the_benchmark_compares_other_spaces_with_the_pass_line() -> None:
    def timed(name: str, kernel: float, added_up: float) -> dict[str, Any]:
        rates = {"kernel_rolls_per_second": kernel, "added_up_rolls_per_second": added_up}
        return {"what": name, **{clock: {"median": rate} for clock, rate in rates.items()}}

    line = timed(gpu_bench.LINE, 4e11, 2e11)
    found = gpu_bench.to_the_line([line, *(timed(n, 3e11, 2e11) for n in gpu_bench.OTHER_SPACES)])
    assert (found["least"], found["enough"]) == (0.75, True)
    assert set(found["all"]) == {*gpu_bench.OTHER_SPACES}
    slow = gpu_bench.to_the_line([line, timed("sic-bo-small", 3e11, 0.9e11)])
    assert (slow["least"], slow["enough"]) == (0.45, False)
    outcomes = {name: len(outcomes_of(name)) for name in gpu_bench.OTHER_SPACES}
    assert set(outcomes.values()) == {38, 54, 216}


def outcomes_of(strategy: str) -> tuple[Any, ...]:
    """The outcomes of the game that a strategy of the library plays."""
    outcomes: tuple[Any, ...] = prepare(Question(library.load(strategy))).rules.space.outcomes
    return outcomes


def test_many_sessions_with_words_drawn_again() -> None:
    automaton = pass_line(5, 10)
    found = gpu.Device(gpu.program(automaton, 250)).played(250, 60, 5, 0, 6000)
    the_same(found, lockstep.play(packed.pack(automaton, 250), 250, 60, 5, 0, 6000))


def test_play_until_it_ends() -> None:
    automaton = pass_line(10, 20, goal=300)
    found = gpu.Device(gpu.program(automaton, 100)).played(100, None, 5, 0, 200)
    the_same(found, lockstep.play(packed.pack(automaton, 100), 100, None, 5, 0, 200))
    assert set(found.end.tolist()) == {0, 1}


@pytest.mark.parametrize("factor", [1, 10**7])
def test_more_equity_than_a_lane_holds(factor: int) -> None:
    plain = pass_line(10, 20)
    automaton = replace(plain, staked=plain.staked * factor, gain=plain.gain * factor)
    bankroll = 2**50
    made = gpu.program(automaton, bankroll, 32)
    assert packed.pack(automaton, bankroll, 32, 4).fast == (factor == 1)
    found = gpu.Device(made).played(bankroll, 45, 6, 0, 100)
    the_same(found, lockstep.play(packed.pack(automaton, bankroll), bankroll, 45, 6, 0, 100))


def equal(found: SampleTally, plain: SampleTally) -> None:
    for name in ("keys", "counts"):
        mine, its = getattr(found, name), getattr(plain, name)
        assert mine.dtype == its.dtype
        assert np.array_equal(mine, its), name
    for name in ("sessions", "ends", "rolls", "staked", "longest"):
        assert getattr(found, name) == getattr(plain, name), name


def summed(played: PlayedChunk, automaton: Automaton) -> SampleTally:
    return SampleTally.of(played, len(automaton.ends), automaton.layout, len(automaton.layouts))


@pytest.mark.parametrize("limit", ["SPREAD_SHARED", "SPREAD_MOST", None])
def test_added_up(limit: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if limit:
        monkeypatch.setattr(gpu, limit, 10)
    automaton = pass_line(10, 20, goal=300)
    found = gpu.Device(gpu.program(automaton, 100)).tally(100, None, 5, 0, 500)
    played = lockstep.play(packed.pack(automaton, 100), 100, None, 5, 0, 500)
    equal(found, summed(played, automaton))


def test_large_sums_are_added_up() -> None:
    plain = pass_line(10, 20)
    automaton = replace(plain, staked=plain.staked * 10**7)
    found = gpu.Device(gpu.program(automaton, 500)).tally(500, 300, 5, 0, 300)
    played = lockstep.play(packed.pack(automaton, 500), 500, 300, 5, 0, 300)
    equal(found, summed(played, automaton))
    assert found.staked.squares > 2**70


@pytest.mark.parametrize("rolls", [60, None])
def test_asked_for_by_name(rolls: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CHUNK_LEAST", "CHUNK_MOST", "CHUNK_ENDLESS"):
        monkeypatch.setattr(gpu, name, 77)
    automaton = pass_line(5, 10, goal=60)
    told: list[int] = []
    found = sample.tally(
        automaton, 30, rolls, 9, first=3, count=500, engine="gpu",
        progress=lambda done, _: told.append(done),
    )  # fmt: skip
    equal(found, sample.tally(automaton, 30, rolls, 9, first=3, count=500))
    assert told == [77, 154, 231, 308, 385, 462, 500]


def test_more_than_a_device_adds_up_is_refused() -> None:
    plain = pass_line(10, 20)
    device = gpu.Device(gpu.program(replace(plain, staked=plain.staked * 10**6), 500))
    with pytest.raises(ValueError, match="adds up"):
        device.tally(500, 10**7, 5, 0, 3)


def test_sums_of_more_than_64_bits() -> None:
    sums = np.full((1000, 2), 2**63, np.uint64)
    sums[:, 1] = np.arange(1000)
    assert gpu._whole(sums) == [1000 * 2**63, 499500]


def test_without_cupy_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(ValueError, match="CuPy"):
        sample.sample(pass_line(), 10, 10, 10, 1, engine="gpu")


def test_a_short_word_where_it_leaves_room() -> None:
    assert gpu.program(pass_line(5, 10), 250).word == 32
    assert gpu.program(pass_line(5, 10), 25_000).word == 64
    assert gpu.program(pass_line(5, 10, goal=500), 250).word == 32


def test_a_table_too_large_for_shared_memory_stays_outside() -> None:
    small = gpu.program(pass_line(5, 10), 250)
    assert (small.shared, small.threads) == (small.table.nbytes, 256)
    plain = pass_line(5, 10)
    more = 2000
    large = gpu.program(
        replace(
            plain,
            first=np.concatenate([plain.first, plain.first[-1] + 1 + np.arange(more)]),
            below=np.concatenate([plain.below, np.full(more, plain.below[-1])]),
            row=np.concatenate([plain.row, np.zeros(more, np.int64)]),
            charge=np.zeros(len(plain.row) + more, np.int64),
            staked=np.concatenate([plain.staked, np.zeros(more, np.int64)]),
        ),
        250,
    )
    assert large.shared == 0
    assert "#define IN_SHARED 0\n" in large.source
