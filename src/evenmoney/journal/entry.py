"""One entry of a table's record: a sequence number, a payload, a digest, and the chain's hash."""

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False, array_like=True):
    """`sequence` has no gaps within a table and starts at 1. `payload` is the table's own bytes;
    `digest` is of the events it caused; a `checkpoint` holds all the state before it. `chain` is
    SHA-256 over the chain before and this entry (`link`): the store computes it when it keeps the
    entry, so leave it empty."""

    table: int
    sequence: int
    at_ms: int
    payload: bytes
    digest: bytes
    checkpoint: bool = False
    chain: bytes = b""
