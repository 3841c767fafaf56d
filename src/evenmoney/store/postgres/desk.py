"""What the clerk accepted, as arrays for one statement, and what he needs to know looked up."""

from collections.abc import Iterable, Sequence

import asyncpg
import msgspec

from evenmoney.journal.chain import GENESIS
from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account
from evenmoney.store.clerk import HOUSE, Clerk, Page, Tip, house_unit, played_row
from evenmoney.store.record import BONUS_CHANGES, BONUS_COLUMNS, BONUS_WIDTH, bonus_row
from evenmoney.store.steps import Note
from evenmoney.store.store import Unit, UnitRefused

IDS_AT_ONCE = 1000

# One round trip and one flush for a whole batch. Balances are locked in the order of their ids, so
# that two processes can't wait for each other; their CHECKs have the last word.
WRITE = """
WITH kept AS (
  INSERT INTO journal (table_number, sequence, at_ms, checkpoint, payload, digest, chain)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[],
                       $5::bytea[], $6::bytea[], $7::bytea[])
), opened AS (
  INSERT INTO accounts (id, kind, player, round, balance)
  SELECT * FROM unnest($8::bigint[], $9::smallint[], $10::bigint[], $11::bigint[], $12::bigint[])
), locked AS MATERIALIZED (
  SELECT id FROM accounts WHERE id = ANY($13::bigint[]) ORDER BY id FOR NO KEY UPDATE
), moved AS (
  UPDATE accounts SET balance = balance + move.amount
  FROM unnest($13::bigint[], $14::bigint[]) AS move (id, amount) JOIN locked USING (id)
  WHERE accounts.id = move.id
), posted AS (
  INSERT INTO transfers (table_number, sequence, number, source, target, amount, kind)
  SELECT * FROM unnest($15::bigint[], $16::bigint[], $17::smallint[], $18::bigint[],
                       $19::bigint[], $20::bigint[], $21::smallint[])
), mixed AS (
  INSERT INTO parts (nonce) SELECT * FROM unnest($32::bytea[])
)
INSERT INTO played (player, closed_at_ms, table_number, last_sequence, first_sequence, round,
                    staked, paid, bonus, voided)
SELECT * FROM unnest($22::bigint[], $23::bigint[], $24::bigint[], $25::bigint[], $26::bigint[],
                     $27::bigint[], $28::bigint[], $29::bigint[], $30::bigint[],
                     $31::smallint[])
"""

_BONUSES = (
    f"INSERT INTO bonuses ({BONUS_COLUMNS})"
    f" VALUES ({', '.join(f'${place}' for place in range(1, BONUS_WIDTH + 1))}) {BONUS_CHANGES}"
)

_TIPS = """
SELECT number, sequence, chain FROM unnest($1::bigint[]) AS wanted (number)
JOIN tables USING (number)
LEFT JOIN LATERAL (
  SELECT sequence, chain FROM journal WHERE table_number = number ORDER BY sequence DESC LIMIT 1
) AS tip ON true
"""

_ACCOUNTS = """
SELECT place, id, balance
FROM unnest($1::smallint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY
  AS wanted (kind, round, player, place)
JOIN accounts USING (kind, round, player)
"""

_USED = "SELECT nonce FROM parts WHERE nonce = ANY($1::bytea[])"

_OPEN_ACCOUNTS = """
INSERT INTO accounts (id, kind, round, player, balance)
SELECT nextval('account_ids'), kind, round, player, 0
FROM unnest($1::smallint[], $2::bigint[], $3::bigint[]) AS wanted (kind, round, player)
ON CONFLICT (kind, round, player) DO NOTHING
"""

_LOCK_ACCOUNTS = """
SELECT id FROM accounts JOIN unnest($1::smallint[], $2::bigint[], $3::bigint[])
  AS wanted (kind, round, player) USING (kind, round, player)
ORDER BY id FOR NO KEY UPDATE OF accounts
"""


class Desk:
    """The clerk and his page. What he knows may be out of date when other processes write too:
    then the database refuses the page, and he has to forget and judge again."""

    def __init__(self) -> None:
        self._clerk = Clerk()
        self._page = Page()
        self._ids: dict[Account, int] = {}
        self._unwritten: set[Account] = set()
        self._free_ids: list[int] = []
        # A part of a shuffle is as good as never used before: it is looked up only after the
        # database has refused a page.
        self._doubts_parts = False

    def forget(self) -> None:
        """Start again from what the database says."""
        self._doubts_parts = True
        self._clerk.forget()
        self._page = Page()
        self._ids.clear()
        self._unwritten.clear()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to write."""
        return not self._page.entries

    def turn_page(self) -> None:
        """The page is in the database: take a new one."""
        self._doubts_parts = False
        self._unwritten.difference_update(self._page.balances)
        self._page = Page()
        if self._clerk.trim():
            self._ids.clear()
            self._unwritten.clear()

    def take(self, unit: Unit) -> None:
        """Judge a unit of a table that was looked up; raises `UnitRefused`."""
        if unit.entries and unit.entries[0].table == HOUSE:
            raise UnitRefused("bad_unit", "table 0 is the house's own record: use `book`")
        self._clerk.take(unit, self._page)

    async def look_up(self, connection: asyncpg.Connection, units: Sequence[Unit]) -> None:
        """Tell the clerk about tables, accounts and used parts that he needs and doesn't know."""
        if self._doubts_parts and (parts := self._clerk.parts(units)):
            used = await connection.fetch(_USED, parts)
            self._clerk.parts_used = frozenset(nonce for (nonce,) in used)
        tables = self._clerk.unknown_tables(units)
        for number, sequence, chain in await _fetch(connection, _TIPS, tables):
            self._clerk.tips[number] = Tip(sequence or 0, chain or GENESIS)
        accounts = list(self._clerk.unknown_accounts(units))
        if not accounts:
            return
        found = await connection.fetch(_ACCOUNTS, *_keys(accounts))
        known = {place - 1: (number, balance) for place, number, balance in found}
        for place, account in enumerate(accounts):
            if place not in known:
                known[place] = (await self._new_id(connection), 0)
                self._unwritten.add(account)
            self._ids[account], balance = known[place]
            self._clerk.balances.know(account, balance)

    async def write(self, connection: asyncpg.Connection) -> None:
        """Put the page into the database, in one statement; bonuses, which are rare, in another."""
        if not self._page.bonuses:
            await self._write_page(connection)
            return
        async with connection.transaction():
            await self._write_page(connection)
            rows = [bonus_row(bonus) for _, bonus in sorted(self._page.bonuses.items())]
            await connection.executemany(_BONUSES, rows)

    async def _write_page(self, connection: asyncpg.Connection) -> None:
        page = self._page
        entries = (
            (e.table, e.sequence, e.at_ms, int(e.checkpoint), e.payload, e.digest, chain)
            for e, chain in page.entries
        )
        firsts = [(e.table, e.sequence) for e, _ in page.entries]
        transfers = (
            (
                *firsts[place],
                number,
                self._ids[t.source],
                self._ids[t.target],
                t.amount,
                int(t.kind),
            )
            for place, number, t in page.transfers
        )
        await connection.execute(
            WRITE,
            *_columns(entries, 7),
            *self._account_columns(),
            *_columns(transfers, 7),
            *_columns(map(played_row, page.played), 10),
            sorted(page.parts),
        )

    async def keep_note(self, connection: asyncpg.Connection, note: Note) -> Entry:
        """Judge and write a note, within a transaction: its accounts stay locked until the end."""
        await connection.execute("SELECT FROM tables WHERE number = $1 FOR UPDATE", HOUSE)
        tip = await connection.fetchval(
            "SELECT COALESCE(MAX(sequence), 0) FROM journal WHERE table_number = $1", HOUSE
        )
        unit = house_unit(note, tip + 1)
        keys = _keys(list(self._clerk.unknown_accounts([unit])))
        await connection.execute(_OPEN_ACCOUNTS, *keys)
        await connection.execute(_LOCK_ACCOUNTS, *keys)
        await self.look_up(connection, [unit])
        self._clerk.take(unit, self._page)
        await self.write(connection)
        ((entry, chain),) = self._page.entries
        return msgspec.structs.replace(entry, chain=chain)

    def _account_columns(self) -> list[list[object]]:
        """New accounts (id, kind, player, round, balance) and moves of old ones (id, amount)."""
        moves = dict.fromkeys(self._page.balances, 0)
        for _, _, transfer in self._page.transfers:
            moves[transfer.source] -= transfer.amount
            moves[transfer.target] += transfer.amount
        new = [a for a in moves if a in self._unwritten]
        opened = ((self._ids[a], int(a.kind), a.player, a.round, moves.pop(a)) for a in new)
        columns = _columns(opened, 5)
        return columns + _columns(((self._ids[a], moved) for a, moved in moves.items()), 2)

    async def _new_id(self, connection: asyncpg.Connection) -> int:
        if not self._free_ids:
            rows = await connection.fetch(
                "SELECT nextval('account_ids') FROM generate_series(1, $1)", IDS_AT_ONCE
            )
            self._free_ids = [row[0] for row in reversed(rows)]
        return self._free_ids.pop()


async def _fetch(
    connection: asyncpg.Connection, sql: str, keys: Iterable[int]
) -> list[asyncpg.Record]:
    """The rows for these keys; no round trip for none."""
    wanted = list(keys)
    rows: list[asyncpg.Record] = await connection.fetch(sql, wanted) if wanted else []
    return rows


def _keys(accounts: list[Account]) -> list[list[object]]:
    return _columns(((int(a.kind), a.round, a.player) for a in accounts), 3)


def _columns(rows: Iterable[tuple[object, ...]], width: int) -> list[list[object]]:
    """Rows turned into columns, also when there are none."""
    turned = [list(column) for column in zip(*rows, strict=True)]
    return turned or [[] for _ in range(width)]
