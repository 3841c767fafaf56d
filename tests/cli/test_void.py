"""`evenmoney void` through the running house: the money goes back, once, and stays on record."""

import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from click.testing import CliRunner, Result

from evenmoney.bench.bots import Guest, Refusal, ask, come_in
from evenmoney.cli.void import void
from evenmoney.server.operator import key_file
from tests.server.conftest import House, balance, running, sit_down


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("void")) as opened:
        yield opened
        assert key_file(str(opened.database)).stat().st_mode & 0o077 == 0
    assert not key_file(str(opened.database)).exists()


async def played_round(house: House, guest: Guest) -> str:
    """A round that moved money: its number."""
    async with aiohttp.ClientSession() as client:
        table = await sit_down(client, house, guest)
        while balance(house, guest) == 100_000:
            answer = await table.in_a_round()
            while answer["you"]["decision"] is not None:
                decision = answer["you"]["decision"]
                answer = await table.say("act", decision=decision, action="stand")
    return str(history(house, guest)[0]["round"])


def history(house: House, guest: Guest) -> list[dict[str, Any]]:
    page, _ = ask(house.address, "GET", "/api/history", cookie=guest.cookie)
    assert isinstance(page, dict)
    rows: list[dict[str, Any]] = page["rounds"]
    return rows


def voided(house: House, round_id: str, *options: str) -> Result:
    where = ("--database", str(house.database), "--reason", "the shuffler jammed")
    return CliRunner().invoke(void, [round_id, *where, *options])


@pytest.mark.clause("000-F1", "001-F1", "002-F3", "002-F4")
async def test_a_void_round_gives_every_bet_back_once(house: House) -> None:
    guest = come_in(house.address)
    round_id = await played_round(house, guest)
    before = balance(house, guest)
    lost = history(house, guest)[0]["net"]
    result = voided(house, round_id)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines() == [
        f"round {round_id} is void",
        f"  player {guest.player}: cash {-lost:+d}",
    ]
    assert balance(house, guest) == before - lost
    again = voided(house, round_id, "--json")
    assert again.exit_code == 1
    assert json.loads(again.stdout)["problem"]["code"] == "already_void"
    assert balance(house, guest) == before - lost


async def test_his_history_shows_that_it_is_void(house: House) -> None:
    guest = come_in(house.address)
    round_id = await played_round(house, guest)
    assert voided(house, round_id).exit_code == 0
    rows = [row for row in history(house, guest) if row["round"] == round_id]
    assert [(row["net"], row["voided"]) for row in rows] == [(0, True)]
    record, _ = ask(house.address, "GET", f"/api/history/{round_id}", cookie=guest.cookie)
    assert isinstance(record, dict)
    assert record["voided"]
    assert "the shuffler jammed" in json.dumps(record["steps"])


@pytest.mark.parametrize("round_id", ["1-999999", "nonsense", "../../me", "0", "9" * 30])
def test_a_round_that_never_was_cannot_be_voided(house: House, round_id: str) -> None:
    result = voided(house, round_id)
    assert result.exit_code == 1
    assert "no_such_round" in result.output or "not_found" in result.output


def test_nobody_voids_without_the_key(house: House) -> None:
    guest = come_in(house.address)
    with pytest.raises(Refusal) as refusal:
        ask(
            house.address,
            "POST",
            "/api/operator/rounds/1-1/void",
            cookie=guest.cookie,
            body={"reason": "I lost"},
        )
    assert refusal.value.args[0] == 403


def test_without_a_running_house_it_says_so(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        void, ["1-1", "--reason", "x", "--database", str(tmp_path / "none.db")]
    )
    assert result.exit_code == 2
    assert "no house is open" in result.output
