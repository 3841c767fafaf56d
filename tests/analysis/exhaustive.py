"""Every round of a small pack, dealt by the round engine itself: slow and plainly right."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from evenmoney.cards import Card
from evenmoney.rules.action import Action
from evenmoney.rules.game import Rules
from evenmoney.rules.round import OutOfCards, Round, deal

BET = 4
"""Minor units: its half and its 3:2 are whole."""

Chooser = Callable[[Round], Action]


class Expected(NamedTuple):
    """Expectations over all rounds, in first bets."""

    net: Fraction
    stake: Fraction
    square: Fraction


def play_all(rules: Rules, pack: dict[str, int], choose: Chooser) -> Expected:
    """The expectations over every order of a pack (rank to number), each hand played by `choose`.

    A round is dealt from the cards known so far; where it asks for one more, every rank that may
    come next is tried, with its chance.
    """
    sums = [Fraction(0)] * 3
    _deal_on(rules, dict(pack), [], Fraction(1), choose, sums)
    return Expected(*sums)


def _deal_on(
    rules: Rules,
    left: dict[str, int],
    cards: list[Card],
    chance: Fraction,
    choose: Chooser,
    sums: list[Fraction],
) -> None:
    closed = _play(rules, cards, choose)
    if closed is None:
        all_left = sum(left.values())
        assert all_left, "the pack is too small for these rules"
        for rank, number in left.items():
            if number:
                left[rank] -= 1
                more = [*cards, Card(rank + "s")]
                _deal_on(rules, left, more, chance * Fraction(number, all_left), choose, sums)
                left[rank] += 1
        return
    net = Fraction(closed.result.net, BET)
    sums[0] += chance * net
    sums[1] += chance * Fraction(closed.result.staked, BET)
    sums[2] += chance * net * net


def _play(rules: Rules, cards: list[Card], choose: Chooser) -> Round | None:
    """The round that these cards make, or None where it takes more."""
    try:
        current = deal(rules, {1: BET}, cards).round
        while not current.over:
            current = current.act(choose(current)).round
    except OutOfCards:
        return None
    return current
