"""A round whose record was altered: told as such to its player and the operator, and no more."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from click.testing import CliRunner

from evenmoney.bench.bots import Guest, Refusal, ask, come_in
from evenmoney.cli.void import void
from tests.server.conftest import House, running, sit_down


async def two_rounds(house: House, guest: Guest) -> None:
    async with aiohttp.ClientSession() as client:
        table = await sit_down(client, house, guest)
        for _ in range(2):
            answer = await table.in_a_round()
            while answer["you"]["decision"] is not None:
                decision = answer["you"]["decision"]
                answer = await table.say("act", decision=decision, action="stand")


def rounds(house: House, guest: Guest) -> list[str]:
    page: Any
    page, _ = ask(house.address, "GET", "/api/history", cookie=guest.cookie)
    return [row["round"] for row in page["rounds"]]


async def test_an_altered_round_is_answered_as_such_and_its_table_plays_on(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        guest = come_in(house.address)
        await two_rounds(house, guest)
        *_, first = rounds(house, guest)
        database = house.database
    with closing(sqlite3.connect(database)) as file:
        file.execute("DROP TRIGGER journal_is_kept")
        altered = "UPDATE journal SET at_ms = at_ms + 1 WHERE table_number = ? AND sequence = 3"
        file.execute(altered, (int(first.split("-")[0]),))
        file.commit()
    with running(tmp_path) as house:
        with pytest.raises(Refusal, match="409"):
            ask(house.address, "GET", f"/api/history/{first}", cookie=guest.cookie)
        refused = CliRunner().invoke(void, [first, "--reason", "?", "--database", str(database)])
        assert (refused.exit_code, "record_differs" in refused.output) == (1, True)
        await two_rounds(house, guest)
        newest, *_ = rounds(house, guest)
        ask(house.address, "GET", f"/api/history/{newest}", cookie=guest.cookie)
