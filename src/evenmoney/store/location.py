"""Which kind of store an address means: a file, or a PostgreSQL server."""

import os
from collections.abc import Sequence
from pathlib import Path

from evenmoney.store.faults import Fault, faults_of
from evenmoney.store.sqlite import SqliteStore
from evenmoney.store.store import Store, StoreFailed

_POSTGRES = ("postgresql://", "postgres://")


async def open_store(
    address: str | Path, faults: Sequence[Fault] | None = None, *, alone: bool = False
) -> Store:
    """The store at a file's path or a `postgresql://` address, at the newest schema.

    Raises `StoreFailed`: also `in_use`, for a file that another process has open, or a database
    over which another store is `alone`, as a house has to be. `faults` are for tests; without any,
    the environment's (see `faults`).
    """
    if faults is None:
        faults = faults_of(os.environ)
    if str(address).startswith(_POSTGRES):
        return await _open_postgres(str(address), faults, alone=alone)
    return await SqliteStore.open(Path(address), faults)


async def _open_postgres(address: str, faults: Sequence[Fault], *, alone: bool) -> Store:
    try:
        from evenmoney.store.postgres import PostgresStore  # noqa: PLC0415 (an extra)
    except ImportError as missing:
        words = "PostgreSQL needs the extra: pip install 'evenmoney[postgres]'"
        raise StoreFailed(words) from missing
    return await PostgresStore.open(address, faults, alone=alone)
