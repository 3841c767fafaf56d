"""The house is killed at every step of a call: no coin is lost, none made, each id counts once."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest

from evenmoney.bench.bots import Guest, come_in
from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.store import open_store
from tests.patience import PATIENCE_SECONDS
from tests.server.conftest import Ended, House, sit_down, start_house
from tests.wallet.server import SECRET, Wallet, serving

OPENING = 100_000
BET = 1000
KILL_SECONDS = PATIENCE_SECONDS
ROUNDS_MAX = 20
"""How often the house is opened again until every call is at its end."""

POINTS = (
    "before:intent",
    "after:intent",
    "after:debit",
    "after:outcome",
    "before:command",
    "after:command",
    "before:sweep",
    "after:sweep",
    "after:credit",
    "after:end",
)
"""Where the house dies by itself."""

CALLS = ("debit before", "debit after", "credit before", "credit after")
"""Where the wallet kills the house: before or after it does what it was asked."""

ROLLBACKS = ("rollback before", "rollback after", "after:rollback")


async def start(folder: Path, address: str, url: str) -> House:
    options = ("--database", address, "--wallet", url)
    return await asyncio.to_thread(start_house, folder, *options)


async def play_until_killed(house: House, guest: Guest) -> None:
    """A bet, and taken off again."""
    async with aiohttp.ClientSession() as client:
        with suppress(Ended, aiohttp.ClientError, OSError):
            table = await sit_down(client, house, guest)
            await table.say("place_bet", box=1, amount=BET)
            await table.say("clear_bets")
        assert await asyncio.to_thread(house.process.wait, KILL_SECONDS) == -9


async def come_to_rest(folder: Path, address: str, url: str, wallet: Wallet, player: int) -> int:
    """Open the house again until every call is at its end; what lies on the table then."""
    for _ in range(ROUNDS_MAX):
        house = await start(folder, address, url)
        await asyncio.sleep(1.3)  # what lies idle goes back after a second
        assert await asyncio.to_thread(house.stop) == 0
        store = await open_store(address)
        try:
            assert await store.audit() == []
            assert await store.sum_of_all() == 0
            totals = await store.totals()
            cash = await store.balance(Account(AccountKind.CASH, player))
            if not await store.wallet_calls() and not cash:
                assert wallet.total == OPENING + totals[AccountKind.WALLET]
                return totals[AccountKind.ESCROW]
        finally:
            await store.close()
    raise AssertionError("a call never came to its end")


QUICK_ON_POSTGRES = {"after:intent", "after:debit", "after:outcome", "after:sweep", "credit after"}
"""Where what is in the record differs. At the other points the same house stands over another
store, at which a test takes its seven seconds: they are for `make soak`."""


def cases() -> Iterator[object]:
    for where in (*POINTS, *CALLS, *ROLLBACKS):
        soak = () if where in QUICK_ON_POSTGRES else pytest.mark.soak
        yield pytest.param("sqlite", where, id=f"sqlite-{where}")
        yield pytest.param("postgres", where, id=f"postgres-{where}", marks=soak)


@pytest.mark.parametrize(("address", "where"), list(cases()), indirect=["address"])
async def test_a_killed_house_loses_no_coin_and_makes_none(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EVENMONEY_WALLET_SECRET", SECRET.decode())
    wallet = Wallet()
    wallet.gives = OPENING
    async with serving(wallet) as url:
        if ":" in where:
            monkeypatch.setenv("EVENMONEY_WALLET_FAULT", f"kill:{where}:1")
        house = await start(tmp_path, address, url)
        try:
            monkeypatch.delenv("EVENMONEY_WALLET_FAULT", raising=False)
            guest = await asyncio.to_thread(come_in, house.address)
            wallet.kills = house.process.pid
            if where in ROLLBACKS:
                wallet.faults.extend([("debit", "cut after")] * 2)
            if where.partition(" ")[2]:
                kind, _, side = where.partition(" ")
                wallet.faults.append((kind, f"kill {side}"))
            await play_until_killed(house, guest)
            staked = await come_to_rest(tmp_path, address, url, wallet, guest.player)
        finally:
            house.process.kill()
            house.process.wait()
    assert not wallet.faults
    assert staked == (BET if where == "after:command" else 0)
    assert wallet.accounts[guest.player] + staked == OPENING
    assert len(wallet.applied) == len(set(wallet.applied))
    assert "trace" not in (tmp_path / "log").read_text()
