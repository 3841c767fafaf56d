"""Hands and upcards as people write them: `T6`, `A,7`, `10 6`."""

import re

from evenmoney.analysis.exact.hands import EMPTY, Hand, add, best_total
from evenmoney.strategy.card import PAIRS, column


class BadHand(ValueError):
    """A text that names no hand or upcard; its argument says what is wrong with it."""


def parse_hand(text: str) -> Hand:
    """The ranks of a hand of two cards or more; raises `BadHand`.

    >>> parse_hand("T6")
    (0, 0, 0, 0, 1, 0, 0, 0, 1, 0)
    """
    ranks = parse_ranks(text)
    hand = add(EMPTY, *ranks)
    if len(ranks) < 2:
        raise BadHand(f"{text!r} is no hand: give two cards or more, such as T6")
    if best_total(hand)[0] > 21:
        raise BadHand(f"{text!r} is bust")
    return hand


def parse_upcard(text: str) -> int:
    """The rank of one card; raises `BadHand`."""
    ranks = parse_ranks(text)
    if len(ranks) != 1:
        raise BadHand(f"{text!r} is no upcard: give one card, such as T")
    return ranks[0]


def parse_ranks(text: str) -> list[int]:
    """The ranks of cards without suits; a ten may be written 10, a jack J and so on."""
    letters = re.sub(r"[\s,]", "", text.upper()).replace("10", "T")
    for letter in letters:
        if letter not in "23456789TJQKA":
            raise BadHand(f"{letter!r} in {text!r} is no rank: 2 to 9, T, J, Q, K, A")
    return [column(letter) for letter in letters]


def hand_text(hand: Hand) -> str:
    """A hand's ranks, tens first and aces before them: `AT`, `T6`.

    >>> hand_text(parse_hand("6T"))
    'T6'
    """
    ranks = [PAIRS[rank] for rank, count in enumerate(hand) for _ in range(count)]
    return "".join(reversed(ranks))
