"""What a pair is worth when it is split, under a strategy that is fixed beforehand; exact.

Each split hand is played by the same strategy and sees only its own cards, so all of them have the
same law (cards are exchangeable), and the value of the split is a sum of one-hand values. What ties
the hands together is which of their second cards are pair cards (they are split again while hands
remain) and which are not. A hand's value jointly with "j cards of other hands are no pair cards"
comes by inclusion and exclusion from values of one hand with 0, 1, ... j pair cards more gone from
the shoe. This is the exact treatment of fixed strategies with up to four hands known from Farmer
("Blackjack and pair splitting", strategy CDZ-) and Cacarulo; Nairn (arXiv:1909.13710) compares the
treatments before it. The derivation is in docs/maths.md.
"""

from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numba import njit

from evenmoney.analysis.exact.dealer import Shoe, Walk
from evenmoney.analysis.exact.hands import ACE, RANKS, Floats, Hands, Ints
from evenmoney.analysis.exact.play import DOUBLE, STAND, Choices
from evenmoney.analysis.exact.settle import standing, upcards, win_charlies

ORIGINAL_BETS: Final = 1.0
"""A charlie's gain under a natural that takes a box's first bet and no more."""


class Deal(NamedTuple):
    """All hands, the full shoe they are dealt from, and the dealer who plays against them."""

    hands: Hands
    shoe: Shoe
    walk: Walk


class Strategy(NamedTuple):
    """How split hands are played: (hand, upcard) choices."""

    second: Choices
    """On the second card: STAND, HIT or DOUBLE."""
    later: Choices
    """On later cards: STAND or HIT."""


class SplitRules(NamedTuple):
    """What bears on split hands."""

    max_hands: int
    resplit_aces: bool
    hit_split_aces: bool
    charlie: int
    """Cards of a charlie, or a number that no hand reaches."""
    all_bets: bool
    """Whether a dealer's natural that nobody saw takes all bets of a split."""
    natural_gain: float
    """A charlie's gain under a natural that nobody saw: 2 where it would have lost its bet too, 1
    where only the first hand would have lost it (`original_bets`), 0 with a peek."""


class SplitSums(NamedTuple):
    """(pair, upcard) figures of all hands of a split together, joint with the upcard."""

    gain: Floats
    """Expected gain, as in `settle.py`."""
    alive: Floats
    """Expected stake where the dealer has no natural, in first bets, doubles included."""
    natural: Floats
    """Expected stake where he has one (and nobody peeked)."""


class Weights(NamedTuple):
    """How often hands are in a split with m more pair cards gone, by inclusion and exclusion."""

    no_pair: Floats
    """(m): of hands whose second card is no pair card."""
    any_card: Floats
    """(m): of hands whose second card may be any, as no split is left."""


def first_hand(max_hands: int) -> Weights:
    """The weights of the first hand alone: it draws pair cards till it draws none or is the last
    that may be split."""
    no_pair, any_card = np.zeros(2 * max_hands - 3), np.zeros(2 * max_hands - 3)
    no_pair[: max_hands - 2], any_card[max_hands - 2] = 1.0, 1.0
    return Weights(no_pair, any_card)


@cache
def weights(max_hands: int) -> Weights:
    """The weights for splitting again whenever that is allowed, up to `max_hands` hands.

    >>> weights(2).any_card
    array([2.])
    """
    no_pair, any_card = np.zeros(2 * max_hands - 3), np.zeros(2 * max_hands - 3)
    again = max_hands - 2
    for pairs in range(again):
        orders = orders_open(pairs, pairs + 1)
        spread(no_pair, orders * (pairs + 2), pairs, pairs + 1)
    for done in range(again + 1):
        # The last pair card comes after `done` hands have drawn another one.
        orders = orders_open(again - 1, done) if again else int(done == 0)
        spread(no_pair, orders * done, again, done - 1)
        spread(any_card, orders * (max_hands - done), again, done)
    return Weights(no_pair, any_card)


def spread(into: Floats, times: int, pairs: int, others: int) -> None:
    """Add `times` hands where `pairs` pair cards came and `others` other hands drew none."""
    if times:
        for i in range(others + 1):
            into[pairs + i] += times * comb(others, i) * (-1) ** i


def orders_open(pairs: int, done: int) -> int:
    """Orders of `pairs` pair cards and `done` others as second cards that never end the split."""
    if pairs < 0 or done < 0 or done >= pairs + 2:
        return 0
    if pairs == done == 0:
        return 1
    return orders_open(pairs - 1, done) + orders_open(pairs, done - 1)


def split_sums(deal: Deal, strategy: Strategy, rules: SplitRules) -> SplitSums:
    """The sums of each pair's split against each upcard under one strategy."""
    sums = [_pair_sums(deal, pair, strategy, rules) for pair in range(RANKS)]
    return SplitSums(*np.array(sums).swapaxes(0, 1))


class Ways(NamedTuple):
    """How one split hand can end: [0] with no pair card as its second card, [1] with one."""

    ends: Floats
    """(2, hand, upcard): orders of its cards that end there, doubled ones counted twice."""
    orders: Floats
    """The same, doubled ones counted once."""
    bets: Floats
    """(2, rank, upcard): the stake after that second card, 1 or 2."""


def ways_of(hands: Hands, pair: int, strategy: Strategy, rules: SplitRules) -> Ways:
    """All ways in which a hand split from a pair of that rank can end without a bust."""
    second = strategy.second
    if pair == ACE:
        # Split aces are never doubled, and in most games not even hit.
        second = strategy.later if rules.hit_split_aces else np.zeros_like(second)
    ends, orders = np.zeros((2, 2, len(hands.cards), RANKS))
    ways = Ways(ends, orders, np.zeros((2, RANKS, RANKS)))
    _finish(hands.drawn, strategy.later, ways, _begin(hands.drawn, pair, second, ways))
    return ways


@njit(cache=True)
def _begin(drawn: Ints, pair: int, second: Choices, ways: Ways) -> Floats:
    """(2, hand, upcard): orders of three-card hands that go on after a hit on two cards."""
    going = np.zeros_like(ways.ends)
    for r in range(RANKS):
        kind, hand = int(r == pair), drawn[drawn[0, pair], r]
        for up in range(RANKS):
            choice = second[hand, up]
            ways.bets[kind, r, up] = 2.0 if choice == DOUBLE else 1.0
            if choice == STAND:
                ways.ends[kind, hand, up] += 1.0
                ways.orders[kind, hand, up] += 1.0
                continue
            for to in drawn[hand]:
                if to >= 0 and choice == DOUBLE:
                    ways.ends[kind, to, up] += 2.0
                    ways.orders[kind, to, up] += 1.0
                elif to >= 0:
                    going[kind, to, up] += 1.0
    return going


@njit(cache=True)
def _finish(drawn: Ints, later: Choices, ways: Ways, going: Floats) -> None:
    """Play on the hands that go on, smaller ones first, till all have ended."""
    for hand in range(drawn.shape[0]):
        for kind in range(2):
            for up in range(RANKS):
                orders = going[kind, hand, up]
                if orders > 0.0 and later[hand, up] == STAND:
                    ways.ends[kind, hand, up] += orders
                    ways.orders[kind, hand, up] += orders
                elif orders > 0.0:
                    for to in drawn[hand]:
                        if to >= 0:
                            going[kind, to, up] += orders


def _pair_sums(deal: Deal, pair: int, strategy: Strategy, rules: SplitRules) -> Floats:
    """(3, upcard): gain and stakes of splitting one pair."""
    hands, step = deal.hands, deal.shoe.step
    limit = 2 if pair == ACE and not rules.resplit_aces else rules.max_hands
    ways = ways_of(hands, pair, strategy, rules)
    rows = np.flatnonzero(ways.orders.sum(axis=(0, 2)))
    counts = hands.counts[rows]
    counts[:, pair] -= 1
    charlies = hands.cards[rows] >= rules.charlie
    left = deal.shoe.cards.copy()
    left[pair] -= 2 * step
    found, chance = np.zeros((3, RANKS)), 1.0
    all_hands, first = weights(limit), first_hand(limit)
    for gone in range(2 * limit - 3):
        shoes = np.maximum(left - step * counts, 0.0)
        stood = standing(shoes, step, hands.total[rows], deal.walk)
        win_charlies(stood, charlies, rules.natural_gain)
        drawn = chance * order_chances(left, step, counts)[:, np.newaxis]
        found[0] += _in_split(all_hands, gone, ways.ends[:, rows], drawn * stood.gain)
        if rules.natural_gain == ORIGINAL_BETS:
            kept = drawn * stood.natural * charlies[:, np.newaxis]
            found[0] += _in_split(first, gone, ways.orders[:, rows], kept)
        stakes = chance * _stakes(left, step, ways.bets)
        found[1:] += stakes[0] * all_hands.no_pair[gone]
        found[1:] += stakes.sum(axis=0) * all_hands.any_card[gone]
        chance *= left[pair] / left.sum() if left[pair] > 0.0 else 0.0
        left[pair] = max(left[pair] - step, 0.0)
    return found


def _in_split(weights: Weights, gone: int, orders: Floats, figures: Floats) -> Floats:
    """(upcard): figures of hands, by the orders they come up in and the hands of that kind."""
    no_pair, pair = (orders * figures).sum(axis=1)
    found: Floats = weights.no_pair[gone] * no_pair + weights.any_card[gone] * (no_pair + pair)
    return found


@njit(cache=True)
def order_chances(left: Floats, step: float, counts: Ints) -> Floats:
    """(hand): the chance of drawing the cards of `counts` in one given order."""
    chances = np.ones(counts.shape[0])
    for h in range(counts.shape[0]):
        cards = left.sum()
        for r in range(RANKS):
            for taken in range(counts[h, r]):
                chances[h] *= max(left[r] - taken * step, 0.0) / max(cards, 1.0)
                cards -= step
    return chances


@njit(cache=True)
def _stakes(left: Floats, step: float, bets: Floats) -> Floats:
    """(kind, 2, upcard): the stake of one hand without and with a dealer's natural."""
    found = np.zeros((2, 2, RANKS))
    alive, natural = np.empty(RANKS), np.empty(RANKS)
    for r in range(RANKS):
        if left[r] > 0.0:
            chance = left[r] / left.sum()
            after = left.copy()
            after[r] -= step
            upcards(after, step, alive, natural)
            for kind in range(2):
                found[kind, 0] += chance * bets[kind, r] * alive
                found[kind, 1] += chance * bets[kind, r] * natural
    return found
