"""The write-ahead log of the books, and the calls that bring what was written to the disk.

SQLite itself flushes the log only where its order needs it (`synchronous=NORMAL`: around a
checkpoint). What a commit wrote to it is flushed here: the very call that SQLite would make.
"""

import os
from collections.abc import Callable
from pathlib import Path

flush: Callable[[int], None] = os.fdatasync
"""Brings a file's content and size to the disk; raises `OSError`."""

write: Callable[[int, bytes, int], int] = os.pwrite
"""Writes bytes to a file from a place on, and tells how many; raises `OSError`."""


class Log:
    """The log's file, open for nothing but its flush. SQLite keeps the same one for as long as the
    database is open, and takes no lock on it that closing it here could let go."""

    def __init__(self, database: Path) -> None:
        self._file = os.open(f"{database}-wal", os.O_RDWR)

    def flush(self) -> None:
        """Returns when all that was written so far is on the disk; raises `OSError`."""
        flush(self._file)

    def close(self) -> None:
        """The database is closed."""
        os.close(self._file)
