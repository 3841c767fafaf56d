"""Scenario files: what passes, what differs, and what can't be played."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from evenmoney.games.scenario import Verdict, play_raw, play_text
from tests.dealing import GAMES

CASES = [
    pytest.param(case, id=case["name"])
    for path in sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
    for case in msgspec.json.decode(path.read_bytes())
]
PLAIN: dict[str, Any] = {
    "game": "classic",
    "cards": "Td 6c 6h Ts Td",
    "boxes": {"1": 1000},
    "actions": ["hit"],
    "expect": {"net": -1000},
}


def verdict(**changes: Any) -> Verdict:
    return play_raw(PLAIN | changes, "here", GAMES)


@pytest.mark.parametrize("case", CASES)
def test_the_case_comes_to_what_it_says(case: dict[str, Any]) -> None:
    assert str(play_raw(case, case["name"], GAMES)) == f"ok {case['name']}"


def test_a_file_holds_one_scenario_or_a_list() -> None:
    one = msgspec.json.encode(PLAIN)
    assert [each.status for each in play_text(one, "f", GAMES)] == ["ok"]
    assert [each.name for each in play_text(b"[" + one + b"," + one + b"]", "f", GAMES)] == [
        "f[0]",
        "f[1]",
    ]


@pytest.mark.parametrize(
    ("expect", "differences"),
    [
        ({}, []),
        ({"staked": 1000, "dealer": "6c  Ts"}, []),
        ({"net": 5}, ["net: expected 5, got -1000"]),
        ({"dealer": "6c"}, ["dealer: expected 6c, got 6c Ts"]),
        ({"hands": []}, ["hands: expected 0, got 1"]),
        ({"hands": [{}]}, []),
        ({"hands": [{"box": 2}]}, ["hands[0].box: expected 2, got 1"]),
        ({"hands": [{"outcome": "lose"}]}, ["hands[0].outcome: expected lose, got bust"]),
        ({"error": True}, ["actions[0]: expected a refusal, got hit accepted"]),
    ],
)
def test_any_part_of_the_result_may_be_expected(
    expect: dict[str, Any], differences: list[str]
) -> None:
    found = verdict(expect=expect)
    assert [str(each) for each in found.differences] == differences
    assert found.status == ("differs" if differences else "ok")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"cards": "Td 6c 6h"}, "cards: the shoe ran out after 3 cards"),
        ({"cards": "Td 6c 6h Ts"}, "actions[0]: the shoe ran out after 4 cards"),
        ({"cards": "Td 6c 6h 1s"}, "cards: 1s is no card"),
        ({"actions": []}, "actions: too few answers: play is asked on box 1, hand 1"),
        ({"actions": ["hit", "hit"]}, "actions[1]: round_over: the round is over"),
        (
            {"actions": ["split"]},
            "actions[0]: not_offered: split on box 1, hand 1; offered: hit, stand, double",
        ),
        ({"actions": ["jump"]}, "actions[0] = \"jump\": Invalid enum value 'jump'"),
        ({"boxes": {}}, "boxes: no box has a bet"),
        ({"boxes": {"4": 1000}}, "boxes = {…}: Invalid enum value '4'"),
        ({"boxes": {"1": 0}}, "boxes: a bet of 0 on box 1"),
        ({"boxes": {"1": 1001}}, "boxes: half of 1001 minor units is not whole"),
        (
            {"boxes": {"1": 1002}, "rules": {"blackjack_pays": "6:5"}},
            "boxes: 6:5 on 1002 minor units is not whole",
        ),
        ({"boxes": {"2": 1000}, "rules": {"boxes": 1}}, "boxes.2: the table has 1"),
        ({"balance": 999}, "boxes: bets of 1000 from a balance of 999"),
        ({"balance": -1}, "balance = -1: Expected `int` >= 0"),
        ({"game": "poker"}, "game: there is no game 'poker'"),
        (
            {"rules": {"insurance": False}},
            "rules.even_money = true: it takes insurance's place, and there is none",
        ),
        ({"rules": {"decs": 6}}, "rules.decs = 6: Object contains unknown field `decs`"),
        ({"rules": {"decks": 9}}, "rules.decks = 9: Expected `int` <= 8"),
        (
            {"rules": {"blackjack_pays": "3/2"}},
            "rules.blackjack_pays = \"3/2\": odds are written like 3:2, not '3/2'",
        ),
        ({"note": "hi"}, 'note = "hi": Object contains unknown field `note`'),
        ({"expect": {"won": 1}}, "expect.won = 1: Object contains unknown field `won`"),
        (
            {"expect": {"hands": [{"total": 1}]}},
            "expect.hands[0].total = 1: Object contains unknown field `total`",
        ),
        ({"expect": {"dealer": "6c Tz"}}, "expect.dealer: Tz is no card"),
        (
            {"expect": {"error": False}},
            "expect.error: it is true, and nothing else is expected with it",
        ),
        (
            {"expect": {"error": True, "net": 0}},
            "expect.error: it is true, and nothing else is expected with it",
        ),
        (
            {"expect": {"error": True}, "actions": []},
            "actions: there is no answer that could be refused",
        ),
        (
            {"expect": {"error": True}, "actions": ["split", "hit"]},
            "actions[0]: not_offered: split on box 1, hand 1; offered: hit, stand, double",
        ),
        (
            {"expect": {"error": True}, "cards": "Td 6c 6h Ts"},
            "actions[0]: the shoe ran out after 4 cards",
        ),
    ],
)
def test_what_cant_be_played_names_the_place(changes: dict[str, Any], error: str) -> None:
    found = verdict(**changes)
    assert found.error == error
    assert found.status == "unplayable"


@pytest.mark.parametrize("missing", sorted(PLAIN))
def test_what_is_not_optional_must_be_there(missing: str) -> None:
    found = play_raw({name: PLAIN[name] for name in PLAIN if name != missing}, "here", GAMES)
    assert found.error == f"{missing}: Object missing required field `{missing}`"


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"5", b"\xff", b"[" * 100_000])
def test_a_file_that_is_no_scenario_is_unplayable(text: bytes) -> None:
    assert [each.status for each in play_text(text, "f", GAMES)] == ["unplayable"]


def test_a_refusal_after_the_end_of_the_round_counts_as_one() -> None:
    assert verdict(actions=["hit", "hit"], expect={"error": True}).status == "ok"


def test_one_player_bets_on_no_more_boxes_than_the_game_has() -> None:
    two = {"boxes": {"1": 1000, "2": 1000}, "rules": {"boxes": 1}}
    assert verdict(**two, game="classic-multiplayer").error == "boxes: one player may bet on 1"
