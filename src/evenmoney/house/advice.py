"""What the house answers for a player who is away or out of time: what the strategy card says."""

from collections.abc import Callable

from evenmoney.house.state import Layout
from evenmoney.rules.action import Action
from evenmoney.rules.round import Round

Advice = Callable[[Layout, Round, frozenset[Action]], Action]
"""Given a round that asks, and the actions that are offered and can be paid: one of them."""


def cautious(_layout: Layout, _round: Round, offered: frozenset[Action]) -> Action:
    """The answer that stakes nothing: pass, or stand."""
    return Action.PASS if Action.PASS in offered else Action.STAND
