"""How many lines of logs people may cause at automatic tables: a log is kept, so its growth has a
limit for each person, and for all people of one address together."""

from collections.abc import Callable

from lammer.server.errors import Refused
from lammer.server.ops.limits import ServerLimits
from lammer.server.ops.rate_limits import TokenBuckets
from lammer.server.people.permissions import Requester

HOUR = 3600
PER_ADDRESS = 5
"""How many times the lines of one account all people of one address may cause together."""


class LogGrowth:
    """Lines that people have caused lately. The lines of a command are counted when it is done."""

    def __init__(self, limits: ServerLimits, monotonic: Callable[[], float]) -> None:
        def hourly(lines: int) -> TokenBuckets:
            return TokenBuckets(lines / HOUR, lines, time=monotonic)

        self._limits = limits
        self._accounts = hourly(limits.lines_per_hour)
        self._guests = hourly(limits.lines_per_hour_guest)
        self._addresses = hourly(PER_ADDRESS * limits.lines_per_hour)

    def check(self, who: Requester) -> None:
        """Raise ``Refused`` if a person, or the people of an address, have caused too many."""
        limits = self._limits
        wait = self._buckets(who).lacks(str(who.person))
        most = limits.lines_per_hour_guest if who.guest else limits.lines_per_hour
        whose = "You have"
        if not wait and who.address:
            wait = self._addresses.lacks(who.address)
            most, whose = PER_ADDRESS * limits.lines_per_hour, "People at your address have"
        if wait:
            detail = f"{whose} filled {most:,} lines of logs within an hour, as many as may be."
            instead = f"Go on in {wait} seconds; you may leave at any time."
            if who.guest and most < limits.lines_per_hour:
                instead += " Accounts have more room."
            raise Refused("too-many-lines", detail, 429, instead=instead, retry_after=wait)

    def count(self, who: Requester, lines: int) -> None:
        self._buckets(who).charge(str(who.person), lines)
        if who.address:
            self._addresses.charge(who.address, lines)

    def _buckets(self, who: Requester) -> TokenBuckets:
        return self._guests if who.guest else self._accounts
