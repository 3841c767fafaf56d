"""A shoe: cards in the order they leave it, and a cut card; knows no game and no shuffle."""

from collections.abc import Sequence

import msgspec

from evenmoney.cards import Card


class OutOfCards(Exception):
    """A card was asked of a shoe that has none left."""


def cut(cards: Sequence[Card], position: int) -> tuple[Card, ...]:
    """The cards after a cut: the first `position` of them go from front to back.

    >>> cut((Card("2c"), Card("3c"), Card("4c")), 1)
    ('3c', '4c', '2c')
    """
    if not 0 <= position < len(cards):
        raise ValueError(f"a cut is from 0 to {len(cards) - 1}, not {position}")
    return tuple(cards[position:]) + tuple(cards[:position])


class Shoe(msgspec.Struct, frozen=True):
    """`cards` in the order they leave, `gone` of them already; the cut card lies before number
    `cut_at` (None: no cut card, as every round has its own shoe)."""

    cards: tuple[Card, ...]
    cut_at: int | None = None
    gone: int = 0

    @property
    def left(self) -> int:
        """How many cards are still in the shoe."""
        return len(self.cards) - self.gone

    @property
    def cut_card_out(self) -> bool:
        """Whether as many cards have left as lay before the cut card."""
        return self.cut_at is not None and self.gone >= self.cut_at

    def after(self, dealt: int) -> "Shoe":
        """The shoe after `dealt` more cards have left it; raises `OutOfCards`."""
        if dealt > self.left:
            raise OutOfCards(f"{dealt} cards asked of {self.left}")
        return Shoe(self.cards, self.cut_at, self.gone + dealt)


def place_cut_card(cards: int, fraction: float) -> int:
    """How many of `cards` lie before a cut card that is put in at `fraction` of the pack."""
    return int(cards * fraction)
