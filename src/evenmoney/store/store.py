"""What a store is: journal, ledger and people kept together, one unit in one transaction."""

from typing import Protocol

import msgspec

from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, Transfer


class PlayedRound(msgspec.Struct, frozen=True, kw_only=True):
    """One player's part of a closed round, for his history: where its entries are, and the money."""

    player: int
    table: int
    round: int
    first_sequence: int
    last_sequence: int
    closed_at_ms: int
    staked: int
    paid: int


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept whole or not at all: entries, the transfers they cause, rounds that closed."""

    entries: tuple[Entry, ...]
    transfers: tuple[Transfer, ...] = ()
    played: tuple[PlayedRound, ...] = ()


class UnitRefused(Exception):
    """This unit was not kept and nothing of it is; `code` is `not_enough_money`, `sequence_taken`
    or `epoch_over`. Other units of the same batch are not touched by it."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code


class OutcomeUnknown(Exception):
    """The connection broke in COMMIT: the unit may be kept or not. Rebuild from the record."""


class StoreFailed(Exception):
    """The store can't go on (disk full, file locked, closed): a sentence says what and where."""


class TableRecord(msgspec.Struct, frozen=True):
    """A table as the store knows it: its number, its name, and its game."""

    number: int
    id: str
    game: str


class Store(Protocol):
    """A store of either kind. Every method is a coroutine; money in minor units."""

    async def commit(self, unit: Unit) -> None:
        """Returns once the unit is on disk; raises `UnitRefused`, `OutcomeUnknown`, `StoreFailed`."""

    async def table(self, id: str, game: str) -> TableRecord:
        """The record of a table, made when there is none."""

    async def tables(self) -> list[TableRecord]:
        """All tables ever made."""

    async def entries(self, table: int, first: int, last: int | None = None) -> list[Entry]:
        """A table's entries with sequence `first` to `last`, in order."""

    async def since_checkpoint(self, table: int) -> list[Entry]:
        """A table's entries from its newest checkpoint on (the checkpoint first), in order."""

    async def balance(self, account: Account) -> int:
        """What an account holds; 0 for one never used."""

    async def played(self, player: int, before_ms: int | None, limit: int) -> list[PlayedRound]:
        """A player's rounds, newest first."""

    async def sum_of_all(self) -> int:
        """The sum over all accounts: zero, always."""

    async def close(self) -> None:
        """Finish what waits, and close."""
