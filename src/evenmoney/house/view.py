"""What may be seen of a table: by everyone, and by one player. No card that lies face down.

Money is in minor units, times in milliseconds left, cards in two-letter text (`"As"`).
"""

from typing import Literal

import msgspec

from evenmoney.cards import Card
from evenmoney.house.event import TableEvent
from evenmoney.rules.action import Asking, Offer
from evenmoney.rules.event import Event, Outcome


class View(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What every view is: frozen, named fields only."""


Status = Literal["waiting", "playing", "standing", "decided", "settled"]
Phase = Literal["betting", "mixing", "insurance", "playing", "over"]


class HandView(View, frozen=True):
    """A hand. `total` is the best total, `soft` that an ace counts 11 in it."""

    cards: tuple[Card, ...]
    bet: int
    total: int
    soft: bool
    status: Status
    outcome: Outcome | None = None
    paid: int | None = None


class BoxView(View, frozen=True):
    """A box: its number, who holds it (None: free), the bet laid, insurance, and the hands."""

    box: int
    owner: int | None = None
    bet: int = 0
    insurance: int = 0
    insurance_paid: int | None = None
    hands: tuple[HandView, ...] = ()


class DealerView(View, frozen=True):
    """The dealer's cards, None for the one face down; total of the visible ones."""

    cards: tuple[Card | None, ...] = ()
    total: int = 0
    soft: bool = False


class SeatView(View, frozen=True):
    """A seat at the table; `player` None is an empty one. `box` is the box in front of it."""

    seat: int
    box: int
    player: int | None = None
    name: str = ""
    present: bool = True
    answer: Literal["deal", "skip"] | None = None


class TurnView(View, frozen=True):
    """Whose answer is awaited, the decision's number, and how long (None: no limit)."""

    decision: int
    box: int
    hand: int
    asking: Asking
    left_ms: int | None = None


class ShoeView(View, frozen=True):
    """A running shoe: cards left and out of play, where the cut card lies, whether it came out."""

    left: int
    discarded: int
    cut_at: int | None
    cut_card_out: bool
    cut: int | None = None


class TableView(View, frozen=True):
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


class PurseView(View, frozen=True):
    """A player's money: what he can spend of his own, and what lies on this table. While a bonus
    is active here every stake comes from it, and `bonus` is what is left in it. `debt` is what he
    owes the house since a round was called off: cash that comes in pays it off first."""

    balance: int
    staked: int
    bonus: int | None = None
    debt: int = 0


class BonusView(View, frozen=True):
    """A bonus: what was granted, what is left, what must be staked in all and what was; `games` it
    is good for (none: every one that takes its kind), `expires_at` in ms of UTC (None: never)."""

    bonus: int
    kind: str
    games: tuple[str, ...]
    amount: int
    balance: int
    wagered: int
    required: int
    granted_at: int
    expires_at: int | None
    active: bool
    state: Literal["open", "used_up", "closed", "expired"]


class PrivateView(View, frozen=True):
    """What only this player sees. `offers` answer decision `decision`; `redo` are the bets that
    REDO would lay (None: no round played here); `part_wanted` asks for `open_part`."""

    player: int
    name: str
    decision: int | None
    offers: tuple[Offer, ...]
    purse: PurseView
    redo: dict[int, int] | None
    can_deal: bool
    can_skip: bool
    part_wanted: bool = False
    bonus: BonusView | None = None


# ---- away from the table


class LobbyTable(View, frozen=True):
    """A table: its seats, the names of those who sit, and whether a newcomer can sit down now.
    `phase` is what a table for several is doing; None for one player, and while nobody sits."""

    table: str
    seats: int
    names: tuple[str, ...]
    free: bool
    phase: Phase | None = None


class LobbyRoom(View, frozen=True):
    """A room of three tables of one game; rooms count from 1."""

    room: int
    tables: tuple[LobbyTable, ...]


class LobbyGame(View, frozen=True):
    """A game's rooms: those with somebody in them, and one with free tables."""

    game: str
    kind: Literal["single", "multi"]
    rooms: tuple[LobbyRoom, ...]
    playing: int


class LobbyView(View, frozen=True):
    """The whole lobby, games in the catalogue's order."""

    games: tuple[LobbyGame, ...]


class OpenRound(View, frozen=True):
    """A round of the player that is not over: where it stands and when its first card came."""

    table: str
    game: str
    round: str
    started_at_ms: int


class VoidedPart(View, frozen=True):
    """What the void of a round changed of a player's money: his own, that of his bonus, and what he
    owes the house (above zero: more than before)."""

    player: int
    cash: int
    bonus: int
    debt: int


class RecordStep(View, frozen=True):
    """One entry of a round's record: what was told to the table, by whom (None: the house), and
    what happened. Another player's number is shown, his money is not."""

    sequence: int
    at_ms: int
    told: str
    player: int | None
    events: tuple[Event | TableEvent, ...]


class ShuffleRecord(View, frozen=True):
    """What is needed to recompute the shuffle of the round's cycle; secrets are empty until the
    cycle is over. `first_card` is where in the order the round began; `hashes` are what the seats
    of a table for several promised before any part was opened."""

    cycle: int
    rules_hash: str
    c1: str
    c2: str
    first_card: int
    revealed: bool
    seed: str
    salt: str
    parts: tuple[str, ...]
    cut: int
    order: tuple[Card, ...]
    hashes: tuple[str, ...] = ()


class RoundRecord(View, frozen=True):
    """A round, step by step, as its player may see it; rebuilt from the house's record. `debt` is
    what of its payout was spent when it was called off, and became his debt to the house.
    `balance_before` is what he could spend of his own before his bets, `balance_after` when it had
    closed, both as the record has them (None: not told there, or the round is open)."""

    round: str
    table: str
    game: str
    bets: dict[int, int]
    mine: tuple[int, ...]
    staked: int
    paid: int
    open: bool
    voided: bool
    steps: tuple[RecordStep, ...]
    shuffle: ShuffleRecord | None
    debt: int = 0
    balance_before: int | None = None
    balance_after: int | None = None
