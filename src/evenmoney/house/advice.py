"""What the house answers for a player who is away or out of time: what the strategy card says."""

from collections.abc import Callable

from evenmoney.house.state import Layout
from evenmoney.rules.action import Action, Asking
from evenmoney.rules.round import Round
from evenmoney.strategy.card import choose
from evenmoney.strategy.certified import Certificates

Advice = Callable[[Layout, Round, frozenset[Action]], Action]
"""Given a round that asks, and the actions that are offered and can be paid: one of them."""


def by_card(certificates: Callable[[], Certificates]) -> Advice:
    """Insurance and even money are declined; hands are played by the card of the table's rules,
    which must be certified (`NotCertified`) among those that hold now."""

    def advise(layout: Layout, round: Round, offered: frozenset[Action]) -> Action:
        assert round.turn is not None
        if round.turn.asking is not Asking.PLAY:
            return Action.PASS
        certified = certificates().of(layout.game.id, layout.rules_hash.hex())
        upcard = next(card for card in round.dealer_shown if card is not None)
        return choose(certified.card, round.hands[round.at].cards, upcard, offered)

    return advise
