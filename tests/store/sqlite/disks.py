"""Disks that misbehave: SQLite writes through them while they are the default."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw


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
        shutil.copyfile(self._path, self._disk.flushed / self._path.name)


@contextmanager
def disk(flushed: Path) -> Iterator[Disk]:
    """SQLite's disk from now on, until the end of the block."""
    under_test = Disk(flushed)
    try:
        yield under_test
    finally:
        under_test.unregister()
