"""`evenmoney bench store`: its figures are of units that were really kept."""

from pathlib import Path

import pytest

from evenmoney.bench.store import measure
from evenmoney.ledger import Account, AccountKind
from evenmoney.store import open_store


@pytest.mark.parametrize("busy_loop", [False, True])
async def test_the_bench_counts_units_that_are_in_the_record(
    tmp_path: Path, busy_loop: bool
) -> None:
    store = await open_store(tmp_path / "bench.db")
    figures = await measure(store, callers=5, seconds=0.2, busy_loop=busy_loop)
    kept = [len(await store.entries(table.number, 1)) for table in await store.tables()]
    assert sum(kept) == figures.units > 0
    assert figures.p99_ms >= figures.p50_ms > 0
    assert figures.cpu_us_per_unit > 0
    assert await store.balance(Account(AccountKind.ADJUSTMENT)) == -5 * 10**12
    assert await store.audit() == []
    await store.close()
