"""A house over either kind of store, its players' money in a wallet behind a real socket."""

from collections.abc import AsyncIterator

import pytest

from tests.house.playing import Stack, stacked
from tests.store.conftest import address, postgres_address, postgres_server
from tests.wallet.house import WalletHouse
from tests.wallet.server import Wallet, serving

__all__ = ["address", "postgres_address", "postgres_server"]


@pytest.fixture
async def wallet() -> Wallet:
    made = Wallet()
    made.accounts.update({1: 100_000, 2: 100_000, 3: 100_000})
    return made


@pytest.fixture
async def floor(address: str, wallet: Wallet) -> AsyncIterator[WalletHouse]:
    async with serving(wallet) as url:
        house = WalletHouse(address, url, wallet)
        await house.open()
        try:
            yield house
            await house.come_to_rest()
            await house.check_money()
        finally:
            await house.house.close()
            await house.store.close()


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stack:
    return stacked(monkeypatch)
