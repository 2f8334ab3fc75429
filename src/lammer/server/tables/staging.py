"""Chips that players have put on a spot of their page and not sent yet. A trial that somebody else
asks for waits for them, for a moment: as a dealer lets everybody set down what is in hand."""

import asyncio
from typing import TYPE_CHECKING

from lammer.server.client_commands import DrawTrial
from lammer.server.tables.answers import QueuedCommand

if TYPE_CHECKING:
    from lammer.server.people.permissions import ClientKey
    from lammer.server.tables.runner import Listener, TableRunner

WAITS = 0.5
"""Seconds for which a trial waits at most."""
STAGED = 1.5
"""Seconds after which chips that were said to be staged are not waited for."""


class StagedChips:
    """Who has chips staged at one table, and the trial that waits for them."""

    def __init__(self, runner: "TableRunner") -> None:
        self._runner = runner
        self._until: dict[Listener, tuple[ClientKey, float]] = {}
        self.held: list[QueuedCommand] = []
        """The trial that waits, and what its client has sent since."""
        self._timer: asyncio.TimerHandle | None = None

    def stage(self, listener: "Listener", key: "ClientKey") -> None:
        self._until[listener] = key, self._runner.house.monotonic() + STAGED

    def lift(self, listener: "Listener") -> None:
        """The chips of a client are sent, or taken up, or it is gone."""
        if self._until.pop(listener, None) and self.held and not self._waited_for():
            self.release()

    def holds(self, queued: QueuedCommand) -> bool:
        """Keep a trial for later if others have chips staged, and ask for them; what the same
        client sends after it is kept, too, so that its order stays. True if it was kept."""
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
        """Queue what waits."""
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
