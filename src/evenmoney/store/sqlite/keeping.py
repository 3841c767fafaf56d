"""The steps that keep a batch and post a page, and what is undone when one of them fails.

Knows no threads. `keep` and `turn` are the event loop's, `post` is of whoever has the books, and
`serve` of one to whom both are left as long. `flush` may run beside all of them. Nobody is answered
before what was written for him is flushed.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

import apsw

from evenmoney.journal.entry import Entry
from evenmoney.store.clerk import Page
from evenmoney.store.faults import Fault, planted
from evenmoney.store.sqlite.books import Books
from evenmoney.store.sqlite.database import LOG_PAGES, Opened, failure, rows
from evenmoney.store.sqlite.daybook import decode_units
from evenmoney.store.sqlite.desk import Desk
from evenmoney.store.sqlite.log import Log
from evenmoney.store.sqlite.waiting import (
    Batch,
    Waiting,
    WaitingChange,
    WaitingQuestion,
    fail,
)
from evenmoney.store.steps import Note
from evenmoney.store.store import OutcomeUnknown, StoreFailed, Unit, UnitRefused

UNPOSTED_MAX = 1024
"""Units on a page when it is closed: the more, the oftener they share pages of the indexes."""

Steps = tuple[tuple[str, Callable[..., object]], ...]

logger = logging.getLogger(__name__)


class Keeping:
    """Keeps batches in the daybook, and posts its pages. Once `broken`, it writes nothing ever
    again."""

    def __init__(self, opened: Opened, faults: Sequence[Fault] = ()) -> None:
        self.broken: StoreFailed | None = None
        self._opened = opened
        self._path = opened.path
        self._daybook = opened.daybook
        self._books = Books(opened.books)
        self._log = Log(opened.path)
        self._log_pages = 0
        self._commits = 0
        self._due = UNPOSTED_MAX
        self._unposted_for: StoreFailed | None = None
        opened.books.set_wal_hook(self._written)
        self._plan(faults)
        self._posted = self._take_up()
        self._desk = Desk(opened.reader, self._daybook)

    def _plan(self, faults: Sequence[Fault]) -> None:
        """The steps in their order, with the faults that a test plants between them."""
        steps = planted(
            (
                ("judge", self._judge),
                ("daybook", self._write_daybook),
                ("flush", self._flush),
                ("turn", self._turn),
                *self._books.postings,
                ("change", self._change),
                ("commit", self._commit),
                ("flush_books", self._flush_books),
            ),
            faults,
        )
        ending = ("commit", "flush_books")
        self._steps_to_keep = _named(steps, ("judge", "daybook"))
        self._steps_to_flush = _named(steps, ("flush",))
        self._steps_to_turn = _named(steps, ("turn",))
        postings = tuple([name for name, _ in self._books.postings])
        self._steps_to_post = _named(steps, (*postings, *ending))
        self._steps_to_change = _named(steps, ("change", *ending))

    def _take_up(self) -> int:
        """Post what the daybook held, and open a new page of it; the number of the one before."""
        books, opened = self._books, self._opened
        books.begin()
        pages = opened.daybook.found(opened.posted, in_use=opened.in_use)
        desk = Desk(opened.books, opened.daybook)
        older = _kept_by_an_older_program(opened.books)
        for number, units in ((opened.posted, older), *((p.number, p.units) for p in pages)):
            page = Page(number)
            desk.accept(units, page)
            books.post(page)
        opened.books.execute("DELETE FROM daybook")
        posted = pages[-1].number if pages else opened.posted
        self._be_in_use(False)
        opened.daybook.begin(posted + 1)
        opened.daybook.flush()
        self._be_in_use(True)
        return posted

    def _be_in_use(self, in_use: bool) -> None:
        """Note whether there is a page of the daybook that has to be found again."""
        self._opened.books.execute("UPDATE posted SET in_use = ?", (int(in_use),))
        self._books.commit()
        self._log.flush()

    # ---- what the event loop calls

    @property
    def unposted(self) -> int:
        """The units on the open page."""
        return self._desk.unposted

    @property
    def posting_is_due(self) -> bool:
        """Whether there is enough on the open page."""
        return self._desk.unposted >= self._due

    def keep(self, batch: Batch) -> None:
        """Write the units of a batch into the daybook; what went wrong is in what waits."""
        if self.broken is not None:
            fail(batch.units, self.broken)
            return
        before = self._desk.unposted
        try:
            for _, step in self._steps_to_keep:
                step(batch)
            self._desk.trim()
        except Exception as error:
            self._undo(batch, error, before)

    def turn(self) -> None:
        """Close the open page, once the one before is posted."""
        if self.broken is not None or self._waits_for_posting is not None:
            return
        try:
            for _, step in self._steps_to_turn:
                step()
        except Exception as error:
            self._not_posted(error)

    # ---- what whoever has the books calls

    def post(self) -> None:
        """Post the closed page. Where there is no room for it, it waits, and is tried again."""
        page = self._waits_for_posting
        if page is None or self.broken is not None:
            return
        committed = self._commits
        try:
            self._daybook.flush_open()  # where it goes on: sought as soon as this page is posted
            for _, step in self._steps_to_post:
                step(page)
            self._posted = page.number
        except Exception as error:
            failed = failure(self._path, error)
            if self._commits > committed:
                self.broken = failed
                return
            self._roll_back()
            self._not_posted(failed)

    def serve(self, batch: Batch) -> None:
        """Keep a batch to the end, its changes made and its questions answered."""
        desk, reader = self._desk, self._desk.connection
        desk.connection = self._books.connection
        try:
            self._serve(batch)
        finally:
            desk.connection = reader

    def flush(self) -> None:
        """Bring to the disk what was written before; raises `StoreFailed`, and then the file is not
        touched any more: a flush that failed may have lost what earlier ones are believed to have
        kept, so it has to be opened, and recovered, anew."""
        if self.broken is not None:
            raise self.broken
        try:
            for _, step in self._steps_to_flush:
                step()
        except Exception as error:
            self.broken = failure(self._path, error)
            raise self.broken from error

    def close(self) -> None:
        """Post what waits and close the file. Once it is broken its log stays as it is: what the
        system has of it in memory must not go into the file; opening it goes by its checksums."""
        done = self._post_all() is None and self.broken is None
        books, reader = self._opened.books, self._opened.reader
        try:
            if done:
                self._be_in_use(False)
        except Exception:
            logger.exception("the daybook of %s stays: it can't be closed", self._path)
            done = False
        for connection in (reader, books):
            if self.broken is not None:
                connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            with suppress(apsw.Error):  # what could not go from the log to the file stays there
                connection.close()
        self._log.close()
        self._daybook.close(all_posted=done)

    # ---- the steps

    def _judge(self, batch: Batch) -> None:
        self._desk.look_up([w.unit for w in batch.units])
        for waiting in batch.units:
            try:
                self._desk.take(waiting.unit)
            except UnitRefused as refused:
                waiting.error = refused

    def _write_daybook(self, batch: Batch) -> None:
        batch.committing = True
        self._desk.keep()

    def _flush(self) -> None:
        self._daybook.flush()

    def _turn(self) -> None:
        self._desk.turn()
        self._due = UNPOSTED_MAX

    def _change(self, batch: Batch) -> None:
        connection = self._books.connection
        for waiting in batch.changes:
            connection.execute("SAVEPOINT change")
            try:
                waiting.answer = self._books.run(waiting.steps, self._note)
            except apsw.ConstraintError as error:
                self._take_back(waiting, failure(self._path, error))
            except apsw.Error:
                raise
            except Exception as refused:
                self._take_back(waiting, refused)
            connection.execute("RELEASE change")
        batch.committing = True

    def _commit(self, _: object) -> None:
        self._books.connection.execute("COMMIT")
        self._commits += 1
        if self._log_pages >= LOG_PAGES:
            with suppress(apsw.Error):  # it stays in the log, and is tried again
                self._books.connection.wal_checkpoint()
        self._books.begin()

    def _flush_books(self, _: object) -> None:
        self._log.flush()

    def _written(self, _: apsw.Connection, _database: str, pages: int) -> int:
        """SQLite has committed to the log, which is so long now."""
        self._log_pages = pages
        return apsw.SQLITE_OK

    # ---- inside

    @property
    def _waits_for_posting(self) -> Page | None:
        page = self._desk.closed
        return page if page is not None and page.number > self._posted else None

    def _serve(self, batch: Batch) -> None:
        if batch.units:
            self.keep(batch)
            try:
                self.flush()
            except StoreFailed as failed:
                unsure(batch.units, failed)
        if batch.changes or batch.reads_books:
            unposted = self._post_all()
            if unposted is not None:
                fail([*batch.changes, *[w for w in batch.questions if w.books]], unposted)
            elif batch.changes:
                self._make_changes(batch)
        for question in batch.questions:
            self._answer(question)

    def _post_all(self) -> StoreFailed | None:
        """Post the closed page and then the open one; why not, when that fails."""
        self.post()
        if self._desk.unposted and self._waits_for_posting is None:
            self.turn()
            self.post()
        if self._waits_for_posting is not None or self._desk.unposted:
            return self.broken or self._unposted_for
        self._desk.closed = None
        return self.broken

    def _make_changes(self, batch: Batch) -> None:
        batch.committing, committed = False, self._commits
        try:
            for _, step in self._steps_to_change:
                step(batch)
        except Exception as error:
            failed = failure(self._path, error)
            if self._commits == committed:
                self._take_all_back()
                if failed.code == "disk_full":
                    fail(batch.changes, failed)
                    return
            if batch.committing:
                unsure(batch.changes, failed)
            fail(batch.changes, failed)
            self.broken = failed

    def _note(self, note: Note) -> Entry:
        page = Page()
        entry = self._desk.note(note, page)
        self._books.post(page)
        return entry

    def _take_back(self, waiting: WaitingChange, error: Exception) -> None:
        waiting.error = error
        self._books.connection.execute("ROLLBACK TO change")
        self._books.forget()
        self._desk.forget()

    def _answer(self, waiting: WaitingQuestion) -> None:
        if self.broken is not None:
            fail([waiting], self.broken)
        if waiting.error is not None:
            return
        try:
            waiting.answer = self._books.run(waiting.steps, self._note)
        except apsw.Error as error:
            waiting.error = failure(self._path, error)
        except Exception as error:
            waiting.error = error

    # ---- what fails

    def _undo(self, batch: Batch, error: Exception, before: int) -> None:
        """Nothing of the units is kept, unless it was written already; after anything but a disk
        too full to write it, nothing ever again. `before` it there were so many on the page."""
        failed = failure(self._path, error)
        try:
            self._desk.take_back()
        except Exception as worse:
            failed = failure(self._path, worse)
        if failed.code == "disk_full" and self._desk.unposted == before:
            fail(batch.units, failed)
            return
        if batch.committing:
            unsure(batch.units, failed)
        fail(batch.units, failed)
        self.broken = failed

    def _roll_back(self) -> None:
        """What was not committed is not in the books."""
        try:
            self._books.rollback()
        except Exception as worse:
            self.broken = failure(self._path, worse)

    def _take_all_back(self) -> None:
        """Nor is it what the clerk knows; for one who has both the books and the desk."""
        self._roll_back()
        try:
            self._desk.forget()
        except Exception as worse:
            self.broken = failure(self._path, worse)

    def _not_posted(self, error: Exception) -> None:
        """The page waits; after anything but a full disk, for ever."""
        failed = failure(self._path, error)
        self._unposted_for = failed
        self._due = self._desk.unposted + UNPOSTED_MAX
        if failed.code != "disk_full":
            self.broken = self.broken or failed
        logger.warning("units are kept, but can't be posted yet: %s", failed)


def unsure(waiting: Sequence[Waiting], failed: StoreFailed) -> None:
    """What was written may be kept or not; what was refused is refused."""
    for one in waiting:
        one.error = one.error or OutcomeUnknown(str(failed))


def _named(steps: Steps, names: Sequence[str]) -> Steps:
    return tuple([step for step in steps if step[0] in names])


def _kept_by_an_older_program(connection: apsw.Connection) -> list[Unit]:
    """What the table `daybook` holds, from before there were files for it."""
    kept = rows(connection, "SELECT units FROM daybook ORDER BY id")
    return [unit for (units,) in kept for unit in decode_units(units)]
