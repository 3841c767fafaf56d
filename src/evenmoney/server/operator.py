"""The operator's way in: a key in a file that only he can read, for commands to the running house.

A database is open in one process only, so that `evenmoney void` and the like can't write to it
themselves; they find the house's address and today's key in a file beside the database.
"""

import hmac
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

KEY_BYTES: Final = 32


class KeyNotWritten(Exception):
    """The operator's key can't be left in its file; the argument says where and why."""


class OperatorKey(msgspec.Struct, frozen=True):
    """Where the house answers, and what the operator shows there."""

    address: str
    key: str

    def opens(self, authorization: str) -> bool:
        """Whether a request's `Authorization` header carries the key."""
        return hmac.compare_digest(authorization.encode(), f"Bearer {self.key}".encode())


def key_file(database: str) -> Path:
    """Where the key to the house over a database lies."""
    if database.startswith(("postgres://", "postgresql://")):
        return Path("var/operator.json")
    return Path(f"{database}.operator.json")


@contextmanager
def operator_key(database: str, address: str) -> Iterator[OperatorKey]:
    """A new key for as long as the house is open, in its file; raises `KeyNotWritten`."""
    path = key_file(database)
    made = OperatorKey(address, secrets.token_urlsafe(KEY_BYTES))
    try:
        _leave(path, msgspec.json.encode(made))
    except OSError as error:
        path.unlink(missing_ok=True)
        raise KeyNotWritten(f"{path} can't be written: {error.strerror}") from None
    try:
        yield made
    finally:
        path.unlink(missing_ok=True)


def _leave(path: Path, key: bytes) -> None:
    """Write the file anew, so that nobody else has it open."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key)


def read_key(database: str) -> OperatorKey:
    """The key to the running house; raises `OSError` when there is none."""
    return msgspec.json.decode(key_file(database).read_bytes(), type=OperatorKey)
