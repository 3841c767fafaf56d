"""Disks that misbehave: SQLite and the daybook write through them, and are flushed by them."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

import apsw

from evenmoney.store.sqlite import log


class Disk(apsw.VFS):
    """A disk that can be full, slow, or fail to flush, and remembers what was flushed.

    Whatever was not flushed when a flush began is lost in a power cut: `flushed` holds each file as
    it was then. Who has the `arm` keeps the disk from writing anything: the files stay as they are.
    """

    def __init__(self, flushed: Path) -> None:
        super().__init__("disk under test", "", makedefault=True)
        self.flushed = flushed
        self.full = False
        self.flush_fails = False
        self.flush_seconds = 0.0
        self.arm = RLock()

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> "File":
        return File(self, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:
        with self.arm:
            super().xDelete(name, syncdir)
            (self.flushed / Path(name).name).unlink(missing_ok=True)

    def write(self, file: int, content: bytes, at: int) -> int:
        """What the store writes by itself: as much of it as there is room for."""
        with self.arm:
            return os.pwrite(file, content[: len(content) // 2] if self.full else content, at)

    def flush(self, file: int) -> None:
        """What the store flushes by itself."""
        path = Path(f"/proc/self/fd/{file}").readlink()
        with self.arm:
            content = path.read_bytes()
        if self.flush_seconds:
            time.sleep(self.flush_seconds)
        if self.flush_fails:
            raise OSError("it does not flush")
        os.fdatasync(file)
        self.remember(path.name, content)

    def remember(self, name: str, content: bytes) -> None:
        """A file was flushed."""
        with self.arm:
            copy = self.flushed.parent / f"{name} at its flush"
            copy.write_bytes(content)
            copy.replace(self.flushed / name)  # at once, whoever looks meanwhile


class File(apsw.VFSFile):
    """A file on that disk."""

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self._disk = disk
        self._path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "")

    def xWrite(self, data: bytes, offset: int) -> None:
        if self._disk.full:
            raise apsw.FullError
        with self._disk.arm:
            super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        with self._disk.arm:
            super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        if self._disk.flush_fails:
            raise apsw.IOError
        super().xSync(flags)
        self._disk.remember(self._path.name, self._path.read_bytes())


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
