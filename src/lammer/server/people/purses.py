"""What everybody has off the tables, as far as the house has looked it up.

The store has the truth. Here is a copy, less what is on its way to a table and not yet written
down, so that the same chips cannot be brought to two tables at once.
"""

from lammer.server.tables.store_writer import StoreWriter


class Purses:
    def __init__(self, writer: StoreWriter, most: int = 20_000) -> None:
        self._writer = writer
        self._most = most
        self._cents: dict[int, int] = {}
        self._held: dict[int, int] = {}

    async def look_up(self, person: int) -> int:
        """What is in a purse and not on its way anywhere. Read in the writing thread, so that what
        was written before is in it; who writes later has it forgotten later."""
        if person not in self._cents:
            found = await self._writer.write(lambda store: store.purse(person))
            self._make_room()
            self._cents.setdefault(person, found)
        return self.free(person)

    def free(self, person: int) -> int:
        """The same, of a purse that was looked up; nothing, of any other."""
        return max(0, self._cents.get(person, 0) - self._held.get(person, 0))

    def knows(self, person: int) -> bool:
        """Whether a purse was looked up."""
        return person in self._cents

    def hold(self, person: int, cents: int) -> None:
        """Chips on their way to a table, until they are ``let_go``: written down, or not."""
        self._held[person] = self._held.get(person, 0) + cents

    def let_go(self, person: int, cents: int) -> None:
        left = self._held.get(person, 0) - cents
        if left > 0:
            self._held[person] = left
        else:
            self._held.pop(person, None)

    def forget(self, person: int | None = None) -> None:
        """Something was written down: look it up again next time; everybody's, for None."""
        if person is None:
            self._cents.clear()
        else:
            self._cents.pop(person, None)

    def _make_room(self) -> None:
        if len(self._cents) >= self._most:
            for person in [each for each in self._cents if each not in self._held]:
                del self._cents[person]
