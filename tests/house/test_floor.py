"""The lobby: rooms of three, who sits there, and what is told when that changes."""

import asyncio

from msgspec.structs import replace

from evenmoney.house.command import Join, Skip
from tests.dealing import GAMES
from tests.house.playing import Player, Stack, TestHouse

SHARED = "classic-multiplayer-1"


def free(floor: TestHouse, table: str) -> bool:
    rooms = [room for game in floor.house.lobby().games for room in game.rooms]
    return next(one.free for room in rooms for one in room.tables if one.table == table)


def doing(floor: TestHouse, table: str) -> str | None:
    """What the lobby says a table is doing."""
    rooms = [room for game in floor.house.lobby().games for room in game.rooms]
    return next(t.phase for room in rooms for t in room.tables if t.table == table)


async def test_every_game_has_a_room_of_three_tables_in_the_catalogues_order(
    floor: TestHouse,
) -> None:
    games = floor.house.lobby().games
    assert [game.game for game in games] == list(GAMES)
    assert all(len(game.rooms) == 1 and len(game.rooms[0].tables) == 3 for game in games)
    assert [t.table for t in games[0].rooms[0].tables] == ["classic-1", "classic-2", "classic-3"]
    seats = {game.game: game.rooms[0].tables[0].seats for game in games}
    assert (seats["classic"], seats["classic-multiplayer"]) == (1, 3)


async def test_sitting_down_and_getting_up_are_told_to_who_watches(floor: TestHouse) -> None:
    told: list[int] = []

    def changed() -> None:
        told.append(floor.house.lobby().games[0].playing)

    stop = floor.house.watch_lobby(changed)
    player = await floor.player(1)
    await player.bet(1, 500)
    await player.leave()
    assert told == [1, 0]
    stop()
    await player.join()
    assert told == [1, 0]


async def test_a_room_that_emptied_is_shown_only_while_it_is_the_first_with_a_free_table(
    floor: TestHouse,
) -> None:
    players = [await floor.player(n, table=f"classic-{n}") for n in (1, 2, 3)]
    await floor.store.tables()
    rooms = floor.house.lobby().games[0].rooms
    assert [room.room for room in rooms] == [1, 2]
    assert [t.names for t in rooms[0].tables] == [("Player 1",), ("Player 2",), ("Player 3",)]
    await players[0].leave()
    assert [room.room for room in floor.house.lobby().games[0].rooms] == [1]


async def test_the_lobby_is_the_same_after_a_restart(floor: TestHouse) -> None:
    await floor.player(1, table="classic-2")
    before = floor.house.lobby()
    await floor.restart()
    assert floor.house.lobby() == before
    back = Player(floor.house, 1, "classic-2")
    await back.join()
    assert floor.house.lobby() == before


async def test_what_a_table_for_several_is_doing_is_told_as_it_changes(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put("Ts 9s 6d 9c 8c Tc")
    assert doing(floor, SHARED) is None
    told: list[str | None] = []
    floor.house.watch_lobby(lambda: told.append(doing(floor, SHARED)))
    one = await floor.player(1, table=SHARED)
    two = await floor.player(2, table=SHARED)
    await one.bet(1, 500)
    one.opens_parts = False
    await one.deal()
    assert told == [None, "betting", "betting"]  # the first: the table was furnished
    await two.tell(Skip)
    assert told[3:] == ["mixing"]
    floor.clock.advance(3)
    await one.settle()
    assert told[4:] == ["playing"]
    await one.act("hit")
    await one.act("stand")
    await one.settle()
    assert told[5:] == ["betting"], "a press that changes no phase is not told"
    await one.leave()
    await two.leave()
    assert told[6:] == ["betting", None]


async def test_a_single_players_table_says_nothing_of_its_phase(floor: TestHouse) -> None:
    await floor.player(1)
    assert doing(floor, "classic-1") is None


async def test_a_table_that_stops_is_no_longer_free_until_its_round_is_called_off(
    floor: TestHouse,
) -> None:
    player = await floor.player(1)
    await player.bet(1, 500)
    await player.leave()
    assert free(floor, "classic-1")
    told: list[bool] = []
    floor.house.watch_lobby(lambda: told.append(free(floor, "classic-1")))
    table = floor.house._tables["classic-1"]
    entries = await floor.store.since_checkpoint(1)
    await table.load([replace(entries[0], digest=b"\0" * 16)])
    assert table.stopped
    assert told == [False]
    await floor.house.void(table.layout.round_id(table.state.count), "broken")
    assert told[-1]
    assert free(floor, "classic-1")


async def test_a_house_that_closes_opens_no_table_for_a_latecomer(floor: TestHouse) -> None:
    player = await floor.player(1)
    late = Player(floor.house, 2, "classic-2")
    closing = asyncio.create_task(floor.house.close())
    await asyncio.sleep(0)
    floor.house.join(late, Join(table=late.table))
    await closing
    assert late.closed == [("classic-2", "shutting_down")]
    assert player.closed == [("classic-1", "shutting_down")]
