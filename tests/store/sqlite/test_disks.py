"""Real failures of the disk, below SQLite: full, not flushing, and a power cut."""

import asyncio
import shutil
from pathlib import Path

import apsw
import pytest

from evenmoney.store import OutcomeUnknown, StoreFailed, open_store
from evenmoney.store.sqlite.daybook import DAYBOOKS
from tests.store.sqlite.disks import disk
from tests.store.units import OPENING, bet, cash, escrow, seated, unit


def overwrite(path: Path, content: bytes) -> None:
    """A file that somebody has open holds this from now on, and zeros behind it."""
    with path.open("r+b") as file:
        file.write(content.ljust(path.stat().st_size, b"\0"))


async def test_a_disk_without_room_refuses_a_unit_and_takes_it_when_there_is_room(
    tmp_path: Path,
) -> None:
    with disk(tmp_path / "flushed") as under_test:
        under_test.flushed.mkdir()
        store = await open_store(tmp_path / "house.db")
        table, player = await seated(store)
        under_test.full = True
        with pytest.raises(StoreFailed, match="full") as failed:
            await store.commit(unit(table, 1, bet(player, 500)))
        assert failed.value.code == "disk_full"
        assert await store.balance(cash(player)) == OPENING
        under_test.full = False
        await store.commit(unit(table, 1, bet(player, 500)))
        assert await store.balance(escrow(player, 1)) == 500
        assert await store.audit() == []
        await store.close()


async def test_a_flush_that_fails_leaves_the_outcome_unknown_and_ends_the_store(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    with disk(tmp_path / "flushed") as under_test:
        under_test.flushed.mkdir()
        store = await open_store(path)
        table, player = await seated(store)
        under_test.flush_fails = True
        with pytest.raises(OutcomeUnknown):
            await store.commit(unit(table, 1, bet(player, 500)))
        under_test.flush_fails = False
        with pytest.raises(StoreFailed):
            await store.commit(unit(table, 2, bet(player, 500)))
        await store.close()
    store = await open_store(path)
    assert len(await store.entries(table, 1)) in (0, 1)
    assert await store.audit() == []
    await store.close()


async def test_what_was_answered_survives_a_power_cut(tmp_path: Path) -> None:
    """Only what was flushed is left; copied while units are in flight, at fifty instants."""
    folder = tmp_path / "flushed"
    folder.mkdir()
    cuts: list[tuple[int, dict[str, bytes]]] = []
    with disk(folder):
        store = await open_store(tmp_path / "house.db")
        table, player = await seated(store)
        for sequence in range(1, 51):
            await store.commit(unit(table, sequence, bet(player, 10)))
            cuts.append((sequence, {file.name: file.read_bytes() for file in folder.iterdir()}))
        await store.close()
    for number, (sequence, files) in enumerate(cuts):
        after = tmp_path / f"after-{number}"
        after.mkdir()
        for name, content in files.items():
            (after / name).write_bytes(content)
        store = await open_store(after / "house.db")
        assert len(await store.entries(table, 1)) == sequence
        assert await store.balance(escrow(player, 1)) == 10 * sequence
        assert await store.audit() == []
        await store.close()


async def test_books_that_may_not_grow_lose_nothing_and_are_posted_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evenmoney.store.sqlite.keeping.UNPOSTED_MAX", 50)
    opened: list[apsw.Connection] = []

    def stay_small(connection: apsw.Connection) -> None:
        opened.append(connection)
        connection.pragma("max_page_count", 100)

    apsw.connection_hooks.append(stay_small)
    try:
        store = await open_store(tmp_path / "house.db")
        table, player = await seated(store)
        for sequence in range(1, 1201):
            await store.commit(unit(table, sequence, *[bet(player, 1)] * 30))
        for _ in range(2):
            with pytest.raises(StoreFailed) as failed:
                await store.entries(table, 1)
            assert failed.value.code == "disk_full"
        await store.commit(unit(table, 1201, *[bet(player, 1)] * 30))
        opened[0].pragma("max_page_count", 10_000)  # there is room again
        assert len(await store.entries(table, 1)) == 1201
        assert await store.balance(escrow(player, 1)) == 30 * 1201
        assert await store.audit() == []
        await store.close()
    finally:
        apsw.connection_hooks.remove(stay_small)


async def test_of_many_in_flight_no_answered_one_is_lost_in_a_power_cut(tmp_path: Path) -> None:
    """Tables commit side by side, so that a flush answers for several writes and others follow it;
    at each answer the power is cut."""
    folder = tmp_path / "flushed"
    folder.mkdir()
    cuts: list[tuple[dict[int, int], dict[str, bytes]]] = []
    answered: dict[int, int] = {}
    with disk(folder):
        store = await open_store(tmp_path / "house.db")
        seats = [await seated(store, f"classic-{n}") for n in range(8)]

        async def play(table: int, player: int) -> None:
            for sequence in range(1, 11):
                await store.commit(unit(table, sequence, bet(player, 10)))
                answered[table] = sequence
                files = {file.name: file.read_bytes() for file in folder.iterdir()}
                cuts.append((dict(answered), files))
                await asyncio.sleep(table * 0.0003)

        await asyncio.gather(*(play(table, player) for table, player in seats))
        await store.close()
    for number, (kept, files) in enumerate(cuts[::8]):
        after = tmp_path / f"after-{number}"
        after.mkdir()
        for name, content in files.items():
            (after / name).write_bytes(content)
        store = await open_store(after / "house.db")
        for table, sequence in kept.items():
            assert len(await store.entries(table, 1)) >= sequence
        assert await store.audit() == []
        await store.close()


async def test_what_was_written_behind_a_flush_that_fails_is_unsure_too(tmp_path: Path) -> None:
    with disk(tmp_path / "flushed") as under_test:
        under_test.flushed.mkdir()
        store = await open_store(tmp_path / "house.db")
        seats = [await seated(store, f"classic-{n}") for n in range(3)]
        under_test.flush_fails = True
        first = asyncio.ensure_future(store.commit(unit(seats[0][0], 1, bet(seats[0][1], 5))))
        await asyncio.sleep(0)  # it is written, and its flush begins
        await asyncio.sleep(0)
        rest = [store.commit(unit(table, 1, bet(player, 5))) for table, player in seats[1:]]
        outcomes = await asyncio.gather(first, *rest, return_exceptions=True)
        assert isinstance(outcomes[0], OutcomeUnknown)
        assert all(isinstance(one, OutcomeUnknown | StoreFailed) for one in outcomes[1:])
        under_test.flush_fails = False
        with pytest.raises(StoreFailed):
            await store.balance(cash(seats[0][1]))
        await store.close()


async def test_a_long_log_is_brought_into_the_file_and_used_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evenmoney.store.sqlite.keeping.LOG_PAGES", 50)
    path, log = tmp_path / "house.db", tmp_path / "house.db-wal"
    store = await open_store(path)
    table, player = await seated(store)
    for sequence in range(1, 400):
        await store.commit(unit(table, sequence, bet(player, 1)))
    assert log.stat().st_size < 120 * 4096
    assert path.stat().st_size > 20 * 4096
    assert await store.balance(escrow(player, 1)) == 399
    assert await store.audit() == []
    await store.close()


async def test_closing_after_a_flush_that_failed_brings_nothing_into_the_file(
    tmp_path: Path,
) -> None:
    """A system may forget what it could not flush, and read the old bytes again."""
    path, folder = tmp_path / "house.db", tmp_path / "flushed"
    with disk(folder) as under_test:
        folder.mkdir()
        store = await open_store(path)
        table, player = await seated(store)
        for sequence in range(1, 30):
            await store.commit(unit(table, sequence, bet(player, 10)))
        under_test.flush_fails = True
        with pytest.raises(OutcomeUnknown):
            await store.commit(unit(table, 30, bet(player, 10)))
        under_test.flush_fails = False
        for suffix in ("-wal", *DAYBOOKS):
            forgotten = folder / f"{path.name}{suffix}"
            if forgotten.exists():
                overwrite(tmp_path / forgotten.name, forgotten.read_bytes())
        await store.close()
    store = await open_store(path)
    assert len(await store.entries(table, 1)) == 29
    assert await store.audit() == []
    await store.close()


async def test_what_a_killed_process_did_not_flush_is_flushed_before_it_is_told(
    tmp_path: Path,
) -> None:
    """Killed between the posting of a unit and its flush, opened again, and then the power cut."""
    folder, killed = tmp_path / "flushed", tmp_path / "killed"
    folder.mkdir()
    with disk(folder) as under_test:
        store = await open_store(tmp_path / "house.db")
        table, player = await seated(store)
        under_test.flush_fails = True
        unflushed = store.commit(unit(table, 1, bet(player, 10)))
        await asyncio.gather(unflushed, store.balance(cash(player)), return_exceptions=True)
        under_test.flush_fails = False
        on_disk = shutil.copytree(folder, tmp_path / "on disk")
        shutil.copytree(
            tmp_path, killed, ignore=shutil.ignore_patterns("*flush*", "killed", "on *")
        )
        await store.close()
    with disk(on_disk):
        store = await open_store(killed / "house.db")
        assert len(await store.entries(table, 1)) == 1
        after = shutil.copytree(on_disk, tmp_path / "after")
        await store.close()
    store = await open_store(after / "house.db")
    assert len(await store.entries(table, 1)) == 1
    await store.close()


async def test_a_daybook_that_can_not_be_read_any_more_leaves_nobody_waiting(
    tmp_path: Path,
) -> None:
    with disk(tmp_path / "flushed") as under_test:
        under_test.flushed.mkdir()
        store = await open_store(tmp_path / "house.db")
        table, player = await seated(store)
        await store.commit(unit(table, 1, bet(player, 500)))
        for suffix in DAYBOOKS:
            overwrite(Path(f"{tmp_path / 'house.db'}{suffix}"), b"not a daybook")
        under_test.full = True
        with pytest.raises(OutcomeUnknown, match="read back"):
            await store.commit(unit(table, 2, bet(player, 500)))
        under_test.full = False
        with pytest.raises(StoreFailed):
            await store.commit(unit(table, 2, bet(player, 500)))
        await store.close()
    with pytest.raises(StoreFailed, match="daybook is missing") as failed:
        await open_store(tmp_path / "house.db")
    assert failed.value.code == "damaged"
