"""The exact values against tables that others have printed.

Wizard of Odds, Blackjack appendix 1 (infinite deck, wizardofodds.com/games/blackjack/appendix/1),
2B (dealer probabilities, .../appendix/2b) and 9 (.../appendix/9/1ds17r4, .../2dh17r4,
.../euro-6dh17r4): six decimals of hand values, and returns whose splits are approximate there.
Griffin, The Theory of Blackjack, for rule effects by six decks; the Wizard of Odds' list of rule
variations (wizardofodds.com/games/blackjack/rule-variations) for those by eight, and his
newsletter of 10 December 2020 (.../newsletter/December-10-2020) for what eight decks cost.
"""

from typing import Any

import pytest

from evenmoney.analysis.exact import INFINITE, analyse, full_shoe, parse_hand, parse_upcard
from evenmoney.money import Odds
from tests.analysis.exact.following import rules_of

DEALER_ONE_DECK_S17 = {
    # upcard: 17, 18, 19, 20, 21, natural, bust
    "A": (0.126128, 0.131003, 0.129486, 0.131553, 0.0515646, 0.313726, 0.11654),
    "2": (0.138976, 0.131762, 0.131815, 0.123948, 0.120526, 0, 0.352973),
    "3": (0.130313, 0.130946, 0.123761, 0.123345, 0.116047, 0, 0.375588),
    "4": (0.130973, 0.114163, 0.120679, 0.116286, 0.115096, 0, 0.402803),
    "5": (0.119687, 0.123483, 0.116909, 0.104694, 0.106321, 0, 0.428905),
    "6": (0.166948, 0.106454, 0.107192, 0.100705, 0.0978785, 0, 0.420823),
    "7": (0.372345, 0.138583, 0.0773344, 0.0788967, 0.072987, 0, 0.259854),
    "8": (0.130857, 0.362989, 0.129445, 0.0682898, 0.0697914, 0, 0.238627),
}

ONE_DECK_S17 = {
    # hand against an ace: stand, hit, double
    "A2": (-0.661732, -0.067808, -0.593281),
    "A3": (-0.661047, -0.100568, -0.595803),
    "32": (-0.659375, -0.291565, -1.318751),
    "43": (-0.657967, -0.345048, -1.126423),
    "54": (-0.654533, -0.070215, -0.395771),
    "A6": (-0.482815, -0.199899, -0.527213),
    "64": (-0.636118, 0.081506, 0.048615),
    "65": (-0.634013, 0.172946, 0.240259),
    "A7": (-0.101015, -0.108386, -0.357778),
}

NO_HOLE_CARD_SIX_DECKS_H17 = {
    "A2": (-0.722356, -0.379910, -1.024099),
    "32": (-0.721887, -0.529734, -1.443774),
    "54": (-0.721243, -0.396287, -0.932671),
    "65": (-0.720879, -0.235772, -0.535879),
    "A7": (-0.466029, -0.421285, -0.909374),
}

RETURNS = [
    # game, decks, changes, printed: its splits are approximate, ours exact
    ("classic", {"decks": 1, "hit_soft_17": False, "double_after_split": True}, 0.001839),
    ("classic", {"decks": 1, "hit_soft_17": False}, 0.000423),
    ("classic", {"decks": 2, "double_after_split": True}, -0.003797),
    ("classic", {"decks": 2}, -0.005252),
    ("european", {"double_on": "any", "hit_soft_17": True}, -0.0072705),
    (
        "european",
        {"double_on": "any", "hit_soft_17": True, "double_after_split": False},
        -0.0086975,
    ),
]


@pytest.mark.parametrize("upcard", DEALER_ONE_DECK_S17)
def test_the_dealer_of_one_deck_ends_as_printed(upcard: str) -> None:
    rules = rules_of("classic", decks=1, hit_soft_17=False)
    found = analyse(rules).dealer(parse_upcard(upcard))
    names = ("17", "18", "19", "20", "21", "natural", "bust")
    assert [found[name] for name in names] == pytest.approx(DEALER_ONE_DECK_S17[upcard], abs=1e-6)


@pytest.mark.parametrize("hand", ONE_DECK_S17)
def test_hands_against_an_ace_in_one_deck_are_worth_what_is_printed(hand: str) -> None:
    rules = rules_of("classic", decks=1, hit_soft_17=False)
    found = analyse(rules).action_values(parse_hand(hand), parse_upcard("A"))
    values = [found[name] for name in ("stand", "hit", "double")]
    assert values == pytest.approx(ONE_DECK_S17[hand], abs=1e-6)


@pytest.mark.parametrize("hand", NO_HOLE_CARD_SIX_DECKS_H17)
def test_without_a_hole_card_a_natural_takes_doubles_too(hand: str) -> None:
    rules = rules_of("european", double_on="any", hit_soft_17=True)
    found = analyse(rules).action_values(parse_hand(hand), parse_upcard("A"))
    values = [found[name] for name in ("stand", "hit", "double")]
    assert values == pytest.approx(NO_HOLE_CARD_SIX_DECKS_H17[hand], abs=1e-6)


@pytest.mark.parametrize(("game", "changes", "printed"), RETURNS)
def test_whole_games_return_what_is_printed_but_for_its_split_approximation(
    game: str, changes: dict[str, object], printed: float
) -> None:
    found = analyse(rules_of(game, max_hands=4, **changes))
    assert found.optimal.edge == pytest.approx(printed, abs=2.5e-5)


def test_sixteen_against_a_ten_in_an_infinite_deck_is_as_close_as_printed() -> None:
    found = analyse(rules_of("free-amount"), full_shoe(INFINITE))
    values = found.action_values(parse_hand("T6"), parse_upcard("T"))
    assert values["stand"] == pytest.approx(-0.540430, abs=1e-6)
    assert values["hit"] == pytest.approx(-0.539826, abs=1e-6)


def test_in_an_infinite_deck_the_card_is_best_play() -> None:
    found = analyse(rules_of("vegas-strip"), full_shoe(INFINITE))
    assert found.card.edge == pytest.approx(found.optimal.edge, abs=1e-12)


@pytest.mark.parametrize(
    ("changes", "effect"),
    [
        # Per cent of the first bet, six decks, four hands; printed to two digits.
        ({"hit_soft_17": True}, -0.21),
        ({"double_after_split": True}, 0.14),
        ({"double_on": "10-11"}, -0.18),
        ({"surrender": "late"}, 0.08),
        ({"max_hands": 2}, -0.04),
    ],
)
def test_a_rule_costs_what_it_is_known_to_cost(changes: dict[str, object], effect: float) -> None:
    plain = analyse(rules_of("free-amount", max_hands=4)).optimal.edge
    changed = analyse(rules_of("free-amount", **{"max_hands": 4} | changes)).optimal.edge
    assert 100 * (changed - plain) == pytest.approx(effect, abs=0.016)


EIGHT_DECKS: dict[str, Any] = {"decks": 8, "max_hands": 4, "insurance": False}
"""The list's own rules: soft 17 stood on, doubles on any two cards and after splits, four hands."""


def test_the_game_that_rule_variations_are_counted_from_returns_what_is_printed() -> None:
    found = analyse(rules_of("vegas-strip", **EIGHT_DECKS))
    assert 100 * found.optimal.edge == pytest.approx(-0.43, abs=0.005)


@pytest.mark.parametrize(
    ("changes", "effect", "off"),
    [
        # Per cent of the first bet, printed to two digits.
        ({"decks": 6}, 0.02, 0.01),
        ({"resplit_aces": True}, 0.08, 0.01),
        ({"hit_split_aces": True}, 0.19, 0.01),
        ({"surrender": "late"}, 0.08, 0.01),
        ({"double_on": "9-11"}, -0.09, 0.005),
        ({"double_on": "10-11"}, -0.18, 0.01),
        ({"double_after_split": False}, -0.14, 0.005),
        ({"hit_soft_17": True}, -0.22, 0.01),
        ({"hole_card": "none"}, -0.11, 0.005),
        ({"blackjack_pays": Odds(6, 5)}, -1.36, 0.005),
        ({"blackjack_pays": Odds(1, 1)}, -2.27, 0.01),
        ({"charlie": 7}, 0.01, 0.005),
        ({"charlie": 6}, 0.16, 0.015),
    ],
)
def test_a_rule_variation_by_eight_decks_has_the_effect_printed(
    changes: dict[str, Any], effect: float, off: float
) -> None:
    plain = analyse(rules_of("vegas-strip", **EIGHT_DECKS)).optimal.edge
    changed = analyse(rules_of("vegas-strip", **EIGHT_DECKS | changes)).optimal.edge
    assert 100 * (changed - plain) == pytest.approx(effect, abs=off)


def test_eight_decks_cost_what_is_printed_by_the_card() -> None:
    rules = {"hit_soft_17": True, "resplit_aces": True}
    one, eight = (
        analyse(rules_of("vegas-strip", **EIGHT_DECKS | rules | {"decks": decks})).card.edge
        for decks in (1, 8)
    )
    assert 100 * (one - eight) == pytest.approx(0.563, abs=0.0005)


def test_a_five_card_charlie_is_worth_what_is_printed_to_who_plays_for_it() -> None:
    # The list's +1.46 is for unsplit hands, by a card of its own for each number of cards held;
    # here split hands win by it too, and one printed card can't know how many cards are held.
    plain = analyse(rules_of("vegas-strip", **EIGHT_DECKS))
    found = analyse(rules_of("vegas-strip", **EIGHT_DECKS, charlie=5))
    assert 100 * (found.optimal.edge - plain.optimal.edge) == pytest.approx(1.46, abs=0.07)
    assert 100 * (found.card.edge - plain.card.edge) == pytest.approx(1.12, abs=0.01)
