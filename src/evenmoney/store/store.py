"""What a store is: journal, ledger and people kept together, one unit in one transaction."""

from typing import Literal, Protocol

import msgspec

from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, AccountKind, Transfer
from evenmoney.store.people import People


class PlayedRound(msgspec.Struct, frozen=True, kw_only=True, gc=False, array_like=True):
    """One player's part of a closed round, for his history: its entries, and the money; the number
    of the bonus that it was played with (0: his own money), and whether it was called off."""

    player: int
    table: int
    round: int
    first_sequence: int
    last_sequence: int
    closed_at_ms: int
    staked: int
    paid: int
    bonus: int = 0
    voided: bool = False


class Bonus(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A player's bonus as it stands: what was granted, what must be staked of it, what is left.

    `number` is the entry of the house's own record that granted it, `games` are those it is good
    for (none: every game that takes the kind), `table` the one where it is active (0: nowhere),
    `released` what of it became cash so far, `forfeited` what went back at its end.
    """

    number: int
    player: int
    kind: str
    games: tuple[str, ...]
    amount: int
    required: int
    granted_at_ms: int
    expires_at_ms: int | None
    wagered: int = 0
    balance: int
    table: int = 0
    state: Literal["open", "used_up", "closed", "expired"] = "open"
    released: int = 0
    forfeited: int = 0


class WalletCall(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is asked of an operator's own wallet under `id`, and how that stands.

    A debit is `asked` until its answer is known, then `done`, `refused`, or `undoing` until the
    wallet has taken it back (`undone`). A credit is `owed` until the wallet has it (`done`). What
    the wallet gives no clear answer to is `open`, for the operator; `why` is what he is told.
    """

    id: str
    player: int
    kind: Literal["debit", "credit"]
    amount: int
    state: Literal["asked", "undoing", "owed", "open", "done", "refused", "undone"]
    at_ms: int
    tries: int = 0
    why: str = ""


class Unit(msgspec.Struct, frozen=True, kw_only=True, gc=False, array_like=True):
    """What is kept whole or not at all: entries, the transfers they cause, rounds that closed,
    bonuses as they stand after it, and the bytes that players sent for a shuffle, which are kept
    once for ever.

    The entries are of one table with consecutive sequences, one at least; at most 256 transfers.
    The escrow of each closed round's player must be empty after the transfers.
    """

    entries: tuple[Entry, ...]
    transfers: tuple[Transfer, ...] = ()
    played: tuple[PlayedRound, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    parts: tuple[bytes, ...] = ()


class UnitRefused(Exception):
    """This unit was not kept and nothing of it is; other units of its batch are not touched.

    `code` is `not_enough_money`, `sequence_taken` (that entry exists), `sequence_gap` (the one
    before it doesn't), `epoch_over`, `escrow_open`, `bad_transfer`, `bad_unit`, `part_used`
    or `key_taken`.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


class OutcomeUnknown(Exception):
    """The connection broke in COMMIT: the unit may be kept or not. Rebuild from the record."""


class StoreFailed(Exception):
    """The store can't go on, and nothing was changed: a sentence says what and where.

    `code` is `in_use`, `no_access`, `damaged`, `newer`, `disk_full`, `unreachable`, `closed` or
    `failed`.
    """

    def __init__(self, reason: str, code: str = "failed") -> None:
        super().__init__(reason)
        self.code = code


class TableRecord(msgspec.Struct, frozen=True):
    """A table as the store knows it: its number, its name, and its game."""

    number: int
    id: str
    game: str


class Store(Protocol):
    """A store of either kind. Every method is a coroutine; money in minor units."""

    @property
    def people(self) -> People:
        """Players, log-ins and sessions, in the same database."""

    async def commit(self, unit: Unit) -> None:
        """Returns once the unit is on disk; raises `UnitRefused`, `OutcomeUnknown`, `StoreFailed`.

        A caller that is cancelled while it waits doesn't know the outcome: the unit may be kept.
        """

    async def book(
        self,
        key: str,
        note: bytes,
        transfers: tuple[Transfer, ...],
        *,
        at_ms: int,
        bonus: Bonus | None = None,
        call: WalletCall | None = None,
    ) -> Entry:
        """Money that moves at no table (a deposit, a bonus, a correction), noted as the next entry
        of the house's own record, table 0. A key books once: used again with the same note it gives
        the first entry back, with another it is refused as `key_taken`. `bonus` stands like that
        afterwards; one with number 0 is new and is numbered by the entry. So does `call`."""

    async def booking(self, key: str) -> Entry | None:
        """The entry that a key booked; None when it has booked nothing."""

    async def bonus(self, number: int) -> Bonus | None:
        """A bonus as it stands now."""

    async def bonuses(self, player: int) -> list[Bonus]:
        """A player's bonuses as they stand now, newest first."""

    async def bonuses_until(self, at_ms: int) -> list[Bonus]:
        """The open bonuses that expire by then, the first to expire first."""

    async def wallet_call(self, id: str) -> WalletCall | None:
        """A call to the operator's wallet as it stands now."""

    async def wallet_calls(self) -> list[WalletCall]:
        """Those that are not at their end, oldest first."""

    async def wallet_tried(self, id: str, tries: int, why: str) -> None:
        """Note how often a call was made by now, and why in vain."""

    async def cash_held(self) -> dict[int, int]:
        """The players who have cash, and how much."""

    async def table(self, id: str, game: str) -> TableRecord:
        """The record of a table, made when there is none. Numbers start at 1."""

    async def tables(self) -> list[TableRecord]:
        """All tables ever made."""

    async def entries(self, table: int, first: int, last: int | None = None) -> list[Entry]:
        """A table's entries with sequence `first` to `last`, in order; raises `ChainBroken` when
        one is missing or altered."""

    async def latest(self, table: int, limit: int) -> list[Entry]:
        """A table's last entries, in order; raises `ChainBroken`. Of table 0: the audit log's end,
        whose `chain` may be kept elsewhere as an anchor."""

    async def since_checkpoint(self, table: int) -> list[Entry]:
        """A table's entries from its newest checkpoint on (the checkpoint first), in order; all of
        them when it has none. Raises `ChainBroken`."""

    async def balance(self, account: Account) -> int:
        """What an account holds; 0 for one never used."""

    async def played(self, player: int, before_ms: int | None, limit: int) -> list[PlayedRound]:
        """A player's rounds as they stand now, newest first: those closed before `before_ms`, a
        round that was called off at the time of that. A page holds `limit` rounds, and those more
        that closed in the same millisecond as its last."""

    async def played_round(self, player: int, round: int) -> PlayedRound | None:
        """A player's part of one round as it stands now; None when he has none."""

    async def closings(self, player: int, round: int) -> list[PlayedRound]:
        """A player's part of one round each time it closed, in order: when it was settled, and when
        it was called off after that. Empty when he has none."""

    async def round_parts(self, round: int) -> list[PlayedRound]:
        """Every player's part of one round as it stands now, by player; empty when it has none."""

    async def totals(self) -> dict[AccountKind, int]:
        """What all accounts of each kind hold together: players' cash, bets that lie on tables, …
        Every kind is there."""

    async def sum_of_all(self) -> int:
        """The sum over all accounts: zero, always."""

    async def audit(self) -> list[str]:
        """What is wrong with the record, sentence by sentence: nothing, always. It reads the whole
        record, in pieces between which units are kept."""

    async def close(self) -> None:
        """Finish what waits, and close."""
