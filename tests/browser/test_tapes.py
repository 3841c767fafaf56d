"""The tapes that the client folds in its tests are what tables say today."""

import subprocess
import sys
from pathlib import Path

TAPES = Path(__file__).parents[2] / "client" / "tests" / "state"


def test_the_clients_tapes_are_what_tables_say_today() -> None:
    told = subprocess.run(
        [sys.executable, str(TAPES / "record_frames.py")], capture_output=True, check=True
    ).stdout
    assert told == (TAPES / "frames.golden.json").read_bytes(), (
        "write them anew: record_frames.py > frames.golden.json"
    )
