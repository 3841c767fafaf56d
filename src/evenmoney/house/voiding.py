"""Finds out what a round that is to be void did with everyone's money."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec

from evenmoney.house import record as records
from evenmoney.house import stakes, voids
from evenmoney.house.furnishing import layout_of
from evenmoney.house.record import Told, Voided, VoidPart
from evenmoney.house.recovery import rebuild
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.state import Layout, TableState
from evenmoney.house.till import Till
from evenmoney.store.store import Bonus, PlayedRound, Store, TableRecord


class Case(msgspec.Struct, frozen=True, gc=False):
    """Round `count` of a table in this state, whose betting opened with entry `began`; `broken`:
    the table stopped, and only its escrows tell what was staked; `better`: a player gets what he
    had won so far where that is more than his bets."""

    layout: Layout
    state: TableState
    began: int
    count: int
    broken: bool
    better: bool = False

    @property
    def closed(self) -> bool:
        """Whether the round was settled before."""
        return self.count != self.state.count or (self.state.play is None and not self.broken)


@asynccontextmanager
async def parts_held(case: Case, store: Store, till: Till) -> AsyncIterator[tuple[VoidPart, ...]]:
    """Every player's part of the round; until the end, no bonus of theirs changes elsewhere.
    Raises `TableRefusal`."""
    async with AsyncExitStack() as held:
        number = case.layout.round_number(case.count)
        parts = await store.round_parts(number) if case.closed else []
        for player in sorted(part.player for part in parts):
            await till.open(player)
            await held.enter_async_context(till.purse(player).bonus_lock)
        yield await _parts_of(case, store, till)


async def _parts_of(case: Case, store: Store, till: Till) -> tuple[VoidPart, ...]:
    if case.broken and case.count == case.state.count:
        return await _escrows(case, store, till)
    if case.state.play is not None and case.count == case.state.count:
        return voids.open_parts(case.state, case.began, better=case.better)
    parts = await store.round_parts(case.layout.round_number(case.count))
    if not parts:
        raise TableRefusal(Code.NO_SUCH_ROUND, "no such round was dealt at this table")
    last = parts[0].last_sequence
    (entry,) = await store.entries(case.layout.number, last, last)
    if isinstance(records.decode(entry.payload), Voided):
        raise TableRefusal(Code.ALREADY_VOID, "that round is void already")
    played_with = await _bonuses(case, store, parts)
    return tuple(
        voids.settled_part(
            part,
            till.available(part.player),
            played_with.get(part.player),
            better=case.better,
        )
        for part in parts
    )


async def _bonuses(case: Case, store: Store, parts: list[PlayedRound]) -> dict[int, Bonus]:
    """The bonuses that a settled round was played with, as they stand now, by player; refused
    while one is in play at another table, which alone may change it then."""
    first, last = parts[0].first_sequence, parts[0].last_sequence
    entries = await store.entries(case.layout.number, first, last)
    record = TableRecord(case.layout.number, case.layout.id, case.layout.game.id)
    layout = await layout_of(store, record, entries)
    if not layout.game.bonus_kinds:
        return {}
    staking = [line.change.state.bonuses for line in rebuild(layout, entries).lines[:-1]]
    found = {}
    for player, played in (staking[-1] if staking else {}).items():
        bonus = await store.bonus(played.number)
        if bonus is None or player not in {part.player for part in parts}:
            continue
        if bonus.table not in {0, case.layout.number}:
            reason = f"player {player}'s bonus is active at another table: it must rest for this"
            raise TableRefusal(Code.BONUS_ACTIVE, reason)
        found[player] = bonus
    return found


async def _escrows(case: Case, store: Store, till: Till) -> tuple[VoidPart, ...]:
    """What lies in the escrows of a round that can't be told again."""
    entries = await store.since_checkpoint(case.layout.number)
    told = (records.decode(entry.payload) for entry in entries)
    number = case.layout.round_number(case.count)
    parts = []
    for player in sorted({record.player for record in told if isinstance(record, Told)}):
        await till.open(player)
        staked = await store.balance(stakes.escrow(player, number))
        here = (b for b in await store.bonuses(player) if b.table == case.layout.number)
        parts.append(VoidPart(player, staked, None, 0, case.began, next(here, None)))
    return tuple(parts)
