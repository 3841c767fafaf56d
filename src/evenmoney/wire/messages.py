"""Every message of the table socket, typed once; the client's types are generated from here.

A message is a JSON object whose `type` names it. Money is in minor units, times in milliseconds.
"""

from evenmoney.house.command import Message, TableCommand, TableId
from evenmoney.house.event import TableEvent
from evenmoney.house.view import Phase, PrivateView, TableView, TurnView
from evenmoney.rules.event import Event
from evenmoney.wire.lobby import LobbyView

AnyEvent = Event | TableEvent

# ---- client to server


class Join(Message, frozen=True, tag="join"):
    """Open a stream at a table, or take up an old one after the connection broke.

    `stream` is the number that `welcome` gave; `seen` the last sequence number the client folded:
    what is missing is sent, or a snapshot.
    """

    table: TableId
    stream: int | None = None
    seen: int | None = None


class Leave(Message, frozen=True, tag="leave"):
    """Close the stream: the player gets up from the table."""

    table: TableId


class Ping(Message, frozen=True, tag="ping"):
    """Ask for a `pong`; `sent` comes back unchanged."""

    sent: int


class WatchLobby(Message, frozen=True, tag="watch_lobby"):
    """Ask for the lobby now and whenever it changes, or (`on` false) no longer."""

    on: bool = True


ClientMessage = Join | Leave | Ping | WatchLobby | TableCommand

# ---- server to client


class Welcome(Message, frozen=True, tag="welcome"):
    """The stream is open: its number, the next command number, and the whole state."""

    table: str
    stream: int
    next_n: int
    seq: int
    view: TableView
    you: PrivateView


class Events(Message, frozen=True, tag="events"):
    """What happened, the same bytes for everyone at the table. `seq` has no gaps; `phase`, `turn`
    and `betting_left_ms` are how things stand after these events."""

    table: str
    seq: int
    events: tuple[AnyEvent, ...]
    phase: Phase
    turn: TurnView | None
    betting_left_ms: int | None


class Yours(Message, frozen=True, tag="yours"):
    """How things stand for one player after frame `seq`; `ack` is the command that this answers:
    it was taken and is on disk."""

    table: str
    seq: int
    you: PrivateView
    ack: int | None = None


class Refused(Message, frozen=True, tag="refused"):
    """Command `n` (None: the message could not be read that far) was not taken; nothing changed.
    `code` is stable, `reason` a sentence in English, `field` the place in the message."""

    code: str
    reason: str
    table: str | None = None
    n: int | None = None
    field: str | None = None


class Closed(Message, frozen=True, tag="closed"):
    """This stream ends here (`taken_over`, `left`, `table_closed`, `too_slow`, `shutting_down`)."""

    table: str
    code: str


class Pong(Message, frozen=True, tag="pong"):
    """The answer to `ping`."""

    sent: int


class Lobby(Message, frozen=True, tag="lobby"):
    """The lobby as it is now; sent at most twice a second to those who watch it."""

    lobby: LobbyView


ServerMessage = Welcome | Events | Yours | Refused | Closed | Pong | Lobby
