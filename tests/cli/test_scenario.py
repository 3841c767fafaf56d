"""`evenmoney scenario`: what it prints and how it exits."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evenmoney.cli import main
from tests.games.test_scenario import PLAIN

CASES = Path(__file__).parent.parent / "cases"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["scenario", *arguments])


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    wrong = PLAIN | {"name": "wrong", "expect": {"net": 1}}
    texts = {"good": PLAIN, "wrong": wrong, "bad": PLAIN | {"cards": ""}}
    for name, scenario in texts.items():
        (tmp_path / name).write_text(json.dumps(scenario))
    return {name: str(tmp_path / name) for name in texts}


def test_all_as_expected_exits_with_0() -> None:
    result = run(str(CASES / "from-public-reports.json"))
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert len(lines) == 27
    assert lines[0] == "ok split-ace-and-ten-is-21-not-a-natural"


def test_a_difference_exits_with_1_and_is_printed(files: dict[str, str]) -> None:
    result = run(files["good"], files["wrong"])
    assert result.exit_code == 1
    assert "net: expected 1, got -1000" in result.output


@pytest.mark.parametrize("name", ["bad", "absent"])
def test_what_cant_be_played_exits_with_2(files: dict[str, str], name: str) -> None:
    result = run(files["wrong"], files.get(name, "/absent.json"))
    assert result.exit_code == 2
    assert "unplayable" in result.output


def test_json_gives_every_verdict(files: dict[str, str]) -> None:
    result = run("--json", files["good"], files["wrong"])
    good, wrong = json.loads(result.output)
    assert good["status"] == "ok"
    assert wrong == {
        "name": "wrong",
        "place": files["wrong"],
        "status": "differs",
        "differences": [{"at": "net", "expected": 1, "got": -1000}],
        "error": None,
    }


def test_own_games_may_be_played(tmp_path: Path) -> None:
    toml = Path(__file__).parent.parent.parent / "src/evenmoney/games/classic.toml"
    own = tmp_path / "own.toml"
    own.write_text(toml.read_text().replace('id = "classic"', 'id = "mine"'))
    scenario = tmp_path / "mine.json"
    scenario.write_text(json.dumps(PLAIN | {"game": "mine"}))
    assert run(str(scenario)).exit_code == 2
    assert run("--games", str(own), str(scenario)).exit_code == 0
