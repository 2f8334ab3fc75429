"""How fast a CUDA device plays sessions, and that it plays the very same ones.

Run: PYTHONPATH=src python bench/gpu.py OUT.json, on a machine with CuPy and a CUDA device. First,
session by session, the device against numpy bit for bit, with lanes of 32 and of 64 bits; then
rolls a second: of the kernel alone (device events) and with everything added up (wall clock). Best
and median of several. Spins and shakes are compared with rolls of the pass line: half as many or
more. For that everybody has chips for every trial, because a session that is over leaves its thread
idle until its neighbours are done, in every space alike. It ends with 1 if a session differs, or if
there are fewer.
"""

import json
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from lammer.sim.model.automaton import Automaton  # noqa: E402
from lammer.sim.sample import gpu, packed  # noqa: E402
from lammer.sim.sample import kernel_numpy as lockstep  # noqa: E402
from lammer.sim.sample.packed import PlayedChunk  # noqa: E402
from lammer.sim.sample.sampler import SampleTally, tally  # noqa: E402
from tests.sim.machines import pass_line, random_dice  # noqa: E402

SESSIONS = 20_000
TIMED_SESSIONS = 2**25
WHOLE_SESSIONS = 2**28
TURNS = 5
ROLLS = 200
LINE = "pass-flat"
OTHER_SPACES = (
    "roulette-seventeen",
    "roulette-red",
    "roulette-red-martingale",
    "big-six-one",
    "sic-bo-small",
    "sic-bo-big-paroli",
)
"""Strategies whose trials are not rolls of two dice: 38 pockets, 54 stops, 216 shakes."""
COMPILED = (
    *("pass-odds-2x", "iron-cross", "three-point-molly", "place-6-8-press", "fire-pass", LINE),
    *OTHER_SPACES,
)
WEIGHTS = {
    "a heavy six": [10] * 35 + [12],
    "some never come": [0] * 30 + [1, 5, 0, 3, 9, 0],
    "as many as fit": [2**32 - 35] + [1] * 35,
}
LEAST = 0.5
"""Spins or shakes to one roll of the pass line, at least."""
ENOUGH = 10**7
"""Units with which nobody runs out of chips."""
Case = tuple[str, Automaton, int]


def by_hand() -> Iterator[Case]:
    """Automata that need no compiler. Pass with double odds: $10 and $20 of $500, $2 a unit."""
    yield "pass with 2x odds, $500", pass_line(5, 10), 250
    yield "pass with 2x odds, $60", pass_line(5, 10), 30
    yield "pass with 2x odds, $500 to $1,000", pass_line(5, 10, goal=500), 250
    yield "pass with 2x odds, a large bankroll", pass_line(5, 10), 10**7


def at_random() -> Iterator[Case]:
    for which in range(12):
        yield f"random {which}", random_dice(which), 200


def weighted() -> Iterator[Case]:
    """Outcomes that are not equally likely: loaded dice, and weights at their limits."""
    for name, weights in WEIGHTS.items():
        yield name, replace(pass_line(5, 10), weights=np.array(weights, np.int64)), 250


def from_the_library() -> Iterator[Case]:
    """Strategies of the library, where there is a compiler."""
    try:
        from lammer.sim.simulate import Question, prepare
        from lammer.sim.strategy import library
    except ImportError as problem:
        print(f"no compiled strategies: {problem}")
        return
    for name in COMPILED:
        question = Question(library.load(name))
        automaton = prepare(question).automaton
        if automaton is not None:
            yield name, automaton, question.bankroll // automaton.unit


def differs(one: PlayedChunk, other: PlayedChunk) -> list[str]:
    return [
        name
        for name in PlayedChunk._fields
        if not np.array_equal(getattr(one, name), getattr(other, name))
    ]


def same_tally(one: SampleTally, other: SampleTally) -> bool:
    plain = ("sessions", "ends", "rolls", "staked", "longest")
    return (
        np.array_equal(one.keys, other.keys)
        and np.array_equal(one.counts, other.counts)
        and all(getattr(one, name) == getattr(other, name) for name in plain)
    )


def expected(played: PlayedChunk, automaton: Automaton) -> SampleTally:
    return SampleTally.of(played, len(automaton.ends), automaton.layout, len(automaton.layouts))


def identity(case: Case, word: int) -> dict[str, Any]:
    """One automaton on the device and in numpy."""
    name, automaton, bankroll = case
    device = gpu.Device(gpu.program(automaton, bankroll, word))
    pack = packed.pack_weighted if name in WEIGHTS else packed.pack
    plain = pack(automaton, bankroll)
    wrong: list[str] = []
    runs = ((ROLLS, 1, 0), (47, 2**63 + 9, 2**32 - 5000), (0, 3, 0), (1, 4, 7))
    for rolls, seed, first in runs:
        count = SESSIONS if rolls == ROLLS else SESSIONS // 4
        mine = device.played(bankroll, rolls, seed, first, count)
        its = lockstep.play(plain, bankroll, rolls, seed, first, count)
        wrong += [f"{field}, {rolls} rolls" for field in differs(mine, its)]
        added = device.tally(bankroll, rolls, seed, first, count)
        if not same_tally(added, expected(its, automaton)):
            wrong.append(f"the sums, {rolls} rolls")
    fits = pack(automaton, bankroll, word, word // 8).fast
    print(f"{name}, {word} bits: {wrong or 'the same'}", flush=True)
    return {"what": name, "word": word, "packed": fits, "sessions": SESSIONS, "differs": wrong}


def endless() -> dict[str, Any]:
    """Play until it ends."""
    automaton, bankroll = pass_line(5, 10, goal=300), 150
    device = gpu.Device(gpu.program(automaton, bankroll))
    mine = device.played(bankroll, None, 6, 0, 5000)
    its = lockstep.play(packed.pack(automaton, bankroll), bankroll, None, 6, 0, 5000)
    return {"what": "until ruin or goal", "sessions": 5000, "differs": differs(mine, its)}


def seconds_on_device(cupy: Any, work: Callable[[], Any]) -> float:
    start, stop = cupy.cuda.Event(), cupy.cuda.Event()
    start.record()
    work()
    stop.record()
    stop.synchronize()
    return float(cupy.cuda.get_elapsed_time(start, stop)) / 1000


def seconds(cupy: Any, work: Callable[[], Any]) -> float:
    cupy.cuda.Device().synchronize()
    started = time.perf_counter()
    work()
    cupy.cuda.Device().synchronize()
    return time.perf_counter() - started


def rates(rolls: int, times: list[float]) -> dict[str, float]:
    return {
        "best": float(f"{rolls / min(times):.4g}"),
        "median": float(f"{rolls / statistics.median(times):.4g}"),
    }


def timing(cupy: Any, case: Case, word: int | None = None) -> dict[str, Any]:
    name, automaton, bankroll = case
    device = gpu.Device(gpu.program(automaton, bankroll, word))
    first = device.tally(bankroll, ROLLS, 1, 0, TIMED_SESSIONS)
    rolls = first.rolls.total

    def kernel() -> None:
        device.play(bankroll, ROLLS, 1, 0, TIMED_SESSIONS)

    def added_up() -> None:
        device.tally(bankroll, ROLLS, 1, 0, TIMED_SESSIONS)

    found = {
        "what": name,
        "word": device.program.word,
        "states": automaton.states,
        "shared_bytes": device.program.shared,
        "sessions": TIMED_SESSIONS,
        "rolls": rolls,
        "registers": getattr(device._play, "num_regs", None),
        "kernel_rolls_per_second": rates(
            rolls, [seconds_on_device(cupy, kernel) for _ in range(TURNS)]
        ),
        "added_up_rolls_per_second": rates(rolls, [seconds(cupy, added_up) for _ in range(TURNS)]),
    }
    print(json.dumps(found), flush=True)
    return found


def to_the_line(timed: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the spins and shakes a second of other spaces, to rolls of the pass line, where each
    was played with chips for every trial."""
    found: dict[str, dict[str, float]] = {}
    for clock in ("kernel_rolls_per_second", "added_up_rolls_per_second"):
        rate = {each["what"]: each[clock]["median"] for each in timed}
        for name in OTHER_SPACES:
            if name in rate and LINE in rate:
                found.setdefault(name, {})[clock] = float(f"{rate[name] / rate[LINE]:.4g}")
    ratios = [ratio for each in found.values() for ratio in each.values()]
    least = min(ratios, default=None)
    return {"least": least, "enough": least is None or least >= LEAST, "all": found}


def whole(cupy: Any) -> dict[str, Any]:
    """What somebody gets who asks for many sessions: compiling and chunks included."""
    automaton, bankroll = pass_line(5, 10), 250
    started = time.perf_counter()
    found = tally(automaton, bankroll, ROLLS, 1, first=0, count=WHOLE_SESSIONS, engine="gpu")
    cupy.cuda.Device().synchronize()
    taken = time.perf_counter() - started
    return {
        "what": "pass with 2x odds, $500, asked as one",
        "sessions": WHOLE_SESSIONS,
        "seconds": round(taken, 3),
        "rolls_per_second": float(f"{found.rolls.total / taken:.4g}"),
        "mean_final_units": found.final().mean,
        "ruined": found.ends[1] / found.sessions,
    }


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 0 if sys.argv[1:] in (["-h"], ["--help"]) else 2
    import cupy  # type: ignore[import-not-found]

    plain, library = list(by_hand()), list(from_the_library())
    compared = [
        identity(case, word)
        for case in (*plain, *at_random(), *weighted(), *library)
        for word in (32, 64)
    ]
    compared.append(endless())
    timed = [timing(cupy, plain[0], word) for word in (32, 64)]
    timed += [timing(cupy, case) for case in (*plain[1:], *library)]
    with_chips = [
        timing(cupy, (name, automaton, ENOUGH))
        for name, automaton, _ in library
        if name in (LINE, *OTHER_SPACES)
    ]
    spaces = to_the_line(with_chips)
    properties = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)
    result = {
        "what": f"{ROLLS} rolls a session, with ruin; sessions the same bit for bit as on the CPU",
        "machine": {
            "gpu": properties["name"].decode(),
            "processors": properties["multiProcessorCount"],
            "cupy": cupy.__version__,
            "python": platform.python_version(),
        },
        "compared": compared,
        "timed": timed,
        "timed_with_chips_for_every_trial": with_chips,
        "spaces": spaces,
        "whole": whole(cupy),
    }
    Path(sys.argv[1]).write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(json.dumps({key: result[key] for key in ("whole", "spaces")}, indent=2))
    return int(any(each["differs"] for each in compared) or not spaces["enough"])


if __name__ == "__main__":
    sys.exit(main())
