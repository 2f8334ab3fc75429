"""The Python interface: a strategy by name, file, text or function; money in dollars."""

import importlib.util
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from numbers import Integral, Real
from pathlib import Path
from textwrap import shorten
from types import NoneType
from typing import Any, TypedDict, Unpack, overload

from lammer.house import elections_in
from lammer.house.files.read import BrokenFile
from lammer.sim.play.python_player import answer_function
from lammer.sim.play.recorded_sessions import RecordedSessions, answer_recorded, recorded_sessions
from lammer.sim.play.shown_session import ShownSession, show_recorded
from lammer.sim.play.shown_session import show_session as shown_session
from lammer.sim.report.result import Ending, Result, StrategyComparison
from lammer.sim.simulate import Means, Method, Progress, Question, QuestionError, answer
from lammer.sim.strategy import library
from lammer.sim.strategy.parts import Strategy, cents
from lammer.sim.strategy.text import parse, read_strategy
from lammer.sim.strategy.words import StrategySyntaxError
from lammer.sim.studies.answers import ExploreResult
from lammer.sim.studies.answers import explore as explored
from lammer.sim.studies.paired import compared, compared_recorded
from lammer.sim.studies.sweep import Value

Player = Strategy | Callable[..., Any]
Weights = str | Sequence[float | Fraction]
"""Weights of the faces of a die: as ``--faces`` has them, or as numbers."""
Faces = Weights | Sequence[Weights]
Dice = str | Path | Iterable[str | Sequence[int]]
"""Recorded trials: a file, its lines, or the faces of each throw."""


class AskOptions(TypedDict, total=False):
    """What can be asked of strategies, as the parameters of ``ask``."""

    rules: str | None
    game: str | None
    house: Mapping[str, Any] | str | Path | None
    bankroll: float
    rolls: int | None
    goal: float | None
    ending: Ending
    faces: Faces
    sessions: int | None
    seed: int | None
    method: Method
    exact: bool
    sample: bool
    gpu: bool
    threads: int | None
    cluster: str | None
    seconds: float | None
    dice: Dice | None
    progress: Progress | None
    stop: Callable[[], bool] | None


@overload
def ask(
    strategy: str | Player, *, show_session: None = None, **asked: Unpack[AskOptions]
) -> Result: ...
@overload
def ask(
    strategy: str | Player, *, show_session: int, **asked: Unpack[AskOptions]
) -> ShownSession: ...
def ask(
    strategy: str | Player,
    *,
    rules: str | None = None,
    game: str | None = None,
    house: Mapping[str, Any] | str | Path | None = None,
    bankroll: float = 500,
    rolls: int | None = 200,
    goal: float | None = None,
    ending: Ending = "fair",
    faces: Faces = (),
    sessions: int | None = None,
    seed: int | None = None,
    method: Method = "auto",
    exact: bool = False,
    sample: bool = False,
    gpu: bool = False,
    threads: int | None = None,
    cluster: str | None = None,
    seconds: float | None = None,
    dice: Dice | None = None,
    show_session: int | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Result | ShownSession:
    """Return what a way of betting does to a bankroll: exact if possible, otherwise sampled.

    It takes what ``lammer simulate`` takes, and is ``lammer.simulate`` too: ``docs/python.md`` says
    what each parameter is.

    >>> found = ask("pass-odds-2x")
    >>> found.exact, round(found.p_ruin, 4)
    (True, 0.0212)
    >>> ask("bet pass 10; odds 2x", sessions=1000, seed=1).sessions
    1000
    >>> ask("field-flat", dice=["1 1", "3 4", "6 6", "5 5"], rolls=2).mean
    52000.0
    >>> shown = ask("field-flat", seed=1, rolls=2, show_session=1)
    >>> [(trial.outcome_text, trial.bankroll) for trial in shown.trials]
    [('6-3', 51000), ('1-2', 52000)]
    """
    asked: AskOptions = {
        "rules": rules, "game": game, "house": house, "bankroll": bankroll, "rolls": rolls,
        "goal": goal, "ending": ending, "faces": faces, "sessions": sessions,
        "seed": seed, "method": method,
        "exact": exact, "sample": sample, "gpu": gpu, "threads": threads, "cluster": cluster,
        "seconds": seconds, "progress": progress, "stop": stop,
    }  # fmt: skip
    question, player = _asked(strategy, asked | {"dice": dice})
    means = _means(asked)
    if show_session is not None:
        _check_types({"show_session": show_session})
    if dice is not None:
        if seed is not None:
            raise QuestionError("Recorded dice have no seed.", "Leave dice or seed out.")
        source = _recorded(question, player, dice)
        if show_session is not None:
            return show_recorded(source, show_session)
        return answer_recorded(source, means)
    if show_session is not None:
        seed = secrets.randbits(63) if means.seed is None else means.seed
        return shown_session(question, player, seed, show_session, sessions)
    if isinstance(player, Strategy):
        return answer(question, means)
    return answer_function(question, player, means)


def _asked(strategy: str | Player, asked: AskOptions) -> tuple[Question, Player]:
    unknown = sorted({*asked} - {*AskOptions.__annotations__})
    if unknown:
        raise TypeError(
            f"there is no parameter {unknown[0]}: {', '.join(AskOptions.__annotations__)}"
        )
    _check_types(asked)
    player = find_strategy(strategy) if isinstance(strategy, str) else strategy
    if not isinstance(player, Strategy) and not callable(player):
        raise QuestionError(
            f"{_shown(strategy)} is no strategy.",
            "Give a name of the library, a file, a text, a Strategy or a function.",
        )
    rules, game, house = asked.get("rules"), asked.get("game"), asked.get("house")
    path = None
    if isinstance(house, str | Path):
        path = str(house)
        rules, game, house = _elected(path, rules, game)
    goal = asked.get("goal")
    question = Question(
        player if isinstance(player, Strategy) else Strategy("", ()),
        rules,
        game,
        house or {},
        path,
        _cents("bankroll", asked.get("bankroll", 500)),
        asked.get("rolls", 200),
        None if goal is None else _cents("goal", goal),
        asked.get("ending", "fair"),
        _faces(asked.get("faces", ())),
    )
    return question, player


_WHOLE = (Integral, NoneType), "a whole number"
_NUMBER = (Real, NoneType), "a number"
_WORD = (str, NoneType), "a text"
_FUNCTION = (Callable, NoneType), "a function"
_TRUTH = (bool,), "True or False"
_TYPES: Mapping[str, tuple[tuple[Any, ...], str]] = {
    "rules": _WORD, "game": _WORD, "ending": _WORD, "method": _WORD, "cluster": _WORD,
    "house": ((Mapping, str, Path, NoneType), "a file's path, or its keys"),
    "bankroll": ((Real,), "a number of dollars"), "goal": ((Real, NoneType), "a number of dollars"),
    "rolls": _WHOLE, "sessions": _WHOLE, "seed": _WHOLE, "threads": _WHOLE, "seconds": _NUMBER,
    "faces": ((Sequence,), 'weights such as "1,1,1,1,1,1.2"'),
    "dice": ((str, Path, Iterable, NoneType), "a file's path, or lines such as 3 4"),
    "exact": _TRUTH, "sample": _TRUTH, "gpu": _TRUTH,
    "show_session": ((Integral,), "a whole number"), "progress": _FUNCTION, "stop": _FUNCTION,
}  # fmt: skip
"""Of which types each parameter may be, and that in words."""


def _check_types(asked: Mapping[str, object]) -> None:
    for name, value in asked.items():
        known, words = _TYPES[name]
        truth = isinstance(value, bool) and bool not in known
        if not isinstance(value, known) or truth:
            raise QuestionError(f"{name} {_shown(value)} is not {words}.")


def _shown(value: object) -> str:
    if isinstance(value, int) and abs(value) >= 10**30:
        return "of that size"
    return shorten(repr(value), 40, placeholder="...")


def _cents(name: str, dollars: float) -> int:
    """Return dollars as cents. Raises ``QuestionError``."""
    try:
        return cents(dollars)
    except ValueError:
        what = f"{name} {_shown(dollars)} is no whole number of cents."
        raise QuestionError(what, "Give dollars, such as 500 or 12.5.") from None


def _faces(faces: Faces) -> tuple[str, ...]:
    """Return the weights of each die as a text.

    >>> _faces([1, 1, 1, 1, 1, 1.2]), _faces("1,1,1,1,1,2")
    (('1,1,1,1,1,1.2',), ('1,1,1,1,1,2',))
    """
    one = isinstance(faces, str) or any(isinstance(each, Real) for each in faces)
    dice: Sequence[Any] = (faces,) if one else faces
    return tuple(
        die if isinstance(die, str)
        else ",".join(map(str, die)) if isinstance(die, Sequence) else str(die)
        for die in dice
    )  # fmt: skip


def _elected(
    path: str, rules: str | None, game: str | None
) -> tuple[str | None, str | None, Mapping[str, Any]]:
    """Return rule set, game and elections of a house file, as a table without a crew has them."""
    try:
        data = elections_in(path)
    except BrokenFile as problem:
        raise QuestionError(f"{problem}.") from None
    elected = {key: value for key, value in data.items() if key != "long_form"}
    return rules or elected.get("rules"), game or elected.get("game"), elected


def _means(asked: AskOptions) -> Means:
    exact, sample = asked.get("exact", False), asked.get("sample", False)
    method = asked.get("method", "auto")
    gpu, cluster = asked.get("gpu", False), asked.get("cluster")
    if exact + sample + (method != "auto") > 1:
        raise QuestionError("An answer is exact, or sampled: ask for one of them.")
    if exact and (gpu or cluster is not None):
        raise QuestionError("An exact answer is not sampled on a GPU or a cluster.")
    if (exact or method == "exact") and asked.get("sessions") is not None:
        raise QuestionError("An exact answer has no sessions.", "Leave exact or sessions out.")
    if gpu and cluster is not None:
        raise QuestionError("A sample is drawn in one place: on a GPU, or on a cluster.")
    if exact or sample or gpu or cluster is not None:
        method = "exact" if exact else "sample"
    return Means(
        method,
        asked.get("sessions"),
        asked.get("seed"),
        "gpu" if gpu else "auto",
        asked.get("threads"),
        cluster,
        progress=asked.get("progress"),
        stop=asked.get("stop"),
        seconds=asked.get("seconds"),
    )


def _recorded(question: Question, player: Player, dice: Dice) -> RecordedSessions:
    """Return the sessions of a file, or of its lines."""
    if not isinstance(dice, str | Path):
        lines = (each if isinstance(each, str) else " ".join(map(str, each)) for each in dice)
        return recorded_sessions(question, player, lines)
    try:
        with open(dice, encoding="utf-8", errors="replace") as file:
            return recorded_sessions(question, player, file)
    except OSError as problem:
        raise QuestionError(f"{dice} cannot be read: {problem.strerror}.") from None


def compare(*strategies: str | Player, **asked: Unpack[AskOptions]) -> StrategyComparison:
    """Compare several strategies on the same dice, each two of them session by session. It takes
    what ``ask`` takes.

    >>> found = compare("pass-flat", "dont-pass-flat", rolls=50)
    >>> [round(each.sd / 100) for each in found.results]
    [38, 38]
    >>> pair = found.pairs[0]
    >>> pair.method, round(pair.mean), round(pair.above.chance, 4)
    ('exact', -8, 0.4689)
    """
    if asked.get("seed") is None:
        asked["seed"] = 1
    questions = [_asked(each, asked) for each in strategies]
    dice = asked.get("dice")
    if dice is not None:
        asked["seed"] = None
        lines = dice if isinstance(dice, str | Path) else list(dice)
        sources = [_recorded(question, player, lines) for question, player in questions]
        return compared_recorded(sources, _means(asked))
    return compared(questions, _means(asked))


def explore(
    strategy: str | Strategy,
    *,
    ruin: float | None = None,
    sweep: Mapping[str, Sequence[float] | Sequence[Sequence[float]]] | None = None,
    lines: bool = False,
    falls: bool = False,
    **asked: Unpack[AskOptions],
) -> ExploreResult:
    """Answer questions about a strategy: the bankroll for a chance of ``ruin``; ``sweep``, values
    in dollars by name (``rolls``: how many); what each of its ``lines`` costs; how far it ``falls``
    from a peak. Otherwise it takes what ``ask`` takes, except ``dice``.

    >>> found = explore("bet pass 10; bet field 5", rolls=100, ruin=0.05, lines=True)
    >>> found.ruin.found.bankroll // 100, round(found.lines.total)
    (175, 3207)
    """
    if asked.get("dice") is not None:
        raise QuestionError("A record cannot be explored.", "ask and compare play on one.")
    question, player = _asked(strategy, asked)
    if not isinstance(player, Strategy):
        raise QuestionError("Only a strategy can be explored.", "ask plays a Python function.")
    over = {name: [_value_of(name, each) for each in some] for name, some in (sweep or {}).items()}
    return explored(question, _means(asked), ruin=ruin, over=over, lines=lines, falls=falls)


def _value_of(name: str, value: float | Sequence[float]) -> Value:
    if isinstance(value, Sequence):
        return tuple(cents(each) for each in value)
    return int(value) if name == "rolls" else cents(value)


def find_strategy(name: str) -> Player:
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
