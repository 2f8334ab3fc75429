"""What a question consists of before it is given a skill and a seed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from lammer.school.posing.question_table import STAND_IN
from lammer.school.posing.seeded_choices import SeededChoices
from lammer.table.rules import Rules
from lammer.table.state import TableState


class BetReckoning(NamedTuple):
    """Why one bet of a question is paid or collected, and the dealer's way to it: ``way`` in
    general ("pays 7 to 6"), ``reckon`` in these amounts."""

    clauses: tuple[str, ...]
    way: str
    reckon: str


QuestionKind = Literal[
    "payments",
    "order",
    "legal",
    "call",
    "works",
    "card",
    "count",
    "valid",
    "commission",
    "press",
    "mistakes",
]
"""What a question asks for."""


@dataclass(frozen=True, slots=True)
class PosedQuestion:
    """A question and its answer.

    ``table`` is what lies there, ``given`` further keys of the question (the outcome, what is
    wanted), ``answer`` the right one, ``clauses`` why, ``reckon`` the dealer's way to it.
    ``words`` ask it in a sentence. ``bets`` has the clauses and the way for each bet that is
    decided, by seat and name; ``frames`` show the steps of a record.
    """

    table: TableState
    words: str
    answer: Mapping[str, Any]
    clauses: tuple[str, ...]
    reckon: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    shown: Mapping[str, Any] = field(default_factory=dict)
    """What the question shows of the table in addition to its bets."""
    bets: Mapping[tuple[int, str], BetReckoning] = field(default_factory=dict)
    frames: Sequence["Frame"] = ()


class LearnerQuestion(Protocol):
    """A question to a learner: its content (``posed``), and what is ``asked`` for."""

    @property
    def asked(self) -> str: ...

    @property
    def posed(self) -> PosedQuestion: ...


class Frame(NamedTuple):
    """A step of a record as a picture: the table with its chips at that moment, and the outcome of
    the latest trial."""

    table: TableState
    lies: Mapping[str, Any] | None


class Recorded(NamedTuple):
    """An entry of a record, the table before it, and what it says in words."""

    entry: Mapping[str, Any]
    table: TableState
    words: str


Mistake = Callable[[Sequence[Recorded], SeededChoices], list[Recorded] | None]
"""Puts a mistake of one kind into a record; None if the record has no place for it."""
Pose = Callable[[Rules, SeededChoices], PosedQuestion | None]
"""Makes a question from choices; None if these rules allow none of its kind."""


def table_data(posed: PosedQuestion, *, says_what_works: bool = True) -> dict[str, Any]:
    """Return the table of a question as plain data."""
    table = posed.table
    rules = table.rules
    bets = [
        {
            "seat": number,
            "bet": name,
            "wager": bet.wager,
            "amount": bet.stake,
            **(
                {"working": not rules.is_off(table.context, bet.wager, bet.called)}
                if says_what_works
                else {}
            ),
            **({"called": bet.called} if bet.called else {}),
            **({"state": bet.state} if _is_told(table, name, bet.wager, bet.state) else {}),
        }
        for number, seat in table.seats.items()
        if number != STAND_IN
        for name, bet in seat.bets.items()
    ]
    return {"point": table.point, "bets": bets, **posed.shown}


def charged_on_wins(table: TableState) -> dict[str, str]:
    """Return the wagers that are up and of which vigorish is taken when they win, each with the key
    of a payment that says how much: ``vigorish``, or ``marks`` where it is marked."""
    rules = table.rules
    up = {bet.wager for seat in table.seats.values() for bet in seat.bets.values()}
    found = {}
    for wager in (rules.wagers[key] for key in sorted(up)):
        vig = rules.vig(wager)
        if vig is not None and vig.rate and vig.when == "win":
            found[wager.key] = "marks" if rules.marks_vigorish(wager) else "vigorish"
    return found


def _is_told(table: TableState, name: str, wager: str, state: str) -> bool:
    """Return whether a bet's state shows neither in its name nor in the table's context."""
    start = table.rules.wagers[wager].machine.start
    return state != start and state != table.context and not name.endswith(f"-{state}")
