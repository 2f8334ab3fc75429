"""A table to use from Python: open it, give commands, inspect it, undo.

``Table`` is a thin layer over ``lammer.table.run``: each method writes one command, and returns the
``Answer``, with the events or the refusal. The verbs of the instrument (``roll``, ``shake``,
``deal`` and so on) are methods as well, so a new instrument needs no change here. Unlike
``lammer.table`` it may read a file.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from lammer.core.codec import shape
from lammer.core.legality import Refusal
from lammer.table.commands import verbs
from lammer.table.log import FIRST, read_log_line
from lammer.table.run import Answer, Mark, Run
from lammer.table.script import parse
from lammer.table.state import Bet, TableState
from lammer.table.views.legal import Legal, legal
from lammer.table.views.narrate import narrated

Offers = Literal["lone", "ask"]
OnRefusal = Literal["return", "raise"]


class RefusedCommand(Exception):
    """Raised for a refusal by a table that was opened with ``refusals="raise"``."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"{refusal.detail} [{', '.join(refusal.clauses)}]")


class LogMismatch(ValueError):
    """Raised by ``Table.from_log`` for a log that these rules would not have written."""


class Table:
    """One table: its state, its log, and a method for everything that can be done at it.

    ``rails`` are the chips of each seat in cents. A lone player accepts every offer of the dice,
    the shaker or the shoe by themselves, unless ``offers="ask"``. A refusal is returned in the
    answer and changes nothing; with ``refusals="raise"`` it is raised as ``RefusedCommand``.

    >>> table = Table("nj-2011", rails={1: 500_00})
    >>> table.bet(1, "pass", 10_00).ok, table.roll(4, 4).ok, table.point
    (True, True, 8)
    >>> table.remove(1, "pass").refusal.clauses
    ('NJ11-1.3c1',)
    >>> table.describe(table.roll(5, 3))
    ('5-3: Eight, easy eight. Winner, the point is made.', 'Seat 1 wins $10 on the Pass Bet ($10).')
    >>> table.rail(1), table.undo(), table.point
    (51000, True, 8)
    """

    def __init__(
        self,
        rules: str,
        game: str | None = None,
        *,
        rails: Mapping[int, int],
        house: Mapping[str, Any] | None = None,
        offers: Offers = "lone",
        refusals: OnRefusal = "return",
    ) -> None:
        self._lines: list[bytes] = []
        self._marks: list[Mark] = []
        self._closed = False
        self._offers, self._refusals = offers, refusals
        self._run = Run.at(rules, game, rails=rails, house=house, keep=self._lines.append)
        self._accept_offer()

    @classmethod
    def from_log(
        cls, log: str | PathLike[str] | bytes, *, refusals: OnRefusal = "return"
    ) -> "Table":
        """Return the table at the end of a log: a path, or the log itself as bytes.

        Every command in it is carried out again and must give the same lines, to the byte; for a
        log that does not, ``LogMismatch`` names the first line that differs.

        >>> first = Table("nj-1997", rails={1: 100_00})
        >>> first.bet(1, "place-6", 6_00).ok, first.shake(2, 4).ok
        (True, True)
        >>> Table.from_log(first.log).rail(1) == first.rail(1)
        True
        """
        content = log if isinstance(log, bytes) else Path(log).read_bytes()
        table = cls.__new__(cls)
        table._lines, table._marks, table._closed = [], [], False
        table._offers, table._refusals = "ask", refusals
        given = content.splitlines(keepends=True)
        origin = read_log_line(parse(given[0])).origin if given else None
        table._run = Run(table._lines.append, origin)
        for number, line in enumerate(given, start=1):
            entry = parse(line)
            body = entry.get("body")
            if len(table._lines) < number and isinstance(body, Mapping) and "command" in body:
                at, by = datetime.fromisoformat(str(entry["at"])), str(entry.get("by", ""))
                table._run.do(dict(body["command"]), at, by)
            elif len(table._lines) < number and entry.get("event") == "close":
                table._run.close(str(entry.get("by", "")))
                table._closed = True
            if number > len(table._lines) or table._lines[number - 1] != line:
                raise LogMismatch(
                    f"Line {number} is not what these rules write. `lammer audit` says why."
                )
        return table

    # Commands

    def do(self, command: Mapping[str, Any]) -> Answer:
        """Carry out one command, written as in a script (``docs/formats.md``). Raises ``Malformed``
        for what is not a command; then nothing has changed."""
        if self._closed:
            raise ValueError("The log of this table is closed: undo() opens it again.")
        mark = self._run.mark()
        answer = self._run.do(command)
        self._marks.append(mark)
        if answer.ok:
            self._accept_offer()
        elif self._refusals == "raise" and answer.refusal is not None:
            raise RefusedCommand(answer.refusal)
        return answer

    def bet(self, seat: int, wager: str, cents: int, **more: Any) -> Answer:
        """Make a bet, or add to one that is up."""
        return self.do({"do": "bet", "seat": seat, "wager": wager, "amount": cents, **more})

    def reduce(self, seat: int, bet: str, by_cents: int) -> Answer:
        """Take part of a bet down."""
        return self.do({"do": "reduce", "seat": seat, "wager": bet, "by": by_cents})

    def remove(self, seat: int, bet: str) -> Answer:
        """Take a bet down, with the odds behind it."""
        return self.do({"do": "remove", "seat": seat, "wager": bet})

    def call(self, seat: int, bet: str, *, working: bool) -> Answer:
        """Call a bet on or off."""
        return self.do({"do": "call", "seat": seat, "wager": bet, "working": working})

    def sit(self, seat: int, rail_cents: int = 0, name: str = "") -> Answer:
        """Seat a player with chips."""
        named = {"name": name} if name else {}
        return self.do({"do": "sit", "seat": seat, "rail": rail_cents, **named})

    def leave(self, seat: int) -> Answer:
        """Let a player leave; bets that may stay stay."""
        return self.do({"do": "leave", "seat": seat})

    def __getattr__(self, name: str) -> Callable[..., Answer]:
        """Return the method for a verb of this game, such as ``roll`` or ``accept_dice``.

        Its arguments are the command's keys, in order or by name. A key that is a list (dice,
        cards) takes all the arguments: ``roll(4, 4)``, ``deal("2d", "5c", "Kh", "Ks")``.
        """
        if name.startswith("_"):
            raise AttributeError(name)
        verb = name.rstrip("_").replace("_", "-")
        kind = verbs(self.state.rules.procedure.trial.thing).get(verb)
        if kind is None:
            raise AttributeError(f"there is no verb {verb!r} at {self.game}")
        keys = self.state.rules.instrument.arguments(self.state.rules, kind)

        def act(*values: Any, **named: Any) -> Answer:
            whole = bool(values) and tuple in shape(kind).fields[keys[0]].form.values
            if whole and not isinstance(values[0], list | tuple):
                values = (list(values),)
            if len(values) > len(keys):
                raise TypeError(f"{name} takes {', '.join(keys)}")
            given = {
                key: list(value) if isinstance(value, tuple) else value
                for key, value in zip(keys, values, strict=False)
            }
            return self.do({"do": verb, **given, **named})

        return act

    def __dir__(self) -> list[str]:
        known = verbs(self.state.rules.procedure.trial.thing)
        return [*super().__dir__(), *(verb.replace("-", "_") for verb in known)]

    def undo(self) -> bool:
        """Drop the last command and its lines, as if it had not been done; False if there is none.
        For exploring: at a real table a trial is taken back by ``correct``, which stays in the
        log."""
        if not self._marks:
            return False
        mark = self._marks.pop()
        self._closed = False
        self._run.rewind(mark)
        del self._lines[mark.lines :]
        return True

    def close(self) -> str:
        """Close the log with its last line; return the head, which is worth keeping elsewhere. What
        is closed takes no further command; ``undo`` opens it again."""
        mark = self._run.mark()
        self._run.close()
        self._marks.append(mark)
        self._closed = True
        return self.head

    # Inspection

    @property
    def state(self) -> TableState:
        """The table as an immutable value: seats, bets, books, whose turn it is."""
        return self._run.table

    @property
    def game(self) -> str:
        return self.state.rules.house.law.game

    @property
    def point(self) -> int | None:
        """The come-out point, where the game has one and it is set."""
        return self.state.point

    @property
    def shooter(self) -> int | str | None:
        """The seat that holds the instrument, ``"dealer"``, or None."""
        return self.state.hands.holder

    @property
    def log(self) -> bytes:
        """The log so far: what ``lammer audit`` takes."""
        return b"".join(self._lines)

    @property
    def head(self) -> str:
        """The hash of the last line."""
        return self._run.mark().head if self._lines else FIRST

    def rail(self, seat: int) -> int:
        """Return the chips of a seat that are not bet, in cents."""
        return self.state.rail(seat)

    def bets(self, seat: int) -> Mapping[str, Bet]:
        """Return the bets of a seat that are up, by name."""
        return self.state.seats[seat].bets

    def legal(self, seat: int | None) -> Legal:
        """Return what a seat may do now, for which amounts, or why not."""
        return legal(self.state, seat, self._run.now)

    def describe(self, answer: Answer) -> tuple[str, ...]:
        """Return the events of an answer of this table in words, one sentence each."""
        return () if answer.before is None else tuple(narrated(answer.before, answer.events))

    # Helpers

    def _accept_offer(self) -> None:
        """A lone player takes what is offered: nobody else could."""
        state = self.state
        offered = state.hands.offered
        if self._offers == "lone" and offered is not None and state.seated() == [offered]:
            thing = state.rules.procedure.trial.thing
            self._run.do({"do": f"accept-{thing}", "seat": offered})


__all__ = ["LogMismatch", "RefusedCommand", "Table"]
