"""Units that are kept and not yet posted: after a kill they are there, and are posted once."""

import shutil
from pathlib import Path

import apsw
import pytest

from evenmoney.store import StoreFailed, Unit, UnitRefused, open_store
from evenmoney.store.sqlite.desk import UNPOSTED_MAX
from tests.store.units import OPENING, bet, cash, closed, entry, escrow, lose, seated, unit


def unposted(path: Path) -> int:
    """How many transactions lie in the daybook of a file that nobody has open."""
    file = apsw.Connection(str(path))
    found = file.execute("SELECT id FROM daybook").fetchall()
    file.close()
    return len(found)


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
    assert unposted(as_killed(path, tmp_path / "seen")) == units % UNPOSTED_MAX
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
    file = apsw.Connection(str(left))
    file.execute("INSERT INTO daybook (units) SELECT units FROM daybook")
    file.close()
    with pytest.raises(StoreFailed, match="daybook") as failed:
        await open_store(left)
    assert failed.value.code == "damaged"
