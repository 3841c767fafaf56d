"""The strategy card and its look-up."""

import pytest

from evenmoney.cards import Card, parse_cards
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.action import Action
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.card import BadCell, StrategyCard, choose, hand_total
from evenmoney.strategy.certified import Certificates

ALL = (Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SURRENDER)
PLAIN = (Action.HIT, Action.STAND)


def card_of(game: str) -> StrategyCard:
    return Certificates.packaged()[rules_hash(Catalogue.packaged()[game].rules)].card


@pytest.mark.parametrize(
    ("game", "hand", "upcard", "offers", "choice"),
    [
        ("classic", "6s 5d", "Ah", ALL, Action.DOUBLE),
        ("classic", "6s 5d", "Ah", PLAIN, Action.HIT),
        ("classic", "As 7d", "6h", PLAIN, Action.STAND),
        ("classic", "Ks 2d", "4h", ALL, Action.STAND),
        ("classic", "Ks Qd", "6h", ALL, Action.STAND),
        ("classic", "8s 8d", "Th", ALL, Action.SPLIT),
        ("classic", "8s 8d", "Th", PLAIN, Action.HIT),
        ("classic", "8s 3d 5c", "7h", PLAIN, Action.HIT),
        ("atlantic-city", "9s 7d", "Th", ALL, Action.SURRENDER),
        ("atlantic-city", "9s 7d", "Th", PLAIN, Action.HIT),
        ("atlantic-city", "9s 4d 3c", "Th", PLAIN, Action.HIT),
        ("six-deck-shoe", "As Ad", "Th", (Action.SPLIT, Action.STAND), Action.SPLIT),
    ],
)
def test_a_choice_that_is_not_offered_falls_to_the_next(
    game: str, hand: str, upcard: str, offers: tuple[Action, ...], choice: Action
) -> None:
    assert choose(card_of(game), parse_cards(hand), Card(upcard), offers) is choice


def test_split_aces_stand_where_hitting_is_not_offered() -> None:
    offers = (Action.STAND,)
    assert choose(card_of("classic"), parse_cards("As 5d"), Card("Th"), offers) is Action.STAND


def test_insurance_is_declined() -> None:
    offers = (Action.INSURE, Action.PASS)
    assert choose(card_of("classic"), parse_cards("Ts 6d"), Card("Ah"), offers) is Action.PASS
    offers = (Action.EVEN_MONEY, Action.PASS)
    assert choose(card_of("classic"), parse_cards("Ts Ad"), Card("Ah"), offers) is Action.PASS


def test_aces_count_eleven_while_they_can() -> None:
    assert hand_total(parse_cards("As Ad 9c")) == (21, True)
    assert hand_total(parse_cards("As Ad Tc")) == (12, False)


def test_a_card_with_a_hole_is_refused_naming_the_place() -> None:
    whole = card_of("classic")
    hole = (*whole.hard[:3], (*whole.hard[3][:5], "", *whole.hard[3][6:]), *whole.hard[4:])
    with pytest.raises(BadCell, match="hard 7 against 7"):
        StrategyCard(rules_hash="", hard=hole, soft=whole.soft, pairs=whole.pairs)
    with pytest.raises(BadCell, match="soft has 9 rows, not 10"):
        StrategyCard(rules_hash="", hard=whole.hard, soft=whole.soft[1:], pairs=whole.pairs)
    short = (whole.hard[0][1:], *whole.hard[1:])
    with pytest.raises(BadCell, match="hard 4 has 9 cells"):
        StrategyCard(rules_hash="", hard=short, soft=whole.soft, pairs=whole.pairs)
