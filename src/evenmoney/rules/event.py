"""What happened in a round, in the past tense. No event carries a card that lies face down."""

from enum import StrEnum

import msgspec

from evenmoney.cards import Card


class Outcome(StrEnum):
    """How a hand ended."""

    BLACKJACK = "blackjack"
    EVEN_MONEY = "even_money"
    CHARLIE = "charlie"
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    BUST = "bust"
    SURRENDER = "surrender"


class CardDealt(msgspec.Struct, frozen=True, tag="card_dealt"):
    """A card face up to a hand; `hand` counts from 0 within the box."""

    box: int
    hand: int
    card: Card


class DealerCardDealt(msgspec.Struct, frozen=True, tag="dealer_card_dealt"):
    """A card to the dealer; `card` is None when it lies face down."""

    card: Card | None


class InsuranceTaken(msgspec.Struct, frozen=True, tag="insurance_taken"):
    """Insurance of `amount` minor units was laid for a box."""

    box: int
    amount: int


class InsuranceDeclined(msgspec.Struct, frozen=True, tag="insurance_declined"):
    """Insurance or even money was declined. A box that can't pay is not asked, in silence: what a
    player has is not for the table to know."""

    box: int


class Peeked(msgspec.Struct, frozen=True, tag="peeked"):
    """The dealer looked at the hole card; `natural` tells what he announced."""

    natural: bool


class HandStood(msgspec.Struct, frozen=True, tag="hand_stood"):
    """A hand is closed for comparison; `chosen` is false when it closed by itself."""

    box: int
    hand: int
    chosen: bool


class HandDoubled(msgspec.Struct, frozen=True, tag="hand_doubled"):
    """The bet of a hand was doubled; `bet` is the whole of it now."""

    box: int
    hand: int
    bet: int


class HandSplit(msgspec.Struct, frozen=True, tag="hand_split"):
    """A hand was split: its second card went to a new hand at `hand + 1`, with a bet of `bet`."""

    box: int
    hand: int
    bet: int


class HandDecided(msgspec.Struct, frozen=True, tag="hand_decided"):
    """A hand's result stands before the dealer has played: natural, even money, charlie,
    bust or surrender. Money follows with `HandSettled`."""

    box: int
    hand: int
    outcome: Outcome


class HoleCardRevealed(msgspec.Struct, frozen=True, tag="hole_card_revealed"):
    """The dealer's face-down card was turned up."""

    card: Card


class InsuranceSettled(msgspec.Struct, frozen=True, tag="insurance_settled"):
    """An insurance bet of `amount` brought back `paid` (0, or three times the amount)."""

    box: int
    amount: int
    paid: int


class HandSettled(msgspec.Struct, frozen=True, tag="hand_settled"):
    """A hand's end: `bet` with its doubling, `paid` what came back, insurance apart."""

    box: int
    hand: int
    outcome: Outcome
    bet: int
    paid: int


class RoundClosed(msgspec.Struct, frozen=True, tag="round_closed"):
    """The round is over; sums over all boxes, insurance included, before any cap on wins."""

    staked: int
    paid: int


Event = (
    CardDealt
    | DealerCardDealt
    | InsuranceTaken
    | InsuranceDeclined
    | Peeked
    | HandStood
    | HandDoubled
    | HandSplit
    | HandDecided
    | HoleCardRevealed
    | InsuranceSettled
    | HandSettled
    | RoundClosed
)
