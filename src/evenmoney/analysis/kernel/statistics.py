"""What a tally says: means with their errors, shares, the distribution of results."""

from collections.abc import Sequence
from math import nan, sqrt
from typing import Final

from evenmoney.analysis.kernel.plain import (
    BLACKJACK,
    BUST,
    CHARLIE,
    EVEN_MONEY,
    LOSE,
    PUSH,
    SURRENDERED,
    WIN,
)
from evenmoney.analysis.kernel.tally import (
    BLOCKS,
    DEALER_BUST,
    DOUBLED,
    INSURED_BOXES,
    NATURALS,
    NET_ROUNDS,
    NET_STAKE,
    ROUNDS,
    SPLIT_BOXES,
    SPLIT_HANDS,
    SQ_NET,
    SQ_ROUNDS,
    SQ_STAKE,
    SUM_NET,
    SUM_ROUNDS,
    SUM_STAKE,
)

BY_HAND: Final = {
    "blackjack": BLACKJACK,
    "even_money": EVEN_MONEY,
    "charlie": CHARLIE,
    "win": WIN,
    "push": PUSH,
    "lose": LOSE,
    "bust": BUST,
    "surrender": SURRENDERED,
    "double": DOUBLED,
}
"""Shares of all hands, split hands counted one by one."""
BY_BOX: Final = {"natural": NATURALS, "split": SPLIT_BOXES, "insurance": INSURED_BOXES}
"""Shares of all boxes that were dealt to."""


def ratio(moments: Sequence[int], of: int, squares: int, products: int) -> tuple[float, float]:
    """(sum of net per sum of `of`, its standard error), from block sums.

    The error of a ratio of two sums over independent blocks, by the delta method; exact whole
    sums keep it free of cancellation. Unknown (nan) for fewer than two blocks.
    """
    blocks, net, below = moments[BLOCKS], moments[SUM_NET], moments[of]
    mean = net / below
    if blocks < 2:
        return mean, nan
    # sum of (net - mean * below)^2, times below^2, in whole numbers.
    spread = (
        moments[SQ_NET] * below**2 - 2 * net * below * moments[products] + net**2 * moments[squares]
    )
    return mean, sqrt(max(0, spread) / (blocks * (blocks - 1))) * blocks / below**2


def per_round(moments: Sequence[int]) -> tuple[float, float]:
    """Net units per round, and the standard error."""
    return ratio(moments, SUM_ROUNDS, SQ_ROUNDS, NET_ROUNDS)


def per_stake(moments: Sequence[int]) -> tuple[float, float]:
    """Net per unit staked, and the standard error."""
    return ratio(moments, SUM_STAKE, SQ_STAKE, NET_STAKE)


def variance_of(nets: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """(variance, fourth central moment) of a distribution given as (net, share)."""
    mean = sum(net * share for net, share in nets)
    second = sum((net - mean) ** 2 * share for net, share in nets)
    return second, sum((net - mean) ** 4 * share for net, share in nets)


def shares(
    counts: Sequence[int], nets: Sequence[tuple[float, float]], boxes: int
) -> dict[str, float]:
    """How often things happen, by name."""
    in_boxes = counts[ROUNDS] * boxes
    hands = in_boxes + counts[SPLIT_HANDS]
    found = {name: counts[column] / hands for name, column in BY_HAND.items()}
    found |= {name: counts[column] / in_boxes for name, column in BY_BOX.items()}
    found["dealer_bust"] = counts[DEALER_BUST] / counts[ROUNDS]
    found["round_won"] = sum(share for net, share in nets if net > 0)
    found["round_even"] = sum(share for net, share in nets if net == 0)
    found["round_lost"] = sum(share for net, share in nets if net < 0)
    return found
