"""A line of a table's record as it is written: all that comes of one record."""

from collections.abc import Mapping

import msgspec

from evenmoney.house.change import Change
from evenmoney.house.command import Message
from evenmoney.house.record import Record
from evenmoney.house.stakes import Moved
from evenmoney.house.view import Phase, PrivateView, TurnView
from evenmoney.journal.entry import Entry


class EventsOut(Message, frozen=True, tag="events"):
    """An `Events` frame whose events are encoded already."""

    table: str
    seq: int
    events: msgspec.Raw
    phase: Phase
    turn: TurnView | None
    betting_left_ms: int | None


class Line(msgspec.Struct, frozen=True, gc=False):
    """A record written down: its entry, the change and whose money it moves, the public frame, and
    a command's answer with what it shows to its player."""

    record: Record
    change: Change
    moved: Mapping[int, Moved]
    entry: Entry
    frame: bytes
    answer: bytes | None
    you: PrivateView | None
