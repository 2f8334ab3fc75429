"""The proxies that are believed when they say whom they speak for (``X-Forwarded-For``) and over
what (``X-Forwarded-Proto``)."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
THIS_MACHINE = ("127.0.0.1", "::1")


def network(text: str) -> Network:
    """Return an address, or a network of them; ``ValueError`` if it is neither.

    >>> network("10.0.0.5"), network("10.0.0.0/24")
    (IPv4Network('10.0.0.5/32'), IPv4Network('10.0.0.0/24'))
    """
    return ip_network(text)


class TrustedProxies:
    """The proxies that are believed.

    >>> trusted = TrustedProxies([network("10.0.0.0/24")])
    >>> "10.0.0.9" in trusted, "10.0.1.9" in trusted, "" in trusted
    (True, False, False)
    """

    def __init__(self, networks: Iterable[Network] = ()) -> None:
        self._networks = tuple(networks)

    def __contains__(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in each for each in self._networks)
