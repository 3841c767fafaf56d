"""What a player can tell a table: numbered commands, in the imperative. Knows no sockets."""

from typing import Annotated

import msgspec
from msgspec import Meta

from evenmoney.rules.action import Action

Text = Annotated[str, Meta(max_length=64)]
TableId = Annotated[str, Meta(max_length=64, pattern="^[a-z0-9-]+$")]
Box = Annotated[int, Meta(ge=1, le=3)]
Amount = Annotated[int, Meta(ge=1, le=10**12)]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Number = Annotated[int, Meta(ge=1, le=2**53)]


class Message(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """What every message is: frozen, named fields only, nothing unknown in it."""


class Join(Message, frozen=True, tag="join"):
    """Open a stream at a table, or take up an old one after the connection broke.

    `stream` is the number that `welcome` gave; `seen` the last sequence number the client folded:
    what is missing is sent, or a snapshot.
    """

    table: TableId
    stream: Number | None = None
    seen: Annotated[int, Meta(ge=0, le=2**53)] | None = None


class Leave(Message, frozen=True, tag="leave"):
    """Close the stream: the player gets up from the table."""

    table: TableId


class Command(Message, frozen=True, kw_only=True):
    """A numbered command of a stream: `n` is the stream's last number plus one."""

    table: TableId
    n: Number


class PlaceBet(Command, frozen=True, tag="place_bet"):
    """Add `amount` to the bet on a box."""

    box: Box
    amount: Amount


class TakeBet(Command, frozen=True, tag="take_bet"):
    """Take `amount` off the own bet on a box."""

    box: Box
    amount: Amount


class LayBets(Command, frozen=True, tag="lay_bets"):
    """Make the own bets exactly these, by box: all of them or none (undo)."""

    bets: dict[Box, Amount]


class ClearBets(Command, frozen=True, tag="clear_bets"):
    """Take all own bets off, or those of one box."""

    box: Box | None = None


class RedoBets(Command, frozen=True, tag="redo_bets"):
    """Lay the bets of the own last round here again: all of them or none."""


class DoubleBets(Command, frozen=True, tag="double_bets"):
    """Double the own bets (on an empty table: redo, then double): all of them or none."""


class Deal(Command, frozen=True, tag="deal"):
    """Betting is done. `nonce` is the player's part of the shuffle: 16 random bytes in hex that
    the client made after it saw this cycle's c1; `text` is what the player typed, if anything.

    At a table for several it carries `part_hash` alone, the promise of that part; `open_part`
    follows when all are in (docs/fairness.md).
    """

    nonce: Nonce | None = None
    text: Text = ""
    part_hash: Hash | None = None


class OpenPart(Command, frozen=True, tag="open_part"):
    """The part of the shuffle whose hash came with DEAL, now that betting is closed."""

    nonce: Nonce
    text: Text = ""


class Skip(Command, frozen=True, tag="skip"):
    """Sit out until the next own bet."""


class Cut(Command, frozen=True, tag="cut"):
    """Where the player cuts the new shoe: the number of cards that go from front to back."""

    position: Annotated[int, Meta(ge=0, le=415)]


class ActivateBonus(Command, frozen=True, tag="activate_bonus"):
    """Play with the money of bonus number `bonus` from here on; none of the own bets may lie."""

    bonus: Number


class DeactivateBonus(Command, frozen=True, tag="deactivate_bonus"):
    """Put the active bonus away: play with real money from here on."""


class Act(Command, frozen=True, tag="act"):
    """The answer to decision number `decision`."""

    decision: Number
    action: Action


TableCommand = (
    PlaceBet
    | TakeBet
    | LayBets
    | ClearBets
    | RedoBets
    | DoubleBets
    | Deal
    | OpenPart
    | Skip
    | Cut
    | ActivateBonus
    | DeactivateBonus
    | Act
)
