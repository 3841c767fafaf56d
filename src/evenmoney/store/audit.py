"""Checks the whole record, as steps for either kind of store: money, balances, escrows, chains."""

from evenmoney.journal.chain import ChainBroken
from evenmoney.store.record import entries
from evenmoney.store.steps import Steps, rows, scalar

ENTRIES_AT_ONCE = 5_000

_BALANCES = """
SELECT id, kind, player, round, balance, moved FROM (
  SELECT id, kind, player, round, balance, COALESCE(moved, 0) AS moved
  FROM accounts LEFT JOIN (
    SELECT account, SUM(amount) AS moved FROM (
      SELECT source AS account, -amount AS amount FROM postings
      UNION ALL SELECT target, amount FROM postings
    ) AS sides GROUP BY account
  ) AS moves ON moves.account = accounts.id
) AS compared WHERE balance <> moved ORDER BY id
"""
_OPEN_ESCROWS = """
SELECT DISTINCT played.round, played.player, balance FROM played
JOIN accounts ON kind = 5 AND accounts.round = played.round AND accounts.player = played.player
WHERE balance <> 0
"""
_ORPHANS = "SELECT (SELECT COUNT(*) FROM transfers) - (SELECT COUNT(*) FROM postings)"


def audit() -> Steps[list[str]]:
    """What is wrong, a sentence each; an empty list when all is well."""
    return [*(yield from _money()), *(yield from _chains())]


def _money() -> Steps[list[str]]:
    faults = []
    total = yield from scalar("SELECT COALESCE(SUM(balance), 0) FROM accounts")
    if total:
        faults.append(f"all accounts together hold {total}, not zero")
    for number, kind, player, round, balance, moved in (yield from rows(_BALANCES)):
        account = f"account {number} (kind {kind}, player {player}, round {round})"
        faults.append(f"{account} holds {balance}, its transfers come to {moved}")
    for round, player, balance in (yield from rows(_OPEN_ESCROWS)):
        faults.append(f"round {round} is closed, but player {player}'s escrow holds {balance}")
    orphans = yield from scalar(_ORPHANS)
    if orphans:
        faults.append(f"{orphans} transfers belong to no entry")
    return faults


def _chains() -> Steps[list[str]]:
    faults = []
    for (table,) in (yield from rows("SELECT number FROM tables ORDER BY number")):
        try:
            yield from _chain(table)
        except ChainBroken as broken:
            faults.append(str(broken))
    return faults


def _chain(table: int) -> Steps[None]:
    last = yield from scalar("SELECT MAX(sequence) FROM journal WHERE table_number = ?", table)
    for first in range(1, (last or 0) + 1, ENTRIES_AT_ONCE):
        yield from entries(table, first, first + ENTRIES_AT_ONCE - 1)
