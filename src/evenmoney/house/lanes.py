"""A lane for each player at each table: what he sends is done in order, also while money comes.

Only in a house whose players' money lies in an operator's wallet. While his wallet is asked his own
messages to that table wait in his lane; those of others go on.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from evenmoney.house.clock import Clock
from evenmoney.house.command import Act, TableCommand
from evenmoney.house.costs import LAYS, cost_of, cost_of_row
from evenmoney.house.errands import wallet_away
from evenmoney.house.funding import Funding
from evenmoney.house.inspector import not_kept
from evenmoney.house.points import Points
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.streams import Viewer
from evenmoney.house.table import Table
from evenmoney.store.store import OutcomeUnknown, StoreFailed, UnitRefused

WAITING_MAX: Final = 64
"""Messages that may wait in one lane; one more is refused as `busy`."""

logger = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


class Waiting(NamedTuple):
    """What is done when its turn comes, and the command that it tells, if it tells one."""

    work: Work
    command: TableCommand | None = None


Lane = deque[Waiting]


class Lanes:
    """The lanes in which something waits or is done."""

    def __init__(self, funding: Funding, clock: Clock, points: Points) -> None:
        self._funding = funding
        self._clock = clock
        self._points = points
        self._lanes: dict[tuple[Viewer, str], Lane] = {}
        self._away: set[tuple[Viewer, str]] = set()
        """Lanes in which the wallet gave no answer: until they are empty it is not asked again."""
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    def join(self, table: Table, viewer: Viewer, work: Callable[[], None]) -> None:
        """Let a viewer in, once it is heard what his player has at the wallet."""

        async def done() -> None:
            try:
                await self._funding.look(viewer.player)
            finally:
                work()

        self._offer(table, viewer, Waiting(done))

    def post(self, table: Table, viewer: Viewer, command: TableCommand) -> None:
        """Have a command told to its table, once its money is here."""
        waiting = Waiting(lambda: self._tell(table, viewer, command), command)
        self._offer(table, viewer, waiting)

    def leave(self, table: Table, viewer: Viewer, work: Callable[[], None]) -> None:
        """Let a viewer go who leaves the table, after what he sent there before."""
        self._offer(table, viewer, Waiting(_later(work)))

    def gone(self, table: Table, viewer: Viewer, work: Callable[[], None]) -> None:
        """Let a viewer go whose socket is closed; that can't be refused, and comes once."""
        self._put(table, viewer, Waiting(_later(work)))

    async def close(self) -> None:
        """Do no more: what waits, or comes yet, was never taken."""
        self._closed = True
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    # ---- inside

    def _offer(self, table: Table, viewer: Viewer, waiting: Waiting) -> None:
        """Do this in the viewer's lane, unless too much waits there."""
        if len(self._lanes.get((viewer, table.layout.id), ())) < WAITING_MAX:
            self._put(table, viewer, waiting)
            return
        busy = TableRefusal(Code.BUSY, "too much waits at this table")
        table.audience.refuse(viewer, busy, waiting.command.n if waiting.command else None)

    def _put(self, table: Table, viewer: Viewer, waiting: Waiting) -> None:
        if self._closed:
            return
        key = viewer, table.layout.id
        lane = self._lanes.get(key)
        if lane is not None:
            lane.append(waiting)
            return
        self._lanes[key] = deque((waiting,))
        self._run(self._drive(key))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _drive(self, key: tuple[Viewer, str]) -> None:
        lane = self._lanes[key]
        try:
            while lane:
                await self._done(lane[0].work)
                lane.popleft()
        finally:
            del self._lanes[key]
            self._away.discard(key)

    @staticmethod
    async def _done(work: Work) -> None:
        """Whatever becomes of one piece of work, what waits behind it is done."""
        try:
            await work()
        except Exception:
            logger.exception("a player's message was not seen to")

    async def _tell(self, table: Table, viewer: Viewer, command: TableCommand) -> None:
        cost = _cost(table, viewer, command)
        if not cost:
            await _told(table, viewer, command)
            return
        key = viewer, table.layout.id
        try:
            if key in self._away:
                raise wallet_away()
            with self._held(table, command):
                ahead = self._row(table, viewer) - cost
                async with self._funding.fetched(viewer.player, cost, max(0, ahead)):
                    await self._points.pass_by("command", _told(table, viewer, command))
        except TableRefusal as refusal:
            if refusal.code == Code.WALLET_AWAY:
                self._away.add(key)
            table.audience.refuse(viewer, refusal, command.n)
        except (StoreFailed, OutcomeUnknown, UnitRefused):
            table.audience.refuse(viewer, not_kept(), command.n)

    def _row(self, table: Table, viewer: Viewer) -> int:
        """What the bets at the head of a lane take: a row of chips is fetched at once, as each call
        of a slow wallet is a wait."""
        row: list[TableCommand] = []
        for waiting in self._lanes[viewer, table.layout.id]:
            command = waiting.command
            if not isinstance(command, LAYS) or (row and command.n != row[-1].n + 1):
                break
            row.append(command)
        return cost_of_row(table.layout, table.state, viewer.player, row)

    @contextmanager
    def _held(self, table: Table, command: TableCommand) -> Iterator[None]:
        """While the clock of the decision that it answers stands still."""
        if not isinstance(command, Act):
            yield
            return
        table.awaiting.begin(command.decision, self._clock.now_ms())
        try:
            yield
        finally:
            table.awaiting.end(command.decision, self._clock.now_ms())
            table.look_at_clock()


def _cost(table: Table, viewer: Viewer, command: TableCommand) -> int:
    """What a command that comes next in its stream would cost; any other is answered as it is."""
    stream = table.audience.streams.of(viewer)
    if table.stopped is not None or stream is None or command.n != stream.last + 1:
        return 0
    return cost_of(table.layout, table.state, viewer.player, command)


async def _told(table: Table, viewer: Viewer, command: TableCommand) -> None:
    """Until the table has done what it was told."""
    table.post(viewer, command)
    await table.inbox.ask(_nothing)


async def _nothing() -> None:
    """What is put last: when it is done, all before it is."""


def _later(work: Callable[[], None]) -> Work:
    async def done() -> None:
        work()

    return done
