"""Rules as plain options: how they are spelt, refused, and hashed."""

from typing import Any

import pytest

from evenmoney.rules.options import (
    OPTION_NAMES,
    BadOption,
    parse_rules,
    rules_hash,
    rules_options,
    rules_text,
)
from tests.dealing import GAMES, rules_of

HASHES = {
    "classic": "164bbd7247422615412b1a4a79fad8a37500f30936fdf5650063147fcebb1a4d",
    "classic-multiplayer": "164bbd7247422615412b1a4a79fad8a37500f30936fdf5650063147fcebb1a4d",
    "table-credits": "7913595f8b2bbe5e35ec6749f3512692eb6df7c2432e476be162eb03af7e8779",
    "free-amount": "a2f246c3ce6e236f6c31131a27294d15fecde2c8d99ae110cc1d4f2ca79b3920",
    "european": "4ddc3ec1255f1a551437e9dc9c128f862c1e1212ef724309e92af80070bc9019",
    "single-deck": "1e5f06f688eace04c820a760669abbbf892f01544ce56006f2424c2348bb4bcc",
    "vegas-strip": "3618320edfee624fc7cc2fcc374908114833ca69dbcde44d6dcbe98c637f43e7",
    "atlantic-city": "d4dc116a743a3df87956fdc361ed752b31a7ae15f67b549b577864eac430faec",
    "vegas-downtown": "6a78284382470f752595bf110e770913134087aa8e479ec5e24c74b0526f9372",
    "six-deck-shoe": "12f14e09b8bfd768afdd12d325e26968e0044db593609880f4f6650dd02fdea7",
}
OTHER_VALUES: dict[str, Any] = {
    "decks": 5,
    "shoe": 0.25,
    "hit_soft_17": True,
    "hole_card": "first",
    "blackjack_pays": "6:5",
    "insurance": False,
    "even_money": True,
    "surrender": "late",
    "double_on": "9-11",
    "double_after_split": False,
    "max_hands": 3,
    "resplit_aces": True,
    "hit_split_aces": True,
    "no_hole_card_loss": "original_bets",
    "auto_stand_on_21": False,
    "charlie": 7,
    "boxes": 2,
    "max_win": 5000,
}


@pytest.mark.parametrize("game", GAMES)
def test_the_hash_of_a_games_rules_is_the_same_for_ever(game: str) -> None:
    assert rules_hash(rules_of(game)) == HASHES[game]


@pytest.mark.parametrize("game", GAMES)
def test_options_spell_rules_that_read_back(game: str) -> None:
    assert parse_rules(rules_options(rules_of(game))) == rules_of(game)


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_every_option_enters_the_hash(option: str) -> None:
    options = rules_options(rules_of("vegas-strip"))
    changed = parse_rules(options | {option: OTHER_VALUES[option]})
    assert rules_hash(changed) != rules_hash(rules_of("vegas-strip"))
    assert rules_options(changed)[option] == OTHER_VALUES[option]


def test_the_canonical_text_is_what_docs_say() -> None:
    assert rules_text(rules_of("six-deck-shoe")).splitlines()[:6] == [
        "evenmoney rules 1",
        "decks = 6",
        "shoe = 0.5",
        "hit_soft_17 = false",
        'hole_card = "second"',
        'blackjack_pays = "3:2"',
    ]


@pytest.mark.parametrize("option", OPTION_NAMES)
def test_no_option_has_a_default(option: str) -> None:
    options = rules_options(rules_of("classic"))
    del options[option]
    with pytest.raises(BadOption, match=rf"^rules\.{option}: .*missing"):
        parse_rules(options)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("decks", 0),
        ("decks", 9),
        ("decks", "6"),
        ("decks", True),
        ("shoe", "cut"),
        ("hit_soft_17", 1),
        ("hole_card", "third"),
        ("blackjack_pays", "3-2"),
        ("blackjack_pays", "0:1"),
        ("blackjack_pays", 1.5),
        ("surrender", "early"),
        ("double_on", "11"),
        ("max_hands", 1),
        ("max_hands", 5),
        ("no_hole_card_loss", "none"),
        ("charlie", 2),
        ("charlie", 0),
        ("boxes", 0),
        ("boxes", 4),
        ("max_win", 0),
    ],
)
def test_a_value_out_of_its_range_is_refused_with_option_and_value(
    option: str, value: object
) -> None:
    with pytest.raises(BadOption) as caught:
        parse_rules(rules_options(rules_of("classic")) | {option: value})
    assert caught.value.option == f"rules.{option}"
    assert caught.value.value == value
    assert caught.value.reason


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadOption, match=r"rules\.jokers"):
        parse_rules(rules_options(rules_of("classic")) | {"jokers": 2})
