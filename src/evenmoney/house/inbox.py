"""A table's inbox: what is to be done, one piece after the other, by one task. Knows no tables."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from evenmoney.house.rota import Rota

T = TypeVar("T")
Work = Callable[..., Awaitable[None]]
Failed = Callable[[Exception], Awaitable[None]]

logger = logging.getLogger(__name__)


class Inbox:
    """Pieces of work in the order they came; `failed` is given what one of them raises.

    `offer` is bounded by `limit`, for what players send; `put` is for what the house itself must
    do, which is bounded by its nature: a join or two a socket, an alarm a deadline. Work begins
    when the `rota` says so.
    """

    def __init__(self, limit: int, failed: Failed, rota: Rota) -> None:
        self._limit = limit
        self._failed = failed
        self._rota = rota
        self._work: deque[tuple[bool, Work, tuple[Any, ...]]] = deque()
        self._offered = 0
        self._closing = False
        self._idle: asyncio.Future[None] | None = None
        self._asked = False
        self._loop = asyncio.get_running_loop()
        self.task = self._loop.create_task(self._run())

    def put(self, work: Work, *args: Any) -> None:
        """Have this done after all that waits."""
        self._work.append((False, work, args))
        self._wake()

    def offer(self, work: Work, *args: Any) -> bool:
        """Have this done if not too much waits; whether it will be."""
        if self._offered >= self._limit:
            return False
        self._offered += 1
        self._work.append((True, work, args))
        self._wake()
        return True

    async def ask(self, work: Callable[..., Awaitable[T]], *args: Any) -> T:
        """What the work gives or raises, after all that waits; it is done to its end even when
        nobody waits for it any more."""
        done: asyncio.Future[T] = self._loop.create_future()

        async def answer() -> None:
            try:
                done.set_result(await work(*args))
            except Exception as error:
                done.set_exception(error)

        self.put(answer)
        return await asyncio.shield(done)

    async def close(self) -> None:
        """Do what waits, then stop."""
        self._closing = True
        self._wake()
        await self.task

    def _wake(self) -> None:
        if self._idle is not None and not self._asked and not self._idle.done():
            self._asked = True
            self._rota.ask(self._begin)

    def _begin(self) -> None:
        self._asked = False
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def _run(self) -> None:
        while self._work or not self._closing:
            if not self._work:
                self._idle = self._loop.create_future()
                await self._idle
                self._idle = None
                continue
            offered, work, args = self._work.popleft()
            self._offered -= offered
            try:
                await work(*args)
            except Exception as fault:
                await self._see_to(fault)

    async def _see_to(self, fault: Exception) -> None:
        """Whatever becomes of a fault, what waits behind it is done, and answered."""
        try:
            await self._failed(fault)
        except Exception:
            logger.exception("a fault was not seen to: %s", fault)
