"""One command and the house's moves that follow from it: written together, kept together. Pure."""

from collections.abc import Mapping

from evenmoney.house import stakes
from evenmoney.house.line import Line
from evenmoney.house.record import Furnished
from evenmoney.house.scribe import NOTHING_MOVED
from evenmoney.house.shuffler import part_sent
from evenmoney.house.stakes import Moved
from evenmoney.house.state import Layout, TableState
from evenmoney.ledger.transfer import Transfer
from evenmoney.store.store import Bonus, PlayedRound, Unit


class Batch:
    """The lines of one commit, as they are written one after the other."""

    def __init__(self, layout: Layout, state: TableState, began: int, furnished: int) -> None:
        self.layout = layout
        self._began = began
        self.state = state
        self.furnished = furnished
        self.lines: list[Line] = []
        self.transfers: tuple[Transfer, ...] = ()
        self.moved: Mapping[int, Moved] = NOTHING_MOVED
        """By player: what the batch needs of his cash, and what it changes in it and his debt."""
        self.bonuses: dict[int, Bonus] = {}
        """By number: bonuses that the batch changes, as they stand after it."""

    def add(self, line: Line) -> None:
        """One more line, written on the state that the last one left."""
        self.lines.append(line)
        if line.change.transfers:
            first = not self.transfers
            self.transfers += line.change.transfers
            self.moved = line.moved if first else stakes.moved(self.transfers)
        self._take_bonuses(line)
        self.state = line.change.state
        if isinstance(line.record, Furnished):
            self.layout = self.layout.with_game(line.record.game)
            self.furnished = line.entry.sequence

    def unit(self) -> Unit:
        """What the store is to keep, whole or not at all."""
        return Unit(
            entries=tuple([line.entry for line in self.lines]),
            transfers=self.transfers,
            played=tuple([part for line in self.lines for part in self._played(line)]),
            bonuses=tuple(self.bonuses.values()),
            parts=tuple([part for line in self.lines if (part := part_sent(line.record))]),
        )

    def _take_bonuses(self, line: Line) -> None:
        before, after = self.state.bonuses, line.change.state.bonuses
        if after is before and not line.change.put_away:
            return
        if after is not before:
            changed = (bonus for player, bonus in after.items() if before.get(player) != bonus)
            self.bonuses.update((bonus.number, bonus) for bonus in changed)
        self.bonuses.update((bonus.number, bonus) for bonus in line.change.put_away)

    def _played(self, line: Line) -> list[PlayedRound]:
        if not line.change.settled:
            return []
        return [
            PlayedRound(
                player=part.player,
                table=self.layout.number,
                round=part.round,
                first_sequence=part.first or self._began,
                last_sequence=line.entry.sequence,
                closed_at_ms=line.entry.at_ms,
                staked=part.staked,
                paid=part.paid,
                bonus=part.bonus,
                voided=part.voided,
            )
            for part in line.change.settled
        ]
