"""Holds what players wrote down against the record: nothing lost, nothing doubled, nothing untrue.

The record is replayed from its first entry; then every frame that a player was shown has to be
what the replay gives at that point, and every entry has to come from what a player sent.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from evenmoney.games.catalogue import Catalogue
from evenmoney.house import standing
from evenmoney.house.recovery import RecordDiffers, rebuild, saved
from evenmoney.house.state import Layout
from evenmoney.journal.chain import ChainBroken
from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.store import PlayedRound, Store

from .reader import Evidence, Reader, canonical
from .replay import Step, TableReplay, encode

ROUNDS_PER_PAGE = 5_000
WRONGS_MAX = 40
HIS_OWN = (AccountKind.CASH, AccountKind.BONUS, AccountKind.DEBT)

Marks = Mapping[Path, int | None]
"""By diary: how far to read."""


class Checker:
    """Reads record and diaries further with each `check`, and forgets nothing."""

    def __init__(self) -> None:
        self.evidence = Evidence()
        self.tables = self.evidence.tables
        self.books = self.evidence.books
        self._catalogue = Catalogue.packaged()
        self._readers: dict[Path, Reader] = {}
        self._notes = 0

    @property
    def commands(self) -> int:
        """The commands in the record."""
        return sum(len(table.told) for table in self.tables.values())

    @property
    def rounds(self) -> int:
        """The parts of rounds in the record that are closed."""
        return sum(len(table.parts) for table in self.tables.values())

    async def check(self, store: Store, diaries: Marks | Iterable[Path], *, whole: bool) -> None:
        """Read on in both and compare; with `whole` also all that is only seen in the whole."""
        fresh = await self._read_record(store)
        self._read_diaries(diaries)
        self._compare_commands(fresh)
        await self._compare_money(store)
        if whole:
            await self._compare_whole(store)

    def report(self, *, tables_may_stop: bool = False) -> list[str]:
        """All that is wrong, a sentence each."""
        wrong = [what for table in self.tables.values() for what in table.wrong]
        wrong += self.books.wrong + self.evidence.wrong
        wrong += () if tables_may_stop else sorted(self.evidence.stopped)
        return wrong[:WRONGS_MAX]

    def _say(self, what: str) -> None:
        self.evidence.wrong.append(what)

    # ---- the record

    async def _read_record(self, store: Store) -> list[tuple[TableReplay, Step]]:
        """Do again what is new in it, all tables together as time went; the new steps."""
        for entry in await self._entries(store, 0, self._notes + 1):
            self.books.open(entry)
            self._notes = entry.sequence
        entries = []
        for record in await store.tables():
            if record.id not in self.tables:
                layout = Layout(record.number, record.id, self._catalogue[record.game])
                self.tables[record.id] = TableReplay(layout)
            table = self.tables[record.id]
            new = await self._entries(store, record.number, len(table.steps) + 1)
            entries += [(entry.at_ms, table, entry) for entry in new]
        entries.sort(key=lambda one: one[0])  # a player's money goes from table to table
        return [(table, step) for _, table, entry in entries if (step := self._add(table, entry))]

    async def _entries(self, store: Store, table: int, first: int) -> list[Entry]:
        try:
            return await store.entries(table, first)
        except ChainBroken as broken:
            self._say(str(broken))
            return []

    def _add(self, table: TableReplay, entry: Entry) -> Step | None:
        if table.broken:
            return None
        try:
            self.books.post(entry, table.add(entry))
        except Exception as error:  # whatever the rules raise: such an entry can't have been
            table.broken = True
            self._say(f"{table.layout.id}, entry {entry.sequence}: can't be done again: {error!r}")
            return None
        return table.steps[-1]

    # ---- the diaries

    def _read_diaries(self, diaries: Marks | Iterable[Path]) -> None:
        marks = diaries if isinstance(diaries, Mapping) else dict.fromkeys(diaries)
        for path, end in marks.items():
            reader = self._readers.setdefault(path, Reader(path, self.evidence))
            reader.read_on(end)

    def _compare_commands(self, fresh: list[tuple[TableReplay, Step]]) -> None:
        for table, step in fresh:
            if step.told is None:
                continue
            command = step.told.command
            key = (table.layout.id, step.told.stream, command.n)
            if self.evidence.sent[key][canonical(command)] < 1:
                self._say(f"{key}: {command} is in the record, and nobody sent it")

    # ---- money

    async def _compare_money(self, store: Store) -> None:
        """Accounts that moved hold what the entries give; escrows hold what lies on the tables."""
        total = await store.sum_of_all()
        if total:
            self._say(f"all accounts together hold {total}")
        for account in self.books.touched:
            held, due = await store.balance(account), self.books.book.balance(account)
            if held != due:
                self._say(f"{account} holds {held}, the entries give {due}")
        self._compare_escrows()
        self.books.touched.clear()

    def _compare_escrows(self) -> None:
        lying = self._lying()
        for account in self.books.touched:
            if account.kind is not AccountKind.ESCROW:
                continue
            held = self.books.book.balance(account)
            lies = lying.get((account.player, account.round), 0)
            if held != lies:
                self._say(f"{account} holds {held}, on the table lie {lies}")

    def _lying(self) -> dict[tuple[int, int], int]:
        """By player and round: what lies on the tables now."""
        lying = {}
        for table in self.tables.values():
            state = table.state
            players = {stack.owner for stack in state.stacks.values()}
            players.update(state.play.staked if state.play else ())
            number = table.layout.round_number(state.count)
            lying.update(
                {(player, number): standing.staked_by(state, player) for player in players}
            )
        return lying

    # ---- the whole

    async def _compare_whole(self, store: Store) -> None:
        self.evidence.wrong += await store.audit()
        for table in self.tables.values():
            await self._compare_rebuilt(store, table)
        lying: Counter[int] = Counter()
        for (player, _), amount in self._lying().items():
            lying[player] += amount
        for player in self.books.openings:
            await self._compare_history(store, player, lying[player])

    async def _compare_rebuilt(self, store: Store, table: TableReplay) -> None:
        """A table opened from its last checkpoint is the same as one from its first entry."""
        try:
            entries = await store.since_checkpoint(table.layout.number)
            rebuilt = rebuild(table.layout, entries)
        except (ChainBroken, RecordDiffers) as broken:
            self._say(str(broken))
            return
        if encode(saved(rebuilt.state)) != encode(saved(table.state)):
            self._say(f"{table.layout.id}: rebuilt, it is another table")
        for kept in rebuilt.streams:
            if table.last.get(kept.stream) != kept.last:
                self._say(f"{table.layout.id}: rebuilt, another last number of {kept.stream}")

    async def _compare_history(self, store: Store, player: int, lies: int) -> None:
        """His history is the rounds that the replay closed, and his balance is what they left."""
        history = await _history(store, player)
        due = {
            round: part
            for table in self.tables.values()
            for (who, round), part in table.parts.items()
            if who == player
        }
        if history != [(round, *due[round]) for round in sorted(due)]:
            self._say(f"player {player}: his history is not the rounds he played")
        due_shown = sum((table.shown for table in self.tables.values()), Counter())
        for (staked, paid), times in self.evidence.paid[player].items():
            if times > due_shown[player, staked, paid]:
                self._say(f"player {player}: was shown {staked} laid, {paid} paid, and has it not")
        net = sum(paid - staked for _, staked, paid in history)
        held = [await store.balance(Account(kind, player)) for kind in HIS_OWN]
        if sum(held) != self.books.given[player] + net - lies:
            self._say(f"player {player}: holds {held} after rounds of {net}, {lies} laid")


async def _history(store: Store, player: int) -> list[tuple[int, int, int]]:
    """A player's whole history, by round, each as it stands now."""
    found: dict[int, PlayedRound] = {}
    before = None
    while page := await store.played(player, before, ROUNDS_PER_PAGE):
        for one in page:
            kept = found.setdefault(one.round, one)
            if kept.last_sequence < one.last_sequence:
                found[one.round] = one
        before = page[-1].closed_at_ms
    return sorted((one.round, one.staked, one.paid) for one in found.values())
