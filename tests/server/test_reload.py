"""SIGHUP offers what the operator's files say now, and touches no round."""

import json
import os
import signal
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from msgspec.structs import replace

from evenmoney.bench.bots import Refusal, ask, come_in, free_tables
from evenmoney.rules.game import Rules
from evenmoney.rules.options import rules_hash
from tests.dealing import rules_of
from tests.patience import until
from tests.server.conftest import House, balance, running, sit_down

CLASSIC = rules_of("classic")
GAMES = files("evenmoney.games")
CARDS = files("evenmoney.strategy") / "cards"


def own_game(folder: Path, id: str = "mine", like: str = "classic", **options: str) -> None:
    """Write a game of the operator's own: a packaged one under another id, some lines changed."""
    text = (GAMES / f"{like}.toml").read_text("utf-8")
    lines = [f'id = "{id}"' if line.startswith("id = ") else line for line in text.splitlines()]
    for name, value in options.items():
        lines = [f"{name} = {value}" if li.startswith(f"{name} = ") else li for li in lines]
    (folder / f"{id}.toml").write_text("\n".join(lines))


def certificate(folder: Path, rules: Rules) -> None:
    """Write the certificate of some rules, with the figures of `classic`."""
    made = json.loads((CARDS / "classic.json").read_text("utf-8"))
    hash = rules_hash(rules)
    made["rules"] |= {"decks": rules.decks}
    made["card"]["rules_hash"] = made["rules_hash"] = hash
    folder.mkdir(exist_ok=True)
    (folder / "made.json").write_text(json.dumps(made))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    own_game(tmp_path / "games")
    return tmp_path


@pytest.fixture
def house(folder: Path) -> Iterator[House]:
    where = ("--games", str(folder / "games"), "--certificates", str(folder / "certificates"))
    with running(folder, *where) as opened:
        yield opened


def logged(folder: Path, what: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in (folder / "log").read_text().splitlines()]
    return [line for line in lines if line["what"] == what]


async def reload(house: House, folder: Path, expect: str = "reloaded") -> dict[str, Any]:
    """Send SIGHUP; the line that the log has of it."""
    before = len(logged(folder, expect))
    os.kill(house.process.pid, signal.SIGHUP)
    await until(lambda: len(logged(folder, expect)) > before)
    return logged(folder, expect)[-1]


def offered(house: House) -> dict[str, Any]:
    games, _ = ask(house.address, "GET", "/api/games")
    assert isinstance(games, dict)
    return {game["id"]: game for game in games["games"]}


def seats(house: House, game: str) -> list[str]:
    lobby, _ = ask(house.address, "GET", "/api/lobby")
    assert isinstance(lobby, dict)
    return [
        table["table"]
        for one in lobby["games"]
        if one["game"] == game
        for room in one["rooms"]
        for table in room["tables"]
    ]


async def test_a_changed_limit_and_a_new_game_are_offered_without_touching_a_round(
    house: House, folder: Path, client: aiohttp.ClientSession
) -> None:
    guest = come_in(house.address)
    table = await sit_down(client, house, guest, "mine-1")
    asked = await table.in_a_round()
    own_game(folder / "games", stake_max="500")
    own_game(folder / "games", "another", "vegas-strip")
    await reload(house, folder)
    assert offered(house)["mine"]["limits"]["stake_max"] == 500
    assert seats(house, "another") == ["another-1", "another-2", "another-3"]
    stood = await table.say("act", decision=asked["you"]["decision"], action="stand")
    assert stood["type"] == "yours", "the open round goes on"
    assert (await table.say("place_bet", box=1, amount=1000))["type"] == "yours"
    assert (await table.say("clear_bets"))["type"] == "yours"
    other = await sit_down(client, house, come_in(house.address), "mine-2")
    refused = await other.say("place_bet", box=1, amount=1000)
    assert refused["code"] == "above_limit"
    assert balance(house, guest) > 0


def game_at(house: House, table: str) -> dict[str, Any]:
    game, _ = ask(house.address, "GET", f"/api/tables/{table}/game")
    assert isinstance(game, dict)
    return game


async def test_a_table_tells_the_game_that_is_played_there(
    house: House, folder: Path, client: aiohttp.ClientSession
) -> None:
    table = await sit_down(client, house, come_in(house.address), "mine-1")
    before = game_at(house, "mine-1")
    assert before == offered(house)["mine"]
    own_game(folder / "games", stake_max="500")
    await reload(house, folder)
    assert game_at(house, "mine-1") == before
    assert game_at(house, "mine-2")["limits"]["stake_max"] == 500
    await table.in_a_round()
    (folder / "games/mine.toml").unlink()
    await reload(house, folder)
    await table.socket.close()
    assert game_at(house, "mine-1") == before, "its round is open"
    for gone in ("mine-2", "nowhere-1"):
        with pytest.raises(Refusal, match="404"):
            game_at(house, gone)


async def test_what_is_wrong_in_a_file_is_logged_and_all_goes_on_as_before(
    house: House, folder: Path
) -> None:
    before = offered(house)
    own_game(folder / "games", surrender='"late"', hole_card='"none"')
    line = await reload(house, folder, "not_reloaded")
    assert "mine.toml" in line["reason"]
    assert offered(house) == before
    (folder / "games/mine.toml").write_bytes(b"\xff\xfe")
    assert "mine.toml" in (await reload(house, folder, "not_reloaded"))["reason"]
    assert free_tables(house.address, "mine")


async def test_a_shared_table_wants_a_certificate_and_takes_one_that_came_since(
    house: House, folder: Path
) -> None:
    own_game(folder / "games", decks="2", hints="false")
    own_game(folder / "games", "shared", "classic-multiplayer", rules='"mine"')
    line = await reload(house, folder, "not_reloaded")
    assert "evenmoney certify shared" in line["reason"]
    assert "shared" not in offered(house)
    certificate(folder / "certificates", replace(CLASSIC, decks=2))
    await reload(house, folder)
    assert offered(house)["shared"]["card"] is not None
    assert seats(house, "shared")[0] == "shared-1"


async def test_a_game_is_closed_on_demand_and_its_open_round_goes_on(
    house: House, folder: Path, client: aiohttp.ClientSession
) -> None:
    table = await sit_down(client, house, come_in(house.address), "classic-1")
    asked = await table.in_a_round()
    (folder / "games/closed.txt").write_text("classic\nmine\n")
    await reload(house, folder)
    assert not {"classic", "mine"} & offered(house).keys()
    stood = await table.say("act", decision=asked["you"]["decision"], action="stand")
    assert stood["type"] == "yours"
    assert (await table.say("place_bet", box=1, amount=100))["code"] == "game_closed"
    other = await sit_down(client, house, come_in(house.address), "vegas-strip-1")
    await other.socket.send_str('{"type":"join","table":"classic-2"}')
    assert (await other.read_until("refused"))["code"] == "no_such_table"
    (folder / "games/closed.txt").write_text("roulette")
    line = await reload(house, folder, "not_reloaded")
    assert "roulette" in line["reason"]
    (folder / "games/closed.txt").unlink()
    await reload(house, folder)
    assert {"classic", "mine"} <= offered(house).keys()


async def test_a_game_that_is_gone_is_offered_no_more(house: House, folder: Path) -> None:
    (folder / "games/mine.toml").unlink()
    await reload(house, folder)
    assert "mine" not in offered(house)
    assert seats(house, "mine") == []
