"""`evenmoney serve --wallet` and `evenmoney wallet`: as an operator uses them."""

import asyncio
import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from click.testing import CliRunner, Result

from evenmoney.bench.bots import come_in
from evenmoney.cli.serve import serve
from evenmoney.cli.wallet import wallet as command
from tests.patience import until
from tests.server.conftest import House, balance, running, sit_down, start_house
from tests.wallet.server import SECRET, Wallet, serving

OPENING = 100_000


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVENMONEY_WALLET_SECRET", SECRET.decode())


@pytest.fixture
def wallet() -> Wallet:
    made = Wallet()
    made.gives = OPENING
    return made


async def tell(house: House, *words: str) -> Result:
    """What `evenmoney wallet` says; the wallet answers meanwhile."""
    words = (*words, "--database", str(house.database))
    return await asyncio.to_thread(CliRunner().invoke, command, words)


async def open_calls(house: House) -> list[dict[str, Any]]:
    result = await tell(house, "open", "--json")
    assert result.exit_code == 0, result.output
    found: list[dict[str, Any]] = json.loads(result.output)["calls"]
    return found


async def the_first_open_calls(house: House) -> list[dict[str, Any]]:
    found = await open_calls(house)
    return found or await the_first_open_calls(house)


async def test_the_operator_sees_an_open_call_and_settles_it_once(
    tmp_path: Path, wallet: Wallet
) -> None:
    async with serving(wallet) as url:
        house = await asyncio.to_thread(start_house, tmp_path, "--wallet", url)
        try:
            guest = await asyncio.to_thread(come_in, house.address)
            assert await asyncio.to_thread(balance, house, guest) == OPENING
            assert "nothing is open" in (await tell(house, "open")).output
            wallet.faults.append(("credit", "refuse"))
            async with aiohttp.ClientSession() as client:
                table = await sit_down(client, house, guest)
                await table.say("place_bet", box=1, amount=700)
                await table.say("clear_bets")
                await until(lambda: not wallet.faults)
            (call,) = await the_first_open_calls(house)
            assert (call["kind"], call["amount"], call["player"]) == ("credit", 700, guest.player)
            assert call["id"] in (await tell(house, "open")).output
            words = ("settle", call["id"], "--as", "undone", "--reason", "not in our books")
            assert (await tell(house, *words)).exit_code == 0
            again = await tell(house, *words)
            assert again.exit_code == 1
            assert "not_open" in again.output
            unknown = await tell(house, "settle", "0" * 32, "--as", "done", "--reason", "which?")
            assert "no_such_call" in unknown.output
            await until(lambda: wallet.accounts[guest.player] == OPENING)
            assert await open_calls(house) == []
        finally:
            await asyncio.to_thread(house.stop)
    assert SECRET.decode() not in (tmp_path / "log").read_text()


async def test_a_house_without_a_wallet_has_no_calls(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        refused = await tell(house, "open")
        assert refused.exit_code == 1
        assert "no_wallet" in refused.output
        assert balance(house, come_in(house.address)) == OPENING
    closed = await tell(house, "open")
    assert closed.exit_code == 2


def refused(*words: str) -> str:
    result = CliRunner().invoke(serve, ["--port", "0", *words])
    assert result.exit_code == 2
    return result.output


def test_a_wallet_needs_a_secret_that_is_not_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = ("--database", str(tmp_path / "house.db"), "--wallet", "https://wallet.example/")
    monkeypatch.delenv("EVENMONEY_WALLET_SECRET")
    assert "EVENMONEY_WALLET_SECRET" in refused(*place)
    short = tmp_path / "short"
    short.write_text("short\n")
    assert "16 bytes" in refused(*place, "--wallet-secret-file", str(short))
    assert not (tmp_path / "house.db").exists()


@pytest.mark.parametrize(
    "url", ["wallet.example", "ftp://wallet.example/", "https://", "https://me:word@wallet.example"]
)
def test_a_wallet_has_an_address(url: str) -> None:
    assert "--wallet" in refused("--wallet", url)


def test_a_database_with_money_of_its_own_takes_no_wallet(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        come_in(house.address)
    database = ("--database", str(house.database))
    assert "needs a new database" in refused(*database, "--wallet", "http://127.0.0.1:1/")


async def test_a_wallet_that_is_away_closes_no_house(tmp_path: Path) -> None:
    with running(tmp_path, "--wallet", "http://127.0.0.1:1/") as house:
        guest = come_in(house.address)
        assert balance(house, guest) == 0
        async with aiohttp.ClientSession() as client:
            table = await sit_down(client, house, guest)
            assert (await table.say("place_bet", box=1, amount=700))["code"] == "wallet_away"
    again = await asyncio.to_thread(refused, "--database", str(house.database))
    assert "needs --wallet" in again
