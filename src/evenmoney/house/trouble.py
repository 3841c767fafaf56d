"""When the record can't be written: a table tries again by itself, ever more patiently."""

import logging
from collections.abc import Callable
from typing import Final

from evenmoney.house.clock import Alarm, Clock

AGAIN_MS: Final = (250, 1000, 5000, 15_000)
"""The pauses before a table tries again; the last one is repeated."""

logger = logging.getLogger(__name__)


class Trouble:
    """Rings `again` a while after a fault of the store; the pauses grow until one unit is kept."""

    def __init__(self, clock: Clock, again: Callable[[], None]) -> None:
        self._clock = clock
        self._again = again
        self._alarm: Alarm | None = None
        self._met = 0

    def met(self, table: str, fault: Exception) -> None:
        """The store failed: try again later, unless that is waited for already."""
        if self._alarm is not None:
            return
        logger.warning("table %s can't write down what happens: %s", table, fault)
        pause = AGAIN_MS[min(self._met, len(AGAIN_MS) - 1)]
        self._met += 1
        self._alarm = self._clock.alarm(pause, self._ring)

    def over(self) -> None:
        """A unit was kept. What was left undone is still seen to when the alarm rings."""
        self._met = 0

    def end(self) -> None:
        """Try no more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self) -> None:
        self._alarm = None
        self._again()
