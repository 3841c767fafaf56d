"""The boundary to an operator's own wallet: what is asked of it, what it answers. Knows no HTTP."""

from typing import Protocol

WALLET_MAX = 10**15
"""The most that a wallet may hold, in minor units."""


class WalletRefused(Exception):
    """The wallet said no, and nothing moved there. `code` is `not_enough_money` or a word of the
    wallet's own."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


class WalletAway(Exception):
    """No clear answer came: what was asked may have been done or not. The argument says why."""


class Wallet(Protocol):
    """An operator's own wallet. Amounts are minor units of the house's currency, above zero; each
    answer is what the player has there then. Every call may raise `WalletRefused`, `WalletAway`.

    `id` names a movement for ever: a call that comes again with it changes nothing more.
    """

    async def balance(self, player: int) -> int:
        """What the player has."""

    async def debit(self, id: str, player: int, amount: int) -> int:
        """Take so much from him."""

    async def credit(self, id: str, player: int, amount: int) -> int:
        """Give him so much."""

    async def rollback(self, id: str, player: int, amount: int) -> int:
        """Undo the debit with that id if it was done, and never do it if it comes later."""

    async def close(self) -> None:
        """Let go of its connections."""
