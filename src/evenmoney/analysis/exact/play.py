"""Hit or stand, from the largest hands back to the smallest: the best way, or a given one."""

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import njit

from evenmoney.analysis.exact.hands import RANKS, Bools, Floats, Ints

Choices = npt.NDArray[np.int8]
"""(hand, upcard): one of the choices below."""

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4


@njit(cache=True)
def best_choices(drawn: Ints, left: Floats, gain: Floats, closed: Bools) -> Choices:
    """HIT where that gains more than standing, for every hand; a closed hand stands.

    `gain` is that of standing; `drawn` and `left` are a table's: (hand, rank).
    """
    hands = drawn.shape[0]
    choices, best = np.zeros((hands, RANKS), dtype=np.int8), gain.copy()
    for h in range(hands - 1, -1, -1):
        hit = np.zeros(RANKS)
        for r in range(RANKS):
            if drawn[h, r] >= 0 and left[h, r] > 0.0:
                hit += left[h, r] / left[h].sum() * best[drawn[h, r]]
        for up in range(RANKS):
            if hit[up] > gain[h, up] and not closed[h]:
                choices[h, up], best[h, up] = HIT, hit[up]
    return choices


@njit(cache=True)
def play_on(
    drawn: Ints, left: Floats, gain: Floats, push: Floats, choices: Choices
) -> tuple[Floats, Floats, Floats, Floats]:
    """(hand, upcard) gains of hitting and of doubling, and the chances to push so.

    `choices` are followed on later cards; `gain` and `push` are those of standing. The gain of
    doubling is that of the doubled bet.
    """
    hands = drawn.shape[0]
    hit, double = np.zeros((hands, RANKS)), np.zeros((hands, RANKS))
    hit_push, double_push = np.zeros((hands, RANKS)), np.zeros((hands, RANKS))
    for h in range(hands - 1, -1, -1):
        for r in range(RANKS):
            to = drawn[h, r]
            if to < 0 or left[h, r] <= 0.0:
                continue
            chance = left[h, r] / left[h].sum()
            for up in range(RANKS):
                stands = choices[to, up] == STAND
                hit[h, up] += chance * (gain[to, up] if stands else hit[to, up])
                hit_push[h, up] += chance * (push[to, up] if stands else hit_push[to, up])
                double[h, up] += 2.0 * chance * gain[to, up]
                double_push[h, up] += chance * push[to, up]
    return hit, double, hit_push, double_push
