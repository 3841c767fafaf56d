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


def debited(floor: WalletHouse) -> list[int]:
    """What the wallet was asked for, call by call."""
    return [call["amount"] for call in floor.wallet.calls("debit")]


async def test_a_row_of_chips_waits_for_a_slow_wallet_twice_and_not_for_each_chip(
    floor: WalletHouse,
) -> None:
    ann = await floor.come(1)
    floor.wallet.opens = asyncio.Event()
    await ann.give("place_bet", box=1, amount=500)
    await until(lambda: floor.wallet.calls("debit"))
    for amount in (500, 200, 300):
        ann.n += 1
        await ann.give("place_bet", box=2, amount=amount)
    ann.n += 1
    await ann.give("take_bet", box=2, amount=300)
    ann.n += 1
    await ann.give("place_bet", box=3, amount=20_000)  # above the limit: it costs nothing
    floor.wallet.opens.set()
    await floor.quiet()
    assert debited(floor) == [500, 1000]
    assert codes(ann) == [Code.ABOVE_LIMIT]
    assert ann.you.purse.staked == 1200
    await floor.pass_time(1)
    assert floor.wallet.accounts[1] == 100_000 - 1200


async def test_no_more_is_fetched_ahead_than_the_player_was_heard_to_have(
    floor: WalletHouse,
) -> None:
    floor.wallet.accounts[1], floor.began = 800, floor.began - 100_000 + 800
    ann = await floor.come(1)
    await ann.give("place_bet", box=1, amount=500)
    ann.n += 1
    await ann.give("place_bet", box=1, amount=500)
    await floor.quiet()
    assert debited(floor) == [800, 200]
    assert codes(ann) == [Code.NOT_ENOUGH_MONEY]
    assert ann.you.purse.staked == 500


async def test_who_has_less_than_was_heard_is_given_what_the_first_bet_takes(
    floor: WalletHouse,
) -> None:
    ann = await floor.come(1)
    floor.wallet.accounts[1], floor.began = 800, floor.began - 100_000 + 800
    await ann.give("place_bet", box=1, amount=500)
    ann.n += 1
    await ann.give("place_bet", box=1, amount=500)
    await floor.quiet()
    assert debited(floor) == [1000, 500, 500]
    assert codes(ann) == [Code.NOT_ENOUGH_MONEY]
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


async def test_a_wallet_that_fails_leaves_few_calls_of_a_player_to_be_settled(
    floor: WalletHouse,
) -> None:
    ann = await floor.come(1)
    floor.wallet.faults.extend([(kind, "500") for kind in ("debit", "rollback") for _ in range(99)])
    for _ in range(errands.UNCLEAR_MAX + 5):
        assert (await ann.bet(1, 500)).code == Code.WALLET_AWAY
    await floor.quiet()
    assert len({call["id"] for call in floor.wallet.calls("debit")}) == errands.UNCLEAR_MAX
    assert len(await floor.store.wallet_calls()) == errands.UNCLEAR_MAX
    floor.wallet.faults.clear()
    await floor.come_to_rest()
    assert await floor.store.wallet_calls() == []
    await ann.bet(1, 500)
    assert ann.you.purse.staked == 500


async def test_calls_left_open_are_counted_by_the_next_house_and_not_once_they_are_settled(
    floor: WalletHouse,
) -> None:
    ann = await floor.come(1)
    floor.wallet.faults.extend([("debit", "500")] * 99 + [("rollback", "refuse")] * 99)
    for _ in range(errands.UNCLEAR_MAX):
        await ann.bet(1, 500)
    await floor.pass_time(1)
    await floor.kill()
    await floor.open()
    floor.wallet.faults.clear()
    ann = await floor.come(1)
    assert (await ann.bet(1, 500)).code == Code.WALLET_AWAY
    desk = floor.house.wallet
    assert desk is not None
    one = (await floor.store.wallet_calls())[0]
    await desk.settle(one.id, "undone", "the wallet never had it")
    await ann.bet(1, 500)
    assert ann.you.purse.staked == 500
