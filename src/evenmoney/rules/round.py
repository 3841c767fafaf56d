"""One round of blackjack as a value: each answer gives the next round and what happened."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from evenmoney.cards import Card, cards_text
from evenmoney.money import half
from evenmoney.rules.action import Action, Asking, Offer, Turn
from evenmoney.rules.draft import Draft, Funds
from evenmoney.rules.event import Event
from evenmoney.rules.game import Rules
from evenmoney.rules.hand import Box, Hand
from evenmoney.rules.offers import insurance_offers, play_offers
from evenmoney.rules.payoff import HandResult, Result, box_result, standing, sums
from evenmoney.rules.refusal import Refusal, RefusalCode
from evenmoney.shoe import OutOfCards

__all__ = ["BOXES", "BadBet", "Funds", "OutOfCards", "Round", "Step", "deal", "settle"]

BOXES = (1, 2, 3)
"""The boxes a table can have, in playing order."""


class BadBet(ValueError):
    """Bets that no round can be dealt to; the text names the box."""


class Step(msgspec.Struct, frozen=True):
    """The round after an answer, and the events that led to it."""

    round: "Round"
    events: tuple[Event, ...]


class Round(msgspec.Struct, frozen=True):
    """A round in progress or over. Holds the hole card and the undealt cards: never show it.

    `cards` is the shoe, of which this round began at `start` and is now at `dealt`; `dealer` has
    his cards in dealing order. `turn` is whose answer is awaited (None: the round is over),
    `offers` all that may be done now and what it costs; `at` is the place of that hand in `hands`.
    `peeked` tells what the dealer announced after a look at his hole card, None without one.
    """

    rules: Rules
    cards: tuple[Card, ...]
    start: int
    dealt: int
    boxes: tuple[Box, ...]
    hands: tuple[Hand, ...]
    dealer: tuple[Card, ...]
    peeked: bool | None
    at: int
    turn: Turn | None
    offers: tuple[Offer, ...]

    def __repr__(self) -> str:
        shown = cards_text(card or Card("??") for card in self.dealer_shown)
        hands = ", ".join(
            f"{hand.box}.{hand.number} {cards_text(hand.cards)}" for hand in self.hands
        )
        return f"<Round dealer {shown}; {hands}; {self.turn}>"

    @property
    def over(self) -> bool:
        """Whether the round is closed and every hand settled."""
        return self.turn is None

    @property
    def used(self) -> int:
        """How many cards have left the shoe in this round."""
        return self.dealt - self.start

    @property
    def dealer_shown(self) -> tuple[Card | None, ...]:
        """The dealer's cards in dealing order as everyone may see them: None lies face down."""
        if self.over or self.rules.hole_card == "none":
            return self.dealer
        first, second = self.dealer
        return (None, second) if self.rules.hole_card == "first" else (first, None)

    @property
    def result(self) -> Result:
        """What the round came to; only when it is over."""
        assert self.over, "a round in progress has no result"
        boxes = tuple(box_result(box, self.hands) for box in self.boxes)
        staked, paid = sums(self.rules, boxes)
        return Result(paid - staked, staked, paid, self.dealer, _hand_results(self.hands), boxes)

    def staked(self, box: int) -> int:
        """What lies on a box by now: its bet, doubles, splits and insurance."""
        laid = sum(hand.bet for hand in self.hands if hand.box == box)
        return self._box(box).insurance + laid

    def _box(self, number: int) -> Box:
        return next(box for box in self.boxes if box.box == number)

    def act(self, action: Action, funds: Funds = None) -> Step:
        """The step that `action` makes, up to the next question; raises `Refusal`, `OutOfCards`."""
        for offer in self.offers:
            if offer.action == action:
                break
        else:
            raise self._refusal(action)
        draft = self._draft(funds)
        draft.answer(offer.action)
        return _step(draft, self.start)

    def stand_all(self) -> Step:
        """Every open question answered with pass or stand, to the end of the round."""
        events: list[Event] = []
        current = self
        while current.turn is not None:
            play = current.turn.asking is Asking.PLAY
            step = current.act(Action.STAND if play else Action.PASS)
            current = step.round
            events += step.events
        return Step(current, tuple(events))

    def _draft(self, funds: Funds) -> Draft:
        draft = Draft(
            self.rules,
            self.cards,
            self.dealt,
            funds,
            boxes=list(self.boxes),
            hands=list(self.hands),
            dealer=list(self.dealer),
        )
        draft.at = self.at
        draft.peeked = self.peeked
        return draft

    def _refusal(self, action: Action) -> Refusal:
        """Why an action that is not among the offers is refused."""
        if self.turn is None:
            return Refusal(RefusalCode.ROUND_OVER, "the round is over")
        where = f"box {self.turn.box}, hand {self.turn.hand + 1}"
        if any(offer.action == action for offer in self._offers_to_the_rich()):
            return Refusal(RefusalCode.NOT_ENOUGH_MONEY, f"{action} can't be paid for on {where}")
        choice = ", ".join(offer.action for offer in self.offers)
        return Refusal(RefusalCode.NOT_OFFERED, f"{action} on {where}; offered: {choice}")

    def _offers_to_the_rich(self) -> tuple[Offer, ...]:
        """What would be offered if money were no matter."""
        assert self.turn is not None
        hand = self.hands[self.at]
        if self.turn.asking is not Asking.PLAY:
            return insurance_offers(self.rules, self._box(hand.box), hand, None)
        return play_offers(self.rules, self.hands, self.at, self._draft(None).upcard, None)


def _hand_results(hands: Sequence[Hand]) -> tuple[HandResult, ...]:
    results = []
    for hand in hands:
        assert hand.outcome is not None
        assert hand.paid is not None
        results.append(HandResult(hand.box, hand.cards, hand.bet, hand.outcome, hand.paid))
    return tuple(results)


def _step(draft: Draft, start: int) -> Step:
    frozen = Round(
        draft.rules,
        draft.cards,
        start,
        draft.dealt,
        tuple(draft.boxes),
        tuple(draft.hands),
        tuple(draft.dealer),
        draft.peeked,
        draft.at,
        draft.turn,
        draft.offers,
    )
    return Step(frozen, tuple(draft.events))


def _boxes(rules: Rules, bets: Mapping[int, int]) -> list[Box]:
    """The boxes in playing order, each with a bet that the rules can pay without rounding."""
    if not bets:
        raise BadBet("no box has a bet")
    for box, bet in bets.items():
        if box not in BOXES:
            raise BadBet(f"there is no box {box}")
        if bet <= 0:
            raise BadBet(f"a bet of {bet} on box {box}")
        half(bet)
        rules.blackjack_pays.win(bet)
    return [Box(box, bets[box]) for box in sorted(bets)]


def deal(
    rules: Rules,
    bets: Mapping[int, int],
    cards: Sequence[Card],
    funds: Funds = None,
    start: int = 0,
) -> Step:
    """The step that deals `bets` (minor units by box) from `cards`, in the order they leave.

    `start` is how many of them left a running shoe before. Raises `NotWhole` for a bet whose half
    or natural's pay isn't whole, `BadBet` for any other that can't be dealt to, and `OutOfCards`
    when the cards run out.
    """
    draft = Draft(rules, tuple(cards), start, funds, boxes=_boxes(rules, bets), hands=[], dealer=[])
    draft.deal()
    return _step(draft, start)


def won_so_far(played: Round, boxes: Collection[int]) -> int:
    """What the player who holds `boxes` would have if a round in progress ended here: what his
    decided hands pay, and the bets of the others; after `max_win`."""
    own = [box for box in played.boxes if box.box in boxes]
    return standing(played.rules, own, played.hands)


def settle(closed: Round, boxes: Collection[int]) -> tuple[int, int]:
    """What the player who held `boxes` staked in a closed round and is paid, after `max_win`."""
    assert closed.over, "a round in progress is not settled"
    own = [box_result(box, closed.hands) for box in closed.boxes if box.box in boxes]
    return sums(closed.rules, own)
