"""The hash chain of a table's record: each entry sealed over the one before. Knows no disk."""

import struct
from collections.abc import Iterable
from hashlib import sha256

from evenmoney.journal.entry import Entry

GENESIS = bytes(32)
"""The chain's value before the first entry of every table."""

_HEAD = struct.Struct(">qqqBII")


class ChainBroken(Exception):
    """The record of `table` can't be right at `sequence`: one is missing or doubled there, or
    something in it was altered."""

    def __init__(self, table: int, sequence: int, why: str) -> None:
        super().__init__(f"table {table}, entry {sequence}: {why}")
        self.table = table
        self.sequence = sequence


def link(before: bytes, entry: Entry) -> bytes:
    """The chain's value after `entry`, 32 bytes.

    SHA-256 over: the value before (32 bytes); table, sequence and time in ms (8 bytes each, signed,
    big-endian); 1 or 0 for a checkpoint (1 byte); the lengths of payload and digest (4 bytes each);
    payload; digest.
    """
    head = _HEAD.pack(
        entry.table,
        entry.sequence,
        entry.at_ms,
        entry.checkpoint,
        len(entry.payload),
        len(entry.digest),
    )
    return sha256(b"".join((before, head, entry.payload, entry.digest))).digest()


def verify(
    table: int, entries: Iterable[Entry], *, after: int = 0, chain: bytes = GENESIS
) -> bytes:
    """Check a stretch of a table's record that follows entry `after` (whose chain is `chain`).

    Gives the chain's value at its end; raises `ChainBroken` at the first entry that does not fit.
    """
    for entry in entries:
        after += 1
        if entry.table != table or entry.sequence != after:
            found = f"entry {entry.sequence} of table {entry.table} stands in its place"
            raise ChainBroken(table, after, found)
        chain = link(chain, entry)
        if entry.chain != chain:
            raise ChainBroken(table, after, "its hash does not fit what it says")
    return chain
