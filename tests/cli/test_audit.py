"""`evenmoney audit` checks the record of an open house, and of one that is closed."""

import asyncio
import json
import sqlite3
from pathlib import Path

import aiohttp
import pytest
from click.testing import CliRunner, Result

from evenmoney.bench.bots import Guest, Refusal, ask, come_in
from evenmoney.cli.audit import audit
from tests.server.conftest import House, running, sit_down


def run(database: Path, *options: str) -> Result:
    return CliRunner().invoke(audit, ["--database", str(database), *options])


async def play(house: House, guest: Guest) -> None:
    async with aiohttp.ClientSession() as client:
        table = await sit_down(client, house, guest)
        await table.in_a_round()


def test_an_open_house_is_audited_and_then_the_closed_one(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        guest = come_in(house.address)
        asyncio.run(play(house, guest))
        result = run(house.database)
        assert (result.exit_code, "all is well" in result.output) == (0, True)
        with pytest.raises(Refusal, match="403"):
            ask(house.address, "POST", "/api/operator/audit", cookie=guest.cookie, body={})
    assert json.loads(run(house.database, "--json").output) == {"wrong": []}
    _steal(house.database)
    result = run(house.database)
    assert result.exit_code == 1
    assert "all accounts together hold 100, not zero" in result.output


def _steal(database: Path) -> None:
    """Give the first player a hundred that no transfer brought."""
    with sqlite3.connect(database) as file:
        file.execute("UPDATE accounts SET balance = balance + 100 WHERE kind = 3")


def test_what_is_no_database_is_not_audited(tmp_path: Path) -> None:
    result = run(tmp_path / "none.db")
    assert result.exit_code == 2
    assert "no house and no database" in result.output
    assert not (tmp_path / "none.db").exists()
    (tmp_path / "letter.db").write_text("dear diary, " * 1000)
    assert run(tmp_path / "letter.db").exit_code == 2
