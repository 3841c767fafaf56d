"""The books of account: what a page of the daybook comes to is posted here, as rows.

Whoever has the connection calls, one at a time. It is always within a transaction, so that nobody
else can write to the file; others may read it, and see what was posted.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain as joined
from typing import Any

import apsw

from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, Transfer
from evenmoney.store.clerk import ACCOUNTS_KNOWN_MAX, Page, played_row
from evenmoney.store.record import BONUS_CHANGES, BONUS_WIDTH, bonus_row
from evenmoney.store.sqlite.database import rows, scalar
from evenmoney.store.sqlite.insert import Insert
from evenmoney.store.steps import Answer, Note, Query, Rows, Steps
from evenmoney.store.store import StoreFailed, UnitRefused

ACCOUNTS_PER_LOOKUP = 256

_TRANSFER_BITS = 8  # a unit has at most 256 transfers

_JOURNAL = Insert("journal", 8)
_TRANSFERS = Insert("transfers", 5)
_PLAYED = Insert("played", 10)
_BONUSES = Insert("bonuses", BONUS_WIDTH, BONUS_CHANGES)
_PARTS = Insert("parts", 1)
_ACCOUNTS = Insert("accounts", 5, "ON CONFLICT (id) DO UPDATE SET balance = excluded.balance")


class Books:
    """Posts pages, and runs steps."""

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection
        self._ids: dict[Account, int] = {}
        self._entries_kept = self._accounts_kept = 0
        self._version = self._version_now()
        self.forget()

    def forget(self) -> None:
        """Start again from what is in the file."""
        self._ids.clear()
        self._entries_kept = scalar(self.connection, "SELECT COALESCE(MAX(id), 0) FROM journal")
        self._accounts_kept = scalar(self.connection, "SELECT COALESCE(MAX(id), 0) FROM accounts")

    @property
    def postings(self) -> Sequence[tuple[str, Callable[[Page], None]]]:
        """What posts a page, in order, by name."""
        return (
            ("journal", self._write_journal),
            ("accounts", self._write_accounts),
            ("transfers", self._write_transfers),
            ("played", self._write_played),
            ("bonuses", self._write_bonuses),
            ("parts", self._write_parts),
            ("posted", self._mark_posted),
        )

    def post(self, page: Page) -> None:
        """Post a page within a transaction that posts more."""
        for _, write in self.postings:
            write(page)

    def commit(self) -> None:
        """What was written is the file's, and the next transaction begins."""
        self.connection.execute("COMMIT")
        self.begin()

    def begin(self) -> None:
        """Nobody else may write from now on; raises `StoreFailed` when somebody did since the last
        commit, as what the clerk knows by heart need not be right any more."""
        self.connection.execute("BEGIN IMMEDIATE")
        if self._version_now() != self._version:
            raise StoreFailed("another program wrote to the books: open them anew", "in_use")

    def rollback(self) -> None:
        """What was written since the last commit is not; a new transaction begins."""
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")
        self.begin()
        self.forget()

    def run(self, steps: Steps[Answer], note: Callable[[Note], Entry]) -> Answer:
        """Run steps to their answer; `note` keeps what they note."""
        try:
            request = next(steps)
            while True:
                try:
                    found = self._serve(request, note)
                except UnitRefused as refused:
                    request = steps.throw(refused)
                else:
                    request = steps.send(found)
        except StopIteration as stop:
            answer: Answer = stop.value
            return answer

    def _serve(self, request: Query | Note, note: Callable[[Note], Entry]) -> Rows | Entry:
        if isinstance(request, Query):
            return rows(self.connection, request.sql, request.values)
        return note(request)

    def _version_now(self) -> int:
        """A number that changes when somebody else writes to the file."""
        version: int = scalar(self.connection, "PRAGMA data_version")
        return version

    # ---- a page

    def _write_journal(self, page: Page) -> None:
        """Append the entries."""
        numbered = list(enumerate(page.entries, self._entries_kept + 1))
        _JOURNAL(self.connection, numbered, _journal_row)

    def _write_accounts(self, page: Page) -> None:
        """Write the balances that changed, and new accounts."""
        if len(self._ids) > ACCOUNTS_KNOWN_MAX:
            self._ids.clear()
        self._number([account for account in page.balances if account not in self._ids])
        _ACCOUNTS(self.connection, list(page.balances.items()), self._account_row)

    def _write_transfers(self, page: Page) -> None:
        """Append the transfers."""
        _TRANSFERS(self.connection, page.transfers, self._transfer_row)

    def _write_played(self, page: Page) -> None:
        """Append the rounds that closed."""
        _PLAYED(self.connection, page.played, played_row)

    def _write_bonuses(self, page: Page) -> None:
        """Write bonuses as they stand now."""
        _BONUSES(self.connection, list(page.bonuses.values()), bonus_row)

    def _write_parts(self, page: Page) -> None:
        """Remember what was sent for shuffles."""
        _PARTS(self.connection, sorted(page.parts), _part_row)

    def _mark_posted(self, page: Page) -> None:
        """Note which page of the daybook is in the books now."""
        self._entries_kept += len(page.entries)
        if page.number:
            self.connection.execute("UPDATE posted SET page = ?", (page.number,))

    def _account_row(self, held: tuple[Account, int]) -> tuple[int, ...]:
        account, balance = held
        number, kind = self._ids[account], int(account.kind)
        return (number, kind, account.player, account.round, balance)

    def _transfer_row(self, placed: tuple[int, int, Transfer]) -> tuple[int, ...]:
        place, number, transfer = placed
        return (
            self._entries_kept + 1 + place << _TRANSFER_BITS | number,
            self._ids[transfer.source],
            self._ids[transfer.target],
            transfer.amount,
            int(transfer.kind),
        )

    def _number(self, accounts: Sequence[Account]) -> None:
        """Learn the accounts' numbers; a new one gets the next."""
        for account, (number, _) in zip(accounts, found(self.connection, accounts), strict=True):
            if not number:
                self._accounts_kept += 1
            self._ids[account] = number or self._accounts_kept


def _journal_row(numbered: tuple[int, tuple[Entry, bytes]]) -> tuple[Any, ...]:
    number, (e, chain) = numbered
    checkpoint = int(e.checkpoint)
    return (number, e.table, e.sequence, e.at_ms, checkpoint, e.payload, e.digest, chain)


def _part_row(part: bytes) -> tuple[bytes]:
    return (part,)


def found(connection: apsw.Connection, accounts: Sequence[Account]) -> Iterator[tuple[int, int]]:
    """The number and the balance of each account, 0 and 0 of one that is not in the books."""
    for start in range(0, len(accounts), ACCOUNTS_PER_LOOKUP):
        yield from _found(connection, accounts[start : start + ACCOUNTS_PER_LOOKUP])


def _found(connection: apsw.Connection, accounts: Sequence[Account]) -> Iterator[tuple[int, int]]:
    values = ",".join(["(?,?,?,?)"] * len(accounts))
    sql = (
        f"SELECT column1, id, balance FROM (VALUES {values})"
        " JOIN accounts ON kind = column2 AND round = column3 AND player = column4"
    )
    keys = ((n, int(a.kind), a.round, a.player) for n, a in enumerate(accounts))
    known = {
        place: (number, balance)
        for place, number, balance in rows(connection, sql, tuple(joined.from_iterable(keys)))
    }
    for place in range(len(accounts)):
        yield known.get(place, (0, 0))
