"""The append-only record of tables: entries, and the hash chain that holds them together. Pure."""

from evenmoney.journal.chain import GENESIS, ChainBroken, link, verify
from evenmoney.journal.entry import Entry

__all__ = ["GENESIS", "ChainBroken", "Entry", "link", "verify"]
