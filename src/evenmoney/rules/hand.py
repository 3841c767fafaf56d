"""A hand and its box as values, and how cards are counted; knows no options of any game."""

from typing import Final

import msgspec

from evenmoney.cards import DECK, Card
from evenmoney.rules.event import Outcome

ACE: Final = 1
TEN: Final = 10
TWENTY_ONE: Final = 21

VALUE: Final[dict[Card, int]] = {
    card: ACE if card[0] == "A" else TEN if card[0] in "TJQK" else int(card[0]) for card in DECK
}
"""What a card counts; an ace 1, whatever it counts in a hand."""


def add(total: int, soft: bool, value: int) -> tuple[int, bool]:
    """The best total, and whether an ace counts 11 in it, after one more card.

    >>> add(16, True, 10)  # ace, five, ten
    (16, False)
    """
    if value == ACE and total <= 10:
        return total + 11, True
    total += value
    if total > TWENTY_ONE and soft:
        return total - 10, False
    return total, soft


def count(cards: tuple[Card, ...]) -> tuple[int, bool]:
    """The best total of some cards, and whether an ace counts 11 in it."""
    total, soft = 0, False
    for card in cards:
        total, soft = add(total, soft, VALUE[card])
    return total, soft


class Box(msgspec.Struct, frozen=True, gc=False):
    """A box in play: its number, its bet before the deal, and its insurance.

    `insurance_paid` is what the insurance bet brought back, None before that is known.
    """

    box: int
    bet: int
    insurance: int = 0
    insurance_paid: int | None = None


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A hand of a box; `number` counts from 0 within the box, `bet` includes a doubling.

    `closed` hands are played no further; `outcome` is set as soon as the result is decided,
    `paid` (insurance apart) when the round closes.
    """

    box: int
    number: int
    cards: tuple[Card, ...]
    bet: int
    total: int
    soft: bool
    split: bool = False
    closed: bool = False
    outcome: Outcome | None = None
    paid: int | None = None

    @property
    def natural(self) -> bool:
        """An ace and a ten-valued card as the first two cards of an unsplit hand."""
        return self.total == TWENTY_ONE and len(self.cards) == 2 and not self.split

    @property
    def split_ace(self) -> bool:
        """Whether the hand began as one of two split aces."""
        return self.split and self.cards[0][0] == "A"

    @property
    def pair(self) -> bool:
        """Whether the hand is two cards of the same value."""
        return len(self.cards) == 2 and VALUE[self.cards[0]] == VALUE[self.cards[1]]

    def with_card(self, card: Card) -> "Hand":
        """The hand after one more card."""
        total, soft = add(self.total, self.soft, VALUE[card])
        cards = (*self.cards, card)
        return Hand(self.box, self.number, cards, self.bet, total, soft, self.split)

    def close(self, outcome: Outcome | None = None, paid: int | None = None) -> "Hand":
        """The hand when it stands, when its result is decided, or when its money is settled."""
        return Hand(
            self.box,
            self.number,
            self.cards,
            self.bet,
            self.total,
            self.soft,
            self.split,
            True,
            outcome,
            paid,
        )


def dealt_hand(box: int, bet: int, first: Card, second: Card) -> Hand:
    """The two cards a box was dealt; a natural is closed, since it is never played."""
    total, soft = add(*add(0, False, VALUE[first]), VALUE[second])
    return Hand(box, 0, (first, second), bet, total, soft, False, total == TWENTY_ONE)


def split_hand(box: int, number: int, bet: int, card: Card) -> Hand:
    """One of the hands a split makes, with its first card alone."""
    total, soft = add(0, False, VALUE[card])
    return Hand(box, number, (card,), bet, total, soft, True)
