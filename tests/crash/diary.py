"""What a player wrote down: every line he sent, before it left, and every frame as it came.

A line is `*` and who he is, `+` for a new connection, `>` and a message sent, or `<` and one that
came. Lines are only ever appended, so that a crash of anything else leaves them as they were.
"""

from pathlib import Path
from typing import NamedTuple

MARKS = "*+><"


class Line(NamedTuple):
    """One line: its mark, and the JSON after it."""

    mark: str
    text: bytes


class Diary:
    """Appends to a player's file, a line at a time, each in the file when the call returns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("ab", buffering=0)

    def write(self, mark: str, text: str = "") -> None:
        """One more line."""
        self._file.write(f"{mark}{text}\n".encode())

    def close(self) -> None:
        """Nothing more will be written."""
        self._file.close()


def read(path: Path, first: int, end: int | None = None) -> tuple[list[Line], int]:
    """The lines from byte `first` to byte `end` (None: as far as there are), and where they end."""
    with path.open("rb") as file:
        file.seek(first)
        text = file.read() if end is None else file.read(max(0, end - first))
    whole = text[: text.rfind(b"\n") + 1]
    lines = [Line(chr(line[0]), line[1:]) for line in whole.splitlines()]
    return lines, first + len(whole)
