"""Checks the whole record of a file: money, balances, escrows, chains, and the file itself."""

from collections.abc import Iterator

import apsw

from evenmoney.journal.chain import ChainBroken, verify
from evenmoney.journal.entry import Entry
from evenmoney.store.sqlite.database import rows, scalar

_BALANCES = """
SELECT accounts.id, kind, player, round, balance, COALESCE(SUM(moves.amount), 0) AS moved
FROM accounts LEFT JOIN (
  SELECT source AS account, -amount AS amount FROM transfers
  UNION ALL SELECT target, amount FROM transfers
) AS moves ON moves.account = accounts.id
GROUP BY accounts.id HAVING balance <> moved
"""
_ESCROWS = """
SELECT played.round, played.player, balance FROM played
JOIN accounts ON kind = 5 AND accounts.round = played.round AND accounts.player = played.player
WHERE balance <> 0
"""
_ORPHANS = """
SELECT transfers.id FROM transfers LEFT JOIN journal ON journal.id = transfers.id >> 8
WHERE journal.id IS NULL
"""
_JOURNAL = """
SELECT sequence, at_ms, payload, digest, checkpoint, chain FROM journal
WHERE table_number = ? ORDER BY sequence
"""


def audit(connection: apsw.Connection) -> list[str]:
    """What is wrong, a sentence each; an empty list when all is well."""
    return [*_damage(connection), *_money(connection), *_chains(connection)]


def _damage(connection: apsw.Connection) -> Iterator[str]:
    for (line,) in connection.execute("PRAGMA integrity_check"):
        if line != "ok":
            yield f"the file is damaged: {line}"
    for row in connection.execute("PRAGMA foreign_key_check"):
        yield f"a row of {row[0]} points to nothing: {row[1]}"


def _money(connection: apsw.Connection) -> Iterator[str]:
    total = scalar(connection, "SELECT COALESCE(SUM(balance), 0) FROM accounts")
    if total:
        yield f"all accounts together hold {total}, not zero"
    for number, kind, player, round_, balance, moved in connection.execute(_BALANCES):
        account = f"account {number} (kind {kind}, player {player}, round {round_})"
        yield f"{account} holds {balance}, its transfers come to {moved}"
    for round_, player, balance in connection.execute(_ESCROWS):
        yield f"round {round_} is closed, but player {player}'s escrow holds {balance}"
    for (number,) in connection.execute(_ORPHANS):
        yield f"transfer {number} belongs to no entry"


def _chains(connection: apsw.Connection) -> Iterator[str]:
    for (table,) in rows(connection, "SELECT number FROM tables"):
        try:
            verify(table, _entries(connection, table))
        except ChainBroken as broken:
            yield str(broken)


def _entries(connection: apsw.Connection, table: int) -> Iterator[Entry]:
    for row in connection.execute(_JOURNAL, (table,)):
        sequence, at_ms, payload, digest, checkpoint, chain = row
        yield Entry(
            table=table,
            sequence=sequence,
            at_ms=at_ms,
            payload=payload,
            digest=digest,
            checkpoint=bool(checkpoint),
            chain=chain,
        )
