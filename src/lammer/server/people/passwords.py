"""Password hashing by argon2id, in a few threads of its own with a bounded queue."""

import asyncio
import secrets
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

T = TypeVar("T")

AT_ONCE = 2
MOST_WAITING = 16


class PasswordsBusy(Exception):
    """Too many passwords are waiting to be hashed."""


class Passwords:
    """Hashes and verifies. A missing account costs the same time as an existing one."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = PasswordHasher() if hasher is None else hasher
        self._threads = ThreadPoolExecutor(AT_ONCE, "lammer-password")
        self._waiting = 0
        self._decoy = hash_of_nothing(self._hasher)

    async def hash(self, password: str) -> str:
        return await self._run(lambda: self._hasher.hash(password))

    async def verify(self, stored: str | None, password: str) -> bool:
        """True if it is the password of that hash; without a hash, the same work and False."""
        if stored is None:
            return await self._run(lambda: self._verify(self._decoy, password) and False)
        return await self._run(lambda: self._verify(stored, password))

    def is_stale(self, stored: str) -> bool:
        """True if the hash was made with other parameters than are used now."""
        return self._hasher.check_needs_rehash(stored)

    def close(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, do: Callable[[], T]) -> T:
        if self._waiting >= AT_ONCE + MOST_WAITING:
            raise PasswordsBusy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, do)
        finally:
            self._waiting -= 1


def hash_of_nothing(hasher: PasswordHasher) -> str:
    """Return random bytes in the form of a hash: to verify a password against it takes as long as
    against a real one, and making it takes no time.

    >>> hash_of_nothing(PasswordHasher()).rpartition("$")[0].rpartition("$")[0]
    '$argon2id$v=19$m=65536,t=3,p=4'
    """
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    parts = (secrets.token_bytes(size) for size in (hasher.salt_len, hasher.hash_len))
    salt, tag = (b64encode(part).decode().rstrip("=") for part in parts)
    return f"$argon2{hasher.type.name.lower()}$v={ARGON2_VERSION}${cost}${salt}${tag}"
