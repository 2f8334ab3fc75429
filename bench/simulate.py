"""How fast sessions are sampled, beside crapssim 0.4.1 on the same dice in the same run.

Run: .venv/bin/python bench/simulate.py [--only PART] [--write]. Sessions of at most 200
rolls from $500, ended when no bet can be made, added up. The two take turns, several times over; a
ratio is the median of the turns, of rolls a CPU second. Where a contest says so, both must end
every session they both play with the same bankroll. The gain of a second core is by the clock.
Python functions that play are compared with the peer's Python strategies in the same way.
Spins and shakes are compared with rolls of the pass line in the same way: half as many or more.
``--write`` keeps the result in bench/results/simulate.json; with ``--only`` that part of it.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lammer.instruments.dice.faces import ROLLS as FACES
from lammer.sim.exact import solve as exact
from lammer.sim.model.automaton import Automaton
from lammer.sim.play import workers
from lammer.sim.play.function_hand import FunctionHand
from lammer.sim.play.python_player import FunctionSessions
from lammer.sim.sample import chance
from lammer.sim.sample import kernel_numba as kernel
from lammer.sim.sample.packed import pack
from lammer.sim.sample.sampler import EQUAL, Engine, tally
from lammer.sim.simulate import Question, prepare
from lammer.sim.strategy import library
from lammer.sim.strategy.parts import Strategy
from lammer.sim.strategy.text import parse

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.support import commit, keep, kept, machine, options
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


LINE = "bet pass 10"
SPACES = (
    ("straight up", "game: roulette\nbet straight-17 10"),
    ("red, half back on a zero", "game: roulette\nbet red 10"),
    ("one", "game: big-six\nbet one 10"),
    ("Small", "game: sic-bo\nbet small 10"),
    ("a number", "game: sic-bo\nbet number-4 10"),
)
"""Bets on 38 pockets, on 54 stops and on 216 shakes."""
LEAST = 0.5
"""Spins or shakes to one roll of the pass line, at least."""


# Players that are Python functions. The peer's are Python objects too.

PLAYER_SESSIONS = 400


def plays_pass(hand: FunctionHand) -> None:
    if hand.point is None:
        hand.bet("pass", 10)
    elif "pass-odds" not in hand.up and hand.rail >= 20:
        hand.bet("pass-odds", 20)


def plays_molly(hand: FunctionHand) -> None:
    up = hand.up
    if hand.point is None:
        hand.bet("pass", 10)
    elif "pass-odds" not in up:
        hand.bet("pass-odds", 20)
    moved = [name for name, bet in up.items() if bet.wager == "come" and name != "come"]
    for name in moved:
        if f"come-odds-{name[5:]}" not in up:
            hand.bet(f"come-odds-{name[5:]}", 20)
    if hand.point is not None and len(moved) + ("come" in up) < 2:
        hand.bet("come", 10)


def plays_busy(hand: FunctionHand) -> None:
    up, point = hand.up, hand.point
    if point is None:
        hand.bet("pass", 10)
        return
    if "pass-odds" not in up:
        hand.bet("pass-odds", {4: 30, 5: 40, 6: 50, 8: 50, 9: 40, 10: 30}[point])
    for wager in ("place-6", "place-8"):
        if wager not in up:
            hand.bet(wager, 12)


def plays_a_share(hand: FunctionHand) -> None:
    """A share of the bankroll, so that there is always another amount to be worked out."""
    if hand.point is None:
        hand.bet("pass", hand.bankroll // 50)
    elif "pass-odds" not in hand.up:
        hand.bet("pass-odds", hand.bankroll // 100 * 2)


FUNCTIONS: tuple[tuple[Callable[[FunctionHand], None], Contest], ...] = (
    (plays_pass, CONTESTS[1]),
    (plays_molly, CONTESTS[2]),
    (plays_busy, CONTESTS[4]),
    (plays_a_share, replace(CONTESTS[1], agree=False)),
)
"""The last has no peer: it is compared with the simplest."""


def _spent(source: FunctionSessions, processes: int) -> float:
    """CPU seconds of many sessions, those of processes included."""

    def spent() -> float:
        times = os.times()
        return times.user + times.system + times.children_user + times.children_system

    before = spent()
    for _ in workers.parts(source, 0, 10 * PLAYER_SESSIONS, threads=processes):
        pass
    return spent() - before


def players(turns: int) -> dict[str, Any]:
    """Rolls a CPU second of functions in one process, and the CPU time of two processes to that of
    one for the same sessions."""
    found = []
    for function, contest in FUNCTIONS:
        ratios, second = list[float](), list[float]()
        for turn in range(turns):
            asked = Question(Strategy("", ()), bankroll=BANKROLL * 100, rolls=ROLLS)
            source = FunctionSessions(asked, function, turn)
            used = time.process_time()
            done = source.part(0, PLAYER_SESSIONS).sessions
            used = time.process_time() - used
            alone, both = (_spent(source, processes) for processes in (1, 2))
            second.append(both / alone)
            lengths = [each.rolls for each in done[:PEER_SESSIONS]]
            rate, finals = with_crapssim(contest, turn, lengths)
            if contest.agree and [each.final for each in done[:PEER_SESSIONS]] != finals:
                sys.exit(f"{function.__name__}: the bankrolls differ")
            ratios.append(sum(each.rolls for each in done) / used / rate)
            print(
                f"{function.__name__}: {ratios[-1]:.2f} crapssim, "
                f"two processes cost {second[-1]:.2f}"
            )
        found.append(
            {
                "function": function.__name__,
                "beside": contest.name,
                "sessions_with_the_same_bankroll": PEER_SESSIONS * turns if contest.agree else None,
                "ratios": {
                    "function to crapssim": median(ratios),
                    "CPU time of two processes to one": median(second),
                },
            }
        )
    return {"players": found}


def other_spaces(turns: int) -> dict[str, Any]:
    """Rolls a CPU second of the pass line, and of bets on outcomes other than of two dice."""
    line = compiled(LINE)
    others = {name: compiled(text) for name, text in SPACES}
    sessions: dict[Engine, int] = {"numba": SESSIONS, "numpy": NUMPY_SESSIONS}
    ratios = {(name, engine): list[float]() for name in others for engine in ENGINES}
    for engine, count in sessions.items():
        for automaton in (line, *others.values()):
            with_lammer(automaton, 0, 100, engine)
        for turn in range(turns):
            rate = with_lammer(line, turn, count, engine)[0]
            for name, automaton in others.items():
                ratio = with_lammer(automaton, turn, count, engine)[0] / rate
                ratios[name, engine].append(ratio)
                print(f"{name}, {engine}: {ratio:.3f} spins or shakes to a roll of the pass line")
    found: list[dict[str, Any]] = [
        {
            "strategy": name,
            "outcomes": automaton.outcomes,
            "states": automaton.states,
            "ratios": {f"{each} to the pass line": median(ratios[name, each]) for each in ENGINES},
        }
        for name, automaton in others.items()
    ]
    least = min(ratio for each in found for ratio in each["ratios"].values())
    return {"least": least, "enough": least >= LEAST, "all": found}


def over_the_library(peer: float) -> dict[str, Any]:
    """Every compiled strategy of the library whose trials are equally likely, against crapssim's
    rate at its simplest one."""
    rates = {}
    for name in library.names():
        strategy = library.load(name)
        maryland = name.startswith(("all-", "bonus-"))
        ready = prepare(Question(strategy, "md-2013" if maryland else None))
        automaton = ready.automaton
        if automaton is None or ready.sampling.kernels is not EQUAL:
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


def peers(turns: int) -> dict[str, Any]:
    """The contests, and the library against the peer of the first."""
    contests = [run(contest, turns) for contest in CONTESTS]
    slow = contests[0]["rolls_per_cpu_second"]["crapssim"]
    return {"contests": contests, "library": over_the_library(slow)}


PARTS: dict[str, Callable[[int], dict[str, Any]]] = {
    "peers": peers,
    "spaces": lambda turns: {"spaces": other_spaces(turns)},
    "players": players,
    "exact": lambda turns: {"exact": exactly(turns)},
}


def main() -> None:
    parser = options(__doc__, TURNS)
    parser.add_argument("--only", choices=PARTS, help="one part of it")
    asked = parser.parse_args()
    parts = [asked.only] if asked.only else [*PARTS]
    measured: dict[str, Any] = {}
    for part in parts:
        measured |= PARTS[part](asked.turns)
    result = {
        "what": f"sessions of {ROLLS} rolls at most from ${BANKROLL}, added up; the same dice",
        "machine": machine("numpy", "numba", "crapssim"),
        "sessions_per_turn": SESSIONS,
        "turns": asked.turns,
        **measured,
        "commit": commit(),
    }
    print(json.dumps(result, indent=2))
    if asked.write and asked.only:
        keep("simulate", kept("simulate") | measured | {f"commit of {asked.only}": commit()})
    elif asked.write:
        keep("simulate", result)


if __name__ == "__main__":
    main()
