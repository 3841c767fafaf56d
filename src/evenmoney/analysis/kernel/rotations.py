"""Every rotation of a shuffled shoe is a round: each place, read on round the end, starts one.

Each place of one shuffle has exactly a fresh shoe's law, and every card takes each opening role
exactly once, so that the main effects of the cards cancel. From the same place the round is dealt
once more with the player's and the dealer's two cards exchanged, where he has a hole card: that has
the same law. One shuffle is read again through fixed permutations. The rounds of a block depend on
each other: errors come from block sums only.
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
    open_rounds,
    opening_of,
    turn_hole_cards,
)
from evenmoney.analysis.kernel.randomness import shuffle, stream_key
from evenmoney.analysis.kernel.rows import deal_round, empty_desk, empty_sheaf
from evenmoney.analysis.kernel.script import ENDINGS, Script, cells
from evenmoney.analysis.kernel.splits import (
    Splits,
    empty_splits,
    end_split,
    lay_splits,
    play_splits,
)
from evenmoney.analysis.kernel.tally import CARDS, count_block

READINGS: Final = 8
ROUND_THE_END: Final = 160
"""More cards than any round takes: so many are read again after the last."""

PILES: Final = np.uint64(4)
SHIFT: Final = np.uint64(37)
"""Each reading is cut so much further on before it is woven."""
TWO: Final = np.uint64(2)
THREE: Final = np.uint64(3)
FOUR: Final = np.uint64(4)


class Role(NamedTuple):
    """Where the first cards of a round lie, from the place where it starts."""

    first: Any
    second: Any
    up: Any
    hole: Any


def roles_of(script: Script) -> NDArray[np.uint64]:
    """The roles that a place's first cards take: as dealt, then player's and dealer's exchanged.

    What is good for the one is mostly bad for the other, so that the two rounds of a place make up
    for each other. A dealer without a hole card has no two cards to exchange.
    """
    first, second, up, hole = 0, script.second_at, script.up_at, script.hole_at
    dealt = [(first, second, up, hole)]
    exchanged = [(up, hole, second, first)] if script.peeks and script.boxes == 1 else []
    return np.array(dealt + exchanged, dtype=np.uint64)


class Spread(NamedTuple):
    """Cards laid out in readings, one after another, and the rounds dealt from them."""

    pack: NDArray[np.uint8]
    """One shuffle."""
    cards: NDArray[np.uint8]
    """The readings, each running on past its end."""
    roles: NDArray[np.uint64]
    """[number] -> a `Role`."""
    split_by: NDArray[np.int64]
    """How many rounds split up to each role."""
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
    size, roles = script.cards, roles_of(script)
    places, rounds = READINGS * width_of(size), READINGS * len(roles) * size
    return Spread(
        pack=np.zeros(size, dtype=np.uint8),
        cards=np.zeros(places, dtype=np.uint8),
        roles=roles,
        split_by=np.zeros(len(roles), dtype=np.int64),
        lists=empty_lists(rounds, places, cells(script.moves)),
        desk=empty_desk(),
        sheaf=empty_sheaf(),
        splits=empty_splits(rounds),
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


@inlined
def role_of(spread: Any, k: Any) -> Any:
    """Role number `k`."""
    places = spread.roles[k]
    return Role(places[0], places[1], places[2], places[3])


@inner
def find_openings(script: Any, spread: Any, role: Any, span: Any) -> None:
    """Where the opening of each round is found that starts within a span, (first, end)."""
    cards, looks = spread.cards, spread.lists.looks
    for at in range(uint64(span[0]), uint64(span[1])):
        hand = cards[at + role.first], cards[at + role.second]
        looks[at] = opening_of(script, hand, (cards[at + role.up], cards[at + role.hole]))


@inner
def open_all(script: Any, spread: Any) -> None:
    """Start a round at every place of every reading, in every role."""
    lists, rows = spread.lists, READINGS
    width = len(spread.cards) // rows
    lists.lengths[:] = 0
    for k in range(len(spread.roles)):
        role = role_of(spread, k)
        for r in range(rows):
            span = r * width, r * width + script.cards
            find_openings(script, spread, role, span)
            open_rounds(script, span, lists, (script.opening_cards, role.hole))
        spread.split_by[k] = lists.lengths[2]


@inner
def split_all(script: Any, spread: Any) -> None:
    """Play all hands of the rounds that split."""
    lists, first = spread.lists, 0
    for k in range(len(spread.roles)):
        span = first, spread.split_by[k]
        lay_splits(script, spread.cards, role_of(spread, k), (lists.splits, span), spread.splits)
        first = spread.split_by[k]
    play_splits(script, spread.cards, lists.lengths[2], spread.splits)


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
    split_all(script, spread)
    for i in range(lists.lengths[2]):
        of_round = end_split(script, spread, i)
        tally.nets[of_round[0] + len(tally.nets) // 2] += 1
        net += of_round[0]
        stake += of_round[1]
        tally.counts[CARDS] += of_round[2] - lists.splits[i] - script.opening_cards
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
        count_block(tally, READINGS * len(spread.roles) * script.cards, net, stake)
