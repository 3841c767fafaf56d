"""What hands and the dealer come to, as small numbers, and how each pair of them ends."""

from enum import IntEnum
from typing import Final

from evenmoney.analysis.kernel.plain import (
    BLACKJACK,
    BUST,
    CHARLIE,
    EVEN_MONEY,
    LOSE,
    PUSH,
    SURRENDERED,
    WIN,
)
from evenmoney.analysis.kernel.sheet import SOFT


class Kind(IntEnum):
    """What a hand has come to when the dealer's turn comes; a doubled one is one more."""

    STOOD = 0
    """And eleven more: totals of 16 and less, 17, ... 21, each with its bet single or doubled."""
    NATURAL = 12
    BUST = 14
    CHARLIE = 16
    SURRENDERED = 18
    BLACKJACK = 20
    EVEN_MONEY = 22
    LOST_AT_ONCE = 24
    PUSHED_AT_ONCE = 26


KINDS: Final = 28

FINAL_BUST: Final = 5
FINAL_NATURAL: Final = 6
UNPLAYED: Final = 7
FINAL_BITS: Final = 3
"""What the dealer came to: 0 to 4 are his totals 17 to 21."""

HAND_ENDINGS: Final = 256
"""A hand's ending: its kind << 3 | what the dealer came to."""
INSURED: Final = 256
ENDINGS: Final = 512
"""A round's ending: its one hand's, with `INSURED`."""

DECIDED: Final = {
    Kind.BUST: BUST,
    Kind.CHARLIE: CHARLIE,
    Kind.SURRENDERED: SURRENDERED,
    Kind.BLACKJACK: BLACKJACK,
    Kind.EVEN_MONEY: EVEN_MONEY,
    Kind.LOST_AT_ONCE: LOSE,
    Kind.PUSHED_AT_ONCE: PUSH,
}
"""Outcomes that the dealer's cards don't change."""


def stood(hand: int, doubled: bool) -> int:
    """The kind of a hand that stands."""
    return 2 * (max(16, hand % SOFT) - 16) + doubled


def waits(kind: int) -> bool:
    """Whether the dealer's total matters to a kind."""
    return kind < Kind.NATURAL


def outcome_of(kind: int, final: int) -> int:
    """How a hand of that kind ends against what the dealer came to."""
    if kind & ~1 == Kind.NATURAL:
        return PUSH if final == FINAL_NATURAL else BLACKJACK
    if not waits(kind):
        return DECIDED[Kind(kind & ~1)]
    mine, his = 16 + kind // 2, 17 + final
    if final == FINAL_NATURAL or (final < FINAL_BUST and his > mine):
        return LOSE
    return PUSH if mine == his else WIN
