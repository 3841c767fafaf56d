"""Betting that takes very long: the table is written down anew, so that nothing has to go through
thousands of changed bets, and nothing else differs."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from evenmoney.house.event import RoundStarted
from evenmoney.house.settings import Settings
from tests.house.playing import OPENING, Player, TestHouse, open_house
from tests.house.seated import TABLE, sit
from tests.house.test_recovery import check_rebuilt

FEW = 5


@pytest.fixture
async def floor(tmp_path: Path) -> AsyncIterator[TestHouse]:
    async with open_house(tmp_path / "h.db", settings=Settings(betting_entries=FEW)) as house:
        yield house


async def change_bets(player: Player, times: int) -> None:
    for _ in range(times):
        await player.bet(1, 500)
        await player.take(1, 500)


async def test_a_restart_and_a_look_at_the_round_go_through_few_entries(floor: TestHouse) -> None:
    player = await floor.player(1)
    await change_bets(player, 4 * FEW)
    await player.bet(2, 700)
    assert len(await floor.store.since_checkpoint(1)) <= FEW
    await check_rebuilt(floor, floor.house._tables["classic-1"])
    await floor.restart()
    back = Player(floor.house, 1, "classic-1")
    welcome = await back.join(stream=player.stream)
    assert welcome.next_n == player.n
    assert (back.you.purse.staked, back.balance) == (700, OPENING - 700)
    assert (await back.deal()).ack
    while back.you.offers:
        await back.act("pass" if "pass" in back.offers else "stand")
    record = await floor.house.record("1-1", 1)
    assert record is not None
    assert len(record.steps) < 4 * FEW
    assert (record.bets, record.staked) == ({2: 700}, 700)
    await floor.check_books()


async def test_the_count_of_rounds_and_shuffles_has_no_gap_by_it(floor: TestHouse) -> None:
    player = await floor.player(1)
    for round in (1, 2):
        await change_bets(player, 2 * FEW)
        await player.bet(1, 500)
        await player.deal()
        started = player.events(RoundStarted)[-1]
        assert (started.round, started.cycle) == (f"1-{round}", round)
        while player.you.offers:
            await player.act("pass" if "pass" in player.offers else "stand")


async def test_a_broken_round_gives_back_what_was_bet_before_the_table_was_written_anew(
    floor: TestHouse,
) -> None:
    one, two = await sit(floor, 1, 2)
    await one.bet(1, 500)
    for _ in range(2 * FEW):
        await two.bet(2, 400)
        await two.take(2, 400)
    await two.bet(2, 200)
    await two.bet(2, 200)
    table = floor.house._tables[TABLE]
    entries = await floor.store.since_checkpoint(table.layout.number)
    assert len(entries) > 1
    await table.load([*entries[:-1], replace(entries[-1], digest=b"\0" * 16)])
    assert table.stopped
    parts = await floor.house.void(table.layout.round_id(table.state.count), "broken")
    assert {part.player: part.cash for part in parts} == {1: 500, 2: 400}
    assert not table.stopped
    assert await floor.house.balance(1) == await floor.house.balance(2) == OPENING
    await floor.check_books()
