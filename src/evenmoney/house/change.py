"""What a record does to a table: the state after it, what happened, and the money it moves."""

import msgspec

from evenmoney.house.frame import AnyEvent
from evenmoney.house.state import TableState
from evenmoney.ledger.transfer import Transfer
from evenmoney.store.store import Bonus


class Settled(msgspec.Struct, frozen=True, gc=False):
    """A player's part of a round that closed: staked in all, and paid after any cap; the number of
    the bonus that it was played with, and whether it was called off."""

    player: int
    round: int
    """The round's number in the house."""
    staked: int
    paid: int
    first: int | None = None
    """The entry that opened the round's betting, when that is not this betting's."""
    bonus: int = 0
    voided: bool = False


class Change(msgspec.Struct, frozen=True, gc=False):
    """The state after a record, its events, its transfers, who is settled by it, and the bonuses
    that are no longer in play here, as they stand."""

    state: TableState
    events: tuple[AnyEvent, ...]
    transfers: tuple[Transfer, ...] = ()
    settled: tuple[Settled, ...] = ()
    put_away: tuple[Bonus, ...] = ()

    def then(self, later: "Change") -> "Change":
        """Both, one after the other: all that happened, and the state that the later one left."""
        return Change(
            later.state,
            (*self.events, *later.events),
            (*self.transfers, *later.transfers),
            (*self.settled, *later.settled),
            (*self.put_away, *later.put_away),
        )
