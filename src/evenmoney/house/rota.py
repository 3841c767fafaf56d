"""Which tables begin a piece of work in one turn of the event loop: a few, in the order they asked.

When many players press at once, their commands would all be worked out before the first of them is
kept and answered. So a few are, then what they wrote is flushed while the next few are worked out.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

BEGIN_MAX: Final = 12
"""Fewer make smaller batches, of which each costs a flush; more are answered later."""


class Rota:
    """Belongs to the event loop that it was made on."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._asked: deque[Callable[[], None]] = deque()
        self._due = False

    def ask(self, begin: Callable[[], None]) -> None:
        """Have this called when its turn comes."""
        self._asked.append(begin)
        if not self._due:
            self._due = True
            self._loop.call_soon(self._call)

    def _call(self) -> None:
        asked = self._asked
        try:
            for _ in range(min(BEGIN_MAX, len(asked))):
                asked.popleft()()
        finally:  # whoever fails, the others have their turn
            self._due = bool(asked)
            if asked:
                self._loop.call_soon(self._call)
