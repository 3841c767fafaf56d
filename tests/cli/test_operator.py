"""What answers the operator's commands where the house should."""

import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from evenmoney.cli import audit, main
from evenmoney.cli.operator import Asked, HouseSilent, ask
from evenmoney.server.operator import operator_key

COMMANDS = (
    ("funds",),
    ("void", "1-1", "--reason", "x"),
    ("bonus", "list", "ann"),
    ("wallet", "open"),
)


class Stranger(BaseHTTPRequestHandler):
    """Another server, which has the port that a killed house had."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>")

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def stranger() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Stranger) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def babbler() -> Iterator[int]:
    """Something that speaks no HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def babble() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(b"220 mail.example\r\n\r\n")

        thread = Thread(target=babble)
        thread.start()
        yield server.getsockname()[1]
        thread.join()


def test_a_house_that_takes_too_long_is_not_said_to_be_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "house.db")
    monkeypatch.setattr(audit, "AUDIT_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with operator_key(database, f"http://127.0.0.1:{port}"):
            with pytest.raises(HouseSilent, match="may be done yet"):
                ask(Asked(database, "GET", "/"), dict, seconds=1)
            result = CliRunner().invoke(main, ["audit", "--database", database])
    assert (result.exit_code, "gave no answer within" in result.stderr) == (2, True)


@pytest.mark.parametrize("who", [stranger, babbler])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_whoever_is_no_house_is_named_in_one_line(
    tmp_path: Path, words: tuple[str, ...], who: Callable[[], AbstractContextManager[int]]
) -> None:
    database = str(tmp_path / "house.db")
    with who() as port, operator_key(database, f"http://127.0.0.1:{port}"):
        result = CliRunner().invoke(main, [*words, "--database", database])
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"the house over {database} gives no answer" in result.stderr
    assert len(result.stderr.splitlines()) == 1
