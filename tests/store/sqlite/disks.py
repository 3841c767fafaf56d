"""Disks that misbehave: SQLite and the daybook write through them, and are flushed by them."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from evenmoney.store.sqlite import log


class Disk(apsw.VFS):
    """A disk that can be full, can fail to flush, and remembers what was flushed.

    Whatever was not flushed is lost in a power cut: `flushed` holds each file as it was then.
    """

    def __init__(self, flushed: Path) -> None:
        super().__init__("disk under test", "", makedefault=True)
        self.flushed = flushed
        self.full = False
        self.flush_fails = False

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> "File":
        return File(self, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:
        super().xDelete(name, syncdir)
        (self.flushed / Path(name).name).unlink(missing_ok=True)

    def write(self, file: int, content: bytes, at: int) -> int:
        """What the store writes by itself."""
        if self.full:
            raise OSError(errno.ENOSPC, "no room")
        return os.pwrite(file, content, at)

    def flush(self, file: int) -> None:
        """What the store flushes by itself."""
        if self.flush_fails:
            raise OSError("it does not flush")
        os.fdatasync(file)
        self.remember(Path(f"/proc/self/fd/{file}").readlink())

    def remember(self, path: Path) -> None:
        """A file was flushed."""
        copy = self.flushed.parent / f"{path.name} at its flush"
        shutil.copyfile(path, copy)
        copy.replace(self.flushed / path.name)  # at once, whoever looks meanwhile


class File(apsw.VFSFile):
    """A file on that disk."""

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self._disk = disk
        self._path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "")

    def xWrite(self, data: bytes, offset: int) -> None:
        if self._disk.full:
            raise apsw.FullError
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        if self._disk.flush_fails:
            raise apsw.IOError
        super().xSync(flags)
        self._disk.remember(self._path)


@contextmanager
def disk(flushed: Path) -> Iterator[Disk]:
    """The disk from now on, until the end of the block."""
    under_test, flush, write = Disk(flushed), log.flush, log.write
    log.flush, log.write = under_test.flush, under_test.write
    try:
        yield under_test
    finally:
        log.flush, log.write = flush, write
        under_test.unregister()
