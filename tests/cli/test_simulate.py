"""`evenmoney simulate` prints what a simulation came to, and refuses what can't be in one line."""

import json
import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evenmoney.cli import main

EVENMONEY = (sys.executable, "-c", "from evenmoney.cli import main; main()")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *words])


def test_json_has_both_measures_with_their_errors_and_the_distribution() -> None:
    result = run("classic", "--rounds", "1e5", "--seed", "3", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["rounds"] >= 1e5
    assert found["seed"] == 3
    assert abs(found["mean"] + 0.00796) < 4 * found["standard_error"]
    assert found["rtp"] == pytest.approx(1 + found["mean"] / found["average_stake"])
    assert sum(share for _, share in found["nets"]) == pytest.approx(1)


def test_the_page_names_the_mode_the_measures_and_the_variance_ratio() -> None:
    text = run("classic", "--rounds", "1e5").stdout
    for words in ("rotations", "edge, per unit of the first bet", "RTP, per unit staked", "ratio"):
        assert words in text


def test_a_cut_card_run_reports_the_cut_card_effect() -> None:
    text = run("six-deck-shoe", "--rounds", "1e4").stdout
    assert "cut-card effect on the edge" in text
    assert "fresh shoe's edge" in text


@pytest.mark.parametrize("game", ["classic", "six-deck-shoe"])
def test_the_bar_fills_up_where_there_is_a_terminal(game: str) -> None:
    ours, theirs = pty.openpty()
    command = [*EVENMONEY, "simulate", game, "--rounds", "1e5"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs) as running:
        os.close(theirs)
        shown = all_of(ours)
    assert running.returncode == 0
    assert b"Dealing" in shown
    assert re.findall(rb"(\d+)%", shown)[-1] == b"100"


def all_of(terminal: int) -> bytes:
    """What is written to a terminal until nobody has it open any more."""
    shown = b""
    with suppress(OSError), os.fdopen(terminal, "rb", buffering=0) as reader:
        while more := reader.read(4096):
            shown += more
    return shown


def test_there_is_no_bar_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("classic", "--rounds", "1e4").stderr == ""


def test_a_strategy_file_with_a_hole_is_refused_by_the_place_of_the_hole(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"hard": {"4": "H H H H H H H H H H"}, "soft": {}, "pairs": {}}')
    result = run("classic", "--strategy", str(file))
    assert result.exit_code == 2
    assert "hard 5 is missing" in result.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nowhere"], "no game 'nowhere'"),
        (["classic", "--set", "decks=9"], "rules.decks = 9"),
        (["classic", "--set", "colour=red"], "there is no option 'colour'"),
        (["european", "--set", "insurance=yes"], "rules.insurance = true"),
        (["classic", "--set", "insurance=no"], "rules.even_money = true"),
        (["classic", "--set", "shoe=1.5"], "rules.shoe = 1.5"),
        (["classic", "--set", "decks=infinite"], "infinite shoe is for the exact maths only"),
        (["classic", "--rounds", "many"], "'many' is no number"),
        (["classic", "--rounds", "0"], "no whole number from 1"),
        (["classic", "--strategy", "/nowhere.json"], "/nowhere.json: No such file or directory\n"),
        (
            ["single-deck", "--set", "max_hands=4", "--set", "boxes=1", "--boxes", "3"],
            "with 3 boxes",
        ),
    ],
)
def test_what_cannot_be_simulated_is_refused(words: list[str], reason: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert reason in result.stderr
