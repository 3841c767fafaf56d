"""Who may open a socket: looked up before it opens."""

import asyncio

import aiohttp
import pytest

from evenmoney.bench.bots import OWN, Guest, come_in
from evenmoney.server.premises import SOCKETS_PER_PLAYER_MAX
from evenmoney.server.socket import SESSION_ENDED
from tests.server.conftest import Ended, House, Table, open_socket

PATH = "/api/socket"
ASKS = b"upgrade: websocket\r\nconnection: upgrade\r\n"


async def status_of(
    client: aiohttp.ClientSession, house: House, headers: dict[str, str], path: str = PATH
) -> int:
    """The status that an upgrade gets: 101, or why not."""
    try:
        socket = await client.ws_connect(house.address + path, headers=headers)
    except aiohttp.WSServerHandshakeError as error:
        return error.status
    await socket.close()
    return 101


async def test_the_houses_own_page_opens_a_socket(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    headers = {"Cookie": guest.cookie, "Origin": house.address}
    assert await status_of(client, house, headers) == 101


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://127.0.0.1:1", "file://"]
)
async def test_another_sites_page_opens_none(
    house: House, client: aiohttp.ClientSession, guest: Guest, origin: str
) -> None:
    headers = {"Cookie": guest.cookie, "Origin": origin, **OWN}
    assert await status_of(client, house, headers) == 403


async def test_a_request_that_names_no_origin_says_that_it_is_no_page(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    assert await status_of(client, house, {"Cookie": guest.cookie}) == 403
    assert await status_of(client, house, {"Cookie": guest.cookie, **OWN}) == 101


@pytest.mark.parametrize(
    "cookie", ["", "evenmoney=", "evenmoney=guessed", "evenmoney=" + "x" * 3000, "other=1"]
)
async def test_without_a_session_none_opens(
    house: House, client: aiohttp.ClientSession, cookie: str
) -> None:
    assert await status_of(client, house, {"Cookie": cookie, **OWN}) == 403


async def test_a_session_that_ended_opens_none(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    headers = {"Cookie": guest.cookie, **OWN}
    await client.post(f"{house.address}/api/log-out", headers=headers)
    assert await status_of(client, house, headers) == 403


async def test_log_out_closes_the_sessions_sockets(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    socket = Table(await open_socket(client, house, guest), "")
    other = Table(await open_socket(client, house, come_in(house.address)), "")
    headers = {"Cookie": guest.cookie, **OWN}
    await client.post(f"{house.address}/api/log-out", headers=headers)
    with pytest.raises(Ended) as ended:
        await socket.read()
    assert ended.value.code == SESSION_ENDED
    await other.socket.send_str('{"type":"ping","sent":1}')
    assert (await other.read())["type"] == "pong", "another player's socket was closed, too"


async def test_there_is_a_socket_at_one_path_only(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    headers = {"Cookie": guest.cookie, **OWN}
    assert await status_of(client, house, headers, "/api/socket/") == 404
    assert await status_of(client, house, headers, "/") == 404
    assert await status_of(client, house, headers, "/api/socket?x=1") == 101


async def test_a_long_but_bounded_head_is_taken_whole(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    headers = {"Cookie": f"pad={'x' * 6000}; {guest.cookie}", **OWN}
    assert await status_of(client, house, headers) == 101


async def test_one_player_has_only_so_many_sockets(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    opened = [await open_socket(client, house, guest) for _ in range(SOCKETS_PER_PLAYER_MAX)]
    headers = {"Cookie": guest.cookie, **OWN}
    assert await status_of(client, house, headers) == 429
    for socket in opened:
        await socket.close()
    assert await status_of(client, house, headers) == 101


async def test_upgrades_that_come_to_nothing_are_not_counted(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    host, port = house.address.removeprefix("http://").split(":")
    own = f"cookie: {guest.cookie}\r\nx-evenmoney: 1\r\n\r\n".encode()
    for waits in [True] * SOCKETS_PER_PLAYER_MAX + [False] * SOCKETS_PER_PLAYER_MAX:
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET /api/socket HTTP/1.1\r\nhost: x\r\n" + ASKS + own)
        if waits:
            assert b" 400 " in await reader.readline()
        writer.close()
    headers = {"Cookie": guest.cookie, **OWN}
    assert await status_of(client, house, headers) == 101


@pytest.mark.parametrize(
    "head",
    [
        b"GET /api/socket HTTP/1.1\r\nhost: x\r\n" + ASKS + b"\r\n",
        b"GET /api/socket HTTP/1.1\r\n" + ASKS + b": x\r\n\r\n",
        b"POST /api/socket HTTP/1.1\r\nhost: x\r\n" + ASKS + b"\r\n",
        b"GET /api/socket HTTP/1.0\r\n" + ASKS + b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
)
async def test_a_broken_upgrade_is_refused(house: House, guest: Guest, head: bytes) -> None:
    """With a cookie even: what is wrong is the request."""
    host, port = house.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    extra = f"cookie: {guest.cookie}\r\nx-evenmoney: 1\r\n\r\n".encode()
    writer.write(head.removesuffix(b"\r\n") + extra if head.endswith(b"\r\n") else head)
    answer = await reader.read(1000)
    writer.close()
    assert answer.split(b" ")[1][:1] == b"4", answer
