"""The shape of a game's vocabulary; each game defines its own in its folder (``vocabulary.py``)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from lammer.core.wager import Wager
from lammer.games.registry import RULESETS, game_module
from lammer.table import Bet, TableState
from lammer.typed.intents import Command, Spot, Unclear, Verb

Asks = Iterable[tuple[str, tuple[Command, ...]]]
"""Patterns of words, each with the commands it stands for."""
Found = str | Unclear
"""The name of a bet, or the question which one is meant."""


def plainly(_table: TableState, _seat: int, spot: Spot) -> Found:
    """Return the bet that a spot names, regardless of what is up."""
    return f"place-{spot.number}" if spot.key == "number" else spot.key


def names_of(wager: Wager) -> tuple[str, ...]:
    """Return the key and the name of a wager in its rule set."""
    return wager.key, wager.name


def groups_of(numbers: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the place bets that are named together, of a game with these numbers: all of them
    ("across"), those of the middle ("inside"), and those of the ends with their neighbours
    ("outside").

    >>> groups_of(("4", "5", "6", "8", "9", "10"))["outside"]
    ('place-4', 'place-5', 'place-9', 'place-10')
    """
    across = tuple(f"place-{number}" for number in numbers)
    return {"across": across, "inside": across[1:-1], "outside": (*across[:2], *across[-2:])}


def bets_up(table: TableState, seat: int) -> Mapping[str, Bet]:
    """Return the bets of a seat that are up, by name; none for a spectator."""
    there = table.seats.get(seat)
    return {} if there is None else there.bets


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one game.

    ``spots`` are patterns of words with the wager's key they name; ``boxes`` numbers that alone
    name a box, ``others`` whatever needs more than a pattern, ``names`` what else a wager is
    called. ``wishes`` and ``asks`` are the game's own, tried before those of every game; ``short``
    words are none of the latter. ``made`` says which bet a spot means when one is made, ``held``
    when one is up. ``spoken`` is what bets are called whose keys do not say it. Bets that begin
    with ``staying`` are left up when they win. ``groups`` are wagers that one word names together,
    such as "inside"; ``covered`` is the one that players leave out of them now. The rest are
    examples."""

    spots: tuple[tuple[str, str], ...]
    wishes: Mapping[Verb, str]
    asks: Callable[[TableState, int], Asks]
    examples: tuple[str, ...]
    down_example: str
    call_example: str
    boxes: tuple[str, ...] = ()
    short: frozenset[str] = frozenset()
    staying: tuple[str, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    covered: Callable[[TableState], str | None] = lambda _: None
    others: Callable[[str], Spot | None] = lambda _: None
    declined: Callable[[TableState, str], Unclear | None] = lambda *_: None
    names: Callable[[Wager], Iterable[str]] = names_of
    spoken: Mapping[str, str] = field(default_factory=dict)
    made: Callable[[TableState, int, Spot], Found] = plainly
    held: Callable[[TableState, int, Spot], Found] = plainly


def vocabulary_of(table: TableState) -> Vocabulary:
    """Return the vocabulary of the game that this table plays."""
    words: Vocabulary = game_module(table.rules.house.law.key, "vocabulary").WORDS
    return words


def spoken(name: str) -> str:
    """Return the usual name of a bet at the table, which ``understood`` parses.

    >>> spoken("eleven"), spoken("dont-come-odds-6"), spoken("place-lose-4")
    ('yo', "don't come odds 6", 'place 4 to lose')
    """
    return _spoken(tuple(RULESETS)).get(name) or name.replace("-", " ")


@cache
def _spoken(keys: tuple[str, ...]) -> Mapping[str, str]:
    """Return the names of bets that are not called by their keys, at all games."""
    words: Iterable[Vocabulary] = (game_module(key, "vocabulary").WORDS for key in keys)
    return {name: said for each in words for name, said in each.spoken.items()}
