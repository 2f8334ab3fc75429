"""Compile the kernels and keep them, so that the first question is answered as fast as the rest.

Run once at set-up: python -m lammer.sim.precompile
"""

import sys

from lammer.sim.exact import solve as exact
from lammer.sim.simulate import Means, Question, answered, prepare
from lammer.sim.strategy.text import parse

DICE = "bet pass 10\nodds 2x\nbet buy-4 20 if point\nstop if rolls >= 100"
CARDS = "game: punto-banco\nbet banker 10\nstop if coups >= 100"


def warm() -> None:
    """Every kernel once, on a few sessions."""
    for text in (DICE, CARDS):
        for rolls in (40, None):
            ready = prepare(Question(parse(text), rolls=rolls))
            answered(ready, Means("sample", sessions=64, seed=1, engine="numba", threads=1))
            if ready.automaton is not None and not ready.sampling.no_exact:
                exact.solve(ready.automaton, 100, rolls, engine="numba")


if __name__ == "__main__":
    try:
        warm()
    except ModuleNotFoundError as problem:
        sys.exit(f"not compiled: {problem.name} is not installed")
