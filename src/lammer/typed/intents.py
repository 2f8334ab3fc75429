"""What a line can mean, and how a bet is named back."""

import re
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
    "neighbours",
    "shuffle",
    "roads",
    "nothing",
]
Command = dict[str, Any]
"""A command for the table, written as in a table script."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Commands for the table, in order, written as in a table script."""

    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """Something the table need not be asked for; ``about`` says what of."""

    verb: Verb
    about: str = ""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Words that say nothing, or two things: what is unclear, and what to say instead."""

    what: str
    instead: str = ""


Meaning = Ask | Wish | Puzzle


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the layout as somebody named it: a wager's key; or "number", "odds", "come-odds"
    and "dont-come-odds", which only what is up makes definite."""

    key: str
    number: str = ""


_SPOKEN = {
    "eleven": "yo",
    "c-and-e": "c and e",
    "six-seven-eight": "6-7-8",
    "all-small": "small",
    "all-tall": "tall",
    "all-or-nothing": "all",
}


def spoken(name: str) -> str:
    """How a bet is named at the table; ``understood`` takes it back.

    >>> spoken("eleven"), spoken("dont-come-odds-6"), spoken("place-lose-4")
    ('yo', "don't come odds 6", 'place 4 to lose')
    """
    if match := re.fullmatch(r"place-lose-(\d+)", name):
        return f"place {match[1]} to lose"
    return _SPOKEN.get(name) or name.replace("dont-", "don't ").replace("-", " ")


def typed(cents: int) -> str:
    """An amount as somebody would type it."""
    return dollars(cents).replace("$", "").replace(",", "")
