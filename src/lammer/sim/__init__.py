"""Strategies: written as data, answered exactly where that can be, sampled where not.

People ``ask`` or ``compare``; a strategy is read by ``parse``, or composed of ``parts``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lammer.sim.asking import ask, compare
    from lammer.sim.result import Comparison, Result
    from lammer.sim.simulate import Means, Question, answer
    from lammer.sim.strategy import library, parts
    from lammer.sim.strategy.parts import Strategy
    from lammer.sim.strategy.text import parse

__all__ = [
    "Comparison", "Means", "Question", "Result", "Strategy", "answer", "ask", "compare", "library",
    "parse", "parts",
]  # fmt: skip
_AT = {
    "Comparison": "result",
    "Means": "simulate",
    "Question": "simulate",
    "Result": "result",
    "Strategy": "strategy.parts",
    "answer": "simulate",
    "ask": "asking",
    "compare": "asking",
    "parse": "strategy.text",
}


def __getattr__(name: str) -> Any:
    """Loaded when asked for: numpy is slow to come, and not every command needs it."""
    if name in ("library", "parts"):
        return import_module(f"lammer.sim.strategy.{name}")
    if name not in _AT:
        raise AttributeError(f"lammer.sim has no {name}")
    return getattr(import_module(f"lammer.sim.{_AT[name]}"), name)
