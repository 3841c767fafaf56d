"""What happened at a table besides the cards: betting, seats, cycles of the shuffle. All public."""

from typing import Literal

import msgspec

from evenmoney.cards import Card
from evenmoney.rules.action import Action

BetReason = Literal[
    "placed",
    "taken",
    "cleared",
    "laid",
    "redone",
    "doubled",
    "displaced",
    "below_minimum",
    "unconfirmed",
    "left",
    "bonus_expired",
]


class HouseEvent(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What every house event is: frozen, named fields only."""


class BettingOpened(HouseEvent, frozen=True, tag="betting_opened"):
    """Bets are taken for a new round. The last round's cards may lie until `table_cleared`.
    `c1` is the commitment of the cycle the round will be dealt from."""

    cycle: int
    c1: str


class TableCleared(HouseEvent, frozen=True, tag="table_cleared"):
    """The cards of the last round go to the discards."""


class BetChanged(HouseEvent, frozen=True, tag="bet_changed"):
    """The bet on a box is now `bet`, held by `owner` (None and 0: the box is free).
    `was_owner` is whose bet it was before, when that is another player."""

    box: int
    owner: int | None
    bet: int
    reason: BetReason
    was_owner: int | None = None


class BettingTimed(HouseEvent, frozen=True, tag="betting_timed"):
    """The betting clock started, or stopped (`left_ms` None) because the last bet was taken off."""

    left_ms: int | None


class BettingClosed(HouseEvent, frozen=True, tag="betting_closed"):
    """No bet can be changed any more: who said DEAL opens his part of the shuffle within `left_ms`.
    `hashes` are what the seats promised with DEAL, in seat order (empty: this seat adds none)."""

    cycle: int
    hashes: tuple[str, ...]
    left_ms: int


class PartOpened(HouseEvent, frozen=True, tag="part_opened"):
    """A seat has opened its part of the shuffle, and it is what it promised."""

    seat: int


class RoundStarted(HouseEvent, frozen=True, tag="round_started"):
    """The first card is about to be dealt: the round's number, the shuffled order's commitment,
    the bets by box, and where in the cycle's order the round begins."""

    round: str
    cycle: int
    c2: str
    bets: dict[int, int]
    first_card: int


class SeatTaken(HouseEvent, frozen=True, tag="seat_taken"):
    """A player sat down."""

    seat: int
    player: int
    name: str


class SeatFreed(HouseEvent, frozen=True, tag="seat_freed"):
    """A seat is empty again."""

    seat: int
    player: int
    reason: Literal["left", "idle"]


class PresenceChanged(HouseEvent, frozen=True, tag="presence_changed"):
    """A seated player's connection was lost (beyond the grace), or is back."""

    seat: int
    present: bool


class Answered(HouseEvent, frozen=True, tag="answered"):
    """A seated player said DEAL or SKIP, or his answer was taken back (None)."""

    seat: int
    answer: Literal["deal", "skip"] | None


class PlayedByCard(HouseEvent, frozen=True, tag="played_by_card"):
    """The house answered for a player who was away or out of time."""

    box: int
    hand: int
    action: Action
    why: Literal["time", "away", "hour"]


class PlayerPaid(HouseEvent, frozen=True, tag="player_paid"):
    """A player's part of the round: staked in all, and what came back after any cap on wins."""

    player: int
    staked: int
    paid: int


class ShoeCut(HouseEvent, frozen=True, tag="shoe_cut"):
    """The player chose where to cut the new shoe: so many cards go from front to back."""

    position: int


class CycleRevealed(HouseEvent, frozen=True, tag="cycle_revealed"):
    """A cycle is over: all that is needed to recompute its shuffle (hex texts; parts in seat
    order; `order` is the whole shuffled and cut order, empty when nothing was dealt).
    `hashes` are what the seats of a table for several promised before any part was opened."""

    cycle: int
    seed: str
    salt: str
    parts: tuple[str, ...]
    cut: int
    order: tuple[Card, ...]
    hashes: tuple[str, ...] = ()


class RoundVoided(HouseEvent, frozen=True, tag="round_voided"):
    """The round can't stand: every bet came back, every payout was taken back."""

    round: str
    reason: str


TableEvent = (
    BettingOpened
    | TableCleared
    | BetChanged
    | BettingTimed
    | BettingClosed
    | PartOpened
    | RoundStarted
    | SeatTaken
    | SeatFreed
    | PresenceChanged
    | Answered
    | PlayedByCard
    | PlayerPaid
    | ShoeCut
    | CycleRevealed
    | RoundVoided
)
