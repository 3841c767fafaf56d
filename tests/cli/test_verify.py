"""`evenmoney verify` on rounds that the real house dealt, and on the same with a lie in them."""

import json
import secrets
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from click.testing import CliRunner, Result

from evenmoney.bench.bots import Guest, ask, come_in, free_tables
from evenmoney.cli.verify import verify
from tests.server.conftest import House, Table, running, sit_down


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("verify")) as opened:
        yield opened


@pytest.fixture
async def record(house: House) -> dict[str, Any]:
    """A round that was played to its end, as the house tells it."""
    guest = come_in(house.address)
    async with aiohttp.ClientSession() as client:
        await stand(await sit_down(client, house, guest))
    found = newest_round(house, guest)
    assert (found["staked"], found["open"]) == (100, False)
    return found


async def stand(table: Table) -> None:
    """A round in which the player stands, whatever he has."""
    answer = await table.in_a_round()
    while answer["you"]["decision"] is not None:
        answer = await table.say("act", decision=answer["you"]["decision"], action="stand")


def newest_round(house: House, guest: Guest) -> dict[str, Any]:
    """The guest's last round of his history, as the house tells it."""
    page, _ = ask(house.address, "GET", "/api/history", cookie=guest.cookie)
    assert isinstance(page, dict)
    round_id = page["rounds"][0]["round"]
    found, _ = ask(house.address, "GET", f"/api/history/{round_id}", cookie=guest.cookie)
    assert isinstance(found, dict)
    assert found["round"] == round_id
    return found


def verified(record: dict[str, Any], folder: Path, *options: str) -> Result:
    path = folder / "round.json"
    path.write_text(json.dumps(record))
    return CliRunner().invoke(verify, [str(path), *options])


async def test_a_round_of_the_house_can_be_recomputed(
    record: dict[str, Any], tmp_path: Path
) -> None:
    result = verified(record, tmp_path)
    assert (result.exit_code, result.output[:3]) == (0, "ok "), result.output
    result = verified(record, tmp_path, "--json")
    [verdict] = json.loads(result.output)
    assert (verdict["state"], verdict["wrong"]) == ("proven", [])
    assert verdict["cards_dealt"] >= 4


@pytest.mark.parametrize("lie", ["seed", "salt", "c1", "c2", "parts", "cut", "order", "cards"])
async def test_a_lie_is_found(record: dict[str, Any], tmp_path: Path, lie: str) -> None:
    shuffle = record["shuffle"]
    if lie == "parts":
        shuffle["parts"][0] = turned(shuffle["parts"][0])
    elif lie == "cut":
        shuffle["cut"] += 1
    elif lie == "order":
        shuffle["order"][-1], shuffle["order"][-2] = "As", "2c"
    elif lie == "cards":
        deals = [e for s in record["steps"] for e in s["events"] if e["type"] == "card_dealt"]
        deals[0]["card"] = "2c" if deals[0]["card"] != "2c" else "3c"
    else:
        shuffle[lie] = turned(shuffle[lie])
    result = verified(record, tmp_path)
    assert (result.exit_code, result.output[:6]) == (1, "WRONG "), result.output


def turned(text: str) -> str:
    """Another hex text of the same length."""
    return ("0" if text[0] != "0" else "1") + text[1:]


async def test_a_round_whose_shoe_still_runs_is_not_yet_proven_and_says_until_when(
    house: House, tmp_path: Path
) -> None:
    guest = come_in(house.address)
    async with aiohttp.ClientSession() as client:
        table = await sit_down(client, house, guest, free_tables(house.address, "six-deck-shoe")[0])
        await stand(table)
        early = newest_round(house, guest)
        result = verified(early, tmp_path)
        assert (result.exit_code, result.output[:8]) == (3, "NOT YET "), result.output
        for words in ("when its shoe is over", early["shuffle"]["c1"], early["shuffle"]["c2"]):
            assert words in result.output
        [verdict] = json.loads(verified(early, tmp_path, "--json").output)
        assert (verdict["state"], verdict["wrong"]) == ("not_yet", [])
        await table.socket.send_str(json.dumps({"type": "leave", "table": table.table}))
        await told(table, "cycle_revealed")
    late = newest_round(house, guest)
    assert verified(late, tmp_path).exit_code == 0
    assert [late["shuffle"][seal] for seal in ("c1", "c2")] == [verdict["c1"], verdict["c2"]]


async def test_a_shuffle_told_otherwise_than_at_the_table_is_wrong_before_it_is_laid_open(
    house: House, tmp_path: Path
) -> None:
    guest = come_in(house.address)
    async with aiohttp.ClientSession() as client:
        shared = free_tables(house.address, "classic-multiplayer")[0]
        record = await open_round(await sit_down(client, house, guest, shared), house, guest)
    result = verified(record, tmp_path)
    assert result.exit_code == 3, result.output
    assert "when this round is over" in result.output
    told = record["shuffle"]
    for lie in (
        {"c1": turned(told["c1"])},
        {"c2": turned(told["c2"])},
        {"hashes": [turned(told["hashes"][0]), *told["hashes"][1:]]},
        {"first_card": told["first_card"] + 1},
    ):
        result = verified(record | {"shuffle": told | lie}, tmp_path)
        assert (result.exit_code, result.output[:6]) == (1, "WRONG "), lie


async def open_round(table: Table, house: House, guest: Guest) -> dict[str, Any]:
    """A round of a table for several that waits for the guest, who opened no part of the shuffle;
    as the house tells it."""
    while True:
        await table.say("place_bet", box=1, amount=100)
        await table.say("deal", part_hash=secrets.token_hex(32))
        path = f"/api/history/{(await told(table, 'round_started'))['round']}"
        found, _ = ask(house.address, "GET", path, cookie=guest.cookie)
        assert isinstance(found, dict)
        if found["open"]:
            return found


async def told(table: Table, kind: str) -> dict[str, Any]:
    """The next event of a kind that a table tells."""
    while True:
        event: dict[str, Any]
        for event in (await table.read_until("events"))["events"]:
            if event["type"] == kind:
                return event


@pytest.mark.parametrize("text", ["", "{}", "[1]", "\udcff"])
def test_a_file_that_is_no_round_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(text.encode(errors="surrogateescape"))
    result = CliRunner().invoke(verify, [str(path)])
    assert result.exit_code == 2
    assert "broken.json" in result.output


def test_a_round_without_its_shuffle_proves_nothing(record: dict[str, Any], tmp_path: Path) -> None:
    result = verified(record | {"shuffle": None}, tmp_path)
    assert (result.exit_code, "nothing of the shuffle" in result.output) == (2, True)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(verify, [str(tmp_path / "nothing.json")])
    assert result.exit_code == 2
    assert result.output.endswith("nothing.json: No such file or directory\n")
