"""Shoes side by side, one round of each after another: down to a cut card, or one round a shoe.

With a cut card, all cards that its rounds can come to are shuffled when a shoe starts, and then
only read. A round of several boxes from a fresh shoe draws its cards when it is dealt (Fisher-Yates
on the lane's pack); rounds of one box from fresh shoes are dealt in `fresh`.
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
    HOLE_SHIFT,
    MOVE_SHIFT,
    ONE,
    PLACE_MASK,
    Lists,
    close_block,
    deal_players,
    empty_lists,
    look_up,
    opening_of,
)
from evenmoney.analysis.kernel.randomness import (
    GOLDEN,
    STEP,
    Step,
    by_high_half,
    by_low_half,
    high_product,
    mixed,
    stream_key,
    word_at,
)
from evenmoney.analysis.kernel.rows import deal_hands, empty_desk, empty_sheaf, settle
from evenmoney.analysis.kernel.script import SPLIT_MOVE, Script, cells
from evenmoney.analysis.kernel.tally import CARDS, count_block

LANES: Final = 128
STEPS: Final = 64
"""Rounds of each lane in a block of fresh rounds."""
SHOES: Final = 32
"""Shoes of each lane in a block with a cut card."""
LANE: Final = 7 * 64
"""Places of a lane: more than a shoe has cards, and an odd number of cache lines, so that lanes
that are equally far don't push each other out of the nearest cache."""
COUNTER_BITS: Final = np.uint64(9)
"""Bits for a lane or a card in the number of a shoe's word."""
STEP_BITS: Final = np.uint64(16)
START_SHIFT: Final = HOLE_SHIFT
"""In an entry stands where its round started; the dealer's other card is found from there."""
AHEAD: Final = 10
"""Cards that are drawn at a time for a round dealt by rows, for each of its boxes."""


class Lanes(NamedTuple):
    """Packs side by side, `LANE` places apart, and the rounds dealt from them."""

    cards: NDArray[np.uint8]
    at: NDArray[np.int64]
    """[lane] -> place of its next round's first card."""
    drawn: NDArray[np.int64]
    """[lane] -> place of its first card that is not drawn yet."""
    swaps: NDArray[np.uint16]
    """[n] -> the card that card `n` of a shoe is exchanged for."""
    shoes: NDArray[np.int64]
    """[lane] -> shoes it has still to finish."""
    results: NDArray[np.uint64]
    """[lane] -> its last round's last entry."""
    lists: Lists
    desk: NDArray[np.int64]
    sheaf: NDArray[np.int64]
    endings: NDArray[np.int64]
    of_lane: int
    """Shoes that each lane deals in a block."""


def make_lanes(script: Script, of_lane: int = SHOES) -> Lanes:
    """Lanes for a script; each deals so many shoes in a block."""
    return Lanes(
        cards=np.zeros(LANES * LANE, dtype=np.uint8),
        at=np.zeros(LANES, dtype=np.int64),
        drawn=np.zeros(LANES, dtype=np.int64),
        swaps=np.zeros(LANE + 1, dtype=np.uint16),
        shoes=np.zeros(LANES, dtype=np.int64),
        results=np.zeros(LANES, dtype=np.uint64),
        lists=empty_lists(LANES, LANES, cells(script.moves)),
        desk=empty_desk(),
        sheaf=empty_sheaf(),
        endings=np.zeros(ENDINGS, dtype=np.int64),
        of_lane=of_lane,
    )


@inlined
def draw(cards: Any, place: Any, step: Any) -> Any:
    """The card at a place, drawn from those of its lane that are left."""
    left = step.size - place % uint64(LANE)
    return swap_in(cards, place, left, step.counter + place * STEP)


@inlined
def swap_in(cards: Any, place: Any, left: Any, counter: Any) -> Any:
    """The card at a place, after it was exchanged for one of the `left` from there on."""
    other = place + high_product(word_at(counter), left)
    card = cards[other]
    cards[other] = cards[place]
    cards[place] = card
    return card


@inlined
def shuffle_shoe(script: Any, lanes: Any, lane: Any, counter: Any) -> None:
    """Shuffle the cards that a lane's next shoe can come to, whatever order its pack is in."""
    cards, swaps, size = lanes.cards, lanes.swaps, uint64(script.cards)
    first = uint64(lane) * uint64(LANE)
    last = min(uint64(script.cut + script.longest), size)
    half = (last + ONE) // uint64(2)
    for k in range(half):
        drawn = mixed(counter + k * GOLDEN)
        swaps[k] = k + by_high_half(drawn, size - k)
        swaps[half + k] = half + k + by_low_half(drawn, size - half - k)
    for k in range(last):
        place, other = first + k, first + uint64(swaps[k])
        card = cards[other]
        cards[other] = cards[place]
        cards[place] = card
    lanes.drawn[lane] = first + last


@inlined
def look_at_lanes(script: Any, lanes: Any) -> None:
    """Where the opening of each lane's round is found."""
    cards, looks = lanes.cards, lanes.lists.looks
    up_at, hole_at = uint64(script.up_at), uint64(script.hole_at)
    for lane in range(uint64(LANES)):
        at = uint64(lanes.at[lane])
        hand = cards[at], cards[at + uint64(2)]
        looks[lane] = opening_of(script, hand, (cards[at + up_at], cards[at + hole_at]))


@inlined
def open_lanes(script: Any, lanes: Any) -> None:
    """Start a round in every lane that has a shoe left."""
    look_at_lanes(script, lanes)
    looks, player, dealer, splits, _, lengths = lanes.lists
    openings, ahead = script.openings, uint64(script.opening_cards)
    step = (ONE << START_SHIFT) + ONE
    p, d, s = uint64(0), uint64(0), uint64(0)
    for lane in range(uint64(LANES)):
        if lanes.shoes[lane] == 0:
            continue
        move = uint64(openings[looks[lane]])
        entry = (move << MOVE_SHIFT) | (uint64(lanes.at[lane]) * step + ahead)
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


@inlined
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
        results[start // uint64(LANE)] = entry
        visits[move >> CELL] += np.uint32(1)
        d += move & ONE
    lengths[1] = d


@inlined
def deal_dealers(script: Any, lanes: Any) -> None:
    """Deal to all drawing dealers until every round is over."""
    cards, lists, moves, results = lanes.cards, lanes.lists, script.moves, lanes.results
    dealer, visits = lists.dealer, lists.visits
    n = uint64(lists.lengths[1])
    while n > 0:
        d = uint64(0)
        for i in range(n):
            entry = dealer[i]
            move = look_up(moves, entry, cards[entry & PLACE_MASK])
            entry = ((entry & HELD) + ONE) | (move << MOVE_SHIFT)
            dealer[d] = entry
            results[(entry & PLACE_MASK) // uint64(LANE)] = entry
            visits[move >> CELL] += np.uint32(1)
            d += move & ONE
        n = d


@inlined
def draw_ahead(cards: Any, first: Any, last: Any, step: Any) -> None:
    """Draw the cards of places `first` to `last` - 1."""
    for place in range(uint64(first), uint64(last)):
        draw(cards, place, step)


@inlined
def deal_drawn(script: Any, lanes: Any, at: Any, step: Any, tally: Any) -> Any:
    """A lane's round by rows, from place `at` on; gives (net, stake, place after its last card)."""
    cards, desk, lane = lanes.cards, lanes.desk, at // LANE
    end = lane * LANE + script.cards
    ahead, place, final = lanes.drawn[lane], end + 1, 0
    if ahead > at:
        final, place = deal_hands(script, cards, at, desk)
    while place > ahead:
        # The cards drawn so far stay: the same round is dealt again with more of them.
        more = min(ahead + AHEAD * script.boxes, end)
        draw_ahead(cards, ahead, more, step)
        ahead = more
        final, place = deal_hands(script, cards, at, desk)
    lanes.drawn[lane] = ahead
    net, stake = settle(script, np.int64(cards[at + script.up_at]), desk, final, lanes.sheaf)
    tally.nets[net + len(tally.nets) // 2] += 1
    return net, stake, place


@inlined
def step_rows(script: Any, lanes: Any, step: Any, tally: Any) -> Any:
    """One round of several boxes in every lane that has a shoe left; gives (net, stake)."""
    net, stake = 0, 0
    for lane in range(LANES):
        if lanes.shoes[lane]:
            of_round = deal_drawn(script, lanes, lanes.at[lane], step, tally)
            lanes.results[lane] = uint64(of_round[2])
            net, stake = net + of_round[0], stake + of_round[1]
    return net, stake


@inlined
def step_lists(script: Any, lanes: Any, step: Any, tally: Any) -> Any:
    """One round in every lane that has a shoe left; gives (net, stake) of those that split."""
    open_lanes(script, lanes)
    deal_players(script, lanes.cards, lanes.lists)
    turn_in_lanes(script, lanes)
    deal_dealers(script, lanes)
    net, stake = 0, 0
    for i in range(lanes.lists.lengths[2]):
        lane = lanes.lists.splits[i]
        of_round = deal_drawn(script, lanes, lanes.at[lane], step, tally)
        lanes.results[lane] = uint64(of_round[2])
        net, stake = net + of_round[0], stake + of_round[1]
    return net, stake


@inlined
def step_of(script: Any, key: Any, k: Any) -> Any:
    """What step `k` of a block draws by."""
    return Step(key + (uint64(k) << STEP_BITS) * STEP, uint64(script.cards))


@inlined
def deal_step(script: Any, lanes: Any, step: Any, tally: Any) -> Any:
    """A round in every lane that has a shoe left; (net, stake) of those that were dealt by rows."""
    if script.boxes == 1:
        return step_lists(script, lanes, step, tally)
    return step_rows(script, lanes, step, tally)


@inlined
def start_lanes(lanes: Any, ordered: Any, shoes: Any) -> None:
    """A pack in order in every lane."""
    for lane in range(LANES):
        for k in range(len(ordered)):
            lanes.cards[lane * LANE + k] = ordered[k]
        lanes.at[lane] = lane * LANE
        lanes.drawn[lane] = lane * LANE
        lanes.shoes[lane] = shoes


@inlined
def fresh_block(script: Any, lanes: Any, key: Any, tally: Any) -> Any:
    """`STEPS` rounds in every lane, each from a fresh shoe; gives (rounds, net, stake)."""
    net, stake, dealt = 0, 0, 0
    for k in range(STEPS):
        of_rows = deal_step(script, lanes, step_of(script, key, k), tally)
        net, stake = net + of_rows[0], stake + of_rows[1]
        for lane in range(LANES):
            place = np.int64(lanes.results[lane] & PLACE_MASK)
            dealt += int(place) - lane * LANE
            lanes.drawn[lane] = lane * LANE
    tally.counts[CARDS] += dealt
    return STEPS * LANES, net, stake


@inlined
def move_on(script: Any, lanes: Any, key: Any, tally: Any) -> Any:
    """Every lane to its next round or shoe; gives (rounds dealt, shoes still to finish)."""
    rounds, open_shoes, dealt = 0, 0, 0
    for lane in range(LANES):
        shoes = lanes.shoes[lane]
        if shoes:
            rounds += 1
            place = np.int64(lanes.results[lane] & PLACE_MASK)
            dealt += place - lanes.at[lane]
            lanes.at[lane] = place
            if place - lane * LANE >= script.cut:
                shoes -= 1
                lanes.shoes[lane] = shoes
                if shoes:
                    shuffle_shoe(script, lanes, lane, shoe_counter(key, lane, shoes))
                    lanes.at[lane] = lane * LANE
            open_shoes += shoes
    tally.counts[CARDS] += dealt
    return rounds, open_shoes


@inlined
def shoe_counter(key: Any, lane: Any, shoe: Any) -> Any:
    """Where the words of a lane's shoe begin; their stream is not that of the steps."""
    shoes = (uint64(shoe) << COUNTER_BITS) | uint64(lane)
    return mixed(key) + (shoes << COUNTER_BITS) * GOLDEN


@inlined
def cut_block(script: Any, lanes: Any, key: Any, tally: Any) -> Any:
    """`SHOES` whole shoes in every lane, played down to the cut card; (rounds, net, stake)."""
    rounds, net, stake, k, open_shoes = 0, 0, 0, 0, 1
    for lane in range(LANES):
        shuffle_shoe(script, lanes, lane, shoe_counter(key, lane, lanes.of_lane))
    while open_shoes:
        of_rows = deal_step(script, lanes, step_of(script, key, k), tally)
        dealt, open_shoes = move_on(script, lanes, key, tally)
        net, stake, rounds = net + of_rows[0], stake + of_rows[1], rounds + dealt
        k += 1
    return rounds, net, stake


@entry
def deal_lanes(span: Any, ordered: Any, script: Any, lanes: Any, tally: Any) -> None:
    """A span of blocks of independent rounds or whole shoes."""
    for block in range(span.first, span.last):
        key = stream_key(span.seed, block)
        start_lanes(lanes, ordered, lanes.of_lane)
        if script.cut:
            rounds, net, stake = cut_block(script, lanes, key, tally)
        else:
            rounds, net, stake = fresh_block(script, lanes, key, tally)
        of_lists = close_block(script, lanes.lists, lanes.endings)
        count_block(tally, rounds, net + of_lists[0], stake + of_lists[1])
