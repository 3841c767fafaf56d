"""Every rotation of a shuffled shoe is a round: each place, read on round the end, starts one.

Each place of one shuffle has exactly a fresh shoe's law, and every card takes each opening role
exactly once, so that the main effects of the cards cancel. One shuffle is read again through
fixed permutations. The rounds of a block depend on each other: errors come from block sums only.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import entry, inlined, inner
from evenmoney.analysis.kernel.lists import (
    Lists,
    close_block,
    deal_dealers,
    deal_players,
    empty_lists,
    find_openings,
    open_rounds,
    turn_hole_cards,
)
from evenmoney.analysis.kernel.randomness import shuffle, stream_key
from evenmoney.analysis.kernel.rows import deal_round, empty_desk, empty_sheaf
from evenmoney.analysis.kernel.script import CARD_BITS, ENDINGS, Script
from evenmoney.analysis.kernel.tally import CARDS, count_block

READINGS: Final = 8
ROUND_THE_END: Final = 160
"""More cards than any round takes: so many are read again after the last."""

PERMUTATION_SEED: Final = 20260101


class Spread(NamedTuple):
    """Cards laid out in readings, one after another, and the rounds dealt from them."""

    pack: NDArray[np.uint8]
    """One shuffle."""
    readings: NDArray[np.uint16]
    """[reading, place] -> place in the shuffle."""
    cards: NDArray[np.uint8]
    lists: Lists
    desk: NDArray[np.int64]
    sheaf: NDArray[np.int64]
    endings: NDArray[np.int64]
    """Rounds of the lists by their ending, over all blocks."""


def reading_orders(cards: int) -> NDArray[np.uint16]:
    """The fixed permutations through which a shuffle is read."""
    random = np.random.default_rng(PERMUTATION_SEED)
    orders = [np.arange(cards), *(random.permutation(cards) for _ in range(READINGS - 1))]
    return np.array(orders, dtype=np.uint16)


def width_of(cards: int) -> int:
    """Places of a reading: all its cards, and the first of them once more."""
    return cards + min(cards, ROUND_THE_END)


def lay_out(script: Script) -> Spread:
    """Room for a block."""
    cards = script.cards
    orders, places = reading_orders(cards), READINGS * width_of(cards)
    return Spread(
        pack=np.zeros(cards, dtype=np.uint8),
        readings=orders,
        cards=np.zeros(places, dtype=np.uint8),
        lists=empty_lists(READINGS * cards, places, len(script.moves) >> CARD_BITS),
        desk=empty_desk(),
        sheaf=empty_sheaf(),
        endings=np.zeros(ENDINGS, dtype=np.int64),
    )


@inner
def read_again(spread: Any) -> None:
    """Lay the shuffle out in all its readings, each running on past its end."""
    readings, pack, cards = spread.readings, spread.pack, spread.cards
    n, rows = uint64(readings.shape[1]), uint64(readings.shape[0])
    width = uint64(len(cards)) // rows
    for r in range(rows):
        at = r * width
        for k in range(n):
            cards[at + k] = pack[readings[r, k]]
        for k in range(width - n):
            cards[at + n + k] = cards[at + k]


@inner
def open_all(script: Any, spread: Any) -> None:
    """Start a round at every place of every reading."""
    lists, rows = spread.lists, spread.readings.shape[0]
    width = len(spread.cards) // rows
    lists.lengths[:] = 0
    for r in range(rows):
        at = r * width
        find_openings(script, spread.cards, at, at + script.cards, lists.looks)
        open_rounds(script, at, at + script.cards, lists)


@inlined
def deal_by_rows(script: Any, spread: Any, at: Any, tally: Any) -> Any:
    """One round by rows; gives (net, stake, cards)."""
    net, stake, end = deal_round(script, spread.cards, at, spread.desk, spread.sheaf)
    tally.nets[net + len(tally.nets) // 2] += 1
    return net, stake, end - at


@inner
def rotate_lists(script: Any, spread: Any, tally: Any) -> Any:
    """Every round of a block of one box: in step, and by rows where it splits."""
    lists = spread.lists
    open_all(script, spread)
    deal_players(script, spread.cards, lists)
    turn_hole_cards(script, spread.cards, lists)
    deal_dealers(script, spread.cards, lists)
    net, stake = close_block(script, lists, spread.endings)
    tally.counts[CARDS] += lists.lengths[3]
    for i in range(lists.lengths[2]):
        of_round = deal_by_rows(script, spread, lists.splits[i], tally)
        net += of_round[0]
        stake += of_round[1]
        tally.counts[CARDS] += of_round[2] - script.opening_cards
    return net, stake


@inner
def rotate_rows(script: Any, spread: Any, tally: Any) -> Any:
    """Every round of a block of several boxes, by rows."""
    net, stake, readings = 0, 0, spread.readings.shape[0]
    width = len(spread.cards) // readings
    for r in range(readings):
        for at in range(r * width, r * width + script.cards):
            of_round = deal_by_rows(script, spread, at, tally)
            net += of_round[0]
            stake += of_round[1]
            tally.counts[CARDS] += of_round[2]
    return net, stake


@entry
def deal_rotations(span: Any, ordered: Any, script: Any, spread: Any, tally: Any) -> None:
    """A span of blocks, each a shuffle of `ordered` in all its readings and rotations."""
    for block in range(span.first, span.last):
        spread.pack[:] = ordered
        shuffle(spread.pack, stream_key(span.seed, block))
        read_again(spread)
        if script.boxes == 1:
            net, stake = rotate_lists(script, spread, tally)
        else:
            net, stake = rotate_rows(script, spread, tally)
        count_block(tally, spread.readings.size, net, stake)
