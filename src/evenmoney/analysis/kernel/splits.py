"""Split rounds in step: all first hands are dealt together, then all second ones, and so on.

The hands of a split that wait all hold that one card, so that it is enough to count them. What the
hands come to is laid on a desk for each round, and the dealers then play one after another.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import inlined, inner
from evenmoney.analysis.kernel.lists import (
    CELL,
    HELD,
    HOLE_SHIFT,
    MOVE_SHIFT,
    ONE,
    PLACE_MASK,
    deal_on,
)
from evenmoney.analysis.kernel.rows import BOX_ENDS, COUNT, play_dealer, settle
from evenmoney.analysis.kernel.script import SPLIT_MOVE

HANDS: Final = 4
ROLE: Final = np.uint64(16)
"""Where in the list of splits a role's number stands, above the place."""


class Splits(NamedTuple):
    """Rounds that split; the arrays go by the number of the round in the list of splits."""

    up: NDArray[np.int64]
    hole: NDArray[np.int64]
    """The dealer's first two cards."""
    base: NDArray[np.int64]
    """Where the moves of its card and upcard begin in the table."""
    place: NDArray[np.int64]
    """The place of its next card."""
    waiting: NDArray[np.int64]
    """Hands that still have one card only."""
    total: NDArray[np.int64]
    """Hands it has been split into."""
    kinds: NDArray[np.int64]
    """[round * 4 + hand] -> what the hand has come to."""
    todo: NDArray[np.int64]
    """Rounds with a hand that awaits its second card."""
    going: NDArray[np.uint64]
    over: NDArray[np.uint64]
    """Entries as in `lists`, but with the round's number for the place of the dealer's card."""


def empty_splits(rounds: int) -> Splits:
    """Room for as many rounds."""
    return Splits(
        up=np.zeros(rounds, dtype=np.int64),
        hole=np.zeros(rounds, dtype=np.int64),
        base=np.zeros(rounds, dtype=np.int64),
        place=np.zeros(rounds, dtype=np.int64),
        waiting=np.zeros(rounds, dtype=np.int64),
        total=np.zeros(rounds, dtype=np.int64),
        kinds=np.zeros(HANDS * rounds, dtype=np.int64),
        todo=np.zeros(rounds + 1, dtype=np.int64),
        going=np.zeros(rounds + 1, dtype=np.uint64),
        over=np.zeros(rounds + 1, dtype=np.uint64),
    )


@inner
def lay_splits(script: Any, spread: Any, starts: Any, rounds: Any) -> None:
    """Lay out the rounds that split, by where they start and in which role."""
    cards, splits = spread.cards, spread.splits
    for i in range(rounds):
        at, role = uint64(starts[i]) & PLACE_MASK, spread.roles[uint64(starts[i]) >> ROLE]
        up = np.int64(cards[at + role[2]])
        splits.up[i], splits.hole[i] = up, np.int64(cards[at + role[3]])
        splits.base[i] = np.int64(cards[at + role[0]]) * 200 + up * 16
        splits.place[i] = np.int64(at) + script.opening_cards
        splits.waiting[i], splits.total[i], splits.todo[i] = 2, 2, i


@inner
def play_splits(script: Any, cards: Any, rounds: Any, splits: Any) -> None:
    """Play all hands of the first `rounds` rounds."""
    n = rounds
    while n > 0:
        left, going, over = give_seconds(script, cards, splits, n)
        deal_on(script.moves, cards, (splits.going, splits.over), going, over)
        n = put_down(script, splits, left, going + over)


@inlined
def give_seconds(script: Any, cards: Any, splits: Any, n: Any) -> Any:
    """The second card of the next hand of each round; gives how many split again, how many hands
    go on and how many are over.
    """
    left, going, over = 0, uint64(0), uint64(0)
    for k in range(n):
        i = splits.todo[k]
        last = np.int64(splits.total[i] == script.max_hands)
        place = splits.place[i]
        move = uint64(script.after_split[last * 2000 + splits.base[i] + np.int64(cards[place])])
        splits.place[i] = place + 1
        if move == SPLIT_MOVE:
            splits.waiting[i] += 1
            splits.total[i] += 1
            splits.todo[left] = i
            left += 1
        else:
            entry = (move << MOVE_SHIFT) | (uint64(i) << HOLE_SHIFT) | uint64(place + 1)
            splits.going[going] = entry
            splits.over[over] = entry
            going += move & ONE
            over += ONE - (move & ONE)
    return left, going, over


@inlined
def put_down(script: Any, splits: Any, left: Any, over: Any) -> Any:
    """Note what the hands have come to; gives how many rounds have a hand left, `left` of which
    stand in the list already.
    """
    for k in range(over):
        entry = splits.over[k]
        i = np.int64((entry & HELD) >> HOLE_SHIFT)
        splits.place[i] = np.int64(entry & PLACE_MASK)
        waiting = splits.waiting[i] - 1
        hand = splits.total[i] - waiting - 1
        splits.kinds[HANDS * i + hand] = script.kinds[entry >> (MOVE_SHIFT + CELL)]
        splits.waiting[i] = waiting
        splits.todo[left] = i
        left += np.int64(waiting > 0)
    return left


@inlined
def end_split(script: Any, spread: Any, i: Any) -> Any:
    """The dealer of round `i`, which starts at `at`, and its end: (net, stake, next place)."""
    splits, cards = spread.splits, spread.cards
    desk, total = spread.desk, splits.total[i]
    for hand in range(total):
        desk[hand] = splits.kinds[HANDS * i + hand]
    desk[COUNT], desk[BOX_ENDS] = total, total
    up, hole = splits.up[i], splits.hole[i]
    final, place = play_dealer(script, cards, (up, hole), desk, splits.place[i])
    net, stake = settle(script, up, desk, final, spread.sheaf)
    return net, stake, place
