"""What hands come to when the round closes, and what each player is paid for his boxes."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from evenmoney.cards import Card
from evenmoney.money import half
from evenmoney.rules.event import Outcome
from evenmoney.rules.game import Rules
from evenmoney.rules.hand import TWENTY_ONE, Box, Hand

DOUBLED: Final = frozenset({Outcome.WIN, Outcome.EVEN_MONEY, Outcome.CHARLIE})
INSURANCE_RETURNS: Final = 3
"""A won insurance bet comes back with 2:1 on top."""


class HandResult(msgspec.Struct, frozen=True):
    """The end of a hand; `paid` is what came back for `bet`, insurance apart."""

    box: int
    cards: tuple[Card, ...]
    bet: int
    outcome: Outcome
    paid: int


class BoxResult(msgspec.Struct, frozen=True):
    """The end of a box: its first bet, and sums over its hands and its insurance."""

    box: int
    bet: int
    insurance: int
    insurance_paid: int
    staked: int
    paid: int


class Result(msgspec.Struct, frozen=True):
    """The end of a round as if one player held all boxes: `paid` and `net` after `max_win`."""

    net: int
    staked: int
    paid: int
    dealer: tuple[Card, ...]
    hands: tuple[HandResult, ...]
    boxes: tuple[BoxResult, ...]


def compare(hand: Hand, dealer_total: int, dealer_natural: bool) -> Outcome:
    """How a hand that was not decided before ends against the dealer's."""
    if hand.natural:
        return Outcome.PUSH if dealer_natural else Outcome.BLACKJACK
    if dealer_natural:
        return Outcome.LOSE
    if dealer_total > TWENTY_ONE or hand.total > dealer_total:
        return Outcome.WIN
    return Outcome.PUSH if hand.total == dealer_total else Outcome.LOSE


def payment(rules: Rules, outcome: Outcome, bet: int) -> int:
    """What comes back for a bet, the bet included."""
    if outcome in DOUBLED:
        return 2 * bet
    if outcome is Outcome.PUSH:
        return bet
    if outcome is Outcome.BLACKJACK:
        return bet + rules.blackjack_pays.win(bet)
    return half(bet) if outcome is Outcome.SURRENDER else 0


def original_bets_only(hand: Hand, outcome: Outcome, first_bet: int) -> int:
    """What comes back for a hand when a late natural takes no more than the box's first bet."""
    if outcome is Outcome.CHARLIE:
        return 2 * hand.bet
    if outcome is Outcome.PUSH or hand.number > 0:
        return hand.bet
    return hand.bet - first_bet


def capped(rules: Rules, staked: int, paid: int) -> int:
    """What is paid of `paid` when the net win of a round is capped."""
    return paid if rules.max_win is None else min(paid, staked + rules.max_win)


def box_result(box: Box, hands: Sequence[Hand]) -> BoxResult:
    """The sums of one box; `paid` counts what is not yet settled as nothing."""
    own = [hand for hand in hands if hand.box == box.box]
    insurance_paid = box.insurance_paid or 0
    return BoxResult(
        box=box.box,
        bet=box.bet,
        insurance=box.insurance,
        insurance_paid=insurance_paid,
        staked=box.insurance + sum(hand.bet for hand in own),
        paid=insurance_paid + sum(hand.paid or 0 for hand in own),
    )


def standing(rules: Rules, boxes: Sequence[Box], hands: Sequence[Hand]) -> int:
    """What one player would have of these boxes if the round ended here, after `max_win`: decided
    hands pay, the bets of the others come back."""
    own = [hand for hand in hands if hand.box in {box.box for box in boxes}]
    staked = sum(box.insurance for box in boxes) + sum(hand.bet for hand in own)
    insurance = sum(
        box.insurance if box.insurance_paid is None else box.insurance_paid for box in boxes
    )
    paid = sum(
        hand.bet if hand.outcome is None else payment(rules, hand.outcome, hand.bet) for hand in own
    )
    return capped(rules, staked, insurance + paid)


def sums(rules: Rules, boxes: Collection[BoxResult]) -> tuple[int, int]:
    """What one player staked on these boxes and is paid for them, after `max_win`."""
    staked = sum(box.staked for box in boxes)
    return staked, capped(rules, staked, sum(box.paid for box in boxes))
