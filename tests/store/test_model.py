"""Random units against a book in memory: both stores accept, refuse and hold what it does."""

import asyncio
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evenmoney.journal import Entry
from evenmoney.ledger import Account, AccountKind, Book, NotPosted, Transfer, TransferKind
from evenmoney.store import Opening, Store, Unit, UnitRefused, open_store

from .units import OPENING, entry

RUNS = count(1)
TABLES = 3
PLAYERS = 2

# An account by its kind and which of the run's players it belongs to.
# Bonus accounts hold what the bonuses say, which the audit checks: test_bonuses.py moves them.
OF_PLAYERS = (AccountKind.CASH, AccountKind.ESCROW, AccountKind.DEBT)
SHAPES = [
    (AccountKind.HOUSE, None),
    (AccountKind.ADJUSTMENT, None),
    *((kind, n) for n in range(PLAYERS) for kind in AccountKind if kind in OF_PLAYERS),
]
shape = st.sampled_from(SHAPES)
moves = st.lists(
    st.tuples(shape, shape, st.sampled_from([-1, 0, 1, 500, OPENING // 2, OPENING])), max_size=3
)
# A unit: its table, how far its sequence is off, its length, its moves.
units = st.tuples(
    st.integers(0, TABLES - 1), st.sampled_from([0, 0, 0, 0, -1, 1]), st.integers(1, 3), moves
)
batches = st.lists(st.lists(units, min_size=1, max_size=6), max_size=5)


class Model:
    """What a store has to hold: a book, and how far each table's record has come."""

    def __init__(self, tables: list[int], players: list[int], round: int) -> None:
        self.tables, self.players, self.round = tables, players, round
        self.tips = dict.fromkeys(tables, 0)
        self.book = Book({Account(AccountKind.CASH, player): OPENING for player in players})

    def account(self, shape: tuple[AccountKind, int | None]) -> Account:
        kind, n = shape
        if n is None:
            return Account(kind)
        return Account(kind, self.players[n], self.round if kind == AccountKind.ESCROW else 0)

    def unit(self, drawn) -> Unit:  # type: ignore[no-untyped-def]
        place, off, length, moved = drawn
        table = self.tables[place]
        first = max(1, self.tips[table] + 1 + off)
        transfers = (
            Transfer(self.account(source), self.account(target), amount, TransferKind.BET)
            for source, target, amount in moved
        )
        entries = (entry(table, first + n, b"%d" % n) for n in range(length))
        return Unit(entries=tuple(entries), transfers=tuple(transfers))

    def take(self, unit: Unit) -> bool:
        """Whether the unit is to be kept."""
        first: Entry = unit.entries[0]
        if first.sequence != self.tips[first.table] + 1:
            return False
        try:
            self.book.post(unit.transfers)
        except NotPosted:
            return False
        self.tips[first.table] += len(unit.entries)
        return True


async def new_model(store: Store) -> Model:
    run = next(RUNS)
    opening = Opening(amount=OPENING, per_address=100)
    tables = [(await store.table(f"t{run}-{n}", "classic")).number for n in range(TABLES)]
    make = store.people.create_guest
    made = [await make(address=f"{run}", opening=opening, now_ms=1) for _ in range(PLAYERS)]
    return Model(tables, [guest.id for guest in made], run)


async def check(store: Store, model: Model) -> None:
    for table, last in model.tips.items():
        assert [e.sequence for e in await store.entries(table, 1)] == list(range(1, last + 1))
    for shape in SHAPES[2:]:
        account = model.account(shape)
        assert await store.balance(account) == model.book.balance(account)
    assert await store.sum_of_all() == 0


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(batches)
def test_a_store_keeps_exactly_what_a_book_in_memory_would(address: str, drawn) -> None:  # type: ignore[no-untyped-def]
    async def run() -> None:
        store = await open_store(address)
        try:
            model = await new_model(store)
            for batch in drawn:
                waiting = []
                for shape in batch:
                    unit = model.unit(shape)
                    kept = model.take(unit)
                    waiting.append((asyncio.ensure_future(store.commit(unit)), kept))
                for answer, kept in waiting:
                    (outcome,) = await asyncio.gather(answer, return_exceptions=True)
                    assert outcome is None if kept else isinstance(outcome, UnitRefused)
            await check(store, model)
            assert await store.audit() == []
        finally:
            await store.close()

    asyncio.run(run())
