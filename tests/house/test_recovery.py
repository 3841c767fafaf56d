"""A table rebuilt from its record is the table that was, at every entry."""

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from evenmoney.house.command import Cut
from evenmoney.house.frame import Refused
from evenmoney.house.recovery import RecordDiffers, rebuild
from evenmoney.house.scribe import encode
from evenmoney.house.seen import public_view
from evenmoney.house.table import Table
from tests.dealing import GAMES
from tests.house.playing import Player, TestHouse, open_house

SINGLE = [id for id, game in GAMES.items() if game.table == "single"]


async def random_move(player: Player, dice: random.Random) -> None:
    """Something a player might do, not always allowed."""
    if player.you.offers and dice.random() < 0.9:
        await player.act(dice.choice(player.offers))
    elif player.you.can_deal and dice.random() < 0.6:
        await player.deal()
    else:
        limits = GAMES[player.game].limits
        box, amount = dice.randint(1, 3), limits.stake_step * dice.randint(1, 9)
        moves: list[Callable[[], Awaitable[Any]]] = [
            lambda: player.bet(box, amount),
            lambda: player.take(box, amount),
            player.clear,
            player.redo,
            player.double_bets,
            lambda: player.tell(Cut, position=dice.randint(0, 311)),
        ]
        await dice.choice(moves)()


async def check_rebuilt(floor: TestHouse, table: Table) -> None:
    """The record's table equals the live one: state, streams, frames, and what everyone sees."""
    entries = await floor.store.since_checkpoint(table.layout.number)
    rebuilt = rebuild(table.layout, entries)
    now = floor.clock.now_ms()
    assert rebuilt.state == table.state
    assert rebuilt.streams == table.audience.streams.kept(())
    assert [line.frame for line in rebuilt.lines] == [
        frame for _, frame in list(table.audience._ring)[-len(entries) :]
    ]
    seen = [encode(public_view(table.layout, s, now)) for s in (rebuilt.state, table.state)]
    assert seen[0] == seen[1]


@pytest.mark.clause("000-F2", "000-F4", "002-F1")
@pytest.mark.parametrize("game", SINGLE)
async def test_the_table_is_rebuilt_alike_after_every_command(tmp_path: Path, game: str) -> None:
    async with open_house(tmp_path / "h.db", {game: GAMES[game]}) as floor:
        player = await floor.player(1, table=f"{game}-1", money=10_000_000)
        dice = random.Random(game)
        table = floor.house._tables[f"{game}-1"]
        for _ in range(150):
            await random_move(player, dice)
            await check_rebuilt(floor, table)
        assert table.state.count > 3
        await floor.check_books()


@pytest.mark.clause("000-F2", "000-F3", "000-F4", "000-D3")
async def test_a_round_goes_on_from_the_same_point_after_each_of_many_kills(
    floor: TestHouse,
) -> None:
    player = await floor.player(1)
    dice = random.Random(7)
    for _ in range(12):
        await random_move(player, dice)
        view = encode(floor.house._tables["classic-1"].state)
        await floor.restart()
        assert encode(floor.house._tables["classic-1"].state) == view
        open_rounds = floor.house.open_rounds(1)
        assert [r.table for r in open_rounds] == (["classic-1"] if player.you.offers else [])
        back = Player(floor.house, 1, "classic-1")
        await back.join(stream=player.stream)
        assert back.you == player.you
        player = back
    await floor.check_books()


async def test_a_record_that_rebuilds_differently_stops_the_table(floor: TestHouse) -> None:
    player = await floor.player(1)
    await player.bet(1, 500)
    table = floor.house._tables["classic-1"]
    entries = await floor.store.since_checkpoint(1)
    altered = [*entries[:-1], replace(entries[-1], digest=b"\0" * 16)]
    with pytest.raises(RecordDiffers):
        rebuild(table.layout, altered)
    await table.load(altered)
    assert table.stopped
    assert player.closed == [("classic-1", "table_closed")]
    again = Player(floor.house, 1, "classic-1")
    assert await again.join_refused() == "table_stopped"
    refused = await again.bet(1, 500)
    assert isinstance(refused, Refused)
    assert await floor.house.balance(1) == player.balance


async def test_an_open_commitment_survives_a_restart(floor: TestHouse) -> None:
    player = await floor.player(1)
    first = (await Player(floor.house, 1, "classic-1").join()).view
    await floor.restart()
    back = await Player(floor.house, 1, "classic-1").join()
    assert (back.view.c1, back.view.cycle) == (first.c1, first.cycle)
    assert player.stream
