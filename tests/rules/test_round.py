"""A round as a value: its questions, its secrets, its sums."""

import msgspec
import pytest

from evenmoney.cards import Card, parse_cards
from evenmoney.money import NotWhole
from evenmoney.rules.action import Action, Asking, Turn
from evenmoney.rules.event import InsuranceDeclined, InsuranceSettled, Peeked, RoundClosed
from evenmoney.rules.refusal import Refusal
from evenmoney.rules.round import BadBet, OutOfCards, deal, settle
from tests.dealing import Table, rules_of

CARDS = parse_cards("Td 6s 6h Tc 5d 5h")


def test_a_refused_answer_changes_nothing_and_says_why() -> None:
    table = Table("classic", "Td 6h", up="6c", down="Ts")
    before = table.round
    with pytest.raises(Refusal, match="split on box 1, hand 1; offered: hit, stand, double"):
        table.do("split")
    assert table.round == before


def test_a_refusal_tells_want_of_money_from_what_is_never_offered() -> None:
    table = Table("classic", "8d 8h", up="6c", down="Ts", balance=1500)
    assert table.refuses("split") == "not_enough_money"
    assert table.refuses("surrender") == "not_offered"


def test_a_box_that_cant_pay_for_insurance_is_not_asked_and_no_event_tells_of_it() -> None:
    table = Table("vegas-strip", "8d 8h", up="Ac", down="7s", balance=1400)
    assert table.asked == (1, 0, "play")
    assert not any(isinstance(event, InsuranceDeclined) for event in table.events)


def test_after_the_end_every_answer_is_refused() -> None:
    table = Table("classic", "Td 9h", up="6c", down="Ts", then="Kd").do("stand")
    assert table.offered == set()
    assert {table.refuses(action) for action in Action} == {"round_over"}


@pytest.mark.parametrize(
    ("bets", "error"),
    [
        ({}, BadBet),
        ({0: 100}, BadBet),
        ({4: 100}, BadBet),
        ({1: 0}, BadBet),
        ({1: -100}, BadBet),
        ({1: 101}, NotWhole),
    ],
)
def test_bets_that_cant_be_dealt_to(bets: dict[int, int], error: type[Exception]) -> None:
    with pytest.raises(error):
        deal(rules_of("vegas-strip"), bets, CARDS)


def test_a_natural_whose_pay_is_not_whole_cant_be_bet_on() -> None:
    pays = msgspec.structs.replace(rules_of("classic").blackjack_pays, pays=6, to=5)
    with pytest.raises(NotWhole):
        deal(rules_of("vegas-strip", blackjack_pays=pays), {1: 102}, CARDS)


@pytest.mark.parametrize("length", range(4))
def test_a_deal_that_runs_out_of_cards_says_so(length: int) -> None:
    with pytest.raises(OutOfCards):
        deal(rules_of("vegas-strip"), {1: 1000}, CARDS[:length])


def test_running_out_in_an_answer_leaves_the_round_as_it_was() -> None:
    dealt = deal(rules_of("vegas-strip"), {1: 1000}, CARDS[:4]).round
    with pytest.raises(OutOfCards):
        dealt.act(Action.HIT)
    assert dealt.hands[0].cards == ("Td", "6h")


def test_boxes_are_played_in_order_however_the_bets_come() -> None:
    dealt = deal(rules_of("vegas-strip"), {3: 100, 1: 200}, parse_cards("Td 9d 6s 6h 9h Tc")).round
    assert [(hand.box, hand.bet) for hand in dealt.hands] == [(1, 200), (3, 100)]


def test_no_text_of_a_round_in_play_names_the_hole_card() -> None:
    table = Table("classic", "Td 6h", up="6c", down="4s")
    assert "4s" not in repr(table.round)
    assert "4s" not in str(table.round)
    assert table.round.dealer_shown == (None, Card("6c"))


def test_standing_on_everything_passes_on_insurance_and_closes_the_round() -> None:
    table = Table("classic", "Td 9h / Ad Kh", up="Ac", down="7s")
    step = table.round.stand_all()
    assert step.round.over
    assert [str(hand.outcome) for hand in step.round.result.hands] == ["win", "blackjack"]
    assert isinstance(step.events[-1], RoundClosed)


def test_what_lies_on_a_box_counts_doubles_splits_and_insurance() -> None:
    table = Table("vegas-strip", "5d 5h / Td 9h", up="Ac", down="7s", then="6d 2h 6h 3h")
    table.do("insure", "pass", "split", "double", "double")
    assert table.round.staked(1) == 500 + 2000 + 2000
    assert table.round.staked(2) == 1000


def test_the_closing_sums_are_before_any_cap() -> None:
    table = Table("free-amount", "Ad Kh", up="6c", down="Ts", bets={1: 80000})
    assert table.events[-1] == RoundClosed(80000, 200000)
    assert (table.result.staked, table.result.paid, table.net) == (80000, 180000, 100000)


def test_a_cap_on_wins_is_each_players_own() -> None:
    table = Table("vegas-strip", "Ad Kh / Td 9h", up="6c", down="Ts", then="5d", max_win=800)
    table.do("stand")
    assert settle(table.round, {1}) == (1000, 1800)
    assert settle(table.round, {2}) == (1000, 0)
    assert settle(table.round, {1, 2}) == (2000, 2500)
    assert settle(table.round, set()) == (0, 0)


def test_the_sums_of_boxes_are_those_of_the_round() -> None:
    table = Table("vegas-strip", "8d 8h / Td 9h", up="Ac", down="7s", then="Td Th")
    table.do("insure", "insure", "split", "stand", "stand", "stand")
    boxes = table.result.boxes
    assert sum(box.staked for box in boxes) == table.staked
    assert sum(box.paid for box in boxes) == table.result.paid
    assert boxes[0].insurance == 500


def test_a_lost_insurance_is_settled_after_the_peek() -> None:
    table = Table("vegas-strip", "Td 9h", up="Ac", down="7s").do("insure")
    assert table.events[-2:] == [Peeked(False), InsuranceSettled(1, 500, 0)]
    assert table.round.boxes[0].insurance_paid == 0


def test_what_the_dealer_announced_is_known_to_the_end_of_the_round() -> None:
    table = Table("vegas-strip", "2d 3h", up="Kc", down="7s", then="4d")
    assert table.round.peeked is False
    assert table.do("hit", "stand").round.peeked is False
    assert Table("vegas-strip", "2d 3h", up="9c", down="7s").round.peeked is None


def test_hands_of_a_box_are_numbered_anew_when_an_earlier_one_is_split() -> None:
    table = Table("vegas-strip", "8d 8h / 7d 7h", up="9c", down="8s", then="8s 8c 2d")
    table.do("split", "split", "split")
    assert [(hand.box, hand.number) for hand in table.round.hands] == [
        *((1, number) for number in range(4)),
        (2, 0),
    ]


def test_even_money_is_final_while_other_boxes_play_on() -> None:
    table = Table("classic", "Ad Kh / Td 9h", up="Ac", down="7s").do("even_money", "pass")
    assert table.decided == [(1, 0, "even_money")]
    assert table.do("stand").outcomes == ["even_money", "win"]


def test_money_decides_offers_hand_by_hand() -> None:
    table = Table("vegas-strip", "6d 5h / 6h 5s", up="9c", down="8s", then="Td", balance=3000)
    assert "double" in table.offered
    assert "double" not in table.do("double").offered


def test_each_boxs_owner_has_his_own_purse() -> None:
    cards = parse_cards("8d 8h Ac 8s 8c 7s Td Th 2d 2h 9s")
    step = deal(rules_of("vegas-strip"), {1: 1000, 2: 1000}, cards, {1: 0, 2: 1500})
    assert not any(isinstance(event, InsuranceDeclined) for event in step.events)
    assert step.round.turn == Turn(2, 0, Asking.INSURANCE)
    step = step.round.act(Action.INSURE, {1: 0, 2: 1000})
    assert [offer.action for offer in step.round.offers] == [Action.HIT, Action.STAND]
    step = step.round.act(Action.STAND, {1: 0, 2: 1000})
    assert [offer.action for offer in step.round.offers] == [
        Action.HIT,
        Action.STAND,
        Action.DOUBLE,
        Action.SPLIT,
    ]
