"""How long exact odds take, from the shell, beside what the machine needs to start Python.

Run: .venv/bin/python bench/odds.py [--write]. Each command is run cold (a new process each
time) and compared with two peers in the same run: a Python that does nothing, and the same
Python loading the command-line library. Ratios survive a noisy machine; seconds do not.
``--write`` keeps the result in bench/results/odds.json.
"""

import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.support import cpu, keep, options  # noqa: E402

RUNS = 9
COMMANDS = {
    "one wager: odds nj-2011 --wager pass --json": (
        0.5,
        ["odds", "nj-2011", "--wager", "pass", "--json"],
    ),
    "whole sheet: odds nj-2011 --json": (None, ["odds", "nj-2011", "--json"]),
    "whole sheet with Bonus Craps and both fire tables: odds md-2013 --json": (
        3.0,
        ["odds", "md-2013", "--json"],
    ),
    "eight decks of punto banco, every deal counted: odds nj-2001 --json": (
        0.5,
        ["odds", "nj-2001", "--json"],
    ),
    "a depleted shoe: odds nj-2001 --decks 6 --removed ... --json": (
        0.5,
        ["odds", "nj-2001", "--decks", "6", "--removed", "9h 9d 8s 8c Ah", "--json"],
    ),
    "shooter's hand to 154 rolls: odds nj-2011 --hand-length": (
        None,
        ["odds", "nj-2011", "--hand-length", "--longest", "154", "--json"],
    ),
}


def median_seconds(command: list[str], runs: int) -> float:
    taken = []
    for _ in range(runs):
        started = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def main() -> None:
    asked = options(__doc__, RUNS).parse_args()
    python = sys.executable
    subprocess.run([str(ROOT / "lammer"), "--version"], check=True, stdout=subprocess.DEVNULL)
    bare = median_seconds([python, "-c", "pass"], asked.turns)
    library = median_seconds([python, "-c", "import cyclopts"], asked.turns)
    print(
        f"median of {asked.turns} cold runs; python -c pass {bare:.3f} s, "
        f"import cyclopts {library:.3f} s"
    )
    rows = []
    for name, (budget, arguments) in COMMANDS.items():
        seconds = median_seconds([str(ROOT / "lammer"), *arguments], asked.turns)
        row = {
            "command": name,
            "seconds": round(seconds, 3),
            "times_bare_python": round(seconds / bare, 1),
            "times_import_cyclopts": round(seconds / library, 2),
            "budget_seconds": budget,
            "share_of_budget": None if budget is None else round(seconds / budget, 2),
        }
        rows.append(row)
        within = "" if budget is None else f", {seconds / budget:.0%} of the {budget} s allowed"
        print(f"{seconds:7.3f} s = {seconds / library:5.2f} x import cyclopts  {name}{within}")
    if asked.write:
        result = {
            "machine": f"{cpu()}, {platform.system()}, Python {platform.python_version()}",
            "runs": asked.turns,
            "bare_python_seconds": round(bare, 3),
            "import_cyclopts_seconds": round(library, 3),
            "commands": rows,
        }
        keep("odds", result)


if __name__ == "__main__":
    main()
