"""The exact values against every order of small packs, dealt by the round engine itself."""

from random import Random

import numpy as np
import pytest

from evenmoney.analysis.exact import analyse
from evenmoney.analysis.exact.hands import RANKS
from evenmoney.analysis.exact.play import SPLIT
from evenmoney.money import Odds
from evenmoney.rules.action import Action
from evenmoney.rules.game import Rules
from tests.analysis.exact.following import Pack, by_best_play, by_card, rules_of, shoe_of
from tests.analysis.exhaustive import PackTooSmall, play_all

NO_PEEK = rules_of("european", double_on="any", max_hands=3)
FIVES: Pack = {"5": 4, "6": 4, "T": 7, "A": 4}
EIGHTS: Pack = {"8": 5, "T": 5, "A": 3}
TENS: Pack = {"9": 5, "T": 9, "A": 1}
ACES: Pack = {"9": 4, "A": 4, "T": 8}
THREES: Pack = {"3": 5, "A": 4, "T": 8}
NINES: Pack = {"9": 4, "5": 4, "A": 2, "T": 6}

GAMES = {
    "soft 17 is hit, insurance and even money": (rules_of("classic"), FIVES),
    "soft 17 is stood on, doubles after splits, insurance": (rules_of("table-credits"), FIVES),
    "even money at 6:5": (rules_of("classic", blackjack_pays=Odds(6, 5)), ACES),
    "four hands": (rules_of("vegas-strip", insurance=False), EIGHTS),
    "aces split again, late surrender": (
        rules_of("six-deck-shoe", shoe="fresh", surrender="late", insurance=False),
        {"8": 3, "T": 8, "A": 4},
    ),
    "no surrender against an ace": (
        rules_of("six-deck-shoe", shoe="fresh", insurance=False),
        {"8": 3, "6": 2, "T": 7, "A": 3},
    ),
    "split aces are hit and split again": (
        rules_of("vegas-strip", hit_split_aces=True, resplit_aces=True, insurance=False),
        {"9": 4, "A": 3, "T": 8},
    ),
    "no hole card, all bets": (NO_PEEK, NINES),
    "no hole card, original bets": (
        rules_of("european", no_hole_card_loss="original_bets", double_on="any", max_hands=3),
        NINES,
    ),
    "doubles on 10 and 11 only": (rules_of("european", double_on="10-11"), NINES),
    "a charlie of four, hard doubles": (
        rules_of("free-amount", charlie=4, hit_split_aces=True, double_on="hard"),
        THREES,
    ),
    "a charlie of four without a hole card": (
        rules_of("european", charlie=4, hit_split_aces=True, max_hands=3),
        THREES,
    ),
    "a charlie of four, original bets": (
        rules_of(
            "european",
            no_hole_card_loss="original_bets",
            charlie=4,
            hit_split_aces=True,
            max_hands=3,
        ),
        THREES,
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_round_of_a_small_pack_comes_to_the_exact_values(name: str) -> None:
    rules, pack = GAMES[name]
    found = analyse(rules, shoe_of(pack))
    card, best = play_all(rules, pack, by_card(found)), play_all(rules, pack, by_best_play(found))
    assert found.card.edge == pytest.approx(float(card.net), abs=1e-12)
    assert found.card.stake == pytest.approx(float(card.stake), abs=1e-12)
    assert found.optimal.edge == pytest.approx(float(best.net), abs=1e-12)
    assert found.optimal.stake == pytest.approx(float(best.stake), abs=1e-12)
    assert found.optimal.edge >= found.card.edge - 1e-12
    variance = found.variance()
    if variance is not None and not found.strategy_card.insure:
        assert variance == pytest.approx(float(card.square - card.net**2), abs=1e-12)


@pytest.mark.parametrize(("name", "max_hands"), [("two", 2), ("three", 3), ("four", 4)])
def test_a_split_that_is_no_good_is_valued_exactly_too(name: str, max_hands: int) -> None:
    rules = rules_of("vegas-strip", insurance=False, max_hands=max_hands)
    found = analyse(rules, shoe_of(TENS))
    forced = play_all(rules, TENS, by_best_play(found, force=Action.SPLIT))
    first = found.values.value.argmax(axis=0)
    pairs = [found.table.hands.row(rank, rank) for rank in range(RANKS)]
    lost = found.values.value.max(axis=0)[pairs] - found.values.value[SPLIT, pairs]
    assert (first[pairs] != SPLIT).any(), name
    loss = (found.table.dealt[pairs, np.newaxis] * lost).sum()
    assert found.optimal.edge - loss == pytest.approx(float(forced.net), abs=1e-12)


@pytest.mark.parametrize("force", [Action.HIT, Action.DOUBLE, Action.SURRENDER, Action.STAND])
def test_every_first_action_is_valued_as_the_rounds_come_out(force: Action) -> None:
    rules = rules_of("atlantic-city", insurance=False)
    found = analyse(rules, shoe_of(FIVES))
    forced = play_all(rules, FIVES, by_best_play(found, force=force))
    names = [Action.STAND, Action.HIT, Action.DOUBLE, Action.SPLIT, Action.SURRENDER]
    rows = found.table.pairs_of_cards
    value = found.values.value[:, rows]
    own = value[names.index(force)]
    lost = np.where(np.isfinite(own), value.max(axis=0) - own, 0.0)
    loss = (found.table.dealt[rows, np.newaxis] * lost).sum()
    assert found.optimal.edge - loss == pytest.approx(float(forced.net), abs=1e-12)


SMALL: tuple[Pack, ...] = (
    {"9": 4, "A": 3, "T": 8},
    {"8": 5, "T": 6, "A": 2},
    {"7": 4, "T": 7, "4": 2},
    {"T": 9, "A": 4, "6": 2},
    {"5": 4, "T": 8, "6": 2},
)


def any_rules(dice: Random) -> Rules:
    """Rules drawn at random, none of which contradict."""
    hole_card = dice.choice(["none", "second"])
    insurance = hole_card == "second" and dice.random() < 0.4
    return rules_of(
        "classic",
        hole_card=hole_card,
        insurance=insurance,
        even_money=insurance and dice.random() < 0.5,
        hit_soft_17=dice.random() < 0.5,
        blackjack_pays=dice.choice([Odds(3, 2), Odds(6, 5), Odds(1, 1)]),
        surrender=dice.choice(["none", "late", "late_not_ace"]) if hole_card != "none" else "none",
        double_on=dice.choice(["any", "hard", "9-11", "10-11"]),
        double_after_split=dice.random() < 0.5,
        max_hands=dice.choice([2, 3, 4]),
        resplit_aces=dice.random() < 0.5,
        hit_split_aces=dice.random() < 0.3,
        no_hole_card_loss=dice.choice(["all_bets", "original_bets"]),
        charlie=dice.choice([None, None, 3, 4, 5]),
    )


def test_rules_drawn_at_random_come_to_the_exact_values_too() -> None:
    dice, compared = Random(5), 0
    while compared < 12:
        rules, pack = any_rules(dice), dice.choice(SMALL)
        found = analyse(rules, shoe_of(pack))
        try:
            card = play_all(rules, pack, by_card(found))
            best = play_all(rules, pack, by_best_play(found))
        except PackTooSmall:
            continue
        compared += 1
        figures = (found.card.edge, found.card.stake, found.optimal.edge, found.optimal.stake)
        dealt = [float(part) for part in (card.net, card.stake, best.net, best.stake)]
        assert figures == pytest.approx(dealt, abs=1e-12), (rules, pack)
