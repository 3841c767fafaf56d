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
    ONE,
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
from evenmoney.analysis.kernel.script import ENDINGS, Script, cells
from evenmoney.analysis.kernel.splits import Splits, empty_splits, end_split, play_splits
from evenmoney.analysis.kernel.tally import CARDS, count_block

READINGS: Final = 16
ROUND_THE_END: Final = 160
"""More cards than any round takes: so many are read again after the last."""

PILES: Final = np.uint64(4)
SHIFT: Final = np.uint64(37)
"""Each reading is cut so much further on before it is woven."""
TWO: Final = np.uint64(2)
THREE: Final = np.uint64(3)
FOUR: Final = np.uint64(4)


class Spread(NamedTuple):
    """Cards laid out in readings, one after another, and the rounds dealt from them."""

    pack: NDArray[np.uint8]
    """One shuffle."""
    cards: NDArray[np.uint8]
    """The readings, each running on past its end."""
    lists: Lists
    desk: NDArray[np.int64]
    sheaf: NDArray[np.int64]
    splits: Splits
    endings: NDArray[np.int64]
    """Rounds of the lists by their ending, over all blocks."""


def width_of(cards: int) -> int:
    """Places of a reading: all its cards, and the first of them once more."""
    return cards + min(cards, ROUND_THE_END)


def lay_out(script: Script) -> Spread:
    """Room for a block."""
    size = script.cards
    places = READINGS * width_of(size)
    return Spread(
        pack=np.zeros(size, dtype=np.uint8),
        cards=np.zeros(places, dtype=np.uint8),
        lists=empty_lists(READINGS * size, places, cells(script.moves)),
        desk=empty_desk(),
        sheaf=empty_sheaf(),
        splits=empty_splits(READINGS * size),
        endings=np.zeros(ENDINGS, dtype=np.int64),
    )


@inner
def read_again(spread: Any) -> None:
    """Lay the shuffle out in all its readings, each running on past its end."""
    pack, cards = spread.pack, spread.cards
    n = uint64(len(pack))
    width = uint64(len(cards)) // uint64(READINGS)
    pile = n // PILES
    for k in range(n):
        cards[k] = pack[k]
    for r in range(uint64(READINGS)):
        at = r * width
        if r > 0:
            weave(cards, at - width + (r * SHIFT) % (width - n + ONE), at, pile)
        for k in range(width - n):
            cards[at + n + k] = cards[at + k]


@inlined
def weave(cards: Any, source: Any, at: Any, pile: Any) -> None:
    """Cut the cards from `source` on into four piles, and lay these woven together from `at` on."""
    for k in range(pile):
        to, take = at + FOUR * k, source + k
        cards[to] = cards[take]
        cards[to + ONE] = cards[take + pile]
        cards[to + TWO] = cards[take + TWO * pile]
        cards[to + THREE] = cards[take + THREE * pile]


@inner
def open_all(script: Any, spread: Any) -> None:
    """Start a round at every place of every reading."""
    lists, rows = spread.lists, READINGS
    width = len(spread.cards) // rows
    lists.lengths[:] = 0
    for r in range(rows):
        at = r * width
        find_openings(script, spread.cards, at, at + script.cards, lists.looks)
        open_rounds(script, at, at + script.cards, lists, script.opening_cards)


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
    turn_hole_cards(script, spread.cards, lists, script.hole_at)
    deal_dealers(script, spread.cards, lists)
    net, stake = close_block(script, lists, spread.endings)
    tally.counts[CARDS] += lists.lengths[3]
    play_splits(script, spread.cards, lists.splits, lists.lengths[2], spread.splits)
    for i in range(lists.lengths[2]):
        at = lists.splits[i]
        of_round = end_split(script, spread, at, i)
        tally.nets[of_round[0] + len(tally.nets) // 2] += 1
        net += of_round[0]
        stake += of_round[1]
        tally.counts[CARDS] += of_round[2] - at - script.opening_cards
    return net, stake


@inner
def rotate_rows(script: Any, spread: Any, tally: Any) -> Any:
    """Every round of a block of several boxes, by rows."""
    net, stake, readings = 0, 0, READINGS
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
        for k in range(uint64(len(ordered))):
            spread.pack[k] = ordered[k]
        shuffle(spread.pack, stream_key(span.seed, block))
        read_again(spread)
        if script.boxes == 1:
            net, stake = rotate_lists(script, spread, tally)
        else:
            net, stake = rotate_rows(script, spread, tally)
        count_block(tally, READINGS * script.cards, net, stake)
