"""What may be done with a hand and what it costs: the one place where legality is written."""

from collections.abc import Sequence
from typing import Final

from evenmoney.money import half
from evenmoney.rules.action import Action, Offer
from evenmoney.rules.game import Rules
from evenmoney.rules.hand import ACE, TWENTY_ONE, VALUE, Box, Hand

Offers = tuple[Offer, ...]

NOTHING: Final[Offers] = ()
EVEN_MONEY_OR_PASS: Final = (Offer(Action.EVEN_MONEY), Offer(Action.PASS))
PASS: Final = Offer(Action.PASS)
HIT: Final = Offer(Action.HIT)
STAND: Final = Offer(Action.STAND)
SURRENDER: Final = Offer(Action.SURRENDER)
STAND_ONLY: Final = (STAND,)
HIT_OR_STAND: Final = (HIT, STAND)

LOWEST_DOUBLE: Final = {"hard": 0, "9-11": 9, "10-11": 10}


def affordable(cost: int, purse: int | None) -> bool:
    """Whether a purse (None: bottomless) can pay `cost`."""
    return purse is None or cost <= purse


def insurance_offers(rules: Rules, box: Box, hand: Hand, purse: int | None) -> Offers:
    """What a box is asked under an ace; nothing when it can't pay for insurance."""
    if rules.even_money and hand.natural:
        return EVEN_MONEY_OR_PASS
    cost = half(box.bet)
    return (Offer(Action.INSURE, cost), PASS) if affordable(cost, purse) else NOTHING


def play_offers(
    rules: Rules, hands: Sequence[Hand], at: int, upcard: int, purse: int | None
) -> Offers:
    """What may be done with hand `at` of `hands`; nothing when it closes by itself.

    `upcard` is the value of the dealer's card, `purse` what the owner can still spend.
    """
    hand = hands[at]
    if hand.split and hand.split_ace and not rules.hit_split_aces:
        again = _split(rules, hands, hand, purse)
        return (STAND, *again) if again else NOTHING
    if hand.total == TWENTY_ONE:
        return NOTHING if rules.auto_stand_on_21 else STAND_ONLY
    if len(hand.cards) != 2:
        return HIT_OR_STAND
    return (
        HIT,
        STAND,
        *_double(rules, hand, purse),
        *_split(rules, hands, hand, purse),
        *_surrender(rules, hand, upcard),
    )


def _double(rules: Rules, hand: Hand, purse: int | None) -> Offers:
    """DOUBLE on two cards below 21, as `double_on` has it; never on a split ace."""
    if hand.split and (not rules.double_after_split or hand.split_ace):
        return NOTHING
    if rules.double_on != "any":
        lowest = LOWEST_DOUBLE[rules.double_on]
        highest = TWENTY_ONE if lowest == 0 else 11
        if hand.soft or not lowest <= hand.total <= highest:
            return NOTHING
    return (Offer(Action.DOUBLE, hand.bet),) if affordable(hand.bet, purse) else NOTHING


def _split(rules: Rules, hands: Sequence[Hand], hand: Hand, purse: int | None) -> Offers:
    """SPLIT on two cards of one value while the box has fewer than `max_hands`."""
    if not hand.pair or not affordable(hand.bet, purse):
        return NOTHING
    if hand.split:
        if VALUE[hand.cards[0]] == ACE and not rules.resplit_aces:
            return NOTHING
        if sum(other.box == hand.box for other in hands) >= rules.max_hands:
            return NOTHING
    return (Offer(Action.SPLIT, hand.bet),)


def _surrender(rules: Rules, hand: Hand, upcard: int) -> Offers:
    """SURRENDER as the first action of an unsplit hand."""
    if rules.surrender == "none" or hand.split:
        return NOTHING
    if rules.surrender == "late_not_ace" and upcard == ACE:
        return NOTHING
    return (SURRENDER,)
