"""Serves a house whose shoes are stacked, and whose clock may be stopped: for tests only, and no
part of the product.

The cards are a file, a list with one text for each cycle of a table: the first cards to leave that
cycle's shoe; a null or a missing one is shuffled as always. The product is imported
once, and forked for each house: so a house opens in a fifth of the time.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from evenmoney import fairness
from evenmoney.cards import Card, parse_cards
from evenmoney.cli import main
from evenmoney.house.clock import Alarm, LoopClock
from evenmoney.server import run

TICK = 0.03
"""Seconds between two looks at the clock."""
really_shuffled = fairness.shuffle


class StackedShoes:
    """Packs as they are shuffled, with a cycle's cards on top."""

    def __init__(self, cards: Path) -> None:
        self.cards = cards

    def __call__(
        self, decks: int, seed: bytes, cycle: int, parts: Sequence[bytes]
    ) -> tuple[Card, ...]:
        pack = list(really_shuffled(decks, seed, cycle, parts))
        wanted = dict(enumerate(json.loads(self.cards.read_text()), start=1)).get(cycle)
        top = parse_cards(wanted or "")
        for card in top:
            pack.remove(card)
        return (*top, *pack)


class StoppedClock(LoopClock):
    """The house's own clock, but that it stands while a file is there, which says how many
    milliseconds later than when it came to stand."""

    def __init__(self, stopped: Path) -> None:
        super().__init__()
        self._stopped = stopped
        self._stands_at: int | None = None
        self._later_ms = 0
        self._behind_ms = 0

    def now_ms(self) -> int:
        real = super().now_ms()
        try:
            self._later_ms = int(self._stopped.read_text())
        except FileNotFoundError:
            if self._stands_at is not None:
                self._behind_ms += real - self._stands_at - self._later_ms
                self._stands_at = None
            return real - self._behind_ms
        if self._stands_at is None:
            self._stands_at = real
        return self._stands_at - self._behind_ms + self._later_ms

    def alarm(self, after_ms: int, ring: Callable[[], None]) -> Alarm:
        return Watch(self, self.now_ms() + after_ms, ring)


class Watch:
    """An alarm that looks at a clock time and again, as that may stand."""

    def __init__(self, clock: LoopClock, due_ms: int, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._due_ms = due_ms
        self._ring = ring
        self._look()

    def _look(self) -> None:
        due = self._clock.now_ms() >= self._due_ms
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(0, self._ring) if due else loop.call_later(TICK, self._look)

    def cancel(self) -> None:
        self._next.cancel()


def serve(cards: Path, stopped: Path, words: Sequence[str], log: Path, told: Connection) -> None:
    """`evenmoney serve` in this process: what it prints goes to `told`, its log to `log`."""
    os.dup2(told.fileno(), sys.stdout.fileno())
    with log.open("a") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    told.close()
    fairness.shuffle = StackedShoes(cards)
    vars(run)["LoopClock"] = lambda: StoppedClock(stopped)
    sys.argv = ["evenmoney", "serve", *words]
    main()
