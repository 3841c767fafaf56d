"""A table as a value: seats, bets, the shuffle's cycle and the round. Knows no sockets or money.

A state holds what lies face down: it is shown through `view` only.
"""

from functools import cached_property
from typing import Final, Literal

import msgspec

from evenmoney.cards import Card
from evenmoney.reveal import Reveal
from evenmoney.rules.game import Game
from evenmoney.rules.hand import Box, Hand
from evenmoney.rules.options import rules_hash
from evenmoney.rules.round import BOXES, Round
from evenmoney.shoe import Shoe, place_cut_card
from evenmoney.store.store import Bonus

ROUNDS_PER_TABLE = 10**9


class Layout:
    """What never changes at a table: its number and name, its game, and its places."""

    def __init__(self, number: int, id: str, game: Game) -> None:
        self.number = number
        self.id = id
        self.game = game
        self.multi = game.table == "multi"
        self.seats = game.seats if self.multi else 1
        self.boxes = BOXES[: game.boxes]

    def with_game(self, game: Game) -> "Layout":
        """The same table, given another game."""
        return Layout(self.number, self.id, game)

    @cached_property
    def rules_hash(self) -> bytes:
        """The hash of the game's rules, which c1 binds a shuffle to."""
        return bytes.fromhex(rules_hash(self.game.rules))

    @cached_property
    def cut_at(self) -> int | None:
        """How many cards lie before the cut card; None when every round has a fresh shoe."""
        shoe = self.game.rules.shoe
        return None if shoe == "fresh" else place_cut_card(52 * self.game.rules.decks, shoe)

    def round_number(self, count: int) -> int:
        """The house-wide number of this table's round number `count`."""
        return self.number * ROUNDS_PER_TABLE + count

    def round_id(self, count: int) -> str:
        """The game id that players see for this table's round number `count`."""
        return round_text(self.round_number(count))


def round_text(number: int) -> str:
    """The game id of the round with that house-wide number.

    >>> round_text(12000000345)
    '12-345'
    """
    table, count = divmod(number, ROUNDS_PER_TABLE)
    return f"{table}-{count}"


def round_number(id: str) -> int:
    """The house-wide number of the round with game id `id`; raises `ValueError`.

    >>> round_number("12-345")
    12000000345
    """
    table, dash, count = id.partition("-")
    if not (dash and table.isdecimal() and count.isdecimal()) or int(count) >= ROUNDS_PER_TABLE:
        raise ValueError(f"a game id looks like 12-345, not {id!r}")
    return int(table) * ROUNDS_PER_TABLE + int(count)


class Seat(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat that is taken: by whom, whether he is there, and what he answered to betting.

    `lapses` counts the rounds he let pass without an answer. `part` is his part of the shuffle
    while his DEAL stands; at a table for several `promise` is its hash, and the part comes later.
    Who `leaves` gets up as soon as he has no bet before the deal.
    """

    player: int
    name: str
    present: bool = True
    answer: Literal["deal", "skip"] | None = None
    lapses: int = 0
    part: bytes = b""
    promise: bytes = b""
    leaves: bool = False

    @property
    def owes_part(self) -> bool:
        """Whether he promised a part of the shuffle and has not opened it."""
        return bool(self.promise) and not self.part


class Stack(msgspec.Struct, frozen=True, gc=False):
    """A bet that lies on a box before the deal, and whose it is."""

    owner: int
    bet: int


Stacks = dict[int, Stack]


class Cycle(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One shuffle from its commitment to its reveal. `seed` and `salt` are secret until then."""

    number: int
    seed: bytes
    salt: bytes
    c1: str
    parts: tuple[bytes, ...] = ()
    promises: tuple[bytes, ...] = ()
    cut: int | None = None
    c2: str | None = None
    gone: int = 0
    over: bool = False


class Play(msgspec.Struct, frozen=True, gc=False):
    """A round in progress.

    `count` is its number at this table, `owners` whose box is whose, `staked` what each player
    has laid by now; `decision` numbers the question that is open.
    """

    count: int
    round: Round
    bets: dict[int, int]
    owners: dict[int, int]
    staked: dict[int, int]
    started_at_ms: int

    def boxes_of(self, player: int) -> list[int]:
        """The boxes a player holds."""
        return [box for box, owner in self.owners.items() if owner == player]


class LastRound(msgspec.Struct, frozen=True, gc=False):
    """What lies on the table of a round that is over, until it is cleared away."""

    boxes: tuple[Box, ...]
    hands: tuple[Hand, ...]
    dealer: tuple[Card, ...]
    peeked: bool | None


NEVER: Final = (None, None, None, None)


class Deadlines(msgspec.Struct, frozen=True, gc=False):
    """When the table stops waiting, in ms of UTC; None: never. A restart gives the full time."""

    betting_ms: int | None = None
    mixing_ms: int | None = None
    turn_ms: int | None = None
    round_ms: int | None = None

    @property
    def first(self) -> int | None:
        """The one that comes first; None when nothing is waited for."""
        ends = (self.betting_ms, self.mixing_ms, self.turn_ms, self.round_ms)
        return None if ends == NEVER else min(end for end in ends if end is not None)


class TableState(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """All of a table that a restart must bring back, streams apart.

    `open` tells that bets lie before the deal, `mixing` that they can't be changed any more because
    the seats open their parts of the shuffle; `count` numbers the round being bet on or played,
    `decision` the last question asked; `redo` are each player's bets of his last round here, as
    dealt.
    """

    seats: tuple[Seat | None, ...]
    open: bool = False
    mixing: bool = False
    count: int = 0
    decision: int = 0
    stacks: Stacks = {}
    cycle: Cycle | None = None
    shoe: Shoe | None = None
    play: Play | None = None
    last: LastRound | None = None
    redo: dict[int, dict[int, int]] = {}
    bonuses: dict[int, Bonus] = {}
    """Whose bonus is in play here: his stakes come from it."""
    deadlines: Deadlines = Deadlines()
    moves_at_ms: int = 0
    moves_end_ms: int = 0
    """When the last moves were made, and when a browser has shown them, in ms of UTC."""

    @property
    def playing(self) -> bool:
        """Whether a round is in progress."""
        return self.play is not None


def empty_table(layout: Layout) -> TableState:
    """The table before anything was written of it."""
    return TableState(seats=(None,) * layout.seats)


def revealed(layout: Layout, cycle: Cycle, shoe: Shoe | None) -> Reveal:
    """A cycle laid open; only for one that is over."""
    return Reveal(
        cycle=cycle.number,
        rules_hash=layout.rules_hash,
        decks=layout.game.rules.decks,
        seed=cycle.seed,
        salt=cycle.salt,
        parts=cycle.parts,
        cut=cycle.cut or 0,
        order=shoe.cards if shoe else (),
    )
