"""What the dealer ends with, for many shoes at once; knows nothing of the player's choices.

The dealer's hands are taken without their order (Farmer's idea): a hand of given ranks comes up in
`w` orders that begin with the upcard and stop nowhere early, each with the same probability, a
product of falling factorials. So one walk over some two thousand hands gives the result for every
upcard, and a walk step is one multiplication for a whole block of shoes.
"""

from collections import defaultdict
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numba import njit

from evenmoney.analysis.exact.hands import (
    ACE,
    EMPTY,
    RANKS,
    TEN,
    VALUES,
    Floats,
    Hand,
    Ints,
    add,
    best_total,
    hard_total,
)

TOTALS: Final = 5
"""The dealer's totals that count: 17 to 21, a natural and a bust apart."""

BLOCK: Final = 128
"""Shoes a walk takes along, so that its working set stays in the nearest caches."""


class Shoe(NamedTuple):
    """The cards a round is dealt from."""

    cards: Floats
    """(rank): how many of each; chances, where no card ever leaves."""
    step: float
    """What a drawn card takes from its rank: 1, or 0 for an infinite shoe."""


class Walk(NamedTuple):
    """The dealer's finished hands as a tree of cards drawn in order of rank, depth first."""

    depth: Ints
    """(step): cards drawn before this one."""
    rank: Ints
    """(step): the rank drawn."""
    taken: Ints
    """(step): cards of that rank drawn before."""
    first: Ints
    """(step + 1): where the step's results begin in `slot` and `orders`."""
    slot: Ints
    """upcard * TOTALS + total - 17 of a result."""
    orders: Floats
    """In how many orders the hand comes up from that upcard."""


@cache
def dealer_walk(hit_soft_17: bool) -> Walk:
    """The walk for a dealer who hits or stands on soft 17."""
    finished = _finished_hands(hit_soft_17)
    steps: list[tuple[int, int, int]] = []
    first: list[int] = []
    slot: list[int] = []
    orders: list[float] = []
    path: tuple[int, ...] = ()
    for hand in sorted(finished, key=_ranks):
        ranks = _ranks(hand)
        shared = _common_length(path, ranks)
        for depth in range(shared, len(ranks)):
            first.append(len(slot))
            steps.append((depth, ranks[depth], ranks[:depth].count(ranks[depth])))
        total, _ = best_total(hand)
        slot += [upcard * TOTALS + total - 17 for upcard in finished[hand]]
        orders += finished[hand].values()
        path = ranks
    depths, drawn, taken = np.array(steps).T.copy()
    ends = np.array([*first, len(slot)])
    return Walk(depths, drawn, taken, ends, np.array(slot), np.array(orders, dtype=float))


def _finished_hands(hit_soft_17: bool) -> dict[Hand, dict[int, int]]:
    """Each hand a dealer ends with, naturals and busts left out: orders by upcard."""
    drawing: dict[Hand, dict[int, int]] = {add(EMPTY, up): {up: 1} for up in range(RANKS)}
    finished: dict[Hand, dict[int, int]] = {}
    while drawing:
        longer: dict[Hand, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for hand, orders in drawing.items():
            for rank in range(RANKS):
                if hard_total(hand) + VALUES[rank] <= 21:
                    for upcard, count in orders.items():
                        longer[add(hand, rank)][upcard] += count
        drawing = {}
        for hand, orders in longer.items():
            total, soft = best_total(hand)
            if total < 17 or (total == 17 and soft and hit_soft_17):
                drawing[hand] = orders
            elif hand != add(EMPTY, TEN, ACE):
                # Hands of one size come up together, so no hand is met twice.
                finished[hand] = orders
    return finished


def _ranks(hand: Hand) -> tuple[int, ...]:
    return tuple(rank for rank in range(RANKS) for _ in range(hand[rank]))


def _common_length(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return length


@njit(cache=True)
def dealer_totals(left: Floats, step: float, walk: Walk) -> Floats:
    """(shoe, upcard * TOTALS + total - 17): the chance of that upcard and that dealer's total.

    `left` is (shoe, rank): the cards left before the upcard is dealt; `step` is a `Shoe`'s.
    """
    shoes = left.shape[0]
    out = np.empty((shoes, RANKS * TOTALS))
    deepest = walk.depth.max() + 1
    ranks = np.empty((RANKS, BLOCK))
    share = np.empty((deepest, BLOCK))
    chance = np.empty((deepest + 1, BLOCK))
    chance[0] = 1.0
    found = np.empty((RANKS * TOTALS, BLOCK))
    for start in range(0, shoes, BLOCK):
        size = min(BLOCK, shoes - start)
        for i in range(BLOCK):
            row = start + min(i, size - 1)
            cards = 0.0
            for r in range(RANKS):
                ranks[r, i] = left[row, r]
                cards += left[row, r]
            for d in range(deepest):
                after_draws = cards - d * step
                share[d, i] = 1.0 / after_draws if after_draws > 0.0 else 0.0
        found[:] = 0.0
        for s in range(walk.depth.size):
            depth, rank, gone = walk.depth[s], walk.rank[s], walk.taken[s] * step
            for i in range(BLOCK):
                chance[depth + 1, i] = chance[depth, i] * (ranks[rank, i] - gone) * share[depth, i]
            for k in range(walk.first[s], walk.first[s + 1]):
                slot, orders = walk.slot[k], walk.orders[k]
                for i in range(BLOCK):
                    found[slot, i] += orders * chance[depth + 1, i]
        for i in range(size):
            for k in range(RANKS * TOTALS):
                out[start + i, k] = found[k, i]
    return out
