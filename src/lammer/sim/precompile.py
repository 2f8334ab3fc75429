"""Compiles the kernels and caches them, so that the first simulation is as fast as the rest.

Run once at set-up: python -m lammer.sim.precompile
"""

import sys
from collections.abc import Iterator

from lammer.games.registry import RULESETS, find_game_module
from lammer.sim.exact import solve as exact
from lammer.sim.simulate import Means, Question, answered, prepare
from lammer.sim.strategy.text import parse


def _exercises() -> Iterator[str]:
    """Yield strategies that run every kernel, each from the folder of its game."""
    found = (find_game_module(key, "exercise") for key in RULESETS)
    yield from dict.fromkeys(each.STRATEGY for each in found if each is not None)


def precompile() -> None:
    """Run every kernel once, on a few sessions."""
    for text in _exercises():
        for rolls in (40, None):
            ready = prepare(Question(parse(text), rolls=rolls))
            answered(ready, Means("sample", sessions=64, seed=1, engine="numba", threads=1))
            if ready.automaton is not None and not ready.sampling.no_exact:
                exact.solve(ready.automaton, 100, rolls, engine="numba")


if __name__ == "__main__":
    try:
        precompile()
    except ModuleNotFoundError as problem:
        sys.exit(f"not compiled: {problem.name} is not installed")
