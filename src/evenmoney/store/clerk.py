"""Judges units in memory before anything is written: sequences, money, the chain. Knows no disk."""

import struct
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from evenmoney.journal.chain import link
from evenmoney.journal.entry import Entry
from evenmoney.ledger.book import Book, NotPosted
from evenmoney.ledger.flaws import account_flaw
from evenmoney.ledger.transfer import NUMBER_MAX, Account, AccountKind, Transfer
from evenmoney.store.steps import Note
from evenmoney.store.store import Bonus, PlayedRound, Unit, UnitRefused

TRANSFERS_PER_UNIT_MAX = 256
PAYLOAD_MAX = 1 << 20
ACCOUNTS_KNOWN_MAX = 100_000
TABLES_KNOWN_MAX = 100_000


NOTHING: Final[Mapping[Account, int]] = {}

HOUSE = 0
"""The number of the house's own record."""


Balances = Mapping[Account, int]


class Tip(NamedTuple):
    """The end of a table's record: its last sequence (0: none yet) and the chain's value there."""

    sequence: int
    chain: bytes


def house_unit(note: Note, sequence: int) -> Unit:
    """A note as a unit of the house's own record."""
    entry = Entry(table=HOUSE, sequence=sequence, at_ms=note.at_ms, payload=note.text, digest=b"")
    return Unit(entries=(entry,), transfers=note.transfers)


def played_row(part: PlayedRound) -> tuple[int, ...]:
    """A player's part of a round as a row of `played`, in the order of its columns."""
    return (
        part.player,
        part.closed_at_ms,
        part.table,
        part.last_sequence,
        part.first_sequence,
        part.round,
        part.staked,
        part.paid,
        part.bonus,
        int(part.voided),
    )


class Page:
    """What accepted units come to: rows to append, and balances that changed. `number` is the
    daybook's page that they were kept in (0: none)."""

    __slots__ = ("balances", "bonuses", "entries", "number", "parts", "played", "transfers")

    def __init__(self, number: int = 0) -> None:
        self.number = number
        # Each entry with the chain's value after it.
        self.entries: list[tuple[Entry, bytes]] = []
        # Each transfer with the place of its unit's first entry in `entries`, and its own number.
        self.transfers: list[tuple[int, int, Transfer]] = []
        self.played: list[PlayedRound] = []
        self.balances: dict[Account, int] = {}
        # Bonuses by number, as they stand after all units.
        self.bonuses: dict[int, Bonus] = {}
        self.parts: set[bytes] = set()

    def add(self, unit: Unit, sealed: list[tuple[Entry, bytes]], changed: Balances) -> None:
        """One more unit, its entries with their chain and the balances that it changed."""
        if unit.transfers:
            place = len(self.entries)
            self.transfers += [(place, number, t) for number, t in enumerate(unit.transfers)]
            self.balances.update(changed)
        self.entries += sealed
        self.played += unit.played
        for bonus in unit.bonuses:
            self.bonuses[bonus.number] = bonus
        self.parts.update(unit.parts)


class Clerk:
    """Knows the tips and balances that were used lately; a store tells him those he lacks.

    What he judged stays in his head, so after a failed write he has to `forget`.
    """

    def __init__(self) -> None:
        self.tips: dict[int, Tip] = {}
        self.balances = Book()
        self.parts_used: frozenset[bytes] = frozenset()
        """Those parts of shuffles among the units that come now which were kept before."""

    def forget(self) -> None:
        """Know nothing again: the database is right, whatever was judged since."""
        self.parts_used = frozenset()
        self.tips.clear()
        self.balances.forget()

    def learn(self, page: Page) -> None:
        """Know how things stand after a page."""
        for entry, chain in page.entries:
            self.tips[entry.table] = Tip(entry.sequence, chain)
        for account, balance in page.balances.items():
            self.balances.know(account, balance)

    @property
    def is_full(self) -> bool:
        """Whether he knows so much that it is time to forget."""
        return len(self.balances) > ACCOUNTS_KNOWN_MAX or len(self.tips) > TABLES_KNOWN_MAX

    def trim(self) -> bool:
        """Forget all when too much is known, and tell; call it between two batches only."""
        full = self.is_full
        if full:
            self.forget()
        return full

    def unknown_accounts(self, units: Sequence[Unit]) -> set[Account]:
        """The accounts that these units need and he doesn't know; none that can't exist."""
        needed = {t.source for unit in units for t in unit.transfers}
        needed.update(t.target for unit in units for t in unit.transfers)
        needed.update(_escrow(part) for unit in units if unit.played for part in unit.played)
        return {a for a in self.balances.unknown(needed) if account_flaw(a) is None}

    @staticmethod
    def parts(units: Sequence[Unit]) -> list[bytes]:
        """What these units bring for shuffles: those of it that were kept before he has to know."""
        return [part for unit in units for part in unit.parts]

    def unknown_tables(self, units: Sequence[Unit]) -> set[int]:
        """The tables that these units need and he doesn't know; none that can't exist."""
        tables = {unit.entries[0].table for unit in units if unit.entries}
        return {table for table in tables.difference(self.tips) if 0 <= table <= NUMBER_MAX}

    def take(self, unit: Unit, page: Page) -> None:
        """Put the unit on the page, its entries sealed; raises `UnitRefused`, the page unchanged.

        A table without a known tip doesn't exist.
        """
        sealed = self._sealed(unit)
        if unit.played:
            _check_played(unit)
        for part in unit.parts:
            if part in self.parts_used or part in page.parts:
                raise UnitRefused("part_used", f"{part.hex()} was sent for a shuffle before")
        changed = self._posted(unit) if unit.transfers or unit.played else NOTHING
        last, chain = sealed[-1]
        self.tips[last.table] = Tip(last.sequence, chain)
        page.add(unit, sealed, changed)

    def _posted(self, unit: Unit) -> Balances:
        try:
            return self.balances.post(unit.transfers, map(_escrow, unit.played))
        except NotPosted as refused:
            raise UnitRefused(refused.code, refused.reason) from None

    def _sealed(self, unit: Unit) -> list[tuple[Entry, bytes]]:
        if not unit.entries or len(unit.transfers) > TRANSFERS_PER_UNIT_MAX:
            raise UnitRefused("bad_unit", "it has no entry, or too many transfers")
        table = unit.entries[0].table
        tip = self.tips.get(table)
        if tip is None:
            raise UnitRefused("bad_unit", f"there is no table {table}")
        last, chain = tip
        sealed = []
        for entry in unit.entries:
            last += 1
            _check_entry(entry, table, last)
            try:
                chain = link(chain, entry)
            except (struct.error, TypeError) as error:
                raise UnitRefused("bad_unit", f"entry {last}: {error}") from None
            sealed.append((entry, chain))
        return sealed


def _check_entry(entry: Entry, table: int, expected: int) -> None:
    if entry.table != table:
        raise UnitRefused("bad_unit", f"its entries are of tables {table} and {entry.table}")
    if entry.sequence < expected:
        raise UnitRefused("sequence_taken", f"table {table} has entry {entry.sequence} already")
    if entry.sequence > expected:
        raise UnitRefused("sequence_gap", f"table {table} has no entry {entry.sequence - 1} yet")
    if len(entry.payload) > PAYLOAD_MAX:
        raise UnitRefused("bad_unit", f"a payload of {len(entry.payload)} bytes is too long")


def _check_played(unit: Unit) -> None:
    """Each player's part of a round ends with an entry of this unit, so it can't come twice."""
    first, last = unit.entries[0], unit.entries[-1]
    for part in unit.played:
        at_home = part.table == first.table and first.sequence <= part.last_sequence
        if not at_home or part.last_sequence > last.sequence:
            raise UnitRefused("bad_unit", f"{part} does not close with an entry of its unit")
        if not all(0 <= n <= NUMBER_MAX for n in msgspec.structs.astuple(part)):
            raise UnitRefused("bad_unit", f"{part} has a number out of range")
    if len({(part.player, part.last_sequence) for part in unit.played}) < len(unit.played):
        raise UnitRefused("bad_unit", "a player has two parts of one round")


def _escrow(played: PlayedRound) -> Account:
    return Account(AccountKind.ESCROW, player=played.player, round=played.round)
