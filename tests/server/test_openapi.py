"""The published OpenAPI against the server: no input whatever makes it fail (5xx)."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from evenmoney.bench.bots import come_in
from evenmoney.server.operator import OperatorKey
from tests.patience import PATIENCE_SECONDS
from tests.postgres import postgres_server
from tests.server.conftest import balance, running

SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
SECONDS_MAX = 900


pytestmark = pytest.mark.timeout(SECONDS_MAX + 40)

ENDS_THE_SESSION = ("/api/log-out", "/api/sign-up", "/api/sessions/{session}")
"""Left out of the player's run: they would log him out, and the rest be asked by a stranger."""

FOR_ANYONE = ("/api/guest", "/api/log-in", "/api/recovery", "/api/recovery/set", "/api/games",
              "/api/games/{game}", "/api/lobby", "/api/health", "/api/ready")  # fmt: skip
"""Left out of it, too: the stranger's run asks them."""


def schemathesis(address: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run it against the server's own schema."""
    return subprocess.run(
        [
            str(SCHEMATHESIS), "run", f"{address}/api/schema/openapi.json",
            "--checks", "not_a_server_error",
            "--phases", "coverage,fuzzing",
            "--max-examples", "4",
            "--request-timeout", str(PATIENCE_SECONDS),
            "--generation-database", "none",
            "--seed", "1",
            "-H", "X-Evenmoney: 1",
            *options,
        ],
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1"},
    )  # fmt: skip


def test_no_made_up_request_of_a_stranger_makes_the_server_fail(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        asked = [
            word for path in (*FOR_ANYONE, *ENDS_THE_SESSION) for word in ("--include-path", path)
        ]
        done = schemathesis(house.address, tmp_path, *asked)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr


def test_no_made_up_request_of_a_player_makes_the_server_fail(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        guest = come_in(house.address)
        left_out = [
            word for path in (*ENDS_THE_SESSION, *FOR_ANYONE) for word in ("--exclude-path", path)
        ]
        done = schemathesis(house.address, tmp_path, "-H", f"Cookie: {guest.cookie}", *left_out)
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr
        assert balance(house, guest) == 100_000, "the player was logged out on the way"


@pytest.mark.soak
def test_nor_does_one_on_postgresql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the operator's key lies where the house runs
    with postgres_server() as server, running(tmp_path, "--database", server.address) as house:
        guest = come_in(house.address)
        (file,) = Path("var").glob("operator-*.json")
        key = msgspec.json.decode(file.read_bytes(), type=OperatorKey).key
        headers = ["-H", f"Cookie: {guest.cookie}", "-H", f"Authorization: Bearer {key}"]
        left_out = [word for path in ENDS_THE_SESSION for word in ("--exclude-path", path)]
        done = schemathesis(house.address, tmp_path, *headers, *left_out)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
