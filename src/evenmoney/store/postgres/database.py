"""Connecting to the server, its schema, and its errors in words. Knows no units."""

from urllib.parse import urlsplit

import asyncpg

from evenmoney.store.faults import Broken, DiskFull
from evenmoney.store.schema import migrations
from evenmoney.store.store import StoreFailed

CONNECT_SECONDS = 5.0
STATEMENT_SECONDS = 30.0
CONNECTIONS_MAX = 4
"""Connections for questions; one more writes units, one more makes changes."""

TRIES_MAX = 5
"""How often something is tried that changed nothing: its connection was lost first, or another
process was quicker. More often than there are connections, as all may be lost at once."""

CLAIM_SECONDS = 5
"""How long the connection of a house that has ended may take to be gone."""

_HOUSE = 0x45564D48
"""The advisory lock, one a schema, that a house's writer holds as long as it is connected."""

_MIGRATING = 0x45564D59
"""The advisory lock that one process holds while it migrates."""

LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the driver, when it notices in the middle of a statement
    OSError,
    TimeoutError,
    Broken,
)
"""What a lost connection looks like: whether a commit in flight was kept is not known."""

CONFLICTS = (
    asyncpg.UniqueViolationError,
    asyncpg.CheckViolationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
)
"""What the database says when what was known about tips or balances is no longer so."""


def place(address: str) -> str:
    """An address without user and password, for messages."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def failure(address: str, error: BaseException) -> StoreFailed:
    """What an error of PostgreSQL means to whoever runs the house."""
    where = place(address)
    if isinstance(error, StoreFailed):
        return error
    if isinstance(error, asyncpg.DiskFullError | DiskFull):
        return StoreFailed(f"the disk of {where} is full: {error}", "disk_full")
    if isinstance(error, asyncpg.InsufficientPrivilegeError | asyncpg.InvalidPasswordError):
        return StoreFailed(f"{where} doesn't let us in: {error}", "no_access")
    if isinstance(error, (*LOST, asyncpg.CannotConnectNowError, asyncpg.InvalidCatalogNameError)):
        return StoreFailed(
            f"{where} can't be reached: {str(error) or type(error).__name__}", "unreachable"
        )
    return StoreFailed(f"{where}: {type(error).__name__}: {error}")


async def connect(address: str) -> asyncpg.Connection:
    """A connection; raises `StoreFailed`."""
    try:
        return await asyncpg.connect(
            address, timeout=CONNECT_SECONDS, command_timeout=STATEMENT_SECONDS
        )
    except (asyncpg.PostgresError, *LOST, ValueError) as error:
        raise failure(address, error) from error


async def connect_alone(address: str) -> asyncpg.Connection:
    """A connection for the only house over that database: what is written by it is written while
    no other house is. Raises `StoreFailed` (`in_use`)."""
    connection = await connect(address)
    try:
        await connection.execute(f"SET lock_timeout = '{CLAIM_SECONDS}s'")
        await connection.execute("SELECT pg_advisory_lock($1, hashtext(current_schema()))", _HOUSE)
        await connection.execute("RESET lock_timeout")
    except Exception as error:
        connection.terminate()
        if isinstance(error, asyncpg.LockNotAvailableError):
            raise StoreFailed(f"{place(address)} is in use by another house", "in_use") from error
        raise failure(address, error) from error
    return connection


async def migrate(connection: asyncpg.Connection, address: str) -> None:
    """Bring the schema up to date; raises `StoreFailed`, nothing changed."""
    known = migrations("postgres")
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations"
            " (version INTEGER PRIMARY KEY, name TEXT NOT NULL)"
        )
        applied = await connection.fetchval("SELECT COALESCE(MAX(version), 0) FROM migrations")
        if applied > len(known):
            words = f"{place(address)} has schema {applied}, this program knows {len(known)}"
            raise StoreFailed(f"{words}: it is too old", "newer")
        for step in known[applied:]:
            await connection.execute(step.sql)
            row = (step.version, step.name)
            await connection.execute("INSERT INTO migrations VALUES ($1, $2)", *row)
