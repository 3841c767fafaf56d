"""Points of a wallet's call at which a test may kill the house. Without one, nothing is added."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

from evenmoney.store.faults import Fault, planted

T = TypeVar("T")

VARIABLE: Final = "EVENMONEY_WALLET_FAULT"
"""The environment variable in which a test gives its faults, such as `kill:after:debit:1`."""

POINTS: Final = ("intent", "debit", "outcome", "command", "sweep", "credit", "rollback", "end")


class Points:
    """The points, with the faults that a test plants before and after each."""

    def __init__(self, faults: Sequence[Fault] = ()) -> None:
        self._traps: dict[str, tuple[Callable[..., Any], ...]] = {}
        if faults:
            steps = planted([(name, _here) for name in POINTS], faults)
            for name in POINTS:
                self._traps[name] = tuple(step for at, step in steps if at == name)

    async def pass_by(self, name: str, work: Awaitable[T]) -> T:
        """What the work gives, done at the point of that name."""
        done: T | None = None
        for step in self._traps.get(name, (_here,)):
            if step is _here:
                done = await work
            else:
                step()
        return done  # type: ignore[return-value]


def _here() -> None:
    """Where the work itself is done."""
