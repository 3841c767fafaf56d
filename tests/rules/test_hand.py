"""How cards are counted."""

import pytest

from evenmoney.cards import parse_cards
from evenmoney.rules.hand import Hand, count, dealt_hand, split_hand


def hand(cards: str) -> Hand:
    first, second, *more = parse_cards(cards)
    made = dealt_hand(1, 1000, first, second)
    for card in more:
        made = made.with_card(card)
    return made


@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("2d 3h", 5, False),
        ("Ad 6h", 17, True),
        ("Ad Ah", 12, True),
        ("Ad Ah As Ac", 14, True),
        ("Ad 6h Td", 17, False),
        ("6h Td Ad", 17, False),
        ("Ad 5h Ad 5h 9s", 21, False),
        ("Ad 9h Ah", 21, True),
        ("9d 9h Ah Ad Ac", 21, False),
        ("Kd Qh 2d", 22, False),
        ("Ad Td Kd", 21, False),
        ("2s Ac As 3h Td", 17, False),
    ],
)
def test_the_best_total_is_counted_and_whether_an_ace_is_eleven_in_it(
    cards: str, total: int, soft: bool
) -> None:
    assert count(parse_cards(cards)) == (total, soft)
    assert (hand(cards).total, hand(cards).soft) == (total, soft)


def test_a_total_does_not_depend_on_the_order_of_its_cards() -> None:
    cards = parse_cards("Ad 5h Ah 4s")
    assert len({count(cards[i:] + cards[:i]) for i in range(4)}) == 1


def test_only_the_first_two_cards_of_an_unsplit_hand_are_a_natural() -> None:
    ace, king = parse_cards("Ad Kh")
    assert hand("Ad Kh").natural
    assert not hand("7d 7h 7s").natural
    assert not split_hand(1, 0, 1000, ace).with_card(king).natural


def test_a_natural_is_closed_from_the_start() -> None:
    assert hand("Ad Kh").closed
    assert not hand("Td Kh").closed
