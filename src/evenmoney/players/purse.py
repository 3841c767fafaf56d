"""A player's money as one process sees it: what he has, and what is held. Knows no games."""

import asyncio
from collections.abc import Callable

from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.store.store import Bonus, Store

PURSES_MAX = 100_000
"""Purses kept in memory; beyond it those that nobody looks into are forgotten."""


class NotEnough(Exception):
    """More was asked of a purse than is free in it; its argument is what is free."""


class Purse:
    """One player's cash: `balance` is on disk, `held` of it is promised to commits under way.

    There is one per player and process, so that two tables can't spend the same coin, nor pay the
    same debt: `debt` is what he owes on disk, `repaying` of it is paid by commits under way.
    `bonus` is the one that he has in play at a table; who changes which that is holds `bonus_lock`.
    """

    __slots__ = (
        "_watchers",
        "balance",
        "bonus",
        "bonus_lock",
        "debt",
        "held",
        "player",
        "repaying",
    )

    def __init__(self, player: int, balance: int, debt: int = 0) -> None:
        self.player = player
        self.balance = balance
        self.debt = debt
        self.held = 0
        self.repaying = 0
        self.bonus: Bonus | None = None
        self.bonus_lock = asyncio.Lock()
        self._watchers: list[Callable[[int], None]] = []

    @property
    def available(self) -> int:
        """What can be spent now, in minor units."""
        return self.balance - self.held

    @property
    def spendable(self) -> int:
        """What can be staked, in minor units: where all money lies here, what can be spent."""
        return self.balance - self.held

    @property
    def shown(self) -> int:
        """What the player is told that he has, in minor units."""
        return self.balance

    @property
    def idle(self) -> bool:
        """Whether nobody watches it and nothing is held."""
        in_use = self.bonus is not None or self.repaying > 0 or self.bonus_lock.locked()
        return not (self._watchers or self.held or in_use)

    @property
    def owed(self) -> int:
        """What of the debt nobody pays yet, in minor units."""
        return self.debt - self.repaying

    def reserve(self, amount: int, repaid: int = 0) -> None:
        """Hold `amount`, and pay `repaid` of the debt, until `settle` and `owe` or `release`;
        raises `NotEnough`."""
        if amount > self.available:
            raise NotEnough(self.available)
        self.held += amount
        self.repaying += repaid

    def release(self, amount: int, repaid: int = 0) -> None:
        """Give back what was held: the commit did not happen."""
        self.held -= amount
        self.repaying -= repaid

    def owe(self, borrowed: int, repaid: int) -> None:
        """The commit happened: so much is new debt, and so much of it is paid off."""
        self.debt += borrowed - repaid
        self.repaying -= repaid

    def settle(self, held: int, received: int, by: Callable[[int], None] | None = None) -> None:
        """The commit happened: what was held is spent, `received` came in. Tells all but `by`."""
        self.held -= held
        self.balance += received - held
        self.tell(by)

    def tell(self, by: Callable[[int], None] | None = None) -> None:
        """Call all watchers but `by`."""
        for watcher in self._watchers:
            if watcher != by:
                watcher(self.player)

    def watch(self, moved: Callable[[int], None]) -> None:
        """Call `moved` with the player's number whenever the balance has changed."""
        if moved not in self._watchers:
            self._watchers.append(moved)

    def unwatch(self, moved: Callable[[int], None]) -> None:
        """Call it no more."""
        if moved in self._watchers:
            self._watchers.remove(moved)


class Purses:
    """All purses of this process; each is read from the store once."""

    def __init__(self, store: Store) -> None:
        self.make: Callable[[int, int, int], Purse] = Purse
        """Makes one of a player, his cash and his debt."""
        self._store = store
        self._purses: dict[int, asyncio.Future[Purse]] = {}

    async def open(self, player: int) -> Purse:
        """The player's purse; raises `StoreFailed`."""
        known = self._purses.get(player)
        if known is None:
            self._forget_idle()
            # A task of its own: who asked first may be gone before the others have their answer.
            known = self._purses[player] = asyncio.create_task(self._read(player))
            known.add_done_callback(lambda read: self._was_read(player, read))
        return await asyncio.shield(known)

    async def _read(self, player: int) -> Purse:
        balance = await self._store.balance(Account(AccountKind.CASH, player))
        owed = -await self._store.balance(Account(AccountKind.DEBT, player))
        return self.make(player, balance, owed)

    def _was_read(self, player: int, read: asyncio.Future[Purse]) -> None:
        """Whoever waits is told that it failed; the next one to ask reads again."""
        if read.cancelled() or read.exception() is not None:
            del self._purses[player]

    def _forget_idle(self) -> None:
        if len(self._purses) < PURSES_MAX:
            return
        for player, purse in list(self._purses.items()):
            if purse.done() and purse.result().idle:
                del self._purses[player]
