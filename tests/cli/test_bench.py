"""`evenmoney bench rules`: how fast the round engine is."""

import json

from click.testing import CliRunner

from evenmoney.cli import main
from tests.dealing import GAMES


def test_the_engine_plays_twenty_thousand_rounds_a_second() -> None:
    speeds = json.loads(
        CliRunner().invoke(main, ["bench", "rules", "--seconds", "0.2", "--json"]).output
    )
    assert [speed["game"] for speed in speeds] == [
        id for id, game in GAMES.items() if game.table == "single"
    ]
    assert min(speed["rounds_per_second"] for speed in speeds) >= 20_000


def test_the_slowest_game_is_printed_last() -> None:
    result = CliRunner().invoke(main, ["bench", "rules", "--seconds", "0.01"])
    assert result.output.splitlines()[-1].startswith("slowest")


def test_a_measure_that_is_not_there_is_refused() -> None:
    assert CliRunner().invoke(main, ["bench", "luck"]).exit_code == 2
