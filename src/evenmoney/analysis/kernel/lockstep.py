"""Independent rounds in step: lanes, each with its own pack, deal one round after another together.

A card is drawn the moment it is dealt (Fisher-Yates on the lane's pack), so that a fresh round
shuffles only what it uses; a lane with a cut card draws on through its shoe. Word `place` of a
step's stream shuffles place `place`: no draw waits for another.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import entry, inlined, inner
from evenmoney.analysis.kernel.lists import (
    CELL,
    HELD,
    MOVE_SHIFT,
    ONE,
    PLACE_MASK,
    START_SHIFT,
    Lists,
    close_block,
    empty_lists,
    look_up,
)
from evenmoney.analysis.kernel.randomness import STEP, high_product, stream_key, word_at
from evenmoney.analysis.kernel.rows import deal_hands, empty_desk, empty_sheaf, settle
from evenmoney.analysis.kernel.script import (
    ENDINGS,
    NATURAL_OPENINGS,
    SPLIT_MOVE,
    Script,
    cells,
)
from evenmoney.analysis.kernel.sheet import ACE, TEN
from evenmoney.analysis.kernel.tally import CARDS, count_block

LANES: Final = 128
STEPS: Final = 64
"""Rounds of each lane in a block of fresh rounds."""
SHOES: Final = 24
"""Shoes of each lane in a block with a cut card."""
LANE_BITS: Final = 9
LANE: Final = 1 << LANE_BITS
"""Places of a lane: no shoe has more cards."""
PLACE_IN_LANE: Final = np.uint64(LANE - 1)
STEP_BITS: Final = np.uint64(16)
AHEAD: Final = 10
"""Cards that are drawn ahead for a round dealt by rows, for each of its boxes."""


class Lanes(NamedTuple):
    """Packs side by side, `LANE` places apart, and the rounds dealt from them."""

    cards: NDArray[np.uint8]
    at: NDArray[np.int64]
    """[lane] -> place of its next round's first card."""
    shoes: NDArray[np.int64]
    """[lane] -> shoes it has still to finish."""
    results: NDArray[np.uint64]
    """[lane] -> its last round's last entry."""
    lists: Lists
    desk: NDArray[np.int64]
    sheaf: NDArray[np.int64]
    endings: NDArray[np.int64]


def make_lanes(script: Script) -> Lanes:
    """Lanes for a script."""
    return Lanes(
        cards=np.zeros(LANES * LANE, dtype=np.uint8),
        at=np.zeros(LANES, dtype=np.int64),
        shoes=np.zeros(LANES, dtype=np.int64),
        results=np.zeros(LANES, dtype=np.uint64),
        lists=empty_lists(LANES, LANES, cells(script.moves)),
        desk=empty_desk(),
        sheaf=empty_sheaf(),
        endings=np.zeros(ENDINGS, dtype=np.int64),
    )


class Step(NamedTuple):
    """What a step's cards are drawn by: where its words begin in the stream, and the pack's size.

    `opened`: how many cards of a round are drawn before it is dealt by rows.
    """

    counter: Any
    size: Any
    opened: Any


@inlined
def draw(cards: Any, place: Any, step: Any) -> Any:
    """The card at a place, drawn from those of its lane that are left."""
    left = step.size - (place & PLACE_IN_LANE)
    return swap_in(cards, place, left, step.counter + place * STEP)


@inlined
def swap_in(cards: Any, place: Any, left: Any, counter: Any) -> Any:
    """The card at a place, after it was exchanged for one of the `left` from there on."""
    other = place + high_product(word_at(counter), left)
    card = cards[other]
    cards[other] = cards[place]
    cards[place] = card
    return card


@inner
def draw_openings(script: Any, lanes: Any, step: Any) -> None:
    """Draw the first cards of a round in every lane."""
    cards = lanes.cards
    for lane in range(LANES):
        at = uint64(lanes.at[lane])
        left = step.size - (at & PLACE_IN_LANE)
        counter = step.counter + at * STEP
        for _ in range(uint64(script.opening_cards)):
            swap_in(cards, at, left, counter)
            at, left, counter = at + ONE, left - ONE, counter + STEP


@inner
def open_lanes(script: Any, lanes: Any) -> None:
    """Start a round in every lane that has a shoe left."""
    cards, lists, openings = lanes.cards, lanes.lists, script.openings
    player, dealer, splits, lengths = lists.player, lists.dealer, lists.splits, lists.lengths
    up_at, hole_at, dealt = uint64(script.up_at), uint64(script.hole_at), script.opening_cards
    peeks = NATURAL_OPENINGS if script.peeks else 0
    p, d, s = uint64(0), uint64(0), uint64(0)
    for lane in range(LANES):
        if lanes.shoes[lane] == 0:
            continue
        at = uint64(lanes.at[lane])
        up = np.int64(cards[at + up_at])
        hole = np.int64(cards[at + hole_at])
        natural = ((up == ACE) & (hole == TEN)) | ((up == TEN) & (hole == ACE))
        look = np.int64(cards[at]) * 100 + np.int64(cards[at + uint64(2)]) * 10 + up
        move = uint64(openings[look + peeks * np.int64(natural)])
        entry = (move << MOVE_SHIFT) | (at << START_SHIFT) | (at + uint64(dealt))
        if move == SPLIT_MOVE:
            splits[s] = lane
            s += ONE
        else:
            player[p] = entry
            dealer[d] = entry
            draws = move & ONE
            p += draws
            d += ONE - draws
    lengths[0], lengths[1], lengths[2] = p, d, s


@inner
def draw_players(script: Any, lanes: Any, step: Any) -> None:
    """Deal to all hands that take cards until none is left."""
    cards, lists, moves = lanes.cards, lanes.lists, script.moves
    player, dealer, lengths = lists.player, lists.dealer, lists.lengths
    n, d = uint64(lengths[0]), uint64(lengths[1])
    while n > 0:
        p = uint64(0)
        for i in range(n):
            entry = player[i]
            move = look_up(moves, entry, draw(cards, entry & PLACE_MASK, step))
            entry = ((entry & HELD) + ONE) | (move << MOVE_SHIFT)
            player[p] = entry
            dealer[d + i - p] = entry
            p += move & ONE
        d += n - p
        n = p
    lengths[1] = d


@inner
def turn_in_lanes(script: Any, lanes: Any) -> None:
    """Every waiting dealer turns his other card."""
    cards, lists, moves, results = lanes.cards, lanes.lists, script.moves, lanes.results
    dealer, visits, lengths = lists.dealer, lists.visits, lists.lengths
    hole_at, n, d = uint64(script.hole_at), uint64(lengths[1]), uint64(0)
    for i in range(n):
        held = dealer[i] & HELD
        start = held >> START_SHIFT
        move = look_up(moves, dealer[i], cards[start + hole_at])
        entry = held | (move << MOVE_SHIFT)
        dealer[d] = entry
        results[start >> uint64(LANE_BITS)] = entry
        visits[move >> CELL] += np.uint32(1)
        d += move & ONE
    lengths[1] = d


@inner
def draw_dealers(script: Any, lanes: Any, step: Any) -> None:
    """Deal to all drawing dealers until every round is over."""
    cards, lists, moves, results = lanes.cards, lanes.lists, script.moves, lanes.results
    dealer, visits = lists.dealer, lists.visits
    n = uint64(lists.lengths[1])
    while n > 0:
        d = uint64(0)
        for i in range(n):
            entry = dealer[i]
            move = look_up(moves, entry, draw(cards, entry & PLACE_MASK, step))
            entry = ((entry & HELD) + ONE) | (move << MOVE_SHIFT)
            dealer[d] = entry
            results[(entry & HELD) >> uint64(START_SHIFT + LANE_BITS)] = entry
            visits[move >> CELL] += np.uint32(1)
            d += move & ONE
        n = d


@inlined
def draw_ahead(cards: Any, first: Any, last: Any, step: Any) -> None:
    """Draw the cards of places `first` to `last` - 1."""
    for place in range(uint64(first), uint64(last)):
        draw(cards, place, step)


@inlined
def deal_drawn(script: Any, lanes: Any, lane: Any, step: Any, tally: Any) -> Any:
    """A lane's round by rows; gives (net, stake)."""
    cards, desk, at = lanes.cards, lanes.desk, lanes.at[lane]
    end = lane * LANE + script.cards
    ahead = min(at + step.opened + AHEAD * script.boxes, end)
    draw_ahead(cards, at + step.opened, ahead, step)
    final, place = deal_hands(script, cards, at, desk)
    while place > ahead:
        # The cards drawn so far stay: the same round is dealt again with more of them.
        more = min(ahead + AHEAD, end)
        draw_ahead(cards, ahead, more, step)
        ahead = more
        final, place = deal_hands(script, cards, at, desk)
    net, stake = settle(script, np.int64(cards[at + script.up_at]), desk, final, lanes.sheaf)
    tally.nets[net + len(tally.nets) // 2] += 1
    lanes.results[lane] = uint64(place)
    return net, stake


@inner
def step_rows(script: Any, lanes: Any, step: Any, tally: Any) -> Any:
    """One round of several boxes in every lane that has a shoe left; gives (net, stake)."""
    net, stake = 0, 0
    for lane in range(LANES):
        if lanes.shoes[lane]:
            of_round = deal_drawn(script, lanes, lane, step, tally)
            net, stake = net + of_round[0], stake + of_round[1]
    return net, stake


@inner
def step_lists(script: Any, lanes: Any, step: Any, tally: Any) -> Any:
    """One round in every lane that has a shoe left; gives (net, stake) of those that split."""
    draw_openings(script, lanes, step)
    open_lanes(script, lanes)
    draw_players(script, lanes, step)
    turn_in_lanes(script, lanes)
    draw_dealers(script, lanes, step)
    net, stake = 0, 0
    for i in range(lanes.lists.lengths[2]):
        of_round = deal_drawn(script, lanes, lanes.lists.splits[i], step, tally)
        net, stake = net + of_round[0], stake + of_round[1]
    return net, stake


@inner
def deal_step(script: Any, lanes: Any, key: Any, k: Any, tally: Any) -> Any:
    """Step `k` of a block; gives (net, stake) of the rounds that were dealt by rows."""
    counter = key + (uint64(k) << STEP_BITS) * STEP
    size = uint64(script.cards)
    if script.boxes == 1:
        return step_lists(script, lanes, Step(counter, size, script.opening_cards), tally)
    return step_rows(script, lanes, Step(counter, size, 0), tally)


@inner
def start_lanes(lanes: Any, ordered: Any, shoes: Any) -> None:
    """A pack in order in every lane."""
    for lane in range(LANES):
        for k in range(len(ordered)):
            lanes.cards[lane * LANE + k] = ordered[k]
        lanes.at[lane] = lane * LANE
        lanes.shoes[lane] = shoes


@inner
def fresh_block(script: Any, lanes: Any, key: Any, tally: Any) -> Any:
    """`STEPS` rounds in every lane, each from a fresh shoe; gives (rounds, net, stake)."""
    net, stake = 0, 0
    for k in range(STEPS):
        of_rows = deal_step(script, lanes, key, k, tally)
        net, stake = net + of_rows[0], stake + of_rows[1]
        for lane in range(LANES):
            place = np.int64(lanes.results[lane] & PLACE_MASK)
            tally.counts[CARDS] += place - lane * LANE
    return STEPS * LANES, net, stake


@inner
def move_on(lanes: Any, cut: Any, tally: Any) -> Any:
    """Every lane to its next round or shoe; gives (rounds dealt, shoes still to finish)."""
    rounds, open_shoes = 0, 0
    for lane in range(LANES):
        if lanes.shoes[lane]:
            rounds += 1
            place = np.int64(lanes.results[lane] & PLACE_MASK)
            tally.counts[CARDS] += place - lanes.at[lane]
            out = place - lane * LANE >= cut
            lanes.at[lane] = lane * LANE if out else place
            lanes.shoes[lane] -= out
            open_shoes += lanes.shoes[lane]
    return rounds, open_shoes


@inner
def cut_block(script: Any, lanes: Any, key: Any, tally: Any) -> Any:
    """`SHOES` whole shoes in every lane, played down to the cut card; (rounds, net, stake)."""
    rounds, net, stake, k, open_shoes = 0, 0, 0, 0, 1
    while open_shoes:
        of_rows = deal_step(script, lanes, key, k, tally)
        dealt, open_shoes = move_on(lanes, script.cut, tally)
        net, stake, rounds = net + of_rows[0], stake + of_rows[1], rounds + dealt
        k += 1
    return rounds, net, stake


@entry
def deal_lanes(span: Any, ordered: Any, script: Any, lanes: Any, tally: Any) -> None:
    """A span of blocks of independent rounds or whole shoes."""
    for block in range(span.first, span.last):
        key = stream_key(span.seed, block)
        start_lanes(lanes, ordered, SHOES)
        if script.cut:
            rounds, net, stake = cut_block(script, lanes, key, tally)
        else:
            rounds, net, stake = fresh_block(script, lanes, key, tally)
        of_lists = close_block(script, lanes.lists, lanes.endings)
        count_block(tally, rounds, net + of_lists[0], stake + of_lists[1])
