"""Every rotation of a shuffled shoe is a round: each place, read on round the end, starts one.

Each place of one shuffle has exactly a fresh shoe's law, and every card takes each opening role
exactly once, so that the main effects of the cards cancel. From the same place the round is dealt
once more with the player's and the dealer's two cards exchanged, where he has a hole card: that has
the same law. One shuffle is read again through fixed permutations. The rounds of a block depend on
each other: errors come from block sums only.
"""

from math import ceil
from typing import Any, Final, NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from evenmoney.analysis.kernel.abreast import (
    ALL,
    WINDOW,
    Abreast,
    count_endings,
    deal_abreast,
    make_abreast,
    open_vector,
)
from evenmoney.analysis.kernel.compiled import entry, inlined, inner
from evenmoney.analysis.kernel.kinds import ENDINGS
from evenmoney.analysis.kernel.lists import (
    ONE,
    PLACE_MASK,
    Lists,
    close_block,
    deal_dealers,
    deal_players,
    empty_lists,
    note_splits,
    open_rounds,
    opening_of,
    turn_hole_cards,
)
from evenmoney.analysis.kernel.randomness import shuffle, stream_key
from evenmoney.analysis.kernel.rows import deal_round, empty_desk, empty_sheaf
from evenmoney.analysis.kernel.script import Script, cells
from evenmoney.analysis.kernel.splits import (
    ROLE,
    Splits,
    empty_splits,
    end_split,
    lay_splits,
    play_splits,
)
from evenmoney.analysis.kernel.tally import CARDS, count_block
from evenmoney.analysis.kernel.vectors import WIDTH, load

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
    lists: Lists
    abreast: Abreast
    """All rounds of a reading, those of each role from a vector's first lane on."""
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
    assert script.longest <= WIDTH
    # The last vectors look beyond the last reading, and do nothing with what they find.
    cards = np.zeros(places + WINDOW, dtype=np.uint8)
    vectors = len(roles) * ceil(size / WIDTH)
    return Spread(
        pack=np.zeros(size, dtype=np.uint8),
        cards=cards[:places],
        roles=roles,
        lists=empty_lists(rounds, places, cells(script.moves)),
        abreast=make_abreast(vectors, cards, 1),
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
    for k in range(len(spread.roles)):
        role, first = role_of(spread, k), lists.lengths[2]
        for r in range(rows):
            span = r * width, r * width + script.cards
            find_openings(script, spread, role, span)
            open_rounds(script, span, lists, (script.opening_cards, role.hole))
        for i in range(first, lists.lengths[2]):
            lists.splits[i] |= np.int64(k) << np.int64(ROLE)


@inlined
def open_here(script: Any, spread: Any, role: Any, part: Any) -> Any:
    """Start the rounds of a vector, `part` being (vector, first place, how many); gives a mask of
    those that split.
    """
    rounds, (v, at, n) = spread.abreast, part
    cards = rounds.cards
    hand = load(cards, at + role.first), load(cards, at + role.second)
    opening = hand[0], hand[1], load(cards, at + role.up), load(cards, at + role.hole)
    rounds.starts[v] = at
    return open_vector(script, rounds, opening, v, ALL >> (uint64(WIDTH) - n))


@inner
def open_reading(script: Any, spread: Any, first: Any) -> Any:
    """Start a round in every role at every place of a reading; gives how many vectors they are."""
    v = uint64(0)
    for k in range(uint64(len(spread.roles))):
        role, at, left = role_of(spread, k), first, uint64(script.cards)
        while left:
            n = min(left, uint64(WIDTH))
            split = open_here(script, spread, role, (v, at, n))
            note_splits(spread.lists, split, at | (k << ROLE))
            at, left, v = at + n, left - n, v + ONE
    return v


@inner
def deal_readings(script: Any, spread: Any) -> None:
    """Deal all rounds that don't split, in vectors, a reading at a time."""
    rounds, lists, size = spread.abreast, spread.lists, uint64(script.cards)
    roles, readings = uint64(len(spread.roles)), uint64(READINGS)
    width, dealt = uint64(len(spread.cards)) // readings, uint64(0)
    for r in range(readings):
        vectors = open_reading(script, spread, r * width)
        dealt += deal_abreast(script, rounds, vectors)
        for k in range(roles):
            first = k * (vectors // roles) * uint64(WIDTH)
            count_endings(script, rounds, (first, first + size), lists.visits)
    lists.lengths[3] = dealt + readings * roles * size * uint64(script.opening_cards)


@inner
def deal_lists(script: Any, spread: Any) -> None:
    """Deal all rounds that don't split, in lists."""
    lists = spread.lists
    open_all(script, spread)
    deal_players(script, spread.cards, lists)
    turn_hole_cards(script, spread.cards, lists)
    deal_dealers(script, spread.cards, lists)


@inner
def split_all(script: Any, spread: Any) -> None:
    """Play all hands of the rounds that split."""
    lists = spread.lists
    lay_splits(script, spread, lists.splits, lists.lengths[2])
    play_splits(script, spread.cards, lists.lengths[2], spread.splits)


@inlined
def deal_by_rows(script: Any, spread: Any, at: Any, tally: Any) -> Any:
    """One round by rows; gives (net, stake, cards)."""
    net, stake, end = deal_round(script, spread.cards, at, spread.desk, spread.sheaf)
    tally.nets[net + len(tally.nets) // 2] += 1
    return net, stake, end - at


@inner
def rotate_one(script: Any, spread: Any, tally: Any) -> Any:
    """Every round of a block of one box: side by side, and by rows where it splits."""
    lists = spread.lists
    lists.lengths[:] = 0
    if script.abreast:
        deal_readings(script, spread)
    else:
        deal_lists(script, spread)
    net, stake = close_block(script, lists, spread.endings)
    tally.counts[CARDS] += lists.lengths[3]
    split_all(script, spread)
    for i in range(lists.lengths[2]):
        of_round = end_split(script, spread, i)
        tally.nets[of_round[0] + len(tally.nets) // 2] += 1
        net += of_round[0]
        stake += of_round[1]
        at = lists.splits[i] & np.int64(PLACE_MASK)
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
            net, stake = rotate_one(script, spread, tally)
        else:
            net, stake = rotate_rows(script, spread, tally)
        count_block(tally, READINGS * len(spread.roles) * script.cards, net, stake)
