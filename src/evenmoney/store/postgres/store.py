"""The store in a PostgreSQL database, as the rest of the program sees it."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from itertools import count

import asyncpg

from evenmoney.journal.entry import Entry
from evenmoney.store.faults import Fault
from evenmoney.store.kept import KeptStore
from evenmoney.store.postgres.database import (
    CONNECT_SECONDS,
    CONNECTIONS_MAX,
    LOST,
    STATEMENT_SECONDS,
    TRIES_MAX,
    connect,
    connect_alone,
    failure,
    migrate,
)
from evenmoney.store.postgres.desk import Desk
from evenmoney.store.postgres.writer import Writer
from evenmoney.store.steps import Answer, Note, Query, Rows, Steps
from evenmoney.store.store import OutcomeUnknown, Unit, UnitRefused

Request = Query | Note
Found = Rows | Entry


class PostgresStore(KeptStore):
    """A `Store`. `open` it from a running event loop; all its methods belong to that loop."""

    def __init__(self, address: str, pool: asyncpg.Pool, writer: Writer) -> None:
        super().__init__(self._make_change, self._answer)
        self._address = address
        self._pool = pool
        self._writer = writer
        # One change at a time: what it read (names, openings) still holds when it writes.
        self._changing = asyncio.Lock()

    @classmethod
    async def open(
        cls, address: str, faults: Sequence[Fault] = (), *, alone: bool = False
    ) -> "PostgresStore":
        """The store at that address, made or migrated when needed; raises `StoreFailed`. Only one
        store over it writes units `alone`."""
        connecting = connect_alone if alone else connect
        connection = await connecting(address)
        try:
            await migrate(connection, address)
            pool = await asyncpg.create_pool(
                address,
                min_size=0,  # a floor is one the pool calls for in vain while the server is away
                max_size=CONNECTIONS_MAX,
                timeout=CONNECT_SECONDS,
                command_timeout=STATEMENT_SECONDS,
            )
        except Exception as error:
            await connection.close()
            raise failure(address, error) from error
        return cls(address, pool, Writer(address, connection, connecting, faults))

    async def commit(self, unit: Unit) -> None:
        """Returns once the unit is committed."""
        await self._writer.keep(unit)

    async def close(self) -> None:
        """Finish what waits, and disconnect."""
        await self._writer.close()
        await self._pool.close()

    async def _make_change(self, steps: Steps[Answer]) -> Answer:
        try:
            async with self._changing, self._connection() as connection:
                return await self._in_transaction(connection, steps)
        except (asyncpg.PostgresError, *LOST) as error:
            raise failure(self._address, error) from error

    async def _in_transaction(self, connection: asyncpg.Connection, steps: Steps[Answer]) -> Answer:
        transaction = connection.transaction()
        await transaction.start()
        try:
            answer = await _run(partial(_serve, connection), steps)
        except BaseException:
            if not connection.is_closed():
                await transaction.rollback()
            raise
        try:
            await transaction.commit()
        except LOST as lost:
            raise OutcomeUnknown(str(failure(self._address, lost))) from lost
        return answer

    async def _answer(self, steps: Steps[Answer]) -> Answer:
        try:
            return await _run(self._read, steps)
        except (asyncpg.PostgresError, *LOST) as error:
            raise failure(self._address, error) from error

    async def _read(self, request: Request) -> Found:
        """Nothing is changed by it, so when the connection is lost it is asked once more."""
        for _ in range(TRIES_MAX - 1):
            with suppress(*LOST):
                async with self._connection() as connection:
                    return await _serve(connection, request)
        async with self._connection() as connection:
            return await _serve(connection, request)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection of the pool; one that is lost meanwhile does not go back to it."""
        async with self._pool.acquire() as connection:
            try:
                yield connection
            except LOST:
                connection.terminate()
                raise


async def _run(serve: Callable[[Request], Awaitable[Found]], steps: Steps[Answer]) -> Answer:
    """Run steps to their answer."""
    try:
        request = next(steps)
        while True:
            try:
                found = await serve(request)
            except UnitRefused as refused:
                request = steps.throw(refused)
            else:
                request = steps.send(found)
    except StopIteration as stop:
        answer: Answer = stop.value
        return answer


async def _serve(connection: asyncpg.Connection, request: Request) -> Found:
    if isinstance(request, Query):
        found = await connection.fetch(_numbered(request.sql), *request.values)
        return [tuple(row) for row in found]
    return await Desk().keep_note(connection, request)


@cache
def _numbered(sql: str) -> str:
    """SQL with `$1`, `$2`, … for its question marks."""
    numbers = count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", sql)
