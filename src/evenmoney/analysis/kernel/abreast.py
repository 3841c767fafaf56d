"""Rounds of one box dealt sixty-four abreast, each a byte of a vector: no lists, few branches.

What is done with hands and what they come to is looked up in plates. Each pass deals a card to all
rounds that still take one. A vector reads its cards from windows of 128 cards, each lane from
one of them: rounds that start side by side share one window, those of different shoes have theirs.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import uint8, uint64
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import inlined
from evenmoney.analysis.kernel.kinds import FINAL_BITS, FINAL_NATURAL, INSURED, UNPLAYED, Kind
from evenmoney.analysis.kernel.plates import (
    DOUBLE_FIRST,
    HIT_FIRST,
    PAIR,
    PLATE,
    SPLIT_FIRST,
    Plate,
)
from evenmoney.analysis.kernel.script import NATURAL_HAND
from evenmoney.analysis.kernel.sheet import ACE, SOFT, TEN
from evenmoney.analysis.kernel.vectors import (
    WIDTH,
    all_of,
    below,
    common,
    either,
    equal,
    how_many,
    load,
    permute,
    permute_two,
    pick,
    plus,
    same,
    shifted,
    store,
)

NATURAL: Final = int(Kind.NATURAL)
BUST: Final = int(Kind.BUST)
CHARLIE: Final = int(Kind.CHARLIE)
LOST: Final = int(Kind.LOST_AT_ONCE)
LEFT_OUT: Final = 31
"""No kind: rounds that are dealt elsewhere, whose endings mean nothing."""
WINDOW: Final = 2 * WIDTH
"""Cards that a vector's places tell apart."""
TWO_PLATES: Final = np.uint64(2 * PLATE)
NEXT: Final = np.uint64(WIDTH)
NONE: Final = np.uint64(0)
ALL: Final = np.uint64(0xFFFFFFFFFFFFFFFF)

Masks = NDArray[np.uint64]
Bytes = NDArray[np.uint8]


class Abreast(NamedTuple):
    """Rounds on their way, 64 to a vector; a mask's bits are a vector's lanes."""

    cards: Bytes
    starts: Masks
    """[vector] -> where in the cards its first window begins; the others follow."""
    shares: Masks
    """[window] -> the lanes that read from it."""
    origin: Plate
    """[lane] -> the place in its window of its round's first card."""
    here: Masks
    """Rounds that are dealt here; after the dealers' turn, those whose dealers' totals matter."""
    going: Masks
    """Rounds that take a card: the players' hands, then the dealers'."""
    drew: Masks
    doubled: Masks
    natural: Masks
    """Rounds whose dealer has a natural."""
    insured: Masks
    hands: Bytes
    """The player's hand, then the dealer's."""
    kinds: Bytes
    """What the hand has come to; last the round's ending, but for insurance."""
    upcards: Bytes
    holes: Bytes
    places: Bytes
    """The place of the next card."""


MASKS: Final = ("starts", "here", "going", "drew", "doubled", "natural", "insured")
ROWS: Final = ("hands", "kinds", "upcards", "holes", "places")


def make_abreast(vectors: int, cards: Bytes, windows: int) -> Abreast:
    """Room for so many vectors of rounds that read from `cards`.

    With one window a vector's rounds start side by side; with more, lanes have equal parts of them.
    """
    of_window = WIDTH // windows
    lanes = np.arange(WIDTH, dtype=np.uint8)
    shares = np.array(
        [((1 << of_window) - 1) << (k * of_window) for k in range(windows)], dtype=np.uint64
    )
    origin = lanes if windows == 1 else lanes % np.uint8(of_window) * np.uint8(WINDOW // of_window)
    masks: dict[str, Any] = {name: np.zeros(vectors, dtype=np.uint64) for name in MASKS}
    rows: dict[str, Any] = {name: np.zeros(vectors * WIDTH, dtype=np.uint8) for name in ROWS}
    return Abreast(cards=cards, shares=shares, origin=origin, **masks, **rows)


@inlined
def entries(table: Any, index: Any) -> Any:
    """[lane] -> table[index]."""
    return permute(load(table, NONE), index)


@inlined
def of_next(table: Any, index: Any) -> Any:
    """[lane] -> the entry of the second of two plates."""
    return permute(load(table, NEXT), index)


@inlined
def of_two(table: Any, at: Any, index: Any) -> Any:
    """[lane] -> table[at + index], below 128."""
    return permute_two(load(table, at), load(table, at + NEXT), index)


@inlined
def cards_at(rounds: Any, v: Any, place: Any) -> Any:
    """The cards of a vector's lanes at these places."""
    at = rounds.starts[v]
    if len(rounds.shares) == 1:
        return of_two(rounds.cards, at, place)
    found = place
    for k in range(uint64(len(rounds.shares))):
        # Lanes that have not read yet keep their place, those that have keep their card.
        found = pick(rounds.shares[k], of_two(rounds.cards, at, found), found)
        at += TWO_PLATES
    return found


@inlined
def are(table: Any, index: Any) -> Any:
    """Mask of the lanes whose entry isn't 0."""
    return ~equal(entries(table, index), uint8(0))


@inlined
def one_on(mask: Any, value: Any) -> Any:
    """One more in the lanes of a mask."""
    return pick(mask, plus(value, all_of(uint8(1))), value)


@inlined
def with_cards(plates: Any, hand: Any, card: Any) -> Any:
    """The hands after one more card each."""
    soft = equal(card, uint8(ACE)) & below(hand, uint8(11))
    worth = pick(soft, all_of(uint8(SOFT + 11)), all_of(uint8(1)))
    return entries(plates.settled, plus(plus(hand, card), worth))


@inlined
def opened(plates: Any, up: Any, number: Any) -> Any:
    """What classes of two cards come to under an upcard."""
    # The entries of two upcards are looked up at once; bit 6 of the index tells which.
    index, table = either(number, shifted(up, uint8(6))), plates.opening
    found = of_two(table, uint64(4) * TWO_PLATES, index)
    found = pick(below(up, uint8(8)), of_two(table, uint64(3) * TWO_PLATES, index), found)
    found = pick(below(up, uint8(6)), of_two(table, uint64(2) * TWO_PLATES, index), found)
    found = pick(below(up, uint8(4)), of_two(table, TWO_PLATES, index), found)
    return pick(below(up, uint8(2)), of_two(table, NONE, index), found)


@inlined
def take_another(plates: Any, up: Any, hand: Any) -> Any:
    """Mask of the hands of three cards and more that take another."""
    low = common(entries(plates.upcards, up), entries(plates.later, hand))
    return low | common(of_next(plates.upcards, up), of_next(plates.later, hand))


@inlined
def are_naturals(up: Any, hole: Any) -> Any:
    """Mask of the dealers' naturals."""
    ace_up = equal(up, uint8(ACE)) & equal(hole, uint8(TEN))
    return ace_up | (equal(up, uint8(TEN)) & equal(hole, uint8(ACE)))


@inlined
def open_vector(script: Any, rounds: Any, opening: Any, v: Any, here: Any) -> Any:
    """Start the rounds `here` of vector `v` from their first cards: (first, second, upcard, hole
    card). Gives a mask of those that split.
    """
    first, second, up, hole = opening
    plates, w = script.plates, v * uint64(WIDTH)
    hand = with_cards(plates, entries(plates.first, first), second)
    number = pick(same(first, second), plus(first, all_of(uint8(PAIR))), hand)
    done, natural = opened(plates, up, number), NONE
    if script.peeks:
        natural = are_naturals(up, hole)
        both = natural & equal(hand, uint8(NATURAL_HAND))
        done = pick(natural, all_of(uint8(LOST)), done)
        done = pick(both, entries(plates.naturals, up), done)
    split = equal(done, uint8(SPLIT_FIRST)) & here
    doubled = equal(done, uint8(DOUBLE_FIRST)) & here
    drew = doubled | (equal(done, uint8(HIT_FIRST)) & here)
    rounds.here[v], rounds.natural[v] = here & ~split, natural
    rounds.going[v], rounds.drew[v], rounds.doubled[v] = drew, drew, doubled
    store(rounds.hands, w, hand)
    store(rounds.upcards, w, up)
    store(rounds.holes, w, hole)
    store(rounds.kinds, w, pick(here & ~split, done, all_of(uint8(LEFT_OUT))))
    origin = load(rounds.origin, NONE)
    store(rounds.places, w, plus(origin, all_of(uint8(script.opening_cards))))
    return split


@inlined
def deal_card(script: Any, rounds: Any, v: Any) -> Any:
    """A card to all of vector `v` that take one; gives their hands."""
    w, going = v * uint64(WIDTH), rounds.going[v]
    place, hand = load(rounds.places, w), load(rounds.hands, w)
    card = cards_at(rounds, v, place)
    hand = pick(going, with_cards(script.plates, hand, card), hand)
    store(rounds.hands, w, hand)
    store(rounds.places, w, one_on(going, place))
    return hand


@inlined
def deal_players(script: Any, rounds: Any, vectors: Any) -> Any:
    """Deal to all hands that take cards until none is left; gives how many cards that took."""
    held, dealt, left = uint64(2), NONE, ALL
    while left:
        held += uint64(1)
        left = NONE
        for v in range(vectors):
            dealt += how_many(rounds.going[v])
            hand = deal_card(script, rounds, v)
            left |= go_on(script, rounds, v, hand, held)
    return dealt


@inlined
def go_on(script: Any, rounds: Any, v: Any, hand: Any, held: Any) -> Any:
    """Find which hands of so many cards take another, and which win by that number of them."""
    w, plates, going = v * uint64(WIDTH), script.plates, rounds.going[v]
    if held >= uint64(script.charlie):
        wins = going & ~equal(entries(plates.kinds, hand), uint8(BUST))
        store(rounds.kinds, w, pick(wins, all_of(uint8(CHARLIE)), load(rounds.kinds, w)))
        going = NONE
    else:
        going &= ~rounds.doubled[v] & take_another(plates, load(rounds.upcards, w), hand)
    rounds.going[v] = going
    return going


@inlined
def note_kinds(script: Any, rounds: Any, v: Any) -> Any:
    """What all hands of a vector have come to."""
    w = v * uint64(WIDTH)
    kind, hand = load(rounds.kinds, w), load(rounds.hands, w)
    drew = rounds.drew[v] & ~equal(kind, uint8(CHARLIE))
    kind = one_on(rounds.doubled[v], pick(drew, entries(script.plates.kinds, hand), kind))
    store(rounds.kinds, w, kind)
    return kind


@inlined
def draw_seconds(script: Any, rounds: Any, v: Any, kind: Any) -> Any:
    """The second card of dealers who were dealt one; gives how many drew it."""
    w = v * uint64(WIDTH)
    draw = below(kind, uint8(NATURAL + 1))
    if script.looks:
        up = load(rounds.upcards, w)
        busts = equal(kind, uint8(BUST)) | equal(kind, uint8(BUST + 1))
        draw |= busts & (equal(up, uint8(ACE)) | equal(up, uint8(TEN)))
    draw &= rounds.here[v]
    rounds.going[v] = draw
    hand = deal_card(script, rounds, v)
    rounds.natural[v] = draw & equal(hand, uint8(NATURAL_HAND))
    rounds.here[v] &= ~rounds.natural[v]
    return how_many(draw)


@inlined
def turn_dealers(script: Any, rounds: Any, vectors: Any) -> Any:
    """Every dealer turns his hole card, or draws a second card; gives how many were drawn."""
    plates, dealt = script.plates, NONE
    for v in range(vectors):
        w = v * uint64(WIDTH)
        kind, up = note_kinds(script, rounds, v), load(rounds.upcards, w)
        hand = entries(plates.first, up)
        if script.insures:
            insured = equal(up, uint8(ACE)) & are(plates.insured, kind)
            rounds.insured[v] = insured & rounds.here[v]
        if script.peeks:
            store(rounds.hands, w, with_cards(plates, hand, load(rounds.holes, w)))
        else:
            store(rounds.hands, w, hand)
            dealt += draw_seconds(script, rounds, v, kind)
        matters = below(kind, uint8(NATURAL)) & rounds.here[v]
        rounds.here[v] = matters
        rounds.going[v] = matters & are(plates.draws, load(rounds.hands, w))
    return dealt


@inlined
def deal_dealers(script: Any, rounds: Any, vectors: Any) -> Any:
    """Deal to all drawing dealers until none is left; gives how many cards that took."""
    dealt, left = NONE, ALL
    while left:
        left = NONE
        for v in range(vectors):
            dealt += how_many(rounds.going[v])
            hand = deal_card(script, rounds, v)
            rounds.going[v] &= are(script.plates.draws, hand)
            left |= rounds.going[v]
    return dealt


@inlined
def end_rounds(script: Any, rounds: Any, vectors: Any) -> None:
    """What all rounds end with."""
    for v in range(vectors):
        w = v * uint64(WIDTH)
        final = entries(script.plates.finals, load(rounds.hands, w))
        final = pick(rounds.here[v], final, all_of(uint8(UNPLAYED)))
        final = pick(rounds.natural[v], all_of(uint8(FINAL_NATURAL)), final)
        store(rounds.kinds, w, either(shifted(load(rounds.kinds, w), uint8(FINAL_BITS)), final))


@inlined
def deal_abreast(script: Any, rounds: Any, vectors: Any) -> Any:
    """Deal so many vectors of opened rounds to their ends; gives how many cards that took."""
    dealt = deal_players(script, rounds, vectors)
    dealt += turn_dealers(script, rounds, vectors)
    dealt += deal_dealers(script, rounds, vectors)
    end_rounds(script, rounds, vectors)
    return dealt


@inlined
def count_endings(script: Any, rounds: Any, span: Any, visits: Any) -> None:
    """Count the endings of a span of lanes, (first, end), over all vectors."""
    kinds, first, end = rounds.kinds, uint64(span[0]), uint64(span[1])
    for lane in range(first, end):
        visits[uint64(kinds[lane])] += np.uint32(1)
    if script.insures:
        move_insured(rounds, (first, end), visits)


@inlined
def move_insured(rounds: Any, span: Any, visits: Any) -> None:
    """Count insured rounds of a span where those are counted, not among the others."""
    for lane in range(span[0], span[1]):
        mask = rounds.insured[lane // uint64(WIDTH)]
        insured = np.uint32((mask >> (lane % uint64(WIDTH))) & uint64(1))
        ending = uint64(rounds.kinds[lane])
        visits[ending] -= insured
        visits[ending + uint64(INSURED)] += insured
