"""Units that are kept and not yet posted: after a kill they are there, and are posted once."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import apsw
import msgspec
import pytest

from evenmoney.store import Store, StoreFailed, Unit, UnitRefused, open_store
from evenmoney.store.sqlite import log
from evenmoney.store.sqlite.database import Opened, connect
from evenmoney.store.sqlite.daybook import DAYBOOKS, Daybook, Written
from evenmoney.store.sqlite.keeping import UNPOSTED_MAX
from tests.patience import PATIENCE_SECONDS
from tests.store.units import OPENING, bet, cash, closed, entry, escrow, lose, seated, unit


@contextmanager
def opened(path: Path) -> Iterator[Opened]:
    """The files of a house that nobody has open, as they lie there."""
    files = connect(path)
    try:
        yield files
    finally:
        files.close()


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


# ---- the files


def begun(path: Path, posted: int = 0) -> Daybook:
    """A daybook whose pages after `posted` are to come."""
    daybook = Daybook(path)
    daybook.key = b"k" * 16
    daybook.begin(posted + 1)
    return daybook


def read(path: Path, posted: int = 0, key: bytes = b"k" * 16) -> list[Written]:
    """What is found after a kill."""
    daybook = Daybook(path)
    daybook.key = key
    try:
        return daybook.found(posted, in_use=True)
    finally:
        daybook.close(all_posted=False)


def one(number: int) -> Unit:
    """A unit whose record is as long as that of any other."""
    return unit(1, number, bet(1, 100 + number))


def test_of_a_record_torn_at_any_byte_nothing_is_read(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    daybook = begun(path)
    place = Path(f"{path}{DAYBOOKS[1]}")
    daybook.write([one(1)])
    whole = place.stat().st_size
    daybook.write([one(2), one(3)])
    daybook.close(all_posted=False)
    content = place.read_bytes()
    assert [page.units for page in read(path)] == [[one(1), one(2), one(3)]]
    for end in range(whole, len(content)):
        for rest in (b"", bytes(len(content) - end)):
            place.write_bytes(content[:end] + rest)
            assert [page.units for page in read(path)] == [[one(1)]]
    for at in range(whole, len(content)):
        place.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        assert [page.units for page in read(path)] == [[one(1)]]


def test_what_an_older_page_left_behind_the_end_of_a_page_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    daybook = begun(path)
    for number in range(1, 6):
        daybook.write([one(number)])
    daybook.turn()
    daybook.write([one(6)])
    daybook.turn()  # to the file of the first page
    daybook.write([one(1)])
    assert daybook.units() == [one(1)]
    daybook.close(all_posted=False)
    assert [(page.number, page.units) for page in read(path, 1)] == [(2, [one(6)]), (3, [one(1)])]
    assert [(page.number, page.units) for page in read(path, 2)] == [(3, [one(1)])]


def test_a_page_counts_only_when_the_one_before_it_was_closed(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    daybook = begun(path)
    daybook.write([one(1)])
    before = Path(f"{path}{DAYBOOKS[1]}").read_bytes()
    daybook.turn()
    daybook.write([one(2)])
    daybook.close(all_posted=False)
    assert [page.units for page in read(path)] == [[one(1)], [one(2)]]
    Path(f"{path}{DAYBOOKS[1]}").write_bytes(before)  # its end was not on the disk yet
    assert [page.units for page in read(path)] == [[one(1)]]


def test_a_daybook_with_another_key_or_of_another_time_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    daybook = begun(path, posted=4)
    daybook.write([one(1)])
    daybook.close(all_posted=False)
    assert [page.units for page in read(path, 4)] == [[one(1)]]
    for posted, key in ((4, b"x" * 16), (5, b"k" * 16), (3, b"k" * 16)):
        with pytest.raises(StoreFailed, match="daybook") as failed:
            read(path, posted, key)
        assert failed.value.code == "damaged"


@pytest.mark.parametrize("gone", DAYBOOKS)
async def test_a_file_that_lost_one_half_of_its_daybook_is_not_opened(
    tmp_path: Path, gone: str
) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path)
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    left = as_killed(path, tmp_path / "left")
    await store.close()
    left.with_name(left.name + gone).unlink()
    for _ in range(2):  # the first try leaves nothing that the second would take for it
        with pytest.raises(StoreFailed, match="daybook is missing"):
            await open_store(left)


def test_swapped_files_are_read_like_unswapped_ones(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    daybook = begun(path)
    daybook.write([one(1)])
    daybook.turn()
    daybook.write([one(2)])
    daybook.close(all_posted=False)
    first, second = (Path(f"{path}{suffix}") for suffix in DAYBOOKS)
    second.rename(tmp_path / "other")
    first.rename(second)
    (tmp_path / "other").rename(first)
    assert [page.units for page in read(path)] == [[one(1)], [one(2)]]


def test_a_flush_that_failed_for_one_counts_for_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system tells of what it lost once, to whoever flushes first."""
    daybook = begun(tmp_path / "house.db")
    daybook.write([one(1)])

    def fail(_: int) -> None:
        raise OSError("it does not flush")

    with monkeypatch.context() as failing:
        failing.setattr(log, "flush", fail)
        with pytest.raises(OSError, match="it does not"):
            daybook.flush_open()
    for flush in (daybook.flush, daybook.flush_open, daybook.flush):
        with pytest.raises(OSError, match="failed before"):
            flush()
    daybook.close(all_posted=False)


def test_who_flushes_a_page_waits_for_the_flush_of_the_page_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    daybook = begun(tmp_path / "house.db")
    daybook.flush()
    daybook.write([one(1)])
    daybook.turn()
    daybook.write([one(2)])
    slow = Event()
    flushed: list[str] = []

    def flush(file: int) -> None:
        if not flushed:
            flushed.append("began")
            slow.wait(10)
        flushed.append(Path(f"/proc/self/fd/{file}").readlink().name)

    monkeypatch.setattr(log, "flush", flush)
    threads = [Thread(target=daybook.flush), Thread(target=daybook.flush)]
    threads[0].start()
    while not flushed:
        pass
    threads[1].start()
    threads[1].join(0.1)
    assert threads[1].is_alive(), "the page before is not on the disk yet"
    slow.set()
    for thread in threads:
        thread.join(10)
    assert flushed == ["began", "house.db-daybook2", "house.db-daybook1"]
    daybook.close(all_posted=False)


def test_who_opens_a_daybook_while_another_closes_it_gets_none_of_the_old_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "house.db"
    first = begun(path)
    others: list[Daybook] = []
    unlink = Path.unlink

    def unlink_and_open(place: Path, missing_ok: bool = False) -> None:
        unlink(place, missing_ok)
        with suppress(BlockingIOError):
            others.append(begun(path))

    with monkeypatch.context() as closing_slowly:
        closing_slowly.setattr(Path, "unlink", unlink_and_open)
        first.close(all_posted=True)
    (second,) = others
    second.write([one(1)])
    second.turn()
    second.write([one(2)])
    second.close(all_posted=False)
    assert [page.units for page in read(path)] == [[one(1)], [one(2)]]


# ---- the books beside it


async def opened_with_books(path: Path) -> tuple[Store, apsw.Connection]:
    """A store and its connection to the books, so that a test is there when it writes."""
    opened: list[apsw.Connection] = []
    hook = opened.append
    apsw.connection_hooks.append(hook)
    try:
        return await open_store(path), opened[0]
    finally:
        apsw.connection_hooks.remove(hook)


async def test_a_page_with_more_parts_than_a_query_may_ask_for_is_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path)
    table, _ = await seated(store)
    numbers = iter(range(1_000_000))
    for sequence in range(1, 1001):
        parts = tuple(next(numbers).to_bytes(4, "big") for _ in range(40))
        await store.commit(Unit(entries=(entry(table, sequence),), parts=parts))
    left = as_killed(path, tmp_path / "left")
    await store.close()
    store = await open_store(left)
    assert len(await store.entries(table, 1)) == 1000
    again = Unit(entries=(entry(table, 1001),), parts=((7).to_bytes(4, "big"),))
    with pytest.raises(UnitRefused, match="part_used"):
        await store.commit(again)
    await store.close()


async def test_books_that_another_program_wrote_to_between_two_transactions_are_not_gone_on_with(
    tmp_path: Path,
) -> None:
    """There is an instant between a commit and the next transaction: here somebody hits it."""
    path = tmp_path / "house.db"
    store, books = await opened_with_books(path)
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))

    def steal(sql: str, _: int) -> None:
        if sql == "COMMIT":
            books.set_profile(None)
            with closing(apsw.Connection(str(path))) as other:
                other.execute("UPDATE accounts SET balance = balance + 5 WHERE kind = 3")

    books.set_profile(steal)
    with pytest.raises(StoreFailed, match="another program wrote"):
        await store.balance(cash(player))
    with pytest.raises(StoreFailed):
        await store.commit(unit(table, 2, bet(player, OPENING - 495)))
    await store.close()
    store = await open_store(path)
    assert await store.audit() != []
    await store.close()


async def test_another_program_can_not_write_to_the_books_but_read_them(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path)
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    with closing(apsw.Connection(str(path))) as other:
        with pytest.raises(apsw.BusyError):
            other.execute("UPDATE accounts SET balance = 0")
        assert other.execute("SELECT COUNT(*) FROM journal WHERE table_number = 1").get == 0
        await store.balance(cash(player))  # it is posted
        assert other.execute("SELECT COUNT(*) FROM journal WHERE table_number = 1").get == 1
    await store.commit(unit(table, 2, bet(player, 500)))
    await store.close()


async def test_a_file_whose_daybook_was_a_table_of_it_loses_nothing(tmp_path: Path) -> None:
    """As a house of the version before was left by a kill: the last migration undone."""
    path = tmp_path / "house.db"
    store = await open_store(path)
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    await store.close()
    with closing(apsw.Connection(str(path))) as file:
        kept = ([unit(table, 2, bet(player, 30))], [unit(table, 3, bet(player, 4))])
        for units in kept:
            file.execute("INSERT INTO daybook (units) VALUES (?)", (msgspec.msgpack.encode(units),))
        file.execute("DROP TABLE posted; DELETE FROM migrations WHERE version = 8")
    for _ in range(2):
        store = await open_store(path)
        assert len(await store.entries(table, 1)) == 3
        assert await store.balance(escrow(player, 1)) == 534
        assert await store.audit() == []
        await store.close()


async def test_units_that_come_faster_than_they_can_be_posted_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evenmoney.store.sqlite.keeping.UNPOSTED_MAX", 2)
    monkeypatch.setattr("evenmoney.store.sqlite.writer.UNPOSTED_MOST", 3)
    store, books = await opened_with_books(tmp_path / "house.db")
    table, player = await seated(store)
    go_on = Event()

    def hold_up(sql: str, _: int) -> None:
        if "INTO journal" in sql:
            go_on.wait(PATIENCE_SECONDS)

    books.set_profile(hold_up)
    for sequence in range(1, 6):
        await store.commit(unit(table, sequence, bet(player, 100)))
    waits = asyncio.ensure_future(store.commit(unit(table, 6, bet(player, 100))))
    done, _ = await asyncio.wait([waits], timeout=0.2)
    assert not done
    go_on.set()
    await waits
    assert len(await store.entries(table, 1)) == 6
    assert await store.audit() == []
    await store.close()


async def test_while_a_page_is_posted_units_go_on_and_a_kill_loses_neither_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The posting is held up; the clerk, who forgets all the time, still knows what is on it."""
    monkeypatch.setattr("evenmoney.store.sqlite.keeping.UNPOSTED_MAX", 2)
    monkeypatch.setattr("evenmoney.store.clerk.ACCOUNTS_KNOWN_MAX", 0)
    path = tmp_path / "house.db"
    store, books = await opened_with_books(path)
    table, player = await seated(store)
    other, guest = await seated(store, "classic-2")
    go_on = Event()

    def hold_up(sql: str, _: int) -> None:
        if "INTO journal" in sql:
            go_on.wait(PATIENCE_SECONDS)

    books.set_profile(hold_up)
    part = Unit(entries=(entry(table, 1),), transfers=(bet(player, 500),), parts=(b"part",))
    await store.commit(part)
    await store.commit(unit(other, 1, bet(guest, 500)))
    for sequence in range(2, 6):
        await store.commit(unit(table, sequence, bet(player, 100)))
    wrong = Unit(entries=(entry(table, 6),), parts=(b"part",))
    for code, refused in (
        ("part_used", wrong),
        ("not_enough_money", unit(table, 6, bet(player, OPENING - 899))),
        ("not_enough_money", unit(other, 2, bet(guest, OPENING - 499))),
        ("sequence_taken", unit(other, 1)),
    ):
        with pytest.raises(UnitRefused, match=code):
            await store.commit(refused)
    left = as_killed(path, tmp_path / "left")
    assert unposted(as_killed(path, tmp_path / "seen")) == 6
    go_on.set()
    await store.close()
    store = await open_store(left)
    assert len(await store.entries(table, 1)) == 5
    assert await store.balance(escrow(player, 1)) == 900
    assert await store.audit() == []
    await store.close()
