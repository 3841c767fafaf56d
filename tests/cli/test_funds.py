"""`evenmoney funds` shows what players have, and apart from it what lies on open rounds."""

import json
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from click.testing import CliRunner

from evenmoney.bench.bots import Refusal, ask, come_in
from evenmoney.cli.funds import funds
from tests.server.conftest import House, running, sit_down


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("funds")) as opened:
        yield opened


def shown(house: House) -> dict[str, int]:
    result = CliRunner().invoke(funds, ["--database", str(house.database), "--json"])
    assert result.exit_code == 0, result.output
    found: dict[str, int] = json.loads(result.output)
    return found


async def test_bets_on_open_rounds_are_a_figure_of_their_own(house: House) -> None:
    guest = come_in(house.address)
    before = shown(house)
    async with aiohttp.ClientSession() as client:
        table = await sit_down(client, house, guest)
        await table.say("place_bet", box=1, amount=700)
        after = shown(house)
        assert after["open_rounds"] - before["open_rounds"] == 700
        assert after["cash"] - before["cash"] == -700
        assert after["sum"] == before["sum"] == 0
        await table.say("clear_bets")
        assert shown(house)["open_rounds"] == before["open_rounds"]


def test_people_read_it_in_the_currency(house: House) -> None:
    result = CliRunner().invoke(funds, ["--database", str(house.database)])
    lines = [line.split()[-2:] for line in result.output.splitlines()]
    assert [code for _, code in lines] == ["DEMO"] * 7
    figures = [int(amount.replace(",", "").replace(".", "")) for amount, _ in lines]
    told = shown(house)
    assert told.pop("wallet") == 0  # and no line: this house's money is its own
    assert figures == list(told.values())[1:]


def test_nobody_sees_it_without_the_key(house: House) -> None:
    with pytest.raises(Refusal) as refusal:
        ask(house.address, "GET", "/api/operator/funds", cookie=come_in(house.address).cookie)
    assert refusal.value.args[0] == 403


def test_without_a_running_house_it_says_so(tmp_path: Path) -> None:
    result = CliRunner().invoke(funds, ["--database", str(tmp_path / "none.db")])
    assert result.exit_code == 2
    assert "no house is open" in result.output
