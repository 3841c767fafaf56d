"""Opening the file: locked for this process alone, durable, migrated; and its errors in words."""

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw
import msgspec

from evenmoney.store.faults import DiskFull
from evenmoney.store.schema import migrations
from evenmoney.store.steps import Rows
from evenmoney.store.store import StoreFailed

CACHE_KIB = 64 << 10
"""How much of the file is kept in memory: it stays valid, as nobody else writes to it."""

LOG_PAGES = 16_000
"""The write-ahead log goes into the file when it holds so many pages: the longer it waits, the
oftener a page has changed in it that is copied once."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""What nobody but a file's owner is to do with it."""

LOG_BYTES_KEPT = 64 << 20
"""The write-ahead log is cut back to this size after a checkpoint that emptied it."""

logger = logging.getLogger(__name__)

_MEANINGS: tuple[tuple[tuple[type[BaseException], ...], str, str], ...] = (
    ((apsw.BusyError, apsw.LockedError), "in_use", "is in use by another process"),
    ((apsw.FullError, DiskFull), "disk_full", "can't grow: the disk is full"),
    ((apsw.CantOpenError,), "no_access", "can't be opened: is its folder there, and writable?"),
    ((apsw.ReadOnlyError, apsw.PermissionsError), "no_access", "may only be read, not written"),
    (
        (apsw.CorruptError, apsw.NotADBError, msgspec.DecodeError),
        "damaged",
        "is damaged, or is no SQLite database",
    ),
)


def failure(path: Path, error: BaseException) -> StoreFailed:
    """What an error of SQLite means to whoever runs the house."""
    if isinstance(error, StoreFailed):
        return error
    for kinds, code, words in _MEANINGS:
        if isinstance(error, kinds):
            return StoreFailed(f"{path} {words} ({error})", code)
    return StoreFailed(f"{path}: {type(error).__name__}: {error}")


def connect(path: Path) -> apsw.Connection:
    """The file's only connection, at the newest schema; raises `StoreFailed`, nothing changed."""
    _make_private(path)
    try:
        connection = apsw.Connection(str(path))
    except apsw.Error as error:
        raise failure(path, error) from error
    try:
        if connection.readonly("main"):
            raise apsw.ReadOnlyError("no right to write")
        _claim(connection)
        _migrate(connection, path)
    except (apsw.Error, StoreFailed) as error:
        connection.close()
        raise failure(path, error) from error
    _keep_private(path)
    return connection


def _make_private(path: Path) -> None:
    """A new file is for its owner alone, and so is its log, which SQLite makes like it: seeds of
    running shuffles are in them. What is wrong with the path, SQLite will say."""
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _keep_private(path: Path) -> None:
    """A file from before that was so, too. It is known to be a record by now, and is not opened for
    it: to close it again would let go of its lock."""
    for file in (path, Path(f"{path}-wal")):
        mode = stat.S_IMODE(file.stat().st_mode) if file.exists() else 0
        if not mode & OTHERS:
            continue
        try:
            file.chmod(mode & ~OTHERS)
        except OSError as error:
            logger.warning("others than its owner may use %s: %s", file, error.strerror)


def _claim(connection: apsw.Connection) -> None:
    """Take the lock that keeps every other process out until this one ends, however it ends."""
    connection.pragma("locking_mode", "exclusive")
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "normal")  # commits are flushed by `log`
    connection.pragma("journal_size_limit", LOG_BYTES_KEPT)
    connection.pragma("wal_autocheckpoint", 0)  # `keeping` sees to it
    connection.pragma("cache_size", -CACHE_KIB)
    connection.pragma("foreign_keys", True)
    connection.pragma("recursive_triggers", True)  # a REPLACE fires the append-only triggers too
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("COMMIT")


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
