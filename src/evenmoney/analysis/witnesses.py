"""The other two witnesses of a certificate: the simulator, and the engine of the tables."""

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec

from evenmoney.analysis.certificate import Simulated
from evenmoney.analysis.exact import analyse
from evenmoney.analysis.kernel.sheet import Policy
from evenmoney.analysis.kernel.witness import disagreement
from evenmoney.analysis.simulate import Simulation, simulate
from evenmoney.cards import DECK, Card
from evenmoney.rules.game import Game, Rules
from evenmoney.strategy.card import StrategyCard

SHOES: Final = 5_000
"""Shoes that simulator and engine both deal."""

SHOWN: Final = {
    "natural": "Boxes dealt a natural",
    "win": "Hands that win 1:1",
    "push": "Hands that push",
    "lose": "Hands that lose to the dealer",
    "bust": "Hands that bust",
    "surrender": "Hands that are surrendered",
    "charlie": "Hands that are a charlie",
    "double": "Hands that are doubled",
    "split": "Boxes that are split",
    "dealer_bust": "Rounds in which the dealer busts",
    "round_won": "Rounds that end in a win",
    "round_even": "Rounds that end even",
    "round_lost": "Rounds that end in a loss",
}
"""The frequencies that a certificate shows, in words."""


class Disagreement(ValueError):
    """Simulator and engine dealt the same shoe differently; the text is the first difference."""


def simulated(game: Game, rounds: int, seed: int) -> Simulated:
    """One box of a game, dealt `rounds` times by its printed card, beside its exact edge.

    Raises `Disagreement` unless simulator and engine deal the same shoes alike.
    """
    exact, stake = analyse(game.rules), game.limits.stake_max
    card, edge = exact.strategy_card, exact.card.edge
    shoes = list(_shoes(game.rules, seed))
    difference = disagreement(game.rules, card, Policy(), shoes, bet=stake)
    if difference is not None:
        raise Disagreement(f"{game.id}: {difference}")
    fresh_rules = msgspec.structs.replace(game.rules, shoe="fresh")
    fresh = simulate(fresh_rules, card, rounds=rounds, seed=seed, stake=stake)
    return _told(fresh, _with_cut_card(game.rules, card, edge, fresh), edge)


def _shoes(rules: Rules, seed: int) -> Iterator[tuple[Card, ...]]:
    """Shuffled packs, the same for the same seed; shuffled for a test, not for a table."""
    dice, pack = Random(seed), list(DECK) * rules.decks
    for _ in range(SHOES):
        dice.shuffle(pack)
        yield tuple(pack)


def _with_cut_card(rules: Rules, card: StrategyCard, edge: float, fresh: Simulation) -> Simulation:
    """The same game with its cut card, or the fresh simulation where it has none."""
    if rules.shoe == "fresh":
        return fresh
    return simulate(rules, card, rounds=fresh.rounds, seed=fresh.seed, fresh_edge=edge)


def _told(fresh: Simulation, dealt: Simulation, edge: float) -> Simulated:
    cut = dealt.cut_card
    return Simulated(
        rounds=fresh.rounds,
        seed=fresh.seed,
        mean=fresh.mean,
        standard_error=fresh.standard_error,
        deviation=(fresh.mean - edge) / fresh.standard_error,
        variance=dealt.variance,
        variance_error=dealt.variance_error,
        chances={words: dealt.frequencies[name] for name, words in SHOWN.items()},
        nets=dealt.nets,
        same_shoes=SHOES,
        cut_card_effect=cut.effect if cut else None,
        cut_card_error=cut.standard_error if cut else None,
    )
