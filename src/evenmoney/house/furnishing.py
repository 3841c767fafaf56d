"""The game of a table as its record has it, so that what was dealt by it can be told again."""

from collections.abc import Sequence

from evenmoney.house import record as records
from evenmoney.house.record import Furnished, Opened
from evenmoney.house.state import Layout
from evenmoney.journal.entry import Entry
from evenmoney.store.store import Store, TableRecord


def game_entry(entries: Sequence[Entry]) -> int:
    """The sequence of the entry that holds the game of a table's entries; the first of them is a
    checkpoint."""
    opened = records.decode(entries[0].payload)
    assert isinstance(opened, Opened), "a table's record is read from a checkpoint on"
    return opened.furnished


async def layout_of(store: Store, table: TableRecord, entries: Sequence[Entry]) -> Layout:
    """The table as it was when `entries`, from a checkpoint on, were written."""
    at = game_entry(entries)
    (entry,) = await store.entries(table.number, at, at)
    furnished = records.decode(entry.payload)
    assert isinstance(furnished, Furnished), "a checkpoint names the entry that holds the game"
    return Layout(table.number, table.id, furnished.game)
