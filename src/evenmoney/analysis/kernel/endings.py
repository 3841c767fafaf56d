"""What endings mean in a tally: hands by outcome, stakes, nets; knows nothing of dealing."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evenmoney.analysis.kernel.kinds import (
    FINAL_BITS,
    FINAL_BUST,
    HAND_ENDINGS,
    INSURED,
    KINDS,
    Kind,
    outcome_of,
)
from evenmoney.analysis.kernel.plain import OUTCOMES
from evenmoney.analysis.kernel.rows import (
    DEALER_BUSTS,
    INSURED_BOXES,
    SPLIT_BOXES,
    SPLIT_HANDS,
)
from evenmoney.analysis.kernel.script import Script
from evenmoney.analysis.kernel.tally import (
    COUNTS,
    DEALER_BUST,
    DOUBLED,
    NATURALS,
    ROUNDS,
    STAKE,
    SUM_ROUNDS,
    SUM_STAKE,
    Tally,
)
from evenmoney.analysis.kernel.tally import INSURED_BOXES as TALLY_INSURED
from evenmoney.analysis.kernel.tally import SPLIT_BOXES as TALLY_SPLIT_BOXES
from evenmoney.analysis.kernel.tally import SPLIT_HANDS as TALLY_SPLIT_HANDS

NATURAL_KINDS: Final = frozenset(
    {Kind.NATURAL, Kind.BLACKJACK, Kind.EVEN_MONEY, Kind.PUSHED_AT_ONCE}
)

Counts = NDArray[np.int64]


def count_hands(counts: Counts, hands: Counts) -> None:
    """Take hands by their ending into the counts: outcomes and doubles."""
    for number in np.flatnonzero(hands):
        kind, final = int(number) >> FINAL_BITS, int(number) & ((1 << FINAL_BITS) - 1)
        assert kind < KINDS
        counts[outcome_of(kind, final)] += hands[number]
        counts[DOUBLED] += hands[number] * (kind & 1)
        counts[NATURALS] += hands[number] * (kind in NATURAL_KINDS)


def count_rows(tally: Tally, sheaf: Counts) -> None:
    """Take what was dealt by rows into a tally; its nets stand there already."""
    count_hands(tally.counts, sheaf[:HAND_ENDINGS])
    tally.counts[TALLY_SPLIT_BOXES] += sheaf[SPLIT_BOXES]
    tally.counts[TALLY_SPLIT_HANDS] += sheaf[SPLIT_HANDS]
    tally.counts[TALLY_INSURED] += sheaf[INSURED_BOXES]
    tally.counts[DEALER_BUST] += sheaf[DEALER_BUSTS]


def count_lists(tally: Tally, script: Script, endings: Counts) -> None:
    """Take rounds of one hand, by their ending, into a tally."""
    finals = np.arange(len(endings)) & ((1 << FINAL_BITS) - 1)
    count_hands(tally.counts, endings[:INSURED] + endings[INSURED:])
    tally.counts[TALLY_INSURED] += endings[INSURED:].sum()
    tally.counts[DEALER_BUST] += endings[finals == FINAL_BUST].sum()
    np.add.at(tally.nets, script.round_net + len(tally.nets) // 2, endings)


def close(tally: Tally, script: Script, workplace: Any) -> None:
    """Take all that a workplace has counted into a tally, and clear it."""
    count_rows(tally, workplace.sheaf)
    count_lists(tally, script, workplace.endings)
    workplace.sheaf[:] = 0
    workplace.endings[:] = 0
    tally.counts[ROUNDS] = tally.moments[SUM_ROUNDS]
    tally.counts[STAKE] = tally.moments[SUM_STAKE]
    assert len(tally.counts) == COUNTS > OUTCOMES
