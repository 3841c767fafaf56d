"""The audit: it finds money, balances, escrows and entries that were tampered with."""

import asyncio
from collections.abc import Awaitable, Callable

import apsw
import asyncpg
import msgspec
import pytest

from evenmoney.journal import ChainBroken
from evenmoney.store import Unit, open_store

from .units import bet, closed, entry, lose, seated, unit

Tamper = Callable[..., Awaitable[None]]


@pytest.fixture
def tamper(address: str) -> Tamper:
    """Runs SQL on a closed store's database, its append-only triggers out of the way."""

    async def run(*statements: str) -> None:
        if address.startswith("postgresql"):
            connection = await asyncpg.connect(address)
            await connection.execute("SET session_replication_role = replica")
            for sql in statements:
                await connection.execute(sql)
            await connection.close()
            return
        file = apsw.Connection(address)
        names = [n for (n,) in file.execute("SELECT name FROM sqlite_master WHERE type='trigger'")]
        for sql in (*(f"DROP TRIGGER {name}" for name in names), *statements):
            file.execute(sql)
        file.close()

    return run


async def kept(address: str) -> None:
    """A record of five entries: a round that closed, and one that is open."""
    store = await open_store(address)
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    ending = Unit(
        entries=(entry(table, 2),),
        transfers=(lose(player, 500),),
        played=(closed(table, 2, player, 500),),
    )
    await store.commit(ending)
    for sequence in (3, 4, 5):
        await store.commit(unit(table, sequence, bet(player, 100, round=2)))
    assert await store.audit() == []
    await store.close()


async def found(address: str) -> list[str]:
    store = await open_store(address)
    try:
        return await store.audit()
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        (["UPDATE accounts SET balance = balance + 7 WHERE kind = 1"], "together hold 7"),
        (["UPDATE accounts SET balance = balance + 7 WHERE kind = 1"], "its transfers come to"),
        (
            [
                "UPDATE accounts SET balance = balance + 7 WHERE kind = 1",
                "UPDATE accounts SET balance = balance - 7 WHERE kind = 3",
            ],
            "its transfers come to",
        ),
        (["UPDATE transfers SET amount = amount + 1 WHERE amount = 100"], "its transfers come to"),
        (
            [
                "UPDATE accounts SET balance = balance + 7 WHERE kind = 5 AND round = 1",
                "UPDATE accounts SET balance = balance - 7 WHERE kind = 3",
            ],
            "round 1 is closed",
        ),
        (["UPDATE journal SET payload = digest WHERE sequence = 3"], "table 1, entry 3"),
        (["UPDATE journal SET at_ms = at_ms + 1 WHERE sequence = 3"], "table 1, entry 3"),
        (["DELETE FROM journal WHERE sequence = 3"], "table 1, entry 3"),
        (["DELETE FROM journal WHERE sequence = 3"], "1 transfers belong to no entry"),
        (["DELETE FROM journal WHERE table_number = 0"], "transfers belong to no entry"),
    ],
)
async def test_what_was_tampered_with_is_named(
    address: str, tamper: Tamper, statements: list[str], words: str
) -> None:
    await kept(address)
    await tamper(*statements)
    assert any(words in sentence for sentence in await found(address))


async def test_a_rebuild_from_an_altered_entry_is_refused(address: str, tamper: Tamper) -> None:
    await kept(address)
    await tamper("UPDATE journal SET payload = digest WHERE sequence = 4")
    store = await open_store(address)
    try:
        with pytest.raises(ChainBroken):
            await store.since_checkpoint(1)
        with pytest.raises(ChainBroken):
            await store.entries(1, 4, 4)
        assert [e.sequence for e in await store.entries(1, 1, 3)] == [1, 2, 3]
    finally:
        await store.close()


@pytest.mark.parametrize("table", ["journal", "transfers", "played"])
async def test_the_record_can_not_be_edited_by_mistake(address: str, table: str) -> None:
    await kept(address)
    for sql in (f"DELETE FROM {table}", f"UPDATE {table} SET table_number = 9"):
        if address.startswith("postgresql"):
            connection = await asyncpg.connect(address)
            with pytest.raises(asyncpg.RaiseError):
                await connection.execute(sql)
            await connection.close()
        else:
            file = apsw.Connection(address)
            with pytest.raises(apsw.ConstraintError):
                file.execute(sql.replace("table_number", "kind") if table == "transfers" else sql)
            file.close()
    assert await found(address) == []


async def test_numbers_come_back_as_they_went_in(address: str) -> None:
    """A played round's numbers come back as they went in, to the last one."""
    store = await open_store(address)
    table, player = await seated(store)
    part = msgspec.structs.replace(closed(table, 1, player, 2**60), paid=2**61, round=2**62)
    await store.commit(Unit(entries=(entry(table, 1),), played=(part,)))
    assert await store.played(player, None, 1) == [part]
    await store.close()


async def test_a_house_goes_on_while_it_is_audited(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evenmoney.store.audit.ENTRIES_AT_ONCE", 2)
    store = await open_store(address)
    table, player = await seated(store)
    for sequence in range(1, 20):
        await store.commit(unit(table, sequence, bet(player, 1)))
    audit = asyncio.ensure_future(store.audit())
    kept = 0
    while not audit.done():
        await store.commit(unit(table, 20 + kept, bet(player, 1)))
        kept += 1
    assert await audit == []
    assert kept > 0
    await store.close()
