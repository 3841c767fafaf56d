"""What a finished round must pay, worked out anew from SPEC, and from the engine's cards alone."""

from fractions import Fraction

from evenmoney.cards import Card
from evenmoney.rules.event import Outcome
from evenmoney.rules.game import Rules
from evenmoney.rules.payoff import HandResult


def total(cards: tuple[Card, ...]) -> int:
    """The best total: every ace 1, and ten more when that is not too much."""
    ranks = [card[0] for card in cards]
    low = sum(1 if rank == "A" else 10 if rank in "TJQK" else int(rank) for rank in ranks)
    return low + 10 if "A" in ranks and low <= 11 else low


def natural(cards: tuple[Card, ...]) -> bool:
    """Ace and ten."""
    return len(cards) == 2 and total(cards) == 21


def outcomes(rules: Rules, hand: HandResult, split: bool, dealer: tuple[Card, ...]) -> set[Outcome]:
    """How a hand can have ended, by its cards and the dealer's."""
    mine, his = total(hand.cards), total(dealer)
    if mine > 21:
        return {Outcome.BUST}
    if rules.charlie is not None and len(hand.cards) >= rules.charlie:
        return {Outcome.CHARLIE}
    if natural(hand.cards) and not split:
        plain = Outcome.PUSH if natural(dealer) else Outcome.BLACKJACK
        return {plain, Outcome.EVEN_MONEY} if rules.even_money else {plain}
    if natural(dealer):
        return {Outcome.LOSE}
    result = Outcome.WIN if his > 21 or mine > his else Outcome.LOSE
    result = Outcome.PUSH if mine == his else result
    may_surrender = rules.surrender != "none" and not split and len(hand.cards) == 2
    return {result, Outcome.SURRENDER} if may_surrender else {result}


def pay(rules: Rules, hand: HandResult) -> Fraction:
    """What a hand is paid by its outcome."""
    odds = Fraction(rules.blackjack_pays.pays, rules.blackjack_pays.to)
    back = {
        Outcome.BLACKJACK: 1 + odds,
        Outcome.EVEN_MONEY: Fraction(2),
        Outcome.CHARLIE: Fraction(2),
        Outcome.WIN: Fraction(2),
        Outcome.PUSH: Fraction(1),
        Outcome.SURRENDER: Fraction(1, 2),
        Outcome.LOSE: Fraction(0),
        Outcome.BUST: Fraction(0),
    }
    return hand.bet * back[hand.outcome]
