"""The daybook: accepted units just as they came, on disk before anyone is answered.

Bookkeepers write the day's business down one after the other, and post it to the books of account
when there is time. So here: a unit is kept by a record at the end of the daybook's open page, while
journal, accounts and played rounds, whose indexes would touch some pages of their own for every
table that is played at, are posted from a closed page, for a thousand units at once.

The pages take turns in two files beside the database. A page is a header, a record for each batch,
and once it is closed an empty record; each record carries a running checksum, so that what a power
cut left half written is not read, nor anything behind it. docs/ledger.md has the layout.
"""

import errno
import fcntl
import os
import struct
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

import msgspec

from evenmoney.store.sqlite import log
from evenmoney.store.store import StoreFailed, Unit

MAGIC: Final = b"EvenDay1"
KEY_BYTES: Final = 16
DAYBOOKS: Final = ("-daybook1", "-daybook2")
"""What the files are called behind the database's name."""

_HEADER: Final = struct.Struct(f"<8s{KEY_BYTES}sQ")
_RECORD: Final = struct.Struct("<II")
_CHECKSUM: Final = struct.Struct("<I")
_FIRST: Final = _HEADER.size + _CHECKSUM.size
"""Where a page's first record begins."""

_CLOSED: Final = b""
"""The record that closes a page."""

_encode: Final = msgspec.msgpack.Encoder().encode
decode_units: Final = msgspec.msgpack.Decoder(list[Unit]).decode
"""The units of a record."""


class Written(NamedTuple):
    """A page as it was found: its number, its units, where it ends, and whether it was closed."""

    number: int
    units: list[Unit]
    end: int
    closed: bool


class Daybook:
    """Both files, and the open page. One caller at a time, but for `flush` and `flush_open`.

    `key` is the database's own, so that no other one's daybook is taken for its. `page` is the
    number of the open page. Raises `StoreFailed` for what can't be right, and `OSError`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places = [Path(f"{path}{suffix}") for suffix in DAYBOOKS]
        self.key = b""
        self.page = 0
        self._end = self._checksum = 0
        self._unflushed = [False, False]
        self._flushing = Lock()
        self._lost = False
        self._files = [_locked(self._places[0]), _opened(self._places[1])]
        _flush_folder(path.parent)

    # ---- when the database is opened, and closed

    def found(self, posted: int, *, in_use: bool) -> list[Written]:
        """The pages that are not in the books, `posted` being the last one that is. `in_use` tells
        that there is one: the house was not closed."""
        pages = [page for file in self._files if (page := self._read(file)) is not None]
        later = sorted(page for page in pages if page.number > posted)
        if later and later[0].number != posted + 1:
            words = f"{self._path} is older than its daybook {self._names}: is its -wal file gone?"
            raise StoreFailed(words, "damaged")
        if in_use and (not later or self._one_is_empty):
            words = f"{self._path}'s daybook is missing: its files {self._names} are not its own"
            raise StoreFailed(words, "damaged")
        # Behind a page that does not end nobody was answered: a flush comes to it first.
        return later if later[:1] and later[0].closed else later[:1]

    def begin(self, page: int) -> None:
        """Open a page; what the files held is in the books. In both there is something from now
        on, so that one that is lost is missed."""
        self._put(page - 1, bytes(_FIRST), 0)
        self._open(page, self._head(page))

    def close(self, *, all_posted: bool) -> None:
        """Let go of the files, which go when there is nothing in them that is not in the books.
        The one that is locked goes last: who locks a new one must not be given the old other."""
        for place in reversed(self._places if all_posted else []):
            with suppress(OSError):
                place.unlink()
        for file in self._files:
            os.close(file)

    # ---- while it is open

    def write(self, units: Sequence[Unit]) -> None:
        """Append the units of a batch."""
        self._append(_encode(units))

    def turn(self) -> None:
        """Close the open page and open the next; the one before has to be in the books."""
        checksum = self._head(self.page + 1)
        self._append(_CLOSED)
        self._open(self.page + 1, checksum)

    def units(self) -> list[Unit]:
        """What the open page holds."""
        page = self._read(self._files[self.page % 2])
        if page is None or (page.number, page.end) != (self.page, self._end):
            raise StoreFailed(
                f"{self._path}'s daybook is damaged: it can't be read back", "damaged"
            )
        return page.units

    def flush(self) -> None:
        """Returns when all that was written so far is on the disk: the page before comes first.
        Who comes while another flushes waits for him: both may need the same."""
        with self._flushing:
            page = self.page
            for place in ((page + 1) % 2, page % 2):
                if self._lost or self._unflushed[place]:
                    self._unflushed[place] = False
                    self._flush(place)

    def flush_open(self) -> None:
        """Returns when the open page is on the disk, whoever else flushes it."""
        with self._flushing:
            self._flush(self.page % 2)

    # ---- inside

    @property
    def _names(self) -> str:
        return " and ".join(place.name for place in self._places)

    @property
    def _one_is_empty(self) -> bool:
        return any(os.fstat(file).st_size < _FIRST for file in self._files)

    def _flush(self, place: int) -> None:
        """Flush a file; after one that failed none counts, as the system tells of it only once."""
        if self._lost:
            raise OSError(errno.EIO, "a flush of the daybook failed before")
        self._lost = True
        log.flush(self._files[place])
        self._lost = False

    def _head(self, page: int) -> int:
        """Write the header of a page, and tell its checksum."""
        header = _HEADER.pack(MAGIC, self.key, page)
        checksum = zlib.crc32(header)
        self._put(page, header + _CHECKSUM.pack(checksum), 0)
        return checksum

    def _open(self, page: int, checksum: int) -> None:
        self.page, self._end, self._checksum = page, _FIRST, checksum

    def _append(self, content: bytes) -> None:
        checksum = zlib.crc32(content, self._checksum) if content else ~self._checksum & 0xFFFFFFFF
        self._put(self.page, _RECORD.pack(len(content), checksum) + content, self._end)
        self._end += _RECORD.size + len(content)
        self._checksum = checksum

    def _put(self, page: int, content: bytes, at: int) -> None:
        place = page % 2
        written = log.write(self._files[place], content, at)
        if written < len(content):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._unflushed[place] = True

    def _read(self, file: int) -> Written | None:
        """The page that a file holds; None when it holds none of this database."""
        content = os.pread(file, os.fstat(file).st_size, 0)
        if len(content) < _FIRST:
            return None
        (checksum,) = _CHECKSUM.unpack_from(content, _HEADER.size)
        magic, key, number = _HEADER.unpack_from(content)
        header_is_whole = checksum == zlib.crc32(content[: _HEADER.size])
        if not header_is_whole or magic != MAGIC or key != self.key:
            return None
        return _records(content, number, checksum)


def _records(content: bytes, number: int, checksum: int) -> Written:
    units: list[Unit] = []
    at = _FIRST
    while at + _RECORD.size <= len(content):
        length, expected = _RECORD.unpack_from(content, at)
        if not length:
            closed = expected == ~checksum & 0xFFFFFFFF
            return Written(number, units, at + _RECORD.size * closed, closed)
        record = content[at + _RECORD.size : at + _RECORD.size + length]
        if len(record) < length or zlib.crc32(record, checksum) != expected:
            break
        units += decode_units(record)
        at += _RECORD.size + length
        checksum = expected
    return Written(number, units, at, closed=False)


def _opened(place: Path) -> int:
    return os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _locked(place: Path) -> int:
    """The file, for this process alone, as long as it has it open."""
    while True:
        file = _opened(place)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(file).st_ino == place.stat().st_ino:
                return file
        except FileNotFoundError:
            pass  # who had it before was just closing it
        except OSError:
            os.close(file)
            raise
        os.close(file)


def _flush_folder(folder: Path) -> None:
    """Have the disk know the names of new files."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
