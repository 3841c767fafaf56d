"""The real server in a process of its own, over a fresh database, and clients that talk to it."""

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from evenmoney.bench.bots import OWN, Guest, ask, come_in, free_tables
from tests.patience import PATIENCE_SECONDS

SERVE = (sys.executable, "-c", "from evenmoney.cli import main; main()", "serve")


class House(msgspec.Struct):
    """A running server: where it answers, its process, and its database."""

    address: str
    process: subprocess.Popen[str]
    database: Path

    def stop(self) -> int:
        """Stop it as an operator does; the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_SECONDS)


def start_house(folder: Path, *options: str, port: int = 0, faults: str = "") -> House:
    """Start a server over `folder/house.db`; raises `AssertionError` with its words if it fails."""
    database = folder / "house.db"
    environment = {**os.environ, **({"EVENMONEY_STORE_FAULT": faults} if faults else {})}
    process = subprocess.Popen(
        [*SERVE, "--port", str(port), "--database", str(database), "--mail", str(folder / "mail"),
         "--guests-per-address", "100000", "--messages-per-second", "500",
         "--requests-per-second", "100000", *options],
        stdout=subprocess.PIPE,
        stderr=(folder / "log").open("a"),
        text=True,
        env=environment,
    )  # fmt: skip
    assert process.stdout is not None
    words = process.stdout.readline().split()
    assert words, (folder / "log").read_text()
    return House(words[-1], process, database)


@contextmanager
def running(folder: Path, *options: str) -> Iterator[House]:
    """A server for as long as the context; it must stop cleanly, and must have logged no fault."""
    house = start_house(folder, *options)
    try:
        yield house
        assert house.stop() == 0
    finally:
        house.process.kill()
        house.process.wait()
    assert "trace" not in (folder / "log").read_text(), (folder / "log").read_text()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests that leave it as they found it."""
    with running(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture
def guest(house: House) -> Guest:
    """A guest of that house."""
    return come_in(house.address)


@pytest.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    """A client with a cookie jar, as a browser has."""
    jar = aiohttp.CookieJar(unsafe=True)  # takes cookies of an IP address, too
    async with aiohttp.ClientSession(cookie_jar=jar) as session:
        yield session


class Table:
    """A guest's socket at a free table, in the test's hands."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, table: str) -> None:
        self.socket = socket
        self.table = table
        self.stream = 0
        self.next_n = 1

    async def read(self) -> dict[str, Any]:
        """The next message; raises `Ended` when the socket is closed."""
        message = await self.socket.receive(timeout=PATIENCE_SECONDS)
        if message.type != aiohttp.WSMsgType.TEXT:
            raise Ended(message.data if isinstance(message.data, int) else 1006)
        found = msgspec.json.decode(message.data)
        assert isinstance(found, dict)
        return found

    async def read_until(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types; others are passed over."""
        while True:
            message = await self.read()
            if message["type"] in types:
                return message

    async def say(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send a command with the next number; its `yours` or `refused`."""
        body = {"type": kind, "table": self.table, "n": self.next_n, **fields}
        await self.socket.send_str(msgspec.json.encode(body).decode())
        while True:
            message = await self.read_until("yours", "refused")
            if message["type"] == "refused" or message["ack"] == body["n"]:
                break
        if message["type"] == "yours":
            self.next_n += 1
        return message

    async def in_a_round(self) -> dict[str, Any]:
        """Bet and deal, again and again, until the table asks whether to stand."""
        while True:
            await self.say("place_bet", box=1, amount=100)
            answer: dict[str, Any] = await self.say("deal", nonce=secrets.token_hex(16))
            while answer["you"]["decision"] is not None:
                if "stand" in (offer["action"] for offer in answer["you"]["offers"]):
                    return answer
                decision = answer["you"]["decision"]
                answer = await self.say("act", decision=decision, action="pass")


async def close_code(table: Table) -> int:
    """The code that the server closes the socket with; messages before it are passed over."""
    try:
        while True:
            await table.read()
    except Ended as ended:
        return ended.code


class Ended(Exception):
    """The server closed the socket; `code` is the close code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


async def open_socket(
    client: aiohttp.ClientSession, house: House, guest: Guest
) -> aiohttp.ClientWebSocketResponse:
    """A guest's socket."""
    headers = {**OWN, "Cookie": guest.cookie}
    return await client.ws_connect(house.address + "/api/socket", headers=headers)


async def sit_down(
    client: aiohttp.ClientSession, house: House, guest: Guest, table: str = "", **join: object
) -> Table:
    """A guest at a free table of `classic` (or at the one named): his stream is open."""
    at = table or free_tables(house.address, "classic")[0]
    seated = Table(await open_socket(client, house, guest), at)
    body = {"type": "join", "table": at, **join}
    await seated.socket.send_str(msgspec.json.encode(body).decode())
    answer = await seated.read_until("welcome", "yours")
    if answer["type"] == "welcome":
        seated.stream, seated.next_n = answer["stream"], answer["next_n"]
    return seated


def balance(house: House, guest: Guest) -> int:
    """What the guest can spend now."""
    me, _ = ask(house.address, "GET", "/api/me", cookie=guest.cookie)
    assert isinstance(me, dict)
    return int(me["balance"])
