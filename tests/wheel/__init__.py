"""A wheel of 38 pockets and a game with one wager on it, which only these tests know.

``spinner`` is an instrument and ``seventeen`` a game, each a folder as those of the program are.
All that is done for them here is to register them; no module of the program knows of either.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from lammer.games.registry import RULESETS
from lammer.instruments import INSTRUMENTS

KEY = "ex-wheel"
GAME = "seventeen"


@contextmanager
def registered() -> Iterator[None]:
    """The wheel and its game are known while this lasts."""
    with (
        patch.dict(INSTRUMENTS, {"spinner": "tests.wheel.spinner"}),
        patch.dict(RULESETS, {KEY: "tests.wheel.seventeen.rules"}),
    ):
        yield
