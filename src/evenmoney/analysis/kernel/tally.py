"""What dealing counts: results, outcomes and block sums, all whole so that order is moot."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import inner
from evenmoney.analysis.kernel.plain import (
    BET,
    DEALER,
    HAND,
    HANDS_PER_BOX,
    INSURED,
    NET,
    OUTCOME,
    OUTCOMES,
    ROUND,
    SPLITS,
    STAKED,
    has_natural,
    is_bust,
)
from evenmoney.analysis.kernel.sheet import Sheet

ROUNDS: Final = OUTCOMES
DOUBLED: Final = OUTCOMES + 1
SPLIT_BOXES: Final = OUTCOMES + 2
SPLIT_HANDS: Final = OUTCOMES + 3
INSURED_BOXES: Final = OUTCOMES + 4
STAKE: Final = OUTCOMES + 5
CARDS: Final = OUTCOMES + 6
DEALER_BUST: Final = OUTCOMES + 7
NATURALS: Final = OUTCOMES + 8
COUNTS: Final = OUTCOMES + 9
"""Columns of the counts: hands by outcome first, then what happened beside."""

BLOCKS: Final = 0
SUM_ROUNDS: Final = 1
SUM_NET: Final = 2
SUM_STAKE: Final = 3
SQ_ROUNDS: Final = 4
SQ_NET: Final = 5
SQ_STAKE: Final = 6
NET_ROUNDS: Final = 7
NET_STAKE: Final = 8
MOMENTS: Final = 9
"""Columns of the moments of block sums: sums, squares and products over blocks."""


class Tally(NamedTuple):
    """Running counts of a simulation; two tallies of one game can be added."""

    nets: NDArray[np.int64]
    """Rounds by net result; the middle entry is a net of 0 units."""
    counts: NDArray[np.int64]
    moments: NDArray[np.int64]

    def take_in(self, other: "Tally") -> None:
        """Add another tally's counts to these."""
        self.nets[:] += other.nets
        self.counts[:] += other.counts
        self.moments[:] += other.moments


def widest_net(sheet: Sheet) -> int:
    """A bound on what a round can win or lose, in units."""
    per_box = max(2 * sheet.max_hands * sheet.bet, sheet.natural_win) + sheet.bet
    return per_box * sheet.boxes


def empty_tally(sheet: Sheet) -> Tally:
    """A tally with nothing in it."""
    bins = 2 * widest_net(sheet) + 1
    return Tally(
        np.zeros(bins, dtype=np.int64),
        np.zeros(COUNTS, dtype=np.int64),
        np.zeros(MOMENTS, dtype=np.int64),
    )


@inner
def count_round(felt: Any, sheet: Any, tally: Any) -> None:
    """Take the round that stands on the felt into the counts (cards dealt apart)."""
    counts = tally.counts
    tally.nets[felt[ROUND, NET] + len(tally.nets) // 2] += 1
    counts[ROUNDS] += 1
    counts[STAKE] += felt[ROUND, STAKED]
    counts[DEALER_BUST] += is_bust(felt[DEALER, HAND])
    for box in range(sheet.boxes):
        top = box * HANDS_PER_BOX
        splits = felt[ROUND, SPLITS + box]
        counts[SPLIT_BOXES] += splits > 0
        counts[SPLIT_HANDS] += splits
        counts[INSURED_BOXES] += felt[ROUND, INSURED + box] > 0
        counts[NATURALS] += splits == 0 and has_natural(felt, top)
        for row in range(top, top + splits + 1):
            counts[felt[row, OUTCOME]] += 1
            counts[DOUBLED] += felt[row, BET] > sheet.bet


@inner
def count_block(tally: Any, rounds: Any, net: Any, stake: Any) -> None:
    """Take one block's sums into the moments."""
    moments = tally.moments
    moments[BLOCKS] += 1
    moments[SUM_ROUNDS] += rounds
    moments[SUM_NET] += net
    moments[SUM_STAKE] += stake
    moments[SQ_ROUNDS] += rounds * rounds
    moments[SQ_NET] += net * net
    moments[SQ_STAKE] += stake * stake
    moments[NET_ROUNDS] += net * rounds
    moments[NET_STAKE] += net * stake
