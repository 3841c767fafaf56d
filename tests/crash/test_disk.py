"""A house whose disk fills up, or whose file another holds, says so and loses nothing."""

import hashlib
import subprocess
import sys
from pathlib import Path

import apsw
import msgspec
import pytest

from evenmoney.bench.bots import come_in
from tests.patience import PATIENCE_SECONDS
from tests.postgres import postgres_server
from tests.server.conftest import SERVE, balance, running, start_house

from .full_disk import Happened

DISK_MIB = 32
ROOM_OF_OUR_OWN = ("unshare", "--user", "--map-root-user", "--mount")


def may_mount() -> bool:
    """Whether this machine lets us have a file system of our own."""
    try:
        done = subprocess.run([*ROOM_OF_OUR_OWN, "true"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


@pytest.mark.skipif(not may_mount(), reason="this machine allows no mount namespace")
def test_a_full_disk_loses_nothing_and_the_tables_go_on_when_there_is_room(tmp_path: Path) -> None:
    small, notes = tmp_path / "small", tmp_path / "notes"
    small.mkdir()
    notes.mkdir()
    mount = f"mount -t tmpfs -o size={DISK_MIB}m tmpfs {small}"
    play = f"exec {sys.executable} -m tests.crash.full_disk {small} {notes}"
    done = subprocess.run(
        [*ROOM_OF_OUR_OWN, "sh", "-c", f"{mount} && {play}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    happened = msgspec.json.decode(done.stdout, type=Happened)
    assert (happened.guest_status, happened.me_status) == (503, 200)
    assert msgspec.json.decode(happened.guest_answer)["code"] == "store_failed"
    assert happened.silent_with_room == []
    assert happened.stopped_status == 0
    assert happened.wrong == []
    assert happened.silent_at_last == []
    assert happened.acknowledged > happened.acknowledged_when_full > 0
    log = (notes / "log").read_text()
    assert "the disk is full" in log
    assert not happened.opened_when_full
    words = [line for line in log.splitlines() if not line.startswith("{")]
    assert len(words) == 1, words
    assert words[0].startswith("evenmoney serve: ")
    assert words[0].endswith(("No space left on device", "(database or disk is full)"))


def given_up(*options: str) -> str:
    """What `evenmoney serve` says in one line when it can't open."""
    done = subprocess.run(
        [*SERVE, "--port", "0", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def digests(database: Path) -> dict[str, str]:
    """What the file and its log hold."""
    files = (database, Path(f"{database}-wal"))
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_second_house_on_the_same_file_gives_up_and_changes_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as house:
        guest = come_in(house.address)
        before = digests(house.database)
        assert "in use" in given_up("--database", str(house.database))
        assert digests(house.database) == before
        assert balance(house, guest) == 100_000
        come_in(house.address)


def test_a_second_house_on_the_same_postgresql_database_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the operator's key lies where a house runs
    with postgres_server() as server, running(tmp_path, "--database", server.address) as house:
        guest = come_in(house.address)
        assert "in use by another house" in given_up("--database", server.address)
        assert balance(house, guest) == 100_000
        come_in(house.address)


def test_a_file_that_another_program_holds_is_left_alone(tmp_path: Path) -> None:
    house = start_house(tmp_path)
    guest = come_in(house.address)
    assert house.stop() == 0
    before = hashlib.sha256(house.database.read_bytes()).digest()
    other = apsw.Connection(str(house.database))
    other.execute("BEGIN EXCLUSIVE")  # reading the file here would let go of this lock
    assert "in use" in given_up("--database", str(house.database))
    other.execute("ROLLBACK")
    other.close()
    assert hashlib.sha256(house.database.read_bytes()).digest() == before
    with running(tmp_path) as again:
        assert balance(again, guest) == 100_000
