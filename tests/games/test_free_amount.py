"""FreeAmount Blackjack (source 002), clause by clause: what the rules engine must do."""

from functools import partial

import pytest

from evenmoney.rules.event import Peeked
from evenmoney.rules.hand import VALUE
from tests.dealing import Table, rules_of

clause = pytest.mark.clause
free_amount = partial(Table, "free-amount")


@clause("002-A1", "002-A2")
@pytest.mark.parametrize(("hand", "down", "then"), [("Td 9h", "8s", ""), ("2d 3h", "6s", "Kd")])
def test_a_higher_total_wins_and_so_does_any_against_a_bust_dealer(
    hand: str, down: str, then: str
) -> None:
    assert free_amount(hand, up="9c", down=down, then=f"{then} Th").do("stand").outcomes == ["win"]


@clause("002-A3", "002-A4")
def test_numbers_count_themselves_court_cards_ten_and_suits_nothing() -> None:
    expected = dict(zip("23456789TJQK", [*range(2, 11), 10, 10, 10], strict=True))
    for rank, value in expected.items():
        assert {VALUE[card] for card in VALUE if card[0] == rank} == {value}


@clause("002-A5")
@pytest.mark.parametrize(("card", "total"), [("4d", 21), ("5d", 12), ("Kd", 17)])
def test_an_ace_counts_eleven_unless_the_hand_would_be_bust_with_it(card: str, total: int) -> None:
    assert free_amount("Ad 6h", up="9c", down="8s", then=card).do("hit").totals == [total]


@clause("002-R1")
def test_six_decks() -> None:
    assert rules_of("free-amount").decks == 6


@clause("002-D1", "002-D2")
def test_both_get_two_cards_and_the_dealers_second_is_face_down() -> None:
    table = free_amount("Td 6h", up="9c", down="8s")
    assert table.hands == ["Td 6h"]
    assert table.shown == "9c ??"


@clause("002-D2")
@pytest.mark.parametrize(("up", "down"), [("Ac", "Ks"), ("Kc", "As")])
def test_the_dealer_looks_under_an_ace_or_ten_and_nothing_is_insured(up: str, down: str) -> None:
    table = free_amount("Td 6h", up=up, down=down)
    assert Peeked(True) in table.events
    assert table.staked == 1000


@clause("002-N1", "002-N4")
def test_a_natural_brings_25_back_for_10() -> None:
    assert free_amount("Ad Th", up="9c", down="8s").paid == [2500]


@clause("002-N1")
def test_a_split_hand_makes_no_natural() -> None:
    table = free_amount("Td Th", up="9c", down="8s", then="Ad 5h").do("split", "stand")
    assert table.outcomes == ["win", "lose"]
    assert table.paid == [2000, 0]


@clause("002-N2")
def test_a_natural_beats_a_drawn_21() -> None:
    table = free_amount("Ad Th", up="9c", down="5s", then="7d")
    assert table.outcomes == ["blackjack"]


@clause("002-N3")
def test_two_naturals_push() -> None:
    assert free_amount("Ad Th", up="Ac", down="Ks").paid == [1000]


@clause("002-P2", "002-P3")
def test_hit_brings_one_card_and_below_21_there_is_hit_or_stand() -> None:
    table = free_amount("2d 3h", up="9c", down="8s", then="5d").do("hit")
    assert table.hands == ["2d 3h 5d"]
    assert table.offered == {"hit", "stand"}


@clause("002-P4", "002-P5")
@pytest.mark.parametrize(("card", "outcome"), [("5d", "win"), ("Kd", "bust")])
def test_at_21_the_hand_stands_by_itself_and_above_it_is_bust(card: str, outcome: str) -> None:
    table = free_amount("Td 6h", up="9c", down="8s", then=card).do("hit")
    assert table.outcomes == [outcome]


@clause("002-P7")
def test_stand_keeps_the_total() -> None:
    assert free_amount("Td 6h", up="9c", down="8s").do("stand").totals == [16]


@clause("002-P8", "002-P9", "002-E2")
def test_a_doubled_hand_takes_one_card_and_wins_on_the_whole_bet() -> None:
    table = free_amount("5d 3h", up="9c", down="8s", then="Kd").do("double")
    assert table.hands == ["5d 3h Kd"]
    assert table.result.hands[0].bet == 2000
    assert table.paid == [4000]


@clause("002-P10")
def test_double_needs_the_two_cards_of_the_starting_hand() -> None:
    three = free_amount("2d 3h", up="9c", down="8s", then="5d").do("hit")
    assert three.refuses("double") == "not_offered"
    split = free_amount("5d 5h", up="9c", down="8s", then="6d 6h").do("split")
    assert split.refuses("double") == "not_offered"
    assert split.do("stand").refuses("double") == "not_offered"


@clause("002-X1")
@pytest.mark.parametrize("hand", ["Ad Ah", "7d 7h", "Td Kh", "Qd Jh"])
def test_equal_values_may_be_split(hand: str) -> None:
    assert "split" in free_amount(hand, up="9c", down="8s").offered


@clause("002-X3", "002-X4")
def test_the_next_card_goes_to_the_first_hand_which_is_not_split_again() -> None:
    table = free_amount("7d 7h", up="9c", down="8s", then="7s 7c").do("split")
    assert table.hands == ["7d 7s", "7h"]
    assert table.refuses("split") == "not_offered"


@clause("002-X4")
def test_split_aces_get_one_card_each() -> None:
    table = free_amount("Ad Ah", up="9c", down="8s", then="2d Ac").do("split")
    assert table.round.over
    assert table.hands == ["Ad 2d", "Ah Ac"]


@clause("002-H1", "002-H2", "002-H3")
@pytest.mark.parametrize(
    ("down", "then", "dealer"),
    [("7s", "2d", "9c 7s 2d"), ("8s", "", "9c 8s"), ("2s", "Ad 5h", "9c 2s Ad 5h")],
)
def test_the_dealer_plays_last_draws_at_16_and_stands_from_17(
    down: str, then: str, dealer: str
) -> None:
    table = free_amount("Td 8h", up="9c", down=down, then=then).do("stand")
    assert table.dealer == dealer


@clause("002-H3")
def test_the_dealer_stands_on_a_soft_17() -> None:
    assert free_amount("Td 8h", up="6c", down="As").do("stand").dealer == "6c As"


@clause("002-E1")
def test_equal_totals_push() -> None:
    assert free_amount("Td 7h", up="9c", down="8s").do("stand").paid == [1000]


@clause("002-T1")
def test_after_the_hour_every_open_hand_stands_whatever_was_done_before() -> None:
    table = free_amount("8d 8h", up="9c", down="8s", then="2d 3h 4h").do("split", "hit")
    closed = table.round.stand_all().round
    assert closed.over
    assert [hand.total for hand in closed.hands] == [13, 12]


@clause("002-L3")
def test_a_rounds_net_win_is_capped_but_no_hands_pay() -> None:
    table = free_amount("5d 6h", up="9c", down="8s", then="Kd", bets={1: 80000}).do("double")
    assert table.paid == [320000]
    assert table.net == 100000
    assert table.result.paid == 260000
