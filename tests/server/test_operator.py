"""The operator's key: one file a database, held by one house, gone with it."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from evenmoney.cli.bonus import bonus
from evenmoney.cli.void import void
from evenmoney.server.operator import (
    KeyNotWritten,
    key_file,
    named,
    operator_key,
    read_key,
)

ONE = "postgresql://house:secret@db.example/one"
TWO = "postgresql://house:secret@db.example/two"
KILLED = """
import os, signal, sys
from evenmoney.server.operator import operator_key
with operator_key(sys.argv[1], "http://127.0.0.1:1"):
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_houses_over_two_databases_in_one_folder_have_a_key_each() -> None:
    with operator_key(ONE, "http://127.0.0.1:1"), operator_key(TWO, "http://127.0.0.1:2"):
        assert read_key(ONE).address.endswith(":1")
        assert read_key(TWO).address.endswith(":2")
        assert read_key(ONE).key != read_key(TWO).key
    assert list(Path("var").iterdir()) == []


@pytest.mark.parametrize("database", [ONE, "house.db"])
def test_a_second_house_over_one_database_is_refused_and_the_first_keeps_its_key(
    database: str,
) -> None:
    with operator_key(database, "http://127.0.0.1:1") as first:
        with (
            pytest.raises(KeyNotWritten, match="in use") as refused,
            operator_key(database, "http://127.0.0.1:2"),
        ):
            raise AssertionError
        assert "secret" not in str(refused.value)
        assert read_key(database) == first
        assert key_file(database).stat().st_mode & 0o077 == 0


def test_a_key_left_by_a_killed_house_is_replaced() -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, "house.db"], check=False)
    assert ended.returncode == -9
    left = read_key("house.db")
    with operator_key("house.db", "http://127.0.0.1:2") as made:
        assert read_key("house.db") == made != left


def test_a_key_that_can_not_be_written_is_said() -> None:
    Path("var").write_text("no folder")
    with pytest.raises(KeyNotWritten, match="can't be written"), operator_key(ONE, "http://x"):
        raise AssertionError


def test_a_password_is_part_of_no_name() -> None:
    assert named(ONE) == "postgresql://house@db.example/one"
    assert key_file(ONE) == key_file(ONE.replace("secret", "changed"))
    for command in (void, bonus):
        words = {
            void: ["1-1", "--reason", "test", "--database", ONE],
            bonus: ["list", "1", "--database", ONE],
        }[command]
        told = CliRunner().invoke(command, words)
        assert told.exit_code == 2
        assert "no house is open over postgresql://house@db.example/one" in told.output
        assert "secret" not in told.output
    assert list(Path().iterdir()) == []
