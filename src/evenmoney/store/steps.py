"""What a store is asked, as steps: a query at a time, each answered with its rows. Knows no driver.

A question is a generator that yields `Query` and `Note` and returns its answer, so that it is
written once: SQLite's writer runs it in its thread, PostgreSQL's awaits each step.
"""

from collections.abc import Awaitable, Generator
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Transfer

Rows: TypeAlias = list[tuple[Any, ...]]
Answer = TypeVar("Answer")


class Query(NamedTuple):
    """SQL that both dialects read, a `?` for each value; answered with `Rows`."""

    sql: str
    values: tuple[object, ...]


class Note(NamedTuple):
    """The next entry of the house's own record, and its transfers; answered with the sealed entry.

    Raises `UnitRefused`. A question yields it last but for what can't be refused.
    """

    text: bytes
    transfers: tuple[Transfer, ...]
    at_ms: int


Steps: TypeAlias = Generator[Query | Note, Any, Answer]


class Run(Protocol):
    """How a store runs steps: on disk when it returns (a change), or only read (a question)."""

    def __call__(self, steps: Steps[Answer], /) -> Awaitable[Answer]:
        """The steps' answer; what they raise, nothing of them kept."""


def rows(sql: str, *values: object) -> Steps[Rows]:
    """All rows of a query."""
    found: Rows = yield Query(sql, values)
    return found


def row(sql: str, *values: object) -> Steps[tuple[Any, ...] | None]:
    """The first row of a query, or None."""
    found = yield from rows(sql, *values)
    return found[0] if found else None


def scalar(sql: str, *values: object) -> Steps[Any]:
    """The first column of the first row, or None when there is no row."""
    found = yield from rows(sql, *values)
    return found[0][0] if found else None


def note(text: bytes, transfers: tuple[Transfer, ...], at_ms: int) -> Steps[Entry]:
    """Append to the house's own record."""
    entry: Entry = yield Note(text, transfers, at_ms)
    return entry
