"""The operator's way in: a key in a file that only he can read, for commands to the running house.

A database is open in one process only, so that `evenmoney void` and the like can't write to it
themselves; they find the house's address and today's key in a file beside the database.
"""

import fcntl
import hmac
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import msgspec

KEY_BYTES: Final = 32
NAME_DIGITS: Final = 12
"""Digits that tell one server's databases from another's in the names of key files."""

POSTGRES: Final = ("postgres://", "postgresql://")


class KeyNotWritten(Exception):
    """The operator's key can't be left in its file; the argument says where and why."""


class OperatorKey(msgspec.Struct, frozen=True):
    """Where the house answers, and what the operator shows there."""

    address: str
    key: str

    def opens(self, authorization: str) -> bool:
        """Whether a request's `Authorization` header carries the key."""
        return hmac.compare_digest(authorization.encode(), f"Bearer {self.key}".encode())


def named(database: str) -> str:
    """A database as it may be shown: a file's path, or a server's address without its password."""
    if not database.startswith(POSTGRES):
        return database
    parts = urlsplit(database)
    user, at, host = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{user.partition(':')[0]}{at}{host}"))


def key_file(database: str) -> Path:
    """Where the key to the house over a database lies: each database has a file of its own."""
    if not database.startswith(POSTGRES):
        return Path(f"{database}.operator.json")
    told = sha256(named(database).encode()).hexdigest()[:NAME_DIGITS]
    return Path(f"var/operator-{told}.json")


@contextmanager
def operator_key(database: str, address: str) -> Iterator[OperatorKey]:
    """A new key for as long as the house is open, in its file; raises `KeyNotWritten`, also when
    another house over that database holds it."""
    path = key_file(database)
    made = OperatorKey(address, secrets.token_urlsafe(KEY_BYTES))
    try:
        held = _leave(path, msgspec.json.encode(made))
    except BlockingIOError:
        raise KeyNotWritten(f"{path} is another house's: {named(database)} is in use") from None
    except OSError as error:
        raise KeyNotWritten(f"{path} can't be written: {error.strerror}") from None
    try:
        yield made
    finally:
        path.unlink(missing_ok=True)
        os.close(held)


def _leave(path: Path, key: bytes) -> int:
    """Write the file anew, so that nobody else has it open, and hold it: the descriptor is locked
    until it is closed, or this process ends in whatever way."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError), path.open("rb") as before:
        fcntl.flock(before, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink(missing_ok=True)
    held = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.write(held, key)
    except OSError:
        path.unlink()
        os.close(held)
        raise
    return held


def read_key(database: str) -> OperatorKey:
    """The key to the running house; raises `OSError` when there is none."""
    return msgspec.json.decode(key_file(database).read_bytes(), type=OperatorKey)
