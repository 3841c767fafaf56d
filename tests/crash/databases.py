"""Where a campaign's record is: a SQLite file, or a database of a PostgreSQL server of its own."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Literal, Protocol

import asyncpg

from evenmoney.store import Store, open_store
from tests.patience import LOOK_SECONDS, LOOKS_MAX
from tests.postgres import postgres_server

Kind = Literal["sqlite", "postgres"]

RARE_STEPS = (
    "turn",
    "journal",
    "accounts",
    "transfers",
    "played",
    "bonuses",
    "parts",
    "posted",
    "change",
    "commit",
    "flush_books",
)
"""Those that post a page of the daybook, or make a change, as few commits do."""

SQLITE_STEPS = ("judge", "daybook", "flush", *RARE_STEPS)
POSTGRES_STEPS = ("judge", "commit")
_OTHERS = (
    "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND backend_type = 'client backend'"
)


class Database(Protocol):
    """A record, and how to read it just after its house was killed."""

    address: str

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of its commit, between which a house may be killed."""

    async def settle(self) -> None:
        """Hold on to what the killed house left, before another opens it."""

    async def cut_off(self) -> bool:
        """Break every connection of the house that runs; False where it has none."""

    def left(self) -> AbstractAsyncContextManager[Store]:
        """What it left, to read."""


class SqliteFile:
    """A file. What a kill left is copied, log and all, so that the house itself recovers it."""

    steps = SQLITE_STEPS

    def __init__(self, folder: Path) -> None:
        self.address = str(folder / "house.db")
        self._copy = folder / "left"

    async def settle(self) -> None:
        """Copy the file and its log."""
        shutil.rmtree(self._copy, ignore_errors=True)
        self._copy.mkdir()
        for path in Path(self.address).parent.glob("house.db*"):
            if path.suffix != ".json":
                shutil.copy(path, self._copy / path.name)

    async def cut_off(self) -> bool:
        """A file has no connections."""
        return False

    @asynccontextmanager
    async def left(self) -> AsyncIterator[Store]:
        """The copy."""
        async with reading(str(self._copy / "house.db")) as store:
            yield store


class PostgresDatabase:
    """A database. It is read in place, once the killed house's last statement is over."""

    steps = POSTGRES_STEPS

    def __init__(self, address: str) -> None:
        self.address = address

    async def settle(self) -> None:
        """Wait until nobody else is connected."""
        async with self._connected() as connection:
            for _ in range(LOOKS_MAX):
                if not await connection.fetchval(f"SELECT count(*) {_OTHERS}"):
                    return
                await asyncio.sleep(LOOK_SECONDS)
        raise AssertionError("a connection of the killed house lives on")

    async def cut_off(self) -> bool:
        """Terminate what serves the others' connections."""
        async with self._connected() as connection:
            await connection.execute(f"SELECT pg_terminate_backend(pid) {_OTHERS}")
        return True

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[asyncpg.Connection]:
        connection = await asyncpg.connect(self.address)
        try:
            yield connection
        finally:
            await connection.close()

    @asynccontextmanager
    async def left(self) -> AsyncIterator[Store]:
        """The database itself."""
        async with reading(self.address) as store:
            yield store


@asynccontextmanager
async def reading(address: str) -> AsyncIterator[Store]:
    """An open store."""
    store = await open_store(address, ())
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def database(kind: Kind, folder: Path) -> Iterator[Database]:
    """A new, empty database of either kind."""
    if kind == "sqlite":
        yield SqliteFile(folder)
        return
    with postgres_server() as server:
        yield PostgresDatabase(server.address)
