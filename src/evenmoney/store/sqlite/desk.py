"""From accepted units to the books: into the daybook at once, posted as rows when it is time."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain as joined

import apsw
import msgspec

from evenmoney.journal.chain import GENESIS
from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.store.clerk import HOUSE, Clerk, Page, Tip, house_unit, played_row
from evenmoney.store.record import BONUS_CHANGES, BONUS_WIDTH, bonus_row
from evenmoney.store.sqlite.database import rows, scalar
from evenmoney.store.sqlite.daybook import Daybook
from evenmoney.store.sqlite.insert import Insert
from evenmoney.store.steps import Answer, Note, Query, Rows, Steps
from evenmoney.store.store import StoreFailed, Unit, UnitRefused

UNPOSTED_MAX = 256
"""Units that wait to be posted at most: more of them share index pages, and are posted longer."""

ACCOUNTS_PER_LOOKUP = 256

NONE_USED: frozenset[bytes] = frozenset()

_IN_PLAY = "SELECT id, player, round, balance FROM accounts WHERE kind = 5 AND balance <> 0"

_TRANSFER_BITS = 8  # a unit has at most 256 transfers

_JOURNAL = Insert("journal", 8)
_TRANSFERS = Insert("transfers", 5)
_PLAYED = Insert("played", 10)
_BONUSES = Insert("bonuses", BONUS_WIDTH, BONUS_CHANGES)
_PARTS = Insert("parts", 1)
_ACCOUNTS = Insert("accounts", 5, "ON CONFLICT (id) DO UPDATE SET balance = excluded.balance")


class Desk:
    """The clerk, what he needs to know looked up for him, his daybook, and the page that will be
    posted: all that the daybook holds, as rows.

    Only the writer's thread comes here. Raises `StoreFailed` when the daybook can't be right.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection
        self._clerk = Clerk()
        self._daybook = Daybook(connection)
        self._page = Page()
        self._accepted: list[Unit] = []
        self._ids: dict[Account, int] = {}
        self._entries_kept = self._accounts_kept = 0
        self.unposted = 0
        self.forget()

    def forget(self) -> None:
        """Start again from what is on disk."""
        self._clerk.forget()
        self._ids.clear()
        self._page = Page()
        self._accepted = []
        self._entries_kept = scalar(self.connection, "SELECT COALESCE(MAX(id), 0) FROM journal")
        self._accounts_kept = scalar(self.connection, "SELECT COALESCE(MAX(id), 0) FROM accounts")
        for number, player, round, balance in rows(self.connection, _IN_PLAY):
            self._know(Account(AccountKind.ESCROW, player, round), number, balance)
        self._read_daybook()

    def _read_daybook(self) -> None:
        """The page that waited to be posted: its units were accepted once, and are again."""
        units = self._daybook.read()
        self.look_up(units)
        self.unposted = len(units)
        for unit in units:
            try:
                self._clerk.take(unit, self._page)
            except UnitRefused as refused:
                raise StoreFailed(f"the daybook is damaged ({refused})", "damaged") from refused

    def look_up(self, units: list[Unit]) -> None:
        """Tell the clerk about tables, accounts and used parts that he needs and doesn't know."""
        self._clerk.parts_used = self._used(self._clerk.parts(units))
        for table in self._clerk.unknown_tables(units):
            self._look_up_table(table)
        lacking = []
        for account in self._clerk.unknown_accounts(units):
            if account.kind is AccountKind.ESCROW:
                self._clerk.balances.know(account, 0)  # those with something in them are known
            else:
                lacking.append(account)
        for account, number, balance in self._found(lacking):
            self._know(account, number, balance)

    def take(self, unit: Unit) -> None:
        """Judge a unit of a table that was looked up; raises `UnitRefused`."""
        if unit.entries and unit.entries[0].table == HOUSE:
            raise UnitRefused("bad_unit", "table 0 is the house's own record: use `book`")
        self._clerk.take(unit, self._page)
        self._accepted.append(unit)
        self.unposted += 1

    def keep(self) -> None:
        """Write what was taken into the daybook."""
        if self._accepted:
            self._daybook.write(self._accepted)
            self._accepted = []

    def run(self, steps: Steps[Answer]) -> Answer:
        """Run steps to their answer."""
        try:
            request = next(steps)
            while True:
                try:
                    found = self._serve(request)
                except UnitRefused as refused:
                    request = steps.throw(refused)
                else:
                    request = steps.send(found)
        except StopIteration as stop:
            answer: Answer = stop.value
            return answer

    @property
    def postings(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """What posts the page to the books, in order, by name."""
        return (
            ("journal", self._write_journal),
            ("accounts", self._write_accounts),
            ("transfers", self._write_transfers),
            ("played", self._write_played),
            ("bonuses", self._write_bonuses),
            ("parts", self._write_parts),
            ("turn", self._turn_page),
        )

    def trim(self) -> None:
        """Forget what is known when that has become too much; between two batches only."""
        if not self.unposted and self._clerk.is_full:
            self.forget()

    def _serve(self, request: Query | Note) -> Rows | Entry:
        if isinstance(request, Query):
            return rows(self.connection, request.sql, request.values)
        return self._keep_note(request)

    def _keep_note(self, note: Note) -> Entry:
        if HOUSE not in self._clerk.tips:
            self._look_up_table(HOUSE)
        unit = house_unit(note, self._clerk.tips[HOUSE].sequence + 1)
        self.look_up([unit])
        self._clerk.take(unit, self._page)
        ((entry, chain),) = self._page.entries
        for _, write in self.postings:
            write()
        return msgspec.structs.replace(entry, chain=chain)

    def _write_journal(self) -> None:
        """Append the entries."""
        first = self._entries_kept + 1
        _JOURNAL(
            self.connection,
            [
                (
                    number,
                    e.table,
                    e.sequence,
                    e.at_ms,
                    int(e.checkpoint),
                    e.payload,
                    e.digest,
                    chain,
                )
                for number, (e, chain) in enumerate(self._page.entries, first)
            ],
        )

    def _write_accounts(self) -> None:
        """Write the balances that changed, and new accounts."""
        unnumbered = [account for account in self._page.balances if account not in self._ids]
        for account, number, _ in self._found(unnumbered):
            self._ids[account] = number
        _ACCOUNTS(
            self.connection,
            [
                (self._ids[a], int(a.kind), a.player, a.round, balance)
                for a, balance in self._page.balances.items()
            ],
        )

    def _write_transfers(self) -> None:
        """Append the transfers."""
        first = self._entries_kept + 1
        _TRANSFERS(
            self.connection,
            [
                (
                    first + place << _TRANSFER_BITS | number,
                    self._ids[t.source],
                    self._ids[t.target],
                    t.amount,
                    int(t.kind),
                )
                for place, number, t in self._page.transfers
            ],
        )

    def _write_played(self) -> None:
        """Append the rounds that closed."""
        _PLAYED(self.connection, [played_row(part) for part in self._page.played])

    def _write_bonuses(self) -> None:
        """Write bonuses as they stand now."""
        _BONUSES(self.connection, [bonus_row(bonus) for bonus in self._page.bonuses.values()])

    def _write_parts(self) -> None:
        """Remember what was sent for shuffles."""
        _PARTS(self.connection, [(part,) for part in sorted(self._page.parts)])

    def _turn_page(self) -> None:
        """The page is in the books: take a new one."""
        self._daybook.clear()
        self.unposted = 0
        self._entries_kept += len(self._page.entries)
        self._page = Page()

    def _used(self, parts: list[bytes]) -> frozenset[bytes]:
        """Those of the parts that are in the books."""
        if not parts:
            return NONE_USED
        places = ",".join("?" * len(parts))
        found = rows(
            self.connection, f"SELECT nonce FROM parts WHERE nonce IN ({places})", tuple(parts)
        )
        return frozenset(nonce for (nonce,) in found)

    def _look_up_table(self, table: int) -> None:
        if scalar(self.connection, "SELECT 1 FROM tables WHERE number = ?", (table,)) is None:
            return
        row = self.connection.execute(
            "SELECT sequence, chain FROM journal WHERE table_number = ?"
            " ORDER BY sequence DESC LIMIT 1",
            (table,),
        ).fetchone()
        self._clerk.tips[table] = Tip(*row) if row else Tip(0, GENESIS)

    def _know(self, account: Account, number: int, balance: int) -> None:
        self._ids[account] = number
        self._clerk.balances.know(account, balance)

    def _found(self, accounts: list[Account]) -> Iterator[tuple[Account, int, int]]:
        """Each account with its number and balance; a new one gets the next number."""
        for start in range(0, len(accounts), ACCOUNTS_PER_LOOKUP):
            yield from self._look_up_accounts(accounts[start : start + ACCOUNTS_PER_LOOKUP])

    def _look_up_accounts(self, accounts: list[Account]) -> Iterator[tuple[Account, int, int]]:
        values = ",".join(["(?,?,?,?)"] * len(accounts))
        sql = (
            f"SELECT column1, id, balance FROM (VALUES {values})"
            " JOIN accounts ON kind = column2 AND round = column3 AND player = column4"
        )
        keys = ((n, int(a.kind), a.round, a.player) for n, a in enumerate(accounts))
        found = rows(self.connection, sql, tuple(joined.from_iterable(keys)))
        known = {place: (number, balance) for place, number, balance in found}
        for place, account in enumerate(accounts):
            number, balance = known.get(place) or (self._new_account(), 0)
            yield account, number, balance

    def _new_account(self) -> int:
        self._accounts_kept += 1
        return self._accounts_kept
