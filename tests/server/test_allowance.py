"""Who asks too much over HTTP is told so, and nobody else is."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import httpx
import msgspec
import pytest

from evenmoney.bench.bots import OWN
from evenmoney.games.catalogue import Catalogue
from evenmoney.server.app import http_app
from evenmoney.server.gate import Gate
from evenmoney.server.origin import COOKIE, OWN_HEADER
from evenmoney.server.pages import Pages
from evenmoney.server.premises import Premises, ServerSettings
from evenmoney.server.rate import BURST_SECONDS, PLAYERS_PER_ADDRESS, Allowance
from evenmoney.server.run import open_premises
from evenmoney.server.upgrade import SOCKET_PATH, Denied
from evenmoney.strategy.certified import Certificates
from evenmoney.wire.http import Problem
from tests.patience import LOOKS_MAX
from tests.server.conftest import running

AT_ONCE = int(BURST_SECONDS)
"""What a player may ask at once, at one request a second."""


class Hands:
    """A clock's hands."""

    now = 0.0


class Doors:
    """A house that lets a player ask once a second, by a clock that stands still."""

    def __init__(self, premises: Premises) -> None:
        self.hands = Hands()
        self.premises = premises
        self.premises.allowance = Allowance(1, lambda: self.hands.now)
        self._app: Any = http_app(premises, Pages())

    def browser(self, address: str = "10.0.0.1") -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self._app, client=(address, 1))
        return httpx.AsyncClient(transport=transport, base_url="http://house", headers=OWN)


@pytest.fixture
async def doors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Doors]:
    monkeypatch.chdir(tmp_path)
    async with open_premises(
        str(tmp_path / "house.db"),
        Catalogue.packaged(),
        ServerSettings(),
        mail=tmp_path / "mail",
        address="http://127.0.0.1:1",
        certificates=Certificates.packaged(),
    ) as opened:
        yield Doors(opened)
        await opened.house.close()


async def asked(browser: httpx.AsyncClient, path: str, times: int) -> list[int]:
    """How a request is answered, so many times."""
    return [(await browser.get(path)).status_code for _ in range(times)]


async def test_a_player_who_asks_too_often_is_refused_until_time_has_passed(doors: Doors) -> None:
    async with doors.browser() as ann, doors.browser() as bob:
        for one in (ann, bob):
            assert (await one.post("/api/guest")).status_code == 201
        assert await asked(ann, "/api/me", AT_ONCE) == [200] * AT_ONCE
        refused = await ann.get("/api/me")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
        problem = msgspec.json.decode(refused.content, type=Problem, strict=True)
        assert problem.code == "too_many_requests"
        assert (await bob.get("/api/me")).status_code == 200, "it is not he who asks too much"
        doors.hands.now += 1
        assert await asked(ann, "/api/me", 2) == [200, 429]


async def test_what_a_player_is_refused_uses_up_nothing_of_his_addresss(doors: Doors) -> None:
    most = PLAYERS_PER_ADDRESS * AT_ONCE
    async with doors.browser() as ann, doors.browser() as bob:
        for one in (ann, bob):
            await one.post("/api/guest")
        assert await asked(ann, "/api/me", most) == [200] * AT_ONCE + [429] * (most - AT_ONCE)
        assert await asked(bob, "/api/me", 1) == [200]
        left = most - 2 - AT_ONCE - 1
        assert await asked(bob, "/api/lobby", left + 1) == [200] * left + [429]


async def test_what_is_refused_is_not_done(doors: Doors) -> None:
    async with doors.browser() as ann:
        await ann.post("/api/guest")
        await asked(ann, "/api/me", AT_ONCE)
        assert (await ann.post("/api/log-out")).status_code == 429
        doors.hands.now += 1
        assert (await ann.get("/api/me")).status_code == 200, "she is still logged in"


async def test_an_address_may_ask_what_some_players_may_whoever_it_says_it_is(
    doors: Doors,
) -> None:
    most = PLAYERS_PER_ADDRESS * AT_ONCE
    async with doors.browser() as one, doors.browser("10.0.0.2") as other:
        for number in range(most):
            cookie = {"cookie": f"{COOKIE}=made-up-{number}"}
            assert (await one.get("/api/lobby", headers=cookie)).status_code == 200
        assert await asked(one, "/api/lobby", 1) == [429]
        assert (await one.post("/api/guest")).status_code == 429
        assert await asked(one, "/", 1) == [200], "pages are not counted"
        assert await asked(other, "/api/lobby", 1) == [200]


async def test_of_ipv6_the_first_half_of_the_address_counts(doors: Doors) -> None:
    most = PLAYERS_PER_ADDRESS * AT_ONCE
    for number in range(most):
        async with doors.browser(f"2001:db8::{number:x}") as browser:
            assert await asked(browser, "/api/lobby", 1) == [200]
    async with doors.browser("2001:db8::ffff") as browser:
        assert await asked(browser, "/api/lobby", 1) == [429]
    async with doors.browser("2001:db8:0:1::1") as browser:
        assert await asked(browser, "/api/lobby", 1) == [200]


async def test_sockets_are_asked_for_within_the_same_bound(doors: Doors) -> None:
    async with doors.browser() as ann:
        cookie = (await ann.post("/api/guest")).headers["set-cookie"].partition(";")[0]
        fields = {":path": SOCKET_PATH, OWN_HEADER: "1", "cookie": cookie}
        for _ in range(AT_ONCE):
            await Gate(doors.premises).admit(fields)
        with pytest.raises(Denied) as denied:
            await Gate(doors.premises).admit(fields)
        assert (denied.value.status, denied.value.problem.code) == (429, "too_many_requests")


async def test_the_operator_sets_how_much_may_be_asked(
    tmp_path: Path, client: aiohttp.ClientSession
) -> None:
    with running(tmp_path, "--requests-per-second", "1") as house:

        async def status() -> int:
            async with client.get(f"{house.address}/api/lobby") as response:
                return response.status

        for _ in range(LOOKS_MAX):
            if 429 in await asyncio.gather(*(status() for _ in range(20))):
                return
    raise AssertionError("nothing was ever too much")
