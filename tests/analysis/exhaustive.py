"""Every round of a small pack, dealt by the round engine itself: slow and plainly right."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from evenmoney.cards import Card
from evenmoney.rules.action import Action
from evenmoney.rules.game import Rules
from evenmoney.rules.round import OutOfCards, Round, deal

BET = 20
"""Minor units: its half, 3:2 and 6:5 are whole."""

Chooser = Callable[[Round], Action]


class PackTooSmall(Exception):
    """A round that takes more cards than there are."""


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
    rounds = _Rounds(rules, dict(pack), choose)
    rounds.deal_on([], Fraction(1))
    return Expected(*rounds.sums)


class _Rounds:
    def __init__(self, rules: Rules, left: dict[str, int], choose: Chooser) -> None:
        self.rules = rules
        self.left = left
        self.choose = choose
        self.sums = [Fraction(0)] * 3

    def deal_on(self, cards: list[Card], chance: Fraction) -> None:
        closed = _play(self.rules, cards, self.choose)
        if closed is None:
            self.try_next(cards, chance)
            return
        net = Fraction(closed.result.net, BET)
        staked = Fraction(closed.result.staked, BET)
        for part, value in enumerate((net, staked, net * net)):
            self.sums[part] += chance * value

    def try_next(self, cards: list[Card], chance: Fraction) -> None:
        all_left = sum(self.left.values())
        if not all_left:
            raise PackTooSmall
        for rank, number in self.left.items():
            if number:
                self.left[rank] -= 1
                self.deal_on([*cards, Card(rank + "s")], chance * Fraction(number, all_left))
                self.left[rank] += 1


def _play(rules: Rules, cards: list[Card], choose: Chooser) -> Round | None:
    """The round that these cards make, or None where it takes more."""
    try:
        current = deal(rules, {1: BET}, cards).round
        while not current.over:
            current = current.act(choose(current)).round
    except OutOfCards:
        return None
    return current
