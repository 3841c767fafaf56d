"""Finds out what a round that is to be void did with everyone's money."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager

import msgspec

from evenmoney.house import record as records
from evenmoney.house import stakes, standing, voids
from evenmoney.house.furnishing import layout_of
from evenmoney.house.record import Told, Voided, VoidPart
from evenmoney.house.recovery import RecordDiffers, rebuild
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.state import Layout, TableState
from evenmoney.house.till import Till
from evenmoney.house.voids import PlayedWith
from evenmoney.journal.chain import ChainBroken
from evenmoney.store.store import PlayedRound, Store, TableRecord


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

    def lies(self, player: int) -> bool:
        """Whether money of a player lies on the table now."""
        return standing.staked_by(self.state, player) > 0


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
    with _old_record():
        await _check_stands(case, store, parts[0].last_sequence)
        played_with = await _played_with(case, store, parts)
    return tuple(
        voids.settled_part(
            part,
            till.available(part.player),
            played_with.get(part.player),
            better=case.better,
        )
        for part in parts
    )


@contextmanager
def _old_record() -> Iterator[None]:
    """An old round that can't be told again is refused, and is no reason to stop its table."""
    try:
        yield
    except (RecordDiffers, ChainBroken) as fault:
        reason = f"the record of that round can't be told again: {fault}"
        raise TableRefusal(Code.RECORD_DIFFERS, reason) from fault


async def _check_stands(case: Case, store: Store, last: int) -> None:
    """Refuses a round whose last entry is its void."""
    (entry,) = await store.entries(case.layout.number, last, last)
    if isinstance(records.decode(entry.payload), Voided):
        raise TableRefusal(Code.ALREADY_VOID, "that round is void already")


async def _played_with(case: Case, store: Store, parts: list[PlayedRound]) -> dict[int, PlayedWith]:
    """The bonuses that a settled round was played with, as they stand now, by player; refused
    while one is in play at another table, which alone may change it then."""
    number, part = case.layout.number, parts[0]
    entries = await store.entries(number, part.first_sequence, part.last_sequence)
    record = TableRecord(number, case.layout.id, case.layout.game.id)
    layout = await layout_of(store, record, entries)
    if not layout.game.bonus_kinds:
        return {}
    lines = rebuild(layout, entries).lines
    staked_from, closing = lines[-2].change.state.bonuses, lines[-1].change
    found = {}
    for player in staked_from.keys() & {part.player for part in parts}:
        before = staked_from[player]
        bonus = await store.bonus(before.number)
        assert bonus is not None, "a bonus that was played with is on record"
        if bonus.table not in {0, case.layout.number}:
            reason = f"player {player}'s bonus is active at another table: it must rest for this"
            raise TableRefusal(Code.BONUS_ACTIVE, reason)
        released = min(stakes.released(closing.transfers, player), bonus.released)
        since = max(bonus.released - before.released, released)
        here = case.state.bonuses.get(player)
        lies = here is not None and here.number == bonus.number and case.lies(player)
        found[player] = PlayedWith(bonus, released, since, lies)
    return found


async def _escrows(case: Case, store: Store, till: Till) -> tuple[VoidPart, ...]:
    """What lies in the escrows of a round that can't be told again: of those who bet before its
    last checkpoint, and of those who were heard since."""
    entries = await store.since_checkpoint(case.layout.number)
    told = (records.decode(entry.payload) for entry in entries)
    players = {record.player for record in told if isinstance(record, Told)}
    players.update(stack.owner for stack in case.state.stacks.values())
    number = case.layout.round_number(case.count)
    parts = []
    for player in sorted(players):
        await till.open(player)
        staked = await store.balance(stakes.escrow(player, number))
        here = (b for b in await store.bonuses(player) if b.table == case.layout.number)
        parts.append(VoidPart(player, staked, None, 0, case.began, next(here, None)))
    return tuple(parts)
