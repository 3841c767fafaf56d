"""A round that can't stand: bets back, payouts taken back, once."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest
from msgspec.structs import replace

from evenmoney.house.event import RoundVoided
from evenmoney.house.refusal import TableRefusal
from evenmoney.house.settings import Settings
from evenmoney.ledger.transfer import Account, AccountKind
from tests.dealing import dealing_order, rules_of
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house

CLASSIC = rules_of("classic")


def lay_win(stack: Stack) -> None:
    stack.put(dealing_order(CLASSIC, "Ts 9s", "7d", "Tc"))


async def test_a_round_in_play_is_called_off_and_every_bet_comes_back(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(dealing_order(CLASSIC, "5s 6s / Ts 9s", "7d", "Tc", "2c 3d"))
    player = await floor.player(1)
    await player.lay({1: 1000, 2: 500})
    await player.deal()
    await player.act("hit")
    await floor.house.void("1-1", "a card was torn")
    await player.settle()
    assert player.balance == OPENING
    assert player.events(RoundVoided)[0].reason == "a card was torn"
    record = await floor.house.record("1-1", 1)
    assert record is not None
    assert (record.voided, record.staked, record.paid) == (True, 1500, 1500)
    await player.bet(1, 500)
    await player.deal()
    assert player.offers
    await floor.check_books()


async def test_a_settled_round_is_taken_back_and_what_was_spent_is_a_debt(
    floor: TestHouse, stack: Stack
) -> None:
    lay_win(stack)
    player = await floor.player(1, money=1000)
    await player.bet(1, 1000)
    await player.deal()
    await player.act("stand")
    assert player.balance == 2000
    elsewhere = Player(floor.house, 1, "classic-2")
    await elsewhere.join()
    await elsewhere.bet(1, 1800)
    await floor.house.void("1-1", "wrong deck")
    await player.settle()
    assert player.balance == 0
    assert await floor.store.balance(Account(AccountKind.DEBT, 1)) == -800
    record = await floor.house.record("1-1", 1)
    assert record is not None
    assert record.voided
    await floor.check_books()


async def test_a_lost_round_gives_the_bet_back(floor: TestHouse, stack: Stack) -> None:
    stack.put(dealing_order(CLASSIC, "Ts 6s", "7d", "Tc"))
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.deal()
    await player.act("stand")
    assert player.balance == OPENING - 1000
    await player.bet(1, 300)
    await floor.house.void("1-1", "wrong deck")
    await player.settle()
    assert player.balance == OPENING - 300
    assert player.you.purse.staked == 300
    await floor.check_books()


async def test_no_round_is_voided_twice(floor: TestHouse, stack: Stack) -> None:
    lay_win(stack)
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.deal()
    await floor.house.void("1-1", "in play")
    await player.bet(1, 1000)
    await player.deal()
    await player.act("stand")
    await floor.house.void("1-2", "settled")
    for round in ("1-1", "1-2"):
        with pytest.raises(TableRefusal, match="already_void"):
            await floor.house.void(round, "again")
    assert await floor.house.balance(1) == OPENING
    await floor.restart()
    with pytest.raises(TableRefusal, match="already_void"):
        await floor.house.void("1-2", "again")


@pytest.mark.parametrize("round", ["1-7", "99-1", "nonsense", "", "-"])
async def test_an_unknown_round_is_refused(floor: TestHouse, round: str) -> None:
    await floor.player(1)
    with pytest.raises(TableRefusal, match="no_such_round"):
        await floor.house.void(round, "why not")


async def test_a_table_that_stopped_is_freed_by_voiding_its_round(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(dealing_order(CLASSIC, "5s 6s", "7d", "Tc", "2c 3d"))
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.deal()
    await player.act("hit")
    table = floor.house._tables["classic-1"]
    entries = await floor.store.since_checkpoint(1)
    await table.load([*entries[:-1], replace(entries[-1], digest=b"\0" * 16)])
    assert table.stopped
    with pytest.raises(TableRefusal, match="table_stopped"):
        await floor.house.void("1-7", "another round")
    assert table.stopped
    await floor.house.void("1-1", "the record differs")
    assert table.stopped is None
    back = Player(floor.house, 1, "classic-1")
    await back.join()
    assert back.balance == OPENING
    await back.bet(1, 1000)
    await floor.check_books()
    await floor.restart()
    again = Player(floor.house, 1, "classic-1")
    await again.join()
    assert again.you.purse.staked == 1000


async def test_a_void_tells_every_table_of_the_player(floor: TestHouse, stack: Stack) -> None:
    lay_win(stack)
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.deal()
    elsewhere = Player(floor.house, 1, "classic-2")
    await elsewhere.join()
    await floor.house.void("1-1", "in play")
    await elsewhere.settle()
    assert elsewhere.balance == OPENING


@pytest.mark.parametrize(("pays", "back"), [("bets", 2000), ("better", 1000 + 2500)])
async def test_a_setting_gives_what_was_won_so_far_where_that_is_more(
    tmp_path: Path, stack: Stack, pays: Literal["bets", "better"], back: int
) -> None:
    stack.put(dealing_order(CLASSIC, "As Ks / 5s 6s", "7d", "Tc", "2c 3d"))
    async with open_house(tmp_path / "v.db", settings=Settings(void_pays=pays)) as floor:
        player = await floor.player(1)
        await player.lay({1: 1000, 2: 1000})
        await player.deal()
        await player.act("hit")
        await floor.house.void("1-1", "a card was torn")
        await player.settle()
        assert player.balance == OPENING - 2000 + back
        record = await floor.house.record("1-1", 1)
        assert record is not None
        assert (record.voided, record.staked, record.paid) == (True, 2000, back)
        await floor.check_books()


@pytest.mark.parametrize(("hand", "net"), [("Ts 9s", 1000), ("Ts 6s", 0)])
async def test_a_win_may_stand_in_a_void_round_and_a_loss_is_always_given_back(
    tmp_path: Path, stack: Stack, hand: str, net: int
) -> None:
    stack.put(dealing_order(CLASSIC, hand, "7d", "Tc"))
    async with open_house(tmp_path / "v.db", settings=Settings(void_pays="better")) as floor:
        player = await floor.player(1)
        await player.bet(1, 1000)
        await player.deal()
        await player.act("stand")
        await floor.house.void("1-1", "wrong deck")
        await player.settle()
        assert player.balance == OPENING + net
        await floor.check_books()


class WatchedLock(asyncio.Lock):
    """A lock that tells when somebody comes to it while it is held."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted = asyncio.Event()

    async def acquire(self) -> Literal[True]:
        if self.locked():
            self.wanted.set()
        return await super().acquire()


async def test_a_void_waits_until_nobody_changes_the_players_bonus(
    floor: TestHouse, stack: Stack
) -> None:
    lay_win(stack)
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.deal()
    await player.act("stand")
    purse = await floor.house._pit.purses.open(1)
    async with (lock := WatchedLock()):
        purse.bonus_lock = lock
        void = asyncio.ensure_future(floor.house.void("1-1", "wrong deck"))
        wanted = asyncio.ensure_future(lock.wanted.wait())
        await asyncio.wait([void, wanted], return_when=asyncio.FIRST_COMPLETED)
        assert not void.done()
        assert await floor.house.balance(1) == OPENING + 1000, "nothing is given back yet"
    await void
    assert await floor.house.balance(1) == OPENING


async def test_an_old_entry_that_was_altered_is_refused_and_the_table_plays_on(
    floor: TestHouse, stack: Stack
) -> None:
    lay_win(stack)
    player = await floor.player(1)
    for _ in range(2):
        await player.bet(1, 1000)
        await player.deal()
        await player.act("stand")
    closed = await floor.store.closings(1, floor.house._tables["classic-1"].layout.round_number(1))
    await floor.kill()
    with closing(sqlite3.connect(floor.path)) as file:
        file.execute("DROP TRIGGER journal_is_kept")
        changed = file.execute(
            "UPDATE journal SET at_ms = at_ms + 1 WHERE table_number = 1 AND sequence = ?",
            (closed[0].last_sequence,),
        )
        assert changed.rowcount == 1
        file.commit()
    await floor.open()
    with pytest.raises(TableRefusal, match="record_differs"):
        await floor.house.void("1-1", "wrong deck")
    back = Player(floor.house, 1, "classic-1")
    await back.join()
    await back.bet(1, 1000)
    await back.deal()
    assert back.offers
