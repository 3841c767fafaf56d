"""Plain dealing of many rounds: each from its own shuffle, or shoe after shoe to the cut card."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import entry, inner
from evenmoney.analysis.kernel.plain import COLUMNS, NET, NEXT, ROUND, ROWS, STAKED, play_round
from evenmoney.analysis.kernel.randomness import below, stream_key
from evenmoney.analysis.kernel.tally import CARDS, count_block, count_round

ROUNDS_PER_BLOCK: Final = 4096
SHOES_PER_BLOCK: Final = 128
FEW_CARDS_PER_BOX: Final = 8
"""A fresh round is first given 6 shuffled cards and these a box; one that needs more, all."""


class Span(NamedTuple):
    """Blocks `first` to `last` - 1 of a seed."""

    seed: int
    first: int
    last: int


def new_pack(cards: int) -> NDArray[np.uint8]:
    """All cards of a shoe as value indices, in order."""
    return np.repeat(np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9], dtype=np.uint8), cards // 13)


@inner
def shuffle_part(pack: Any, start: Any, end: Any, key: Any, i: Any) -> Any:
    """Fisher-Yates for places `start` to `end` - 1 only; gives the next word's number."""
    n = len(pack)
    for k in range(start, end):
        j = k + below(n - k, key, i)
        i += 1
        card = pack[j]
        pack[j] = pack[k]
        pack[k] = card
    return i


@inner
def fresh_block(pack: Any, key: Any, sheet: Any, felt: Any, tally: Any) -> Any:
    """A block of rounds, each from its own shuffle; gives (rounds, net, stake)."""
    few = min(6 + FEW_CARDS_PER_BOX * sheet.boxes, len(pack))
    i, net, stake = 0, 0, 0
    for _ in range(ROUNDS_PER_BLOCK):
        i = shuffle_part(pack, 0, few, key, i)
        if play_round(felt, pack, 0, sheet) > few:
            # The round depends on its first cards only: shuffle the rest, then deal it again.
            i = shuffle_part(pack, few, len(pack), key, i)
            play_round(felt, pack, 0, sheet)
        count_round(felt, sheet, tally)
        tally.counts[CARDS] += felt[ROUND, NEXT]
        net += felt[ROUND, NET]
        stake += felt[ROUND, STAKED]
    return ROUNDS_PER_BLOCK, net, stake


@inner
def cut_block(pack: Any, key: Any, sheet: Any, felt: Any, tally: Any) -> Any:
    """A block of whole shoes, each played down to its cut card; gives (rounds, net, stake)."""
    i, rounds, net, stake = 0, 0, 0, 0
    for _ in range(SHOES_PER_BLOCK):
        i = shuffle_part(pack, 0, len(pack) - 1, key, i)
        at = 0
        while at < sheet.cut:
            at = play_round(felt, pack, at, sheet)
            count_round(felt, sheet, tally)
            rounds += 1
            net += felt[ROUND, NET]
            stake += felt[ROUND, STAKED]
        tally.counts[CARDS] += at
    return rounds, net, stake


@entry
def deal_blocks(span: Any, ordered: Any, sheet: Any, tally: Any) -> None:
    """Plain dealing of a span of blocks, each from the pack `ordered`, into a tally."""
    felt = np.zeros((ROWS, COLUMNS), dtype=np.int64)
    for block in range(span.first, span.last):
        pack, key = ordered.copy(), stream_key(span.seed, block)
        if sheet.cut:
            rounds, net, stake = cut_block(pack, key, sheet, felt, tally)
        else:
            rounds, net, stake = fresh_block(pack, key, sheet, felt, tally)
        count_block(tally, rounds, net, stake)
