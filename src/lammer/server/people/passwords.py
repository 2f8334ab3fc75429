"""Password hashing by argon2id, in a few threads of its own with a bounded queue."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

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
        self._decoy_hash: str | None = None

    async def hash(self, password: str) -> str:
        return await self._run(lambda: self._hasher.hash(password))

    async def verify(self, stored: str | None, password: str) -> bool:
        """True if it is the password of that hash; without a hash, the same work and False."""
        if stored is None:
            return await self._run(lambda: self._verify(self._decoy(), password) and False)
        return await self._run(lambda: self._verify(stored, password))

    def is_stale(self, stored: str) -> bool:
        """True if the hash was made with other parameters than are used now."""
        return self._hasher.check_needs_rehash(stored)

    async def warm(self) -> None:
        """Compute the decoy hash now, so that the first wrong login takes no longer than others."""
        await self._run(self._decoy)

    def close(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    def _decoy(self) -> str:
        if self._decoy_hash is None:
            self._decoy_hash = self._hasher.hash(secrets.token_urlsafe(32))
        return self._decoy_hash

    async def _run(self, do: Callable[[], T]) -> T:
        if self._waiting >= AT_ONCE + MOST_WAITING:
            raise PasswordsBusy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, do)
        finally:
            self._waiting -= 1
