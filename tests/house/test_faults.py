"""When the store fails in the middle of a commit: nothing is invented, nothing is lost."""

from pathlib import Path

import pytest

from evenmoney.house.house import House
from evenmoney.house.settings import Settings
from evenmoney.store.faults import parse_faults
from evenmoney.store.sqlite.store import SqliteStore
from evenmoney.store.store import OutcomeUnknown, Store, Unit
from tests.dealing import GAMES
from tests.house.playing import OPENING, Player, TestHouse, open_house


class UncertainStore:
    """A real store whose connection breaks once, in COMMIT: before it happened, or after."""

    def __init__(self, store: SqliteStore, *, kept: bool) -> None:
        self._store = store
        self._kept = kept
        self.break_next = False

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def commit(self, unit: Unit) -> None:
        if not self.break_next:
            await self._store.commit(unit)
            return
        self.break_next = False
        if self._kept:
            await self._store.commit(unit)
        raise OutcomeUnknown("the connection broke")


@pytest.mark.parametrize("kept", [True, False])
async def test_a_commit_of_unknown_outcome_is_found_out_from_the_record(
    tmp_path: Path, kept: bool
) -> None:
    async with open_house(tmp_path / "h.db", {"classic": GAMES["classic"]}) as floor:
        await floor.house.close()
        store = UncertainStore(floor.store, kept=kept)
        real: Store = store  # type: ignore[assignment]
        floor.house = await House.open(
            real, floor.catalogue, clock=floor.clock, entropy=floor.entropy, settings=Settings()
        )
        player = await floor.player(1)
        await player.bet(1, 500)
        store.break_next = True
        await player.give("place_bet", box=2, amount=700)
        await player.settle()
        assert player.closed == [("classic-1", "table_closed")]
        back = Player(floor.house, 1, "classic-1")
        welcome = await back.join(stream=player.stream)
        assert welcome.next_n == (3 if kept else 2)
        staked = 1200 if kept else 500
        assert back.you.purse.staked == staked
        assert back.balance == OPENING - staked
        assert (await back.bet(3, 300)).ack
        await floor.check_books()


async def test_a_full_disk_stops_the_table_and_a_restart_goes_on(tmp_path: Path) -> None:
    catalogue = {"classic": GAMES["classic"]}
    floor = TestHouse(tmp_path / "h.db", catalogue, None)
    await floor.open()
    player = await floor.player(1)
    await player.bet(1, 500)
    await floor.kill()
    faults = parse_faults("full:before:commit:3")
    floor.store = await SqliteStore.open(floor.path, faults)
    floor.house = await House.open(
        floor.store, catalogue, clock=floor.clock, entropy=floor.entropy, settings=Settings()
    )
    back = Player(floor.house, 1, "classic-1")
    await back.join(stream=player.stream)
    for _ in range(4):
        await back.give("place_bet", box=2, amount=100)
        await back.settle()
    assert floor.house._tables["classic-1"].stopped
    assert back.closed == [("classic-1", "table_closed")]
    acknowledged = back.you.purse.staked
    await floor.restart()
    again = Player(floor.house, 1, "classic-1")
    await again.join(stream=player.stream)
    assert again.you.purse.staked == acknowledged
    await floor.check_books()
    await floor.house.close()
    await floor.store.close()
