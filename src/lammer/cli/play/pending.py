"""The table of a session; commands since the last roll can be taken back.

A log is only appended to, so only final commands enter it: commands are first carried out on the
table alone (``decide`` and ``apply_all``, which are pure), and given to the run that writes the log
when the dice roll, the cards are dealt or the player leaves. Taking back repeats the pending
commands without the last. What has rolled stays.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, BinaryIO

from lammer.cli.play.games import terminal_game_of
from lammer.cli.play.terminal_game import Outcome
from lammer.cli.support.output import CommandError
from lammer.core.legality import Refusal
from lammer.table import Answer, Run, TableState
from lammer.table.apply import apply_all
from lammer.typed.dry_run import decision_on, is_accepted

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class PendingCommand:
    """The commands of one typed line, and whether any was carried out."""

    words: str
    commands: list[dict[str, Any]] = field(default_factory=list)
    done: bool = False


class PendingTable:
    """A table from its opening to its close.

    >>> seats = [{"seat": 1, "rail": 50000}]
    >>> pending = PendingTable({"do": "open", "rules": "nj-2011", "seats": seats})
    >>> pending.say("field 5")
    >>> answer = pending.do({"do": "bet", "seat": 1, "wager": "field", "amount": 500})
    >>> pending.table.rail(1), pending.undo(), pending.table.rail(1), pending.undo()
    (49500, 'field 5', 50000, None)
    """

    def __init__(
        self, opening: Mapping[str, Any], log: BinaryIO | None = None, clock: Clock = utc_now
    ) -> None:
        self._log, self._clock = log, clock
        self._lines: list[bytes] = []
        self._last = datetime.min.replace(tzinfo=UTC)
        self._run = Run(None if log is None else self._lines.append)
        opened = self._run.do(self._timed(opening))
        assert opened.ok, opened.refusal
        self._turns = [PendingCommand("")]
        self.table: TableState = self._run.table
        self._write()

    def _write(self) -> None:
        """Write what is final to the log."""
        rest = memoryview(b"".join(self._lines))
        self._lines.clear()
        try:
            while self._log is not None and rest:
                rest = rest[self._log.write(rest) :]
        except OSError as problem:
            raise CommandError(
                f"the log could not be written further: {problem.strerror}.",
                "The game stops here; what the log has so far stands.",
            ) from None

    def _timed(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Return the command with the time on it, which never decreases."""
        self._last = max(self._last, self._clock().replace(microsecond=0))
        return {**command, "at": self._last.isoformat().replace("+00:00", "Z")}

    def say(self, words: str) -> None:
        """Begin a new line; the commands that follow belong to it."""
        self._turns.append(PendingCommand(words))

    def do(self, command: Mapping[str, Any]) -> Answer:
        """Carry out a command on the table; it can still be taken back."""
        timed = self._timed(command)
        answer = self._execute(timed)
        self._turns[-1].commands.append(timed)
        self._turns[-1].done |= answer.ok
        return answer

    def _execute(self, command: Mapping[str, Any]) -> Answer:
        decision = decision_on(self.table, command)
        if isinstance(decision, Refusal):
            return Answer((), decision)
        self.table = apply_all(self.table, decision)
        return Answer(decision, None)

    def undo(self) -> str | None:
        """Take back the last line since the roll that did anything; return its text, or None."""
        at = next((n for n in range(len(self._turns) - 1, 0, -1) if self._turns[n].done), None)
        if at is None:
            return None
        words = self._turns[at].words
        del self._turns[at:]
        self.table = self._run.table
        for turn in self._turns:
            for command in turn.commands:
                self._execute(command)
        return words

    def roll(self, throw: Callable[[], Outcome]) -> Answer:
        """Throw, shake or deal, if that is allowed; otherwise ``throw`` is not called. Makes
        earlier commands final."""
        game = terminal_game_of(self.table)
        closing = self._timed(game.closing)
        if not is_accepted(self.table, closing):
            return self.do(game.closing)
        return self.final(game.trial_command(throw()))

    def final(self, command: Mapping[str, Any]) -> Answer:
        """Carry out a command that cannot be taken back, and make earlier ones final."""
        answer = self.do(command)
        if answer.ok:
            self._commit()
        return answer

    def _commit(self) -> None:
        for turn in self._turns:
            while turn.commands:
                self._run.do(turn.commands[0])
                del turn.commands[0]
        assert self._run.table == self.table, "the log is not of this table"
        self._turns = [PendingCommand("")]
        self._write()

    def close(self) -> str | None:
        """Write what is pending and close the log; return its head hash, if there is one."""
        self._commit()
        head = self._run.close()
        self._write()
        return head
