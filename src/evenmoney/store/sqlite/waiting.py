"""What waits for the store: a unit to keep, a change to make, a question to answer."""

import asyncio
from collections.abc import Sequence
from typing import Any

from evenmoney.store.steps import Steps
from evenmoney.store.store import StoreFailed, Unit


class Waiting:
    """Something that waits, the future that its caller waits for, and what he will be told."""

    __slots__ = ("answer", "error", "future")

    def __init__(self, future: "asyncio.Future[Any]") -> None:
        self.future = future
        self.answer: Any = None
        self.error: BaseException | None = None

    def tell(self) -> None:
        """Tell the caller, unless he was cancelled."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.answer)
        else:
            self.future.set_exception(self.error)


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


class Batch:
    """What was found waiting, sorted. `reads_books` tells that somebody asks for the books;
    `committing`, that what fails from now on may have been kept."""

    def __init__(self, waiting: Sequence[Waiting]) -> None:
        self.waiting = waiting
        self.units = [w for w in waiting if type(w) is WaitingUnit]
        self.changes = [w for w in waiting if type(w) is WaitingChange]
        self.questions = [w for w in waiting if type(w) is WaitingQuestion]
        self.reads_books = any(w.books for w in self.questions)
        self.committing = False

    @property
    def units_alone(self) -> bool:
        """Whether nothing but units is in it."""
        return len(self.units) == len(self.waiting)


def fail(waiting: Sequence[Waiting], failed: StoreFailed) -> None:
    """Each gets an error of its own: one shared would collect every caller's traceback."""
    for one in waiting:
        if one.error is None:
            one.error = StoreFailed(str(failed), failed.code)
