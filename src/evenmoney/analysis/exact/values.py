"""The value of every first action, and what a choice among them returns in all."""

from typing import Final, NamedTuple

import numpy as np

from evenmoney.analysis.exact.hands import ACE, RANKS, Floats
from evenmoney.analysis.exact.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Choices
from evenmoney.analysis.exact.split import SplitSums
from evenmoney.analysis.exact.table import Played, Table

ACTIONS: Final = 5
"""STAND, HIT, DOUBLE, SPLIT, SURRENDER."""

NOT_OFFERED: Final = -np.inf


class Values(NamedTuple):
    """(action, hand, upcard) figures of two-card hands, joint with the upcard, in first bets."""

    value: Floats
    """Expected net result; `NOT_OFFERED` where the rules don't offer the action."""
    stake: Floats
    """Expected stake."""
    square: Floats
    """Expected square of the net result; nan for a split, whose hands are not independent."""


class Return(NamedTuple):
    """What a strategy returns, in first bets a round."""

    edge: float
    """Expected net result, the player's: negative where the house leads."""
    stake: float
    """Expected stake, doubles, splits and insurance included."""
    square: float
    """Expected square of the net result over rounds that are not split."""
    split: float
    """The chance that a round is split."""

    @property
    def rtp(self) -> float:
        """What comes back for each unit staked in all."""
        return 1 + self.edge / self.stake


def action_values(table: Table, played: Played, split: SplitSums) -> Values:
    """The values of all first actions, given what is done afterwards."""
    stood, hands = table.stood, len(table.hands.cards)
    seen = stood.alive if table.peek else stood.alive + stood.natural
    value = np.full((ACTIONS, hands, RANKS), NOT_OFFERED)
    stake, square = np.empty_like(value), np.empty_like(value)
    value[STAND], value[HIT] = stood.gain - table.risk, played.hit - table.risk
    value[DOUBLE] = np.where(
        table.doubles[:, np.newaxis], played.double - 2 * table.risk, NOT_OFFERED
    )
    value[SURRENDER] = np.where(table.surrenders, -stood.alive / 2, NOT_OFFERED)
    stake[:] = seen
    stake[DOUBLE] *= 2
    for action, bet, push in (
        (STAND, 1, stood.push),
        (HIT, 1, played.hit_push),
        (DOUBLE, 2, played.double_push),
    ):
        square[action] = bet**2 * (table.risk - push)
        if not table.peek and not table.all_bets:
            square[action] += stood.natural
    square[SPLIT], square[SURRENDER] = np.nan, stood.alive / 4
    _add_splits(table, split, value, stake)
    return Values(value, stake, square)


def _add_splits(table: Table, split: SplitSums, value: Floats, stake: Floats) -> None:
    rows = [table.hands.row(rank, rank) for rank in range(RANKS)]
    value[SPLIT, rows] = split.gain - split.alive - (split.natural if table.all_bets else 0.0)
    stake[SPLIT, rows] = split.alive + (0.0 if table.peek else split.natural)


def total_return(
    table: Table, values: Values, first: Choices, insured: Floats, even_money: bool
) -> Return:
    """What a round returns when two-card hands are played by `first`.

    `insured` is 1 for the hands that are insured, 0 for others.
    """
    stood, dealt, rows = table.stood, table.dealt, table.pairs_of_cards
    choice = first[np.newaxis, rows].astype(np.int64)
    value, stake, square = (
        np.take_along_axis(figures[:, rows], choice, axis=0)[0] for figures in values
    )
    split = choice[0] == SPLIT
    weight = dealt[rows, np.newaxis]
    # A natural that all bets are lost to is in the values already.
    lost = np.zeros_like(value) if table.all_bets else stood.natural[rows]
    seen_before = stood.natural[rows] if table.peek else np.zeros_like(value)
    won, won_square = _natural_return(table, even_money)
    insurance = stood.natural[:, ACE] - stood.alive[:, ACE] / 2
    edge = (weight * (value - lost)).sum() + won + (dealt * insured * insurance).sum()
    insured_chance = (dealt * insured * (stood.alive + stood.natural)[:, ACE]).sum()
    natural_chance = dealt[table.natural]
    staked = (weight * (stake + seen_before)).sum() + natural_chance + insured_chance / 2
    squares = (weight * (np.where(split, 0.0, square) + seen_before)).sum() + won_square
    chance = (weight * split * (stood.alive + (0 if table.peek else stood.natural))[rows]).sum()
    return Return(float(edge), float(staked), float(squares), float(chance))


def _natural_return(table: Table, even_money: bool) -> tuple[float, float]:
    """What naturals win, and its square: expected over all rounds."""
    odds = table.rules.blackjack_pays
    pays = odds.pays / odds.to
    alive, natural = table.stood.alive[table.natural], table.stood.natural[table.natural]
    won, square = pays * alive, pays**2 * alive
    if even_money:
        won[ACE] = square[ACE] = alive[ACE] + natural[ACE]
    chance = table.dealt[table.natural]
    return float(chance * won.sum()), float(chance * square.sum())
