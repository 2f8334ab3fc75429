"""A house with a person in every role."""

from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from tests.server.support.running import RunningHouse
from tests.server.support.table_helpers import at, new_table

CREW = ("dealer", "stickperson", "boxperson", "floorperson")


class Staffed:
    """A house with a crew: a token for each role."""

    def __init__(self, house: RunningHouse) -> None:
        self.house = house
        self.boss = house.account("boss", "administrator")
        self.tokens = {
            role: house.account(f"the-{role}", role, self.boss) for role in (*CREW, "surveillance")
        }

    def table(self, **more: Any) -> str:
        return new_table(self.house, self.tokens["floorperson"], kind="staffed", **more)

    @asynccontextmanager
    async def crew(self, table: str, *roles: str) -> Any:
        async with AsyncExitStack() as stack:
            yield [
                await stack.enter_async_context(at(self.house, table, self.tokens[role]))
                for role in roles
            ]
