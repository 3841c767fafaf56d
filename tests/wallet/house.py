"""A house whose players' money lies in a wallet; time passes when a test says so."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evenmoney.games.catalogue import Catalogue
from evenmoney.house.house import House
from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.players.wallet_http import HttpWallet
from evenmoney.store import open_store
from tests.dealing import dealing_order
from tests.house.playing import Player, Stack, TestHouse, settle
from tests.patience import PATIENCE_SECONDS
from tests.wallet.server import SECRET, Wallet

CALL_SECONDS = 30.0
"""How long a call may take in a test, unless the test says so."""

SHORT_SECONDS = 0.3

WIN = ("Th 9h", "6d", "Tc", "Kc")
"""The dealer busts."""

ELEVEN = ("5h 6h", "6d", "Tc", "9s Kc")
"""A hand to double, which wins."""

REST_SECONDS = PATIENCE_SECONDS


class WalletHouse(TestHouse):
    """See `TestHouse`; `wallet` is the operator's, `url` where it answers."""

    __test__ = False

    def __init__(self, address: str, url: str, wallet: Wallet) -> None:
        super().__init__(Path(address), Catalogue.packaged(), None)
        self.address = address
        self.url = url
        self.wallet = wallet
        self.began = wallet.total
        self.entropy.name = os.urandom(8).hex()

    async def open(self) -> None:
        self.store = await open_store(self.address)  # type: ignore[assignment]
        await self.open_again()

    def new_wallet(self) -> HttpWallet:
        """A way to the wallet."""
        return HttpWallet(self.url, SECRET, "EUR", seconds=CALL_SECONDS)

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """While calls may take a moment only."""
        assert self.house.wallet is not None
        client = self.house.wallet._errands._wallet
        assert isinstance(client, HttpWallet)
        client._seconds = SHORT_SECONDS
        yield
        client._seconds = CALL_SECONDS

    async def open_again(self) -> None:
        """A house is opened over the store that is open."""
        self.house = await House.open(
            self.store,
            self.catalogue,
            clock=self.clock,
            entropy=self.entropy,
            settings=self.settings,
            wallet=self.new_wallet(),
        )

    async def kill(self) -> None:
        """The process dies."""
        assert self.house.wallet is not None
        await self.house.wallet.close()
        await super().kill()

    async def come(self, number: int, table: str = "classic-1") -> Player:
        """A player who has joined a table."""
        player = Player(self.house, number, table)
        await player.join()
        return player

    async def dealt(self, stack: Stack, cards: tuple[str, ...], table: str = "classic-1") -> Player:
        """A player who has bet 1000 and been dealt cards as `dealing_order` takes them."""
        stack.put(dealing_order(self.catalogue[table.rpartition("-")[0]].rules, *cards))
        player = await self.come(1, table)
        await player.bet(1, 1000)
        await player.deal()
        await self.quiet()
        return player

    async def won(self, stack: Stack) -> Player:
        """A player who has bet 1000 and won as much: 2000 lie here for him."""
        player = await self.dealt(stack, WIN)
        await player.act("stand")
        return player

    async def held(self, kind: AccountKind) -> int:
        """What all accounts of a kind hold."""
        return (await self.store.totals())[kind]

    async def cash(self, player: int) -> int:
        return await self.store.balance(Account(AccountKind.CASH, player))

    async def pass_time(self, seconds: float) -> None:
        """Time passes, and what it brings is done."""
        self.clock.advance(seconds)
        await self.quiet()

    async def quiet(self) -> None:
        """Until nothing is under way."""
        desk = self.house.wallet
        assert desk is not None
        async with asyncio.timeout(REST_SECONDS):
            while running := {
                *desk.lanes._running,
                *desk.funding._running,
                *desk._errands._running,
            }:
                await asyncio.wait(running)
        for table in tuple(self.house._tables):
            await settle(self.house, table)

    async def come_to_rest(self) -> None:
        """Until all that can be brought back or taken back is."""
        for seconds in (2, 2, 6, 31, 121, 601, 601, 2):
            await self.pass_time(seconds)

    async def check_money(self) -> None:
        """The ledger sums to zero, the record is whole, and no coin was made or lost between the
        house and the wallet, but for what is open."""
        assert await self.store.sum_of_all() == 0
        assert await self.store.audit() == []
        unfinished = await self.store.wallet_calls()
        assert all(call.state == "open" for call in unfinished)
        if not unfinished:
            assert self.wallet.total == self.began + await self.held(AccountKind.WALLET)
        ids = [(kind, id) for kind, id in self.wallet.applied]
        assert len(ids) == len(set(ids))
