"""The mean square of what split hands come to together: the missing part of the variance.

With r the result of a hand (-1, 0, 1) and s its stake, the square of a split's net result is the
sum of all (s r)(s' r') over ordered pairs of its hands. Two hands of a split are a pair of card
sequences from one shoe, so this is a sum over pairs of ends of `split.Ways`, with the dealer's
totals after both hands' cards. Which other hands drew no pair card comes in by inclusion and
exclusion, as in `split.py`.

To leave out the many hands that bust, r is written as g - 1 with the gain g of `settle.py`:
s s' r r' = s s' (g g' - g - g' + 1).
"""

from functools import cache
from math import comb
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from evenmoney.analysis.exact.dealer import TOTALS, dealer_totals
from evenmoney.analysis.exact.hands import ACE, RANKS, Bools, Floats, Hands, Ints
from evenmoney.analysis.exact.settle import standing, upcards, win_charlies
from evenmoney.analysis.exact.split import (
    Deal,
    SplitRules,
    Strategy,
    Ways,
    order_chances,
    orders_open,
    spread,
    ways_of,
    weights,
)

Shorts = npt.NDArray[np.int32]

KEY_BITS: Final = 6
"""Bits for the number of cards of a rank in two hands together."""


CHUNK: Final = 4096
"""Shoes that are looked at together."""

PORTIONS: Final = 8
"""All pairs of ends are gone through in so many portions, to save memory."""


class PairWeights(NamedTuple):
    """How often two hands of a split are of given kinds, with m more pair cards gone."""

    neither: Floats
    """(m): neither has a pair card as its second card."""
    one: Floats
    """(m): the second has one, the first has not."""
    both: Floats
    """(m): both have one."""


@cache
def pair_weights(max_hands: int) -> PairWeights:
    """The weights of pairs of hands, each pair once; see `split.weights`."""
    size, again = 2 * max_hands - 3, max_hands - 2
    drew_none, mixed, free = np.zeros(size), np.zeros(size), np.zeros(size)
    for pairs in range(again):
        orders = orders_open(pairs, pairs + 1)
        spread(drew_none, orders * comb(pairs + 2, 2), pairs, pairs)
    for done in range(again + 1):
        orders = orders_open(again - 1, done) if again else int(done == 0)
        rest = max_hands - done
        spread(drew_none, orders * comb(done, 2), again, done - 2)
        spread(mixed, orders * done * rest, again, done - 1)
        spread(free, orders * comb(rest, 2), again, done)
    return PairWeights(drew_none + mixed + free, mixed + 2 * free, free)


class Parts(NamedTuple):
    """The net result of a split hand as a sum over its ends, less its stake."""

    cards: Ints
    """(part, rank): cards drawn to the pair card."""
    kind: Ints
    """(part): 1 where the second card is a pair card."""
    total: Ints
    """(part): the total that stands, 16 for all that beat no dealer's total."""
    fixed: Floats
    """(part): a gain that hangs on no dealer's total (a stake 1, a charlie 2), or 0."""
    times: Floats
    """(part, upcard): how often it counts; negative for stakes."""


def split_squares(deal: Deal, strategy: Strategy, rules: SplitRules, chosen: Bools) -> Floats:
    """(pair, upcard): the mean square of a split's net result where the dealer has no natural,
    joint with the upcard, for the splits `chosen`; where a natural takes all bets, with it.
    """
    found = np.zeros((RANKS, RANKS))
    for pair in range(RANKS):
        if chosen[pair].any():
            ways = ways_of(deal.hands, pair, strategy, rules)
            found[pair] = _pair_square(deal, pair, ways, rules, chosen[pair])
    return np.where(chosen, found, 0.0)


def _pair_square(deal: Deal, pair: int, ways: Ways, rules: SplitRules, chosen: Bools) -> Floats:
    limit = 2 if pair == ACE and not rules.resplit_aces else rules.max_hands
    step, left = deal.shoe.step, deal.shoe.cards.copy()
    left[pair] -= 2 * step
    parts = _parts(deal.hands, pair, ways, rules, chosen)
    found, each, pairs = np.zeros(RANKS), weights(limit), pair_weights(limit)
    products = np.zeros((2 * limit - 3, 3, RANKS))
    shoes = _shoes(left, pair, step, len(products))
    for portion in range(PORTIONS):
        couples = _couples(parts, portion)
        for gone, (cards, chance) in enumerate(shoes):
            if chance > 0.0:
                products[gone] += _all_products(parts, couples, cards, deal, rules.all_bets)
    for gone, (cards, chance) in enumerate(shoes):
        for kind, weight in enumerate(pairs):
            found += 2.0 * chance * weight[gone] * products[gone, kind]
        if chance > 0.0:
            one = _single_square(cards, deal, pair, ways, rules)
            found += chance * (each.no_pair[gone] * one[0] + each.any_card[gone] * one.sum(axis=0))
    return found


def _shoes(left: Floats, pair: int, step: float, count: int) -> list[tuple[Floats, float]]:
    """(the shoe with 0, 1, ... more pair cards gone, the chance to draw just these)."""
    shoes, cards, chance = [], left, 1.0
    for _ in range(count):
        shoes.append((cards, chance))
        chance *= cards[pair] / cards.sum() if cards[pair] > 0.0 else 0.0
        cards = cards.copy()
        cards[pair] = max(cards[pair] - step, 0.0)
    return shoes


def _parts(hands: Hands, pair: int, ways: Ways, rules: SplitRules, chosen: Bools) -> Parts:
    cards, kind, total, fixed, times = [], [], [], [], []
    for k in range(2):
        ends = ways.ends[k] * chosen
        rows = np.flatnonzero(ends.any(axis=1))
        drawn = hands.counts[rows]
        drawn[:, pair] -= 1
        charlies = hands.cards[rows] >= rules.charlie
        seconds = np.flatnonzero((ways.bets[k] * chosen).any(axis=1))
        cards += [drawn, np.eye(RANKS, dtype=np.int64)[seconds]]
        kind.append(np.full(len(rows) + len(seconds), k))
        total += [np.maximum(hands.total[rows], 16), np.full(len(seconds), 16)]
        fixed += [2.0 * charlies, np.ones(len(seconds))]
        times += [ends[rows], -ways.bets[k][seconds] * chosen]
    return Parts(*(np.concatenate(part) for part in (cards, kind, total, fixed, times)))


class Couples(NamedTuple):
    """Pairs of parts that meet under some upcard, ordered by the cards of both together."""

    cards: Ints
    """(shoe, rank): the cards of both, each combination once."""
    ends: Ints
    """(shoe + 1): where the pairs with these cards begin."""
    first: Shorts
    second: Shorts
    """(pair): its parts."""


def _couples(parts: Parts, portion: int) -> Couples:
    keys = parts.cards @ (1 << KEY_BITS * np.arange(RANKS))
    # Which portion a pair is in hangs on its cards alone, so that no shoe is looked at twice.
    bins = parts.cards @ np.arange(1, RANKS + 1)
    first, second = _meeting((parts.times != 0) @ (1 << np.arange(RANKS)), bins, portion)
    sums = keys[first] + keys[second]
    order = np.argsort(sums)
    first, second, sums = first[order], second[order], sums[order]
    begins = np.flatnonzero(np.diff(sums, prepend=-1))
    cards = sums[begins][:, np.newaxis] >> KEY_BITS * np.arange(RANKS) & (1 << KEY_BITS) - 1
    return Couples(cards, np.append(begins, len(sums)), first, second)


@njit(cache=True)
def _meeting(upcards_met: Ints, bins: Ints, portion: int) -> tuple[Shorts, Shorts]:
    """All pairs of parts of a portion that have an upcard (a bit) in common, each with itself."""
    parts, pairs = len(upcards_met), 0
    for i in range(parts):
        for j in range(i, parts):
            pairs += _meet(upcards_met, bins, i, j, portion)
    first, second = np.empty(pairs, dtype=np.int32), np.empty(pairs, dtype=np.int32)
    pairs = 0
    for i in range(parts):
        for j in range(i, parts):
            if _meet(upcards_met, bins, i, j, portion):
                first[pairs], second[pairs] = i, j
                pairs += 1
    return first, second


@njit(cache=True)
def _meet(upcards_met: Ints, bins: Ints, i: int, j: int, portion: int) -> bool:
    met: bool = (upcards_met[i] & upcards_met[j]) != 0
    return met and (bins[i] + bins[j]) % PORTIONS == portion


def _all_products(
    parts: Parts, couples: Couples, left: Floats, deal: Deal, all_bets: bool
) -> Floats:
    """(3, upcard): the sums of `_products`, a chunk of shoes at a time to save memory."""
    found = np.zeros((3, RANKS))
    for start in range(0, len(couples.cards), CHUNK):
        both = couples.cards[start : start + CHUNK]
        ends = couples.ends[start : start + CHUNK + 1]
        after = _after(left, both, deal, all_bets)
        pairs = slice(ends[0], ends[-1])
        where = np.repeat(np.arange(len(both)), np.diff(ends))
        found += _products(parts, couples.first[pairs], couples.second[pairs], where, after)
    return found


def _after(left: Floats, both: Ints, deal: Deal, all_bets: bool) -> Floats:
    """(shoe, upcard, 7): the dealer's results after two hands' cards, times the cards' chance.

    In order: a bust, 17 to 21, and all that puts a bet at stake.
    """
    step = deal.shoe.step
    shoes = np.maximum(left - step * both, 0.0)
    totals = dealer_totals(shoes, step, deal.walk).reshape(-1, RANKS, TOTALS)
    risk = _risk(shoes, step, all_bets)
    bust = _risk(shoes, step, False) - totals.sum(axis=2)
    found = np.concatenate([bust[..., np.newaxis], totals, risk[..., np.newaxis]], axis=2)
    return found * order_chances(left, step, both)[:, np.newaxis, np.newaxis]


@njit(cache=True)
def _risk(shoes: Floats, step: float, all_bets: bool) -> Floats:
    """(shoe, upcard): the chance of the upcard, that of a natural under it left out or not."""
    alive, natural = np.empty((len(shoes), RANKS)), np.empty((len(shoes), RANKS))
    for s in range(len(shoes)):
        upcards(shoes[s], step, alive[s], natural[s])
    return alive + natural if all_bets else alive


@njit(cache=True)
def _products(parts: Parts, first: Shorts, second: Shorts, where: Ints, after: Floats) -> Floats:
    """(3, upcard): products of two hands' results, by how many have a pair card second."""
    found = np.zeros((3, RANKS))
    for n in range(len(first)):
        i, j = first[n], second[n]
        kind = parts.kind[i] + parts.kind[j]
        # A pair of unlike parts of one kind comes in both orders.
        orders = 2.0 if i != j and kind != 1 else 1.0
        for up in range(RANKS):
            times = parts.times[i, up] * parts.times[j, up]
            if times != 0.0:
                product = _product(parts, i, j, after[where[n], up])
                found[kind, up] += orders * times * product
    return found


@njit(cache=True)
def _product(parts: Parts, i: int, j: int, dealer: Floats) -> float:
    """The mean product of two gains, given the dealer's results (see `_after`)."""
    fixed_i, fixed_j = parts.fixed[i], parts.fixed[j]
    if fixed_i > 0.0 and fixed_j > 0.0:
        both: float = fixed_i * fixed_j * dealer[TOTALS + 1]
        return both
    one, other = parts.total[i], parts.total[j]
    if fixed_i > 0.0 or fixed_j > 0.0:
        total = other if fixed_i > 0.0 else one
        hanging: float = (fixed_i + fixed_j) * (
            2.0 * _beaten(dealer, total) + _level(dealer, total)
        )
        return hanging
    low = min(one, other)
    product: float = 4.0 * _beaten(dealer, low) + (2.0 - (one == other)) * _level(dealer, low)
    return product


@njit(cache=True)
def _beaten(dealer: Floats, total: int) -> float:
    """The chance that a total beats the dealer."""
    chance = dealer[0]
    for k in range(1, total - 16):
        chance += dealer[k]
    return chance  # type: ignore[no-any-return]


@njit(cache=True)
def _level(dealer: Floats, total: int) -> float:
    """The chance that the dealer has just that total."""
    return dealer[total - 16] if total > 16 else 0.0


def _single_square(left: Floats, deal: Deal, pair: int, ways: Ways, rules: SplitRules) -> Floats:
    """(kind, upcard): the mean square of one hand's result."""
    hands, step = deal.hands, deal.shoe.step
    rows = np.flatnonzero(ways.orders.sum(axis=(0, 2)))
    counts = hands.counts[rows]
    counts[:, pair] -= 1
    stood = standing(np.maximum(left - step * counts, 0.0), step, hands.total[rows], deal.walk)
    win_charlies(stood, hands.cards[rows] >= rules.charlie, rules.natural_gain)
    ends, orders = ways.ends[:, rows], ways.orders[:, rows]
    # Ends count a doubled hand twice, orders once; its square counts four times.
    squares = orders + 3 * (ends - orders)
    push = (squares * (order_chances(left, step, counts)[:, np.newaxis] * stood.push)).sum(axis=1)
    second = np.eye(RANKS, dtype=np.int64)
    risk = order_chances(left, step, second)[:, np.newaxis] * _risk(
        np.maximum(left - step * second, 0.0), step, rules.all_bets
    )
    found: Floats = (ways.bets**2 * risk).sum(axis=1) - push
    return found
