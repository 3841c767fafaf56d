"""What a house has beside its tables when its players' money lies in an operator's wallet."""

from collections.abc import Sequence
from typing import Final

from evenmoney.house.cage import Cage
from evenmoney.house.errands import Errands, Outcome
from evenmoney.house.funding import Funding
from evenmoney.house.lanes import Lanes
from evenmoney.house.pit import Pit
from evenmoney.house.points import Points
from evenmoney.ledger.transfer import AccountKind
from evenmoney.players.wallet import Wallet
from evenmoney.players.wallet_purse import WalletPurse
from evenmoney.store.faults import Fault
from evenmoney.store.store import Store, WalletCall

SETTING: Final = "money"
ELSEWHERE: Final = "wallet"


class OtherMoney(ValueError):
    """A database's money lies in its ledger or in a wallet, from its first opening on."""


async def bind_money(store: Store, *, elsewhere: bool) -> None:
    """Let a database's money lie where it is now for ever; raises `OtherMoney`, `StoreFailed`."""
    before = await store.people.setting(SETTING)
    if before == ELSEWHERE and not elsewhere:
        raise OtherMoney("the money of this database lies in a wallet: it needs --wallet")
    if before == ELSEWHERE or not elsewhere:
        return
    held = await store.totals()
    if any(held[kind] for kind in (AccountKind.CASH, AccountKind.ESCROW, AccountKind.DEBT)):
        raise OtherMoney("the money of this database is its own: a wallet needs a new database")
    await store.people.set_setting(SETTING, ELSEWHERE)


class WalletDesk:
    """The lanes in which players' messages wait for money, and the calls that bring it."""

    def __init__(self, wallet: Wallet, pit: Pit, cage: Cage, faults: Sequence[Fault] = ()) -> None:
        points = Points(faults)
        self._store = pit.store
        self._errands = Errands(wallet, pit, cage, points)
        self.funding = Funding(self._errands, pit)
        pit.purses.make = self._new_purse
        self.lanes = Lanes(self.funding, pit.clock, points)

    def _new_purse(self, player: int, balance: int, debt: int) -> WalletPurse:
        return WalletPurse(player, balance, debt, self.funding.moved)

    async def open(self) -> None:
        """Go on with the calls of a house before this one, and bring back what it left here."""
        await self._errands.open()
        await self.funding.open()

    async def close(self) -> None:
        """Make no more calls."""
        await self.lanes.close()
        await self.funding.close()
        await self._errands.close()

    async def open_calls(self) -> list[WalletCall]:
        """Those that the operator has to settle, oldest first."""
        return [call for call in await self._store.wallet_calls() if call.state == "open"]

    async def settle(self, id: str, outcome: Outcome, reason: str) -> WalletCall:
        """The operator says how an open call is at the wallet; raises `TableRefusal`."""
        return await self._errands.settle(id, outcome, reason)
