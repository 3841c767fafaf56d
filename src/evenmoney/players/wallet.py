"""The boundary to an operator's own wallet: what is asked of it, what it answers. Knows no HTTP."""

from typing import Final, Protocol

WALLET_MAX = 10**15
"""The most that a wallet may hold, in minor units."""

WHY_MAX: Final = 400
"""Letters that are kept of what a wallet says, or of what is wrong with its answer."""


class WalletRefused(Exception):
    """The wallet said no, and nothing moved there. `code` is `not_enough_money` or a word of the
    wallet's own."""

    def __init__(self, code: str, reason: str) -> None:
        self.code = _plain(code)
        self.reason = _plain(reason)
        super().__init__(f"{self.code}: {self.reason}" if self.reason else self.code)


class WalletAway(Exception):
    """No clear answer came: what was asked may have been done or not. The argument says why."""

    def __init__(self, why: str) -> None:
        super().__init__(_plain(why))


def _plain(said: str) -> str:
    """Another machine's words as they may stand in a record (PostgreSQL takes no NUL), in a log
    and on a terminal: on one line, and no longer than needed."""
    return "".join(c if c.isprintable() else " " for c in said[:WHY_MAX])


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
