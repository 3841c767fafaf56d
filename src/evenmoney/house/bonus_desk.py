"""Where bonuses are granted and ended while no table plays with them. Knows no tables."""

import asyncio
import logging
from collections.abc import Callable

import msgspec

from evenmoney.house import stakes
from evenmoney.house.cage import Cage
from evenmoney.house.clock import Alarm
from evenmoney.house.pit import Pit
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.players import bonus as rules
from evenmoney.players.bonus import BonusStep
from evenmoney.store.store import Bonus, OutcomeUnknown, StoreFailed

DAY_MS = 24 * 3600 * 1000
NEVER_MS = 2**53
SWEEP_AGAIN_MS = 30_000
"""When expired bonuses are looked for again after the record could not be reached."""

logger = logging.getLogger(__name__)


class Grant(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="bonus_granted"):
    """What an operator grants: minor units, how many times they must be staked, for how many days
    (None: for ever), and at which games (none: all that take the kind)."""

    player: int
    amount: int
    wagering: int = 0
    days: int | None = None
    games: tuple[str, ...] = ()
    kind: str = rules.FREE_AMOUNT


class BonusDesk:
    """Grants, closes and lets expire; a bonus in play is its table's alone. `granted` is called
    with each that is on disk."""

    def __init__(self, pit: Pit, cage: Cage, granted: Callable[[Bonus], None]) -> None:
        self._pit = pit
        self._cage = cage
        self._granted = granted
        self._alarm: Alarm | None = None
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Let expire what did while nobody ran, and wait for the next."""
        await self._sweep()

    async def close(self) -> None:
        """Wait for nothing any more."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._sweeping is not None:
            await self._sweeping

    def look(self) -> None:
        """A table opened a bonus again: what expires next may be another one now."""
        if self._alarm is not None:
            self._alarm.cancel()
        if self._sweeping is None or self._sweeping.done():
            self._ring()

    async def grant(self, key: str, grant: Grant) -> Bonus:
        """A new bonus, or the one that `key` granted before; raises `TableRefusal`
        (`bonus_not_taken`), and `UnitRefused` as `key_taken` for a key that granted another."""
        self._check_games(grant)
        now = self._pit.clock.now_ms()
        bonus = Bonus(
            number=0,
            player=grant.player,
            kind=grant.kind,
            games=grant.games,
            amount=grant.amount,
            required=grant.wagering * grant.amount,
            granted_at_ms=now,
            expires_at_ms=None if grant.days is None else now + grant.days * DAY_MS,
            balance=grant.amount,
        )
        moves = stakes.granted(grant.player, grant.amount)
        note = msgspec.json.encode(grant)
        entry = await self._cage.book(f"bonus:{key}", note, moves, bonus)
        found = await self._pit.store.bonus(entry.sequence)
        assert found is not None, "the grant's entry numbers its bonus"
        self._granted(found)
        await self._wait_for_next()
        return found

    async def of(self, player: int) -> list[Bonus]:
        """A player's bonuses as they stand, newest first."""
        return await self._pit.store.bonuses(player)

    async def end(self, number: int, player: int | None = None) -> Bonus:
        """Close an open bonus that is not in play (of that player, if given): what was won goes to
        cash if the requirement is met, the rest goes back. Raises `TableRefusal`."""
        found = await self._pit.store.bonus(number)
        if found is None or player not in {None, found.player}:
            raise TableRefusal(Code.NO_SUCH_BONUS, "there is no such bonus", "bonus")
        purse = await self._pit.purses.open(found.player)
        async with purse.bonus_lock:
            bonus = await self._pit.store.bonus(number)
            if bonus is None or bonus.state != "open":
                raise TableRefusal(Code.NO_SUCH_BONUS, "this bonus is at its end already", "bonus")
            if bonus.table:
                reason = "this bonus is active at a table: it must be deactivated there first"
                raise TableRefusal(Code.BONUS_ACTIVE, reason)
            return await self._book("closed", rules.closed(bonus))

    async def _book(self, why: str, step: BonusStep) -> Bonus:
        """The end of a bonus, noted and booked."""
        bonus = step.bonus
        note = msgspec.json.encode({"type": f"bonus_{why}", "bonus": bonus.number})
        moves = stakes.bonus_ended(bonus.player, step.released, step.forfeited)
        await self._cage.book(f"bonus-end:{bonus.number}", note, moves, bonus)
        return bonus

    def _check_games(self, grant: Grant) -> None:
        """A bonus is granted only for games that take it."""
        takers = {id for id, game in self._pit.games.items() if grant.kind in game.bonus_kinds}
        for id in grant.games:
            if id not in takers:
                reason = f"{id[:40]} takes no {grant.kind[:40]} bonus"
                raise TableRefusal(Code.BONUS_NOT_TAKEN, reason, "games")
        if not takers:
            reason = f"no game here takes a {grant.kind[:40]} bonus"
            raise TableRefusal(Code.BONUS_NOT_TAKEN, reason, "kind")

    # ---- expiry

    async def _sweep(self) -> None:
        now = self._pit.clock.now_ms()
        for found in await self._pit.store.bonuses_until(now):
            purse = await self._pit.purses.open(found.player)
            async with purse.bonus_lock:
                bonus = await self._pit.store.bonus(found.number)
                if bonus is not None and bonus.state == "open" and not bonus.table:
                    await self._book("expired", rules.expired(bonus))
        await self._wait_for_next()

    async def _wait_for_next(self) -> None:
        """Ring when the next bonus expires; one that is in play then is its table's."""
        now = self._pit.clock.now_ms()
        ends = [b.expires_at_ms for b in await self._pit.store.bonuses_until(NEVER_MS)]
        coming = [end for end in ends if end is not None and end > now]
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._pit.clock.alarm(coming[0] - now, self._ring) if coming else None

    def _ring(self) -> None:
        self._alarm = None
        self._sweeping = asyncio.get_running_loop().create_task(self._swept())

    async def _swept(self) -> None:
        try:
            await self._sweep()
        except (StoreFailed, OutcomeUnknown) as failed:
            logger.warning("bonuses can't expire now: %s", failed)
            self._alarm = self._pit.clock.alarm(SWEEP_AGAIN_MS, self._ring)
