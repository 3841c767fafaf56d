"""What waits for the writer: filled on the event loop, emptied on the writer's thread."""

import asyncio
import threading
from collections import deque
from typing import Any

from evenmoney.store.steps import Steps
from evenmoney.store.store import Unit


class Waiting:
    """Something that waits for the writer, and the future that its caller waits for."""

    __slots__ = ("answer", "error", "future")

    def __init__(self, future: "asyncio.Future[Any]") -> None:
        self.future = future
        self.answer: Any = None
        self.error: BaseException | None = None


class WaitingUnit(Waiting):
    """A unit to keep."""

    __slots__ = ("unit",)

    def __init__(self, future: "asyncio.Future[Any]", unit: Unit) -> None:
        super().__init__(future)
        self.unit = unit


class WaitingSteps(Waiting):
    """Steps to run."""

    __slots__ = ("steps",)

    def __init__(self, future: "asyncio.Future[Any]", steps: Steps[Any]) -> None:
        super().__init__(future)
        self.steps = steps


class WaitingChange(WaitingSteps):
    """A change other than a unit, made within the batch's transaction."""

    __slots__ = ()


class WaitingQuestion(WaitingSteps):
    """A question, answered after the batch is on disk; `books` tells that it reads the books, to
    which all units have to be posted before."""

    __slots__ = ("books",)

    def __init__(self, future: "asyncio.Future[Any]", steps: Steps[Any], *, books: bool) -> None:
        super().__init__(future, steps)
        self.books = books


class Inbox:
    """A queue with a bell that is rung once, however much comes before the writer hears it.

    The bell is rung when the event loop's turn is over, so that all the units of a turn go into one
    transaction. The writer bounds the queue by the number of callers it lets wait.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[Waiting] = deque()
        self._closed = False
        self._bell = threading.Lock()
        self._bell.acquire()
        self._rung = False
        self._to_ring = False

    def put(self, waiting: Waiting) -> None:
        """Leave something; on the event loop only."""
        self._waiting.append(waiting)
        if not self._to_ring:
            self._to_ring = True
            self._loop.call_soon(self._ring)

    def close(self) -> None:
        """Nothing more will come; on the event loop only."""
        self._closed = True
        self._ring()

    def take(self, most: int) -> list[Waiting]:
        """All that waits, at most so many; waits for something; empty when no more will come."""
        while not self._waiting and not self._closed:
            self._bell.acquire()
            self._rung = False  # before the next look, so that what comes after it rings again
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), most))]

    def _ring(self) -> None:
        self._to_ring = False
        if not self._rung:
            self._rung = True
            self._bell.release()
