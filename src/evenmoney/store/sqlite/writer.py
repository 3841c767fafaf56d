"""The way to the files: all that waits goes into one record, and one flush answers for many.

Units are judged and written on the event loop, which takes a fraction of a millisecond for all of
them together. So is the flush while the disk is quick; while it is not, a thread flushes, and the
next units are written meanwhile. Another thread has the books: it posts what was kept, and is left
everything, units and all, for changes and for questions about the books.
"""

import asyncio
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from evenmoney.store.faults import Fault
from evenmoney.store.sqlite.database import Opened
from evenmoney.store.sqlite.keeping import UNPOSTED_MAX, Keeping
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
"""Units and questions in one record at most."""

QUICK_SECONDS = 0.001
"""A disk whose flushes last no longer is waited for: to hand them to a thread and back takes as
long, since a busy event loop is slow to let go of Python's lock."""

RECENT = 0.1
"""How much the last flush counts in what is expected of the next."""

POSTING_SWITCH_SECONDS = 0.002
"""How long a busy event loop may keep Python's lock from a thread that posts: the longer, the less
does a posting hold the loop up, and the longer it lasts."""

FLUSHING_SWITCH_SECONDS = 0.0005
"""The same while a thread flushes: at each end of a flush it waits so long."""

UNPOSTED_MOST = 16 * UNPOSTED_MAX
"""Units on the open page at most: where they come faster than they can be posted they wait."""


class Writer:
    """The queue, and who has the books. Made and asked from the event loop only."""

    def __init__(self, opened: Opened, faults: Sequence[Fault] = ()) -> None:
        self._path = opened.path
        self._keeping = Keeping(opened, faults)
        self._loop = asyncio.get_running_loop()
        self._disk = ThreadPoolExecutor(1, thread_name_prefix=f"flush {opened.path.name}")
        self._books = ThreadPoolExecutor(1, thread_name_prefix=f"books {opened.path.name}")
        self._waiting: deque[Waiting] = deque()
        self._written: list[Waiting] = []
        """What is in the daybook and waits for its flush."""
        self._count = 0
        self._room = asyncio.Event()
        self._turn_is_due = self._flushing = self._posting = self._lent = False
        self._expected = 0.0
        """How long a flush will last, in seconds."""
        self._closed: asyncio.Future[None] | None = None
        sys.setswitchinterval(POSTING_SWITCH_SECONDS)

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
        while self._waiting and not self._lent and not self._is_behind:
            most = min(len(self._waiting), BATCH_MAX)
            batch = Batch([self._waiting.popleft() for _ in range(most)])
            if batch.units_alone:
                self._keep(batch)
            else:
                self._lend(batch)
        busy = self._lent or self._flushing or self._posting or self._waiting or self._written
        if self._closed is not None and not busy:
            self._end(self._closed)

    @property
    def _is_behind(self) -> bool:
        return self._posting and self._keeping.unposted >= UNPOSTED_MOST

    def _keep(self, batch: Batch) -> None:
        self._keeping.keep(batch)
        self._written += batch.waiting
        self._flush_on()
        if self._keeping.posting_is_due and not self._posting:
            self._posting = True
            self._keeping.turn()
            self._have_done(self._books, self._keeping.post, self._is_posted)

    def _is_posted(self, _: "asyncio.Future[None]") -> None:
        self._posting = False
        self._turn()

    def _flush_on(self) -> None:
        """Flush, and once more while something was written meanwhile."""
        if self._flushing or not self._written:
            return
        waiting, self._written = self._written, []
        quick = self._expected <= QUICK_SECONDS
        sys.setswitchinterval(POSTING_SWITCH_SECONDS if quick else FLUSHING_SWITCH_SECONDS)
        if quick:
            self._answer(waiting, self._flush())
            return
        self._flushing = True
        self._have_done(self._disk, self._flush, lambda done: self._flushed(waiting, done))

    def _flush(self) -> StoreFailed | None:
        """Flush, and tell why not."""
        began = time.perf_counter()
        try:
            self._keeping.flush()
        except StoreFailed as failed:
            return failed
        self._expected += RECENT * (time.perf_counter() - began - self._expected)
        return None

    def _flushed(
        self, waiting: Sequence[Waiting], flush: "asyncio.Future[StoreFailed | None]"
    ) -> None:
        self._flushing = False
        self._answer(waiting, flush.result())
        self._flush_on()
        self._turn()

    def _answer(self, waiting: Sequence[Waiting], failed: StoreFailed | None) -> None:
        if failed is not None:
            for one in waiting:
                one.error = one.error or OutcomeUnknown(str(failed))
        self._deliver(waiting)

    def _lend(self, batch: Batch) -> None:
        self._lent = True
        self._have_done(
            self._books,
            lambda: self._keeping.serve(batch),
            lambda done: self._given_back(batch, done),
        )

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

    def _have_done(
        self,
        thread: ThreadPoolExecutor,
        work: Callable[[], Any],
        then: Callable[["asyncio.Future[Any]"], None],
    ) -> None:
        self._loop.run_in_executor(thread, work).add_done_callback(then)

    def _end(self, closed: "asyncio.Future[None]") -> None:
        self._lent = True
        self._have_done(self._books, self._keeping.close, lambda _: closed.set_result(None))
        self._books.shutdown(wait=False)
        self._disk.shutdown(wait=False)
