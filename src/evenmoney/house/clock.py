"""Time as the house sees it: what o'clock it is, and alarms; the real clock and its contract."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

_SINCE_BOOT = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""A clock that is never set; where there is one that goes on while the machine sleeps, that."""


class Alarm(Protocol):
    """Something that will ring."""

    def cancel(self) -> None:
        """It will not ring any more."""


class Clock(Protocol):
    """The time and its alarms; tests bring one that they move themselves."""

    def now_ms(self) -> int:
        """Milliseconds of UTC since 1970."""

    def alarm(self, after_ms: int, ring: Callable[[], None]) -> Alarm:
        """Call `ring` once, `after_ms` from now."""


class LoopClock:
    """The machine's time as it was at the start, counted on from there: when the machine's clock is
    set, forward or back, no deadline moves. Alarms are the running event loop's."""

    def __init__(self) -> None:
        self._boot_ns = time.time_ns() - time.clock_gettime_ns(_SINCE_BOOT)

    def now_ms(self) -> int:
        """Milliseconds of UTC since 1970."""
        return (self._boot_ns + time.clock_gettime_ns(_SINCE_BOOT)) // 1_000_000

    def alarm(self, after_ms: int, ring: Callable[[], None]) -> Alarm:
        """Call `ring` once, `after_ms` from now, by the monotonic clock."""
        return asyncio.get_running_loop().call_later(after_ms / 1000, ring)
