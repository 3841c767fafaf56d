"""One round of blackjack as a value: each answer gives the next round and what happened."""

from collections.abc import Mapping, Sequence

import msgspec

from evenmoney.cards import Card
from evenmoney.rules.action import Action, Offer, Turn
from evenmoney.rules.event import Event
from evenmoney.rules.game import Rules

# CONTRACT (the rules helper replaces the bodies; names, arguments and meaning stay):

Funds = Mapping[int, int] | None
"""Per box: minor units its owner can still spend *after* the action given with it has been paid;
None is enough for everything. What can't be paid for is not offered; a box that can't pay for
insurance isn't asked; a split ace that drew an ace and can't pay for another split stands."""


class Step(msgspec.Struct, frozen=True):
    """The round after an answer, and the events that led to it."""

    round: "Round"
    events: tuple[Event, ...]


class Round(msgspec.Struct, frozen=True):
    """A round in progress or over. Holds the hole card and the undealt cards: never show it."""

    @property
    def turn(self) -> Turn | None:
        """Whose answer is awaited; None when the round is over."""
        raise NotImplementedError

    @property
    def offers(self) -> tuple[Offer, ...]:
        """All that may be done now and what it costs; empty when the round is over."""
        raise NotImplementedError

    def act(self, action: Action, funds: Funds = None) -> Step:
        """The step that `action` makes, up to the next question; raises `Refusal`."""
        raise NotImplementedError

    def stand_all(self) -> Step:
        """Every open question answered with pass or stand, to the end of the round."""
        raise NotImplementedError


def deal(rules: Rules, bets: Mapping[int, int], cards: Sequence[Card], funds: Funds = None) -> Step:
    """The step that deals `bets` (minor units by box) from `cards`, in the order they leave.

    Raises `NotWhole` for a bet whose half or natural's pay isn't whole (where the rules need it),
    and `OutOfCards` when the cards run out in a step.
    """
    raise NotImplementedError
