"""Cards as text."""

import pytest

from evenmoney.cards import DECK, DECK_SIZE, BadCard, cards_text, parse_card, parse_cards


def test_a_deck_has_52_different_cards_by_suit_then_rank() -> None:
    assert len(set(DECK)) == len(DECK) == DECK_SIZE
    assert DECK[0] == "2c"
    assert DECK[12] == "Ac"
    assert DECK[51] == "As"


def test_cards_read_back_from_their_text() -> None:
    assert parse_cards(cards_text(DECK)) == DECK
    assert parse_cards("") == ()


@pytest.mark.parametrize("text", ["", "1s", "10s", "as", "sA", "Asx", "A♠", "??"])
def test_a_text_that_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCard) as caught:
        parse_card(text)
    assert caught.value.args == (text,)
