"""Table Blackjack (source 001), clause by clause: what the rules engine must do."""

from functools import partial

import pytest

from evenmoney.cards import Card
from evenmoney.rules.event import DealerCardDealt, HandStood, Peeked
from evenmoney.rules.round import BadBet
from tests.dealing import Table, rules_of

clause = pytest.mark.clause
credits = partial(Table, "table-credits")
SMALL_CARDS = "2d 2h 2s Ad Ah As Ac Ad Ah"
"""Nine cards that take a five to eleven cards and 17, and never past 20 on the way."""


@clause("001-A1")
@pytest.mark.parametrize(("hand", "outcome"), [("Td 9h", "win"), ("Td 7h", "lose")])
def test_one_hand_plays_and_the_higher_total_wins(hand: str, outcome: str) -> None:
    assert rules_of("table-credits").boxes == 1
    assert credits(hand, up="8c", down="Ts").do("stand").outcomes == [outcome]


@clause("001-A2", "001-A3")
@pytest.mark.parametrize(
    ("hand", "total"), [("Jd Qh", 20), ("Kd 2h", 12), ("Td 9h", 19), ("Ad 5h", 16), ("Ad Ah", 12)]
)
def test_court_cards_count_ten_aces_one_or_eleven(hand: str, total: int) -> None:
    assert credits(hand, up="9c", down="8s").totals == [total]


@clause("001-A4")
def test_an_ace_never_counts_eleven_where_that_would_pass_21() -> None:
    table = credits("Ad 5h", up="9c", down="8s", then="Td Ah").do("hit")
    assert table.totals == [16]
    assert table.do("hit").totals == [17]


@clause("001-A5")
def test_the_highest_totals_that_the_aces_allow_are_compared() -> None:
    table = credits("Ad 7h", up="6c", down="As").do("stand")
    assert table.outcomes == ["win"]


@clause("001-R1")
def test_six_decks() -> None:
    assert rules_of("table-credits").decks == 6


@clause("001-D1", "001-D2")
def test_the_dealers_second_card_lies_face_down() -> None:
    table = credits("Td 6h", up="9c", down="8s")
    assert table.hands == ["Td 6h"]
    assert table.shown == "9c ??"
    assert [e for e in table.events if isinstance(e, DealerCardDealt)] == [
        DealerCardDealt(Card("9c")),
        DealerCardDealt(None),
    ]


@clause("001-I1")
def test_under_an_ace_insurance_is_taken_or_declined() -> None:
    assert credits("Td 6h", up="Ac", down="8s").offered == {"insure", "pass"}


@clause("001-I2")
def test_insurance_stakes_half_the_first_wager_more() -> None:
    assert credits("Td 6h", up="Ac", down="8s").do("insure").round.staked(1) == 1500


@clause("001-I3", "001-N2")
def test_under_a_ten_there_is_no_insurance_and_the_dealer_looks_at_once() -> None:
    table = credits("Td 6h", up="Kc", down="8s")
    assert table.asked == (1, 0, "play")
    assert table.events[-1] == Peeked(False)


@clause("001-I4", "001-N1")
def test_a_natural_under_an_ace_pays_insurance_and_ends_the_round() -> None:
    table = credits("Td 6h", up="Ac", down="Ks")
    assert Peeked(True) not in table.events
    table.do("insure")
    assert Peeked(True) in table.events
    assert table.net == 0


@clause("001-I5")
def test_without_a_natural_insurance_is_lost_and_play_goes_on() -> None:
    table = credits("Td 9h", up="Ac", down="7s").do("insure")
    assert table.asked == (1, 0, "play")
    assert table.do("stand").net == 500


@clause("001-I7")
def test_a_natural_may_be_insured_and_has_no_even_money() -> None:
    table = credits("Ad Kh", up="Ac", down="Qs")
    assert table.offered == {"insure", "pass"}
    table.do("insure")
    assert table.outcomes == ["push"]
    assert table.net == 1000


@clause("001-N3")
@pytest.mark.parametrize(("up", "down"), [("Ac", "Ks"), ("Kc", "As")])
def test_a_natural_is_found_before_a_double_or_split_can_be_bet(up: str, down: str) -> None:
    table = credits("8d 8h", up=up, down=down)
    if up == "Ac":
        table.do("pass")
    assert table.round.over
    assert table.staked == 1000


@clause("001-N4", "001-N5")
@pytest.mark.parametrize(("hand", "net"), [("Td 9h", -1000), ("Ad Kh", 0)])
def test_a_dealers_natural_takes_the_wager_but_a_naturals(hand: str, net: int) -> None:
    assert credits(hand, up="Kc", down="As").net == net


@clause("001-N6")
@pytest.mark.parametrize("up", ["9c", "Kc"])
def test_a_natural_wins_by_itself(up: str) -> None:
    table = credits("Ad Kh", up=up, down="8s")
    assert table.round.over
    assert table.paid == [2500]


@clause("001-N7", "001-X4")
def test_a_two_card_21_on_a_split_hand_is_no_natural() -> None:
    table = credits("Ad Ah", up="Tc", down="9s", then="Kd Qh").do("split")
    assert table.hands == ["Ad Kd", "Ah Qh"]
    assert table.outcomes == ["win", "win"]
    assert table.paid == [2000, 2000]


@clause("001-P1", "001-P3")
def test_hits_go_on_until_21_where_only_stand_is_left_to_press() -> None:
    table = credits("2d 3h", up="9c", down="8s", then="5d Ah").do("hit")
    assert table.offered == {"hit", "stand"}
    table.do("hit")
    assert table.totals == [21]
    assert table.offered == {"stand"}
    assert table.do("stand").outcomes == ["win"]


@clause("001-P3")
def test_a_split_hand_of_21_must_be_stood_on_too() -> None:
    table = credits("Td Kh", up="9c", down="8s", then="Ad Ah").do("split")
    assert table.offered == {"stand"}
    assert table.do("stand").asked == (1, 1, "play")


@clause("001-P2")
def test_a_bust_hand_loses_at_once() -> None:
    table = credits("Td 6h", up="9c", down="8s", then="Kd").do("hit")
    assert table.decided == [(1, 0, "bust")]
    assert table.paid == [0]


@clause("001-P4")
def test_stand_ends_the_hand() -> None:
    assert credits("2d 3h", up="9c", down="8s").do("stand").hands == ["2d 3h"]


@clause("001-P5", "001-P6")
@pytest.mark.parametrize("hand", ["2d 2h", "Ad 9h", "Td Kh"])
def test_any_two_cards_below_21_may_be_doubled_for_one_card(hand: str) -> None:
    table = credits(hand, up="9c", down="8s", then="Ad")
    table.do("double")
    assert table.round.over
    assert table.hands == [f"{hand} Ad"]
    assert table.staked == 2000


@clause("001-P5")
def test_21_is_not_doubled() -> None:
    table = credits("Td Kh", up="9c", down="8s", then="Ad").do("split")
    assert table.refuses("double") == "not_offered"


@clause("001-P6", "001-P3")
def test_a_doubled_21_closes_by_itself() -> None:
    table = credits("5d 6h", up="9c", down="8s", then="Td").do("double")
    assert HandStood(1, 0, chosen=False) in table.events


@clause("001-P7")
def test_after_a_split_both_hands_may_be_doubled_but_not_aces() -> None:
    table = credits("5d 5h", up="9c", down="8s", then="6d Td 6h Th").do("split", "double", "double")
    assert table.staked == 4000
    aces = credits("Ad Ah", up="9c", down="8s", then="5d 6h").do("split")
    assert aces.round.over


@clause("001-P9", "001-P10")
def test_an_eleven_card_hand_wins_at_once() -> None:
    table = credits("2d 3h", up="Tc", down="Ks", then=SMALL_CARDS).do(*["hit"] * 9)
    assert len(table.round.hands[0].cards) == 11
    assert table.round.over
    assert table.outcomes == ["charlie"]
    assert table.paid == [2000]
    assert table.dealer == "Tc Ks"


@clause("001-P10")
def test_eleven_cards_that_are_bust_lose() -> None:
    cards = "2d 2h 2s Ad Ah As Ac Ad Kd"
    table = credits("2d 3h", up="Tc", down="Ks", then=cards).do(*["hit"] * 9)
    assert table.outcomes == ["bust"]


@clause("001-P9", "001-P10", "001-H2")
def test_a_split_hand_may_win_with_eleven_cards_too() -> None:
    then = f"3d {SMALL_CARDS} Kd Kh"
    table = credits("2d 2h", up="Tc", down="6s", then=then)
    table.do("split", *["hit"] * 9)
    assert table.asked == (1, 1, "play")
    table.do("hit")
    assert table.outcomes == ["charlie", "bust"]
    assert table.dealer == "Tc 6s"


@clause("001-X1", "001-X3")
def test_equal_values_split_once_and_no_more() -> None:
    table = credits("Kd Th", up="9c", down="8s", then="Qd Jh")
    assert "split" in table.offered
    table.do("split")
    assert table.refuses("split") == "not_offered"
    assert table.do("stand").refuses("split") == "not_offered"


@clause("001-H1", "001-H3", "001-H4")
@pytest.mark.parametrize(
    ("down", "dealer"),
    [("7s", "6c 7s 5d"), ("As", "6c As"), ("Ks", "6c Ks 5d"), ("5s", "6c 5s 5d Kd")],
)
def test_the_dealer_turns_up_draws_to_16_and_stands_on_17_soft_too(down: str, dealer: str) -> None:
    assert credits("Td 7h", up="6c", down=down, then="5d Kd Kh").do("stand").dealer == dealer


@clause("001-H2")
@pytest.mark.parametrize(("hand", "actions"), [("Td 6h", ["hit"]), ("Ad Kh", [])])
def test_nothing_is_drawn_after_a_bust_or_a_paid_natural(hand: str, actions: list[str]) -> None:
    table = credits(hand, up="6c", down="Ts", then="Kd 5h").do(*actions)
    assert table.dealer == "6c Ts"


@clause("001-E1", "001-E2", "001-E3")
@pytest.mark.parametrize(
    ("hand", "down", "then", "paid"),
    [("Td 9h", "8s", "", 2000), ("Td 2h", "6s", "Kd", 2000), ("Td 8h", "8s", "", 1000)],
)
def test_a_win_a_bust_dealer_and_a_tie(hand: str, down: str, then: str, paid: int) -> None:
    assert credits(hand, up="Tc", down=down, then=then).do("stand").paid == [paid]


def test_a_table_has_three_boxes_at_most() -> None:
    with pytest.raises(BadBet):
        credits("Td 6h", up="6c", down="Ts", bets={4: 1000})
