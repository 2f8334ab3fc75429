"""How fast the whole table plays, beside crapssim 0.4.1 on the same dice in the same run.

Run: .venv/bin/python bench/table.py [--write]. Pass line $10
with $20 odds, one seat, every wager and rule loaded: commands decided, events applied, books kept,
clauses named. The two take turns, several times over; a ratio is the median of the turns. Both must
end with the same bankroll. ``--write`` keeps the result in bench/results/table.json.
"""

import json
import random
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lammer.audit import audit_log
from lammer.instruments.dice.commands import Roll
from lammer.table import Run
from lammer.table.commands import Accept, MakeBet
from lammer.table.script import lines

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.support import commit, keep, machine, options

ROLLS = 30_000
TURNS = 7
BANKROLL_CENTS = 10**11
Dice = list[tuple[int, int]]


def dice(seed: int) -> Dice:
    chance = random.Random(seed)
    return [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(ROLLS)]


def with_crapssim(rolls: Dice) -> tuple[float, int]:
    """Rolls a CPU second, and the bankroll in cents at the end."""
    from crapssim.strategy import BetPassLine, PassLineOddsMultiplier
    from crapssim.table import Table, TableUpdate

    table = Table()
    player = table.add_player(
        bankroll=BANKROLL_CENTS // 100, strategy=BetPassLine(10) + PassLineOddsMultiplier(2)
    )
    update = TableUpdate()
    started = time.process_time()
    for roll in rolls:
        update.run(table, dice_outcome=roll)
    taken = time.process_time() - started
    up = sum(bet.amount for bet in player.bets)
    return len(rolls) / taken, round((player.bankroll + up) * 100)


def with_lammer(rolls: Dice, keep: Callable[[bytes], Any] | None = None) -> tuple[float, int]:
    """The same, played through the table; with ``keep``, the log is written."""
    run = Run.at("nj-2011", rails={1: BANKROLL_CENTS}, house={"odds": 2}, keep=keep)
    do = run.carry_out
    line, odds = MakeBet(1, "pass", 1000), MakeBet(1, "pass-odds", 2000)
    started = time.process_time()
    for roll in rolls:
        table = run.table
        if table.hands.holder is None:
            do(Accept(1))
        bets = table.seats[1].bets
        if table.context == "off":
            if "pass" not in bets:
                do(line)
        elif "pass-odds" not in bets:
            do(odds)
        do(Roll(roll))
    taken = time.process_time() - started
    run.close()
    return len(rolls) / taken, run.table.rail(1) + run.table.layout(1)


def with_script(rolls: Dice, log: Path) -> float:
    """Rolls a CPU second of replaying the same evening from its script, log written: what somebody
    does who runs ``lammer replay``, less the printing."""
    found = [json.loads(line) for line in log.read_bytes().splitlines()]
    script = [line["body"]["command"] for line in found if "command" in line["body"]]
    with tempfile.TemporaryFile() as out:
        run = Run(lambda line: (out.write(line), None)[1])
        started = time.process_time()
        for command in script:
            run.do(command)
        return len(rolls) / (time.process_time() - started)


def audited(rolls: Dice, log: Path) -> float:
    with log.open("rb") as stream:
        started = time.process_time()
        assert not list(audit_log(lines(stream)))
        return len(rolls) / (time.process_time() - started)


def growth_kilobytes() -> float:
    """What a table holds more of after ten times as many rolls."""
    tracemalloc.start()
    held = []
    run = Run.at("nj-2011", rails={1: BANKROLL_CENTS})
    run.carry_out(Accept(1))
    for count in (5_000, 50_000):
        for roll in (dice(3) * 2)[:count]:
            if run.table.hands.holder is None:
                run.carry_out(Accept(1))
            run.carry_out(MakeBet(1, "pass", 1000))
            run.carry_out(MakeBet(1, "field", 500))
            run.carry_out(Roll(roll))
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return (held[1] - held[0]) / 1024


def main() -> None:
    asked = options(__doc__, TURNS).parse_args()
    plain, logged, judged, rates = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(asked.turns):
            rolls = dice(turn)
            peer, their_end = with_crapssim(rolls)
            bare, our_end = with_lammer(rolls)
            log = Path(folder) / f"{turn}.log"
            with log.open("wb") as out:
                written, logged_end = with_lammer(rolls, out.write)
            if not our_end == logged_end == their_end:
                sys.exit(f"the bankrolls differ: {our_end} and {their_end}")
            again = audited(rolls, log)
            plain.append(bare / peer)
            logged.append(written / peer)
            judged.append(again / with_script(rolls, log))
            rates.append((peer, bare, written, again))
            print(
                f"crapssim {peer:,.0f}, table {bare:,.0f}, with log {written:,.0f}, "
                f"audit {again:,.0f} rolls a CPU second"
            )
    grown = growth_kilobytes()
    result = {
        "what": "pass line $10 with 2x odds, one seat; the same dice, the same bankrolls",
        "machine": machine("crapssim"),
        "rolls_per_turn": ROLLS,
        "turns": asked.turns,
        "ratios": {
            "table, log discarded, to crapssim": round(statistics.median(plain), 3),
            "table, log written, to crapssim": round(statistics.median(logged), 3),
            "audit of the log to playing its script with the log": round(
                statistics.median(judged), 3
            ),
        },
        "rolls_per_cpu_second": {
            name: round(statistics.median(each))
            for name, each in zip(
                ("crapssim", "table", "table with log", "audit"),
                zip(*rates, strict=True),
                strict=True,
            )
        },
        "kilobytes_more_after_ten_times_the_rolls": round(grown, 1),
        "commit": commit(),
    }
    print(json.dumps(result, indent=2))
    if asked.write:
        keep("table", result)


if __name__ == "__main__":
    main()
