"""The way to the file: all that waits goes into one transaction, and one flush answers for many.

Units are judged and written on the event loop, which takes a fraction of a millisecond for all of
them together; the flush, which takes most of the time and needs no Python, is a thread's. The
connection is lent to that thread for everything that may last: questions, changes, checkpoints.
"""

import asyncio
import sys
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import apsw

from evenmoney.store.faults import Fault
from evenmoney.store.sqlite.keeping import Keeping
from evenmoney.store.sqlite.waiting import (
    Batch,
    Waiting,
    WaitingChange,
    WaitingQuestion,
    WaitingUnit,
)
from evenmoney.store.steps import Answer, Steps
from evenmoney.store.store import OutcomeUnknown, StoreFailed, Unit

WAITING_MAX = 4096
"""More callers than this wait for room before their unit is queued."""

BATCH_MAX = 512
"""Units and questions in one transaction at most."""

SWITCH_SECONDS = 0.0005
"""How long a busy event loop may keep Python's lock from the thread (Python's own 5 ms would hold
the end of each flush up that long). Cheap: it matters only while the thread wants it."""


class Writer:
    """The queue, and who has the connection. Made and asked from the event loop only."""

    def __init__(
        self, connection: apsw.Connection, path: Path, faults: Sequence[Fault] = ()
    ) -> None:
        self._path = path
        self._keeping = Keeping(connection, path, faults)
        self._loop = asyncio.get_running_loop()
        self._disk = ThreadPoolExecutor(1, thread_name_prefix=f"store {path.name}")
        self._waiting: deque[Waiting] = deque()
        self._written: list[Waiting] = []
        """What is in the log and waits for its flush."""
        self._count = 0
        self._room = asyncio.Event()
        self._turn_is_due = self._flushing = self._lent = False
        self._closed: asyncio.Future[None] | None = None
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_SECONDS))

    # ---- what callers wait for

    async def keep(self, unit: Unit) -> None:
        """Returns when the unit is on disk."""
        if self._count >= WAITING_MAX:
            await self._have_room()
        await self._put(WaitingUnit(self._loop.create_future(), unit))

    async def change(self, steps: Steps[Answer]) -> Answer:
        """What the steps give, once it is on disk; what they raise, nothing of them kept."""
        answer: Answer = await self._wait_for(WaitingChange(self._loop.create_future(), steps))
        return answer

    async def ask(self, steps: Steps[Answer]) -> Answer:
        """What the steps give, run between two transactions; they only read."""
        question = WaitingQuestion(self._loop.create_future(), steps, books=True)
        answer: Answer = await self._wait_for(question)
        return answer

    async def ask_people(self, steps: Steps[Answer]) -> Answer:
        """The same for what units never change, so that nothing has to be posted for it."""
        question = WaitingQuestion(self._loop.create_future(), steps, books=False)
        answer: Answer = await self._wait_for(question)
        return answer

    async def close(self) -> None:
        """Finish what waits and close the file. A second call does nothing."""
        if self._closed is None:
            self._closed = self._loop.create_future()
            self._call_turn()
        await asyncio.shield(self._closed)

    async def _wait_for(self, waiting: Waiting) -> Any:
        await self._have_room()
        return await self._put(waiting)

    async def _have_room(self) -> None:
        while self._count >= WAITING_MAX:
            self._room.clear()
            await self._room.wait()

    def _put(self, waiting: Waiting) -> "asyncio.Future[Any]":
        if self._closed is not None:
            raise StoreFailed(f"{self._path} is closed", "closed")
        self._count += 1
        self._waiting.append(waiting)
        self._call_turn()
        return waiting.future

    # ---- turns

    def _call_turn(self) -> None:
        """When this turn of the event loop is over, so that all it brings goes together."""
        if not self._turn_is_due:
            self._turn_is_due = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        self._turn_is_due = False
        while self._waiting and not self._lent:
            most = min(len(self._waiting), BATCH_MAX)
            batch = Batch([self._waiting.popleft() for _ in range(most)])
            if batch.units_alone and not self._keeping.log_is_long:
                self._keep(batch)
            else:
                self._lend(batch)
        busy = self._lent or self._flushing or self._waiting or self._written
        if self._closed is not None and not busy:
            self._end(self._closed)

    def _keep(self, batch: Batch) -> None:
        self._keeping.keep(batch)
        self._written += batch.waiting
        self._flush_on()

    def _flush_on(self) -> None:
        """Flush, and once more while something was written meanwhile."""
        if self._flushing or not self._written:
            return
        self._flushing = True
        waiting, self._written = self._written, []
        flush = self._loop.run_in_executor(self._disk, self._keeping.flush)
        flush.add_done_callback(lambda done: self._flushed(waiting, done))

    def _flushed(self, waiting: Sequence[Waiting], flush: "asyncio.Future[None]") -> None:
        self._flushing = False
        failed = flush.exception()
        if failed is not None:
            for one in waiting:
                one.error = one.error or OutcomeUnknown(str(failed))
        self._deliver(waiting)
        self._flush_on()
        self._turn()

    def _lend(self, batch: Batch) -> None:
        self._lent = True
        served = self._loop.run_in_executor(self._disk, self._keeping.serve, batch)
        served.add_done_callback(lambda done: self._given_back(batch, done))

    def _given_back(self, batch: Batch, served: "asyncio.Future[None]") -> None:
        self._lent = False
        served.result()
        self._deliver(batch.waiting)
        self._turn()

    def _deliver(self, answered: Sequence[Waiting]) -> None:
        self._count -= len(answered)
        self._room.set()
        for waiting in answered:
            waiting.tell()

    def _end(self, closed: "asyncio.Future[None]") -> None:
        self._lent = True
        ending = self._loop.run_in_executor(self._disk, self._keeping.close)
        ending.add_done_callback(lambda _: closed.set_result(None))
        self._disk.shutdown(wait=False)
