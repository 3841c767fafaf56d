"""Classic Blackjack (source 000), clause by clause: what the rules engine must do."""

from functools import partial

import pytest

from evenmoney.cards import Card
from evenmoney.rules.event import CardDealt, DealerCardDealt, HandSettled, HoleCardRevealed, Peeked
from tests.dealing import GAMES, Table, rules_of

clause = pytest.mark.clause
classic = partial(Table, "classic")
BOTH = ("classic", "classic-multiplayer")


@clause("000-A1")
def test_a_hand_is_worth_the_sum_of_its_cards() -> None:
    table = classic("2d 3h / Jd Qh", up="9c", down="8s", then="4c")
    assert table.totals == [5, 20]
    table.do("hit")
    assert table.totals == [9, 20]


@clause("000-A2")
def test_a_bust_hand_is_paid_nothing_though_the_dealer_is_bust_too() -> None:
    table = classic("Td 6h / Td 9h", up="6c", down="Ts", then="Kd Kh").do("hit", "stand")
    assert table.dealer == "Ts 6c Kh"
    assert table.outcomes == ["bust", "win"]
    assert table.paid == [0, 2000]


@clause("000-A3")
def test_the_higher_total_wins_even_money_the_lower_gets_nothing() -> None:
    table = classic("Td 9h / Td 7h", up="8c", down="Ts").do("stand", "stand")
    assert table.outcomes == ["win", "lose"]
    assert table.paid == [2000, 0]


@clause("000-A4")
def test_a_bust_dealer_pays_every_hand_that_is_not() -> None:
    table = classic("Td 2h / 2d 3h", up="6c", down="Ts", then="Kd").do("stand", "stand")
    assert table.paid == [2000, 2000]


@clause("000-A5")
def test_equal_totals_bring_the_bet_back() -> None:
    assert classic("Td 8h", up="8c", down="Ts").do("stand").paid == [1000]


@clause("000-A5", "000-N6")
def test_a_natural_and_a_drawn_21_are_no_tie() -> None:
    table = classic("Ad Kh / Td 9h", up="5c", down="Ts", then="6d").do("stand")
    assert table.dealer == "Ts 5c 6d"
    assert table.outcomes == ["blackjack", "lose"]


@clause("000-A6", "000-I9")
def test_a_tie_does_not_bring_insurance_back() -> None:
    table = classic("Td 8h", up="Ac", down="7s").do("insure", "stand")
    assert table.outcomes == ["push"]
    assert table.net == -500


@clause("000-R1", "000-R3", "000-R5")
@pytest.mark.parametrize("game", BOTH)
def test_six_decks_soft_17_drawn_to_no_surrender(game: str) -> None:
    rules = rules_of(game)
    assert (rules.decks, rules.hit_soft_17, rules.surrender) == (6, True, "none")


@clause("000-R3", "000-H2")
def test_the_dealer_draws_to_a_soft_17_and_stands_on_a_soft_18() -> None:
    assert classic("Td 7h", up="6c", down="As", then="5d Th").do("stand").dealer == "As 6c 5d Th"
    assert classic("Td 7h", up="7c", down="As").do("stand").dealer == "As 7c"


@clause("000-R4")
def test_single_and_multiplayer_share_one_rules_object() -> None:
    assert GAMES["classic"].rules is GAMES["classic-multiplayer"].rules


@clause("000-R5")
@pytest.mark.parametrize("up", ["2c", "Tc", "Ac"])
def test_surrender_is_never_offered(up: str) -> None:
    table = classic("Td 6h", up=up, down="5s")
    if up == "Ac":
        table.do("pass")
    assert table.refuses("surrender") == "not_offered"


@clause("000-D6", "000-D7")
def test_the_dealers_first_card_lies_face_down_and_his_second_face_up() -> None:
    table = classic("2d 3h / 4d 5h", up="9c", down="8s")
    assert table.events == [
        CardDealt(1, 0, Card("2d")),
        CardDealt(2, 0, Card("4d")),
        DealerCardDealt(None),
        CardDealt(1, 0, Card("3h")),
        CardDealt(2, 0, Card("5h")),
        DealerCardDealt(Card("9c")),
    ]
    assert table.shown == "?? 9c"


@clause("000-I1", "000-I3")
def test_under_an_ace_the_hands_are_asked_from_the_right_most_before_anything_else() -> None:
    table = classic("8d 8h / Ad Kh / Td 6h", up="Ac", down="5s")
    asked = [table.asked, *(table.do("pass").asked for _ in range(2))]
    assert asked == [(1, 0, "insurance"), (2, 0, "even_money"), (3, 0, "insurance")]
    assert table.do("pass").asked == (1, 0, "play")


@clause("000-I2")
@pytest.mark.parametrize("up", ["2c", "9c", "Tc", "Kc"])
def test_under_any_other_card_nothing_is_insured(up: str) -> None:
    assert classic("Td 6h", up=up, down="5s").asked == (1, 0, "play")


@clause("000-I5")
def test_insurance_costs_half_the_first_bet_on_top() -> None:
    table = classic("Td 6h", up="Ac", down="5s")
    assert table.cost("insure") == 500
    assert table.do("insure").round.staked(1) == 1500


@clause("000-I7", "000-I8")
def test_insurance_pays_two_to_one_on_a_natural_that_takes_the_bet() -> None:
    table = classic("Td 6h", up="Ac", down="Ks").do("insure")
    assert table.outcomes == ["lose"]
    assert table.result.boxes[0].insurance_paid == 1500
    assert table.net == 0


@clause("000-I10")
def test_after_a_lost_insurance_the_hand_is_played_on_for_its_first_bet() -> None:
    table = classic("Td 9h", up="Ac", down="7s").do("insure")
    assert table.asked == (1, 0, "play")
    assert table.round.hands[0].bet == 1000
    assert table.do("stand").net == 500


@clause("000-I11")
def test_a_natural_is_offered_even_money_in_place_of_insurance() -> None:
    assert classic("Ad Kh", up="Ac", down="5s").offered == {"even_money", "pass"}


@clause("000-I13", "000-I15")
@pytest.mark.parametrize("down", ["Ks", "5s"])
def test_even_money_pays_a_natural_one_to_one_whatever_the_dealer_has(down: str) -> None:
    table = classic("Ad Kh", up="Ac", down=down).do("even_money")
    assert table.outcomes == ["even_money"]
    assert table.paid == [2000]


@clause("000-I16", "000-N7")
def test_even_money_declined_against_a_natural_is_a_push() -> None:
    table = classic("Ad Kh", up="Ac", down="Ks").do("pass")
    assert table.outcomes == ["push"]
    assert table.net == 0


@clause("000-N1", "000-N2")
@pytest.mark.parametrize(("up", "down"), [("Kc", "As"), ("Tc", "As")])
def test_a_natural_under_a_ten_ends_the_round_before_anyone_plays(up: str, down: str) -> None:
    table = classic("6d 5h / 8d 8h", up=up, down=down)
    assert Peeked(True) in table.events
    assert table.outcomes == ["lose", "lose"]


@clause("000-N1")
@pytest.mark.parametrize("up", ["2c", "9c"])
def test_under_any_other_card_the_dealer_does_not_look(up: str) -> None:
    table = classic("6d 5h", up=up, down="As")
    assert not any(isinstance(event, Peeked) for event in table.events)


@clause("000-N3", "000-P1", "000-E1")
def test_without_a_natural_each_hand_is_played_in_turn_and_paid_on_its_own() -> None:
    table = classic("Td 9h / Td 7h / Td 8h", up="Kc", down="8s")
    turns = [table.asked, *(table.do("stand").asked for _ in range(2))]
    assert turns == [(1, 0, "play"), (2, 0, "play"), (3, 0, "play")]
    assert table.do("stand").outcomes == ["win", "lose", "push"]


@clause("000-N4", "000-E2")
@pytest.mark.parametrize("ten", ["Td", "Jd", "Qd", "Kd"])
def test_an_ace_with_any_ten_valued_card_is_a_natural_and_pays_three_to_two(ten: str) -> None:
    table = classic(f"{ten} Ah", up="6c", down="5s")
    assert table.outcomes == ["blackjack"]
    assert table.paid == [2500]


@clause("000-N5", "000-X10")
def test_a_split_ace_with_a_ten_is_a_plain_21() -> None:
    table = classic("Ad Ah", up="6c", down="Ts", then="Kd 9h 5d").do("split")
    assert table.dealer == "Ts 6c 5d"
    assert table.outcomes == ["push", "lose"]


@clause("000-P2", "000-P3")
def test_hit_gives_one_card_and_may_be_repeated_until_21() -> None:
    table = classic("2d 3h", up="6c", down="Ts", then="4d 5h 7d Kd").do("hit")
    assert table.hands == ["2d 3h 4d"]
    assert table.offered == {"hit", "stand"}
    table.do("hit", "hit")
    assert table.round.over
    assert table.hands == ["2d 3h 4d 5h 7d"]


@clause("000-P4", "000-P5")
def test_stand_is_there_at_every_turn_and_leaves_the_hand_as_it_is() -> None:
    table = classic("2d 3h", up="8c", down="Ts", then="4d 5h")
    for _ in range(2):
        assert "stand" in table.offered
        table.do("hit")
    assert table.do("stand").hands == ["2d 3h 4d 5h"]


@clause("000-P6", "000-P7", "000-P8")
@pytest.mark.parametrize("hand", ["2d 2h", "Td 9h", "Ad 8h", "Td Kh"])
def test_double_is_offered_on_any_first_two_cards_and_brings_one_card(hand: str) -> None:
    table = classic(hand, up="8c", down="Ts", then="Ad")
    assert table.cost("double") == 1000
    table.do("double")
    assert table.round.over
    assert table.hands == [f"{hand} Ad"]
    assert table.result.hands[0].bet == 2000


@clause("000-P6")
def test_a_natural_is_not_doubled() -> None:
    table = classic("Ad Kh", up="Tc", down="8s")
    assert table.round.over


@clause("000-P6")
def test_double_is_not_offered_on_three_cards() -> None:
    assert classic("2d 3h", up="8c", down="Ts", then="4d").do("hit").offered == {"hit", "stand"}


@clause("000-P9")
def test_neither_hand_of_a_split_may_be_doubled() -> None:
    table = classic("5d 5h", up="8c", down="Ts", then="6d 6h").do("split")
    assert table.offered == {"hit", "stand"}
    assert table.do("stand").offered == {"hit", "stand"}


@clause("000-P11")
def test_a_doubled_hand_that_loses_loses_both_parts() -> None:
    assert classic("5d 6h", up="8c", down="Ts", then="2d").do("double").net == -2000


@clause("000-X1")
@pytest.mark.parametrize(("hand", "offered"), [("Kd Th", True), ("7d 7h", True), ("9d 8h", False)])
def test_split_is_offered_on_two_cards_of_equal_value(hand: str, offered: bool) -> None:
    assert ("split" in classic(hand, up="6c", down="Ts").offered) is offered


@clause("000-X2")
def test_a_pair_that_came_with_a_hit_is_not_split() -> None:
    assert classic("2d 6h", up="6c", down="Ts", then="6d").do("hit").refuses("split")


@clause("000-X4")
def test_a_split_hand_is_not_split_again() -> None:
    table = classic("8d 8h", up="6c", down="Ts", then="8c 8s").do("split")
    assert table.refuses("split") == "not_offered"
    assert table.do("stand").refuses("split") == "not_offered"


@clause("000-X6", "000-X7")
def test_the_second_hand_gets_its_second_card_when_its_turn_comes() -> None:
    table = classic("8d 8h", up="6c", down="Ts", then="2d 3h").do("split")
    assert table.hands == ["8d 2d", "8h"]
    assert table.do("stand").hands == ["8d 2d", "8h 3h"]


@clause("000-X8")
def test_split_hands_may_be_hit_as_often_as_wished() -> None:
    table = classic("2d 2h", up="6c", down="Ts", then="3d 3h 4d 4h").do("split")
    table.do("hit", "hit", "hit")
    assert table.hands[0] == "2d 3d 3h 4d 4h"
    assert table.offered == {"hit", "stand"}


@clause("000-X10")
def test_split_aces_get_one_card_each_unasked() -> None:
    table = classic("Ad Ah", up="6c", down="Ts", then="2d Ac Kd").do("split")
    assert table.round.over
    assert table.hands == ["Ad 2d", "Ah Ac"]


@clause("000-H1")
def test_the_hole_card_is_turned_up_when_every_hand_is_done() -> None:
    table = classic("Td 9h", up="8c", down="Ts").do("stand")
    at = [type(event) for event in table.events].index(HoleCardRevealed)
    assert table.events[at] == HoleCardRevealed(Card("Ts"))
    assert all(not isinstance(event, HandSettled) for event in table.events[:at])
    assert table.shown == "Ts 8c"


@clause("000-H2")
@pytest.mark.parametrize(("down", "drawn"), [("Ts", "5d"), ("7s", "2d 2h"), ("4s", "6d 7h")])
def test_the_dealer_draws_to_17_or_more(down: str, drawn: str) -> None:
    table = classic("Td 9h", up="6c", down=down, then=f"{drawn} Kd").do("stand")
    assert table.dealer == f"{down} 6c {drawn}"


@clause("000-H3")
def test_when_all_hands_are_bust_the_dealer_draws_nothing_but_shows_his_card() -> None:
    table = classic("Td 6h", up="6c", down="Ts", then="Kd 5d").do("hit")
    assert table.dealer == "Ts 6c"
    assert HoleCardRevealed(Card("Ts")) in table.events
