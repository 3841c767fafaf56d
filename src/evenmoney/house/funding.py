"""Money of an operator's wallet: fetched before a command that costs, brought back when idle.

Knows no bets: what a command costs it is told. What was fetched for a command is earmarked for it
until that is done, so that no other table spends it and it is not brought back meanwhile.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from evenmoney.house.clock import Alarm
from evenmoney.house.errands import (
    AT_ONCE_MAX,
    FETCH_SECONDS,
    STORE_AGAIN_MS,
    Errands,
    wallet_away,
)
from evenmoney.house.pit import Pit
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.players.purse import NotEnough
from evenmoney.players.wallet_purse import WalletPurse
from evenmoney.store.store import OutcomeUnknown, StoreFailed, UnitRefused

IDLE_MS: Final = 1_000
"""How long cash lies here idle before it is brought back: often the next bet takes it."""

HEARD_MS: Final = 1_000
"""A balance that was heard within this time is not asked for again."""

logger = logging.getLogger(__name__)


class Funding:
    """Who needs a player's money here, and when it goes back."""

    def __init__(self, errands: Errands, pit: Pit) -> None:
        self._errands = errands
        self._store = pit.store
        self._purses = pit.purses
        self._clock = pit.clock
        self._alarms: dict[int, Alarm] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._few = asyncio.Semaphore(AT_ONCE_MAX)
        self._closed = False

    async def open(self) -> None:
        """Bring back what a house before this one left here idle."""
        for player in await self._store.cash_held():
            self.moved(player)

    async def close(self) -> None:
        """Bring nothing back any more, whatever the tables pay yet: the next opening will."""
        self._closed = True
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    @asynccontextmanager
    async def fetched(self, player: int, cost: int, ahead: int = 0) -> AsyncIterator[None]:
        """With so much of the player's money here, for what is done meanwhile alone; raises
        `TableRefusal`, and what the store raises. A debt is fetched too, as it is paid first.

        If the wallet is asked, so much more as what comes next takes is fetched with it, earmarked
        for nothing, as far as he is heard to have it."""
        purse = await self._purse(player)
        until = asyncio.get_running_loop().time() + FETCH_SECONDS
        try:
            async with asyncio.timeout_at(until):
                await purse.wallet_lock.acquire()
        except TimeoutError:
            raise wallet_away() from None
        try:
            lacks = cost + purse.earmarked - purse.available
            if lacks > 0:
                await self._debit(purse, lacks + purse.owed, ahead, until)
            purse.earmark(cost)
        finally:
            purse.wallet_lock.release()
        try:
            yield
        finally:
            purse.passed(cost)
            self.moved(player)

    async def _debit(self, purse: WalletPurse, amount: int, ahead: int, until: float) -> None:
        more = max(0, min(ahead, purse.elsewhere - amount))
        try:
            await self._errands.debit(purse, amount + more, until)
        except TableRefusal as refusal:
            if not more or refusal.code != Code.NOT_ENOUGH_MONEY:
                raise
            await self._errands.debit(purse, amount, until)  # he has less than was heard

    async def look(self, player: int) -> None:
        """Hear what the player has at his wallet, unless that is known, or asked right now."""
        purse = await self._purse(player)
        known = self._clock.now_ms() - purse.heard_at_ms < HEARD_MS
        if known or purse.wallet_lock.locked():
            return
        async with purse.wallet_lock:
            await self._errands.refresh(purse)

    def moved(self, player: int) -> None:
        """A player's cash moved: what of it lies idle a while later is brought back."""
        if player not in self._alarms:
            self._bring_back_after(IDLE_MS, player)

    def _bring_back_after(self, pause_ms: int, player: int) -> None:
        if not self._closed:
            self._alarms[player] = self._clock.alarm(pause_ms, lambda: self._ring(player))

    def _ring(self, player: int) -> None:
        self._alarms.pop(player, None)
        task = asyncio.get_running_loop().create_task(self._bring_back(player))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _bring_back(self, player: int) -> None:
        try:
            purse = await self._purse(player)
            async with purse.wallet_lock, self._few:
                idle = purse.available - purse.earmarked
                if idle > 0:
                    await self._errands.credit(purse, idle)
        except (NotEnough, UnitRefused):
            self.moved(player)  # it was spent just then
        except (StoreFailed, OutcomeUnknown) as failed:
            logger.warning("player %s's cash can't be brought back now: %s", player, failed)
            if player not in self._alarms:
                self._bring_back_after(STORE_AGAIN_MS, player)

    async def _purse(self, player: int) -> WalletPurse:
        purse = await self._purses.open(player)
        assert isinstance(purse, WalletPurse)
        return purse
