"""Playing cards as two-letter text (`"As"`, `"Td"`); knows no game that is played with them."""

from collections.abc import Iterable
from typing import Final, NewType

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK_SIZE: Final = 52

Card = NewType("Card", str)
"""A card is its text, rank before suit: quick to compare, to look up, to write and to read."""

DECK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""The 52 cards in their one fixed order: by suit, then by rank. `DECK[i]` is card number i."""

BY_TEXT: Final[dict[str, Card]] = {card: card for card in DECK}


class BadCard(ValueError):
    """A text that names no card; its argument is that text."""


def parse_card(text: str) -> Card:
    """The card that a text such as `"Td"` names; raises `BadCard`.

    >>> parse_card("Td")
    'Td'
    """
    try:
        return BY_TEXT[text]
    except KeyError:
        raise BadCard(text) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `"8h Tc 8d"`; raises `BadCard`."""
    return tuple(parse_card(word) for word in text.split())


def cards_text(cards: Iterable[Card]) -> str:
    """The text that `parse_cards` reads back."""
    return " ".join(cards)
