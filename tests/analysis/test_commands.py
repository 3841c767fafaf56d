"""`evenmoney rtp`, `ev`, `strategy` and `certify`, as they are called."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evenmoney.cli import main
from evenmoney.strategy.certified import Certificates


def call(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def answer(*words: str) -> Any:
    result = call(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_rtp_gives_both_measures_by_both_plays() -> None:
    found = answer("rtp", "vegas-strip")
    for play, stake in (("card", "average_stake"), ("optimal", "average_stake_optimal")):
        assert found["rtp"][play] == pytest.approx(1 + found["edge"][play] / found[stake])
    assert found["game"] == "vegas-strip"
    assert found["rules"]["decks"] == 4
    assert found["edge"]["optimal"] == pytest.approx(-0.00347489, abs=1e-8)
    assert found["variance"] == pytest.approx(1.328928, abs=1e-6)


def test_options_are_set_on_top_of_a_games_rules() -> None:
    found = answer("rtp", "classic", "--set", "even_money=no", "--set", "blackjack_pays=6:5")
    assert found["rules"]["blackjack_pays"] == "6:5"
    naturals = 2 * 24 * 96 / (312 * 311) * (1 - 2 * 23 * 95 / (310 * 309))
    plain = answer("rtp", "classic")
    lost = plain["edge"]["card"] - found["edge"]["card"]
    assert lost == pytest.approx(0.3 * naturals, abs=1e-9)
    infinite = answer("rtp", "classic", "--set", "decks=infinite")
    assert infinite["rules"]["decks"] == "infinite"
    assert infinite["edge"]["card"] == pytest.approx(-0.009113, abs=1e-6)


def test_the_published_figure_stands_beside_the_computed_ones() -> None:
    output = call("rtp", "classic").output
    assert "published: 99.27 %" in output
    assert "+0.0202 points" in output


def test_rtp_says_whether_a_cap_on_wins_can_bite() -> None:
    assert "can't bite" in call("rtp", "free-amount").output
    assert "the cap can bite" in answer("rtp", "free-amount", "--set", "max_win=20000")["max_win"]


def test_ev_gives_the_value_of_every_choice() -> None:
    found = answer("ev", "T6", "T", "--game", "classic")
    assert found["values"].keys() == {"stand", "hit", "double"}
    assert found["best"] == "hit"
    assert answer("ev", "8,8", "10", "--game", "atlantic-city")["values"].keys() == {
        "stand",
        "hit",
        "double",
        "split",
        "surrender",
    }
    assert answer("ev", "K 4 2", "T", "--game", "classic")["values"].keys() == {"stand", "hit"}
    assert answer("ev", "AK", "A", "--game", "classic")["best"] == "pass"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("rtp", "nonesuch"), "there is no game 'nonesuch'"),
        (("rtp", "classic", "--set", "foo=1"), "there is no option 'foo'"),
        (("rtp", "classic", "--set", "decks"), "'decks' is no setting"),
        (("rtp", "classic", "--set", "decks=9"), "rules.decks = 9"),
        (("rtp", "classic", "--set", "insurance=false"), "rules.even_money = true"),
        (("rtp", "european", "--set", "surrender=late"), 'rules.surrender = "late"'),
        (("rtp", "european", "--set", "insurance=yes"), "rules.insurance = true"),
        (("rtp", "single-deck", "--set", "max_hands=4"), "a round can take 56 cards"),
        (("rtp", "classic", "--set", "surrender=early"), 'rules.surrender = "early"'),
        (("strategy", "classic", "--set", "shoe=0"), "a cut card lies inside the pack"),
        (("ev", "T6", "T", "--game", "classic", "--set", "colour=red"), "no option 'colour'"),
        (("ev", "T6", "TT", "--game", "classic"), "'TT' is no upcard"),
        (("ev", "TTT", "T", "--game", "classic"), "'TTT' is bust"),
        (("ev", "T", "T", "--game", "classic"), "'T' is no hand"),
        (("ev", "X6", "T", "--game", "classic"), "'X' in 'X6' is no rank"),
        (("ev", "22222", "T", "--game", "single-deck"), "not so many cards of a rank"),
        (("certify",), "name a game or a file of games"),
        (("certify", "nonesuch"), "there is no game 'nonesuch'"),
    ],
)
def test_what_cant_be_is_refused_in_one_line(words: tuple[str, ...], reason: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert reason in result.output
    assert len(result.output.splitlines()) == 1


def test_a_number_of_rounds_or_a_seed_that_cant_be_is_refused() -> None:
    assert "'many' is no number" in call("certify", "classic", "--rounds", "many").output
    assert "-1 is not in the range" in call("certify", "classic", "--seed", "-1").output


def test_strategy_prints_the_card_in_colour_as_json_and_as_a_picture() -> None:
    text = CliRunner().invoke(main, ["strategy", "classic"], color=True).output
    assert "Hard totals" in text
    assert "\x1b[" in text
    assert answer("strategy", "classic")["pairs"][9] == ["P"] * 10
    assert call("strategy", "classic", "--svg").output.startswith("<svg")
    changed = answer("strategy", "classic", "--set", "surrender=late")
    assert "Rh" in changed["hard"][12]


def test_certify_writes_what_a_house_loads_for_an_operators_own_game(tmp_path: Path) -> None:
    own = Path(__file__).parents[2] / "src/evenmoney/games/european.toml"
    text = own.read_text(encoding="utf-8").replace('id = "european"', 'id = "mine"')
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("decks = 6", "decks = 5"), encoding="utf-8")
    folder = tmp_path / "out"
    result = call("certify", str(file), "--to", str(folder), "--rounds", "0")
    assert result.exit_code == 0, result.output
    found = Certificates({}).with_text((folder / "mine.json").read_bytes(), "mine.json")
    (certified,) = found.values()
    assert certified.game == "mine"
    assert certified.rules["decks"] == 5
    assert "mine" in result.output
    assert (folder / "mine.html").read_text(encoding="utf-8").startswith("<!doctype html>")
