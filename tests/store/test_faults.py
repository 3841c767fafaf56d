"""Faults between two steps of a commit: nothing that was answered is lost, nothing doubled."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from evenmoney.ledger import Account, AccountKind, Transfer, TransferKind
from evenmoney.store import OutcomeUnknown, StoreFailed, UnitRefused, open_store
from evenmoney.store.faults import VARIABLE, Fault, parse_faults, planted
from tests.patience import PATIENCE_SECONDS

from .crashing import wrongs
from .units import OPENING, bet, cash, escrow, seated, unit

KEEPING = ("judge", "daybook", "flush")
POSTINGS = ("journal", "accounts", "transfers", "played", "bonuses", "parts", "posted")
POSTING = ("turn", *POSTINGS, "commit", "flush_books")
STEPS = (*KEEPING, *POSTING, "change")


def points(*steps: str) -> list[str]:
    """Before and after each step."""
    return [f"{side}:{step}" for step in steps for side in ("before", "after")]


WRITTEN_POINTS = ["after:daybook", "before:flush", "after:flush"]
DONE_POINTS = ["after:turn", "after:commit", *points("flush_books")]


def posting(point: str) -> str:
    """A fault at this point of what posts the bet: the first turn of a page and the first posting,
    and the third commit, as two made the guest and the table."""
    return f"{point}:{3 if point.endswith(('commit', 'flush_books')) else 1}"


def crash(address: str, fault: str) -> list[str]:
    """What the process said until the fault killed it."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.crashing", address],
        env={**os.environ, VARIABLE: fault},
        stdout=subprocess.PIPE,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    return done.stdout.decode().splitlines()


def kill_after(address: str, lines: int) -> list[str]:
    """What the process said until it was killed, from outside, when it had said so many lines."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.crashing", address], stdout=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        log = [running.stdout.readline() for _ in range(lines)]
        running.kill()
        log += running.stdout.readlines()
    return b"".join(log).decode().splitlines()


async def check_after(address: str, log: list[str]) -> None:
    store = await open_store(address)
    try:
        assert await wrongs(store, log) == []
    finally:
        await store.close()


@pytest.mark.parametrize("point", points(*STEPS))
async def test_killed_at_any_point_of_a_commit_nothing_is_lost_or_doubled(
    tmp_path: Path, point: str
) -> None:
    address = str(tmp_path / "house.db")
    log = crash(address, f"kill:{point}:23")
    assert any(line.startswith("kept") for line in log)
    await check_after(address, log)


@pytest.mark.parametrize("point", ["before:judge", "after:judge", "before:commit", "after:commit"])
async def test_a_killed_process_leaves_postgresql_whole(postgres_address: str, point: str) -> None:
    log = crash(postgres_address, f"kill:{point}:23")
    assert any(line.startswith("kept") for line in log)
    await check_after(postgres_address, log)


@pytest.mark.parametrize("lines", [30, 333, 1000, 2222])
async def test_killed_while_it_works_nothing_is_lost_or_doubled(address: str, lines: int) -> None:
    log = kill_after(address, lines)
    assert len(log) >= lines
    await check_after(address, log)


async def test_the_check_sees_an_acknowledged_unit_that_was_lost(tmp_path: Path) -> None:
    address = str(tmp_path / "house.db")
    log = crash(address, "kill:after:commit:23")
    await (await open_store(address)).close()  # all of it is posted
    file = apsw.Connection(address)
    file.execute("DROP TRIGGER journal_is_whole")
    file.execute(
        "DELETE FROM journal WHERE table_number = 1 AND sequence ="
        " (SELECT MAX(sequence) FROM journal WHERE table_number = 1)"
    )
    file.close()
    store = await open_store(address)
    assert await wrongs(store, log) != []
    await store.close()


@pytest.mark.parametrize("point", [p for p in points(*KEEPING) if p not in WRITTEN_POINTS])
async def test_a_full_disk_changes_nothing_and_the_store_goes_on(
    tmp_path: Path, point: str
) -> None:
    store = await open_store(tmp_path / "house.db", parse_faults(f"full:{point}"))
    table, player = await seated(store)
    with pytest.raises(StoreFailed) as failed:
        await store.commit(unit(table, 1, bet(player, 500)))
    assert failed.value.code == "disk_full"
    assert await store.entries(table, 1) == []
    assert await store.balance(cash(player)) == OPENING
    await store.commit(unit(table, 1, bet(player, 500)))
    assert await store.balance(escrow(player, 1)) == 500
    assert await store.audit() == []
    await store.close()


@pytest.mark.parametrize("point", [p for p in points(*POSTING) if p not in DONE_POINTS])
async def test_a_full_disk_while_posting_loses_nothing_that_was_kept(
    tmp_path: Path, point: str
) -> None:
    store = await open_store(tmp_path / "house.db", parse_faults(f"full:{posting(point)}"))
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    with pytest.raises(StoreFailed) as failed:
        await store.entries(table, 1)
    assert failed.value.code == "disk_full"
    await store.commit(unit(table, 2, bet(player, 100)))
    assert len(await store.entries(table, 1)) == 2
    assert await store.balance(escrow(player, 1)) == 600
    assert await store.audit() == []
    await store.close()


def deposit(player: int, amount: int) -> tuple[Transfer, ...]:
    return (Transfer(Account(AccountKind.ADJUSTMENT), cash(player), amount, TransferKind.OPENING),)


@pytest.mark.parametrize("point", [*points("change"), "before:commit"])
async def test_money_whose_booking_a_full_disk_refused_can_not_be_bet(
    tmp_path: Path, point: str
) -> None:
    store = await open_store(tmp_path / "house.db", parse_faults(f"full:{point}:3"))
    table, player = await seated(store)
    with pytest.raises(StoreFailed) as failed:
        await store.book("key", b"a deposit", deposit(player, 700), at_ms=1)
    assert failed.value.code == "disk_full"
    with pytest.raises(UnitRefused, match="not_enough_money"):
        await store.commit(unit(table, 1, bet(player, OPENING + 700)))
    await store.book("key", b"a deposit", deposit(player, 700), at_ms=1)
    await store.commit(unit(table, 1, bet(player, OPENING + 700)))
    assert await store.audit() == []
    await store.close()


@pytest.mark.parametrize("point", ["after:commit", *points("flush_books")])
async def test_a_booking_that_was_committed_is_never_said_to_be_refused(
    tmp_path: Path, point: str
) -> None:
    """A disk may find out when it is flushed that it is full."""
    path = tmp_path / "house.db"
    store = await open_store(path, parse_faults(f"full:{point}:3"))
    table, player = await seated(store)
    with pytest.raises(OutcomeUnknown):
        await store.book("key", b"a deposit", deposit(player, 700), at_ms=1)
    with pytest.raises(StoreFailed):
        await store.commit(unit(table, 1, bet(player, 1)))
    await store.close()
    store = await open_store(path)
    assert await store.balance(cash(player)) == OPENING + 700
    assert await store.audit() == []
    await store.close()


async def test_a_unit_that_was_written_before_the_disk_was_full_is_never_said_to_be_refused(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path, parse_faults("full:after:daybook"))
    table, player = await seated(store)
    with pytest.raises(OutcomeUnknown):
        await store.commit(unit(table, 1, bet(player, 500)))
    await store.close()
    store = await open_store(path)
    assert len(await store.entries(table, 1)) == 1
    await store.close()


@pytest.mark.parametrize("point", points(*POSTING))
async def test_after_a_disk_that_broke_while_posting_what_was_kept_is_there(
    tmp_path: Path, point: str
) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path, parse_faults(f"broken:{posting(point)}"))
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    for broken in (store.entries(table, 1), store.commit(unit(table, 2, bet(player, 100)))):
        with pytest.raises(StoreFailed):
            await broken
    await store.close()
    store = await open_store(path)
    assert len(await store.entries(table, 1)) == 1
    assert await store.audit() == []
    await store.close()


@pytest.mark.parametrize("point", points(*KEEPING))
async def test_after_a_broken_disk_nothing_more_is_written(tmp_path: Path, point: str) -> None:
    path = tmp_path / "house.db"
    store = await open_store(path, parse_faults(f"broken:{point}"))
    table, player = await seated(store)
    unsure = point in WRITTEN_POINTS
    with pytest.raises(OutcomeUnknown if unsure else StoreFailed):
        await store.commit(unit(table, 1, bet(player, 500)))
    for again in (store.commit(unit(table, 1, bet(player, 500))), store.entries(table, 1)):
        with pytest.raises(StoreFailed):
            await again
    await store.close()
    store = await open_store(path)
    assert len(await store.entries(table, 1)) == (1 if unsure else 0)
    assert await store.audit() == []
    await store.close()


async def test_people_can_be_asked_for_while_the_books_can_not_be_posted(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "house.db", parse_faults("full:before:journal:1"))
    table, player = await seated(store)
    await store.commit(unit(table, 1, bet(player, 500)))
    assert (await store.people.player(player)) is not None
    with pytest.raises(StoreFailed):
        await store.entries(table, 1)
    await store.close()


def test_without_faults_the_steps_of_a_commit_are_the_very_same() -> None:
    steps: tuple[tuple[str, Callable[..., object]], ...] = (("one", print), ("two", repr))
    assert planted(steps, ()) == steps


def test_a_fault_strikes_once_at_its_turn() -> None:
    reached: list[str] = []
    steps = planted([("one", lambda: reached.append("one"))], parse_faults("full:before:one:2"))
    for turn in (1, 2, 3):
        try:
            for _, step in steps:
                step()
        except Exception:
            reached.append(f"fault {turn}")
    assert reached == ["one", "fault 2", "one"]


@pytest.mark.parametrize("text", ["kill", "kill:before", "melt:before:commit", "kill:at:commit:1"])
def test_a_fault_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_faults(text)


def test_a_fault_at_a_step_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no step"):
        planted([("one", print)], [Fault("kill", "before", "two")])
