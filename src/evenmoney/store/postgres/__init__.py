"""The store in a PostgreSQL database: one statement for a batch, one batch at a time."""

from evenmoney.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
