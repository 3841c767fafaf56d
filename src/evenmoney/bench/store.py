"""`evenmoney bench store`: units a second that a store keeps for callers who wait for each."""

import asyncio
import shutil
import tempfile
import time
from pathlib import Path

import click
import msgspec

from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind
from evenmoney.store import Opening, Store, TableRecord, Unit, open_store

MONEY = 10**12
PAYLOAD = bytes(150)
DIGEST = bytes(32)
UNITS_PER_ROUND = 8


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured. CPU is the whole process's: callers, event loop and writer."""

    callers: int
    units: int
    units_per_second: float
    p50_ms: float
    p99_ms: float
    cpu_us_per_unit: float
    busy_loop: bool


async def _caller(
    store: Store, table: TableRecord, player: int, until: float, waits: list[float]
) -> None:
    """One table's player: each unit is an entry and a bet, into a new escrow every few units; one
    at least, however slow the machine is."""
    cash = Account(AccountKind.CASH, player)
    sequence, began = 0, time.perf_counter()
    while not sequence or began < until:
        sequence += 1
        escrow = Account(AccountKind.ESCROW, player, sequence // UNITS_PER_ROUND + 1)
        entry = Entry(
            table=table.number, sequence=sequence, at_ms=0, payload=PAYLOAD, digest=DIGEST
        )
        bet = Transfer(cash, escrow, 100, TransferKind.BET)
        await store.commit(Unit(entries=(entry,), transfers=(bet,)))
        waits.append((answered := time.perf_counter()) - began)
        began = answered


async def _keep_busy(until: float) -> None:
    """An event loop that never sleeps, as a server's under full load."""
    while time.perf_counter() < until:  # noqa: ASYNC110 (it is to be busy)
        await asyncio.sleep(0)


async def measure(store: Store, callers: int, seconds: float, busy_loop: bool) -> Figures:
    """Figures of one run on an empty store."""
    opening = Opening(amount=MONEY, per_address=callers)
    places = []
    for number in range(callers):
        guest = await store.people.create_guest(address="bench", opening=opening, now_ms=1)
        places.append((await store.table(f"bench-{number}", "bench"), guest.id))
    waits: list[float] = []
    cpu, began = time.process_time(), time.perf_counter()
    until = began + seconds
    runs = [_caller(store, table, player, until, waits) for table, player in places]
    await asyncio.gather(*runs, *([_keep_busy(until)] if busy_loop else []))
    elapsed, cpu = time.perf_counter() - began, time.process_time() - cpu
    waits.sort()
    return Figures(
        callers=callers,
        units=len(waits),
        units_per_second=round(len(waits) / elapsed, 1),
        p50_ms=round(waits[len(waits) // 2] * 1e3, 3),
        p99_ms=round(waits[len(waits) * 99 // 100] * 1e3, 3),
        cpu_us_per_unit=round(cpu / len(waits) * 1e6, 2),
        busy_loop=busy_loop,
    )


async def run(database: str | None, callers: int, seconds: float, busy_loop: bool) -> Figures:
    """Figures of the store at an address, or of a SQLite file made for it and thrown away."""
    folder = Path(tempfile.mkdtemp(prefix="evenmoney-bench-"))
    try:
        store = await open_store(database or folder / "bench.db")
        try:
            return await measure(store, callers, seconds, busy_loop)
        finally:
            await store.close()
    finally:
        shutil.rmtree(folder)


@click.command()
@click.option("--database", help="a postgresql:// address of an empty database; else a new file")
@click.option("--callers", default=100, show_default=True)
@click.option("--seconds", default=3.0, show_default=True)
@click.option("--busy-loop", is_flag=True, help="keep the event loop busy meanwhile")
@click.option("--json", "as_json", is_flag=True)
def store(
    database: str | None, callers: int, seconds: float, busy_loop: bool, as_json: bool
) -> None:
    """Durable units a second: one entry and one transfer each, every caller at his own table."""
    figures = asyncio.run(run(database, callers, seconds, busy_loop))
    if as_json:
        click.echo(msgspec.json.encode(figures))
        return
    click.echo(
        f"{figures.callers} callers: {figures.units_per_second:,.0f} units/s,"
        f" p50 {figures.p50_ms} ms, p99 {figures.p99_ms} ms,"
        f" {figures.cpu_us_per_unit} µs CPU a unit"
    )


if __name__ == "__main__":
    store()
