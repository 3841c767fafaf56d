"""When the store fails in the middle of a commit: nothing is invented, nothing is lost."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from evenmoney.house.command import Join
from evenmoney.house.event import PlayedByCard, PresenceChanged, RoundStarted, SeatFreed
from evenmoney.house.frame import Refused
from evenmoney.house.house import House
from evenmoney.house.settings import Settings
from evenmoney.journal.entry import Entry
from evenmoney.store.faults import parse_faults
from evenmoney.store.sqlite.store import SqliteStore
from evenmoney.store.store import OutcomeUnknown, Store, StoreFailed, Unit
from tests.dealing import GAMES
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house
from tests.house.seated import GAME, TABLE, cards, pass_seconds, sit, to_seventeen, two_in_a_round


class UncertainStore:
    """A real store whose connection breaks once, in COMMIT: before it happened, or after."""

    def __init__(self, store: SqliteStore, *, kept: bool) -> None:
        self._store = store
        self._kept = kept
        self.break_next = False

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def commit(self, unit: Unit) -> None:
        if not self.break_next:
            await self._store.commit(unit)
            return
        self.break_next = False
        if self._kept:
            await self._store.commit(unit)
        raise OutcomeUnknown("the connection broke")


@pytest.mark.parametrize("kept", [True, False])
async def test_a_commit_of_unknown_outcome_is_found_out_from_the_record(
    tmp_path: Path, kept: bool
) -> None:
    async with open_house(tmp_path / "h.db", {"classic": GAMES["classic"]}) as floor:
        await floor.house.close()
        store = UncertainStore(floor.store, kept=kept)
        real: Store = store  # type: ignore[assignment]
        floor.house = await House.open(
            real, floor.catalogue, clock=floor.clock, entropy=floor.entropy, settings=Settings()
        )
        player = await floor.player(1)
        await player.bet(1, 500)
        store.break_next = True
        await player.give("place_bet", box=2, amount=700)
        await player.settle()
        assert player.closed == [("classic-1", "rebuilt")]
        back = Player(floor.house, 1, "classic-1")
        welcome = await back.join(stream=player.stream)
        assert welcome.next_n == (3 if kept else 2)
        staked = 1200 if kept else 500
        assert back.you.purse.staked == staked
        assert back.balance == OPENING - staked
        assert (await back.bet(3, 300)).ack
        await floor.check_books()


async def test_a_full_disk_refuses_a_command_and_the_next_is_taken(tmp_path: Path) -> None:
    catalogue = {"classic": GAMES["classic"]}
    floor = TestHouse(tmp_path / "h.db", catalogue, None)
    await floor.open()
    player = await floor.player(1)
    await player.bet(1, 500)
    await floor.kill()
    faults = parse_faults("full:before:daybook:2")
    floor.store = await SqliteStore.open(floor.path, faults)
    floor.house = await House.open(
        floor.store, catalogue, clock=floor.clock, entropy=floor.entropy, settings=Settings()
    )
    back = Player(floor.house, 1, "classic-1")
    await back.join(stream=player.stream)
    answers = [await back.bet(2, 100) for _ in range(3)]
    refused = [isinstance(answer, Refused) and answer.code for answer in answers]
    assert refused.count("not_kept") == 1
    assert back.closed == []
    assert back.you.purse.staked == 700
    await floor.check_books()
    await floor.house.close()
    await floor.store.close()


class OutOfReach:
    """A real store that at times can't be written, or can't be reached at all."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.full = False
        self.away = False
        self.breaks: str | None = None
        """How the next commit's connection breaks: after the unit was "kept", or "lost"."""
        self.altered = 0
        """The sequence of an entry that is read with another digest than it was written with."""

    def __getattr__(self, name: str) -> object:
        if self.away:
            raise StoreFailed("nobody answers", "unreachable")
        return getattr(self._store, name)

    async def since_checkpoint(self, table: int) -> list[Entry]:
        if self.away:
            raise StoreFailed("nobody answers", "unreachable")
        return [
            replace(entry, digest=b"\0" * 16) if entry.sequence == self.altered else entry
            for entry in await self._store.since_checkpoint(table)
        ]

    async def commit(self, unit: Unit) -> None:
        if self.full:
            raise StoreFailed("the disk is full", "disk_full")
        if self.breaks != "lost":
            await self._store.commit(unit)
        if self.breaks:
            self.away, self.breaks = True, None
            raise OutcomeUnknown("the connection broke")


@asynccontextmanager
async def house_out_of_reach(path: Path, game: str) -> AsyncIterator[tuple[TestHouse, OutOfReach]]:
    async with open_house(path, {game: GAMES[game]}, to_seventeen) as floor:
        await floor.house.close()
        store = OutOfReach(floor.store)
        real: Store = store  # type: ignore[assignment]
        floor.house = await House.open(
            real,
            floor.catalogue,
            clock=floor.clock,
            entropy=floor.entropy,
            settings=Settings(),
            advice=to_seventeen,
        )
        yield floor, store
        await floor.check_books()


async def test_a_command_that_can_not_be_written_keeps_its_number_free(tmp_path: Path) -> None:
    async with house_out_of_reach(tmp_path / "h.db", "classic") as (floor, store):
        player = await floor.player(1)
        await player.bet(1, 500)
        store.full = True
        for _ in range(3):
            assert (await player.bet(2, 700)).code == "not_kept"
        assert await Player(floor.house, 2, "classic-2").join_refused() == "not_kept"
        store.full = False
        assert (await player.bet(2, 700)).ack == 2
        assert (player.you.purse.staked, player.balance) == (1200, OPENING - 1200)
        assert player.closed == []


@pytest.mark.parametrize("outcome", ["kept", "lost"])
async def test_a_table_in_doubt_asks_again_until_the_record_answers(
    tmp_path: Path, outcome: str
) -> None:
    async with house_out_of_reach(tmp_path / "h.db", "classic") as (floor, store):
        player = await floor.player(1)
        await player.bet(1, 500)
        store.breaks = outcome
        await player.give("place_bet", box=2, amount=700)
        await player.settle()
        assert player.closed == [("classic-1", "rebuilt")]
        back = Player(floor.house, 1, "classic-1")
        for _ in range(5):
            assert await back.join_refused(stream=player.stream) == "not_kept"
            floor.clock.advance(15)
            await back.settle()
        store.away = False
        floor.clock.advance(15)
        await back.settle()
        welcome = await back.join(stream=player.stream)
        staked = 1200 if outcome == "kept" else 500
        assert welcome.next_n == (3 if outcome == "kept" else 2)
        assert (back.you.purse.staked, back.balance) == (staked, OPENING - staked)
        assert (await back.bet(3, 300)).ack


async def test_a_clock_that_ran_out_while_nothing_could_be_written_begins_anew(
    tmp_path: Path, stack: Stack
) -> None:
    stack.put(cards("2s 3s / Ts 9s", then="4s 8d 9c 9h"))
    async with house_out_of_reach(tmp_path / "h.db", GAME.id) as (floor, store):
        one, _ = await two_in_a_round(floor)
        store.full = True
        await pass_seconds(floor, 25)
        assert one.events(PlayedByCard) == []
        store.full = False
        await pass_seconds(floor, 15)
        assert one.closed == [(TABLE, "rebuilt")]
        back, other = Player(floor.house, 1, TABLE), Player(floor.house, 2, TABLE)
        welcome = await back.join(stream=one.stream)
        await other.join()
        assert welcome.view.turn is not None
        assert welcome.view.turn.left_ms == 15_000
        await pass_seconds(floor, 14)
        assert back.events(PlayedByCard) == []
        await back.act("stand")
        assert other.offers


async def test_who_left_or_went_away_in_that_time_is_seen_to_afterwards(tmp_path: Path) -> None:
    async with house_out_of_reach(tmp_path / "h.db", GAME.id) as (floor, store):
        one, two, three = await sit(floor, 1, 2, 3)
        store.full = True
        await one.leave()
        two.drop()
        await pass_seconds(floor, 60)
        assert one.closed == [(TABLE, "left")]
        assert three.events(PresenceChanged) == []
        store.full = False
        await pass_seconds(floor, 15)
        await pass_seconds(floor, 15)
        assert {event.seat for event in three.events(PresenceChanged)} == {1, 2}
        await three.bet(3, 500)
        await three.deal()
        await three.settle()
        assert three.events(RoundStarted), "nobody waits for who is gone"
        await pass_seconds(floor, Settings().seat_idle_seconds)
        assert {event.player for event in three.events(SeatFreed)} == {1, 2}


async def test_a_record_that_differs_is_not_tried_again(tmp_path: Path) -> None:
    async with house_out_of_reach(tmp_path / "h.db", "classic") as (floor, _):
        player = await floor.player(1)
        await player.bet(1, 500)
        table = floor.house._tables["classic-1"]
        entries = await floor.store.since_checkpoint(1)
        await table.load([*entries[:-1], replace(entries[-1], digest=b"\0" * 16)])
        for _ in range(5):
            floor.clock.advance(60)
            await player.settle()
            assert await Player(floor.house, 1, "classic-1").join_refused() == "table_stopped"


@pytest.mark.parametrize("outcome", ["kept", "lost"])
async def test_a_connection_that_breaks_at_a_tables_very_first_entry_stops_nothing(
    tmp_path: Path, outcome: str
) -> None:
    async with house_out_of_reach(tmp_path / "h.db", "classic") as (floor, store):
        await floor.fund(1, OPENING)
        store.breaks = outcome
        first = Player(floor.house, 1, "classic-1")
        floor.house.join(first, Join(table="classic-1"))
        await first.settle()
        assert first.closed == [("classic-1", "rebuilt")]
        store.away = False
        floor.clock.advance(15)
        await first.settle()
        assert floor.house._tables["classic-1"].stopped is None
        again = Player(floor.house, 1, "classic-1")
        await again.join()
        assert (await again.bet(1, 500)).ack


@pytest.mark.parametrize("outcome", ["kept", "lost"])
async def test_a_stopped_table_goes_on_if_the_record_says_that_its_round_was_called_off(
    tmp_path: Path, outcome: str
) -> None:
    async with house_out_of_reach(tmp_path / "h.db", "classic") as (floor, store):
        player = await floor.player(1)
        await player.bet(1, 500)
        await player.deal()
        table = floor.house._tables["classic-1"]
        while player.you.decision is None:
            await player.bet(1, 500)
            await player.deal()
        entries = await floor.store.since_checkpoint(table.layout.number)
        store.altered = entries[-1].sequence
        await table.load(await store.since_checkpoint(table.layout.number))
        assert table.stopped
        had = OPENING - await floor.house.balance(1) - 500
        store.breaks = outcome
        with pytest.raises(OutcomeUnknown):
            await floor.house.void(table.layout.round_id(table.state.count), "broken")
        store.away = False
        floor.clock.advance(15)
        await player.settle()
        assert (table.stopped is None) == (outcome == "kept")
        if table.stopped:
            await floor.house.void(table.layout.round_id(table.state.count), "broken")
        assert table.stopped is None
        back = Player(floor.house, 1, "classic-1")
        await back.join()
        assert back.balance == OPENING - had == await floor.house.balance(1)
        assert (await back.bet(1, 500)).ack


async def test_a_void_that_can_not_be_written_leaves_the_table_stopped(tmp_path: Path) -> None:
    async with house_out_of_reach(tmp_path / "h.db", "classic") as (floor, store):
        player = await floor.player(1)
        await player.bet(1, 500)
        await player.deal()
        table = floor.house._tables["classic-1"]
        entries = await floor.store.since_checkpoint(1)
        await table.load([*entries[:-1], replace(entries[-1], digest=b"\0" * 16)])
        store.full = True
        with pytest.raises(StoreFailed):
            await floor.house.void(table.layout.round_id(table.state.count), "broken")
        assert table.stopped
        store.full = False
        await floor.house.void(table.layout.round_id(table.state.count), "broken")
        assert not table.stopped
        assert await floor.house.balance(1) == OPENING
