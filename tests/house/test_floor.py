"""The lobby: rooms of three, who sits there, and what is told when that changes."""

from tests.dealing import GAMES
from tests.house.playing import Player, TestHouse


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
