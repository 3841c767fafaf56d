"""Six-Deck Shoe Blackjack (source 004), clause by clause: what the rules engine must do."""

from functools import partial

import pytest

from evenmoney.cards import DECK, parse_cards
from evenmoney.rules.event import DealerCardDealt, HandDecided, HoleCardRevealed, Peeked
from evenmoney.rules.round import deal
from evenmoney.shoe import Shoe, place_cut_card
from tests.dealing import Table, dealing_order, rules_of

clause = pytest.mark.clause
shoe_game = partial(Table, "six-deck-shoe")


@clause("004-A1")
@pytest.mark.parametrize(
    ("hand", "actions", "outcome"),
    [("Td 9h", ["stand"], "win"), ("Td 7h", ["stand"], "lose"), ("Td 6h", ["hit"], "bust")],
)
def test_more_points_without_passing_21_win(hand: str, actions: list[str], outcome: str) -> None:
    assert shoe_game(hand, up="9c", down="9s", then="Kd").do(*actions).outcomes == [outcome]


@clause("004-A2", "004-A3")
@pytest.mark.parametrize(
    ("hand", "total", "soft"),
    [("2d 9h", 11, False), ("Jd Qh", 20, False), ("Ad 6h", 17, True), ("Ad Ah", 12, True)],
)
def test_cards_count_their_number_court_cards_ten_aces_as_suits(
    hand: str, total: int, soft: bool
) -> None:
    only = shoe_game(hand, up="9c", down="9s").round.hands[0]
    assert (only.total, only.soft) == (total, soft)


@clause("004-A3")
def test_ace_six_ten_is_a_hard_17() -> None:
    only = shoe_game("Ad 6h", up="9c", down="9s", then="Td").do("hit").round.hands[0]
    assert (only.total, only.soft) == (17, False)


@clause("004-R1")
def test_six_decks_make_one_pack_of_312() -> None:
    assert rules_of("six-deck-shoe").decks * len(DECK) == 312


@clause("004-R4")
def test_the_cut_card_lies_in_the_middle() -> None:
    shoe = rules_of("six-deck-shoe").shoe
    assert isinstance(shoe, float)
    assert place_cut_card(312, shoe) == 156


@clause("004-R5")
def test_the_cut_card_is_out_once_the_cards_before_it_have_left() -> None:
    shoe = Shoe(DECK * 6, cut_at=156)
    assert not shoe.after(155).cut_card_out
    assert shoe.after(156).cut_card_out


@clause("004-R6")
def test_cards_that_were_played_leave_the_game() -> None:
    rules = rules_of("six-deck-shoe")
    order = dealing_order(rules, "Td 9h", "9c", "9s") + dealing_order(rules, "Td 8h", "9d", "8s")
    cards = parse_cards(order)
    first = deal(rules, {1: 1000}, cards).round
    second = deal(rules, {1: 1000}, cards, start=first.used).round
    assert second.hands[0].cards == ("Td", "8h")
    assert second.used == 4


@clause("004-D1", "004-D2")
def test_all_cards_are_face_up_but_the_dealers_second() -> None:
    table = shoe_game("Td 9h / 2d 3h", up="9c", down="8s")
    assert table.hands == ["Td 9h", "2d 3h"]
    assert table.shown == "9c ??"
    assert DealerCardDealt(None) in table.events


@clause("004-I1", "004-I2")
def test_under_an_ace_every_box_may_be_insured_a_natural_too() -> None:
    table = shoe_game("Td 9h / Ad Kh", up="Ac", down="8s")
    assert table.asked == (1, 0, "insurance")
    table.do("insure")
    assert table.asked == (2, 0, "insurance")
    assert table.offered == {"insure", "pass"}


@clause("004-I3")
def test_insurance_costs_half_the_bet_of_the_box() -> None:
    table = shoe_game("Td 9h / 2d 3h", up="Ac", down="8s", bets={1: 1000, 2: 400})
    assert table.cost("insure") == 500
    assert table.do("insure").cost("insure") == 200


@clause("004-I4", "004-N2")
def test_under_a_ten_there_is_no_insurance_and_the_dealer_looks_at_once() -> None:
    table = shoe_game("Td 9h", up="Tc", down="8s")
    assert table.events[-1] == Peeked(False)
    assert table.asked == (1, 0, "play")


@clause("004-I5", "004-I6")
@pytest.mark.parametrize(("down", "paid"), [("Ks", [1500, 600]), ("8s", [0, 0])])
def test_every_insurance_bet_is_paid_two_to_one_or_lost(down: str, paid: list[int]) -> None:
    table = shoe_game("Td 9h / Td 3h", up="Ac", down=down, bets={1: 1000, 2: 400})
    table.do("insure", "insure")
    closed = table.round if table.round.over else table.round.stand_all().round
    assert [box.insurance_paid for box in closed.result.boxes] == paid


@clause("004-N1")
def test_after_the_insurance_answers_the_dealer_looks_without_showing() -> None:
    table = shoe_game("Td 9h", up="Ac", down="8s").do("pass")
    assert Peeked(False) in table.events
    assert table.shown == "Ac ??"
    assert not any(isinstance(event, HoleCardRevealed) for event in table.events)


@clause("004-N4", "004-N5")
def test_a_dealers_natural_returns_naturals_and_takes_the_rest() -> None:
    table = shoe_game("Ad Kh / Td 9h", up="Tc", down="As")
    assert table.outcomes == ["push", "lose"]
    assert table.paid == [1000, 0]


@clause("004-N7", "004-P1")
@pytest.mark.parametrize("up", ["6c", "Tc"])
def test_naturals_are_decided_before_the_first_box_is_played(up: str) -> None:
    table = shoe_game("Td 6h / Ad Kh", up=up, down="9s", then="5d")
    assert table.decided == [(2, 0, "blackjack")]
    assert table.asked == (1, 0, "play")
    assert table.do("stand").paid[1] == 2500


@clause("004-N7")
def test_under_an_ace_naturals_are_decided_after_the_peek() -> None:
    table = shoe_game("Ad Kh / Td 6h", up="Ac", down="9s")
    assert table.decided == []
    table.do("pass", "pass")
    kinds = [type(event) for event in table.events]
    assert kinds.index(Peeked) < kinds.index(HandDecided)


@clause("004-N8", "004-X7")
def test_a_two_card_21_on_a_split_hand_is_no_natural() -> None:
    table = shoe_game("Td Kh", up="9c", down="9s", then="Ad 5h").do("split", "stand")
    assert table.outcomes == ["win", "lose"]
    assert table.paid == [2000, 0]


@clause("004-U1")
def test_surrender_returns_half_the_bet() -> None:
    assert shoe_game("Td 6h", up="9c", down="9s").do("surrender").paid == [500]


@clause("004-U2")
def test_surrender_needs_a_box_with_which_nothing_was_done() -> None:
    table = shoe_game("2d 3h / Td 6h", up="9c", down="9s", then="4d").do("hit")
    assert table.refuses("surrender") == "not_offered"
    assert "surrender" in table.do("stand").offered


@clause("004-U3")
def test_there_is_no_surrender_against_an_ace() -> None:
    table = shoe_game("Td 6h", up="Ac", down="9s").do("pass")
    assert table.refuses("surrender") == "not_offered"


@clause("004-U4")
def test_there_is_no_surrender_on_split_hands() -> None:
    table = shoe_game("8d 8h", up="9c", down="9s", then="2d 3h").do("split")
    assert table.refuses("surrender") == "not_offered"
    assert table.do("stand").refuses("surrender") == "not_offered"


@clause("004-P1")
def test_the_first_box_is_played_then_the_next() -> None:
    table = shoe_game("Td 6h / Td 7h", up="9c", down="9s")
    assert table.asked == (1, 0, "play")
    assert table.do("stand").asked == (2, 0, "play")


@clause("004-P2", "004-P3")
def test_a_card_may_be_drawn_until_21_or_more() -> None:
    table = shoe_game("2d 3h", up="9c", down="9s", then="4d 5d 7d").do("hit", "hit")
    assert table.hands == ["2d 3h 4d 5d"]
    assert table.do("hit").outcomes == ["win"]


@clause("004-P4")
def test_stand_keeps_the_hand_and_passes_on() -> None:
    table = shoe_game("Td 6h / Td 7h", up="9c", down="9s").do("stand")
    assert table.hands[0] == "Td 6h"
    assert table.asked == (2, 0, "play")


@clause("004-P6")
def test_double_brings_one_card_and_passes_to_the_next_hand_of_the_box() -> None:
    table = shoe_game("5d 5h / Td 7h", up="9c", down="9s", then="6d Kd 2h").do("split", "double")
    assert table.hands[0] == "5d 6d Kd"
    assert table.asked == (1, 1, "play")
    assert table.do("stand").asked == (2, 0, "play")


@clause("004-P7")
def test_double_needs_two_cards() -> None:
    assert shoe_game("2d 3h", up="9c", down="9s", then="4d").do("hit").refuses("double")


@clause("004-P8")
@pytest.mark.parametrize(
    ("hand", "offered"),
    [("Ad 8h", False), ("Ad Ah", False), ("2d 3h", True), ("Td 2h", True), ("Td 9h", True)],
)
def test_no_double_when_one_of_the_two_is_an_ace(hand: str, offered: bool) -> None:
    assert ("double" in shoe_game(hand, up="9c", down="9s").offered) is offered


@clause("004-P9")
def test_a_bust_hand_loses_and_the_next_is_played() -> None:
    table = shoe_game("Td 6h / Td 7h", up="9c", down="9s", then="Kd").do("hit")
    assert table.decided == [(1, 0, "bust")]
    assert table.asked == (2, 0, "play")


@clause("004-X1")
def test_a_jack_splits_with_a_queen() -> None:
    assert "split" in shoe_game("Jd Qh", up="9c", down="9s").offered


@clause("004-X3")
def test_split_hands_are_doubled_and_paid_like_others() -> None:
    table = shoe_game("5d 5h", up="9c", down="8s", then="6d Kd 6h Th").do(
        "split", "double", "double"
    )
    assert table.paid == [4000, 4000]


@clause("004-X4")
def test_a_box_has_four_hands_at_most() -> None:
    table = shoe_game("8d 8h", up="9c", down="9s", then="8s 8c 8d 8h 8s 8c")
    table.do("split", "split", "split")
    assert len(table.hands) == 4
    for _ in range(4):
        assert table.refuses("split") == "not_offered"
        table.do("stand")


@clause("004-X4")
def test_the_limit_counts_the_hands_of_each_box_for_itself() -> None:
    table = shoe_game(
        "8d 8h / 7d 7h", up="9c", down="9s", then="8s 8c 2d 2h 2s 2c 7c 7s 3d 3h 3s 3c"
    )
    table.do("split", "split", "split", *["stand"] * 4)
    assert table.asked == (2, 0, "play")
    table.do("split", "split", "split")
    assert [hand.box for hand in table.round.hands] == [1] * 4 + [2] * 4


@clause("004-X5")
def test_split_aces_get_one_card_each() -> None:
    table = shoe_game("Ad Ah", up="9c", down="8s", then="2d 3h").do("split")
    assert table.round.over
    assert table.hands == ["Ad 2d", "Ah 3h"]


@clause("004-X6")
def test_a_split_ace_that_drew_an_ace_may_be_split_again_or_stood_on() -> None:
    table = shoe_game("Ad Ah", up="9c", down="8s", then="As 5d 6d Ac Kd").do("split")
    assert table.offered == {"stand", "split"}
    table.do("split")
    assert table.hands == ["Ad 5d", "As 6d", "Ah Ac"]
    assert table.offered == {"stand", "split"}
    assert table.do("stand").hands == ["Ad 5d", "As 6d", "Ah Ac"]


@clause("004-X6")
def test_with_four_hands_an_ace_on_an_ace_stands_unasked() -> None:
    table = shoe_game("Ad Ah", up="9c", down="8s", then="As Ac Ad Ah As Ac")
    table.do("split", "split", "split")
    assert table.round.over
    assert table.hands == ["Ad Ad", "Ac Ah", "As As", "Ah Ac"]


@clause("004-X6")
def test_without_the_money_for_it_an_ace_on_an_ace_stands_unasked() -> None:
    table = shoe_game("Ad Ah", up="9c", down="8s", then="As 5d", balance=2500).do("split")
    assert table.round.over
    assert table.hands == ["Ad As", "Ah 5d"]


@clause("004-X8", "004-X9")
def test_the_second_card_comes_by_itself_and_21_passes_on() -> None:
    table = shoe_game("Td Kh", up="9c", down="9s", then="Ad 5h").do("split")
    assert table.hands == ["Td Ad", "Kh 5h"]
    assert table.asked == (1, 1, "play")


@clause("004-H1", "004-H2")
@pytest.mark.parametrize(
    ("down", "then", "dealer"), [("Ts", "5d", "6c Ts 5d"), ("As", "", "6c As"), ("Ks", "Ad", "")]
)
def test_the_dealer_draws_below_17_and_stands_at_17_soft_too(
    down: str, then: str, dealer: str
) -> None:
    table = shoe_game("Td 2h", up="6c", down=down, then=then).do("stand")
    assert table.dealer == (dealer or "6c Ks Ad")


@clause("004-H3")
@pytest.mark.parametrize(
    ("hand", "actions"), [("Td 6h", ["hit"]), ("Ad Kh", []), ("Td 6h", ["surrender"])]
)
def test_with_every_bet_lost_or_paid_he_shows_his_card_and_draws_nothing(
    hand: str, actions: list[str]
) -> None:
    table = shoe_game(hand, up="6c", down="Ts", then="Kd 5d").do(*actions)
    assert table.dealer == "6c Ts"
    assert HoleCardRevealed in map(type, table.events)


@clause("004-E1", "004-E2", "004-E3", "004-E4")
@pytest.mark.parametrize(
    ("hand", "then", "paid"),
    [("Td 2h", "Kd", 2000), ("Td 9h", "2d", 2000), ("Td 8h", "2d", 1000), ("Td 7h", "2d", 0)],
)
def test_bets_against_a_bust_dealer_and_against_18(hand: str, then: str, paid: int) -> None:
    assert shoe_game(hand, up="6c", down="Ts", then=then).do("stand").paid == [paid]
