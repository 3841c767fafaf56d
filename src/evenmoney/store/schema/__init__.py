"""The numbered migrations of both dialects: plain SQL files, applied in order, each once."""

from importlib.resources import files
from typing import Literal, NamedTuple

Dialect = Literal["sqlite", "postgres"]


class Migration(NamedTuple):
    """A step of the schema: its version (1, 2, …), its file's name, and its SQL."""

    version: int
    name: str
    sql: str


def migrations(dialect: Dialect) -> list[Migration]:
    """All migrations of a dialect, in order: file `0001_first.sql` is version 1."""
    found = [
        Migration(int(file.name.split("_")[0]), file.name, file.read_text(encoding="utf-8"))
        for file in files(__name__).joinpath(dialect).iterdir()
        if file.name.endswith(".sql")
    ]
    found.sort()
    assert [m.version for m in found] == list(range(1, len(found) + 1)), "a number is missing"
    return found
