"""What standing is worth on every hand: the dealer's totals weighed against the player's.

All figures are joint with the upcard: not "given a six", but "a six comes up and ...". The upcard
is then just another unseen card, each draw has the same chances for all ten upcards, and dividing
by the chance of the upcard in the end gives the usual values (`analysis.py` does so).

`gain` counts from the loss of the bet up: 2 for a win, 1 for a push, 0 for a loss, so that the
value of a bet is its gain less the chance that it is at stake, and a bust needs no term of its own.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from evenmoney.analysis.exact.dealer import TOTALS, Walk, dealer_totals
from evenmoney.analysis.exact.hands import ACE, RANKS, TEN, Bools, Floats, Ints


class Standing(NamedTuple):
    """(hand, upcard) figures of hands that stand, joint with the upcard."""

    gain: Floats
    """Expected gain where the dealer has no natural."""
    push: Floats
    """The chance of a push where the dealer has no natural."""
    alive: Floats
    """The chance of that upcard without a natural."""
    natural: Floats
    """The chance of that upcard with a natural."""


def standing(left: Floats, step: float, total: Ints, walk: Walk) -> Standing:
    """The figures for hands of the totals given, each with its own shoe (a row of `left`)."""
    return Standing(*_weigh(dealer_totals(left, step, walk), left, step, total))


@njit(cache=True)
def _weigh(
    dealer: Floats, left: Floats, step: float, total: Ints
) -> tuple[Floats, Floats, Floats, Floats]:
    hands = left.shape[0]
    gain, push = np.zeros((hands, RANKS)), np.zeros((hands, RANKS))
    alive, natural = np.empty((hands, RANKS)), np.empty((hands, RANKS))
    for h in range(hands):
        upcards(left[h], step, alive[h], natural[h])
        for up in range(RANKS):
            below, finished = 0.0, 0.0
            for k in range(TOTALS):
                chance = dealer[h, up * TOTALS + k]
                finished += chance
                if 17 + k < total[h]:
                    below += chance
                elif 17 + k == total[h]:
                    push[h, up] = chance
            gain[h, up] = 2.0 * (alive[h, up] - finished + below) + push[h, up]
    return gain, push, alive, natural


@njit(cache=True)
def upcards(left: Floats, step: float, alive: Floats, natural: Floats) -> None:
    """Fill in the chance of each upcard without and with a natural, for one shoe."""
    alive[:], natural[:] = 0.0, 0.0
    cards = left.sum()
    if cards <= step:
        return
    for up in range(RANKS):
        alive[up] = left[up] / cards
    for up, hole in ((TEN, ACE), (ACE, TEN)):
        natural[up] = alive[up] * left[hole] / (cards - step)
        alive[up] -= natural[up]


def win_charlies(stood: Standing, charlies: Bools, natural_gain: float) -> None:
    """Let the hands marked win at once; `natural_gain` is theirs under a natural nobody saw."""
    won = 2.0 * stood.alive[charlies] + natural_gain * stood.natural[charlies]
    stood.gain[charlies] = won
    stood.push[charlies] = 0.0
