"""What may be seen of a table: by everyone, and by one player. No card that lies face down.

Money is in minor units, times in milliseconds left, cards in two-letter text (`"As"`).
"""

from typing import Literal

import msgspec

from evenmoney.cards import Card
from evenmoney.rules.action import Asking, Offer
from evenmoney.rules.event import Outcome


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What every view is: frozen, named fields only."""


Status = Literal["waiting", "playing", "standing", "decided", "settled"]
Phase = Literal["betting", "insurance", "playing", "over"]


class HandView(View):
    """A hand. `total` is the best total, `soft` that an ace counts 11 in it."""

    cards: tuple[Card, ...]
    bet: int
    total: int
    soft: bool
    status: Status
    outcome: Outcome | None = None
    paid: int | None = None


class BoxView(View):
    """A box: its number, who holds it (None: free), the bet laid, insurance, and the hands."""

    box: int
    owner: int | None = None
    bet: int = 0
    insurance: int = 0
    insurance_paid: int | None = None
    hands: tuple[HandView, ...] = ()


class DealerView(View):
    """The dealer's cards, None for the one face down; total of the visible ones."""

    cards: tuple[Card | None, ...] = ()
    total: int = 0
    soft: bool = False


class SeatView(View):
    """A seat at the table; `player` None is an empty one. `box` is the box in front of it."""

    seat: int
    box: int
    player: int | None = None
    name: str = ""
    present: bool = True
    answer: Literal["deal", "skip"] | None = None


class TurnView(View):
    """Whose answer is awaited, the decision's number, and how long (None: no limit)."""

    decision: int
    box: int
    hand: int
    asking: Asking
    left_ms: int | None = None


class ShoeView(View):
    """A running shoe: cards left and out of play, where the cut card lies, whether it came out."""

    left: int
    discarded: int
    cut_at: int | None
    cut_card_out: bool
    cut: int | None = None


class TableView(View):
    """All that everyone at a table may see: the client folds events into this."""

    table: str
    game: str
    kind: Literal["single", "multi"]
    phase: Phase
    round: str | None
    cycle: int
    c1: str
    c2: str | None
    boxes: tuple[BoxView, ...]
    seats: tuple[SeatView, ...]
    dealer: DealerView
    turn: TurnView | None
    betting_left_ms: int | None
    shoe: ShoeView | None
    peeked: bool | None


class PurseView(View):
    """A player's money: what he can spend, and what lies on this table."""

    balance: int
    staked: int
    bonus: int | None = None


class PrivateView(View):
    """What only this player sees. `offers` answer decision `decision`; `redo` are the bets that
    REDO would lay (None: no round played here)."""

    player: int
    name: str
    decision: int | None
    offers: tuple[Offer, ...]
    purse: PurseView
    redo: dict[int, int] | None
    can_deal: bool
    can_skip: bool
