"""Nobody holds a connection by a request that doesn't come to its end."""

import asyncio
from urllib.parse import urlsplit

import aiohttp
import pytest

from evenmoney.bench.bots import OWN, Guest
from evenmoney.server.request import BODY_SECONDS, HEAD_SECONDS
from tests.server.conftest import House

WHOLE = b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n"
HEAD = (
    b"POST /api/log-in HTTP/1.1\r\nHost: x\r\nX-Evenmoney: 1\r\n"
    b"Content-Type: application/json\r\nContent-Length: 60\r\n\r\n"
)
UNFINISHED = (b"", b"GET /api/hea", HEAD + b"{")
UNFINISHED_LATER = (b"\r\n", b"GET /api/hea", HEAD + b"{")


async def seconds_open(house: House, sent: bytes, *, later: bool) -> float:
    """How long the house keeps a connection on which this was sent, and nothing after it; `later`:
    after a request that was answered. Whatever is slow makes it longer."""
    began = asyncio.get_running_loop().time()
    at = urlsplit(house.address)
    reader, writer = await asyncio.open_connection(at.hostname, at.port)
    if later:
        writer.write(WHOLE)
        await reader.readuntil(b"}")
    writer.write(sent)
    await reader.read()
    writer.close()
    return asyncio.get_running_loop().time() - began


@pytest.mark.slow
async def test_an_unfinished_request_is_cut_and_an_open_socket_is_not(
    house: House, guest: Guest, client: aiohttp.ClientSession
) -> None:
    cookie = {"Cookie": guest.cookie, **OWN}
    async with client.ws_connect(f"{house.address}/api/socket", headers=cookie) as socket:
        waits = [seconds_open(house, sent, later=False) for sent in UNFINISHED]
        waits += [seconds_open(house, sent, later=True) for sent in UNFINISHED_LATER]
        took = await asyncio.gather(*waits)
        assert min(took) > min(HEAD_SECONDS, BODY_SECONDS) - 0.1, took
        await socket.send_str('{"type":"ping","sent":7}')
        assert await socket.receive_json() == {"type": "pong", "sent": 7}
