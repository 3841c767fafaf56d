"""`evenmoney games`: what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evenmoney.cli import main
from tests.dealing import GAMES


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_games_lists_every_game() -> None:
    lines = run("games").output.splitlines()
    assert [line.split()[0] for line in lines] == ["id", *GAMES]


def test_a_game_shows_its_rules_page() -> None:
    assert run("games", "european").output == Path(
        Path(__file__).parent.parent.parent, "docs", "games", "european.md"
    ).read_text(encoding="utf-8")


def test_json_spells_the_rules_as_game_files_do() -> None:
    games = json.loads(run("games", "--json").output)
    assert [game["id"] for game in games] == list(GAMES)
    assert games[0]["rules"]["blackjack_pays"] == "3:2"
    assert games[0]["rules"]["charlie"] == "none"


def test_a_game_that_is_not_there_is_refused() -> None:
    result = run("games", "poker")
    assert result.exit_code == 2
    assert "there is no game 'poker'" in result.output


@pytest.mark.parametrize("text", ["id = ", "[[games]]"])
def test_a_bad_file_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text)
    result = run("games", "--games", str(file))
    assert result.exit_code == 2
    assert str(file) in result.output.replace("\n", "")


def test_a_file_that_can_not_be_read_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "no-text.toml").write_bytes(b"\xff\xfe")
    for name, why in (("no-text", "it is no UTF-8 text: "), ("none", "No such file")):
        result = run("games", "--games", str(tmp_path / f"{name}.toml"))
        assert result.exit_code == 2
        assert f"{name}.toml: file: {why}" in result.output
