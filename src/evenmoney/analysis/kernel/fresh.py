"""Independent rounds in step, each from its own fresh shoe, their cards drawn by number.

A card of a fresh shoe is a number below its size, and the numbers of a round must differ. So no
pack is laid out, shuffled or restored. The first eight numbers of all rounds of a step are drawn
together, by vector instructions; where two of a round are the same, one is drawn again until it is
like no other. That treats all numbers alike, so every row of different numbers is as likely as any.
The few rounds that take more cards, or split, draw them one by one in the same way.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import entry, inlined
from evenmoney.analysis.kernel.kinds import ENDINGS
from evenmoney.analysis.kernel.lists import (
    CELL,
    HELD,
    MOVE_SHIFT,
    ONE,
    PLACE_MASK,
    Lists,
    close_block,
    empty_lists,
    look_up,
    open_rounds,
    opening_of,
    turn_hole_cards,
)
from evenmoney.analysis.kernel.randomness import (
    GOLDEN,
    Step,
    by_high_half,
    by_low_half,
    mixed,
    stream_key,
)
from evenmoney.analysis.kernel.rows import deal_hands, empty_desk, empty_sheaf, settle
from evenmoney.analysis.kernel.script import Script, cells
from evenmoney.analysis.kernel.sheet import TEN
from evenmoney.analysis.kernel.tally import CARDS, count_block

LANE_BITS: Final = 8
LANES: Final = 1 << LANE_BITS
"""Rounds that are dealt together."""
STEPS: Final = 32
"""Steps of a block."""
AT_ONCE: Final = 8
"""Cards of every round that are drawn beforehand."""
CARDS_MAX: Final = 160
"""More cards than a round of one box takes."""
AHEAD: Final = 4
"""Cards that are drawn at a time for a round that splits."""
PLACE_BITS: Final = np.uint64(16)
STEP_BITS: Final = np.uint64(28)
"""The number of a word: step << 28 | attempt << 16 | place."""
STRIDE: Final = np.uint64(LANES)
LANE: Final = np.uint64(LANES - 1)


class Rounds(NamedTuple):
    """Rounds of a step side by side: card `n` of lane `l` is at place n * LANES + l."""

    numbers: NDArray[np.uint16]
    cards: NDArray[np.uint8]
    twice: NDArray[np.uint16]
    """[lane] -> bits of its numbers that came before."""
    lanes: NDArray[np.int64]
    """Lanes that have such."""
    hand: NDArray[np.uint8]
    """The cards of a round that splits."""
    lists: Lists
    desk: NDArray[np.int64]
    sheaf: NDArray[np.int64]
    endings: NDArray[np.int64]
    to_rank: np.uint32
    """What a number is multiplied by to have its rank above 16 bits."""
    steps: int
    """Steps of a block."""


def make_rounds(script: Script, steps: int = STEPS) -> Rounds:
    """Room for a step; a block of rounds has so many."""
    return Rounds(
        numbers=np.zeros(LANES * CARDS_MAX, dtype=np.uint16),
        cards=np.zeros(LANES * CARDS_MAX, dtype=np.uint8),
        twice=np.zeros(LANES, dtype=np.uint16),
        lanes=np.zeros(LANES + 1, dtype=np.int64),
        hand=np.zeros(CARDS_MAX + AHEAD, dtype=np.uint8),
        lists=empty_lists(LANES, LANES, cells(script.moves)),
        desk=empty_desk(),
        sheaf=empty_sheaf(),
        endings=np.zeros(ENDINGS, dtype=np.int64),
        to_rank=np.uint32(65536 // (script.cards // 13) + 1),
        steps=steps,
    )


@inlined
def word_of(step: Any, place: Any, attempt: Any) -> Any:
    """The word of a place at an attempt."""
    return mixed(step.counter + ((uint64(attempt) << PLACE_BITS) | uint64(place)) * GOLDEN)


@inlined
def card_of(number: Any, rounds: Any) -> Any:
    """The card of a number: those of a rank follow each other, tens come last."""
    return min((np.uint32(number) * rounds.to_rank) >> np.uint32(16), np.uint32(TEN))


@inlined
def draw_eight(rounds: Any, step: Any) -> None:
    """The first eight numbers and cards of all rounds."""
    numbers = rounds.numbers
    for n in range(uint64(0), uint64(AT_ONCE), uint64(2)):
        row = n * STRIDE
        for lane in range(STRIDE):
            drawn = word_of(step, row + lane, 0)
            numbers[row + lane] = by_high_half(drawn, step.size)
            numbers[row + STRIDE + lane] = by_low_half(drawn, step.size)
    mark_twice(numbers, rounds.twice)
    redraw_twice(rounds, step)
    for place in range(uint64(AT_ONCE) * STRIDE):
        rounds.cards[place] = card_of(numbers[place], rounds)


@inlined
def mark_twice(numbers: Any, twice: Any) -> None:
    """Mark the numbers of each lane that came before in it."""
    for lane in range(STRIDE):
        twice[lane] = 0
    for n in range(uint64(1), uint64(AT_ONCE)):
        bit = np.uint16(1) << np.uint16(n)
        for m in range(n):
            for lane in range(STRIDE):
                same = numbers[n * STRIDE + lane] == numbers[m * STRIDE + lane]
                twice[lane] |= bit * np.uint16(same)


@inlined
def redraw_twice(rounds: Any, step: Any) -> None:
    """Draw the marked numbers again."""
    twice, lanes, k = rounds.twice, rounds.lanes, uint64(0)
    for lane in range(LANES):
        lanes[k] = lane
        k += uint64(twice[lane] != 0)
    for i in range(k):
        lane = uint64(lanes[i])
        for n in range(uint64(1), uint64(AT_ONCE)):
            if (uint64(twice[lane]) >> n) & ONE:
                draw_number(rounds.numbers, n * STRIDE + lane, AT_ONCE, step)


@inlined
def draw_number(numbers: Any, place: Any, known: Any, step: Any) -> None:
    """Draw the number of a place until it is like none of the first `known` of its lane."""
    attempt, clash = 1, True
    while clash:
        number = np.uint16(by_high_half(word_of(step, place, attempt), step.size))
        clash = False
        for m in range(uint64(known)):
            other = m * STRIDE + (place & LANE)
            clash |= (numbers[other] == number) & (other != place)
        attempt += 1
    numbers[place] = number


@inlined
def draw_late(rounds: Any, place: Any, step: Any) -> None:
    """Draw a card beyond the first eight."""
    draw_number(rounds.numbers, place, place >> uint64(LANE_BITS), step)
    rounds.cards[place] = card_of(rounds.numbers[place], rounds)


@inlined
def draw(rounds: Any, place: Any, step: Any) -> Any:
    """The card of a place."""
    if place >= uint64(AT_ONCE) * STRIDE:
        draw_late(rounds, place, step)
    return rounds.cards[place]


@inlined
def look_at_openings(script: Any, rounds: Any) -> None:
    """Where each round's opening is found."""
    cards, looks = rounds.cards, rounds.lists.looks
    up_row, hole_row = uint64(script.up_at) * STRIDE, uint64(script.hole_at) * STRIDE
    second_row = uint64(2) * STRIDE
    for lane in range(STRIDE):
        hand = cards[lane], cards[second_row + lane]
        looks[lane] = opening_of(script, hand, (cards[up_row + lane], cards[hole_row + lane]))


@inlined
def draw_players(script: Any, rounds: Any, step: Any) -> None:
    """Deal to all hands that take cards until none is left."""
    lists, moves = rounds.lists, script.moves
    player, dealer, lengths = lists.player, lists.dealer, lists.lengths
    n, d = uint64(lengths[0]), uint64(lengths[1])
    while n > 0:
        lengths[3] += n
        p = uint64(0)
        for i in range(n):
            entry = player[i]
            move = look_up(moves, entry, draw(rounds, entry & PLACE_MASK, step))
            entry = ((entry & HELD) + STRIDE) | (move << MOVE_SHIFT)
            player[p] = entry
            dealer[d + i - p] = entry
            p += move & ONE
        d += n - p
        n = p
    lengths[1] = d


@inlined
def draw_dealers(script: Any, rounds: Any, step: Any) -> None:
    """Deal to all drawing dealers until every round is over."""
    lists, moves = rounds.lists, script.moves
    dealer, visits, lengths = lists.dealer, lists.visits, lists.lengths
    n = uint64(lengths[1])
    while n > 0:
        lengths[3] += n
        d = uint64(0)
        for i in range(n):
            entry = dealer[i]
            move = look_up(moves, entry, draw(rounds, entry & PLACE_MASK, step))
            dealer[d] = ((entry & HELD) + STRIDE) | (move << MOVE_SHIFT)
            visits[move >> CELL] += np.uint32(1)
            d += move & ONE
        n = d


@inlined
def deal_split(script: Any, rounds: Any, lane: Any, step: Any) -> Any:
    """A round that splits, by rows; gives (net, stake, cards)."""
    hand, ahead = rounds.hand, 0
    final, place = 0, 1
    while place > ahead:
        # The cards drawn so far stay: the same round is dealt again with more of them.
        more = min(max(AT_ONCE, ahead + AHEAD), script.cards)
        for n in range(ahead, more):
            hand[n] = draw(rounds, uint64(n) * STRIDE + uint64(lane), step)
        ahead = more
        final, place = deal_hands(script, hand, 0, rounds.desk)
    up = np.int64(hand[script.up_at])
    net, stake = settle(script, up, rounds.desk, final, rounds.sheaf)
    return net, stake, place


@inlined
def deal_step(script: Any, rounds: Any, step: Any, tally: Any) -> Any:
    """A round in every lane; gives (net, stake) of those that split."""
    lists = rounds.lists
    lists.lengths[:] = 0
    draw_eight(rounds, step)
    look_at_openings(script, rounds)
    ahead = script.opening_cards * LANES, script.hole_at * LANES
    open_rounds(script, (0, LANES), lists, ahead)
    draw_players(script, rounds, step)
    turn_hole_cards(script, rounds.cards, lists)
    draw_dealers(script, rounds, step)
    tally.counts[CARDS] += lists.lengths[3]
    net, stake = 0, 0
    for i in range(lists.lengths[2]):
        of_round = deal_split(script, rounds, lists.splits[i], step)
        tally.nets[of_round[0] + len(tally.nets) // 2] += 1
        tally.counts[CARDS] += of_round[2] - script.opening_cards
        net, stake = net + of_round[0], stake + of_round[1]
    return net, stake


@entry
def deal_fresh(span: Any, script: Any, rounds: Any, tally: Any) -> None:
    """A span of blocks of rounds of one box, each from a fresh shoe."""
    size = uint64(script.cards)
    words = (ONE << STEP_BITS) * GOLDEN
    for block in range(span.first, span.last):
        counter = stream_key(span.seed, block)
        net, stake = 0, 0
        for _ in range(rounds.steps):
            of_step = deal_step(script, rounds, Step(counter, size), tally)
            net, stake = net + of_step[0], stake + of_step[1]
            counter += words
        of_lists = close_block(script, rounds.lists, rounds.endings)
        count_block(tally, rounds.steps * LANES, net + of_lists[0], stake + of_lists[1])
