"""Opening the files: for this process alone, durable, migrated; and their errors in words."""

import errno
import logging
import os
import stat
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import msgspec

from evenmoney.store.faults import DiskFull
from evenmoney.store.schema import migrations
from evenmoney.store.sqlite.daybook import DAYBOOKS, Daybook
from evenmoney.store.steps import Rows
from evenmoney.store.store import StoreFailed

CACHE_KIB = 64 << 10
"""How much of the file either connection keeps in memory."""

LOG_PAGES = 16_000
"""The write-ahead log goes into the file when it holds so many pages: the longer it waits, the
oftener a page has changed in it that is copied once."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""What nobody but a file's owner is to do with it."""

BUSY_MS = 10_000
"""Another program that opens the file may hold it for a moment, to find that it is in use."""

BESIDE = ("", "-wal", "-shm", *DAYBOOKS)
"""The file itself, and those that lie beside it while it is open."""

LOG_BYTES_KEPT = 64 << 20
"""The write-ahead log is cut back to this size after a checkpoint that emptied it."""

logger = logging.getLogger(__name__)

_MEANINGS: tuple[tuple[tuple[type[BaseException], ...], str, str], ...] = (
    ((apsw.BusyError, apsw.LockedError, BlockingIOError), "in_use", "is in use by another process"),
    ((apsw.FullError, DiskFull), "disk_full", "can't grow: the disk is full"),
    ((apsw.CantOpenError,), "no_access", "can't be opened: is its folder there, and writable?"),
    (
        (apsw.ReadOnlyError, apsw.PermissionsError, PermissionError),
        "no_access",
        "may only be read, not written",
    ),
    (
        (apsw.CorruptError, apsw.NotADBError, msgspec.DecodeError),
        "damaged",
        "is damaged, or is no SQLite database",
    ),
)


NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Opened(NamedTuple):
    """The open files: the connection to the books, one that only reads them, and the daybook;
    the last of its pages that is in the books, and whether the house was not closed since."""

    path: Path
    books: apsw.Connection
    reader: apsw.Connection
    daybook: Daybook
    posted: int
    in_use: bool

    def close(self) -> None:
        """Close them as they are; the daybook's files stay."""
        self.reader.close()
        self.books.close()
        self.daybook.close(all_posted=False)


def failure(path: Path, error: BaseException) -> StoreFailed:
    """What an error of SQLite means to whoever runs the house."""
    if isinstance(error, StoreFailed):
        return error
    for kinds, code, words in _MEANINGS:
        if isinstance(error, kinds):
            return StoreFailed(f"{path} {words} ({error})", code)
    if isinstance(error, OSError) and error.errno in NO_ROOM:
        return StoreFailed(f"{path} can't grow: the disk is full ({error})", "disk_full")
    return StoreFailed(f"{path}: {type(error).__name__}: {error}")


def connect(path: Path) -> Opened:
    """The file, at the newest schema, and what belongs to it; raises `StoreFailed`, nothing
    changed."""
    _make_private(path)
    with ExitStack() as half_open:
        try:
            books = apsw.Connection(str(path))
            half_open.callback(books.close)
            if books.readonly("main"):
                raise apsw.ReadOnlyError("no right to write")
            _claim(books)
            daybook = Daybook(path)
            half_open.callback(daybook.close, all_posted=False)
            _migrate(books, path)
            ((posted, daybook.key, in_use),) = rows(books, "SELECT page, key, in_use FROM posted")
            reader = _reader(path)
        except (apsw.Error, OSError, StoreFailed) as error:
            raise failure(path, error) from error
        half_open.pop_all()
    _keep_private(path)
    return Opened(path, books, reader, daybook, posted, bool(in_use))


def _reader(path: Path) -> apsw.Connection:
    """A connection that only reads, beside the one that writes."""
    reader = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    reader.pragma("cache_size", -CACHE_KIB)
    reader.set_busy_timeout(BUSY_MS)
    return reader


def _make_private(path: Path) -> None:
    """A new file is for its owner alone, and so is its log, which SQLite makes like it: seeds of
    running shuffles are in them. What is wrong with the path, SQLite will say."""
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _keep_private(path: Path) -> None:
    """A file from before that was so, too. It is known to be a record by now, and is not opened for
    it: to close it again would let go of its lock."""
    for suffix in BESIDE:
        file = Path(f"{path}{suffix}")
        mode = stat.S_IMODE(file.stat().st_mode) if file.exists() else 0
        if not mode & OTHERS:
            continue
        try:
            file.chmod(mode & ~OTHERS)
        except OSError as error:
            logger.warning("others than its owner may use %s: %s", file, error.strerror)


def _claim(connection: apsw.Connection) -> None:
    """Keep every other program from writing, which `books` does from now on."""
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "normal")  # commits are flushed by `log`
    connection.pragma("journal_size_limit", LOG_BYTES_KEPT)
    connection.pragma("wal_autocheckpoint", 0)  # `keeping` sees to it
    connection.pragma("cache_size", -CACHE_KIB)
    connection.pragma("foreign_keys", True)
    connection.pragma("recursive_triggers", True)  # a REPLACE fires the append-only triggers too
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("COMMIT")
    connection.set_busy_timeout(BUSY_MS)


def _migrate(connection: apsw.Connection, path: Path) -> None:
    known = migrations("sqlite")
    with connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations"
            " (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"
        )
        applied = scalar(connection, "SELECT COALESCE(MAX(version), 0) FROM migrations")
        if applied > len(known):
            words = f"{path} has schema {applied}, this program knows {len(known)}: it is too old"
            raise StoreFailed(words, "newer")
        for step in known[applied:]:
            connection.execute(step.sql)
            connection.execute("INSERT INTO migrations VALUES (?, ?)", (step.version, step.name))


def rows(connection: apsw.Connection, sql: str, values: tuple[object, ...] = ()) -> Rows:
    """All rows of a query."""
    return connection.execute(sql, values).fetchall()


def scalar(connection: apsw.Connection, sql: str, values: tuple[object, ...] = ()) -> Any:
    """The first column of the first row, or None when there is none."""
    row = connection.execute(sql, values).fetchone()
    return row[0] if row else None
