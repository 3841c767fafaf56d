"""Many rows in one step of SQLite.

SQLite's step gives up Python's global lock, and a busy event loop lets a thread have it back only
after a switch interval. So a step for each row would make a batch of a hundred last a hundred
intervals: measured under a busy loop, 330 units a second row by row, 18,000 like this. Nor are all
rows made before the first step, since that would keep the loop waiting as long.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Any, TypeVar

import apsw

ROWS_PER_STEP_MAX = 256
"""More would make a statement so long that the driver does not keep it prepared (16 kB)."""

Thing = TypeVar("Thing")


class Insert:
    """An insertion into `table` of rows `width` wide, with an ON CONFLICT clause at will."""

    def __init__(self, table: str, width: int, on_conflict: str = "") -> None:
        self._table = table
        self._width = width
        self._on_conflict = on_conflict
        self._sql = cache(self._sql_for)

    def __call__(
        self,
        connection: apsw.Connection,
        things: Sequence[Thing],
        row: Callable[[Thing], tuple[Any, ...]],
    ) -> None:
        """Insert the `row` of each; its first value must not be None."""
        for start in range(0, len(things), ROWS_PER_STEP_MAX):
            part = things[start : start + ROWS_PER_STEP_MAX]
            size = 1 << (len(part) - 1).bit_length()
            padding = (None,) * (self._width * (size - len(part)))
            values = (*chain.from_iterable(map(row, part)), *padding)
            connection.execute(self._sql(size), values)

    def _sql_for(self, size: int) -> str:
        """For a power of two rows, so that few statements are ever prepared; rows of NULLs that
        fill it up are left out."""
        row = "(" + ",".join("?" * self._width) + ")"
        values = ",".join([row] * size)
        return (
            f"INSERT INTO {self._table} SELECT * FROM (VALUES {values})"
            f" WHERE column1 IS NOT NULL {self._on_conflict}"
        )
