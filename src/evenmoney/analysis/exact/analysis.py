"""The exact analysis of one set of rules: its returns, its card, and the values of its hands."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from evenmoney.analysis.exact.dealer import TOTALS, Shoe, dealer_totals, dealer_walk
from evenmoney.analysis.exact.hands import ACE, EMPTY, RANKS, Floats, Hand, add
from evenmoney.analysis.exact.notation import BadHand
from evenmoney.analysis.exact.play import DOUBLE, SPLIT, Choices
from evenmoney.analysis.exact.printed import Followed, follow, printed_card
from evenmoney.analysis.exact.settle import upcards
from evenmoney.analysis.exact.split import Strategy
from evenmoney.analysis.exact.square import split_squares
from evenmoney.analysis.exact.table import Table, full_shoe
from evenmoney.analysis.exact.values import NOT_OFFERED, Return, Values, action_values, total_return
from evenmoney.rules.game import Rules
from evenmoney.rules.options import rules_hash
from evenmoney.strategy.card import StrategyCard

ACTION_NAMES = ("stand", "hit", "double", "split", "surrender")
"""The actions in the order of `Values`."""


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
    hit: Floats
    """(hand, upcard): gain of hitting any hand and playing on optimally, joint with the upcard."""
    followed: Followed
    """What the card does with every hand."""
    by_card: Values
    """Values of first actions, played on by the card, joint with the upcard."""

    def variance(self) -> float | None:
        """The variance of a round's net result by the printed card; takes a few seconds.

        Exact, split rounds included, but for an insurance bet where the card takes one. None
        where charlies meet naturals that nobody saw: that is left to the simulator.
        """
        table, rules = self.table, self.rules
        if rules.charlie is not None and not table.peek:
            return None
        pairs = [table.hands.row(rank, rank) for rank in range(RANKS)]
        chosen = self.followed.first[pairs] == SPLIT
        square = split_squares(table.deal, self.followed.after, table.split_rules, chosen)
        if table.original_bets:
            square += chosen * table.stood.natural[pairs]
        split = (table.dealt[pairs, np.newaxis] * square).sum()
        return float(self.card.square + split - self.card.edge**2)

    def action_values(self, hand: Hand, upcard: int) -> dict[str, float]:
        """The value of every choice for a hand (`notation.parse_hand`) against an upcard's rank.

        In first bets, optimal play afterwards; split hands play on as `optimal` does. Where the
        dealer peeks, all but `insurance`, `even_money` and to `pass` it assume that he has no
        natural. Raises `BadHand` for cards that the shoe doesn't hold.
        """
        row = self._row(hand, upcard)
        table, stood = self.table, self.table.stood
        seen = stood.alive[row, upcard] + (0 if table.peek else stood.natural[row, upcard])
        if seen <= 0:
            raise BadHand("the dealer has a natural for certain: nothing is left to choose")
        found = {name: float(value / seen) for name, value in self._joint(row, upcard).items()}
        return found | self._side_bets(row, upcard)

    def _row(self, hand: Hand, upcard: int) -> int:
        table, row = self.table, self.table.hands.rows[hand]
        gone = np.array(add(hand, upcard))
        if (table.shoe < gone * table.step).any():
            raise BadHand("there are not so many cards of a rank in the shoe")
        return row

    def _joint(self, row: int, upcard: int) -> dict[str, float]:
        table, at = self.table, (row, upcard)
        stood, risk = table.stood, table.risk[at]
        if row == table.natural:
            odds = self.rules.blackjack_pays
            return {"stand": float(stood.alive[at]) * odds.pays / odds.to}
        found = {"stand": float(stood.gain[at] - risk)}
        if table.hands.cards[row] == 2:
            values = self.values.value[:, row, upcard]
            names = zip(ACTION_NAMES, values, strict=True)
            found = {name: float(value) for name, value in names if value > NOT_OFFERED}
        elif not table.closed[row]:
            found["hit"] = float(self.hit[at] - risk)
        if table.original_bets:
            # Whatever is done, a natural takes the first bet.
            found = {name: value - float(stood.natural[at]) for name, value in found.items()}
        return found

    def _side_bets(self, row: int, upcard: int) -> dict[str, float]:
        rules, two_cards = self.rules, self.table.hands.cards[row] == 2
        if upcard != ACE or not rules.insurance or not two_cards:
            return {}
        alive, natural = (float(part[row, ACE]) for part in self.table.stood[2:])
        if row == self.table.natural and rules.even_money:
            pays = rules.blackjack_pays.pays / rules.blackjack_pays.to
            return {"even_money": 1.0, "pass": pays * alive / (natural + alive)}
        return {"insurance": (natural - alive / 2) / (natural + alive)}

    def dealer(self, upcard: int, gone: Hand = EMPTY) -> dict[str, float]:
        """How the dealer ends: the chance of 17 to 21, `bust` and `natural`, from a full shoe
        without the upcard and the cards `gone`; a natural is one of the outcomes.
        """
        table = self.table
        left = table.shoe - table.step * np.array(gone)
        walk = dealer_walk(self.rules.hit_soft_17)
        totals = dealer_totals(left[np.newaxis], table.step, walk)[0].reshape(RANKS, TOTALS)
        alive, natural = np.empty(RANKS), np.empty(RANKS)
        upcards(left, table.step, alive, natural)
        seen = alive[upcard] + natural[upcard]
        found = {str(17 + k): float(totals[upcard, k] / seen) for k in range(TOTALS)}
        bust = (alive[upcard] - totals[upcard].sum()) / seen
        return found | {"bust": float(bust), "natural": float(natural[upcard] / seen)}


def best_action(values: Mapping[str, float]) -> str:
    """The best of `Analysis.action_values`; even money is weighed against passing it."""
    names = [name for name in ("even_money", "pass") if name in values]
    names = names or [name for name in values if name != "insurance"]
    return max(names, key=lambda name: values[name])


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
    return Analysis(
        rules=rules,
        strategy_card=card,
        card=card_return,
        optimal=optimal,
        table=table,
        values=values,
        later=after.later,
        hit=table.play(after.later).hit,
        followed=followed,
        by_card=by_card,
    )


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
