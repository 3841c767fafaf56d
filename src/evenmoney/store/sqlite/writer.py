"""The one thread that touches the file: all that waits goes into one transaction, one flush.

It answers each unit by itself, and only after the flush. It knows no people and no queries: those
come to it as steps.
"""

import asyncio
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw

from evenmoney.store.faults import Fault, planted
from evenmoney.store.sqlite.database import failure
from evenmoney.store.sqlite.desk import UNPOSTED_MAX, Desk
from evenmoney.store.sqlite.inbox import (
    Inbox,
    Waiting,
    WaitingChange,
    WaitingQuestion,
    WaitingUnit,
)
from evenmoney.store.steps import Answer, Steps
from evenmoney.store.store import OutcomeUnknown, StoreFailed, Unit, UnitRefused

WAITING_MAX = 4096
"""More callers than this wait for room before their unit is queued."""

BATCH_MAX = 512
"""Units and questions in one transaction at most."""

ONE_STATEMENT = ("judge", "daybook")
"""The steps of a batch of units that posts nothing: its one statement is its transaction, so that
the thread gives up Python's lock, and waits to have it back, once and not for each of three."""

SWITCH_SECONDS = 0.0005
"""How long a busy event loop may keep Python's lock from the writer (Python's own 5 ms would hold
each step of a commit up that long). Cheap: it matters only while the writer wants it."""


class Batch:
    """What the writer found waiting, sorted. `reads_books` tells that somebody asks for the books,
    or that they are closed."""

    def __init__(self, waiting: Sequence[Waiting], *, last: bool = False) -> None:
        self.units = [w for w in waiting if type(w) is WaitingUnit]
        self.changes = [w for w in waiting if type(w) is WaitingChange]
        self.questions = [w for w in waiting if type(w) is WaitingQuestion]
        self.reads_books = last or any(w.books for w in self.questions)
        self.committing = False


class Writer:
    """The thread, its queue and its steps. Made and asked from the event loop only."""

    def __init__(
        self, connection: apsw.Connection, path: Path, faults: Sequence[Fault] = ()
    ) -> None:
        self._connection = connection
        self._path = path
        self._desk = Desk(connection)
        self._loop = asyncio.get_running_loop()
        self._inbox = Inbox(self._loop)
        self._count = 0
        self._room = asyncio.Event()
        self._closing = False
        self._broken: StoreFailed | None = None
        self._steps = planted(self._all_steps(), faults)
        postings = {name for name, _ in self._desk.postings}
        self._steps_to_change = tuple(step for step in self._steps if step[0] not in postings)
        self._steps_to_keep = tuple(step for step in self._steps if step[0] in ONE_STATEMENT)
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_SECONDS))
        self._thread = threading.Thread(target=self._run, name=f"store {path.name}", daemon=True)
        self._thread.start()

    def _all_steps(self) -> list[tuple[str, Callable[[Batch], object]]]:
        desk = self._desk
        return [
            ("judge", self._judge),
            ("begin", self._begin),
            ("daybook", self._write_daybook),
            *((name, _alone(post)) for name, post in desk.postings),
            ("change", self._change),
            ("commit", self._commit),
        ]

    # ---- on the event loop

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
        if not self._closing:
            self._closing = True
            self._inbox.close()
        await asyncio.to_thread(self._thread.join)

    async def _wait_for(self, waiting: Waiting) -> Any:
        await self._have_room()
        return await self._put(waiting)

    async def _have_room(self) -> None:
        while self._count >= WAITING_MAX:
            self._room.clear()
            await self._room.wait()

    def _put(self, waiting: Waiting) -> "asyncio.Future[Any]":
        if self._closing:
            raise StoreFailed(f"{self._path} is closed", "closed")
        self._count += 1
        self._inbox.put(waiting)
        return waiting.future

    def _deliver(self, answered: Sequence[Waiting]) -> None:
        self._count -= len(answered)
        self._room.set()
        for waiting in answered:
            if waiting.future.done():  # its caller was cancelled
                continue
            if waiting.error is None:
                waiting.future.set_result(waiting.answer)
            else:
                waiting.future.set_exception(waiting.error)

    # ---- on the writer's thread

    def _run(self) -> None:
        while waiting := self._inbox.take(BATCH_MAX):
            self._serve(waiting)
        self._keep_or_undo(Batch((), last=True))
        with suppress(apsw.Error):  # what could not go from the log to the file stays in the log
            self._connection.close()

    def _serve(self, waiting: Sequence[Waiting]) -> None:
        batch = Batch(waiting)
        self._keep_or_undo(batch)
        for question in batch.questions:
            self._answer(question)
        if self._broken is not None:
            _fail(waiting, self._broken)
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._deliver, waiting)

    def _keep_or_undo(self, batch: Batch) -> None:
        if self._broken is None:
            try:
                self._keep(batch)
            except Exception as error:
                self._undo(batch, error)

    def _keep(self, batch: Batch) -> None:
        """What is to be kept of a batch, in one transaction; in it the page is posted when that is
        due: when it is full, or when somebody is to see or change the books."""
        unposted = self._desk.unposted + len(batch.units)
        wanted = bool(batch.changes) or batch.reads_books
        if unposted >= UNPOSTED_MAX or (wanted and unposted > 0):
            steps = self._steps
        elif batch.changes:
            steps = self._steps_to_change
        else:
            steps = self._steps_to_keep if batch.units else ()
        for _, step in steps:
            step(batch)

    def _judge(self, batch: Batch) -> None:
        self._desk.look_up([w.unit for w in batch.units])
        for waiting in batch.units:
            try:
                self._desk.take(waiting.unit)
            except UnitRefused as refused:
                waiting.error = refused

    def _begin(self, _: Batch) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def _write_daybook(self, batch: Batch) -> None:
        batch.committing = not self._connection.in_transaction
        self._desk.keep()

    def _change(self, batch: Batch) -> None:
        for waiting in batch.changes:
            self._connection.execute("SAVEPOINT change")
            try:
                waiting.answer = self._desk.run(waiting.steps)
            except apsw.ConstraintError as error:
                self._take_back(waiting, failure(self._path, error))
            except apsw.Error:
                raise
            except Exception as refused:
                self._take_back(waiting, refused)
            self._connection.execute("RELEASE change")

    def _take_back(self, waiting: WaitingChange, error: Exception) -> None:
        waiting.error = error
        self._connection.execute("ROLLBACK TO change")
        self._desk.forget()

    def _commit(self, batch: Batch) -> None:
        batch.committing = True
        self._connection.execute("COMMIT")
        self._desk.trim()

    def _answer(self, waiting: WaitingQuestion) -> None:
        if self._broken is not None or waiting.error is not None:
            return
        try:
            waiting.answer = self._desk.run(waiting.steps)
        except apsw.Error as error:
            waiting.error = failure(self._path, error)
        except Exception as error:
            waiting.error = error

    def _undo(self, batch: Batch, error: Exception) -> None:
        """Nothing of the batch is kept; after anything but a full disk, nothing ever again.

        A flush that failed may have lost what earlier ones are believed to have kept, so the file
        is not touched any more until it was opened, and recovered, anew.
        """
        failed = failure(self._path, error)
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._desk.forget()
        except (apsw.Error, StoreFailed) as worse:
            failed = failure(self._path, worse)
        full = failed.code == "disk_full"
        if batch.committing and not full:
            for waiting in (*batch.units, *batch.changes):
                waiting.error = waiting.error or OutcomeUnknown(str(failed))
        unreadable = [w for w in batch.questions if w.books and self._desk.unposted]
        _fail((*batch.units, *batch.changes, *unreadable), failed)
        if not full:
            self._broken = failed


def _alone(write: Callable[[], None]) -> Callable[[Batch], None]:
    return lambda _: write()


def _fail(waiting: Sequence[Waiting], failed: StoreFailed) -> None:
    """Each gets an error of its own: one shared would collect every caller's traceback."""
    for one in waiting:
        if one.error is None:
            one.error = StoreFailed(str(failed), failed.code)
