"""Money that moves at no table: booked once a key, and in the purses exactly as in the ledger."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from evenmoney.house import cage as cages
from evenmoney.house import stakes
from evenmoney.house.bonus_desk import Grant
from evenmoney.house.cage import Cage
from evenmoney.house.clock import LoopClock
from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Transfer, TransferKind
from evenmoney.players.purse import NotEnough, Purses
from evenmoney.store.sqlite.store import SqliteStore
from evenmoney.store.store import OutcomeUnknown, Store, StoreFailed, UnitRefused
from tests.house.playing import OPENING, TestHouse
from tests.patience import PATIENCE_SECONDS

DEPOSIT = (Transfer(stakes.ADJUSTMENT, stakes.cash(1), 700, TransferKind.DEPOSIT),)
WITHDRAWAL = (Transfer(stakes.cash(1), stakes.ADJUSTMENT, 600, TransferKind.WITHDRAWAL),)


class DoubtfulStore:
    """A real store that loses its connection while it books: before it is kept, or after; then it
    can't be reached a few times."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.doubts: list[str] = []
        self.away = False
        """Whether nobody answers, once there are no doubts left."""

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def book(self, *args: object, **more: object) -> Entry:
        doubt = self.doubts.pop(0) if self.doubts else "unreachable" if self.away else ""
        if doubt == "unreachable":
            raise StoreFailed("nobody answers", "unreachable")
        if doubt != "lost":
            kept = await self._store.book(*args, **more)  # type: ignore[arg-type]
        if doubt:
            raise OutcomeUnknown("the connection broke")
        return kept


class Counted:
    """A cage over a store that can be doubtful, and player 1's purse."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = DoubtfulStore(store)
        real: Store = self.store  # type: ignore[assignment]
        self.purses = Purses(real)
        self.cage = Cage(real, self.purses, LoopClock())

    async def check(self, money: int) -> None:
        """So much is in the purse and on the account, and nothing is held."""
        purse = await self.purses.open(1)
        assert (purse.balance, purse.held) == (money, 0)
        assert await self.store._store.balance(stakes.cash(1)) == money


@pytest.fixture
async def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Counted]:
    monkeypatch.setattr(cages, "DOUBT_SECONDS", (0.001,))
    store = await SqliteStore.open(tmp_path / "h.db")
    found = Counted(store)
    await found.purses.open(1)
    yield found
    await found.cage.close()
    await store.close()


async def test_a_key_used_again_moves_nothing_in_the_purse_either(counted: Counted) -> None:
    first = await counted.cage.book("d-1", b"d", DEPOSIT)
    assert await counted.cage.book("d-1", b"d", DEPOSIT) == first
    await counted.check(700)
    with pytest.raises(UnitRefused, match="key_taken"):
        await counted.cage.book("d-1", b"more", DEPOSIT)
    await counted.check(700)


async def test_a_withdrawal_that_was_booked_is_told_again_whatever_is_left(
    counted: Counted,
) -> None:
    await counted.cage.book("d-1", b"d", DEPOSIT)
    first = await counted.cage.book("w-1", b"w", WITHDRAWAL)
    assert await counted.cage.book("w-1", b"w", WITHDRAWAL) == first
    with pytest.raises(NotEnough):
        await counted.cage.book("w-2", b"w", WITHDRAWAL)
    await counted.check(100)


async def test_one_key_used_by_many_at_one_moment_moves_once(counted: Counted) -> None:
    booked = [counted.cage.book("d-1", b"d", DEPOSIT) for _ in range(5)]
    assert len(set(await asyncio.gather(*booked))) == 1
    await counted.check(700)


@pytest.mark.parametrize("doubts", [["kept"], ["lost"], ["lost", "unreachable", "lost", "kept"]])
async def test_a_booking_of_unknown_outcome_is_found_out_and_moves_once(
    counted: Counted, doubts: list[str]
) -> None:
    counted.store.doubts = doubts
    await counted.cage.book("d-1", b"d", DEPOSIT)
    await counted.check(700)


async def test_a_booking_that_failed_leaves_the_purse_and_its_key_free(counted: Counted) -> None:
    await counted.cage.book("d-1", b"d", DEPOSIT)
    counted.store.doubts = ["unreachable"]
    with pytest.raises(StoreFailed):
        await counted.cage.book("w-1", b"w", WITHDRAWAL)
    await counted.check(700)
    await counted.cage.book("w-1", b"w", WITHDRAWAL)
    await counted.check(100)


async def test_a_caller_who_waits_no_longer_changes_nothing_of_it(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted.store.doubts, counted.store.away = ["kept"], True
    monkeypatch.setattr(cages, "ANSWER_SECONDS", 0.01)
    with pytest.raises(OutcomeUnknown):
        await counted.cage.book("d-1", b"d", DEPOSIT)
    with pytest.raises(StoreFailed):
        await counted.cage.book("d-1", b"d", DEPOSIT)
    counted.store.away = False
    monkeypatch.setattr(cages, "ANSWER_SECONDS", PATIENCE_SECONDS)
    await counted.cage.book("d-1", b"d", DEPOSIT)
    await counted.check(700)


async def test_a_booking_is_finished_though_its_caller_is_gone(counted: Counted) -> None:
    counted.store.doubts = ["lost", "lost"]
    caller = asyncio.create_task(counted.cage.book("d-1", b"d", DEPOSIT))
    await asyncio.sleep(0)
    caller.cancel()
    await counted.cage.book("d-1", b"d", DEPOSIT)
    await counted.check(700)


async def test_a_deposit_told_twice_can_be_bet_once(floor: TestHouse) -> None:
    player = await floor.player(1)
    for _ in range(2):
        await floor.house.move("d-1", b"d", DEPOSIT)
    await player.settle()
    assert player.balance == OPENING + 700 == await floor.house.balance(1)
    await floor.check_books()


async def test_a_bonus_granted_and_closed_twice_moves_once(floor: TestHouse) -> None:
    await floor.fund(1, OPENING)
    grant = Grant(player=1, amount=500)
    bonus = await floor.house.bonuses.grant("b-1", grant)
    assert await floor.house.bonuses.grant("b-1", grant) == bonus
    await floor.house.bonuses.end(bonus.number)
    assert await floor.house.balance(1) == OPENING
    assert await floor.store.balance(stakes.bonus_money(1)) == 0
    await floor.check_books()
