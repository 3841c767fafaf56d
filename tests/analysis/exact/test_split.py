"""The weights of split hands, against a plain count of every order of second cards."""

from itertools import combinations, product

import numpy as np
import pytest

from evenmoney.analysis.exact.split import first_hand, orders_open, weights
from evenmoney.analysis.exact.square import pair_weights

PAIR = 0.3
"""The chance of a pair card in a shoe where it never changes."""


def finished(seconds: tuple[bool, ...], max_hands: int) -> list[bool] | None:
    """Second cards of all hands, dealt until none is missing; None unless just these are used."""
    hands, kept = 2, []
    for used, pair in enumerate(seconds, start=1):
        if pair and hands < max_hands:
            hands += 1
        else:
            kept.append(pair)
        if len(kept) == hands:
            return kept if used == len(seconds) else None
    return None


class Counted:
    """Expected numbers of hands and couples by kind, where a pair card is always as likely."""

    def __init__(self, max_hands: int) -> None:
        self.hands = [0.0, 0.0]
        self.first = [0.0, 0.0]
        self.couples = [0.0, 0.0, 0.0]
        for length in range(2, 2 * max_hands):
            for seconds in product([False, True], repeat=length):
                kept = finished(seconds, max_hands)
                if kept is not None:
                    pairs = sum(seconds)
                    self.count(kept, PAIR**pairs * (1 - PAIR) ** (length - pairs))

    def count(self, kept: list[bool], chance: float) -> None:
        self.first[kept[0]] += chance
        for pair in kept:
            self.hands[pair] += chance
        for one, other in combinations(kept, 2):
            self.couples[one + other] += chance


@pytest.mark.parametrize("max_hands", [2, 3, 4])
def test_hands_are_weighed_as_often_as_they_are_dealt(max_hands: int) -> None:
    counted = Counted(max_hands)
    powers = PAIR ** np.arange(2 * max_hands - 3)
    for hands, found in (
        (counted.hands, weights(max_hands)),
        (counted.first, first_hand(max_hands)),
    ):
        no_pair, any_card = (powers * found.no_pair).sum(), (powers * found.any_card).sum()
        assert (1 - PAIR) * (no_pair + any_card) == pytest.approx(hands[False])
        assert PAIR * any_card == pytest.approx(hands[True])
    for pairs, weight in enumerate(pair_weights(max_hands)):
        chance = (1 - PAIR) ** (2 - pairs) * PAIR**pairs
        assert chance * (powers * weight).sum() == pytest.approx(counted.couples[pairs])


def test_a_split_is_open_while_a_hand_waits_for_its_second_card() -> None:
    assert [orders_open(1, done) for done in range(4)] == [1, 2, 2, 0]
