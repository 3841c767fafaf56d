"""The five games of source 003, clause by clause: what the rules engine must do."""

import pytest

from evenmoney.rules.event import DealerCardDealt, HoleCardRevealed, Peeked
from tests.dealing import Table, rules_of

clause = pytest.mark.clause
NO_HOLE_CARD = ("european", "single-deck")
HOLE_CARD = ("vegas-strip", "atlantic-city", "vegas-downtown")
FAMILY = NO_HOLE_CARD + HOLE_CARD
every_game = pytest.mark.parametrize("game", FAMILY)
with_hole_card = pytest.mark.parametrize("game", HOLE_CARD)
without_hole_card = pytest.mark.parametrize("game", NO_HOLE_CARD)


def table(game: str, hands: str, up: str, second: str, then: str = "", **more: object) -> Table:
    """A table where the dealer's second card is `second`, face down or drawn straight after."""
    if game in HOLE_CARD:
        return Table(game, hands, up=up, down=second, then=then, **more)  # type: ignore[arg-type]
    return Table(game, hands, up=up, then=f"{second} {then}", **more)  # type: ignore[arg-type]


@clause("003-B4")
@every_game
def test_only_boxes_with_a_bet_are_dealt_to(game: str) -> None:
    dealt = table(game, "Td 9h / Td 8h", "9c", "8s", bets={1: 1000, 3: 500})
    assert [(hand.box, hand.bet) for hand in dealt.round.hands] == [(1, 1000), (3, 500)]


@clause("003-D1")
@every_game
def test_each_hand_gets_two_cards_face_up(game: str) -> None:
    assert table(game, "Td 9h / 2d 3h", "9c", "8s").hands == ["Td 9h", "2d 3h"]


@clause("003-D2", "003-D3", "003-D4")
@with_hole_card
def test_two_cards_for_the_dealer_the_second_face_down_each_after_the_boxes(game: str) -> None:
    dealt = table(game, "Td 9h / 2d 3h", "9c", "8s")
    assert [isinstance(event, DealerCardDealt) for event in dealt.events] == [
        *(False, False, True),
        *(False, False, True),
    ]
    assert dealt.shown == "9c ??"


@clause("003-D2", "003-D3", "003-D4")
@without_hole_card
def test_one_card_for_the_dealer_face_up_in_the_first_pass(game: str) -> None:
    dealt = table(game, "Td 9h / 2d 3h", "9c", "8s")
    assert [isinstance(event, DealerCardDealt) for event in dealt.events] == [
        *(False, False, True),
        *(False, False),
    ]
    assert dealt.shown == "9c"


@clause("003-I1", "003-I2")
@with_hole_card
def test_insurance_is_answered_hand_by_hand(game: str) -> None:
    dealt = table(game, "Td 9h / Ad Kh", "Ac", "8s")
    assert dealt.offered == {"insure", "pass"}
    assert dealt.asked == (1, 0, "insurance")
    assert dealt.do("pass").asked == (2, 0, "insurance")
    assert dealt.offered == {"insure", "pass"}


@clause("003-I4")
@with_hole_card
def test_insure_bets_half_the_wager_more(game: str) -> None:
    assert table(game, "Td 9h", "Ac", "8s").cost("insure") == 500


@clause("003-I5", "003-I6")
@with_hole_card
@pytest.mark.parametrize(("second", "paid"), [("Ks", 1500), ("9s", 0)])
def test_insurance_pays_two_to_one_or_is_lost(game: str, second: str, paid: int) -> None:
    dealt = table(game, "Td 9h", "Ac", second).do("insure")
    if not dealt.round.over:
        dealt.do("stand")
    assert dealt.result.boxes[0].insurance_paid == paid


@clause("003-I7", "003-N3")
@without_hole_card
@pytest.mark.parametrize("up", ["Ac", "Kc"])
def test_with_a_single_card_nothing_is_insured_or_looked_at(game: str, up: str) -> None:
    dealt = table(game, "Td 9h", up, "8s")
    assert dealt.asked == (1, 0, "play")
    assert not any(isinstance(event, Peeked) for event in dealt.events)


@clause("003-N1")
@with_hole_card
def test_the_dealer_looks_after_insurance_and_under_a_ten(game: str) -> None:
    ace = table(game, "Td 9h", "Ac", "Ks")
    assert Peeked(True) not in ace.events
    assert Peeked(True) in ace.do("pass").events
    assert Peeked(True) in table(game, "Td 9h", "Kc", "As").events


@clause("003-N2")
@with_hole_card
def test_a_dealers_natural_takes_every_wager_but_a_naturals(game: str) -> None:
    assert table(game, "Td 9h / Ad Kh", "Kc", "As").outcomes == ["lose", "push"]


@clause("003-N3")
def test_a_natural_found_later_takes_doubles_and_splits_and_pushes_a_natural() -> None:
    hands, then = "8d 8h / Ad Kh", "3c 9d 7h Ts"
    dealt = Table("european", hands, up="Ts", then=f"{then} Ac").do("split", "double", "hit")
    assert dealt.dealer == "Ts Ac"
    assert dealt.outcomes == ["lose", "bust", "push"]
    assert dealt.net == -3000


@clause("003-U1", "003-U3")
def test_surrender_comes_after_the_peek_and_returns_half() -> None:
    dealt = table("atlantic-city", "Td 6h", "Ac", "9s")
    assert dealt.offered == {"insure", "pass"}
    dealt.do("pass", "surrender")
    assert dealt.outcomes == ["surrender"]
    assert dealt.paid == [500]
    assert table("atlantic-city", "Td 6h", "Kc", "As").outcomes == ["lose"]


@clause("003-U1")
@pytest.mark.parametrize("game", [game for game in FAMILY if game != "atlantic-city"])
def test_the_other_variants_have_no_surrender(game: str) -> None:
    assert table(game, "Td 6h", "Kc", "9s").refuses("surrender") == "not_offered"


@clause("003-U2")
def test_surrender_is_gone_once_the_hand_has_been_played() -> None:
    hit = table("atlantic-city", "2d 3h", "Kc", "9s", "4d").do("hit")
    assert hit.refuses("surrender") == "not_offered"
    split = table("atlantic-city", "8d 8h", "Kc", "9s", "4d 5d").do("split")
    assert split.refuses("surrender") == "not_offered"
    assert split.do("stand").refuses("surrender") == "not_offered"


@clause("003-U2")
def test_an_insurance_answer_is_no_play() -> None:
    dealt = table("atlantic-city", "Td 6h", "Ac", "9s").do("insure", "surrender")
    assert dealt.net == -1000


@clause("003-P1")
@every_game
def test_play_starts_with_the_first_hand_on_the_right(game: str) -> None:
    assert table(game, "Td 9h / Td 8h", "9c", "8s").asked == (1, 0, "play")


@clause("003-P2")
@every_game
def test_a_natural_is_not_played(game: str) -> None:
    assert table(game, "Ad Kh / Td 8h", "9c", "8s").asked == (2, 0, "play")


@clause("003-P2")
def test_a_surrendered_hand_is_not_played_on() -> None:
    dealt = table("atlantic-city", "Td 6h / Td 8h", "9c", "8s").do("surrender")
    assert dealt.asked == (2, 0, "play")


@clause("003-P3", "003-P4")
@every_game
def test_hit_and_stand_at_any_total_under_21(game: str) -> None:
    dealt = table(game, "2d 2h", "9c", "2s 3d 4d 5d 4h")
    if game in HOLE_CARD:
        dealt = Table(game, "2d 2h", up="9c", down="8s", then="2s 3d 4d 5d 3h")
    for _ in range(4):
        assert {"hit", "stand"} <= dealt.offered
        dealt.do("hit")
    assert dealt.offered == {"hit", "stand"}


@clause("003-P5")
@pytest.mark.parametrize(
    ("game", "double_on", "after_split", "hands"),
    [
        ("european", "9-11", True, 2),
        ("single-deck", "any", False, 2),
        ("vegas-strip", "any", True, 4),
        ("atlantic-city", "any", True, 4),
        ("vegas-downtown", "any", True, 4),
    ],
)
def test_double_and_split_as_the_variant_has_them(
    game: str, double_on: str, after_split: bool, hands: int
) -> None:
    rules = rules_of(game)
    assert (rules.double_on, rules.double_after_split) == (double_on, after_split)
    soft = table(game, "Ad 8h", "9c", "8s")
    assert ("double" in soft.offered) is (double_on == "any")
    dealt = table(game, "8d 8h", "9c", "8c", "8s 8d")
    if game in HOLE_CARD:
        dealt = Table(game, "8d 8h", up="9c", down="8c", then="8s 8d 2d 3d 3h 3s")
    dealt.do("split")
    while "split" in dealt.offered:
        dealt.do("split")
    assert len(dealt.hands) == hands
    assert ("double" in dealt.offered) is (after_split and double_on == "any")


@clause("003-P5")
def test_european_doubles_hard_nine_to_eleven_only() -> None:
    for hand in ("4d 5h", "4d 6h", "5d 6h"):
        assert "double" in table("european", hand, "9c", "8s").offered
    for hand in ("4d 4h", "Td 2h", "Ad 8h", "Ad 9h"):
        assert table("european", hand, "9c", "8s").refuses("double") == "not_offered"


@clause("003-H1", "003-H2")
@every_game
def test_the_dealer_plays_when_a_hand_stands(game: str) -> None:
    dealt = table(game, "Td 6h / Td 9h", "6c", "Ts", "Kd")
    assert dealt.do("stand", "stand").dealer == "6c Ts Kd"
    assert (HoleCardRevealed in map(type, dealt.events)) is (game in HOLE_CARD)


@clause("003-H1")
@without_hole_card
def test_when_all_are_bust_a_single_card_dealer_takes_no_second(game: str) -> None:
    assert table(game, "Td 6h", "6c", "Ts", "Kd").do("hit").dealer == "6c"


@clause("003-H1")
@without_hole_card
@pytest.mark.parametrize("up", ["6c", "Kc", "Ac"])
def test_with_only_a_natural_left_he_takes_just_the_second(game: str, up: str) -> None:
    dealt = table(game, "Ad Kh", up, "5s", "Kd")
    assert dealt.dealer == f"{up} 5s"
    assert dealt.outcomes == ["blackjack"]


@clause("003-H1")
@without_hole_card
def test_with_a_natural_and_a_live_hand_he_plays_on(game: str) -> None:
    dealt = table(game, "Ad Kh / Td 8h", "6c", "5s", "4d 3d").do("stand")
    assert dealt.dealer == "6c 5s 4d 3d"


@clause("003-H1")
@with_hole_card
def test_with_only_naturals_left_he_draws_nothing(game: str) -> None:
    assert table(game, "Ad Kh", "6c", "5s", "Kd").dealer == "6c 5s"


@clause("003-H3", "003-H4", "003-H5")
@every_game
def test_he_draws_at_16_and_to_a_soft_17_in_vegas_downtown_only(game: str) -> None:
    assert table(game, "Td 8h", "9c", "7s", "2d").do("stand").dealer == "9c 7s 2d"
    assert table(game, "Td 8h", "9c", "8s", "2d").do("stand").dealer == "9c 8s"
    soft = table(game, "Td 8h", "6c", "As", "3d").do("stand")
    assert soft.dealer == ("6c As 3d" if game == "vegas-downtown" else "6c As")


@clause("003-E1")
@every_game
def test_a_bust_dealer_pays_every_standing_hand(game: str) -> None:
    assert table(game, "Td 2h / Td 9h", "6c", "Ts", "Kd").do("stand", "stand").paid == [2000, 2000]


@clause("003-E2", "003-E3", "003-E4")
@every_game
def test_otherwise_hands_are_compared_from_the_right(game: str) -> None:
    dealt = table(game, "Td 9h / Td 8h / Td 7h", "9c", "9s").do("stand", "stand", "stand")
    assert dealt.settled == [(1, 0), (2, 0), (3, 0)]
    assert dealt.outcomes == ["win", "push", "lose"]
