"""Playing the round engine by an analysis: best play, and its printed card."""

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from evenmoney.analysis.exact import Analysis
from evenmoney.analysis.exact.analysis import ACTION_NAMES
from evenmoney.analysis.exact.dealer import Shoe
from evenmoney.analysis.exact.hands import ACE
from evenmoney.cards import Card
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.action import Action, Asking
from evenmoney.rules.game import Rules
from evenmoney.rules.round import Round
from evenmoney.strategy.card import UPCARDS, choose, column

Pack = dict[str, int]


def rules_of(game: str, **changes: Any) -> Rules:
    """The rules of a packaged game with some options changed."""
    return msgspec.structs.replace(Catalogue.packaged()[game].rules, **changes)


def shoe_of(pack: Pack) -> Shoe:
    """A shoe of so many cards of each rank."""
    return Shoe(np.array([float(pack.get(rank, 0)) for rank in UPCARDS]), 1.0)


def by_card(analysis: Analysis) -> Callable[[Round], Action]:
    """What the printed card does."""
    card = analysis.strategy_card
    return lambda round: choose(
        card, round.hands[round.at].cards, upcard(round), [offer.action for offer in round.offers]
    )


def by_best_play(analysis: Analysis, force: Action | None = None) -> Callable[[Round], Action]:
    """What composition-dependent play does, `force` being its first action wherever offered."""

    def chosen(round: Round) -> Action:
        assert round.turn is not None
        offered = [offer.action for offer in round.offers]
        hand, up = round.hands[round.at], column(upcard(round))
        row = analysis.table.hands.row(*(column(card) for card in hand.cards))
        if round.turn.asking is not Asking.PLAY:
            return _insured(analysis, round, row)
        if len(hand.cards) > 2:
            return Action.HIT if analysis.later[row, up] and Action.HIT in offered else Action.STAND
        if force in offered and not hand.split:
            return force
        if hand.split and Action.SPLIT in offered:
            return Action.SPLIT
        values = dict(zip(ACTION_NAMES, analysis.values.value[:, row, up], strict=True))
        return max(offered, key=lambda action: values[action])

    return chosen


def _insured(analysis: Analysis, round: Round, row: int) -> Action:
    assert round.turn is not None
    if round.turn.asking is Asking.EVEN_MONEY:
        return Action.EVEN_MONEY if analysis.strategy_card.even_money else Action.PASS
    stood = analysis.table.stood
    worth = stood.natural[row, ACE] > stood.alive[row, ACE] / 2
    return Action.INSURE if worth else Action.PASS


def upcard(round: Round) -> Card:
    """The dealer's card that everyone sees."""
    return next(card for card in round.dealer_shown if card is not None)
