"""A client of a house of several processes: it connects to the process that has its table."""

import asyncio
import ssl
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.support.running import PATIENCE, LiveClient, Message

LATER = frozenset(("moved", "not-stored", "store-down", "stopped", "busy"))
"""Codes of refusals after which a command is sent again under its number."""


class FollowingClient(LiveClient):
    """Sends each command under one number until it is answered, to whichever process has the
    table."""

    def __init__(
        self, address: str, table: str, token: str | None, trust: ssl.SSLContext | None = None
    ) -> None:
        super().__init__(address, table, token, "test")
        self._anywhere, self._trust = self.url, trust
        self.number = 0
        self.processes: list[str] = []
        """The paths of the processes that accepted a connection, "" for one picked by the proxy."""

    async def come(self) -> None:
        """Connect to the process that has the table, however often it moves."""
        at = ""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.url = self._anywhere.replace("/api/", f"{at}/api/")
                more = {} if self._trust is None else {"ssl": self._trust}
                try:
                    await self.open(max(self.lines, default=0) + 1, **more)
                except KeyError:  # No snapshot.
                    at = self.hello["error"].get("at", "").rstrip("/")
                except (OSError, InvalidHandshake, ConnectionClosed):
                    at = ""
                else:
                    break
                await asyncio.sleep(0.02)
        self.number = max(self.number, self.hello["you"]["last"])
        self.processes.append(at)

    async def do_once(self, do: str, **keys: Any) -> Message:
        """Send a command until it is carried out, once."""
        self.number += 1
        number = self.number
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    found = await self.ask(do, number=number, **keys)
                except (ConnectionClosed, OSError):
                    await self.come()
                    continue
                if found["ok"]:
                    return found
                assert found["refusal"]["code"] in LATER, found
                await asyncio.sleep(0.02)
