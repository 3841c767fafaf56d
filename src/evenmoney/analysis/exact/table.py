"""One set of rules laid out for the maths: its shoe, its dealer, and what standing is worth."""

import math
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from evenmoney.analysis.exact.dealer import Shoe, dealer_walk
from evenmoney.analysis.exact.hands import (
    ACE,
    PER_DECK,
    RANKS,
    TEN,
    Bools,
    Floats,
    Hands,
    Ints,
    all_hands,
)
from evenmoney.analysis.exact.play import Choices, best_choices, play_on
from evenmoney.analysis.exact.settle import Standing, standing, win_charlies
from evenmoney.analysis.exact.split import (
    ORIGINAL_BETS,
    Deal,
    SplitRules,
    SplitSums,
    Strategy,
    split_sums,
)
from evenmoney.rules.game import Rules

INFINITE: Final = math.inf
"""The number of decks of a shoe that no card leaves."""

NO_CHARLIE: Final = 99

DOUBLE_TOTALS: Final = {"any": (4, 20), "hard": (4, 20), "9-11": (9, 11), "10-11": (10, 11)}


def full_shoe(decks: float) -> Shoe:
    """The shoe of 1 to 8 decks, or of `INFINITE` ones."""
    per_deck = np.array(PER_DECK, dtype=float)
    if decks == INFINITE:
        return Shoe(per_deck / per_deck.sum(), 0.0)
    return Shoe(per_deck * decks, 1.0)


class Played(NamedTuple):
    """(hand, upcard) figures of a way to play, joint with the upcard, before any split."""

    hit: Floats
    double: Floats
    """The gain of the doubled bet."""
    hit_push: Floats
    double_push: Floats


class Table:
    """Rules and a shoe, with all that doesn't hang on how the hands are played."""

    def __init__(self, rules: Rules, shoe: Shoe) -> None:
        self.rules = rules
        self.hands: Hands = all_hands()
        self.shoe, self.step = shoe
        self.peek = rules.hole_card != "none"
        self.all_bets = not self.peek and rules.no_hole_card_loss == "all_bets"
        self.original_bets = not self.peek and not self.all_bets
        self.left: Floats = np.maximum(self.shoe - self.step * self.hands.counts, 0.0)
        charlie = NO_CHARLIE if rules.charlie is None else rules.charlie
        self.charlies: Bools = self.hands.cards >= charlie
        self.closed: Bools = self.charlies | (self.hands.total == 21)
        self.split_rules = SplitRules(
            max_hands=rules.max_hands,
            resplit_aces=rules.resplit_aces,
            hit_split_aces=rules.hit_split_aces,
            charlie=charlie,
            all_bets=self.all_bets,
            natural_gain=ORIGINAL_BETS if self.original_bets else 2.0 * (not self.peek),
        )

    @cached_property
    def stood(self) -> Standing:
        """What standing gains on every hand; a charlie wins."""
        walk = dealer_walk(self.rules.hit_soft_17)
        stood = standing(self.left, self.step, self.hands.total, walk)
        win_charlies(stood, self.charlies, 0.0 if self.peek else 2.0)
        return stood

    @cached_property
    def risk(self) -> Floats:
        """(hand, upcard): the chance that a bet is at stake when the hand is settled."""
        return self.stood.alive + self.stood.natural if self.all_bets else self.stood.alive

    @cached_property
    def pairs_of_cards(self) -> Ints:
        """The rows of all two-card hands, the natural left out."""
        two_cards = self.hands.cards == 2
        two_cards[self.natural] = False
        return np.flatnonzero(two_cards)

    @property
    def natural(self) -> int:
        """The row of an ace and a ten."""
        return self.hands.row(TEN, ACE)

    @cached_property
    def dealt(self) -> Floats:
        """(hand): the chance to be dealt a two-card hand; 0 for all other hands."""
        cards, chance = self.shoe.sum(), np.zeros(len(self.hands.cards))
        for one in range(RANKS):
            for other in range(one, RANKS):
                left = self.shoe[other] - (self.step if one == other else 0.0)
                orders = 1.0 if one == other else 2.0
                chance[self.hands.row(one, other)] = (
                    orders * self.shoe[one] / cards * left / (cards - self.step)
                )
        return chance

    @cached_property
    def doubles(self) -> Bools:
        """(hand): whether a hand of two cards may be doubled before any split."""
        lowest, highest = DOUBLE_TOTALS[self.rules.double_on]
        total = self.hands.total
        allowed: Bools = (self.hands.cards == 2) & (total >= lowest) & (total <= highest)
        if self.rules.double_on != "any":
            allowed &= ~self.hands.soft
        return allowed

    @cached_property
    def surrenders(self) -> Bools:
        """(upcard): whether a hand may be surrendered."""
        allowed = np.full(RANKS, self.rules.surrender != "none")
        allowed[ACE] = self.rules.surrender == "late"
        return allowed

    @cached_property
    def splits(self) -> Bools:
        """(hand): whether the hand is a pair."""
        pairs = np.zeros(len(self.hands.cards), dtype=bool)
        pairs[[self.hands.row(rank, rank) for rank in range(RANKS)]] = True
        return pairs

    def best_choices(self) -> Choices:
        """(hand, upcard): the best play of later cards for the very cards of each hand."""
        return best_choices(self.hands.drawn, self.left, self.stood.gain, self.closed)

    def play(self, later: Choices) -> Played:
        """The gains of hitting and doubling when later cards are played by `later`."""
        stood = self.stood
        played = play_on(self.hands.drawn, self.left, stood.gain, stood.push, later)
        found = Played(*played)
        if self.original_bets:
            found.double[:] -= self._charlies_on_three_cards()
        return found

    def _charlies_on_three_cards(self) -> Floats:
        """(hand, upcard): the chance that a double makes a charlie under a natural.

        Original bets: the double of a gain of 2 would be 4, but the charlie wins two bets and
        keeps the first: 3.
        """
        found = np.zeros_like(self.stood.natural)
        charlies = self.stood.natural * self.charlies[:, np.newaxis]
        for rank in range(RANKS):
            drawn = self.hands.drawn[:, rank]
            chance = self.left[:, rank] / np.maximum(self.left.sum(axis=1), 1.0)
            found += np.where(drawn >= 0, chance, 0.0)[:, np.newaxis] * charlies[drawn]
        return found

    @property
    def deal(self) -> Deal:
        """What splits are worked out from."""
        return Deal(self.hands, Shoe(self.shoe, self.step), dealer_walk(self.rules.hit_soft_17))

    def split(self, strategy: Strategy) -> SplitSums:
        """What each pair comes to when it is split and the hands are played by `strategy`."""
        return split_sums(self.deal, strategy, self.split_rules)
