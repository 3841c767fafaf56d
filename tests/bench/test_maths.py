"""`evenmoney bench maths`: speeds of the exact maths, and whether the three ways agree."""

import json
from math import inf

import pytest
from click.testing import CliRunner

from evenmoney.bench import kernel, maths
from evenmoney.cli import main
from evenmoney.games.catalogue import Catalogue

GAMES = Catalogue.packaged()


def test_the_exact_part_has_every_game_of_one_player_with_one_split_and_four_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(maths, "RUNS", 1)
    monkeypatch.setattr(maths, "HARDEST", ("european", {}))
    monkeypatch.setattr(Catalogue, "packaged", lambda: {"european": GAMES["european"]})
    result = CliRunner().invoke(main, ["bench", "maths", "--exact-only", "--json"])
    found = json.loads(result.output)
    assert "Python" in found["machine"]
    assert found["exact"][0]["what"] == "european"
    measured = ["analysis_seconds", "two_hands_seconds", "four_hands_seconds", "variance_seconds"]
    assert all(0 < each[name] < inf for each in found["exact"] for name in measured)


def test_the_agreement_of_a_small_run_holds_for_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, rounds=200_000, shoes=50)
    result = CliRunner().invoke(main, ["bench", "maths", "--agreement", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.output)
    fresh = [id for id, game in GAMES.items() if game.rules.shoe == "fresh"]
    assert [each["game"] for each in found["exact_edges"]] == fresh
    assert [each["game"] for each in found["same_shoes"]] == list(GAMES)
    assert all(each["difference"] is None for each in found["same_shoes"])


def test_an_edge_that_is_off_is_said_and_ends_with_exit_code_1(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernel, "DEVIATION_MAX", 0.0)
    small(monkeypatch, rounds=10_000, shoes=1)
    result = CliRunner().invoke(main, ["bench", "maths", "--agreement"])
    assert result.exit_code == 1
    assert "standard errors" in result.output
    assert "card for card the same" in result.output


def small(monkeypatch: pytest.MonkeyPatch, rounds: int, shoes: int) -> None:
    agreement, same_shoes = kernel.agreement, kernel.same_shoes
    monkeypatch.setattr(kernel, "SHOE_BATCH", shoes)
    monkeypatch.setattr(kernel, "agreement", lambda: agreement(rounds))
    monkeypatch.setattr(kernel, "same_shoes", lambda: same_shoes(shoes))
