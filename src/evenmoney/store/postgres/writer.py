"""The one task that writes units: all that waits goes into one statement, one batch in flight."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

import asyncpg

from evenmoney.store.faults import Fault, planted
from evenmoney.store.postgres.database import (
    CONFLICTS,
    LOST,
    TRIES_MAX,
    failure,
    place,
)
from evenmoney.store.postgres.desk import Desk
from evenmoney.store.store import OutcomeUnknown, StoreFailed, Unit, UnitRefused

WAITING_MAX = 4096
"""More callers than this wait for room before their unit is queued."""

BATCH_MAX = 512
"""Units in one statement at most."""


Connect = Callable[[str], Awaitable[asyncpg.Connection]]


class Waiting:
    """A unit, its caller's future, and why it was refused."""

    __slots__ = ("future", "refused", "unit")

    def __init__(self, unit: Unit, future: "asyncio.Future[None]") -> None:
        self.unit = unit
        self.future = future
        self.refused: UnitRefused | None = None


Batch = Sequence[Waiting]


class Writer:
    """The task, its queue and its connection, which is made anew when it breaks."""

    def __init__(
        self,
        address: str,
        connection: asyncpg.Connection,
        connect: Connect,
        faults: Sequence[Fault] = (),
    ) -> None:
        self._address = address
        self._connection = connection
        self._connect = connect
        self._desk = Desk()
        self._queue: deque[Waiting] = deque()
        self._wake = asyncio.Event()
        self._room = asyncio.Semaphore(WAITING_MAX)
        self._closing = False
        steps: list[tuple[str, Callable[[Batch], Awaitable[None]]]] = [
            ("judge", self._judge),
            ("commit", self._commit),
        ]
        self._steps = planted(steps, faults)
        self._task = asyncio.create_task(self._run(), name="store")

    async def keep(self, unit: Unit) -> None:
        """Returns when the database has committed the unit."""
        async with self._room:
            if self._closing:
                raise StoreFailed(f"{place(self._address)} is closed", "closed")
            waiting = Waiting(unit, asyncio.get_running_loop().create_future())
            self._queue.append(waiting)
            self._wake.set()
            await waiting.future

    async def close(self) -> None:
        """Finish what waits and disconnect. A second call does nothing."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while not (self._closing and not self._queue):
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                await self._serve([self._queue.popleft() for _ in range(self._due())])
        await self._connection.close(timeout=1)

    def _due(self) -> int:
        return min(len(self._queue), BATCH_MAX)

    async def _serve(self, batch: Batch) -> None:
        """Answer every unit of the batch, whatever happens."""
        error: Exception | None = None
        try:
            await self._keep(batch)
        except Exception as failed:
            self._desk.forget()
            error = failed
        for waiting in batch:
            outcome = waiting.refused or (error and _copy(self._address, error))
            if waiting.future.done():  # its caller was cancelled
                continue
            if outcome:
                waiting.future.set_exception(outcome)
            else:
                waiting.future.set_result(None)

    async def _keep(self, batch: Batch) -> None:
        await self._be_connected()
        for _ in range(TRIES_MAX):
            try:
                for _, step in self._steps:
                    if (doing := step(batch)) is not None:
                        await doing  # type: ignore[misc]
                return
            except CONFLICTS:
                self._desk.forget()
        raise StoreFailed(f"{place(self._address)}: {TRIES_MAX} conflicts with other processes")

    async def _be_connected(self) -> None:
        if self._connection.is_closed():
            self._desk.forget()
            self._connection = await self._connect(self._address)

    async def _judge(self, batch: Batch) -> None:
        """Nobody is refused for what was only remembered: it is looked up again first. A connection
        that is lost before anything was written is made anew."""
        for _ in range(TRIES_MAX - 1):
            try:
                await self._judge_once(batch)
            except LOST:
                self._connection.terminate()
                await self._be_connected()
            else:
                return
        await self._judge_once(batch)

    async def _judge_once(self, batch: Batch) -> None:
        if not await self._all_taken(batch):
            self._desk.forget()
            await self._all_taken(batch)

    async def _all_taken(self, batch: Batch) -> bool:
        await self._desk.look_up(self._connection, [w.unit for w in batch])
        for waiting in batch:
            waiting.refused = None
            try:
                self._desk.take(waiting.unit)
            except UnitRefused as refused:
                waiting.refused = refused
        return not any(waiting.refused for waiting in batch)

    async def _commit(self, _: Batch) -> None:
        if self._desk.is_empty:
            return
        try:
            await self._desk.write(self._connection)
        except LOST as lost:
            self._connection.terminate()
            raise OutcomeUnknown(str(failure(self._address, lost))) from lost
        self._desk.turn_page()


def _copy(address: str, error: Exception) -> Exception:
    """Each caller gets an error of his own: one shared would collect every traceback."""
    if isinstance(error, OutcomeUnknown):
        return OutcomeUnknown(str(error))
    failed = failure(address, error)
    return StoreFailed(str(failed), failed.code)
