"""The meanings of a typed line."""

from dataclasses import dataclass
from typing import Any, Literal

from lammer.core.money import dollars

Verb = Literal[
    "roll",
    "enter",
    "bets",
    "rail",
    "table",
    "help",
    "edges",
    "why",
    "law",
    "rules",
    "undo",
    "quit",
    "leave-up",
    "max-odds",
    "neighbours",
    "shuffle",
    "roads",
    "nothing",
]
Command = dict[str, Any]
"""A command for the table, written as in a table script."""


@dataclass(frozen=True, slots=True)
class TableCommands:
    """Commands for the table, in order, written as in a table script."""

    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class LocalAction:
    """Something the terminal or the page does without a command to the table; ``about`` is its
    argument."""

    verb: Verb
    about: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line without a meaning, or with two: what is unclear, and what to type instead."""

    what: str
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    """A bet without an amount: add or take off one chip of the value that the player has
    selected."""

    wager: str
    more: bool = True


Meaning = TableCommands | LocalAction | Unclear | Chip


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the layout as it was typed: the key of a wager, or a key of the game's vocabulary
    (such as "number" or "odds") that the bets which are up turn into one."""

    key: str
    number: str = ""


def typed(cents: int) -> str:
    """An amount as somebody would type it."""
    return dollars(cents).replace("$", "").replace(",", "")
