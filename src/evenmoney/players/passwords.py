"""Passwords kept as argon2id hashes. Hashing is slow on purpose, so it runs off the event loop."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

T = TypeVar("T")

AT_ONCE_MAX: Final = 2
"""How many hashes are worked on at once: each takes 64 MiB and a core."""

WAITING_MAX: Final = 32
"""How many may wait for their turn."""


class TooBusy(Exception):
    """Too many log-ins wait for their hash; try again in a moment."""


class Passwords:
    """Makes and checks hashes, a few at a time."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
        self._turns = asyncio.Semaphore(AT_ONCE_MAX)
        self._waiting = 0
        self._nobody = self._hasher.hash("the password of nobody")

    async def hashed(self, password: str) -> str:
        """The hash to keep; raises `TooBusy`."""
        return await self._in_turn(self._hasher.hash, password)

    async def matches(self, hashed: str | None, password: str) -> bool:
        """Whether the password is the one that was hashed; without a hash the same time passes,
        so that nobody learns from the clock which names exist. Raises `TooBusy`."""
        found = await self._in_turn(self._check, hashed or self._nobody, password)
        return found and hashed is not None

    def is_outdated(self, hashed: str) -> bool:
        """Whether a hash was made with weaker parameters than today's."""
        return self._hasher.check_needs_rehash(hashed)

    def _check(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _in_turn(self, work: Callable[..., T], *given: str) -> T:
        if self._waiting >= WAITING_MAX:
            raise TooBusy
        self._waiting += 1
        try:
            async with self._turns:
                return await asyncio.to_thread(work, *given)
        finally:
            self._waiting -= 1
