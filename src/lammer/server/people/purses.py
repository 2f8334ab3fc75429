"""A cache of people's chips that are not at a table.

The store is authoritative. Chips of ticks that are not written yet are held here, so that the same
chips cannot be brought to two tables at once.
"""

from collections.abc import Iterable

from lammer.server.storage.store_writer import StoreWriter
from lammer.store.port import Transfer


class Purses:
    def __init__(self, writer: StoreWriter, most: int = 20_000) -> None:
        self._writer = writer
        self._most = most
        self._cents: dict[int, int] = {}
        self._held: dict[int, int] = {}
        self._looking: dict[int, object] = {}
        """Look-ups under way whose purses have not been written to since they began."""

    async def look_up(self, person: int) -> int:
        """Return the cents in a purse that are not held. Read in the writing thread, so that it
        includes earlier writes; a later write must be told (``moved``), or ``forget`` it."""
        while person not in self._cents:
            this = self._looking.setdefault(person, object())
            found = await self._writer.write(lambda store: store.purse(person))
            if self._looking.get(person) is this:
                del self._looking[person]
                self._evict()
                self._cents.setdefault(person, found)
        return self.free(person)

    def moved(self, transfers: Iterable[Transfer]) -> None:
        """Note what was written to purses."""
        for each in transfers:
            self._looking.pop(each.person, None)
            if each.person in self._cents:
                self._cents[each.person] += each.cents

    def free(self, person: int) -> int:
        """Return the cents in a purse that was looked up, less those held; 0 for any other
        purse."""
        return max(0, self._cents.get(person, 0) - self._held.get(person, 0))

    def is_known(self, person: int) -> bool:
        return person in self._cents

    def hold(self, person: int, cents: int) -> None:
        """Hold chips for a tick, until it is written or rolled back (``release``)."""
        self._held[person] = self._held.get(person, 0) + cents

    def release(self, person: int, cents: int) -> None:
        left = self._held.get(person, 0) - cents
        if left > 0:
            self._held[person] = left
        else:
            self._held.pop(person, None)

    def forget(self, person: int | None = None) -> None:
        """Look a purse up again next time, after a write; all of them if None."""
        if person is None:
            self._looking.clear()
            self._cents.clear()
        else:
            self._looking.pop(person, None)
            self._cents.pop(person, None)

    async def refresh(self) -> list[int]:
        """Read all purses again that are kept here, since another process may have written to them;
        return whose chips have changed. One that is being written to here is read again later."""
        known = dict(self._cents)
        if not known:
            return []
        found = await self._writer.read(lambda store: store.purses(list(known)))
        changed = [
            person
            for person, cents in found.items()
            if cents != known[person]
            and self._cents.get(person) == known[person]
            and person not in self._held
        ]
        for person in changed:
            self._cents[person] = found[person]
        return changed

    def _evict(self) -> None:
        if len(self._cents) >= self._most:
            for person in [each for each in self._cents if each not in self._held]:
                del self._cents[person]
