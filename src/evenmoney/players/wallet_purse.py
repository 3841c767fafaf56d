"""A purse whose player keeps his money in an operator's wallet. Knows no HTTP and no tables."""

import asyncio
from collections.abc import Callable

from evenmoney.players.purse import Purse


class WalletPurse(Purse):
    """The cash that lies here, and `elsewhere`: what the wallet was last heard to hold, with what
    is on its way there. Who asks the wallet about its player, or changes what lies here by a call,
    holds `wallet_lock`; `moved` is called when cash has moved.

    `earmarked` is cash that was fetched for commands that no table has held it for yet."""

    __slots__ = ("_moved", "_under_way", "earmarked", "elsewhere", "heard_at_ms", "wallet_lock")

    def __init__(self, player: int, balance: int, debt: int, moved: Callable[[int], None]) -> None:
        super().__init__(player, balance, debt)
        self.elsewhere = 0
        self.earmarked = 0
        self._under_way = 0
        self.heard_at_ms = 0
        self.wallet_lock = asyncio.Lock()
        self._moved = moved

    @property
    def spendable(self) -> int:
        """What he can stake: the wallet is asked for what does not lie here."""
        return self.available + self.elsewhere

    @property
    def shown(self) -> int:
        """What he is told that he has."""
        return self.balance + self.elsewhere

    @property
    def idle(self) -> bool:
        """Whether nobody needs it, and nothing lies here."""
        return super().idle and not self.balance and not self.wallet_lock.locked()

    def earmark(self, cost: int) -> None:
        """So much lies here for a command that is on its way to its table, until `passed`."""
        self._under_way += cost
        self.earmarked += cost

    def passed(self, cost: int) -> None:
        """That command is done with: its table took the money, or wants it no more."""
        self._under_way -= cost
        self.earmarked = min(self.earmarked, self._under_way)

    def reserve(self, amount: int, repaid: int = 0) -> None:
        """As any purse; what a table holds is earmarked no longer."""
        super().reserve(amount, repaid)
        self.earmarked = max(0, self.earmarked - amount)

    def settle(self, held: int, received: int, by: Callable[[int], None] | None = None) -> None:
        """The commit happened; what lies here idle is to be brought back some time."""
        super().settle(held, received, by)
        self._moved(self.player)

    def hear(self, elsewhere: int) -> None:
        """The wallet holds so much: whoever shows the purse is told, if that is news."""
        if elsewhere != self.elsewhere:
            self.elsewhere = elsewhere
            self.tell()
