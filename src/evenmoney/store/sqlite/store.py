"""The store in one SQLite file, as the rest of the program sees it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, Transfer
from evenmoney.store.faults import Fault
from evenmoney.store.sqlite.audit import audit
from evenmoney.store.sqlite.database import connect, rows, scalar
from evenmoney.store.sqlite.desk import Desk
from evenmoney.store.sqlite.people import SqlitePeople
from evenmoney.store.sqlite.record import book, entries, played
from evenmoney.store.sqlite.writer import Writer
from evenmoney.store.store import PlayedRound, TableRecord, Unit


class SqliteStore:
    """A `Store`. `open` it from a running event loop; all its methods belong to that loop."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.people = SqlitePeople(writer)

    @classmethod
    async def open(cls, path: Path, faults: Sequence[Fault] = ()) -> "SqliteStore":
        """The store in that file, made or migrated when needed; raises `StoreFailed`."""
        return cls(Writer(await asyncio.to_thread(connect, path), path, faults))

    async def close(self) -> None:
        """Finish what waits, and close."""
        await self._writer.close()

    async def commit(self, unit: Unit) -> None:
        """Returns once the unit is on disk."""
        await self._writer.keep(unit)

    async def book(
        self, key: str, note: bytes, transfers: tuple[Transfer, ...], *, at_ms: int
    ) -> Entry:
        """Book money at no table, once for each key."""
        return await self._writer.change(lambda desk: book(desk, key, note, transfers, at_ms))

    async def table(self, id: str, game: str) -> TableRecord:
        """The record of a table, made when there is none."""

        def record(desk: Desk) -> TableRecord:
            run = desk.connection.execute
            run("INSERT INTO tables (id, game) VALUES (?, ?) ON CONFLICT DO NOTHING", (id, game))
            sql = "SELECT number, id, game FROM tables WHERE id = ?"
            return TableRecord(*rows(desk.connection, sql, (id,))[0])

        return await self._writer.change(record)

    async def tables(self) -> list[TableRecord]:
        """All tables ever made."""
        sql = "SELECT number, id, game FROM tables WHERE number > 0 ORDER BY number"
        return await self._writer.ask(
            lambda connection: [TableRecord(*row) for row in connection.execute(sql)]
        )

    async def entries(self, table: int, first: int, last: int | None = None) -> list[Entry]:
        """A table's entries from `first` to `last`, their chain checked."""
        return await self._writer.ask(lambda connection: entries(connection, table, first, last))

    async def since_checkpoint(self, table: int) -> list[Entry]:
        """A table's entries from its newest checkpoint on, their chain checked."""
        sql = "SELECT MAX(sequence) FROM journal WHERE table_number = ? AND checkpoint = 1"
        return await self._writer.ask(
            lambda connection: entries(connection, table, scalar(connection, sql, (table,)) or 1)
        )

    async def balance(self, account: Account) -> int:
        """What an account holds."""
        sql = "SELECT balance FROM accounts WHERE kind = ? AND round = ? AND player = ?"
        key = (int(account.kind), account.round, account.player)
        return await self._writer.ask(lambda connection: scalar(connection, sql, key) or 0)

    async def played(self, player: int, before_ms: int | None, limit: int) -> list[PlayedRound]:
        """A player's rounds, newest first."""
        return await self._writer.ask(
            lambda connection: played(connection, player, before_ms, limit)
        )

    async def sum_of_all(self) -> int:
        """The sum over all accounts."""
        sql = "SELECT COALESCE(SUM(balance), 0) FROM accounts"
        return await self._writer.ask(lambda connection: int(scalar(connection, sql)))

    async def audit(self) -> list[str]:
        """What is wrong with the record."""
        return await self._writer.ask(audit)
