"""Where units are judged: the clerk, what he needs to know looked up for him, and his daybook.

On the event loop, with a connection that only reads: what is on the daybook's pages he knows by
heart, so that it doesn't matter whether a page that is being posted is in the books already.
"""

from collections.abc import Sequence

import apsw
import msgspec

from evenmoney.journal.chain import GENESIS
from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.store.clerk import HOUSE, Clerk, Page, Tip, house_unit
from evenmoney.store.sqlite.books import found
from evenmoney.store.sqlite.database import rows, scalar
from evenmoney.store.sqlite.daybook import Daybook
from evenmoney.store.steps import Note
from evenmoney.store.store import StoreFailed, Unit, UnitRefused

UNITS_PER_LOOKUP = 512
"""A page may hold more units than a query can have variables for."""

NONE_USED: frozenset[bytes] = frozenset()

_IN_PLAY = "SELECT player, round, balance FROM accounts WHERE kind = 5 AND balance <> 0"


class Desk:
    """The open page of the daybook, and the closed one while it is not in the books.

    `connection` reads what is in the books. Raises `StoreFailed` when the daybook can't be right.
    """

    def __init__(self, connection: apsw.Connection, daybook: Daybook) -> None:
        self.connection = connection
        self.open = Page(daybook.page)
        self.closed: Page | None = None
        self._clerk = Clerk()
        self._daybook = daybook
        self._accepted: list[Unit] = []
        self._units = 0
        self.forget()

    @property
    def unposted(self) -> int:
        """The units on the open page."""
        return self._units

    # ---- what the clerk knows

    def forget(self) -> None:
        """Know no more than what is in play and on the pages."""
        self._clerk.forget()
        for player, round, balance in rows(self.connection, _IN_PLAY):
            self._clerk.balances.know(Account(AccountKind.ESCROW, player, round), balance)
        for page in (self.closed, self.open):
            if page is not None:
                self._clerk.learn(page)

    def trim(self) -> None:
        """Forget what is known when that has become too much."""
        if self._clerk.is_full:
            self.forget()

    def look_up(self, units: Sequence[Unit]) -> None:
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
        if lacking:
            held = found(self.connection, lacking)
            for account, (_, balance) in zip(lacking, held, strict=True):
                self._clerk.balances.know(account, balance)

    # ---- units

    def take(self, unit: Unit) -> None:
        """Judge a unit that was looked up; raises `UnitRefused`."""
        if unit.entries and unit.entries[0].table == HOUSE:
            raise UnitRefused("bad_unit", "table 0 is the house's own record: use `book`")
        self._clerk.take(unit, self.open)
        self._accepted.append(unit)

    def keep(self) -> None:
        """Write what was taken into the daybook."""
        if self._accepted:
            self._daybook.write(self._accepted)
            self._units += len(self._accepted)
            self._accepted = []

    def take_back(self) -> None:
        """What was taken and not kept is not on the page: it is read again."""
        self._accepted = []
        self.open = Page(self.open.number)
        self.forget()
        units = self._daybook.units()
        self.accept(units, self.open)
        self._units = len(units)

    def accept(self, units: Sequence[Unit], page: Page) -> None:
        """Units that were accepted once are again."""
        for start in range(0, len(units), UNITS_PER_LOOKUP):
            some = units[start : start + UNITS_PER_LOOKUP]
            self.look_up(some)
            for unit in some:
                self._accept(unit, page)

    def turn(self) -> None:
        """Close the open page, and open the next."""
        self._daybook.turn()
        self.closed = self.open
        self.open = Page(self._daybook.page)
        self._units = 0

    # ---- notes

    def note(self, note: Note, page: Page) -> Entry:
        """Judge a note of the house's own record, and put it on a page of its own; raises
        `UnitRefused`."""
        if HOUSE not in self._clerk.tips:
            self._look_up_table(HOUSE)
        unit = house_unit(note, self._clerk.tips[HOUSE].sequence + 1)
        self.look_up([unit])
        self._clerk.take(unit, page)
        ((entry, chain),) = page.entries
        return msgspec.structs.replace(entry, chain=chain)

    # ---- inside

    def _accept(self, unit: Unit, page: Page) -> None:
        try:
            self._clerk.take(unit, page)
        except UnitRefused as refused:
            raise StoreFailed(f"the daybook is damaged ({refused})", "damaged") from refused

    def _used(self, parts: list[bytes]) -> frozenset[bytes]:
        """Those of the parts that were kept before, but for the open page's."""
        if not parts:
            return NONE_USED
        places = ",".join("?" * len(parts))
        sql = f"SELECT nonce FROM parts WHERE nonce IN ({places})"
        used = frozenset([nonce for (nonce,) in rows(self.connection, sql, tuple(parts))])
        return used.union(self.closed.parts.intersection(parts)) if self.closed else used

    def _look_up_table(self, table: int) -> None:
        if scalar(self.connection, "SELECT 1 FROM tables WHERE number = ?", (table,)) is None:
            return
        row = self.connection.execute(
            "SELECT sequence, chain FROM journal WHERE table_number = ?"
            " ORDER BY sequence DESC LIMIT 1",
            (table,),
        ).fetchone()
        self._clerk.tips[table] = Tip(*row) if row else Tip(0, GENESIS)
