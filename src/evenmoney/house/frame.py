"""What a table says to those who sit or watch at it: frames, each encoded once."""

from evenmoney.house.command import Message
from evenmoney.house.event import TableEvent
from evenmoney.house.view import BonusView, Phase, PrivateView, TableView, TurnView
from evenmoney.rules.event import Event

AnyEvent = Event | TableEvent


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
    it was taken and is on disk. After a resumed stream's missing frames, `ack` is the last number
    that was taken."""

    table: str
    seq: int
    you: PrivateView
    ack: int | None = None


class Refused(Message, frozen=True, tag="refused"):
    """Command `n` (None: the message could not be read that far) was not taken; nothing changed,
    and the number `n` is still free. `code` is stable, `reason` a sentence in English, `field` the
    place in the message."""

    code: str
    reason: str
    table: str | None = None
    n: int | None = None
    field: str | None = None


class Closed(Message, frozen=True, tag="closed"):
    """This stream ends here (`taken_over`, `left`, `table_closed`, `too_slow`, `shutting_down`), or
    is to be joined again (`rebuilt`)."""

    table: str
    code: str


class BonusGranted(Message, frozen=True, tag="bonus_granted"):
    """The operator has granted this player a bonus that is good at this table. It changes nothing
    there until he activates it."""

    table: str
    bonus: BonusView


TableFrame = Welcome | Events | Yours | Refused | Closed | BonusGranted
