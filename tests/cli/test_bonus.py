"""`evenmoney bonus` through the running house: granted once, shown to its player, closed."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evenmoney.bench.bots import ask, come_in
from evenmoney.cli.bonus import bonus
from tests.server.conftest import House, running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("bonus")) as opened:
        yield opened


def told(house: House, *words: str) -> Result:
    return CliRunner().invoke(bonus, [*words, "--database", str(house.database), "--json"])


def player_of(house: House, cookie: str) -> str:
    me, _ = ask(house.address, "GET", "/api/me", cookie=cookie)
    assert isinstance(me, dict)
    return str(me["player"])


@pytest.mark.clause("002-W1")
def test_a_bonus_is_granted_once_and_its_player_sees_it(house: House) -> None:
    guest = come_in(house.address)
    number = player_of(house, guest.cookie)
    for _ in range(2):
        result = told(house, "grant", number, "5000", "--key", f"once {number}")
        assert result.exit_code == 0, result.output
    shown, _ = ask(house.address, "GET", "/api/bonuses", cookie=guest.cookie)
    assert isinstance(shown, dict)
    assert [(one["balance"], one["active"]) for one in shown["bonuses"]] == [(5000, False)]
    refused = told(house, "grant", number, "5000", "--game", "classic")
    assert (refused.exit_code, "bonus_not_taken" in refused.output) == (1, True)
    closed = told(house, "close", str(shown["bonuses"][0]["bonus"]))
    assert json.loads(closed.output)["state"] == "closed"


def test_a_guest_is_named_as_the_table_names_him(house: House) -> None:
    guest = come_in(house.address)
    granted = told(house, "grant", f"Guest {player_of(house, guest.cookie)}", "5000")
    assert granted.exit_code == 0, granted.output
    shown, _ = ask(house.address, "GET", "/api/bonuses", cookie=guest.cookie)
    assert isinstance(shown, dict)
    assert [one["bonus"] for one in shown["bonuses"]] == [json.loads(granted.output)["bonus"]]


def test_a_bonus_tells_its_last_day_as_people_read_it(house: House) -> None:
    number = player_of(house, come_in(house.address).cookie)
    words = ["grant", number, "5000", "--expires", "30", "--database", str(house.database)]
    line = CliRunner().invoke(bonus, words).output
    assert re.search(r", expires 20\d\d-\d\d-\d\d \d\d:\d\d UTC\n$", line), line


def test_who_is_not_there_is_granted_nothing(house: House) -> None:
    assert told(house, "grant", "nobody-at-all", "5000").exit_code == 1


def test_no_hint_without_a_decision(house: House) -> None:
    guest = come_in(house.address)
    with pytest.raises(Exception, match="409"):
        ask(house.address, "GET", "/api/tables/classic-1/hint", cookie=guest.cookie)
