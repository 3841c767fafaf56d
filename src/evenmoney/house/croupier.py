"""The croupier of one table: writes a step down, has it kept, and only then lets it be seen.

Knows neither sockets nor who waits for what; the table tells it which record comes next.
"""

from collections.abc import Sequence
from typing import Final

from evenmoney.house.audience import Audience
from evenmoney.house.batch import Batch
from evenmoney.house.furnishing import game_entry
from evenmoney.house.moves import following_move
from evenmoney.house.pit import Pit
from evenmoney.house.record import FORMAT, Opened, Record, with_debts
from evenmoney.house.recovery import rebuild, rewound, saved
from evenmoney.house.scribe import write
from evenmoney.house.shuffler import SECRET_BYTES, needs_secret, part_used
from evenmoney.house.state import Layout, empty_table
from evenmoney.house.till import Held, Till, too_little
from evenmoney.journal.entry import Entry
from evenmoney.store.store import OutcomeUnknown, UnitRefused

MOVES_MAX = 1000
"""House moves that may follow one command; more are a bug."""

REFUSALS: Final = {"not_enough_money": too_little, "part_used": part_used}
"""What players are told when the store does not take a unit."""


class Croupier:
    """Holds the table's state. `began` and `furnished` are the entries that opened this betting
    and that hold the table's game."""

    def __init__(self, layout: Layout, pit: Pit, till: Till, audience: Audience) -> None:
        self.layout = layout
        self.state = empty_table(layout)
        self.sequence = 0
        self.began = 0
        self.furnished = 0
        self._pit = pit
        self._till = till
        self._audience = audience
        self._uncertain: tuple[Batch, Held] | None = None

    async def perform(self, record: Record) -> Batch:
        """The record and what follows from it, all of it kept or none; raises `TableRefusal`, and
        what the store raises."""
        batch = self._written(record)
        held = self._till.hold(batch)
        try:
            await self._pit.store.commit(batch.unit())
        except OutcomeUnknown:
            self._uncertain = batch, held
            raise
        except BaseException as error:
            self._till.release(held)
            if isinstance(error, UnitRefused) and error.code in REFUSALS:
                raise REFUSALS[error.code]() from None
            raise
        self._adopt(batch)
        return batch

    def rebuild(self, entries: Sequence[Entry]) -> None:
        """Be what the record says, clocks given their full time; raises `RecordDiffers`."""
        rebuilt = rebuild(self.layout, entries)
        self.state = rewound(self.layout, rebuilt.state, self._pit.clock.now_ms())
        self._audience.restore(rebuilt.streams, rebuilt.lines)
        self._stand_at(entries)

    def go_back(self, entries: Sequence[Entry]) -> None:
        """Be what the table was when its betting opened: what came after can't be told again."""
        rebuilt = rebuild(self.layout, entries[:1])
        self.state = rebuilt.state
        self._audience.restore(rebuilt.streams, ())
        self._stand_at(entries)

    def settle_uncertain(self, last: int) -> None:
        """The record's last entry tells whether a batch of unknown outcome is in it: so say the
        purses."""
        if self._uncertain is None:
            return
        batch, held = self._uncertain
        self._uncertain = None
        if last >= batch.lines[-1].entry.sequence:
            self._till.settle(batch)
        else:
            self._till.release(held)

    @property
    def concerned(self) -> set[int]:
        """The players whose money this table may move."""
        players = {seat.player for seat in self.state.seats if seat is not None}
        return players.union(self.state.play.staked) if self.state.play else players

    def _stand_at(self, entries: Sequence[Entry]) -> None:
        """After these entries; without any, nobody has sat at the table yet."""
        self.sequence = entries[-1].sequence if entries else 0
        self.began = entries[0].sequence if entries else 0
        self.furnished = game_entry(entries) if entries else 0

    def _written(self, record: Record | None) -> Batch:
        at = self._pit.clock.now_ms()
        batch = Batch(self.layout, self.state, self.began, self.furnished)
        while record is not None:
            assert len(batch.lines) < MOVES_MAX, "the house's moves never end"
            sequence = self.sequence + len(batch.lines) + 1
            record = with_debts(record, self._till.debts(batch))
            batch.add(write(batch.layout, batch.state, record, at, sequence))
            record = self._follow(batch)
        return batch

    def _follow(self, batch: Batch) -> Record | None:
        if not batch.state.open and not batch.state.playing:
            secret = self._pit.entropy(SECRET_BYTES) if needs_secret(batch.state) else None
            return self._checkpoint(batch, secret)
        if self.layout.multi and (move := self._following(batch)) is not None:
            return move
        long = self.sequence - self.began >= self._pit.settings.betting_entries
        if long and batch.state.open and not any(line.entry.checkpoint for line in batch.lines):
            return self._checkpoint(batch, None, goes_on=True)
        return None

    def _following(self, batch: Batch) -> Record | None:
        """At a table for several: what the house does next by itself."""
        funds = self._till.funds(batch)
        is_here = self._audience.streams.present
        return following_move(batch.layout, batch.state, self._pit, funds, is_here)

    def _checkpoint(self, batch: Batch, secret: bytes | None, *, goes_on: bool = False) -> Opened:
        streams = self._audience.streams.kept(batch.lines)
        return Opened(saved(batch.state), streams, secret, batch.furnished, FORMAT, goes_on)

    def _adopt(self, batch: Batch) -> None:
        self.state, self.furnished = batch.state, batch.furnished
        self.layout = self._audience.layout = batch.layout
        self._till.settle(batch)
        for line in batch.lines:
            if line.entry.checkpoint:
                self.began = line.entry.sequence
            self.sequence = line.entry.sequence
            self._audience.show(line)
        self._audience.show_answered(self.state, batch.lines)
