"""Units that are kept and not yet posted: after a kill they are there, and are posted once."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from evenmoney.store import StoreFailed, Unit, UnitRefused, open_store
from evenmoney.store.sqlite.database import Opened, connect
from evenmoney.store.sqlite.keeping import UNPOSTED_MAX
from tests.store.units import OPENING, bet, cash, closed, entry, escrow, lose, seated, unit


@contextmanager
def opened(path: Path) -> Iterator[Opened]:
    """The files of a house that nobody has open, as they lie there."""
    files = connect(path)
    try:
        yield files
    finally:
        files.reader.close()
        files.books.close()
        files.daybook.close(all_posted=False)


def unposted(path: Path) -> int:
    """How many units lie in its daybook."""
    with opened(path) as files:
        pages = files.daybook.found(files.posted, in_use=files.in_use)
        return sum(len(page.units) for page in pages)


def as_killed(path: Path, into: Path) -> Path:
    """What a kill of the process that has the file open would leave."""
    into.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, into)
    return into / path.name


@pytest.mark.parametrize("units", [1, 2, UNPOSTED_MAX - 1, UNPOSTED_MAX, 3 * UNPOSTED_MAX + 7])
async def test_a_kill_loses_nothing_that_was_kept_and_posts_nothing_twice(
    tmp_path: Path, units: int
) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path)
    table, player = await seated(store)
    for sequence in range(1, units + 1):
        await store.commit(unit(table, sequence, bet(player, 10)))
    left = as_killed(path, tmp_path / "left")
    assert unposted(as_killed(path, tmp_path / "seen")) % UNPOSTED_MAX == units % UNPOSTED_MAX
    await store.close()
    for _ in range(2):
        store = await open_store(left)
        assert len(await store.entries(table, 1)) == units
        assert await store.balance(escrow(player, 1)) == 10 * units
        assert await store.audit() == []
        await store.close()
        assert unposted(left) == 0


async def test_after_a_kill_a_unit_goes_on_from_what_was_not_posted(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path)
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, OPENING)))
    left = as_killed(path, tmp_path / "left")
    await store.close()
    store = await open_store(left)
    for code, wrong in (
        ("sequence_taken", unit(table, 1, bet(player, 1))),
        ("not_enough_money", unit(table, 2, bet(player, 1))),
    ):
        with pytest.raises(UnitRefused, match=code):
            await store.commit(wrong)
    ended = Unit(
        entries=(entry(table, 2),),
        transfers=(lose(player, OPENING),),
        played=(closed(table, 2, player, OPENING),),
    )
    await store.commit(ended)
    assert [part.staked for part in await store.played(player, None, 9)] == [OPENING]
    assert await store.balance(cash(player)) == 0
    assert await store.audit() == []
    await store.close()


async def test_a_store_that_is_closed_has_posted_all(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path)
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    await store.close()
    assert unposted(path) == 0


async def test_a_daybook_that_can_not_be_right_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path)
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    left = as_killed(path, tmp_path / "left")
    await store.close()
    with opened(left) as files:
        (page,) = files.daybook.found(files.posted, in_use=True)
        files.daybook.begin(page.number)
        files.daybook.write([*page.units, *page.units])
    with pytest.raises(StoreFailed, match="daybook") as failed:
        await open_store(left)
    assert failed.value.code == "damaged"
