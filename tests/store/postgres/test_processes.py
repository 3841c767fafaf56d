"""PostgreSQL shared by several processes, lost in the middle of a commit, or not there at all."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import asyncpg
import pytest

from evenmoney.ledger import Account, AccountKind, Transfer, TransferKind
from evenmoney.store import OutcomeUnknown, Store, StoreFailed, UnitRefused, open_store
from evenmoney.store.postgres import database
from tests.patience import LOOK_SECONDS, PATIENCE_SECONDS
from tests.store.units import HOUSE, OPENING, bet, cash, escrow, seated, unit

CUTS = 30


@pytest.fixture
async def stores(postgres_address: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores on one database, as two processes have them."""
    both = await open_store(postgres_address), await open_store(postgres_address)
    yield both
    assert await both[0].audit() == []
    for store in both:
        await store.close()


async def two_tables(stores: tuple[Store, Store]) -> tuple[int, int, int]:
    """A player at two tables, each of which one of the stores has written to."""
    first, player = await seated(stores[0])
    second = (await stores[1].table("classic-2", "classic")).number
    await stores[0].commit(unit(first, 1, bet(player, 100, round=1)))
    await stores[1].commit(unit(second, 1, bet(player, 100, round=2)))
    return first, second, player


async def test_a_balance_that_another_process_spent_is_not_spent_again(
    stores: tuple[Store, Store],
) -> None:
    first, second, player = await two_tables(stores)
    await stores[0].commit(unit(first, 2, bet(player, OPENING - 200, round=1)))
    with pytest.raises(UnitRefused, match="not_enough_money"):
        await stores[1].commit(unit(second, 2, bet(player, 1, round=2)))
    assert await stores[1].balance(cash(player)) == 0


async def test_a_refusal_for_what_was_remembered_is_looked_up_first(
    stores: tuple[Store, Store],
) -> None:
    first, second, player = await two_tables(stores)
    await stores[0].commit(unit(first, 2, bet(player, OPENING - 200, round=1)))
    source = Account(AccountKind.ADJUSTMENT)
    deposit = Transfer(source, cash(player), 500, TransferKind.DEPOSIT)
    await stores[1].book("deposit", b"d", (deposit,), at_ms=1)
    await stores[0].commit(unit(first, 3, bet(player, 500, round=1)))
    assert await stores[1].balance(escrow(player, 1)) == OPENING + 400
    with pytest.raises(UnitRefused):
        await stores[1].commit(unit(second, 2, bet(player, 1, round=2)))


async def test_an_entry_that_another_process_wrote_is_not_written_over(
    stores: tuple[Store, Store],
) -> None:
    first, second, player = await two_tables(stores)
    await stores[1].commit(unit(first, 2))
    outcomes = await asyncio.gather(
        stores[0].commit(unit(first, 2, bet(player, 5))),
        stores[0].commit(unit(second, 2, bet(player, 5, round=2))),
        return_exceptions=True,
    )
    assert [getattr(outcome, "code", None) for outcome in outcomes] == ["sequence_taken", None]
    await stores[0].commit(unit(first, 3, bet(player, 5)))


async def test_processes_that_move_the_same_money_at_one_moment_lose_none_of_it(
    stores: tuple[Store, Store],
) -> None:
    first, second, player = await two_tables(stores)

    async def run(store: Store, table: int, round: int) -> None:
        for sequence in range(2, 32):
            lost = Transfer(escrow(player, round), HOUSE, 1, TransferKind.LOSS)
            await store.commit(unit(table, sequence, bet(player, 2, round), lost))

    await asyncio.gather(run(stores[0], first, 1), run(stores[1], second, 2))
    assert await stores[0].balance(cash(player)) == OPENING - 200 - 4 * 30
    assert await stores[1].balance(HOUSE) == 60


async def test_a_connection_lost_in_a_commit_leaves_its_outcome_unknown_and_is_made_anew(
    postgres_address: str,
) -> None:
    store = await open_store(postgres_address)
    table, player = await seated(store)
    other = await asyncpg.connect(postgres_address)
    holding = other.transaction()
    await holding.start()
    await other.execute("SELECT FROM accounts WHERE kind = 3 FOR UPDATE")
    waiting = asyncio.ensure_future(store.commit(unit(table, 1, bet(player, 500))))
    killer = await asyncpg.connect(postgres_address)
    kill = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    while not await killer.fetch(kill):  # noqa: ASYNC110 (the server sends no event for it)
        await asyncio.sleep(LOOK_SECONDS)
    with pytest.raises(OutcomeUnknown):
        await waiting
    await holding.rollback()
    assert await store.entries(table, 1) == []
    await store.commit(unit(table, 1, bet(player, 500)))
    assert await store.audit() == []
    for connection in (other, killer):
        await connection.close()
    await store.close()


async def test_connections_lost_between_commits_are_made_anew(postgres_address: str) -> None:
    store = await open_store(postgres_address)
    table, player = await seated(store)
    killer = await asyncpg.connect(postgres_address)
    await killer.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await killer.close()
    for _ in range(3):
        try:
            await store.commit(unit(table, 1, bet(player, 500)))
            break
        except (StoreFailed, OutcomeUnknown):
            await asyncio.sleep(0.1)
    assert len(await store.entries(table, 1)) == 1
    assert await store.audit() == []
    await store.close()


async def test_connections_cut_again_and_again_fail_no_question_and_refuse_no_unit(
    postgres_address: str,
) -> None:
    store = await open_store(postgres_address)
    table, player = await seated(store)
    killer = await asyncpg.connect(postgres_address)
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    for _ in range(CUTS):
        sequence = len(await store.entries(table, 1)) + 1
        cutting = asyncio.create_task(killer.execute(cut))
        asked = [store.balance(cash(player)) for _ in range(5)]
        outcome, *balances = await asyncio.gather(
            store.commit(unit(table, sequence, bet(player, 1))), *asked, return_exceptions=True
        )
        await cutting
        assert outcome is None or isinstance(outcome, OutcomeUnknown)
        assert all(isinstance(balance, int) for balance in balances), balances
    assert await store.audit() == []
    await killer.close()
    await store.close()


async def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(StoreFailed) as failed:
        await open_store("postgresql://ann:secret@127.0.0.1:9/house")
    assert failed.value.code == "unreachable"
    assert "127.0.0.1:9/house" in str(failed.value)
    assert "secret" not in str(failed.value)


async def test_a_database_of_a_newer_program_is_left_as_it_was(postgres_address: str) -> None:
    await (await open_store(postgres_address)).close()
    connection = await asyncpg.connect(postgres_address)
    await connection.execute("INSERT INTO migrations VALUES (999, '0999_future.sql')")
    await connection.close()
    with pytest.raises(StoreFailed, match="999") as failed:
        await open_store(postgres_address)
    assert failed.value.code == "newer"


async def test_processes_that_open_an_empty_database_at_one_moment_migrate_it_once(
    postgres_address: str,
) -> None:
    stores = await asyncio.gather(*(open_store(postgres_address) for _ in range(4)))
    assert [await store.tables() for store in stores] == [[]] * 4
    for store in stores:
        await store.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that ended may take long to be gone."""
    monkeypatch.setattr(database, "CLAIM_SECONDS", PATIENCE_SECONDS)


@contextmanager
def impatient() -> Iterator[None]:
    """Nobody waits long for another house to end: it doesn't."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "CLAIM_SECONDS", 0.2)
        yield


async def test_a_second_house_over_the_same_database_is_refused(
    postgres_address: str, patient: None
) -> None:
    house = await open_store(postgres_address, alone=True)
    with impatient(), pytest.raises(StoreFailed, match="in use by another house") as refused:
        await open_store(postgres_address, alone=True)
    assert refused.value.code == "in_use"
    table, player = await seated(house)
    await house.commit(unit(table, 1, bet(player, 100)))
    looks_on = await open_store(postgres_address)
    assert await looks_on.audit() == []
    await looks_on.close()
    await house.close()
    await (await open_store(postgres_address, alone=True)).close()


async def test_a_house_that_lost_its_connection_writes_no_more_once_another_took_over(
    postgres_address: str, patient: None
) -> None:
    house = await open_store(postgres_address, alone=True)
    table, player = await seated(house)
    await house.commit(unit(table, 1, bet(player, 100)))
    await cut_off(postgres_address)
    other = await open_store(postgres_address, alone=True)
    with impatient(), pytest.raises(StoreFailed, match="in use by another house"):
        await house.commit(unit(table, 2, bet(player, 100)))
    await other.close()
    await house.commit(unit(table, 2, bet(player, 100)))
    assert await house.audit() == []
    await house.close()


async def cut_off(address: str) -> None:
    """Break all other connections to the database."""
    connection = await asyncpg.connect(address)
    await connection.execute(
        "SELECT pg_terminate_backend(pid, 100000) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid()"
        " AND datname = current_database() AND backend_type = 'client backend'"
    )
    await connection.close()
