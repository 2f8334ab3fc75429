"""Rate limits: a token bucket for each key, in a map of bounded size."""

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil

MOST_KEYS = 10_000


class TokenBuckets:
    """Buckets that hold ``burst`` tokens and get ``rate`` more each second. The key unused for
    longest is forgotten first, which gives it a full bucket again.

    >>> now = [0.0]
    >>> buckets = TokenBuckets(rate=1, burst=2, time=lambda: now[0])
    >>> [buckets.wait("a") for _ in range(3)], buckets.wait("b")
    ([0, 0, 1], 0)
    >>> now[0] = 1.0
    >>> buckets.wait("a")
    0
    """

    def __init__(
        self,
        rate: float,
        burst: float,
        *,
        most: int = MOST_KEYS,
        time: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate, self._burst, self._most, self._time = rate, burst, most, time
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str) -> int:
        """Take a token: 0 if there was one, else the seconds until there is."""
        now = self._time()
        left, before = self._left.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - before) * self._rate)
        granted = left >= 1
        self._left[key] = (left - 1 if granted else left, now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return 0 if granted else max(1, ceil((1 - left) / self._rate))

    def lacks(self, key: str) -> int:
        """Return the seconds until there is a token, 0 if there is one; none is taken."""
        left, before = self._left.get(key, (self._burst, 0.0))
        if left < 1:
            left += (self._time() - before) * self._rate
        return 0 if left >= 1 else max(1, ceil((1 - left) / self._rate))

    def charge(self, key: str, tokens: float) -> None:
        """Take tokens for what is done already, also more than there are.

        >>> buckets = TokenBuckets(rate=1, burst=2, time=lambda: 0.0)
        >>> buckets.charge("a", 5)
        >>> buckets.lacks("a"), buckets.lacks("b")
        (4, 0)
        """
        now = self._time()
        left, before = self._left.pop(key, (self._burst, now))
        self._left[key] = (min(self._burst, left + (now - before) * self._rate) - tokens, now)
        if len(self._left) > self._most:
            self._left.popitem(last=False)

    def __len__(self) -> int:
        return len(self._left)


def neighbourhood(address: str) -> str:
    """Return what counts as one address: of IPv6 the network's 64 bits, since its owner has all of
    its addresses.

    >>> neighbourhood("192.0.2.7"), neighbourhood("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)
