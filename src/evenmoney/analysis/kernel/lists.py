"""Many rounds in step: each pass deals one card to every entry of a list and keeps the unfinished.

An entry is a 64-bit word: the place of the next card (16 bits), the place of the dealer's other
card (16), and above them its last move. An entry is always written to the end of both lists it may
go to, and their lengths grow by what the move's lowest bit says: no branch is mispredicted.
Rounds that are over are counted by their ending (`visits`; rows of rounds that go on are counted
there too, which costs less than to tell them apart).
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import inlined
from evenmoney.analysis.kernel.script import CELL_SHIFT, NATURAL_OPENINGS, SPLIT_MOVE
from evenmoney.analysis.kernel.sheet import ACE, TEN
from evenmoney.analysis.kernel.vectors import lowest

PLACE_MASK: Final = np.uint64(0xFFFF)
HOLE_SHIFT: Final = np.uint64(16)
MOVE_SHIFT: Final = np.uint64(32)
HELD: Final = np.uint64(0xFFFFFFFF)
"""The part of an entry that a move keeps: both places."""
ROW_SHIFT: Final = np.uint64(33)
"""Where the place of a move's row begins in an entry, above the bit that tells if it goes on."""
ONE: Final = np.uint64(1)
CELL: Final = np.uint64(CELL_SHIFT)


class Lists(NamedTuple):
    """Rounds on their way, and how often each row and ending was come to."""

    looks: NDArray[np.uint16]
    """[place] -> where in the openings the round that starts there is found."""
    player: NDArray[np.uint64]
    dealer: NDArray[np.uint64]
    splits: NDArray[np.int64]
    """Where the rounds start that split."""
    visits: NDArray[np.uint32]
    """[cell] -> rounds that came to it; endings are the lowest cells."""
    lengths: NDArray[np.int64]
    """Of the players', the dealers' and the splits' list; then how many cards were dealt."""


def empty_lists(entries: int, places: int, cells: int) -> Lists:
    """Lists for at most `entries` rounds that start at places below `places`."""
    return Lists(
        np.zeros(places, dtype=np.uint16),
        np.zeros(entries + 1, dtype=np.uint64),
        np.zeros(entries + 1, dtype=np.uint64),
        np.zeros(entries, dtype=np.int64),
        np.zeros(cells, dtype=np.uint32),
        np.zeros(4, dtype=np.int64),
    )


@inlined
def look_up(moves: Any, entry: Any, card: Any) -> Any:
    """The move of a card to an entry's row."""
    return uint64(moves[(entry >> ROW_SHIFT) + uint64(card)])


@inlined
def opening_of(script: Any, hand: Any, dealer: Any) -> Any:
    """Where an opening is found, by the hand's and the dealer's two cards, the upcard first."""
    up, hole = dealer
    peeks = np.uint16(NATURAL_OPENINGS) if script.peeks else np.uint16(0)
    natural = ((up == ACE) & (hole == TEN)) | ((up == TEN) & (hole == ACE))
    number = np.uint16(hand[0]) * np.uint16(10) + np.uint16(hand[1])
    return number * np.uint16(10) + np.uint16(up) + peeks * np.uint16(natural)


@inlined
def open_rounds(script: Any, span: Any, lists: Any, ahead: Any) -> None:
    """Start a round at each place of a span, (first, end); from there its first card to draw lies
    `ahead`[0] on, the dealer's other card `ahead`[1].
    """
    first, end = span
    looks, player, dealer, splits, _, lengths = lists
    openings = script.openings
    p, d, s = uint64(lengths[0]), uint64(lengths[1]), uint64(lengths[2])
    step = (ONE << HOLE_SHIFT) + ONE
    held = uint64(first) * step + (uint64(ahead[1]) << HOLE_SHIFT) + uint64(ahead[0])
    for at in range(uint64(first), uint64(end)):
        move = uint64(openings[looks[at]])
        entry = (move << MOVE_SHIFT) | held
        held += step
        if move == SPLIT_MOVE:
            splits[s] = at
            s += ONE
        else:
            player[p] = entry
            dealer[d] = entry
            draws = move & ONE
            p += draws
            d += ONE - draws
    lengths[0], lengths[1], lengths[2] = p, d, s
    lengths[3] += np.int64(end - first) * script.opening_cards


@inlined
def note_splits(lists: Any, split: Any, first: Any) -> None:
    """Put the lanes of a mask, counted from `first` on, into the list of splits."""
    s = uint64(lists.lengths[2])
    while split:
        lists.splits[s] = first + lowest(split)
        split &= split - ONE
        s += ONE
    lists.lengths[2] = s


@inlined
def deal_on(moves: Any, cards: Any, lists: Any, n: Any, d: Any) -> Any:
    """Deal to the first `n` entries of one list until each has gone to the end of the other, which
    holds `d`; gives how many cards that took.
    """
    going, over = lists
    dealt = uint64(0)
    while n > 0:
        dealt += n
        p = uint64(0)
        for i in range(n):
            entry = going[i]
            move = look_up(moves, entry, cards[entry & PLACE_MASK])
            entry = ((entry & HELD) + ONE) | (move << MOVE_SHIFT)
            going[p] = entry
            over[d + i - p] = entry
            p += move & ONE
        d += n - p
        n = p
    return dealt


@inlined
def deal_players(script: Any, cards: Any, lists: Any) -> None:
    """Deal to all hands that take cards until none is left; then it is the dealers' turn."""
    lengths = lists.lengths
    n, d = uint64(lengths[0]), uint64(lengths[1])
    dealt = deal_on(script.moves, cards, (lists.player, lists.dealer), n, d)
    lengths[0], lengths[1] = 0, d + n
    lengths[3] += dealt


@inlined
def turn_hole_cards(script: Any, cards: Any, lists: Any) -> None:
    """Every waiting dealer turns the card he was dealt before; no card leaves the shoe."""
    dealer, visits, moves, lengths = lists.dealer, lists.visits, script.moves, lists.lengths
    n, d = uint64(lengths[1]), uint64(0)
    for i in range(n):
        entry = dealer[i]
        held = entry & HELD
        move = look_up(moves, entry, cards[held >> HOLE_SHIFT])
        dealer[d] = held | (move << MOVE_SHIFT)
        visits[move >> CELL] += np.uint32(1)
        d += move & ONE
    lengths[1] = d


@inlined
def deal_dealers(script: Any, cards: Any, lists: Any) -> None:
    """Deal to all drawing dealers until every round is over."""
    dealer, visits, moves, lengths = lists.dealer, lists.visits, script.moves, lists.lengths
    n, dealt = uint64(lengths[1]), uint64(lengths[3])
    while n > 0:
        dealt += n
        d = uint64(0)
        for i in range(n):
            entry = dealer[i]
            move = look_up(moves, entry, cards[entry & PLACE_MASK])
            dealer[d] = ((entry & HELD) + ONE) | (move << MOVE_SHIFT)
            visits[move >> CELL] += np.uint32(1)
            d += move & ONE
        n = d
    lengths[1], lengths[3] = 0, dealt


@inlined
def close_block(script: Any, lists: Any, endings: Any) -> Any:
    """Count a block's endings and clear them; gives (net, stake)."""
    net, stake, visits = 0, 0, lists.visits
    for e in script.reachable:
        rounds = np.int64(visits[e])
        endings[e] += rounds
        net += rounds * script.round_net[e]
        stake += rounds * script.round_stake[e]
    visits[:] = 0
    return net, stake
