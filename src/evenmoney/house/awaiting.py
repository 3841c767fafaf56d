"""A decision that waits for money: its clock stands still while a wallet is asked. Pure."""

from typing import Final

from evenmoney.house.state import TableState

HELD_MS_MAX: Final = 5_000
"""How long one decision's clock may stand still in all: others at the table wait for it too."""


class Awaiting:
    """The decision for whose answer money is asked, or was last asked, at one table.

    It is not in the record: a restart gives every decision its full time anyway.
    """

    def __init__(self) -> None:
        self._decision = 0
        self._waiting = 0
        """Answers to it: its player may look on by several sockets."""
        self._since_ms: int | None = None
        self._held_ms = 0

    def begin(self, decision: int, now: int) -> None:
        """From now on an answer to that decision waits for money."""
        if decision != self._decision:
            self._decision, self._waiting, self._since_ms, self._held_ms = decision, 0, None, 0
        self._waiting += 1
        if self._since_ms is None:
            self._since_ms = now

    def end(self, decision: int, now: int) -> None:
        """The money is there, or it is known that it does not come; maybe too late, when another
        decision's answer waits."""
        if decision != self._decision:
            return
        self._waiting -= 1
        if not self._waiting and self._since_ms is not None:
            self._held_ms = min(HELD_MS_MAX, self._held_ms + now - self._since_ms)
            self._since_ms = None

    def until(self, state: TableState, now: int) -> int | None:
        """When the clock of the open decision runs out, in ms of UTC, if that is later than its
        deadline and still to come."""
        ends, hour = state.deadlines.turn_ms, state.deadlines.round_ms
        if ends is None or state.decision != self._decision or (hour is not None and hour <= now):
            return None
        ends += HELD_MS_MAX if self._since_ms is not None else self._held_ms
        return ends if ends > now else None
