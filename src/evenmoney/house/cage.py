"""The cage: books money that moves at no table, once a key, and then lets the purses know.

Tables book their own (`till`); nobody else moves money. Knows no tables and no bonuses' rules.
"""

import asyncio
import logging
from collections.abc import Callable

import msgspec

from evenmoney.house import stakes
from evenmoney.house.clock import Clock
from evenmoney.house.stakes import Moved
from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Transfer
from evenmoney.players.purse import Purse, Purses
from evenmoney.store.store import Bonus, OutcomeUnknown, Store, StoreFailed, WalletCall

ANSWER_SECONDS = 10.0
"""How long a caller waits to be told whether a booking of unknown outcome was kept."""

DOUBT_SECONDS = (0.05, 0.2, 1.0, 5.0)
"""The pauses between two tries to find out; the last one is repeated."""

PENDING_MAX = 1000
"""Bookings under way at once."""

logger = logging.getLogger(__name__)

Held = list[tuple[Purse, Moved]]
"""Purses, and what the booking needs of and changes in each."""


def nothing_more() -> None:
    """What most bookings do when they are kept."""


class Booking(msgspec.Struct, frozen=True):
    """What is booked under a key: the note, the money, the bonus or the wallet's call that stand so
    after it; and what to do once it is kept, just before the purses know."""

    key: str
    note: bytes
    transfers: tuple[Transfer, ...]
    bonus: Bonus | None = None
    call: WalletCall | None = None
    kept: Callable[[], None] = nothing_more


class Cage:
    """What is in the purses is what the ledger says: each booking is mirrored exactly once."""

    def __init__(self, store: Store, purses: Purses, clock: Clock) -> None:
        self._store = store
        self._purses = purses
        self._clock = clock
        self._pending: dict[str, asyncio.Task[Entry]] = {}

    async def book(
        self, key: str, note: bytes, transfers: tuple[Transfer, ...], bonus: Bonus | None = None
    ) -> Entry:
        """The entry of a booking without more; see `keep`."""
        return await self.keep(Booking(key, note, transfers, bonus))

    async def keep(self, booking: Booking) -> Entry:
        """The entry of a booking, made now or, by the same key, before. Raises `NotEnough` and what
        the store's `book` does; `OutcomeUnknown` when the store doesn't say in time: the cage keeps
        asking, and the key may be used again. It is finished though its caller is cancelled."""
        key = booking.key
        await self.quiet(key)
        if len(self._pending) >= PENDING_MAX:
            raise StoreFailed("too many bookings wait for the record")
        doing = self._pending[key] = asyncio.create_task(self._book(booking))
        doing.add_done_callback(lambda _: self._done(key))
        done, _ = await asyncio.wait((doing,), timeout=ANSWER_SECONDS)
        if not done:
            raise OutcomeUnknown(f"the record does not say whether {key} was booked")
        return doing.result()

    async def quiet(self, key: str) -> None:
        """Until nothing is under way under this key, so that what the record says of it is the
        end of it; raises `StoreFailed` when that is not in time."""
        while (before := self._pending.get(key)) is not None:
            done, _ = await asyncio.wait((before,), timeout=ANSWER_SECONDS)
            if not done:
                raise StoreFailed(f"{key} waits for the record already")

    async def close(self) -> None:
        """Ask no more: whoever opens the record next reads what it says."""
        for booking in tuple(self._pending.values()):
            booking.cancel()
        await asyncio.gather(*self._pending.values(), return_exceptions=True)

    def _done(self, key: str) -> None:
        booking = self._pending.pop(key)
        if not booking.cancelled() and isinstance(booking.exception(), StoreFailed):
            logger.warning("%s was not booked: %s", key, booking.exception())

    async def _book(self, booking: Booking) -> Entry:
        known = await self._store.booking(booking.key)
        # What the key moved when it was first used is in the purses already.
        if known is not None:
            return await self._booked(booking, ())
        held, transfers = await self._hold(booking.transfers)
        try:
            entry = await self._booked(booking, transfers)
        except BaseException:
            _release(held)
            raise
        booking.kept()
        for purse, moved in held:
            purse.owe(moved.borrowed, moved.repaid)
            purse.settle(moved.need, moved.need + moved.net)
        return entry

    async def _hold(self, transfers: tuple[Transfer, ...]) -> tuple[Held, tuple[Transfer, ...]]:
        """What is held for the transfers, and they with what they pay off of debts."""
        purses = {player: await self._purses.open(player) for player in stakes.moved(transfers)}
        debts = {player: purse.owed for player, purse in purses.items() if purse.owed}
        transfers += stakes.repayments(transfers, debts)
        held: Held = []
        try:
            for player, moved in stakes.moved(transfers).items():
                purses[player].reserve(moved.need, moved.repaid)
                held.append((purses[player], moved))
        except BaseException:
            _release(held)
            raise
        return held, transfers

    async def _booked(self, booking: Booking, transfers: tuple[Transfer, ...]) -> Entry:
        """The booking's entry, asked for until it is known: a key books once."""
        at, unknown = self._clock.now_ms(), 0
        while True:
            try:
                return await self._store.book(
                    booking.key,
                    booking.note,
                    transfers,
                    at_ms=at,
                    bonus=booking.bonus,
                    call=booking.call,
                )
            except OutcomeUnknown as doubt:
                logger.warning("whether %s was booked is not known yet: %s", booking.key, doubt)
            except StoreFailed:
                if not unknown:
                    raise
            await asyncio.sleep(DOUBT_SECONDS[min(unknown, len(DOUBT_SECONDS) - 1)])
            unknown += 1


def _release(held: Held) -> None:
    for purse, moved in held:
        purse.release(moved.need, moved.repaid)
