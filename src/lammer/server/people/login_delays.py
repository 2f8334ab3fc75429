"""Delays after wrong passwords: they slow a stranger down, and never keep an account's owner out.

Wrong passwords are counted by login and source together, where a source is an address, or a device
that has signed in to this login before and proves it. What strangers try is also counted by login
alone, wherever they come from; sources that have signed in before pass that. The store counts, for
all processes of the house.
"""

import hashlib
import hmac
import secrets
from typing import NamedTuple

_NONCE_BYTES = 12


class DelayRule(NamedTuple):
    """So many ``free`` failures, then a delay of ``first`` seconds that doubles with each further
    one, up to ``longest``."""

    free: int
    first: float
    longest: float

    def delay_ms(self, failures: int) -> int:
        """Return the delay after so many failures in milliseconds; 0 if there is none yet.

        >>> rule = DelayRule(5, 10, 300)
        >>> [rule.delay_ms(n) for n in (4, 5, 6, 7, 99)]
        [0, 10000, 20000, 40000, 300000]
        """
        beyond = failures - self.free
        if beyond < 0:
            return 0
        return round(1000 * min(self.longest, self.first * 2.0 ** min(beyond, 40)))


def device_proof(login: str, password_hash: str) -> str:
    """Return a proof that a device has signed in to a login, to be kept on the device. It is good
    until the password is changed, and says nothing about the password.

    >>> proof = device_proof("ada", "hash")
    >>> proves(proof, "ada", "hash"), proves(proof, "ada", "other"), proves("", "ada", "hash")
    (True, False, False)
    """
    nonce = secrets.token_hex(_NONCE_BYTES)
    return f"{nonce}.{_seal(nonce, login, password_hash)}"


def proves(proof: str, login: str, password_hash: str) -> bool:
    nonce, _, seal = proof.partition(".")
    if len(nonce) != 2 * _NONCE_BYTES:
        return False
    return hmac.compare_digest(seal.encode(), _seal(nonce, login, password_hash).encode())


def _seal(nonce: str, login: str, password_hash: str) -> str:
    said = f"lammer device {nonce} {login}".encode()
    return hmac.new(password_hash.encode(), said, hashlib.sha256).hexdigest()
