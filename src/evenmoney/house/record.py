"""What a table writes down: one record an entry, enough to do it all again. Never shown."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from evenmoney.house.command import TableCommand
from evenmoney.house.state import TableState
from evenmoney.rules.action import Action
from evenmoney.rules.game import Game
from evenmoney.store.store import Bonus

Funds = dict[int, int]
"""What each player concerned could spend before this entry, in minor units. `debts` are what those
of them owed the house who did: cash that an entry brings them pays it off first."""


FORMAT = 1
"""What this build writes, and the newest that it reads. docs/decisions/0011 says what may change
without another number."""


class StreamKept(msgspec.Struct, frozen=True, gc=False):
    """A stream as a checkpoint keeps it: whose it is, its last number, and that one's answer."""

    stream: int
    player: int
    last: int
    answer: bytes


class Furnished(msgspec.Struct, frozen=True, gc=False, tag="furnished"):
    """An empty table is given its game, as it then stands: what is dealt from here on follows it,
    whatever becomes of the game's file."""

    game: Game


class Opened(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="opened"):
    """Betting opens: all the state before it, and the secret of a new cycle, if one begins.
    `furnished` is the entry that holds the table's game, `format` the one that this entry and those
    after it are written in (0: before formats were numbered, as 1). `goes_on`: it was open before,
    and has taken so many entries that all is written down anew."""

    before: TableState
    streams: tuple[StreamKept, ...]
    secret: bytes | None
    furnished: int = 0
    format: int = 0
    goes_on: bool = False


class SatDown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="sat_down"):
    """A player takes a seat."""

    player: int
    name: str


class GotUp(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="got_up"):
    """A player's seat is freed: he left, or stayed away too long."""

    player: int
    reason: Literal["left", "idle"]
    debts: Funds = {}


class Told(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="told"):
    """A command was taken: command `n` of a stream, with what its player could spend, and the
    bonus that he activates by it as it stood. `held` and `repaying` are his cash and his debt that
    commits under way at other tables were about to spend and to pay: he is shown what is on disk.
    """

    stream: int
    player: int
    command: TableCommand
    funds: Funds
    bonus: Bonus | None = None
    debts: Funds = {}
    held: int = 0
    repaying: int = 0


class Played(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="played"):
    """The house answered decision `decision` for a player who was away or out of time."""

    decision: int
    action: Action
    why: Literal["time", "away"]
    funds: Funds
    debts: Funds = {}


class HourOver(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="hour_over"):
    """The time of round `count` has run out: every open hand stands."""

    count: int
    funds: Funds
    debts: Funds = {}


class BettingOver(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="betting_over"):
    """The betting clock of round `count` has run out."""

    count: int
    funds: Funds
    debts: Funds = {}


class PartsOver(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="parts_over"):
    """All parts of the shuffle of round `count` are in, or the time to open them is over."""

    count: int
    funds: Funds
    debts: Funds = {}


class BonusOver(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="bonus_over"):
    """The time of a player's bonus that is in play here is over."""

    player: int


class Presence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="presence"):
    """A seated player's connection is lost beyond the grace, or he is back; `leaves`: he has left,
    and gets up as soon as he has no bet before the deal."""

    player: int
    present: bool
    leaves: bool = False


class VoidPart(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One player's part of a round that is void: `paid` is None when it was not settled yet;
    `balance` is what he could spend, `first` the entry that opened the round's betting, `bonus` the
    one that he played with, as it stood, and `more` what he gets beyond his stakes.

    Of the bonus `released` became cash by that round, `since` by it and after it; `lies` tells that
    a bet of it lies on its table.
    """

    player: int
    staked: int
    paid: int | None
    balance: int
    first: int
    bonus: Bonus | None = None
    more: int = 0
    released: int = 0
    since: int = 0
    lies: bool = False


class Voided(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="voided"):
    """Round `count` of this table can't stand."""

    count: int
    reason: str
    parts: tuple[VoidPart, ...]
    debts: Funds = {}


Record = (
    Furnished
    | Opened
    | SatDown
    | GotUp
    | Told
    | Played
    | HourOver
    | BettingOver
    | PartsOver
    | BonusOver
    | Presence
    | Voided
)

Owing = Told | Played | HourOver | BettingOver | PartsOver | GotUp | Voided
"""The records that may bring cash to somebody."""


def with_debts(record: Record, debts: Funds) -> Record:
    """The record with what players owe, where that can matter."""
    return replace(record, debts=debts) if debts and isinstance(record, Owing) else record


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Record)
encode = _encoder.encode
"""The bytes of a record, in MessagePack: secrets and answers are bytes."""


def decode(payload: bytes) -> Record:
    """The record that `encode` wrote; raises `msgspec.DecodeError`."""
    record: Record = _decoder.decode(payload)
    return record
