"""Both kinds of store: a new SQLite file or a new PostgreSQL schema for each test."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path
from typing import cast

import asyncpg
import pytest

from evenmoney.store import Store, open_store
from tests.postgres import postgres_server as server_of_our_own

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server of our own."""
    with server_of_our_own() as server:
        # No test cuts the server's power, so its flushes only cost time.
        server.tell("ALTER SYSTEM SET fsync = off")
        server.tell("SELECT pg_reload_conf()")
        yield server.address


@pytest.fixture
async def postgres_address(postgres_server: str) -> str:
    """The address of a new, empty schema: as good as a database, and made in no time."""
    name = f"house_{next(_NUMBERS)}"
    connection = await asyncpg.connect(postgres_server)
    await connection.execute(f"CREATE SCHEMA {name}")
    await connection.close()
    return f"{postgres_server}&search_path={name}"


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store of either kind may be."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    return cast("str", request.getfixturevalue("postgres_address"))


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    """A new store of either kind, whose record has to be right at the end of the test."""
    opened = await open_store(address)
    try:
        yield opened
        assert await opened.audit() == []
    finally:
        await opened.close()
