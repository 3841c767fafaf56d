"""The real server, run by the bench: as `evenmoney serve`, with every commit's time taken.

On SIGTERM, once the house is closed, the times go to a file as JSON: for one commit in `ONE_IN` the
moment it was asked for, on the machine's clock that only runs forward, and the seconds until it was
answered.
"""

import argparse
import itertools
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvloop

from evenmoney.games.catalogue import Catalogue
from evenmoney.server.premises import ServerSettings
from evenmoney.server.run import listening_socket, serve
from evenmoney.store import Store, open_store

Times = list[tuple[float, float]]

ONE_IN = 7
"""Not every commit is timed, since that takes processor time that the house itself does not."""


def timed(commit: Callable[[Any], Awaitable[None]], times: Times) -> Any:
    """The same commit, the times of some appended to `times`."""
    turn = itertools.cycle(range(ONE_IN))

    async def commit_and_note(unit: Any) -> None:
        began = time.perf_counter()
        await commit(unit)
        times.append((began, time.perf_counter() - began))

    return lambda unit: commit(unit) if next(turn) else commit_and_note(unit)


def main() -> None:
    """Serve until SIGTERM, then write the times."""
    asked = argparse.ArgumentParser()
    asked.add_argument("database")
    asked.add_argument("times", type=Path)
    given = asked.parse_args()
    times: Times = []

    async def open_timed(database: str) -> Store:
        store: Store = await open_store(database)
        store.commit = timed(store.commit, times)  # type: ignore[method-assign]
        return store

    settings = ServerSettings(
        opening_amount=10**9,
        guests_per_address=10**6,
        messages_per_second=10**6,
        requests_per_second=10**6,
    )
    uvloop.run(
        serve(
            listening_socket("127.0.0.1", 0),
            given.database,
            Catalogue.packaged(),
            settings,
            mail=given.times.parent / "mail",
            ready=lambda address: print(address, flush=True),
            open_record=open_timed,
        )
    )
    given.times.write_text(json.dumps(times))


if __name__ == "__main__":
    main()
