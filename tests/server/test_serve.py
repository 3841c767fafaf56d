"""`evenmoney serve` opens, says where, and closes cleanly; what it can't do it says in a line."""

import asyncio
import os
import resource
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from click.testing import CliRunner

from evenmoney.bench.bots import ask, come_in
from evenmoney.cli.given import Origin
from evenmoney.cli.serve import serve
from evenmoney.server.run import CONNECTIONS_MAX
from tests.patience import PATIENCE_SECONDS
from tests.server.conftest import (
    SERVE,
    House,
    balance,
    close_code,
    running,
    sit_down,
    start_house,
)


def failing(*options: str) -> tuple[int, str, str]:
    """Run `evenmoney serve` and expect it to give up: status, output, and words of complaint."""
    done = subprocess.run(
        [*SERVE, *options], capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_house_opens_in_an_empty_folder_without_being_told_anything(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*SERVE, "--port", "0"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as house:
        assert house.stdout is not None
        assert house.stdout.readline().startswith("Even Money is open at http://")
        assert (tmp_path / "var/evenmoney.db").exists()
        house.terminate()
        assert house.wait(PATIENCE_SECONDS) == 0


def test_a_house_may_open_as_many_files_as_it_takes_connections(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        with running(tmp_path) as house:
            allowed, _ = resource.prlimit(house.process.pid, resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    room = CONNECTIONS_MAX if hard == resource.RLIM_INFINITY else min(CONNECTIONS_MAX, hard)
    assert allowed >= room


def test_a_port_in_use_is_one_clear_line_and_exit_status_2(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, out, words = failing("--port", str(port), "--database", str(tmp_path / "a.db"))
    assert (status, out) == (2, "")
    assert words.count("\n") == 1
    assert f"127.0.0.1:{port}" in words


def test_a_database_in_use_is_one_clear_line_and_exit_status_2(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        status, out, words = failing("--port", "0", "--database", str(house.database))
        assert (status, out) == (2, "")
        assert words.count("\n") == 1, words
        assert "house.db" in words
        come_in(house.address)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("dear diary, " * 1000)
    status, out, words = failing("--port", "0", "--database", str(path))
    assert (status, out) == (2, "")
    assert words.count("\n") == 1, words
    assert path.read_text() == "dear diary, " * 1000


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--origin", "notaurl", "https://play.example"),
        ("--origin", "https://play.example/casino", "says more than"),
        ("--origin", "https://play.example:99999", "is no address"),
        ("--origin", "ftp://play.example", "https://play.example"),
        ("--proxy", "nonsense", "'nonsense' is no IP address"),
        ("--proxy", "127.0.0.1,*", "'*' is no IP address"),
        ("--messages-per-second", "nan", "no number of things"),
        ("--requests-per-second", "inf", "no number of things"),
        ("--messages-per-second", "0", "not in the range"),
        ("--opening-money", str(2**63 - 1), "not in the range"),
        ("--certificates", "pyproject.toml", "is a file"),
        ("--mail", "pyproject.toml", "is a file"),
        ("--games", "nowhere", "does not exist"),
    ],
)
def test_an_option_that_makes_no_sense_is_named(option: str, value: str, said: str) -> None:
    result = CliRunner().invoke(serve, [option, value])
    assert result.exit_code == 2
    assert option in result.output
    assert said in result.output


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("https://play.example", "https://play.example"),
        ("HTTPS://Play.Example:443/", "https://play.example"),
        ("http://10.0.0.7:2121", "http://10.0.0.7:2121"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_an_origin_is_taken_as_browsers_write_it(given: str, meant: str) -> None:
    assert Origin().convert(given, None, None) == meant


@pytest.mark.parametrize("text", [b"\xff\xfe", b"[", b"id = 'mine'\n"])
def test_a_game_file_that_is_no_game_is_named_in_one_line(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "mine.toml").write_bytes(text)
    status, _, words = failing(
        "--port", "0", "--database", str(tmp_path / "a.db"), "--games", str(tmp_path)
    )
    assert status == 2
    assert words.count("\n") == 1, words
    assert "mine.toml" in words


@pytest.fixture
def lone_house(tmp_path: Path) -> Iterator[House]:
    """A server that the test may do anything to."""
    house = start_house(tmp_path)
    yield house
    house.process.kill()
    house.process.wait()


@pytest.mark.parametrize("caught", [signal.SIGTERM, signal.SIGINT])
async def test_a_stop_drains_streams_are_told_and_the_round_waits(
    lone_house: House, client: aiohttp.ClientSession, caught: signal.Signals, tmp_path: Path
) -> None:
    guest = come_in(lone_house.address)
    table = await sit_down(client, lone_house, guest)
    await table.say("place_bet", box=1, amount=100)
    lone_house.process.send_signal(caught)
    closed = await table.read_until("closed")
    assert (closed["table"], closed["code"]) == (table.table, "shutting_down")
    assert await close_code(table) == 1001
    await asyncio.to_thread(lone_house.process.wait, PATIENCE_SECONDS)
    assert lone_house.process.returncode == 0
    assert "trace" not in (tmp_path / "log").read_text()
    again = await asyncio.to_thread(start_house, tmp_path)
    try:
        assert balance(again, guest) == 99_900
        back = await sit_down(client, again, guest, table.table)
        assert (await back.say("clear_bets"))["type"] == "yours"
        assert balance(again, guest) == 100_000
    finally:
        again.process.kill()
        again.process.wait()


async def test_a_power_cut_in_a_round_leaves_it_as_it_was(
    lone_house: House, client: aiohttp.ClientSession, tmp_path: Path
) -> None:
    guest = come_in(lone_house.address)
    table = await sit_down(client, lone_house, guest)
    answer = await table.in_a_round()
    os.kill(lone_house.process.pid, signal.SIGKILL)
    assert await close_code(table) == 1006
    lone_house.process.wait()
    again = await asyncio.to_thread(start_house, tmp_path)
    try:
        me, _ = ask(again.address, "GET", "/api/me", cookie=guest.cookie)
        assert isinstance(me, dict)
        [open_round] = me["open_rounds"]
        assert open_round["table"] == table.table
        back = await sit_down(
            client, again, guest, table.table, stream=table.stream, seen=answer["seq"]
        )
        back.next_n = table.next_n
        stood = await back.say("act", decision=answer["you"]["decision"], action="stand")
        assert stood["type"] == "yours", stood
    finally:
        again.process.kill()
        again.process.wait()


def test_the_log_tells_no_secret(tmp_path: Path) -> None:
    with running(tmp_path, "--verbose") as house:
        guest = come_in(house.address)
        body = {"name": "Ann", "password": "correct horse battery"}
        _, cookie = ask(house.address, "POST", "/api/sign-up", cookie=guest.cookie, body=body)
    words = (tmp_path / "log").read_text()
    for secret in ("correct horse", guest.cookie.partition("=")[2], cookie.partition("=")[2]):
        assert secret not in words


def test_a_proxied_house_marks_its_cookies_secure(tmp_path: Path) -> None:
    with running(tmp_path, "--origin", "https://play.example") as house:

        async def come() -> str:
            async with aiohttp.ClientSession() as session:
                headers = {"Origin": "https://play.example"}
                async with session.post(f"{house.address}/api/guest", headers=headers) as response:
                    assert response.status == 201
                    return response.headers["set-cookie"]

        assert "Secure" in asyncio.run(come())
