"""A table rebuilt from its record: the same steps again, each checked against its digest."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from evenmoney.house import record as records
from evenmoney.house import scribe, shuffler
from evenmoney.house.line import Line
from evenmoney.house.pace import turn_deadline
from evenmoney.house.record import Furnished, Opened, Record, StreamKept, Told
from evenmoney.house.state import Deadlines, Layout, TableState, empty_table
from evenmoney.journal.entry import Entry


class RecordDiffers(Exception):
    """A rebuilt table differs from what its record says happened: the table must stop."""

    def __init__(self, layout: Layout, entry: Entry, why: str) -> None:
        super().__init__(f"table {layout.id}, entry {entry.sequence}: {why}")
        self.sequence = entry.sequence


class Rebuilt(msgspec.Struct, frozen=True, gc=False):
    """A table as its record has it: the state, its streams, and every line since the start."""

    state: TableState
    streams: tuple[StreamKept, ...]
    lines: tuple[Line, ...]


def rebuild(layout: Layout, entries: Sequence[Entry]) -> Rebuilt:
    """The table after `entries`, from a checkpoint on; raises `RecordDiffers`."""
    state = empty_table(layout)
    streams: dict[int, StreamKept] = {}
    lines = []
    for entry in entries:
        record = _read(layout, entry)
        if isinstance(record, Opened):
            state = restored(layout, record.before)
            streams = {stream.stream: stream for stream in record.streams}
        line = _again(layout, state, record, entry)
        if isinstance(record, Told) and line.answer is not None:
            streams.pop(record.stream, None)
            number = record.command.n
            streams[record.stream] = StreamKept(record.stream, record.player, number, line.answer)
        if isinstance(record, Furnished):
            layout = layout.with_game(record.game)
        state = line.change.state
        lines.append(line)
    return Rebuilt(state, tuple(streams.values()), tuple(lines))


def saved(state: TableState) -> TableState:
    """A state as a checkpoint keeps it: the shoe's cards follow from the cycle's seed."""
    return replace(state, shoe=None) if state.shoe else state


def restored(layout: Layout, state: TableState) -> TableState:
    """The state that `saved` was made from."""
    cycle = state.cycle
    if cycle is None or cycle.over or cycle.c2 is None:
        return state
    return replace(state, shoe=shuffler.shoe_of(layout, cycle))


def rewound(layout: Layout, state: TableState, at: int) -> TableState:
    """The state with every clock that runs given its full time from `at`: nobody is punished for
    the time in which no server ran."""
    deadlines = state.deadlines
    if state.mixing:
        seconds = layout.game.timers.recovery_grace_seconds
        return replace(state, deadlines=Deadlines(mixing_ms=at + int(seconds * 1000)))
    if state.open and deadlines.betting_ms is not None:
        seconds = layout.game.timers.betting_seconds or 0
        return replace(state, deadlines=Deadlines(betting_ms=at + seconds * 1000))
    if state.play is None:
        return state
    fresh = replace(state, deadlines=Deadlines(), play=replace(state.play, started_at_ms=at))
    return replace(state, deadlines=turn_deadline(layout, fresh, at))


def _read(layout: Layout, entry: Entry) -> Record:
    try:
        record = records.decode(entry.payload)
    except msgspec.DecodeError as error:
        raise RecordDiffers(layout, entry, f"unreadable: {error}") from error
    if isinstance(record, Opened) and record.format > records.FORMAT:
        why = f"a later build wrote it, in format {record.format}; this one reads {records.FORMAT}"
        raise RecordDiffers(layout, entry, why)
    return record


def _again(layout: Layout, state: TableState, record: Record, entry: Entry) -> Line:
    try:
        line = scribe.write(layout, state, record, entry.at_ms, entry.sequence)
    except Exception as error:
        raise RecordDiffers(layout, entry, f"can't be done again: {error}") from error
    if line.entry.digest != entry.digest:
        raise RecordDiffers(layout, entry, "other events than the record's digest says")
    return line
