"""Rows in one step: all of them, none of the padding, whatever their number."""

import apsw
import pytest

from evenmoney.store.sqlite.insert import ROWS_PER_STEP_MAX, Insert


@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 64, 65, 1000, ROWS_PER_STEP_MAX, 2500])
def test_as_many_rows_arrive_as_were_given(number: int) -> None:
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB, c TEXT)")
    rows = [(n, b"\0" * (n % 5), None if n % 3 else "?") for n in range(number)]
    Insert("t", 3)(connection, rows, tuple)
    assert connection.execute("SELECT * FROM t ORDER BY a").fetchall() == rows


def test_a_row_that_is_there_is_changed_where_that_is_asked_for() -> None:
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER)")
    insert = Insert("t", 2, "ON CONFLICT (a) DO UPDATE SET b = excluded.b")
    insert(connection, [(1, 10), (2, 20)], tuple)
    insert(connection, [(2, 21), (3, 30), (4, 40)], tuple)
    found = connection.execute("SELECT * FROM t ORDER BY a").fetchall()
    assert found == [(1, 10), (2, 21), (3, 30), (4, 40)]
    with pytest.raises(apsw.ConstraintError):
        Insert("t", 2)(connection, [(5, 50), (4, 41)], tuple)
