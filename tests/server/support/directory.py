"""Lets a house answer as if other processes had a table, for a while."""

from typing import Any

import pytest

from lammer.server.errors import Refused
from lammer.server.house import HouseServer
from lammer.server.ops.logs import REQUEST
from lammer.server.tables.runner import TableRunner


class FakeDirectory:
    """Answers given before the true one: each is raised once when a table is looked up, or with
    ``live`` for WebSockets only."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, live: bool = False) -> None:
        self.answers: list[Refused] = []
        true = HouseServer.runner

        def runner(house: HouseServer, table: str) -> TableRunner:
            if self.answers and not (live and REQUEST.get()):
                raise self.answers.pop(0)
            return true(house, table)

        monkeypatch.setattr(HouseServer, "runner", runner)

    def say(self, *answers: Refused) -> None:
        self.answers[:] = answers


def send_away(house: Any, table: str) -> None:
    """Close every connection at a table, as if it had moved."""
    server = house._server.house

    def end() -> None:
        for listener in list(server.tables[table].listeners):
            listener.table_gone()

    house._loop.call_soon_threadsafe(end)
