"""The lobby, live: who sits where, over HTTP and the socket."""

from typing import Any

import aiohttp
import pytest

from evenmoney.bench.bots import Guest, ask, come_in, free_tables
from tests.patience import until
from tests.server.conftest import House, Table, open_socket, sit_down


def table_of(lobby: dict[str, Any], table: str) -> dict[str, Any]:
    """A table's line in the lobby."""
    return next(
        found
        for game in lobby["games"]
        for room in game["rooms"]
        for found in room["tables"]
        if found["table"] == table
    )


@pytest.mark.clause("000-S3", "000-S4")
def test_every_game_has_rooms_of_three_tables_of_one_kind(house: House) -> None:
    lobby, _ = ask(house.address, "GET", "/api/lobby")
    assert isinstance(lobby, dict)
    for game in lobby["games"]:
        for room in game["rooms"]:
            assert len(room["tables"]) == 3, game["game"]
            assert all(table["table"].startswith(game["game"]) for table in room["tables"])
    kinds = {game["game"]: game["kind"] for game in lobby["games"]}
    assert (kinds["classic"], kinds["classic-multiplayer"]) == ("single", "multi")


async def test_who_watches_the_lobby_sees_it_change(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    watcher = Table(await open_socket(client, house, come_in(house.address)), "")
    await watcher.socket.send_str('{"type":"watch_lobby"}')
    await watcher.read_until("lobby")
    seated = await sit_down(client, house, guest)
    while True:
        lobby = (await watcher.read_until("lobby"))["lobby"]
        if not table_of(lobby, seated.table)["free"]:
            break
    assert len(table_of(lobby, seated.table)["names"]) == 1


async def test_who_watches_no_longer_hears_no_more(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    watcher = Table(await open_socket(client, house, come_in(house.address)), "")
    await watcher.socket.send_str('{"type":"watch_lobby"}')
    await watcher.read_until("lobby")
    await watcher.socket.send_str('{"type":"watch_lobby","on":false}')
    await sit_down(client, house, guest)
    await watcher.socket.send_str('{"type":"ping","sent":1}')
    assert (await watcher.read())["type"] == "pong"


async def test_a_further_room_opens_when_all_tables_are_taken(
    house: House, client: aiohttp.ClientSession
) -> None:
    for _ in range(4):
        await sit_down(client, house, come_in(house.address))
    await until(lambda: free_tables(house.address, "classic"))  # it is written down first
    lobby, _ = ask(house.address, "GET", "/api/lobby")
    assert isinstance(lobby, dict)
    rooms = next(game["rooms"] for game in lobby["games"] if game["game"] == "classic")
    assert len(rooms) >= 2
