"""The HTTP interface, asked over real connections."""

import asyncio
import gzip
import re
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import msgspec
import pytest
from yarl import URL

from evenmoney.bench.bots import OWN, Guest, come_in
from evenmoney.wire.http import Games, Me, Problem
from tests.server.conftest import House, running

JSON = {**OWN, "content-type": "application/json"}


async def problem(response: aiohttp.ClientResponse) -> Problem:
    """The problem that a response carries: every error has exactly this shape."""
    assert response.headers["content-type"] == "application/json"
    return msgspec.json.decode(await response.read(), type=Problem, strict=True)


async def test_a_guest_comes_in_with_one_request(
    house: House, client: aiohttp.ClientSession
) -> None:
    async with client.post(f"{house.address}/api/guest", headers=OWN) as response:
        assert response.status == 201
        me = msgspec.json.decode(await response.read(), type=Me)
        cookie = response.headers["set-cookie"].lower()
    assert (me.guest, me.balance, me.open_rounds) == (True, 100_000, ())
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie, "a phone on a home network has no TLS"


async def test_a_guest_who_comes_in_again_stays_who_he_is(
    house: House, client: aiohttp.ClientSession
) -> None:
    players = []
    for _ in range(2):
        async with client.post(f"{house.address}/api/guest", headers=OWN) as response:
            players.append(msgspec.json.decode(await response.read(), type=Me).player)
    assert players[0] == players[1]


async def test_a_guest_signs_up_logs_out_and_logs_in_again(
    house: House, client: aiohttp.ClientSession
) -> None:
    await client.post(f"{house.address}/api/guest", headers=OWN)
    body = {"name": "Ann of Test", "password": "long enough"}
    async with client.post(f"{house.address}/api/sign-up", json=body, headers=OWN) as response:
        me = msgspec.json.decode(await response.read(), type=Me)
    assert (me.name, me.guest, me.balance) == ("Ann of Test", False, 100_000)
    await client.post(f"{house.address}/api/log-out", headers=OWN)
    async with client.get(f"{house.address}/api/me") as response:
        assert (response.status, (await problem(response)).code) == (401, "not_logged_in")
    async with client.post(f"{house.address}/api/log-in", json=body, headers=OWN) as response:
        assert msgspec.json.decode(await response.read(), type=Me).player == me.player


class Wrong(NamedTuple):
    """A bad request, and the answer it gets."""

    method: str
    path: str
    body: Any
    status: int
    code: str
    field: str | None


BAD_REQUESTS = [
    Wrong(
        "POST", "/api/sign-up", {"name": 5, "password": "long enough"}, 400, "bad_request", "name"
    ),
    Wrong(
        "POST", "/api/sign-up", {"name": "B", "password": "long enough"}, 400, "bad_request", "name"
    ),
    Wrong(
        "POST", "/api/sign-up", {"name": "Bob", "password": "short"}, 400, "bad_request", "password"
    ),
    Wrong("POST", "/api/sign-up", {"name": "Bob"}, 400, "bad_request", "password"),
    Wrong(
        "POST",
        "/api/sign-up",
        {"name": "4242", "password": "long enough"},
        400,
        "name_refused",
        "name",
    ),
    Wrong(
        "POST",
        "/api/sign-up",
        {"name": "B\0b", "password": "long enough"},
        400,
        "name_refused",
        "name",
    ),
    Wrong("POST", "/api/log-in", {"name": "x", "password": "y", "z": 1}, 400, "bad_request", "z"),
    Wrong(
        "POST",
        "/api/log-in",
        {"name": "nobody", "password": "y"},
        401,
        "wrong_password",
        "password",
    ),
    Wrong("POST", "/api/log-in", b"{", 400, "bad_request", None),
    Wrong("POST", "/api/log-in", b"\xff\xfe", 400, "bad_request", None),
    Wrong("POST", "/api/log-in", b"[" * 9000, 400, "bad_request", None),
    Wrong("POST", "/api/log-in", b"x" * 20_000, 413, "too_large", None),
    Wrong("POST", "/api/log-in", b"", 400, "bad_request", None),
    Wrong(
        "POST",
        "/api/recovery/set",
        {"token": "x" * 20, "password": "long enough"},
        404,
        "token_unknown",
        None,
    ),
    Wrong("GET", "/api/games/nope", None, 404, "not_found", "game"),
    Wrong("GET", "/api/nope", None, 404, "not_found", None),
    Wrong("GET", "/api/../../etc/passwd", None, 404, "not_found", None),
    Wrong("PUT", "/api/me", None, 405, "method_not_allowed", None),
    Wrong("GET", "/api/history?limit=0", None, 400, "bad_request", "limit"),
    Wrong("GET", "/api/history?limit=x", None, 400, "bad_request", "limit"),
    Wrong("GET", "/api/history?before=99999999999999999999999", None, 400, "bad_request", "before"),
    Wrong("GET", "/api/history/0", None, 404, "not_found", "round_id"),
    Wrong("GET", "/api/history/%00%ff'--", None, 404, "not_found", "round_id"),
    Wrong("DELETE", "/api/sessions/99999999999999999999999", None, 400, "bad_request", "session"),
    Wrong("DELETE", "/api/sessions/12345678", None, 404, "not_found", "session"),
]


@pytest.mark.parametrize("wrong", BAD_REQUESTS, ids=lambda wrong: f"{wrong.path} {wrong.code}")
async def test_a_bad_request_gets_a_typed_answer_that_names_the_place(
    house: House, client: aiohttp.ClientSession, guest: Guest, wrong: Wrong
) -> None:
    body = wrong.body
    raw = body if isinstance(body, bytes | None) else msgspec.json.encode(body)
    url = URL(house.address + wrong.path, encoded=True)
    headers = {**JSON, "Cookie": guest.cookie}
    async with client.request(wrong.method, url, data=raw, headers=headers) as response:
        found = await problem(response)
    assert (response.status, found.code, found.field) == wrong[3:], found


async def test_without_a_session_nothing_of_a_player_is_told(
    house: House, client: aiohttp.ClientSession
) -> None:
    for path in ("me", "sessions", "history", "history/1"):
        for cookie in ("", "evenmoney=", "evenmoney=guess", "evenmoney=" + "x" * 5000):
            async with client.get(
                f"{house.address}/api/{path}", headers={"Cookie": cookie}
            ) as response:
                assert (response.status, (await problem(response)).code) == (401, "not_logged_in")


async def test_another_sites_page_changes_nothing(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    for sent in (
        {"Origin": "http://evil.example"},
        {"Origin": "null", **OWN},
        {"Origin": house.address + ".evil.example", **OWN},
        {},
    ):
        headers = {**sent, "Cookie": guest.cookie}
        async with client.post(f"{house.address}/api/log-out", headers=headers) as response:
            assert (response.status, (await problem(response)).code) == (403, "cross_origin")
    headers = {"Cookie": guest.cookie, "Origin": house.address}
    async with client.get(f"{house.address}/api/me", headers=headers) as response:
        assert response.status == 200, "the session was ended from outside"
    async with client.post(f"{house.address}/api/log-out", headers=headers) as response:
        assert response.status == 200, "the house's own page was refused"


async def test_nobody_ends_another_players_session(
    house: House, client: aiohttp.ClientSession, guest: Guest
) -> None:
    async with client.get(
        f"{house.address}/api/sessions", headers={"Cookie": guest.cookie}
    ) as response:
        [row] = (await response.json())["sessions"]
    assert row["current"]
    thief = {**OWN, "Cookie": come_in(house.address).cookie}
    async with client.delete(
        f"{house.address}/api/sessions/{row['id']}", headers=thief
    ) as response:
        assert (response.status, (await problem(response)).code) == (404, "not_found")


async def test_the_catalogue_is_told_in_plain_values(
    house: House, client: aiohttp.ClientSession
) -> None:
    async with client.get(f"{house.address}/api/games") as response:
        games = msgspec.json.decode(await response.read(), type=Games).games
    assert [game.id for game in games][:2] == ["classic", "classic-multiplayer"]
    classic, multi = games[0], games[1]
    assert classic.rules == multi.rules
    assert classic.rules_hash == multi.rules_hash
    assert (classic.rules.decks, classic.rules.blackjack_pays) == (6, "3:2")
    assert (classic.limits.stake_min, classic.limits.stake_max) == (100, 10_000)


async def test_every_game_tells_what_the_house_gives_for_a_round_it_calls_off(
    tmp_path: Path, client: aiohttp.ClientSession
) -> None:
    with running(tmp_path, "--void-pays", "better") as opened:
        for path in ("/api/games/classic", "/api/tables/classic-1/game"):
            async with client.get(opened.address + path) as response:
                assert (await response.json())["void_pays"] == "better", path


async def test_every_answer_carries_the_houses_headers(
    house: House, client: aiohttp.ClientSession
) -> None:
    for path in ("/", "/api/health", "/api/nope", "/api/me", "/lobby"):
        async with client.get(house.address + path) as response:
            assert response.headers["x-content-type-options"] == "nosniff", path
            assert "frame-ancestors 'none'" in response.headers["content-security-policy"], path
            assert response.headers["cache-control"] in {"no-store", "no-cache"}, path


async def test_a_page_may_be_asked_for_by_its_head_alone(
    house: House, client: aiohttp.ClientSession
) -> None:
    async with client.head(house.address + "/") as response:
        assert response.status == 200
        assert response.headers["content-type"].startswith("text/html")
        assert await response.read() == b""


async def test_the_schemas_are_published(house: House, client: aiohttp.ClientSession) -> None:
    async with client.get(f"{house.address}/api/schema/openapi.json") as response:
        paths = (await response.json(content_type=None))["paths"]
    assert {"/api/guest", "/api/me", "/api/history/{round_id}"} <= set(paths)
    async with client.get(f"{house.address}/api/schema/socket.json") as response:
        defs = (await response.json())["$defs"]
    assert {"ClientMessage", "ServerMessage", "Act", "Welcome"} <= set(defs)


async def test_health_and_readiness(house: House, client: aiohttp.ClientSession) -> None:
    for path in ("health", "ready"):
        async with client.get(f"{house.address}/api/{path}") as response:
            assert (response.status, (await response.json())["status"]) == (200, "ok")


async def test_an_endless_request_head_is_refused(house: House) -> None:
    host, port = house.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nlong: ")
    try:
        for _ in range(64):
            writer.write(b"x" * 1024)
            await writer.drain()
        answer = await reader.read(64)
    except ConnectionError:
        answer = b""
    finally:
        writer.close()
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400")


async def test_a_long_answer_is_packed_once_for_who_can_unpack_it(house: House) -> None:
    async with aiohttp.ClientSession(house.address, auto_decompress=False) as http:
        async with http.get("/") as start:
            script = re.search(r"/assets/[^\"]+\.js", (await start.read()).decode())
        assert script is not None
        for path in ("/api/games", script[0]):
            plain, body = await answered(http, path, "identity")
            packed, small = await answered(http, path, "gzip")
            assert (plain, packed) == (None, "gzip")
            assert gzip.decompress(small) == body
            assert len(small) < len(body)


async def test_a_short_answer_is_not_packed(house: House) -> None:
    async with aiohttp.ClientSession(house.address, auto_decompress=False) as http:
        assert (await answered(http, "/api/health", "gzip"))[0] is None


async def answered(
    http: aiohttp.ClientSession, path: str, accepted: str
) -> tuple[str | None, bytes]:
    """How an answer is packed, and its bytes as they came."""
    async with http.get(path, headers={"accept-encoding": accepted}) as response:
        return response.headers.get("content-encoding"), await response.read()
