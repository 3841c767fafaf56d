"""A house that is closed leaves its players' money, and the calls about it, to the next one."""

import asyncio

from evenmoney.house.command import ClearBets
from evenmoney.house.refusal import Code
from tests.wallet.house import WalletHouse


async def test_what_a_table_pays_while_the_house_closes_is_for_the_next_one_to_bring_back(
    floor: WalletHouse,
) -> None:
    ann = await floor.come(1)
    await ann.bet(1, 1000)
    await floor.quiet()
    await floor.pass_time(1)
    desk = floor.house.wallet
    assert desk is not None
    await desk.close()
    floor.house._tables[ann.table].post(ann, ClearBets(table=ann.table, n=ann.n))
    await floor.house.close()
    floor.clock.advance(1)
    await asyncio.gather(*desk.funding._running)
    assert await floor.store.wallet_calls() == []
    assert await floor.cash(1) == 1000
    await floor.open_again()
    await floor.pass_time(1)
    assert floor.wallet.accounts[1] == 100_000


async def test_a_bet_that_comes_while_the_house_closes_is_not_taken(floor: WalletHouse) -> None:
    ann = await floor.come(1)
    desk = floor.house.wallet
    assert desk is not None
    await desk.close()
    await ann.give("place_bet", box=1, amount=1000)
    await floor.quiet()
    assert await floor.store.wallet_calls() == []
    assert ann.you.purse.staked == 0
    await floor.house.close()
    await floor.open_again()


async def test_of_a_debit_that_is_still_taken_back_nothing_is_on_its_way(
    floor: WalletHouse,
) -> None:
    ann = await floor.come(1)
    floor.wallet.faults.extend([("debit", "cut after")] * 2)
    assert (await ann.bet(1, 1000)).code == Code.WALLET_AWAY
    await floor.restart()
    assert floor.house.wallet is not None
    assert 1 not in floor.house.wallet._errands._on_way
    await floor.pass_time(0)
    assert floor.wallet.accounts[1] == 100_000
