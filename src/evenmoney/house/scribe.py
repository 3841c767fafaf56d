"""Writes a table's lines: a record, what it changes, its digest, frame and answer. Pure.

A live table and a rebuilt one call the same `write`, so that their bytes are the same.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

import msgspec

from evenmoney.house import record as records
from evenmoney.house import stakes, standing
from evenmoney.house.frame import Yours
from evenmoney.house.line import EventsOut, Line
from evenmoney.house.record import Record, Told
from evenmoney.house.seen import left_ms, private_view, turn_view
from evenmoney.house.stakes import UNMOVED, Moved
from evenmoney.house.state import Layout, TableState
from evenmoney.house.turns import apply
from evenmoney.house.view import PrivateView
from evenmoney.journal.entry import Entry

DIGEST_BYTES = 16
NOTHING_MOVED: Final[Mapping[int, Moved]] = {}

encode = msgspec.json.Encoder().encode
"""The bytes of a frame."""


def write(layout: Layout, state: TableState, record: Record, at: int, sequence: int) -> Line:
    """The line that `record` makes at `at` (ms of UTC); raises `TableRefusal`."""
    change = apply(layout, state, record, at)
    events = encode(change.events)
    entry = Entry(
        table=layout.number,
        sequence=sequence,
        at_ms=at,
        payload=records.encode(record),
        digest=digest(events),
        checkpoint=isinstance(record, records.Opened),
    )
    moved = stakes.moved(change.transfers) if change.transfers else NOTHING_MOVED
    frame = _frame(layout, change.state, events, at, sequence)
    if not isinstance(record, Told):
        return Line(record, change, moved, entry, frame, None, None)
    you = _you(layout, record, change.state, moved)
    answer = Yours(table=layout.id, seq=sequence, you=you, ack=record.command.n)
    return Line(record, change, moved, entry, frame, encode(answer), you)


def digest(events: bytes) -> bytes:
    """What an entry keeps of the events it caused."""
    return sha256(events).digest()[:DIGEST_BYTES]


def _you(
    layout: Layout, record: Told, state: TableState, moved: Mapping[int, Moved]
) -> PrivateView:
    """What a command's answer shows: it depends on the record alone, so it can be shown again."""
    player = record.player
    own = moved.get(player, UNMOVED)
    balance = record.funds.get(player, 0) + record.held + own.net
    debt = record.debts.get(player, 0) + record.repaying - own.repaid
    seat = standing.seat(state, player)
    name = seat.name if seat else ""
    return private_view(layout, state, player, name, balance, debt=debt)


def _frame(layout: Layout, state: TableState, events: bytes, at: int, sequence: int) -> bytes:
    return encode(
        EventsOut(
            table=layout.id,
            seq=sequence,
            events=msgspec.Raw(events),
            phase=standing.phase(state),
            turn=turn_view(state, at),
            betting_left_ms=left_ms(state.deadlines.betting_ms, at),
        )
    )
