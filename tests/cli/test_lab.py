"""`evenmoney lab shuffle` tests the house's shuffle and writes its output for a lab."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from evenmoney.cli import main

SEED = "00" * 31 + "07"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["lab", "shuffle", *words])


def test_output_is_written_raw_and_scaled_and_the_same_for_a_seed(tmp_path: Path) -> None:
    outputs = []
    for name in ("one", "two"):
        raw, scaled = tmp_path / f"{name}.bin", tmp_path / f"{name}.txt"
        words = ["--decks", "1", "--shuffles", "100", "--seed", SEED]
        result = run(*words, "--raw", str(raw), "--scaled", str(scaled), "--json")
        assert result.exit_code == 0
        assert json.loads(result.stdout)["suspicious"] == []
        outputs.append((raw.read_bytes(), scaled.read_text()))
    assert outputs[0] == outputs[1]
    lines = outputs[0][1].splitlines()
    assert len(lines) == 100
    assert sorted(int(word) for word in lines[0].split()) == list(range(52))


def test_a_seed_is_fresh_unless_it_is_given() -> None:
    seeds = {
        json.loads(run("--decks", "1", "--shuffles", "100", "--json").stdout)["seed"]
        for _ in range(2)
    }
    assert len(seeds) == 2


def test_a_bad_seed_and_an_unwritable_file_are_refused_in_one_line(tmp_path: Path) -> None:
    assert "no hex" in run("--seed", "xyz").stderr
    assert "32 bytes" in run("--seed", "00").stderr
    missing = tmp_path / "missing" / "raw.bin"
    result = run("--shuffles", "100", "--decks", "1", "--raw", str(missing))
    assert result.exit_code == 2
    assert str(missing) in result.stderr
