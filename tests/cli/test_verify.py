"""`evenmoney verify` on rounds that the real house dealt, and on the same with a lie in them."""

import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from click.testing import CliRunner, Result

from evenmoney.bench.bots import ask, come_in
from evenmoney.cli.verify import verify
from tests.server.conftest import House, running, sit_down


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("verify")) as opened:
        yield opened


@pytest.fixture
async def record(house: House) -> dict[str, Any]:
    """A round that was played to its end, as the house tells it."""
    guest = come_in(house.address)
    async with aiohttp.ClientSession() as client:
        table = await sit_down(client, house, guest)
        answer = await table.in_a_round()
        while answer["you"]["decision"] is not None:
            decision = answer["you"]["decision"]
            answer = await table.say("act", decision=decision, action="stand")
    page, _ = ask(house.address, "GET", "/api/history", cookie=guest.cookie)
    assert isinstance(page, dict)
    round_id = page["rounds"][0]["round"]
    found, _ = ask(house.address, "GET", f"/api/history/{round_id}", cookie=guest.cookie)
    assert isinstance(found, dict)
    assert found["round"] == round_id
    assert (found["staked"], found["open"]) == (100, False)
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
    assert verdict["wrong"] == []
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


@pytest.mark.parametrize("text", ["", "{}", "[1]", "\udcff"])
def test_a_file_that_is_no_round_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_bytes(text.encode(errors="surrogateescape"))
    result = CliRunner().invoke(verify, [str(path)])
    assert result.exit_code == 2
    assert "broken.json" in result.output


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(verify, [str(tmp_path / "nothing.json")])
    assert result.exit_code == 2
    assert result.output.endswith("nothing.json: No such file or directory\n")
