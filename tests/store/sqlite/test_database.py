"""Opening a file: one process at a time, at a schema it knows, and clear words when it can't."""

import os
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from evenmoney.store import StoreFailed, open_store
from evenmoney.store.schema import migrations
from tests.patience import PATIENCE_SECONDS
from tests.store.units import bet, seated, unit

OPEN = """
import asyncio, concurrent.futures.thread, os, sys
from evenmoney.store import StoreFailed, open_store
from evenmoney.store.schema import migrations
if len(sys.argv) > 2:
    migrations("sqlite")  # read while we may
    os.setuid(int(sys.argv[2]))
try:
    asyncio.run(open_store(sys.argv[1]))
except StoreFailed as failed:
    print(failed.code, failed)
else:
    print("opened")
"""
NOBODY = 65534


def elsewhere(path: Path, *user: int) -> str:
    """What another process, of another user if need be, gets when it opens the file."""
    done = subprocess.run(
        [sys.executable, "-c", OPEN, str(path), *map(str, user)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    return done.stdout.decode()


async def failure(path: Path) -> StoreFailed:
    with pytest.raises(StoreFailed) as caught:
        await open_store(path)
    assert str(path) in str(caught.value)
    return caught.value


async def test_a_second_process_is_told_at_once_that_the_file_is_in_use(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path)
    table, player = await seated(store)
    assert elsewhere(path).startswith("in_use")
    await store.commit(unit(table, 1, bet(player, 500)))
    assert await store.audit() == []
    await store.close()
    assert elsewhere(path) == "opened\n"


async def test_a_second_store_in_the_same_process_is_told_too(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "house.db")
    assert (await failure(tmp_path / "house.db")).code == "in_use"
    await store.close()


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert (await failure(tmp_path / "nowhere" / "house.db")).code == "no_access"
    assert (await failure(tmp_path)).code == "no_access"


def let_in_everybody(folder: Path, *, to_write: bool = False) -> None:
    for parent in folder.parents:
        parent.chmod(parent.stat().st_mode | 0o555)
    folder.chmod(0o777 if to_write else 0o755)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs another user")
async def test_a_folder_or_file_of_someone_else_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    let_in_everybody(tmp_path)
    assert elsewhere(path, NOBODY).startswith("no_access")
    store = await open_store(path)
    await store.close()
    path.chmod(0o444)
    before = path.read_bytes()
    assert elsewhere(path, NOBODY).startswith("no_access")
    assert path.read_bytes() == before
    path.chmod(0o666)  # the file may be written, but no log beside it
    assert elsewhere(path, NOBODY).startswith("no_access")
    assert path.read_bytes() == before


def modes_in(folder: Path) -> dict[str, str]:
    """The files of a folder, and what their owner and others may do with each."""
    return {path.name: oct(path.stat().st_mode & 0o777) for path in folder.iterdir()}


async def test_a_new_file_and_its_log_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = await open_store(tmp_path / "house.db")
        modes = modes_in(tmp_path)
        await store.close()
    finally:
        os.umask(before)
    assert modes.keys() >= {"house.db", "house.db-wal"}
    assert set(modes.values()) == {"0o600"}, modes


async def test_a_file_that_others_may_read_is_closed_to_them_when_it_is_opened(
    tmp_path: Path,
) -> None:
    path, log = tmp_path / "house.db", tmp_path / "house.db-wal"
    store = await open_store(path)
    log.chmod(0o644)
    await store.close()
    path.chmod(0o664)
    store = await open_store(path)
    assert log.exists()
    assert set(modes_in(tmp_path).values()) == {"0o600"}
    assert elsewhere(path).startswith("in_use"), "its lock is still held"
    await store.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="needs another user")
async def test_a_file_of_another_owner_is_opened_and_the_log_says_who_may_use_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    await (await open_store(path)).close()
    let_in_everybody(tmp_path, to_write=True)
    path.chmod(0o666)
    said = elsewhere(path, NOBODY)
    assert f"others than its owner may use {path}" in said
    assert said.endswith("opened\n")
    assert modes_in(tmp_path)["house.db"] == "0o666"


async def test_a_file_that_is_no_database_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    path.write_bytes(b"not a database " * 1000)
    assert (await failure(path)).code == "damaged"
    assert path.read_bytes() == b"not a database " * 1000


async def test_damage_in_the_middle_of_a_file_is_found_and_named(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path)
    table, player = await seated(store)
    for sequence in range(1, 200):
        await store.commit(unit(table, sequence, bet(player, 1)))
    await store.close()
    content = bytearray(path.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 200] = os.urandom(200)
    path.write_bytes(content)
    with pytest.raises(StoreFailed) as failed:
        await (await open_store(path)).audit()
    assert failed.value.code == "damaged"


async def test_a_database_of_a_newer_program_is_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    await (await open_store(path)).close()
    file = apsw.Connection(str(path))
    file.execute("INSERT INTO migrations VALUES (999, '0999_future.sql')")
    file.close()
    assert (await failure(path)).code == "newer"
    assert "999" in str(await failure(path))


async def test_a_migration_is_applied_once(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    for _ in range(3):
        await (await open_store(path)).close()
    file = apsw.Connection(str(path))
    applied = [(m.version, m.name) for m in migrations("sqlite")]
    assert file.execute("SELECT * FROM migrations").fetchall() == applied
    file.close()
