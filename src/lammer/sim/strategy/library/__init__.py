"""Strategies that people play and believe in, one file each; the file's name is the key."""

from functools import cache
from importlib.resources import files

from lammer.games.registry import UnknownName
from lammer.sim.strategy.parts import Strategy
from lammer.sim.strategy.text import parse

SUFFIX = ".strategy"


@cache
def names() -> tuple[str, ...]:
    """Return all keys, in order.

    >>> [name for name in names() if name.startswith("three")]
    ['three-point-dolly', 'three-point-molly']
    """
    entries = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in entries if name.endswith(SUFFIX)))


def text(name: str) -> str:
    """Return the text of a strategy. Raises ``UnknownName`` with the nearest keys.

    >>> print(text("pass-odds-2x").splitlines()[-1])
    odds 2x on pass
    """
    if name not in names():
        raise UnknownName("strategy", name, names())
    return files(__name__).joinpath(name + SUFFIX).read_text(encoding="utf-8")


@cache
def load(name: str) -> Strategy:
    """Return a strategy as data.

    >>> load("iron-cross").name
    'Iron cross'
    """
    return parse(text(name))


def example() -> str:
    """Return a commented file to start from.

    >>> parse(example()).name
    'My strategy'
    """
    return files(__name__).joinpath("example.txt").read_text(encoding="utf-8")
