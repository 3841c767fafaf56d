"""The steps that keep a batch, and what is undone when one of them fails. Knows no threads.

Whoever has the connection calls `keep` and `serve`, one at a time; `flush` alone may run beside
them. Nobody is answered before what was written for him is flushed.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import apsw

from evenmoney.store.faults import Fault, planted
from evenmoney.store.sqlite.database import LOG_PAGES, failure
from evenmoney.store.sqlite.desk import UNPOSTED_MAX, Desk
from evenmoney.store.sqlite.log import Log
from evenmoney.store.sqlite.waiting import Batch, WaitingChange, WaitingQuestion, fail
from evenmoney.store.store import OutcomeUnknown, StoreFailed, UnitRefused

ONE_STATEMENT = ("judge", "daybook")
"""The steps of a batch of units that posts nothing: its one statement is its transaction."""


class Keeping:
    """Keeps batches in the file. Once `broken`, it writes nothing ever again."""

    def __init__(
        self, connection: apsw.Connection, path: Path, faults: Sequence[Fault] = ()
    ) -> None:
        self.broken: StoreFailed | None = None
        self._connection = connection
        self._path = path
        self._desk = Desk(connection)
        self._log = Log(path)
        self._log_pages = 0
        self._unflushed = True  # a process that was killed may have left what it did not flush
        connection.set_wal_hook(self._written)
        self._plan(faults)

    def _plan(self, faults: Sequence[Fault]) -> None:
        """The steps of each kind of batch, in order, with the faults that a test plants."""
        postings = {name for name, _ in self._desk.postings}
        everything = planted(self._all_steps(), faults)
        self._flushing = tuple(step for step in everything if step[0] == "flush")
        self._steps = tuple(step for step in everything if step[0] != "flush")
        self._steps_to_change = tuple(step for step in self._steps if step[0] not in postings)
        self._steps_to_keep = tuple(step for step in self._steps if step[0] in ONE_STATEMENT)

    def _all_steps(self) -> list[tuple[str, Callable[[Batch], object]]]:
        desk = self._desk
        return [
            ("judge", self._judge),
            ("begin", self._begin),
            ("daybook", self._write_daybook),
            *((name, _alone(post)) for name, post in desk.postings),
            ("change", self._change),
            ("commit", self._commit),
            ("flush", _alone(self._log.flush)),
        ]

    @property
    def log_is_long(self) -> bool:
        """Whether it is time to bring the log into the file."""
        return self._log_pages >= LOG_PAGES

    def keep(self, batch: Batch) -> None:
        """Write what is to be kept of a batch; what went wrong is in what waits."""
        if self.broken is not None:
            fail(batch.waiting, self.broken)
            return
        try:
            for _, step in self._steps_for(batch):
                step(batch)
        except Exception as error:
            self._undo(batch, error)

    def serve(self, batch: Batch) -> None:
        """Keep a batch to the end: flushed, its questions answered, a long log brought in."""
        self.keep(batch)
        try:
            if self._unflushed:
                self.flush()
        except StoreFailed as failed:
            unsure(batch, failed)
        for question in batch.questions:
            self._answer(question)
        if self.log_is_long and self.broken is None:
            with suppress(apsw.Error):  # it stays in the log, and is tried again
                self._connection.wal_checkpoint()
                self._log_pages = 0

    def flush(self) -> None:
        """Bring to the disk what was written before; raises `StoreFailed`, and then the file is not
        touched any more: a flush that failed may have lost what earlier ones are believed to have
        kept, so it has to be opened, and recovered, anew."""
        if self.broken is not None:
            raise self.broken
        self._unflushed = False
        try:
            for _, step in self._flushing:
                step(None)
        except Exception as error:
            self.broken = failure(self._path, error)
            raise self.broken from error

    def close(self) -> None:
        """Post what waits and close the file. Once it is broken the log stays as it is: what the
        system has of it in memory must not go into the file; opening it goes by its checksums."""
        self.keep(Batch((), last=True))
        if self.broken is not None:
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        with suppress(apsw.Error):  # what could not go from the log to the file stays in the log
            self._connection.close()
        self._log.close()

    # ---- the steps

    def _steps_for(self, batch: Batch) -> Sequence[tuple[str, Callable[..., object]]]:
        """The page is posted when that is due: when it is full, or when somebody is to see or
        change the books."""
        unposted = self._desk.unposted + len(batch.units)
        wanted = bool(batch.changes) or batch.reads_books
        if unposted >= UNPOSTED_MAX or (wanted and unposted > 0):
            return self._steps
        if batch.changes:
            return self._steps_to_change
        return self._steps_to_keep if batch.units else ()

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

    def _written(self, _: apsw.Connection, _database: str, pages: int) -> int:
        """SQLite has committed to the log, which is so long now."""
        self._log_pages = pages
        self._unflushed = True
        return apsw.SQLITE_OK

    def _answer(self, waiting: WaitingQuestion) -> None:
        if self.broken is not None:
            fail([waiting], self.broken)
        if waiting.error is not None:
            return
        try:
            waiting.answer = self._desk.run(waiting.steps)
        except apsw.Error as error:
            waiting.error = failure(self._path, error)
        except Exception as error:
            waiting.error = error

    def _undo(self, batch: Batch, error: Exception) -> None:
        """Nothing of the batch is kept; after anything but a full disk, nothing ever again."""
        failed = failure(self._path, error)
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._desk.forget()
        except Exception as worse:
            failed = failure(self._path, worse)
        full = failed.code == "disk_full"
        if batch.committing and not full:
            unsure(batch, failed)
        unreadable = [w for w in batch.questions if w.books and self._desk.unposted]
        fail((*batch.units, *batch.changes, *unreadable), failed)
        if not full:
            self.broken = failed


def unsure(batch: Batch, failed: StoreFailed) -> None:
    """What was written may be kept or not; what was refused is refused."""
    for waiting in (*batch.units, *batch.changes):
        waiting.error = waiting.error or OutcomeUnknown(str(failed))


def _alone(write: Callable[[], None]) -> Callable[[Batch | None], None]:
    return lambda _: write()
