"""The kernel's plain dealing and the engine of the tables on the same shoes, card for card."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evenmoney.analysis.kernel.compiled import entry
from evenmoney.analysis.kernel.plain import (
    BET,
    COUNT,
    DEALER,
    HANDS_PER_BOX,
    NET,
    NEXT,
    OUTCOME,
    PAID,
    PLACES,
    ROUND,
    SPLITS,
    STAKED,
    empty_felt,
    play_round,
)
from evenmoney.analysis.kernel.rows import deal_round
from evenmoney.analysis.kernel.sheet import Policy, Sheet, make_sheet
from evenmoney.analysis.kernel.tally import count_round
from evenmoney.cards import RANKS, Card
from evenmoney.rules.action import Action
from evenmoney.rules.event import Outcome
from evenmoney.rules.game import Rules
from evenmoney.rules.round import Round, deal
from evenmoney.strategy.card import StrategyCard, choose

OUTCOME_BY_CODE: tuple[Outcome | None, ...] = (None, *Outcome)
VALUE_INDEX = {rank: min(9, i + 1) for i, rank in enumerate(RANKS)} | {"A": 0}


@entry
def deal_given(felt: Any, shoe: Any, at: Any, sheet: Any) -> Any:
    """`play_round` for callers in Python."""
    return play_round(felt, shoe, at, sheet)


@entry
def deal_given_by_rows(script: Any, shoe: Any, at: Any, desk: Any, sheaf: Any) -> Any:
    """`deal_round` for callers in Python: (net, stake, place after the last card)."""
    return deal_round(script, shoe, at, desk, sheaf)


@entry
def count_given(felt: Any, sheet: Any, tally: Any) -> None:
    """`count_round` for callers in Python."""
    count_round(felt, sheet, tally)


@dataclass(frozen=True)
class Hand:
    """A hand as it ended: its box (1 to 3), its cards, and its money in minor units."""

    box: int
    cards: tuple[Card, ...]
    bet: int
    outcome: Outcome
    paid: int


@dataclass(frozen=True)
class Dealt:
    """A round as it ended: what two witnesses must have in common."""

    hands: tuple[Hand, ...]
    dealer: tuple[Card, ...]
    staked: int
    net: int
    used: int


def value_indices(cards: Sequence[Card]) -> NDArray[np.uint8]:
    """The value index of each card."""
    return np.array([VALUE_INDEX[card[0]] for card in cards], dtype=np.uint8)


def by_kernel(sheet: Sheet, cards: Sequence[Card], start: int = 0) -> Dealt:
    """A round dealt by the kernel from `cards`, of which `start` are gone."""
    felt = empty_felt()
    end = deal_given(felt, value_indices(cards), start, sheet)
    hands = tuple(
        _hand(felt, row, box, cards)
        for box in range(sheet.boxes)
        for row in range(
            box * HANDS_PER_BOX, box * HANDS_PER_BOX + 1 + int(felt[ROUND, SPLITS + box])
        )
    )
    assert end == felt[ROUND, NEXT]
    dealer = _cards(felt, DEALER, cards)
    return Dealt(hands, dealer, int(felt[ROUND, STAKED]), int(felt[ROUND, NET]), end - start)


def _cards(felt: NDArray[np.int64], row: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(cards[k] for k in felt[row, PLACES : PLACES + felt[row, COUNT]])


def _hand(felt: NDArray[np.int64], row: int, box: int, cards: Sequence[Card]) -> Hand:
    outcome = OUTCOME_BY_CODE[felt[row, OUTCOME]]
    assert outcome is not None
    bet, paid = int(felt[row, BET]), int(felt[row, PAID])
    return Hand(box + 1, _cards(felt, row, cards), bet, outcome, paid)


def _answer(card: StrategyCard, policy: Policy, current: Round) -> Action:
    """The policy's answer on side bets, the card's on everything else."""
    offers = [offer.action for offer in current.offers]
    for action, wanted in (
        (Action.EVEN_MONEY, policy.takes_even_money),
        (Action.INSURE, policy.insures),
    ):
        if action in offers and wanted is not None:
            return action if wanted else Action.PASS
    shown = current.dealer_shown
    upcard = shown[1] if current.rules.hole_card == "first" else shown[0]
    assert upcard is not None
    return choose(card, current.hands[current.at].cards, upcard, offers)


def by_engine(
    rules: Rules,
    card: StrategyCard,
    policy: Policy,
    cards: Sequence[Card],
    *,
    bet: int,
    start: int = 0,
) -> Dealt:
    """The same round dealt by the engine of the tables, answered by the card."""
    bets = {box + 1: bet for box in range(policy.boxes)}
    current = deal(rules, bets, cards, start=start).round
    while not current.over:
        current = current.act(_answer(card, policy, current)).round
    result = current.result
    hands = tuple(Hand(h.box, h.cards, h.bet, h.outcome, h.paid) for h in result.hands)
    return Dealt(hands, result.dealer, result.staked, result.net, current.used)


def disagreement(
    rules: Rules,
    card: StrategyCard,
    policy: Policy,
    shoes: Sequence[Sequence[Card]],
    *,
    bet: int,
) -> str | None:
    """None where kernel and engine deal all these shoes alike, else the first difference."""
    sheet = make_sheet(rules, card, policy, stake=bet, bet=bet)
    for number, cards in enumerate(shoes):
        ours = by_kernel(sheet, cards)
        theirs = by_engine(rules, card, policy, cards, bet=bet)
        if ours != theirs:
            return f"shoe {number}: kernel {ours}, engine {theirs}"
    return None
