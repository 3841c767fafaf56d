"""How long a player waits for a wallet that hangs, and that he is the only one who does."""

import asyncio

import pytest

from evenmoney.house import errands, funding
from evenmoney.house.refusal import Code
from tests.house.playing import Player
from tests.patience import until
from tests.wallet.house import WalletHouse

QUEUED = 5


def codes(player: Player) -> list[str]:
    """What a player was refused."""
    return [code for frame in player.frames if (code := getattr(frame, "code", ""))]


async def test_a_queue_behind_a_wallet_that_hangs_waits_for_it_once(floor: WalletHouse) -> None:
    ann = await floor.come(1)
    floor.wallet.opens = asyncio.Event()
    with floor.hurried():
        for _ in range(QUEUED):
            await ann.give("place_bet", box=1, amount=500)
        ann.drop()
        await floor.quiet()
    assert codes(ann) == [Code.WALLET_AWAY] * QUEUED
    assert len({call["id"] for call in floor.wallet.calls("debit")}) == 1
    assert not floor.house._tables[ann.table].audience.streams.present(1)
    floor.wallet.opens.set()
    await until(lambda: not floor.wallet.answering)
    await ann.join()
    await ann.bet(1, 500)
    assert ann.you.purse.staked == 500


async def test_the_wait_for_an_earlier_call_counts_among_a_players_seconds(
    floor: WalletHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await floor.come(1)
    await floor.pass_time(2)
    for module in (errands, funding):
        monkeypatch.setattr(module, "FETCH_SECONDS", 0.1, raising=False)
    floor.wallet.faults.append(("balance", "slow 5"))
    looking = asyncio.create_task(floor.house.balance(1))
    await until(lambda: not floor.wallet.faults)
    assert (await ann.bet(1, 500)).code == Code.WALLET_AWAY
    assert not looking.done()
    assert floor.wallet.calls("debit") == []
    looking.cancel()


async def test_one_players_unfinished_calls_delay_nobody_elses(floor: WalletHouse) -> None:
    ann, bob = await floor.come(1), await floor.come(2, "classic-2")
    desk = floor.house.wallet
    assert desk is not None
    desk._errands._few = asyncio.Semaphore(1)
    for player in (ann, ann, bob):
        floor.wallet.faults.extend([("debit", "cut after")] * 2)
        assert (await player.bet(1, 500)).code == Code.WALLET_AWAY
    purse = await desk.funding._purse(1)
    async with purse.wallet_lock:  # as while one of ann's calls hangs
        floor.clock.advance(0)
        await until(lambda: floor.wallet.accounts[2] == 100_000)
        assert floor.wallet.accounts[1] == 99_000
    await floor.quiet()
    assert floor.wallet.accounts[1] == 100_000


async def test_a_player_whose_money_waits_for_him_delays_nobody_elses(floor: WalletHouse) -> None:
    ann, bob = await floor.come(1), await floor.come(2, "classic-2")
    desk = floor.house.wallet
    assert desk is not None
    desk.funding._few = asyncio.Semaphore(1)
    for player in (ann, bob):
        await player.bet(1, 500)
        await player.clear()
    purse = await desk.funding._purse(1)
    async with purse.wallet_lock:
        floor.clock.advance(1)
        await until(lambda: floor.wallet.accounts[2] == 100_000)
        assert await floor.cash(1) == 500
    await floor.quiet()
    assert floor.wallet.accounts[1] == 100_000
