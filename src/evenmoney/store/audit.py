"""Checks the whole record, as steps for either kind of store: money, balances, escrows, chains."""

from evenmoney.journal.chain import ChainBroken
from evenmoney.store.record import entries
from evenmoney.store.steps import Run, Steps, rows, scalar

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
_BONUSES = """
SELECT player, SUM(held) FROM (
  SELECT player, balance AS held FROM accounts WHERE kind = 4
  UNION ALL SELECT player, -balance FROM bonuses
) AS sides GROUP BY player HAVING SUM(held) <> 0 ORDER BY player
"""
_WALLETS = """
SELECT player, SUM(moved) FROM (
  SELECT player, balance AS moved FROM accounts WHERE kind = 7
  UNION ALL SELECT player, amount FROM wallet_calls WHERE kind = 'debit' AND state = 'done'
  UNION ALL SELECT player, -amount FROM wallet_calls
    WHERE kind = 'credit' AND state IN ('owed', 'open', 'done')
) AS sides GROUP BY player HAVING SUM(moved) <> 0 ORDER BY player
"""
_ORPHANS = "SELECT (SELECT COUNT(*) FROM transfers) - (SELECT COUNT(*) FROM postings)"


async def audit(ask: Run) -> list[str]:
    """What is wrong, a sentence each; an empty list when all is well.

    It asks in many small questions, so that a house that is open goes on between them.
    """
    found = await ask(money())
    for (table,) in await ask(rows("SELECT number FROM tables ORDER BY number")):
        try:
            await _check_chain(ask, table)
        except ChainBroken as broken:
            found.append(str(broken))
    return found


def money() -> Steps[list[str]]:
    """What is wrong with balances, transfers and escrows, a sentence each."""
    faults = []
    total = yield from scalar("SELECT COALESCE(SUM(balance), 0) FROM accounts")
    if total:
        faults.append(f"all accounts together hold {total}, not zero")
    for number, kind, player, round, balance, moved in (yield from rows(_BALANCES)):
        account = f"account {number} (kind {kind}, player {player}, round {round})"
        faults.append(f"{account} holds {balance}, its transfers come to {moved}")
    for round, player, balance in (yield from rows(_OPEN_ESCROWS)):
        faults.append(f"round {round} is closed, but player {player}'s escrow holds {balance}")
    for player, more in (yield from rows(_BONUSES)):
        faults.append(f"player {player}'s bonus account holds {more} more than his bonuses")
    for player, more in (yield from rows(_WALLETS)):
        faults.append(f"player {player}'s wallet account holds {more} more than was called for")
    orphans = yield from scalar(_ORPHANS)
    if orphans:
        faults.append(f"{orphans} transfers belong to no entry")
    return faults


async def _check_chain(ask: Run, table: int) -> None:
    tip = "SELECT COALESCE(MAX(sequence), 0) FROM journal WHERE table_number = ?"
    last = await ask(scalar(tip, table))
    for first in range(1, last + 1, ENTRIES_AT_ONCE):
        await ask(entries(table, first, min(last, first + ENTRIES_AT_ONCE - 1)))
