"""The Python interface: a strategy by name, file, text or function; money in dollars."""

import importlib.util
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import shorten
from typing import Any

from lammer.sim.play.python_player import answer_function
from lammer.sim.report.result import Result, StrategyComparison
from lammer.sim.simulate import Means, Method, Question, answer
from lammer.sim.strategy import library
from lammer.sim.strategy.conditions import StrategySyntaxError
from lammer.sim.strategy.parts import Strategy, cents
from lammer.sim.strategy.text import parse, read_strategy

Player = Strategy | Callable[..., Any]


def ask(
    strategy: str | Player,
    *,
    rules: str | None = None,
    game: str | None = None,
    house: Mapping[str, Any] | None = None,
    bankroll: float = 500,
    rolls: int | None = 200,
    goal: float | None = None,
    sessions: int | None = None,
    seed: int | None = None,
    method: Method = "auto",
) -> Result:
    """Return what a way of betting does to a bankroll: exact if possible, otherwise sampled.

    >>> found = ask("pass-odds-2x")
    >>> found.exact, round(found.p_ruin, 4)
    (True, 0.0212)
    >>> ask("bet pass 10; odds 2x", sessions=1000, seed=1).sessions
    1000
    """
    player = named(strategy) if isinstance(strategy, str) else strategy
    question = Question(
        player if isinstance(player, Strategy) else Strategy("", ()),
        rules,
        game,
        house or {},
        None,
        cents(bankroll),
        rolls,
        None if goal is None else cents(goal),
    )
    means = Means(method, sessions, seed)
    if isinstance(player, Strategy):
        return answer(question, means)
    return answer_function(question, player, means)


def compare(*strategies: str | Player, seed: int = 1, **asked: Any) -> StrategyComparison:
    """Compare several strategies on the same dice.

    >>> [round(each.sd / 100) for each in compare("pass-flat", "pass-odds-2x").results]
    [77, 219]
    """
    return StrategyComparison(tuple(ask(each, seed=seed, **asked) for each in strategies))


def named(name: str) -> Player:
    """Return a strategy of the library, of a file, or written out (``;`` for a new line); or a
    function of a Python file, FILE.py:FUNCTION. Raises ``StrategySyntaxError`` or
    ``UnknownName``."""
    if not name.strip():
        raise StrategySyntaxError("there is nothing in it", "lammer strategy lists the library.")
    if name.endswith(".py"):
        raise StrategySyntaxError(f"{name} is Python", f"Name a function of it: {name}:NAME.")
    path, colon, function = name.rpartition(":")
    if colon and path.endswith(".py"):
        return _function(path, function)
    if name in library.names():
        return library.load(name)
    if "\n" in name or ";" in name or (" " in name.strip() and not Path(name).exists()):
        return _written(name)
    if "/" in name or name.endswith(".strategy") or Path(name).is_file():
        return read_strategy(name)
    return library.load(name)


def _written(text: str) -> Strategy:
    """Parse a strategy written out in one line; its text is its name."""
    guess = re.sub(r"\s+", "-", text.strip())
    if guess in library.names():
        raise StrategySyntaxError(f'"{text}" is no strategy', f"Did you mean {guess}?")
    found = parse(re.sub(r"\s*;\s*", "\n", text.strip()))
    short = " ".join(text.split())
    return found if found.name else replace(found, name=shorten(short, 60, placeholder="..."))


def _function(path: str, name: str) -> Callable[..., Any]:
    spec = importlib.util.spec_from_file_location("lammer_player", path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise StrategySyntaxError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:  # noqa: BLE001
        why = f"{type(problem).__name__}: {problem}"
        raise StrategySyntaxError(f"{path} cannot be loaded: {why}") from None
    found = getattr(module, name, None)
    if not callable(found):
        raise StrategySyntaxError(
            f"{path} has no function {name}", "Name one that takes a hand to play."
        )
    return found  # type: ignore[no-any-return]
