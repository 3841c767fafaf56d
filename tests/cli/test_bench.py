"""`evenmoney bench rules`: how fast the round engine is."""

import json

import pytest
from click.testing import CliRunner

from evenmoney.cli import main
from tests.dealing import GAMES


def test_the_speed_of_the_engine_is_told_of_each_game() -> None:
    speeds = json.loads(
        CliRunner().invoke(main, ["bench", "rules", "--seconds", "0.01", "--json"]).output
    )
    assert [speed["game"] for speed in speeds] == [
        id for id, game in GAMES.items() if game.table == "single"
    ]
    for speed in speeds:
        assert speed["rounds"] > 0
        assert speed["answers"] > 0
        assert speed["seconds"] >= 0.01
        assert speed["rounds_per_second"] == pytest.approx(speed["rounds"] / speed["seconds"])


def test_the_slowest_game_is_printed_last() -> None:
    result = CliRunner().invoke(main, ["bench", "rules", "--seconds", "0.01"])
    assert result.output.splitlines()[-1].startswith("slowest")


def test_a_measure_that_is_not_there_is_refused() -> None:
    assert CliRunner().invoke(main, ["bench", "luck"]).exit_code == 2
