"""One purse a player and process: held money can't be spent twice."""

import asyncio
from pathlib import Path

import pytest

from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind
from evenmoney.players.purse import NotEnough, Purse, Purses
from evenmoney.store.sqlite.store import SqliteStore
from evenmoney.store.store import StoreFailed


def test_what_is_held_is_not_available() -> None:
    purse = Purse(1, 1000)
    purse.reserve(700)
    assert purse.available == 300
    with pytest.raises(NotEnough) as refused:
        purse.reserve(301)
    assert refused.value.args == (300,)
    assert purse.held == 700


def test_a_release_gives_back_and_a_settlement_spends() -> None:
    purse = Purse(1, 1000)
    purse.reserve(700)
    purse.release(700)
    assert (purse.balance, purse.available) == (1000, 1000)
    purse.reserve(700)
    purse.settle(700, 1400)
    assert (purse.balance, purse.held) == (1700, 0)


def test_watchers_are_told_of_moves_but_not_of_their_own() -> None:
    purse = Purse(7, 1000)
    told: list[str] = []
    one, two = (lambda _: told.append("one")), (lambda _: told.append("two"))
    purse.watch(one)
    purse.watch(two)
    purse.watch(two)
    purse.settle(0, 100, by=one)
    assert told == ["two"]
    purse.unwatch(two)
    purse.settle(0, 100)
    assert told == ["two", "one"]
    assert not purse.idle
    purse.unwatch(one)
    assert purse.idle


async def test_a_purse_is_read_once_and_shared(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "purse.db")
    opening = Transfer(
        Account(AccountKind.ADJUSTMENT), Account(AccountKind.CASH, 3), 500, TransferKind.OPENING
    )
    await store.book("opening", b"", (opening,), at_ms=0)
    purses = Purses(store)
    one, two = await asyncio.gather(purses.open(3), purses.open(3))
    assert one is two
    assert one.balance == 500
    assert (await purses.open(4)).balance == 0
    await store.close()


async def test_a_purse_that_could_not_be_read_is_asked_for_again(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "purse.db")
    await store.close()
    purses = Purses(store)
    for _ in range(2):
        with pytest.raises(StoreFailed):
            await purses.open(3)


async def test_who_asked_first_may_go_before_the_others_have_their_answer(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "purse.db")
    purses = Purses(store)
    first = asyncio.create_task(purses.open(3))
    await asyncio.sleep(0)
    second = asyncio.create_task(purses.open(3))
    await asyncio.sleep(0)
    first.cancel()
    purse = await second
    assert purse is await purses.open(3)
    assert first.cancelled()
    await store.close()
