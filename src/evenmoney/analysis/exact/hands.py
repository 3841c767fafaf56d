"""Every hand of 21 or less as a count of its ranks, in an order that suits recursion.

A rank is its column on a strategy card: 0 to 7 for 2 to 9, 8 for all ten-valued cards, 9 for aces.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Hand = tuple[int, ...]
"""How many cards of each rank a hand holds."""

RANKS: Final = 10
TEN: Final = 8
ACE: Final = 9
VALUES: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
PER_DECK: Final = (4, 4, 4, 4, 4, 4, 4, 4, 16, 4)
EMPTY: Final[Hand] = (0,) * RANKS


class Hands(NamedTuple):
    """All hands, ordered by hard total (aces as one), so that a draw leads to a later row."""

    counts: Ints
    """(hand, rank): how many cards of the rank the hand holds."""
    cards: Ints
    """(hand): how many cards it holds."""
    total: Ints
    """(hand): its best total."""
    soft: Bools
    """(hand): whether an ace counts eleven."""
    drawn: Ints
    """(hand, rank): the hand after drawing that rank, or -1 when that busts it."""
    rows: dict[Hand, int]
    """The row of a hand."""

    def row(self, *ranks: int) -> int:
        """The row of the hand that holds one card of each rank given."""
        return self.rows[add(EMPTY, *ranks)]


def add(hand: Hand, *ranks: int) -> Hand:
    """The hand with one more card of each rank given."""
    counts = list(hand)
    for rank in ranks:
        counts[rank] += 1
    return tuple(counts)


@cache
def all_hands() -> Hands:
    """The 3,082 hands, the empty one first."""
    hands = sorted(_hands_from(EMPTY, 0, 0), key=lambda hand: (hard_total(hand), hand))
    rows = {hand: row for row, hand in enumerate(hands)}
    drawn = [[rows.get(add(hand, rank), -1) for rank in range(RANKS)] for hand in hands]
    totals = [best_total(hand) for hand in hands]
    return Hands(
        counts=np.array(hands),
        cards=np.array([sum(hand) for hand in hands]),
        total=np.array([total for total, _ in totals]),
        soft=np.array([soft for _, soft in totals]),
        drawn=np.array(drawn),
        rows=rows,
    )


def _hands_from(hand: Hand, lowest: int, hard: int) -> Iterator[Hand]:
    yield hand
    for rank in range(lowest, RANKS):
        if hard + VALUES[rank] <= 21:
            yield from _hands_from(add(hand, rank), rank, hard + VALUES[rank])


def hard_total(hand: Hand) -> int:
    """The total with every ace as one."""
    return sum(count * value for count, value in zip(hand, VALUES, strict=True))


def best_total(hand: Hand) -> tuple[int, bool]:
    """The total with one ace as eleven where that fits, and whether it does."""
    hard = hard_total(hand)
    soft = hand[ACE] > 0 and hard <= 11
    return (hard + 10, True) if soft else (hard, False)
