"""A shoe, its cut and its cut card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenmoney.cards import DECK
from evenmoney.shoe import OutOfCards, Shoe, cut, place_cut_card


@given(st.integers(0, 51))
def test_a_cut_is_a_rotation(position: int) -> None:
    after = cut(DECK, position)
    assert after[0] == DECK[position]
    assert sorted(after) == sorted(DECK)
    assert after == DECK[position:] + DECK[:position]


@pytest.mark.parametrize("position", [-1, 52])
def test_a_cut_outside_the_pack_is_refused(position: int) -> None:
    with pytest.raises(ValueError, match="a cut is from 0 to 51"):
        cut(DECK, position)


def test_cards_leave_and_the_cut_card_comes_out() -> None:
    shoe = Shoe(DECK, cut_at=place_cut_card(52, 0.5))
    assert (shoe.left, shoe.cut_card_out) == (52, False)
    after = shoe.after(25)
    assert (after.left, after.cut_card_out) == (27, False)
    assert after.after(1).cut_card_out
    assert (shoe.gone, after.gone) == (0, 25)


def test_a_shoe_without_a_cut_card_never_brings_one_out() -> None:
    assert not Shoe(DECK).after(52).cut_card_out


def test_no_more_cards_leave_than_there_are() -> None:
    with pytest.raises(OutOfCards):
        Shoe(DECK).after(53)
