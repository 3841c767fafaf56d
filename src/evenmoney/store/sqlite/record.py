"""Reading the record, and booking what moves at no table; on the writer's thread."""

import apsw

from evenmoney.journal.chain import GENESIS, verify
from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Transfer
from evenmoney.store.sqlite.database import scalar
from evenmoney.store.sqlite.desk import Desk
from evenmoney.store.store import PlayedRound, Unit, UnitRefused

_ENTRY = "table_number, sequence, at_ms, payload, digest, checkpoint, chain"
_PLAYED = "player, table_number, round, first_sequence, last_sequence, closed_at_ms, staked, paid"


def book(desk: Desk, key: str, note: bytes, transfers: tuple[Transfer, ...], at_ms: int) -> Entry:
    """Book it as the next entry of table 0, or give the entry that its key booked before."""
    run = desk.connection.execute
    done = scalar(desk.connection, "SELECT sequence FROM bookings WHERE key = ?", (key,))
    if done is not None:
        entry = entries(desk.connection, 0, done, done)[0]
        if entry.payload != note:
            raise UnitRefused("key_taken", f"{key} booked something else")
        return entry
    sequence = desk.next_sequence(0)
    entry = Entry(table=0, sequence=sequence, at_ms=at_ms, payload=note, digest=b"")
    unit = Unit(entries=(entry,), transfers=transfers)
    desk.look_up([unit])
    (sealed,) = desk.take(unit)
    run("INSERT INTO bookings VALUES (?, ?)", (key, sequence))
    return sealed


def entries(
    connection: apsw.Connection, table: int, first: int, last: int | None = None
) -> list[Entry]:
    """Entries `first` to `last` of a table; raises `ChainBroken`."""
    rows = connection.execute(
        f"SELECT {_ENTRY} FROM journal"
        " WHERE table_number = ? AND sequence BETWEEN ? AND ? ORDER BY sequence",
        (table, first, (1 << 62) if last is None else last),
    )
    found = [_entry(row) for row in rows]
    sql = "SELECT chain FROM journal WHERE table_number = ? AND sequence = ?"
    before = scalar(connection, sql, (table, first - 1)) or GENESIS
    verify(table, found, after=first - 1, chain=before)
    return found


def _entry(row: tuple[int, int, int, bytes, bytes, int, bytes]) -> Entry:
    table, sequence, at_ms, payload, digest, checkpoint, chain = row
    return Entry(
        table=table,
        sequence=sequence,
        at_ms=at_ms,
        payload=payload,
        digest=digest,
        checkpoint=bool(checkpoint),
        chain=chain,
    )


def played(
    connection: apsw.Connection, player: int, before_ms: int | None, limit: int
) -> list[PlayedRound]:
    """A player's rounds closed before then, newest first; see `Store.played`."""
    before = (1 << 62) if before_ms is None else before_ms
    rows = connection.execute(
        f"SELECT {_PLAYED} FROM played WHERE player = ?1 AND closed_at_ms < ?2"
        " AND closed_at_ms >= (SELECT MIN(closed_at_ms) FROM"
        " (SELECT closed_at_ms FROM played WHERE player = ?1 AND closed_at_ms < ?2"
        " ORDER BY closed_at_ms DESC LIMIT ?3))"
        " ORDER BY closed_at_ms DESC, table_number DESC, last_sequence DESC",
        (player, before, limit),
    )
    names = PlayedRound.__struct_fields__  # in the order of the columns
    return [PlayedRound(**dict(zip(names, row, strict=True))) for row in rows]
