"""Chips that players have put on a spot of their page and not sent yet. A trial requested by
somebody else waits for them, up to a limit, as a dealer lets everybody finish betting."""

import asyncio
from typing import TYPE_CHECKING

from lammer.server.client_commands import DrawTrial
from lammer.server.tables.answers import QueuedCommand

if TYPE_CHECKING:
    from lammer.server.people.permissions import ClientKey
    from lammer.server.tables.audience import Listener
    from lammer.server.tables.runner import TableRunner

WAITS = 0.5
"""The most seconds that a trial waits."""
STAGED = 1.5
"""Seconds after which chips reported as staged are no longer waited for."""


class StagedChips:
    """The clients with staged chips at one table, and the trial that waits for them."""

    def __init__(self, runner: "TableRunner") -> None:
        self._runner = runner
        self._until: dict[Listener, tuple[ClientKey, float]] = {}
        self.held: list[QueuedCommand] = []
        """The waiting trial, and what its client has sent since."""
        self._timer: asyncio.TimerHandle | None = None

    def stage(self, listener: "Listener", key: "ClientKey") -> None:
        self._until[listener] = key, self._runner.house.monotonic() + STAGED

    def lift(self, listener: "Listener") -> None:
        """Note that a client has sent or taken back its chips, or has disconnected."""
        if self._until.pop(listener, None) and self.held and not self._waited_for():
            self.release()

    def holds(self, queued: QueuedCommand) -> bool:
        """Hold a trial back if others have chips staged, and request these chips. What the same
        client sends after it is held too, so that its order stays. Return True if the command is
        held."""
        if self.held:
            mine = queued.who.key == self.held[0].who.key
            if mine:
                self.held.append(queued)
            return mine
        if queued.who.person is None or not isinstance(queued.sent.command, DrawTrial):
            return False
        others = [each for each, key in self._waited_for().items() if key != queued.who.key]
        if not others:
            return False
        self.held.append(queued)
        self._timer = asyncio.get_running_loop().call_later(WAITS, self.release)
        message = self._runner.house.encode({"closing": True})
        for each in others:
            each.send(message)
        return True

    def release(self) -> None:
        """Queue what was held back."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        held, self.held = self.held, []
        for each in held:
            self._runner.enqueue(each)

    def _waited_for(self) -> dict["Listener", "ClientKey"]:
        now, there = self._runner.house.monotonic(), self._runner.listeners
        self._until = {
            each: (key, until)
            for each, (key, until) in self._until.items()
            if until > now and each in there
        }
        return {each: key for each, (key, _) in self._until.items()}
