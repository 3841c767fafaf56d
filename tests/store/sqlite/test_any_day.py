"""Random days of a house: units, changes, questions, slow, full and failing disks, kills and power
cuts at any instant, held against a book in memory. Nothing is lost, nothing is doubled."""

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from evenmoney.ledger import Account, AccountKind, Book, NotPosted, Transfer, TransferKind
from evenmoney.store import OutcomeUnknown, Store, StoreFailed, Unit, UnitRefused, open_store
from evenmoney.store.sqlite.daybook import DAYBOOKS
from tests.store.sqlite.disks import disk
from tests.store.units import HOUSE, OPENING, bet, cash, closed, entry, escrow, lose, seated

T = TypeVar("T")

TABLES_MAX = 4
ROUNDS = 3
PARTS = [bytes([n]) * 4 for n in range(12)]

# What a unit does: its table, how far its sequence is off, what moves, how much of the player's
# money or of his bets, in which round, and what he sends for a shuffle.
drawn_units = st.tuples(
    st.integers(0, TABLES_MAX - 1),
    st.sampled_from([0, 0, 0, 0, 0, 0, -1, 1]),
    st.sampled_from(["bet", "lose", "win", "nothing", "nothing"]),
    st.sampled_from([1, 1, 500, OPENING]),
    st.integers(1, ROUNDS),
    st.sampled_from([*[None] * 24, *PARTS]),
)
drawn_batches = st.lists(drawn_units, min_size=1, max_size=9)


class Day:
    """What the store has to hold: a book, each table's entries, and what was sent for shuffles."""

    def __init__(self) -> None:
        self.book = Book()
        self.units: dict[int, list[Unit]] = {}
        self.parts: set[bytes] = set()

    def takes(self, unit: Unit) -> bool:
        """Whether the unit is to be kept; it is, then."""
        kept = self.units[unit.entries[0].table]
        if unit.entries[0].sequence != len(kept) + 1 or self.parts.intersection(unit.parts):
            return False
        closing = [escrow(part.player, part.round) for part in unit.played]
        try:
            self.book.post(unit.transfers, closing)
        except NotPosted:
            return False
        self.parts.update(unit.parts)
        kept.append(unit)
        return True


@contextmanager
def small_pages() -> Iterator[None]:
    """So that pages are turned and the clerk forgets all the time."""
    here = "evenmoney.store.sqlite"
    with ExitStack() as patched:
        for name, value in (
            (f"{here}.keeping.UNPOSTED_MAX", 3),
            (f"{here}.keeping.LOG_PAGES", 60),
            ("evenmoney.store.clerk.ACCOUNTS_KNOWN_MAX", 5),
            (f"{here}.books.ACCOUNTS_KNOWN_MAX", 5),
            (f"{here}.desk.UNITS_PER_LOOKUP", 2),
        ):
            patched.enter_context(mock.patch(name, value))
        yield


class AnyDay(RuleBasedStateMachine):
    """A store on a disk of ours."""

    def __init__(self) -> None:
        super().__init__()
        self.around = ExitStack()
        self.folder = Path(self.around.enter_context(tempfile.TemporaryDirectory()))
        self.around.enter_context(small_pages())
        self.loop = asyncio.new_event_loop()
        self.around.callback(self.loop.close)
        self.houses = 0
        self.numbers = count(1)
        self.day = Day()
        self.seats: list[tuple[int, int]] = []
        self.bookings = 0
        self.store: Store

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    # ---- the house opens and ends

    @initialize()
    def open_for_the_first_time(self) -> None:
        self.here = self.folder / "0"
        self.here.mkdir()
        self.open()
        self.sit()

    def open(self) -> None:
        flushed = self.folder / f"flushed {self.houses}"
        if flushed.exists():
            shutil.rmtree(flushed)
        flushed.mkdir()
        for file in self.here.iterdir():  # what lies there when a house opens is on the disk
            shutil.copy(file, flushed)
        self.on_disk = ExitStack()
        self.disk = self.on_disk.enter_context(disk(flushed))
        self.store = self.run(open_store(self.here / "house.db"))

    def close(self) -> None:
        self.run(self.store.close())
        self.on_disk.close()

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.disk.full = self.disk.flush_fails = False
            self.check()
            self.close()
            left = {file.name for file in self.here.iterdir()}
            assert left == {"house.db"}
        self.around.close()

    def left(self, how: str, torn: float) -> Path:
        """What is left in this instant, in a folder of its own; of what was written to the daybook
        and not flushed a power cut leaves some."""
        self.houses += 1
        after = self.folder / str(self.houses)
        after.mkdir()
        with self.disk.arm:
            files = {file.name: file.read_bytes() for file in self.here.glob("house.db*")}
            flushed = {file.name: file.read_bytes() for file in self.disk.flushed.iterdir()}
        for name, content in files.items():
            if name.endswith("-shm"):
                continue
            kept = content if how == "killed" else flushed.get(name, b"")
            if how == "torn" and name.endswith(DAYBOOKS):
                cut = int(len(content) * torn)
                kept = content[:cut] + kept[cut:]
            (after / name).write_bytes(kept)
        return after

    async def _left_after(
        self, turns: int, how: str, torn: float, waiting: list[asyncio.Future[None]]
    ) -> tuple[Path, list[bool]]:
        """What is left after some turns of the event loop, and who was answered by then."""
        for turn in range(turns):
            await asyncio.sleep(0.001 if turn % 3 == 2 else 0)
        kept = [one.done() and one.exception() is None for one in waiting]
        return self.left(how, torn), kept

    # ---- what happens by day

    @rule()
    def sit(self) -> None:
        """A new table with a new player."""
        if len(self.seats) == TABLES_MAX or self.disk.full:
            return
        table, player = self.run(seated(self.store, f"classic-{len(self.seats)}"))
        self.seats.append((table, player))
        self.day.units[table] = []
        self.day.book.know(cash(player), OPENING)

    def rounds_before(self, table: int) -> int:
        """The number of the last round that is not played at a table any more: whenever one of
        them closes, others are begun."""
        return ROUNDS * sum(len(unit.played) for unit in self.day.units[table])

    def unit(self, drawn: Any, ahead: dict[int, int]) -> Unit:
        """A unit as it was drawn; `ahead` counts what was made for each table before it, and tells
        by the table's negative number that a closing was."""
        place, off, what, amount, round, part = drawn
        table, player = self.seats[place % len(self.seats)]
        round += self.rounds_before(table)
        if what == "bet" and -table in ahead:
            what = "nothing"  # no bet is laid in a round that may have closed just before
        elif what == "lose":
            ahead[-table] = 1
        sequence = max(1, len(self.day.units[table]) + ahead.get(table, 0) + 1 + off)
        ahead[table] = ahead.get(table, 0) + 1
        moves: dict[str, tuple[Transfer, ...]] = {
            "bet": (bet(player, amount, round),),
            "lose": (lose(player, amount, round),),
            "win": (Transfer(HOUSE, cash(player), amount, TransferKind.PAYOUT),),
            "nothing": (),
        }
        ends = (closed(table, sequence, player, amount, round=round),) if what == "lose" else ()
        return Unit(
            entries=(entry(table, sequence, b"unit %d" % next(self.numbers)),),
            transfers=moves[what],
            played=ends,
            parts=(part,) if part else (),
        )

    @rule(batches=st.lists(drawn_batches, min_size=1, max_size=3), beside=st.booleans())
    def play(self, batches: list[Any], beside: bool) -> None:
        """Units side by side, and perhaps a question that reads the books while they go on."""
        self.run(self._play(batches, beside))

    async def _play(self, batches: list[Any], beside: bool) -> None:
        waiting: list[tuple[asyncio.Future[None], Unit]] = []
        ahead: dict[int, int] = {}
        questions = []
        for batch in batches:
            for drawn in batch:
                unit = self.unit(drawn, ahead)
                waiting.append((asyncio.ensure_future(self.store.commit(unit)), unit))
            if beside:
                questions.append(asyncio.ensure_future(self.store.sum_of_all()))
            await asyncio.sleep(0)
        for answer, unit in waiting:
            (outcome,) = await asyncio.gather(answer, return_exceptions=True)
            if self.disk.full:
                assert isinstance(outcome, StoreFailed | UnitRefused), outcome
                assert getattr(outcome, "code", "") != "failed"
            elif self.day.takes(unit):
                assert outcome is None, outcome
            else:
                assert isinstance(outcome, UnitRefused), outcome
        for total in await asyncio.gather(*questions, return_exceptions=True):
            assert total == 0 or (self.disk.full and isinstance(total, StoreFailed))

    @rule(place=st.integers(0, TABLES_MAX - 1), amount=st.integers(1, 999))
    def deposit(self, place: int, amount: int) -> None:
        _, player = self.seats[place % len(self.seats)]
        self.bookings += 1
        paid = Transfer(Account(AccountKind.ADJUSTMENT), cash(player), amount, TransferKind.OPENING)
        book = self.store.book(f"key {self.bookings}", b"a deposit", (paid,), at_ms=1)
        try:
            self.run(book)
        except StoreFailed as failed:
            if not self.disk.full or failed.code != "disk_full":
                raise
        else:
            self.day.book.post([paid])

    @rule(seconds=st.sampled_from([0.0, 0.003]))
    def the_disk_changes_its_pace(self, seconds: float) -> None:
        self.disk.flush_seconds = seconds

    @rule(full=st.sampled_from([True, False, False]))
    def the_disk_fills_up_or_has_room_again(self, full: bool) -> None:
        self.disk.full = full

    @rule()
    def check(self) -> None:
        """Questions tell exactly what was kept."""
        if not self.disk.full:
            self.run(self._check())

    async def _check(self) -> None:
        for table, units in self.day.units.items():
            entries = await self.store.entries(table, 1)
            assert [e.payload for e in entries] == [u.entries[0].payload for u in units]
        for table, player in self.seats:
            rounds = range(1, self.rounds_before(table) + ROUNDS + 1)
            for account in (cash(player), *(escrow(player, round) for round in rounds)):
                assert await self.store.balance(account) == self.day.book.balance(account)
        assert await self.store.audit() == []

    # ---- how a day ends

    @rule()
    def close_and_open(self) -> None:
        if self.disk.full:
            return
        self.close()
        assert {file.name for file in self.here.iterdir()} == {"house.db"}
        self.open()

    @rule(
        batch=st.lists(drawn_units, min_size=1, max_size=30),
        turns=st.integers(0, 30),
        how=st.sampled_from(["killed", "power cut", "torn"]),
        torn=st.floats(0, 1),
        flush_fails=st.sampled_from([False, False, True]),
        twice=st.booleans(),
    )
    def kill(
        self, *, batch: Any, turns: int, how: str, torn: float, flush_fails: bool, twice: bool
    ) -> None:
        """While units are on their way."""
        ahead: dict[int, int] = {}
        units = [self.unit(drawn, ahead) for drawn in batch]
        self.disk.flush_fails = flush_fails

        async def work() -> tuple[Path, list[bool]]:
            waiting: list[asyncio.Future[None]] = []
            leaving = asyncio.ensure_future(self._left_after(turns, how, torn, waiting))
            for unit in units:  # most in a record of their own, so that pages are turned
                waiting.append(asyncio.ensure_future(self.store.commit(unit)))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
            left, kept = await leaving
            question = asyncio.ensure_future(self.store.sum_of_all())
            outcomes = await asyncio.gather(*waiting, question, return_exceptions=True)
            expected = StoreFailed | UnitRefused | OutcomeUnknown | int | None
            assert all(isinstance(outcome, expected) for outcome in outcomes), outcomes
            return left, kept + [False] * (len(units) - len(kept))

        left, kept = self.run(work())
        self.disk.flush_fails = self.disk.full = False
        self.close()
        self.here = left
        if twice:
            self.open()
            left = self.left("killed", 0)
            self.close()
            self.here = left
        self.open()
        self.run(self._recall(units, kept))
        self.check()

    async def _recall(self, units: list[Unit], kept: list[bool]) -> None:
        """Of what was on its way, what is there was right; what was answered is there."""
        there = []
        for table, before in self.day.units.items():
            there += [e.payload for e in await self.store.entries(table, len(before) + 1)]
        for unit, was_kept in zip(units, kept, strict=True):
            payload = unit.entries[0].payload
            if was_kept or payload in there:
                assert self.day.takes(unit)
                there.remove(payload)
        assert there == []


TestAnyDay = AnyDay.TestCase
TestAnyDay.settings = settings(
    max_examples=30,
    stateful_step_count=25,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],  # a failure depends on threads: it would not shrink
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
