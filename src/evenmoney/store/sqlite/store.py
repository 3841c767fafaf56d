"""The store in one SQLite file, as the rest of the program sees it."""

import asyncio
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from evenmoney.store.faults import Fault
from evenmoney.store.kept import KeptStore
from evenmoney.store.sqlite.database import connect, failure
from evenmoney.store.sqlite.writer import Writer
from evenmoney.store.store import Unit


class SqliteStore(KeptStore):
    """A `Store`. `open` it from a running event loop; all its methods belong to that loop."""

    def __init__(self, writer: Writer) -> None:
        super().__init__(writer.change, writer.ask, writer.ask_people)
        self._writer = writer

    @classmethod
    async def open(cls, path: Path, faults: Sequence[Fault] = ()) -> "SqliteStore":
        """The store in that file, made or migrated when needed; raises `StoreFailed`."""
        opened = await asyncio.to_thread(connect, path)
        try:
            return cls(Writer(opened, faults))
        except Exception as error:
            opened.close()
            raise failure(path, error) from error

    def commit(self, unit: Unit) -> Coroutine[Any, Any, None]:
        """Returns once the unit is on disk."""
        return self._writer.keep(unit)

    async def close(self) -> None:
        """Finish what waits, and close."""
        await self._writer.close()
