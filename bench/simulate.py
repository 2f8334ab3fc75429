"""How fast sessions are sampled, beside crapssim 0.4.1 on the same dice in the same run.

Run: uv run --group bench --extra sim python bench/simulate.py [--write]. Sessions of at most 200
rolls from $500, ended when no bet can be made, added up. The two take turns, several times over; a
ratio is the median of the turns, of rolls a CPU second. Where a contest says so, both must end
every session they both play with the same bankroll. The gain of a second core is by the clock.
``--write`` keeps the result in bench/results/simulate.json.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lammer.sim import chance, kernel
from lammer.sim.automaton import Automaton
from lammer.sim.packed import pack
from lammer.sim.sample import Engine, tally

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.table import cpu  # noqa: E402
from tests.sim.machines import pass_line  # noqa: E402

TURNS = 7
ROLLS = 200
BANKROLL = 500
PEER_SESSIONS = 60
SESSIONS = 800_000
NUMPY_SESSIONS = 20_000


@dataclass(frozen=True)
class Contest:
    """One strategy both ways: an automaton whose unit is ``unit`` cents, and a crapssim strategy.
    ``agree`` says that the two do the same to the last chip."""

    name: str
    ours: Callable[[], Automaton]
    unit: int
    theirs: Callable[[], Any]
    agree: bool = True

    @property
    def bankroll(self) -> int:
        return BANKROLL * 100 // self.unit


def crapssim_pass_odds() -> Any:
    from crapssim.strategy import BetPassLine, PassLineOddsMultiplier

    return BetPassLine(10) + PassLineOddsMultiplier(2)


CONTESTS = (Contest("pass $10 with 2x odds", lambda: pass_line(10, 20), 100, crapssim_pass_odds),)


def with_crapssim(contest: Contest, seed: int, lengths: list[int]) -> tuple[float, list[int]]:
    """Rolls a CPU second, and the final bankroll of each session in cents."""
    from crapssim.table import Table, TableUpdate

    finals, taken = [], 0.0
    for session, length in enumerate(lengths):
        rolls = [chance.dice(value) for value in chance.rolls(seed, session, length)]
        table, update = Table(), TableUpdate()
        player = table.add_player(bankroll=BANKROLL, strategy=contest.theirs())
        started = time.process_time()
        for roll in rolls:
            update.run(table, dice_outcome=roll)
        taken += time.process_time() - started
        finals.append(round((player.bankroll + sum(bet.amount for bet in player.bets)) * 100))
    return sum(lengths) / taken, finals


def with_lammer(
    contest: Contest, automaton: Automaton, seed: int, count: int, engine: Engine, threads: int = 1
) -> tuple[float, float]:
    """Rolls a CPU second, and a second by the clock."""
    used, started = time.process_time(), time.perf_counter()
    found = tally(
        automaton,
        contest.bankroll,
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


def run(contest: Contest) -> dict[str, Any]:
    automaton = contest.ours()
    packed = pack(automaton, contest.bankroll)
    for engine in ("numba", "numpy"):
        with_lammer(contest, automaton, 0, 100, engine)
    theirs, ours, plain, second = list[float](), list[float](), list[float](), list[float]()
    for turn in range(TURNS):
        played = kernel.play(packed, contest.bankroll, ROLLS, turn, 0, PEER_SESSIONS)
        rate, finals = with_crapssim(contest, turn, played.rolls.tolist())
        same = (played.final * contest.unit).tolist() == finals
        if contest.agree and not same:
            sys.exit(f"{contest.name}: the bankrolls differ")
        theirs.append(rate)
        fast, alone = with_lammer(contest, automaton, turn, SESSIONS, "numba")
        ours.append(fast)
        second.append(with_lammer(contest, automaton, turn, SESSIONS, "numba", 2)[1] / alone)
        plain.append(with_lammer(contest, automaton, turn, NUMPY_SESSIONS, "numpy")[0])
        print(
            f"{contest.name}: crapssim {rate:,.0f}, kernel {fast:,.0f}, numpy {plain[-1]:,.0f} "
            f"rolls a CPU second; second core x{second[-1]:.2f}"
        )
    return {
        "strategy": contest.name,
        "states": automaton.states,
        "packed": packed.fast,
        "sessions_with_the_same_bankroll": PEER_SESSIONS * TURNS if contest.agree else None,
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
    result = {
        "what": f"sessions of {ROLLS} rolls at most from ${BANKROLL}, added up; the same dice",
        "machine": {
            "cpu": cpu(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "numpy": version("numpy"),
            "numba": version("numba"),
            "crapssim": version("crapssim"),
        },
        "sessions_per_turn": SESSIONS,
        "turns": TURNS,
        "contests": [run(contest) for contest in CONTESTS],
        "commit": subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        ).stdout.strip(),
    }
    print(json.dumps(result, indent=2))
    if "--write" in sys.argv[1:]:
        out_file = ROOT / "bench" / "results" / "simulate.json"
        out_file.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
