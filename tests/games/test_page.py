"""The rules pages: made from the rules, kept in docs/games, and never adrift of each other."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from evenmoney.games.page import amount, highest_win, page
from evenmoney.strategy.card import PAIR_PREFERENCES, PREFERENCES
from tests.dealing import GAMES, rules_of

PAGES = Path(__file__).parent.parent.parent / "docs" / "games"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_in_docs_is_what_the_rules_say(game: str) -> None:
    written = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    assert written == page(GAMES[game]), "write it anew: evenmoney games --page GAME"


def test_docs_has_a_page_for_every_game_and_no_other() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} - {"README"} == set(GAMES)


def test_the_list_of_pages_names_every_game_and_every_cell_of_a_strategy_card() -> None:
    listed = (PAGES / "README.md").read_text(encoding="utf-8")
    for game in GAMES.values():
        assert f"| {game.name} | [{game.id}]({game.id}.md) |" in listed
    for cell in (*PREFERENCES, *PAIR_PREFERENCES):
        assert f"`{cell}`" in listed, cell


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("decks", 1, "One deck of 52 cards"),
        ("shoe", 0.5, "a cut card lies behind the first 104"),
        ("hit_soft_17", True, "he draws to a soft 17"),
        ("hole_card", "first", "the first of them face down"),
        ("insurance", False, None),
        ("even_money", True, "even money there instead"),
        ("surrender", "late", "Surrender as the very first action"),
        ("surrender", "late_not_ace", "but not against an ace"),
        ("double_on", "10-11", "a hard 10 or 11"),
        ("double_after_split", False, "Split hands can't be doubled."),
        ("max_hands", 2, "once per box"),
        ("resplit_aces", True, "may be split again"),
        ("hit_split_aces", True, "Split aces are played on"),
        ("auto_stand_on_21", False, "only Stand is left"),
        ("charlie", 7, "A hand of 7 cards"),
        ("boxes", 1, "You may bet on one box,"),
        ("max_win", 100, "€1.00 net at most; with these limits that can matter"),
    ],
)
def test_every_option_is_told(option: str, value: Any, sentence: str | None) -> None:
    game = GAMES["vegas-strip"]
    before = page(game)
    after = page(msgspec.structs.replace(game, rules=rules_of("vegas-strip", **{option: value})))
    assert after != before
    if sentence is None:
        assert "nsurance pays" not in after
    else:
        assert sentence in after
        assert sentence not in before


def test_what_a_late_natural_takes_is_told() -> None:
    game = GAMES["european"]
    rules = rules_of("european", no_hole_card_loss="original_bets")
    assert "takes every bet in the boxes" in page(game)
    assert "takes the first bet of each box" in page(msgspec.structs.replace(game, rules=rules))


def test_a_cap_that_cant_bite_says_so() -> None:
    game = GAMES["free-amount"]
    assert highest_win(game) == 40000
    assert "that can't matter" in page(game)


@pytest.mark.parametrize(
    ("game", "minor", "words"),
    [("classic", 123456, "€1,234.56"), ("classic", 5, "€0.05"), ("table-credits", 20, "2 credits")],
)
def test_amounts_are_in_the_games_own_money(game: str, minor: int, words: str) -> None:
    assert amount(GAMES[game], minor) == words
