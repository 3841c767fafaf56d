"""Contradictions: refused with the option, its value and why."""

from typing import Any

import msgspec
import pytest

from evenmoney.rules.check import check_game, check_rules, fewest_left, most_cards
from evenmoney.rules.game import Game
from evenmoney.rules.options import BadOption
from tests.dealing import GAMES, rules_of


@pytest.mark.parametrize(
    ("game", "changes", "option"),
    [
        ("classic", {"insurance": False}, "even_money"),
        ("vegas-strip", {"hole_card": "none"}, "insurance"),
        ("european", {"insurance": True}, "insurance"),
        ("european", {"surrender": "late"}, "surrender"),
        ("european", {"surrender": "late_not_ace"}, "surrender"),
        ("six-deck-shoe", {"shoe": 1.0}, "shoe"),
        ("six-deck-shoe", {"shoe": 0.0}, "shoe"),
        ("six-deck-shoe", {"shoe": -0.5}, "shoe"),
        ("six-deck-shoe", {"shoe": 0.001}, "shoe"),
        ("six-deck-shoe", {"shoe": float("nan")}, "shoe"),
        ("six-deck-shoe", {"shoe": float("inf")}, "shoe"),
        ("six-deck-shoe", {"shoe": 0.9}, "shoe"),
        ("single-deck", {"max_hands": 4}, "decks"),
    ],
)
def test_rules_that_contradict_each_other_are_refused(
    game: str, changes: dict[str, Any], option: str
) -> None:
    rules = rules_of(game, **changes)
    with pytest.raises(BadOption) as caught:
        check_rules(rules, rules.boxes)
    assert caught.value.option == f"rules.{option}"


def test_a_natural_is_never_paid_less_than_a_win() -> None:
    pays = GAMES["classic"].rules.blackjack_pays
    with pytest.raises(BadOption, match="blackjack_pays"):
        check_rules(rules_of("classic", blackjack_pays=msgspec.structs.replace(pays, pays=1)), 3)


@pytest.mark.parametrize("game", GAMES)
def test_every_published_game_is_sound(game: str) -> None:
    check_game(GAMES[game])


@pytest.mark.parametrize(
    ("boxes", "max_hands", "sound"), [(1, 4, True), (2, 4, True), (3, 3, True), (3, 4, False)]
)
def test_one_deck_lasts_for_all_but_three_boxes_of_four_hands(
    boxes: int, max_hands: int, sound: bool
) -> None:
    rules = rules_of("single-deck", max_hands=max_hands, boxes=boxes)
    assert (most_cards(rules, boxes) <= fewest_left(rules)) is sound


def test_the_bound_on_a_rounds_cards_is_that_of_the_lowest_cards() -> None:
    # One box of two hands: 56 to fill, and 40 of it take ten cards of ace to four, 56 three more.
    rules = rules_of("single-deck", boxes=1)
    lowest = 4 * [1] + 4 * [2] + 4 * [3] + 4 * [4] + 3 * [5]
    assert sum(lowest) == 55
    assert most_cards(rules, 1) == len(lowest) + 3


@pytest.mark.parametrize(
    ("game", "most"), [("classic", 76), ("vegas-strip", 95), ("vegas-downtown", 73)]
)
def test_the_bound_grows_with_boxes_hands_and_decks(game: str, most: int) -> None:
    assert most_cards(GAMES[game].rules, 3) == most


def test_the_dealer_takes_another_card_with_sixteen_at_most() -> None:
    # Of 2 * 20 + 16, sixteen aces and sixteen twos leave 8: two threes, and not quite a third.
    rules = rules_of("vegas-strip", max_hands=2)
    assert most_cards(rules, 1) == 16 + 16 + 2 + 3


def test_a_charlie_ends_hands_earlier() -> None:
    rules = rules_of("table-credits", charlie=3)
    # Two hands of three cards, and a dealer who takes up to sixteen aces and one card more.
    assert most_cards(rules, 1) == 2 * 3 + 16 + 1


def test_a_round_in_a_running_shoe_may_begin_a_card_before_the_cut_card() -> None:
    assert fewest_left(rules_of("six-deck-shoe")) == 312 - 155
    assert fewest_left(rules_of("classic")) == 312


def changed(game: str, **limits: Any) -> Game:
    base = GAMES[game]
    return msgspec.structs.replace(base, limits=msgspec.structs.replace(base.limits, **limits))


@pytest.mark.parametrize(
    ("game", "limits", "option"),
    [
        ("classic", {"stake_step": 25}, "stake_step"),
        ("classic", {"stake_step": 0}, "stake_step"),
        ("classic", {"stake_min": 150}, "stake_min"),
        ("classic", {"stake_min": -100}, "stake_min"),
        ("classic", {"stake_max": 10050}, "stake_max"),
        ("classic", {"stake_max": 100, "stake_min": 200}, "stake_max"),
        ("classic", {"chips": ()}, "chips"),
        ("classic", {"chips": (500, 100)}, "chips"),
        ("classic", {"chips": (100, 100)}, "chips"),
        ("classic", {"chips": (0, 100)}, "chips"),
        ("classic", {"chips": (100, 150)}, "chips"),
        ("classic", {"chips": (20000,)}, "chips"),
        ("table-credits", {"stake_step": 10, "stake_min": 10, "chips": (10,)}, "stake_step"),
    ],
)
def test_limits_that_cant_be_laid_or_paid_are_refused(
    game: str, limits: dict[str, Any], option: str
) -> None:
    with pytest.raises(BadOption) as caught:
        check_game(changed(game, **limits))
    assert caught.value.option == f"limits.{option}"


def test_six_to_five_needs_a_step_that_it_pays_whole() -> None:
    six_to_five = msgspec.structs.replace(GAMES["classic"].rules.blackjack_pays, pays=6, to=5)
    rules = msgspec.structs.replace(GAMES["classic"].rules, blackjack_pays=six_to_five)
    game = msgspec.structs.replace(changed("classic", stake_step=4, chips=(100,)), rules=rules)
    with pytest.raises(BadOption, match=r"limits\.stake_step = 4: 6:5 on it is not whole"):
        check_game(game)


@pytest.mark.parametrize(
    ("game", "step"), [("classic", 25), ("table-credits", 10)], ids=["currency", "credits"]
)
def test_half_a_step_is_whole_though_naturals_are_paid_even(game: str, step: int) -> None:
    even = msgspec.structs.replace(GAMES[game].rules.blackjack_pays, pays=1, to=1)
    rules = msgspec.structs.replace(GAMES[game].rules, blackjack_pays=even)
    game_with_step = changed(game, stake_step=step, chips=(100,))
    with pytest.raises(BadOption, match=r"limits\.stake_step"):
        check_game(msgspec.structs.replace(game_with_step, rules=rules))


@pytest.mark.parametrize(("game", "seats"), [("classic", 2), ("classic-multiplayer", 2)])
def test_seats_go_with_the_kind_of_table(game: str, seats: int) -> None:
    with pytest.raises(BadOption, match="seats"):
        check_game(msgspec.structs.replace(GAMES[game], seats=seats))


def test_a_cap_on_wins_is_whole_credits() -> None:
    credits = GAMES["table-credits"]
    for most, whole in ((1000, True), (1005, False)):
        game = msgspec.structs.replace(
            credits, rules=msgspec.structs.replace(credits.rules, max_win=most)
        )
        if whole:
            check_game(game)
            continue
        with pytest.raises(BadOption, match=r"rules\.max_win = 1005"):
            check_game(game)


def test_a_credit_is_worth_something() -> None:
    with pytest.raises(BadOption, match="denomination"):
        check_game(msgspec.structs.replace(GAMES["table-credits"], denomination=0))
