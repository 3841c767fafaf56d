"""What is done with hands, and what they come to, as tables of 64 bytes each; knows no dealing."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evenmoney.analysis.kernel.kinds import KINDS, Kind, stood
from evenmoney.analysis.kernel.sheet import HANDS, HIT, SOFT, Sheet, one_card, two_card_hand

PLATE: Final = 64
CARDS: Final = range(10)

PAIR: Final = 22
"""The class of two aces; those of other pairs follow. Other two cards have their hand's number."""
HIT_FIRST: Final = 32
DOUBLE_FIRST: Final = 33
SPLIT_FIRST: Final = 34
"""What is done with two cards, above the kinds that they may have come to."""
LOW_UPCARDS: Final = 8
"""Upcards whose bits fit on one plate; those of the others are on the next."""

Plate = NDArray[np.uint8]


class Plates(NamedTuple):
    """A sheet as tables of bytes, 64 to a plate."""

    opening: Plate
    """[upcard * 64 + class of two cards] -> kind, or what is done; the dealer has no natural."""
    naturals: Plate
    """[upcard] -> kind of a natural against the dealer's."""
    first: Plate
    """[card] -> the hand of one card."""
    settled: Plate
    """[a hand's number and a card's, added] -> the hand."""
    later: Plate
    """[hand] -> bits of the upcards under which three cards and more take another: on two plates,
    the first eight upcards and the rest."""
    upcards: Plate
    """[upcard] -> its bit on either plate of `later`."""
    kinds: Plate
    """[hand] -> kind of a hand that stands or is bust."""
    draws: Plate
    """[hand] -> 1 while the dealer takes another card."""
    finals: Plate
    """[hand] -> what the dealer came to."""
    insured: Plate
    """[kind] -> 1 where it is insured under an ace."""


def press_plates(sheet: Sheet, opening: Plate, naturals: list[int], insured: list[bool]) -> Plates:
    """The tables of a sheet; `opening` is [upcard, first card, second card] -> what it comes to."""
    hands = range(HANDS)
    later = [sum(int(sheet.later[h, up] == HIT) << up for up in CARDS) for h in hands]
    return Plates(
        opening=by_class(opening),
        naturals=plate(naturals),
        first=plate(one_card(card) for card in CARDS),
        settled=plate(settled(added) for added in hands),
        later=two_plates(later),
        upcards=two_plates([1 << up for up in CARDS]),
        kinds=plate(stood(h, False) if h % SOFT <= 21 else Kind.BUST for h in hands),
        draws=plate(sheet.dealer_draws[h] for h in hands),
        finals=plate(0 if h % SOFT < 17 else min(h % SOFT, 22) - 17 for h in hands),
        insured=plate(insured[:KINDS]),
    )


def plate(entries: Iterable[int]) -> Plate:
    """At most 64 entries, zeros after them."""
    given = np.array([int(entry) for entry in entries], dtype=np.uint8)
    return np.concatenate([given, np.zeros(PLATE - len(given), dtype=np.uint8)])


def two_plates(bits: list[int]) -> Plate:
    """Ten bits an entry, the lower eight on one plate and the others on the next."""
    low = (1 << LOW_UPCARDS) - 1
    return np.concatenate([plate(b & low for b in bits), plate(b >> LOW_UPCARDS for b in bits)])


def settled(added: int) -> int:
    """The hand that a hand's and a card's numbers add up to: a soft one may have to turn hard."""
    total = added - SOFT
    return total - 10 if total > 21 else added


def by_class(opening: Plate) -> Plate:
    """[upcard * 64 + class] of [upcard, first card, second card]."""
    table = np.zeros((len(CARDS), PLATE), dtype=np.uint8)
    for up, first, second in np.ndindex(opening.shape):
        number = PAIR + first if first == second else two_card_hand(first, second)
        table[up, number] = opening[up, first, second]
    return table.reshape(-1)
