"""The store in one SQLite file: one process, one writer thread, many units in one transaction."""

from evenmoney.store.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
