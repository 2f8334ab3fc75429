"""Simulation of strategies: exact if possible, otherwise sampled.

Call ``ask``, ``compare`` or ``explore``; a strategy is parsed by ``parse``, or composed of
``parts``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lammer.sim.api import ask, compare, explore
    from lammer.sim.report.result import Result, StrategyComparison
    from lammer.sim.simulate import Means, Question, answer
    from lammer.sim.strategy import library, parts
    from lammer.sim.strategy.parts import Strategy
    from lammer.sim.strategy.text import parse

__all__ = [
    "Means", "Question", "Result", "Strategy", "StrategyComparison", "answer", "ask", "compare",
    "explore", "library", "parse", "parts",
]  # fmt: skip
_AT = {
    "StrategyComparison": "report.result",
    "Means": "simulate",
    "Question": "simulate",
    "Result": "report.result",
    "Strategy": "strategy.parts",
    "answer": "simulate",
    "ask": "api",
    "compare": "api",
    "explore": "api",
    "parse": "strategy.text",
}


def __getattr__(name: str) -> Any:
    """Import names on first use: numpy is slow to import, and not every command needs it."""
    if name in ("library", "parts"):
        return import_module(f"lammer.sim.strategy.{name}")
    if name not in _AT:
        raise AttributeError(f"lammer.sim has no {name}")
    return getattr(import_module(f"lammer.sim.{_AT[name]}"), name)
