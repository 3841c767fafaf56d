"""Whole shoes of one box down to a cut card, side by side, their rounds dealt in vectors.

It deals the very rounds that `lockstep` deals from the same stream. The next cards of each lane's
shoe are copied into its window at every step; rounds that split, and the few that want more cards
than a window holds, are dealt by rows from the shoe itself.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import uint8, uint16, uint64
from numpy.typing import NDArray

from evenmoney.analysis.kernel.abreast import (
    ALL,
    LEFT_OUT,
    WINDOW,
    Abreast,
    cards_at,
    count_endings,
    deal_abreast,
    make_abreast,
    open_vector,
)
from evenmoney.analysis.kernel.compiled import entry, inlined, inner
from evenmoney.analysis.kernel.kinds import ENDINGS, FINAL_BITS
from evenmoney.analysis.kernel.lists import ONE, Lists, close_block, empty_lists, note_splits
from evenmoney.analysis.kernel.lockstep import (
    LANE,
    LANES,
    SHOES,
    deal_drawn,
    shoe_counter,
    shuffle_shoe,
    step_of,
)
from evenmoney.analysis.kernel.randomness import stream_key
from evenmoney.analysis.kernel.rows import empty_desk, empty_sheaf
from evenmoney.analysis.kernel.script import Script, cells
from evenmoney.analysis.kernel.tally import CARDS, count_block
from evenmoney.analysis.kernel.vectors import (
    WIDTH,
    above,
    all_of,
    copy_sixteen,
    equal,
    how_many,
    load,
    lowest,
    pick,
    plus,
    store,
)

SEEN: Final = 16
"""Cards of a round that a window has for it."""
VECTORS: Final = LANES // WIDTH
OF_VECTOR: Final = np.uint64(WIDTH)


class Shoes(NamedTuple):
    """Shoes side by side, `LANE` places apart, and the rounds dealt from them."""

    cards: NDArray[np.uint8]
    gone: NDArray[np.uint16]
    """[lane] -> cards of its shoe that rounds have taken."""
    out: NDArray[np.uint8]
    """[lane] -> 1 where its cut card is out."""
    left: NDArray[np.int64]
    """[lane] -> shoes it has still to finish."""
    playing: NDArray[np.uint64]
    """[vector] -> mask of the lanes that have one."""
    drawn: NDArray[np.int64]
    """[lane] -> place of its first card that is not drawn yet."""
    swaps: NDArray[np.uint16]
    """[n] -> the card that card `n` of a shoe is exchanged for."""
    abreast: Abreast
    lists: Lists
    desk: NDArray[np.int64]
    sheaf: NDArray[np.int64]
    endings: NDArray[np.int64]
    of_lane: int
    """Shoes that each lane deals in a block."""


def make_shoes(script: Script, of_lane: int = SHOES) -> Shoes:
    """Room for a script's shoes; each lane deals so many in a block."""
    rounds = make_abreast(VECTORS, np.zeros(LANES * SEEN, dtype=np.uint8), WIDTH * SEEN // WINDOW)
    rounds.starts[:] = np.arange(VECTORS) * WIDTH * SEEN
    return Shoes(
        cards=np.zeros(LANES * LANE, dtype=np.uint8),
        gone=np.zeros(LANES, dtype=np.uint16),
        out=np.zeros(LANES, dtype=np.uint8),
        left=np.zeros(LANES, dtype=np.int64),
        playing=np.zeros(VECTORS, dtype=np.uint64),
        drawn=np.zeros(LANES, dtype=np.int64),
        swaps=np.zeros(LANE + 1, dtype=np.uint16),
        abreast=rounds,
        lists=empty_lists(LANES, LANES, cells(script.moves)),
        desk=empty_desk(),
        sheaf=empty_sheaf(),
        endings=np.zeros(ENDINGS, dtype=np.int64),
        of_lane=of_lane,
    )


@inlined
def fill_windows(shoes: Any) -> None:
    """The next cards of every lane's shoe into its window."""
    for lane in range(uint64(LANES)):
        at = lane * uint64(LANE) + uint64(shoes.gone[lane])
        copy_sixteen(shoes.abreast.cards, lane * uint64(SEEN), shoes.cards, at)


@inlined
def card_of(rounds: Any, v: Any, n: Any) -> Any:
    """Card `n` of every round of a vector."""
    return cards_at(rounds, v, plus(load(rounds.origin, uint64(0)), all_of(uint8(n))))


@inlined
def open_shoes(script: Any, shoes: Any) -> None:
    """Start a round in every lane that has a shoe left."""
    rounds = shoes.abreast
    shoes.lists.lengths[2] = 0
    for v in range(uint64(VECTORS)):
        hand = card_of(rounds, v, 0), card_of(rounds, v, 2)
        dealer = card_of(rounds, v, script.up_at), card_of(rounds, v, script.hole_at)
        opening = hand[0], hand[1], dealer[0], dealer[1]
        split = open_vector(script, rounds, opening, v, shoes.playing[v])
        note_splits(shoes.lists, split, v * OF_VECTOR)


@inlined
def leave_late(shoes: Any) -> None:
    """Leave out rounds that took more cards than their window has: what they read was no card of
    theirs. They are dealt by rows.
    """
    rounds = shoes.abreast
    end = plus(load(rounds.origin, uint64(0)), all_of(uint8(SEEN)))
    for v in range(uint64(VECTORS)):
        w = v * OF_VECTOR
        late = above(load(rounds.places, w), end)
        if late:
            ending = all_of(uint8(LEFT_OUT << FINAL_BITS))
            store(rounds.kinds, w, pick(late, ending, load(rounds.kinds, w)))
            rounds.insured[v] &= ~late
            note_splits(shoes.lists, late, w)


@inlined
def taken(rounds: Any, lane: Any) -> Any:
    """Cards that a lane's round has taken from its window."""
    return uint16(rounds.places[lane]) - uint16(rounds.origin[lane % OF_VECTOR])


@inlined
def deal_rest(script: Any, shoes: Any, step: Any, tally: Any) -> Any:
    """Deal the rounds that were left out, by rows; gives (net, stake)."""
    net, stake = 0, 0
    for i in range(shoes.lists.lengths[2]):
        lane = uint64(shoes.lists.splits[i])
        at = np.int64(lane) * LANE + shoes.gone[lane] - taken(shoes.abreast, lane)
        of_round = deal_drawn(script, shoes, at, step, tally)
        shoes.gone[lane] = of_round[2] - np.int64(lane) * LANE
        net, stake = net + of_round[0], stake + of_round[1]
    return net, stake


@inlined
def deal_step(script: Any, shoes: Any, step: Any, tally: Any) -> Any:
    """A round in every lane that has a shoe left; gives (net, stake) of those dealt by rows."""
    rounds, gone = shoes.abreast, shoes.gone
    fill_windows(shoes)
    open_shoes(script, shoes)
    deal_abreast(script, rounds, uint64(VECTORS))
    leave_late(shoes)
    count_endings(script, rounds, (0, LANES), shoes.lists.visits)
    for lane in range(uint64(LANES)):
        gone[lane] += taken(rounds, lane)
    return deal_rest(script, shoes, step, tally)


@inlined
def move_on(script: Any, shoes: Any, key: Any) -> Any:
    """Start the next shoe where a cut card is out; gives (rounds dealt, cards of ended shoes)."""
    rounds, cards, cut = uint64(0), 0, uint16(script.cut)
    for lane in range(uint64(LANES)):
        shoes.out[lane] = shoes.gone[lane] >= cut
    for v in range(uint64(VECTORS)):
        rounds += how_many(shoes.playing[v])
        out = shoes.playing[v] & equal(load(shoes.out, v * OF_VECTOR), uint8(1))
        while out:
            lane = v * OF_VECTOR + lowest(out)
            cards += shoes.gone[lane]
            end_shoe(script, shoes, lane, key)
            out &= out - ONE
    return np.int64(rounds), cards


@inlined
def end_shoe(script: Any, shoes: Any, lane: Any, key: Any) -> None:
    """A lane's shoe is over; the next one starts, if there is one."""
    left = shoes.left[lane] - 1
    shoes.left[lane], shoes.gone[lane] = left, 0
    if left:
        shuffle_shoe(script, shoes, lane, shoe_counter(key, lane, left))
    else:
        shoes.playing[lane // OF_VECTOR] &= ~(ONE << (lane % OF_VECTOR))


@inner
def start_block(script: Any, shoes: Any, ordered: Any, key: Any) -> None:
    """A shuffled shoe in every lane, from a pack in order."""
    for lane in range(LANES):
        for k in range(len(ordered)):
            shoes.cards[lane * LANE + k] = ordered[k]
        shoes.gone[lane], shoes.left[lane] = 0, shoes.of_lane
        shuffle_shoe(script, shoes, lane, shoe_counter(key, lane, shoes.of_lane))
    for v in range(VECTORS):
        shoes.playing[v] = ALL


@inlined
def any_playing(shoes: Any) -> Any:
    """Whether a lane has a shoe left."""
    some = uint64(0)
    for v in range(VECTORS):
        some |= shoes.playing[v]
    return some != 0


@entry
def deal_shoes(span: Any, ordered: Any, script: Any, shoes: Any, tally: Any) -> None:
    """A span of blocks of whole shoes of one box."""
    for block in range(span.first, span.last):
        key = stream_key(span.seed, block)
        start_block(script, shoes, ordered, key)
        rounds, net, stake, k = 0, 0, 0, 0
        while any_playing(shoes):
            of_rows = deal_step(script, shoes, step_of(script, key, k), tally)
            dealt, cards = move_on(script, shoes, key)
            net, stake, rounds, k = (net + of_rows[0], stake + of_rows[1], rounds + dealt, k + 1)
            tally.counts[CARDS] += cards
        of_lists = close_block(script, shoes.lists, shoes.endings)
        count_block(tally, rounds, net + of_lists[0], stake + of_lists[1])
