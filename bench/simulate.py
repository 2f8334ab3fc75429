"""How fast sessions are sampled, beside crapssim 0.4.1 on the same dice in the same run.

Run: .venv/bin/python bench/simulate.py [--write]. Sessions of at most 200
rolls from $500, ended when no bet can be made, added up. The two take turns, several times over; a
ratio is the median of the turns, of rolls a CPU second. Where a contest says so, both must end
every session they both play with the same bankroll. The gain of a second core is by the clock.
``--write`` keeps the result in bench/results/simulate.json.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lammer.instruments.dice.faces import ROLLS as FACES
from lammer.sim.exact import solve as exact
from lammer.sim.model.automaton import Automaton
from lammer.sim.sample import chance
from lammer.sim.sample import kernel_numba as kernel
from lammer.sim.sample.packed import pack
from lammer.sim.sample.sampler import Engine, tally
from lammer.sim.simulate import Question, prepare
from lammer.sim.strategy import library
from lammer.sim.strategy.text import parse

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.support import commit, keep, machine, options
from tests.sim.machines import pass_line

TURNS = 7
ROLLS = 200
BANKROLL = 500
PEER_SESSIONS = 60
SESSIONS = 2_000_000
NUMPY_SESSIONS = 20_000
LIBRARY_SESSIONS = 100_000
ENGINES: tuple[Engine, ...] = ("numba", "numpy")
PASS = "bet pass 10\nodds 2x if rail >= 20"
"""As crapssim bets it: odds in full or not at all. ``odds 2x`` alone bets what the rail covers."""


@dataclass(frozen=True)
class Contest:
    """One strategy both ways: an automaton and a crapssim strategy. ``agree`` says that the two do
    the same to the last chip."""

    name: str
    ours: Callable[[], Automaton]
    theirs: Callable[[], Any]
    agree: bool = True


def crapssim_pass_odds() -> Any:
    from crapssim.strategy import BetPassLine, PassLineOddsMultiplier

    return BetPassLine(10) + PassLineOddsMultiplier(2)


def crapssim_molly() -> Any:
    from crapssim.strategy.examples import ThreePointMolly

    return ThreePointMolly(10, 2)


def crapssim_iron_cross() -> Any:
    from crapssim.strategy.examples import IronCross

    return IronCross(5)


def crapssim_busy() -> Any:
    from crapssim.strategy import BetPassLine, BetPlace, PassLineOddsMultiplier

    threefold = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    return BetPassLine(10) + PassLineOddsMultiplier(threefold) + BetPlace({6: 12, 8: 12})


MOLLY = "bet pass 10\nodds 2x\nbet come 10 if come bets < 2"
IRON_CROSS = """bet pass 5
odds 2x
bet place-5 10 if not point is 5
bet place-6 12 if not point is 6
bet place-8 12 if not point is 8
bet field 5 if point"""
BUSY = "bet pass 10\nodds 3-4-5x\nbet place-6, place-8 12 if point"


def compiled(text: str) -> Automaton:
    found = prepare(Question(parse(text))).automaton
    assert found is not None
    return found


CONTESTS = (
    Contest("pass $10 with 2x odds", lambda: pass_line(10, 20), crapssim_pass_odds),
    Contest("pass $10 with 2x odds, compiled", lambda: compiled(PASS), crapssim_pass_odds),
    Contest("three-point molly, 2x odds", lambda: compiled(MOLLY), crapssim_molly, agree=False),
    Contest("iron cross with pass", lambda: compiled(IRON_CROSS), crapssim_iron_cross, agree=False),
    Contest("pass, 3-4-5x, place 6 and 8", lambda: compiled(BUSY), crapssim_busy, agree=False),
)
"""Those that do not agree bet the same, but crapssim's table pays the field and keeps bets up by
rules of its own."""


def over_the_library(peer: float) -> dict[str, Any]:
    """Every compiled dice strategy of the library, against crapssim's rate at its simplest one."""
    rates = {}
    for name in library.names():
        strategy = library.load(name)
        maryland = name.startswith(("all-", "bonus-"))
        if strategy.game == "punto-banco":
            continue
        automaton = prepare(Question(strategy, "md-2013" if maryland else None)).automaton
        if automaton is None:
            continue
        bankroll = BANKROLL * 100 // automaton.unit
        tally(automaton, bankroll, ROLLS, 1, first=0, count=100, threads=1)
        used = time.process_time()
        found = tally(automaton, bankroll, ROLLS, 1, first=0, count=LIBRARY_SESSIONS, threads=1)
        rates[name] = float(f"{found.rolls.total / (time.process_time() - used) / peer:.4g}")
        print(f"{name}: {rates[name]:,.0f} times crapssim at pass with odds")
    slowest = min(rates, key=lambda name: rates[name])
    return {"slowest": slowest, "ratio": rates[slowest], "all": rates}


def exactly(turns: int) -> list[dict[str, Any]]:
    """Exact answers, after compiling: milliseconds, the least of several."""
    found = []
    for name, text in (("pass with 2x odds", PASS), ("pass, 3-4-5x, place 6 and 8", BUSY)):
        automaton = compiled(text)
        bankroll = BANKROLL * 100 // automaton.unit
        times: dict[str, float] = {}
        for engine in ("numba", "numpy"):
            taken = []
            for _ in range(turns):
                started = time.perf_counter()
                exact.solve(automaton, bankroll, ROLLS, engine=engine)
                taken.append(1000 * (time.perf_counter() - started))
            times[engine] = float(f"{min(taken):.3g}")
        print(name, times)
        found.append({"strategy": name, "states": automaton.states, "milliseconds": times})
    return found


def with_crapssim(contest: Contest, seed: int, lengths: list[int]) -> tuple[float, list[int]]:
    """Rolls a CPU second, and the final bankroll of each session in cents."""
    from crapssim.table import Table, TableUpdate

    finals, taken = [], 0.0
    for session, length in enumerate(lengths):
        rolls = [FACES[value] for value in chance.rolls(36, seed, session, length)]
        table, update = Table(), TableUpdate()
        player = table.add_player(bankroll=BANKROLL, strategy=contest.theirs())
        started = time.process_time()
        for roll in rolls:
            update.run(table, dice_outcome=roll)
        taken += time.process_time() - started
        finals.append(round((player.bankroll + sum(bet.amount for bet in player.bets)) * 100))
    return sum(lengths) / taken, finals


def with_lammer(
    automaton: Automaton, seed: int, count: int, engine: Engine, threads: int = 1
) -> tuple[float, float]:
    """Rolls a CPU second, and a second by the clock."""
    used, started = time.process_time(), time.perf_counter()
    found = tally(
        automaton,
        BANKROLL * 100 // automaton.unit,
        ROLLS,
        seed,
        first=0,
        count=count,
        threads=threads,
        engine=engine,
    )
    rolls = found.rolls.total
    return rolls / (time.process_time() - used), rolls / (time.perf_counter() - started)


def median(values: list[float]) -> float:
    return float(f"{statistics.median(values):.4g}")


def run(contest: Contest, turns: int) -> dict[str, Any]:
    automaton = contest.ours()
    bankroll = BANKROLL * 100 // automaton.unit
    packed = pack(automaton, bankroll)
    for engine in ENGINES:
        with_lammer(automaton, 0, 100, engine)
    theirs, ours, plain, second = list[float](), list[float](), list[float](), list[float]()
    for turn in range(turns):
        played = kernel.play(packed, bankroll, ROLLS, turn, 0, PEER_SESSIONS)
        rate, finals = with_crapssim(contest, turn, played.rolls.tolist())
        same = (played.final * automaton.unit).tolist() == finals
        if contest.agree and not same:
            sys.exit(f"{contest.name}: the bankrolls differ")
        theirs.append(rate)
        fast, alone = with_lammer(automaton, turn, SESSIONS, "numba")
        ours.append(fast)
        second.append(with_lammer(automaton, turn, SESSIONS, "numba", 2)[1] / alone)
        plain.append(with_lammer(automaton, turn, NUMPY_SESSIONS, "numpy")[0])
        print(
            f"{contest.name}: crapssim {rate:,.0f}, kernel {fast:,.0f}, numpy {plain[-1]:,.0f} "
            f"rolls a CPU second; second core x{second[-1]:.2f}"
        )
    return {
        "strategy": contest.name,
        "states": automaton.states,
        "packed": packed.fast,
        "sessions_with_the_same_bankroll": PEER_SESSIONS * turns if contest.agree else None,
        "ratios": {
            "kernel to crapssim": median([a / b for a, b in zip(ours, theirs, strict=True)]),
            "numpy to crapssim": median([a / b for a, b in zip(plain, theirs, strict=True)]),
            "two threads to one": median(second),
        },
        "rolls_per_cpu_second": {
            "crapssim": median(theirs),
            "kernel": median(ours),
            "numpy": median(plain),
        },
    }


def main() -> None:
    asked = options(__doc__, TURNS).parse_args()
    contests = [run(contest, asked.turns) for contest in CONTESTS]
    result = {
        "what": f"sessions of {ROLLS} rolls at most from ${BANKROLL}, added up; the same dice",
        "machine": machine("numpy", "numba", "crapssim"),
        "sessions_per_turn": SESSIONS,
        "turns": asked.turns,
        "contests": contests,
        "library": over_the_library(contests[0]["rolls_per_cpu_second"]["crapssim"]),
        "exact": exactly(asked.turns),
        "commit": commit(),
    }
    print(json.dumps(result, indent=2))
    if asked.write:
        keep("simulate", result)


if __name__ == "__main__":
    main()
