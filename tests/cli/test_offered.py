"""A game on a command line is an id or a file of one's own, for every command alike."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evenmoney.cli import main

PACKAGED = Path(__file__).parent.parent.parent / "src/evenmoney/games"

COMMANDS = (
    "games GAME --page",
    "rtp GAME",
    "strategy GAME",
    "ev T6 T --game GAME",
    "simulate GAME --rounds 1e4",
    "certify GAME --rounds 0 --to out",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands run, with a game of our own in `mine.toml`."""
    (tmp_path / "mine.toml").write_text(own("mine"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def own(id: str, **changes: str) -> str:
    """A game like `european`, under an id of ours and with three decks."""
    text = (PACKAGED / "european.toml").read_text(encoding="utf-8")
    for old, new in {
        'id = "european"': f'id = "{id}"',
        "European Blackjack": "Blackjack of Ours",
        "decks = 6": "decks = 3",
    }.items():
        text = text.replace(old, new)
    for option, value in changes.items():
        text = text.replace(f"\n{option} = ", f"\n{option} = {value} # ")
    return text


def run(command: str, game: str) -> Result:
    return CliRunner().invoke(main, [game if word == "GAME" else word for word in command.split()])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_stands_for_the_game_in_it(folder: Path, command: str) -> None:
    for path in ("mine.toml", "./mine.toml", str(folder / "mine.toml")):
        result = run(command, path)
        assert result.exit_code == 0, result.output
        assert ("mine: " if "certify" in command else "Blackjack of Ours") in result.output


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("nonesuch", "there is no game 'nonesuch'; there are: classic, "),
        ("none.toml", "none.toml: file: No such file or directory"),
        ("./mine", "mine: file: No such file or directory"),
        ("folder.toml", "folder.toml: file: Is a directory"),
        ("broken.toml", "broken.toml: file: it is no TOML: Invalid value"),
        ("bytes.toml", "bytes.toml: file: it is no UTF-8 text"),
        ("lacking.toml", "lacking.toml: game mine: rules.decks: "),
        (
            "contrary.toml",
            "contrary.toml: game mine: rules.insurance = true: ",
        ),
        ("nothing.toml", "nothing.toml holds no game"),
        ("x" * 300 + ".toml", "File name too long"),
    ],
)
def test_what_is_no_game_is_refused_in_one_line_with_option_value_and_reason(
    folder: Path, command: str, game: str, reason: str
) -> None:
    (folder / "folder.toml").mkdir()
    (folder / "broken.toml").write_text("id = ")
    (folder / "bytes.toml").write_bytes(b"\xff\xfe")
    (folder / "lacking.toml").write_text(own("mine").replace("decks = 3", ""), encoding="utf-8")
    (folder / "contrary.toml").write_text(own("mine", insurance="true"), encoding="utf-8")
    (folder / "nothing.toml").write_text("games = []")
    result = run(command, game)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", ["rtp GAME", "ev T6 T --game GAME", "simulate GAME"])
def test_of_a_file_of_several_games_one_must_be_named(folder: Path, command: str) -> None:
    several = "\n".join(f"[[games]]\n{entry(id)}" for id in ("one", "two"))
    (folder / "both.toml").write_text(several, encoding="utf-8")
    result = run(command, "both.toml")
    assert result.exit_code == 2
    wanted = "both.toml holds several games: give --games both.toml and the id of one: one, two"
    assert wanted in result.stderr
    listed = json.loads(run("games GAME --json", "both.toml").output)
    assert [game["id"] for game in listed] == ["one", "two"]
    found = json.loads(run("rtp GAME --games both.toml --json", "two").output)
    assert (found["game"], found["rules"]["decks"]) == ("two", 3)


def entry(id: str) -> str:
    """A game of ours as one entry of several."""
    return own(id).replace("\n[", "\n[games.")


def test_a_folder_of_games_is_read_as_the_house_reads_it(folder: Path) -> None:
    (folder / "closed.txt").write_text("classic\n")
    listed = json.loads(run("games --json --games GAME", str(folder)).output)
    ids = [game["id"] for game in listed]
    assert "mine" in ids
    assert "classic" not in ids
    (folder / "closed.txt").write_text("roulette")
    result = run("games --games GAME", str(folder))
    assert (result.exit_code, "closed = " in result.stderr) == (2, True)
