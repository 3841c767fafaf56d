"""One command and the house's moves that follow from it: written together, kept together. Pure."""

from evenmoney.house import stakes
from evenmoney.house.scribe import Line
from evenmoney.house.state import Layout, TableState
from evenmoney.ledger.transfer import Transfer
from evenmoney.store.store import PlayedRound, Unit


class Batch:
    """The lines of one commit, as they are written one after the other."""

    def __init__(self, layout: Layout, state: TableState, began: int) -> None:
        self._layout = layout
        self._began = began
        self.state = state
        self.lines: list[Line] = []
        self.transfers: tuple[Transfer, ...] = ()

    def add(self, line: Line) -> None:
        """One more line, written on the state that the last one left."""
        self.lines.append(line)
        self.transfers += line.change.transfers
        self.state = line.change.state

    def moved(self) -> dict[int, tuple[int, int]]:
        """By player: what the batch takes from his cash, and what it brings."""
        return stakes.cash_moved(self.transfers)

    def unit(self) -> Unit:
        """What the store is to keep, whole or not at all."""
        return Unit(
            entries=tuple(line.entry for line in self.lines),
            transfers=self.transfers,
            played=tuple(played for line in self.lines for played in self._played(line)),
        )

    def _played(self, line: Line) -> list[PlayedRound]:
        if not line.change.settled:
            return []
        play = line.change.state.play
        assert play is not None
        return [
            PlayedRound(
                player=part.player,
                table=self._layout.number,
                round=self._layout.round_number(play.count),
                first_sequence=self._began,
                last_sequence=line.entry.sequence,
                closed_at_ms=line.entry.at_ms,
                staked=part.staked,
                paid=part.paid,
            )
            for part in line.change.settled
        ]
