"""Nobody takes more than his share of the tables."""

from evenmoney.house.command import Join
from evenmoney.house.settings import Settings
from tests.house.playing import Player, TestHouse

MOST = Settings().tables_per_player_max


async def sitting(floor: TestHouse, player: int) -> int:
    """At how many tables of `classic` the lobby shows a player."""
    await floor.store.tables()  # further rooms are written down first
    rooms = next(g.rooms for g in floor.house.lobby().games if g.game == "classic")
    return sum(f"Player {player}" in table.names for room in rooms for table in room.tables)


async def test_a_player_sits_at_several_tables_and_then_at_no_more(floor: TestHouse) -> None:
    players = []
    for number in range(1, MOST + 1):
        players.append(await floor.player(1, table=f"classic-{number}"))
        await floor.store.tables()
    one_more = Player(floor.house, 1, f"classic-{MOST + 1}")
    assert await one_more.join_refused() == "too_many_tables"
    assert await sitting(floor, 1) == MOST
    again = Player(floor.house, 1, "classic-1")
    await again.join()
    await players[3].leave()
    await one_more.join()
    await floor.player(2, table="classic-4")


async def test_joining_many_tables_at_one_moment_takes_no_more_of_them(floor: TestHouse) -> None:
    await floor.fund(1, 1000)
    others = [await floor.player(100 + n, table=f"classic-{n}") for n in range(1, 20)]
    for other in others:
        await other.leave()
    players = [Player(floor.house, 1, f"classic-{number}") for number in range(1, 20)]
    for player in players:
        floor.house.join(player, Join(table=player.table))
    for player in players:
        await player.settle()
    assert await sitting(floor, 1) == MOST


async def test_the_count_is_right_after_a_restart_and_a_refused_seat(floor: TestHouse) -> None:
    for number in range(1, MOST):
        await floor.player(1, table=f"classic-{number}")
        await floor.store.tables()
    await floor.player(2, table=f"classic-{MOST}")
    await floor.restart()
    for _ in range(3):
        taken = Player(floor.house, 1, f"classic-{MOST}")
        assert await taken.join_refused() == "table_taken"
    last, more = (Player(floor.house, 1, f"european-{number}") for number in (1, 2))
    await last.join()
    assert await more.join_refused() == "too_many_tables"
