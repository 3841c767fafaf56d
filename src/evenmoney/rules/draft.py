"""A round in the making: what one step changes, before it is frozen into the next round.

A draft lives inside one step only. It knows no round and no notation.
"""

from collections.abc import Mapping
from typing import Final

from evenmoney.cards import Card
from evenmoney.money import half
from evenmoney.rules.action import Action, Asking, Turn
from evenmoney.rules.event import (
    CardDealt,
    DealerCardDealt,
    Event,
    HandDecided,
    HandDoubled,
    HandSettled,
    HandSplit,
    HandStood,
    HoleCardRevealed,
    InsuranceDeclined,
    InsuranceSettled,
    InsuranceTaken,
    Outcome,
    Peeked,
    RoundClosed,
)
from evenmoney.rules.game import Rules
from evenmoney.rules.hand import (
    ACE,
    TEN,
    TWENTY_ONE,
    VALUE,
    Box,
    Hand,
    add,
    count,
    dealt_hand,
    split_hand,
)
from evenmoney.rules.offers import NOTHING, Offers, insurance_offers, play_offers
from evenmoney.rules.payoff import INSURANCE_RETURNS, compare, original_bets_only, payment
from evenmoney.shoe import OutOfCards

DEALER_STANDS: Final = 17

Funds = Mapping[int, int] | None
"""Per box: minor units its owner can still spend *after* the action given with it has been paid;
None is enough for everything. What can't be paid for is not offered; a box that can't pay for
insurance isn't asked; a split ace that drew an ace and can't pay for another split stands."""


class Draft:
    """The changing parts of a round, and the events of the step so far."""

    __slots__ = (
        "at",
        "boxes",
        "cards",
        "dealer",
        "dealt",
        "events",
        "funds",
        "hands",
        "offers",
        "peeked",
        "rules",
        "turn",
    )

    def __init__(
        self,
        rules: Rules,
        cards: tuple[Card, ...],
        dealt: int,
        funds: Funds,
        *,
        boxes: list[Box],
        hands: list[Hand],
        dealer: list[Card],
    ) -> None:
        self.rules = rules
        self.cards = cards
        self.dealt = dealt
        self.boxes = boxes
        self.hands = hands
        self.dealer = dealer
        self.funds = funds
        self.at = 0
        self.peeked: bool | None = None
        self.turn: Turn | None = None
        self.offers: Offers = NOTHING
        self.events: list[Event] = []

    # ---- cards

    @property
    def upcard(self) -> int:
        """The value of the dealer's face-up card."""
        return VALUE[self.dealer[1 if self.rules.hole_card == "first" else 0]]

    def take(self) -> Card:
        """The next card of the shoe."""
        if self.dealt >= len(self.cards):
            raise OutOfCards(f"the shoe ran out after {self.dealt} cards")
        card = self.cards[self.dealt]
        self.dealt += 1
        return card

    def draw(self, at: int) -> None:
        """A card to hand `at`; a bust hand and one at the charlie limit are decided by it."""
        card = self.take()
        hand = self.hands[at].with_card(card)
        self.hands[at] = hand
        self.events.append(CardDealt(hand.box, hand.number, card))
        charlie = self.rules.charlie
        if hand.total > TWENTY_ONE:
            self.decide(at, Outcome.BUST)
        elif charlie is not None and len(hand.cards) >= charlie:
            self.decide(at, Outcome.CHARLIE)

    def decide(self, at: int, outcome: Outcome) -> None:
        """Hand `at` has its result before the dealer plays."""
        hand = self.hands[at].close(outcome)
        self.hands[at] = hand
        self.events.append(HandDecided(hand.box, hand.number, outcome))

    def purse(self, box: int) -> int | None:
        """What the owner of a box can still spend; None is enough for everything."""
        return None if self.funds is None else self.funds[box]

    def ask(self, at: int, asking: Asking, offers: Offers) -> None:
        """Wait for an answer on hand `at`."""
        hand = self.hands[at]
        self.at = at
        self.turn = Turn(hand.box, hand.number, asking)
        self.offers = offers

    # ---- the deal

    def deal(self) -> None:
        """Two passes, boxes in order and then the dealer; then what comes before play."""
        where = self.rules.hole_card
        firsts = [self.deal_first(box) for box in self.boxes]
        self.deal_dealer(face_down=where == "first")
        for box, first in zip(self.boxes, firsts, strict=True):
            second = self.take()
            self.events.append(CardDealt(box.box, 0, second))
            self.hands.append(dealt_hand(box.box, box.bet, first, second))
        if where == "none":
            self.play(0)
            return
        self.deal_dealer(face_down=where == "second")
        if self.rules.insurance and self.upcard == ACE:
            self.ask_insurance(0)
        else:
            self.peek()

    def deal_first(self, box: Box) -> Card:
        """A box's first card."""
        card = self.take()
        self.events.append(CardDealt(box.box, 0, card))
        return card

    def deal_dealer(self, *, face_down: bool = False) -> Card:
        """A card to the dealer."""
        card = self.take()
        self.dealer.append(card)
        self.events.append(DealerCardDealt(None if face_down else card))
        return card

    # ---- insurance and the peek

    def ask_insurance(self, at: int) -> None:
        """Ask the first box from `at` on that can be asked; after the last the dealer peeks."""
        for i in range(at, len(self.boxes)):
            box = self.boxes[i]
            offers = insurance_offers(self.rules, box, self.hands[i], self.purse(box.box))
            if offers:
                even_money = offers[0].action is Action.EVEN_MONEY
                self.ask(i, Asking.EVEN_MONEY if even_money else Asking.INSURANCE, offers)
                return
        self.peek()

    def peek(self) -> None:
        """The dealer looks under an ace or a ten; naturals are decided; play begins, or ends."""
        if self.upcard in (ACE, TEN):
            self.peeked = count(tuple(self.dealer))[0] == TWENTY_ONE
            self.events.append(Peeked(self.peeked))
            if self.peeked:
                self.finish()
                return
            self.settle_insurance(won=False)
        self.decide_naturals()
        self.play(0)

    def settle_insurance(self, *, won: bool) -> None:
        """Every insurance bet comes back threefold, or is lost."""
        for i, box in enumerate(self.boxes):
            if box.insurance:
                paid = INSURANCE_RETURNS * box.insurance if won else 0
                self.boxes[i] = Box(box.box, box.bet, box.insurance, paid)
                self.events.append(InsuranceSettled(box.box, box.insurance, paid))

    def decide_naturals(self) -> None:
        """No natural at the dealer: the players' naturals have won."""
        for i, hand in enumerate(self.hands):
            if hand.outcome is None and hand.natural:
                self.decide(i, Outcome.BLACKJACK)

    # ---- the players' hands

    def play(self, at: int) -> None:
        """Go on to the first hand from `at` on that has a choice; after the last, the dealer."""
        while at < len(self.hands):
            if len(self.hands[at].cards) == 1:
                self.draw(at)
            if not self.hands[at].closed:
                hand = self.hands[at]
                offers = play_offers(self.rules, self.hands, at, self.upcard, self.purse(hand.box))
                if offers:
                    self.ask(at, Asking.PLAY, offers)
                    return
                self.stand(at, chosen=False)
            at += 1
        self.finish()

    def stand(self, at: int, *, chosen: bool) -> None:
        """Close hand `at` for comparison."""
        hand = self.hands[at].close()
        self.hands[at] = hand
        self.events.append(HandStood(hand.box, hand.number, chosen))

    def double(self, at: int) -> None:
        """Twice the bet, one card, and the hand stands."""
        hand = self.hands[at]
        bet = 2 * hand.bet
        self.hands[at] = Hand(
            hand.box, hand.number, hand.cards, bet, hand.total, hand.soft, hand.split
        )
        self.events.append(HandDoubled(hand.box, hand.number, bet))
        self.draw(at)
        if not self.hands[at].closed:
            self.stand(at, chosen=False)

    def split(self, at: int) -> None:
        """The second card of hand `at` makes a new hand right after it."""
        hand = self.hands[at]
        box, number, bet = hand.box, hand.number, hand.bet
        first, second = hand.cards
        later = self.hands[at + 1 :]
        self.hands[at:] = [
            split_hand(box, number, bet, first),
            split_hand(box, number + 1, bet, second),
            *(
                split_hand(box, other.number + 1, other.bet, other.cards[0])
                if other.box == box
                else other
                for other in later
            ),
        ]
        self.events.append(HandSplit(box, number, bet))

    # ---- the dealer, and the end

    def finish(self) -> None:
        """The dealer's play and the settlement: the round is over."""
        self.turn = None
        self.offers = NOTHING
        where = self.rules.hole_card
        if where != "none":
            self.events.append(HoleCardRevealed(self.dealer[0 if where == "first" else 1]))
        elif self.second_card_matters():
            self.deal_dealer()
        total, soft = count(tuple(self.dealer))
        natural = total == TWENTY_ONE and len(self.dealer) == 2
        if not natural and len(self.dealer) == 2:
            self.decide_naturals()
        if any(hand.outcome is None for hand in self.hands):
            total = self.draw_dealer(total, soft)
        if self.peeked:
            self.settle_insurance(won=True)
        self.settle(total, natural)

    def second_card_matters(self) -> bool:
        """Whether a dealer without a hole card takes his second card.

        He does while a hand is to be compared or a natural is left; where a natural takes no
        more than the first bets, under an ace or ten for bust hands too: they may get bets back.
        """
        if any(hand.outcome is None for hand in self.hands):
            return True
        return (
            self.rules.no_hole_card_loss == "original_bets"
            and self.upcard in (ACE, TEN)
            and any(hand.outcome is Outcome.BUST for hand in self.hands)
        )

    def draw_dealer(self, total: int, soft: bool) -> int:
        """The dealer's total after he has drawn to 17."""
        hit_soft_17 = self.rules.hit_soft_17
        while total < DEALER_STANDS or (hit_soft_17 and soft and total == DEALER_STANDS):
            total, soft = add(total, soft, VALUE[self.deal_dealer()])
        return total

    def settle(self, total: int, natural: bool) -> None:
        """Every hand's result and pay, in playing order."""
        first_bets = natural and self.rules.hole_card == "none"
        first_bets = first_bets and self.rules.no_hole_card_loss == "original_bets"
        staked = paid = 0
        for i, hand in enumerate(self.hands):
            outcome = hand.outcome or compare(hand, total, natural)
            if first_bets:
                back = original_bets_only(hand, outcome, self.first_bet(hand.box))
            else:
                back = payment(self.rules, outcome, hand.bet)
            self.hands[i] = hand.close(outcome, back)
            self.events.append(HandSettled(hand.box, hand.number, outcome, hand.bet, back))
            staked += hand.bet
            paid += back
        for box in self.boxes:
            staked += box.insurance
            paid += box.insurance_paid or 0
        self.events.append(RoundClosed(staked, paid))

    def first_bet(self, number: int) -> int:
        """What a box bet before the deal."""
        return next(box.bet for box in self.boxes if box.box == number)

    # ---- answers

    def answer(self, action: Action) -> None:
        """What an action that was offered does, up to the next question."""
        at = self.at
        if action is Action.HIT:
            self.draw(at)
            self.play(at)
        elif action is Action.SPLIT:
            self.split(at)
            self.play(at)
        elif action in ON_INSURANCE:
            self.answer_insurance(at, action)
            self.ask_insurance(at + 1)
        else:
            self.close_hand(at, action)
            self.play(at + 1)

    def answer_insurance(self, at: int, action: Action) -> None:
        """INSURE, EVEN MONEY or PASS."""
        box = self.boxes[at]
        if action is Action.INSURE:
            amount = half(box.bet)
            self.boxes[at] = Box(box.box, box.bet, amount)
            self.events.append(InsuranceTaken(box.box, amount))
        elif action is Action.EVEN_MONEY:
            self.decide(at, Outcome.EVEN_MONEY)
        else:
            self.events.append(InsuranceDeclined(box.box))

    def close_hand(self, at: int, action: Action) -> None:
        """STAND, DOUBLE or SURRENDER."""
        if action is Action.STAND:
            self.stand(at, chosen=True)
        elif action is Action.DOUBLE:
            self.double(at)
        else:
            self.decide(at, Outcome.SURRENDER)


ON_INSURANCE: Final = frozenset({Action.INSURE, Action.EVEN_MONEY, Action.PASS})
