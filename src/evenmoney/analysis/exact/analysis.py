"""The exact analysis of one set of rules: its returns, its card, and the values of its hands."""

from dataclasses import dataclass

import numpy as np

from evenmoney.analysis.exact.dealer import Shoe
from evenmoney.analysis.exact.hands import ACE
from evenmoney.analysis.exact.play import DOUBLE, Choices
from evenmoney.analysis.exact.printed import follow, printed_card
from evenmoney.analysis.exact.split import Strategy
from evenmoney.analysis.exact.table import Table, full_shoe
from evenmoney.analysis.exact.values import Return, Values, action_values, total_return
from evenmoney.rules.game import Rules
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.card import StrategyCard


@dataclass(frozen=True)
class Analysis:
    """What exact maths says of a fresh shoe, per unit of the first bet of one box.

    `optimal` is composition-dependent play: the best choice for the very cards of a hand, split
    hands keeping the strategy from before the split. `card` is the printed card's play.
    """

    rules: Rules
    strategy_card: StrategyCard
    card: Return
    optimal: Return
    table: Table
    values: Values
    """Values of first actions under optimal play, joint with the upcard."""
    later: Choices
    """Optimal play of later cards."""


def analyse(rules: Rules, shoe: Shoe | None = None) -> Analysis:
    """The exact analysis of `rules`, with a shoe other than their decks where one is given.

    A cut-card game is taken from its full pack; boxes don't matter.
    """
    table = Table(rules, full_shoe(rules.decks) if shoe is None else shoe)
    values, after = _best_play(table)
    card = printed_card(table, values, rules_hash(rules))
    followed = follow(card, table)
    by_card = action_values(table, table.play(followed.after.later), table.split(followed.after))
    insured = np.full(len(table.hands.cards), float(card.insure))
    insured[table.natural] *= not rules.even_money
    card_return = total_return(table, by_card, followed.first, insured, card.even_money)
    optimal = _optimal_return(table, values, card.even_money)
    return Analysis(rules, card, card_return, optimal, table, values, after.later)


def _best_play(table: Table) -> tuple[Values, Strategy]:
    """The values of composition-dependent play, and how its split hands are played."""
    later = table.best_choices()
    played = table.play(later)
    second = later
    if table.rules.double_after_split:
        hit_or_stand = np.maximum(table.stood.gain, played.hit) - table.risk
        doubled = table.doubles[:, np.newaxis] & (played.double - 2 * table.risk > hit_or_stand)
        second = np.where(doubled, DOUBLE, later).astype(np.int8)
    after = Strategy(second, later)
    return action_values(table, played, table.split(after)), after


def _optimal_return(table: Table, values: Values, even_money: bool) -> Return:
    first = values.value.argmax(axis=0).astype(np.int8)
    insured = np.zeros(len(table.hands.cards))
    if table.rules.insurance:
        insured[(table.stood.natural - table.stood.alive / 2)[:, ACE] > 0] = 1.0
        insured[table.natural] *= not table.rules.even_money
    return total_return(table, values, first, insured, even_money)
