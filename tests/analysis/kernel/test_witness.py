"""Plain dealing and the engine of the tables agree, card for card and cent for cent."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evenmoney.analysis.kernel.sheet import Policy
from evenmoney.analysis.kernel.witness import disagreement
from evenmoney.cards import DECK, Card
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.game import Rules
from evenmoney.strategy.card import StrategyCard
from tests.analysis.kernel.book_card import book_card
from tests.analysis.kernel.odd_rules import odd_cards, odd_rules


def shoes_of(decks: int, count: int, random: Random) -> list[list[Card]]:
    """The first cards of that many shuffled shoes."""
    pack = list(DECK) * decks
    return [random.sample(pack, min(len(pack), 150)) for _ in range(count)]


@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("game", Catalogue.packaged())
def test_kernel_and_engine_deal_the_same_cards_and_cents_in_every_game(
    game: str, boxes: int
) -> None:
    rules = Catalogue.packaged()[game].rules
    shoes = shoes_of(rules.decks, 1000, Random(f"{game} {boxes}"))
    assert disagreement(rules, book_card(), Policy(boxes), shoes, bet=1000) is None


@settings(max_examples=60, deadline=None)
@given(rules=odd_rules(), card=odd_cards(), boxes=st.integers(1, 3), seed=st.integers(0, 2**32))
def test_kernel_and_engine_agree_under_any_rules_and_any_card(
    rules: Rules, card: StrategyCard, boxes: int, seed: int
) -> None:
    shoes = shoes_of(rules.decks, 60, Random(seed))
    assert disagreement(rules, card, Policy(boxes), shoes, bet=2800) is None


@pytest.mark.parametrize("insures", [False, True])
@pytest.mark.parametrize("takes", [False, True])
def test_kernel_and_engine_agree_when_side_bets_are_taken(insures: bool, takes: bool) -> None:
    rules = Catalogue.packaged()["classic"].rules
    policy = Policy(3, insures=insures, takes_even_money=takes)
    shoes = shoes_of(rules.decks, 500, Random(f"{insures} {takes}"))
    assert disagreement(rules, book_card(), policy, shoes, bet=1000) is None


def test_a_difference_is_told_with_the_number_of_its_shoe() -> None:
    rules = Catalogue.packaged()["classic"].rules
    shoes = shoes_of(rules.decks, 20, Random(1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("evenmoney.analysis.kernel.witness.by_engine", lambda *_, **__: None)
        assert str(disagreement(rules, book_card(), Policy(), shoes, bet=1000)).startswith("shoe 0")
