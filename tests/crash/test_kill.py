"""Kill -9 in the middle of rounds, with several bots, and count the money to the cent.

Bots keep a log of every command the house acknowledged. After the last restart their logs are held
against the record: each acknowledged command is in it once, at the number it was told; open rounds
go on; what lies on the tables is what the escrow accounts hold; and all accounts sum to zero.
"""

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest

from evenmoney.bench.bots import Acknowledged, Bot, ask, come_in
from evenmoney.games.catalogue import Catalogue
from evenmoney.house.record import Told, decode
from evenmoney.house.recovery import rebuild
from evenmoney.house.state import Layout, TableState
from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.store import Store, open_store
from tests.server.conftest import House, start_house

GAMES = ("classic", "classic", "classic", "vegas-strip", "atlantic-city", "european")
KILLS = 5
SEED = int(os.environ.get("EVENMONEY_KILL_SEED", "2121"))
STAKE = 200
QUIET_SECONDS = 15.0


class Found(msgspec.Struct):
    """What the record says after the storm."""

    told: Counter[tuple[int, int, int]]
    """How often the command of (table, stream, n) is in the record."""
    at: dict[tuple[int, int], tuple[int, int]]
    """By table and sequence: the stream and the n of the command there."""
    numbers: dict[str, int]
    states: dict[str, TableState]


async def read_record(store: Store) -> Found:
    """Read every entry of every table, and rebuild each table from its last checkpoint."""
    found = Found(Counter(), {}, {}, {})
    catalogue = Catalogue.packaged()
    for table in await store.tables():
        found.numbers[table.id] = table.number
        for entry in await store.entries(table.number, 1):
            record = decode(entry.payload)
            if isinstance(record, Told):
                stream, n = record.stream, record.command.n
                found.told[table.number, stream, n] += 1
                found.at[table.number, entry.sequence] = (stream, n)
        entries = await store.since_checkpoint(table.number)
        if entries:
            layout = Layout(table.number, table.id, catalogue[table.game])
            found.states[table.id] = rebuild(layout, entries).state
    return found


def missing(found: Found, log: Iterable[Acknowledged]) -> list[str]:
    """What is wrong with the record, going by what was acknowledged."""
    wrong = []
    for ack in log:
        table = found.numbers[ack.table]
        times = found.told[table, ack.stream, ack.n]
        if times != 1:
            wrong.append(f"{ack.table}: {ack.body} was acknowledged and is there {times} times")
        elif found.at.get((table, ack.seq)) != (ack.stream, ack.n):
            wrong.append(f"{ack.table}: {ack.body} is not at {ack.seq}, as it was told")
    return wrong


async def on_the_tables(found: Found, players: Iterable[int]) -> dict[int, int]:
    """What lies on all tables, by player."""
    return {
        player: sum(state.staked_by(player) for state in found.states.values())
        for player in players
    }


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that the bots do; raises `TimeoutError` when they don't."""
    async with asyncio.timeout(QUIET_SECONDS):
        while not happened():  # noqa: ASYNC110 (the bots know no events)
            await asyncio.sleep(0.02)


class Storm:
    """A house that is killed and started again at the same port, while bots play on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.house: House = start_house(folder)
        self.log: list[Acknowledged] = []
        self.random = random.Random(SEED)

    async def rage(self) -> list[Bot]:
        """Let the bots play through all kills; they have hung up when it is over."""
        address = self.house.address
        bots = [
            Bot(address, come_in(address), game, seed=seed, stake=STAKE, took=self.log.append)
            for seed, game in enumerate(GAMES)
        ]
        playing = [asyncio.create_task(bot.play()) for bot in bots]
        for _ in range(KILLS):
            await asyncio.sleep(self.random.uniform(0.3, 1.0))
            await self.kill_and_restart()
        await self.until_all_are_answered_again(bots)
        for bot in bots:
            bot.stop()
        await asyncio.gather(*playing)
        return bots

    async def kill_and_restart(self) -> None:
        """Pull the plug, and open again at the same address."""
        os.kill(self.house.process.pid, signal.SIGKILL)
        await asyncio.to_thread(self.house.process.wait)
        port = urlsplit(self.house.address).port
        assert port is not None
        self.house = await asyncio.to_thread(start_house, self.folder, port=port)

    async def until_all_are_answered_again(self, bots: list[Bot]) -> None:
        """Every bot has had a command acknowledged since the last restart."""
        before = len(self.log)
        players = {bot.guest.player for bot in bots}
        await until(lambda: {ack.player for ack in self.log[before:]} == players)

    def stop(self) -> None:
        """Close the house for good."""
        self.house.process.kill()
        self.house.process.wait()


@pytest.fixture(scope="module")
async def aftermath(tmp_path_factory: pytest.TempPathFactory) -> tuple[Storm, list[Bot], Path]:
    """A storm that is over, its server killed one last time."""
    folder = tmp_path_factory.mktemp("storm")
    storm = Storm(folder)
    try:
        bots = await storm.rage()
    finally:
        storm.stop()
    return storm, bots, folder / "house.db"


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_every_acknowledged_command_is_in_the_record_once(
    aftermath: tuple[Storm, list[Bot], Path],
) -> None:
    storm, _, database = aftermath
    store = await open_store(str(database))
    try:
        found = await read_record(store)
    finally:
        await store.close()
    assert len(storm.log) > 100
    assert missing(found, storm.log) == []
    assert not [key for key, times in found.told.items() if times > 1], "a command counted twice"


async def test_a_planted_loss_is_seen(aftermath: tuple[Storm, list[Bot], Path]) -> None:
    storm, _, database = aftermath
    store = await open_store(str(database))
    try:
        found = await read_record(store)
    finally:
        await store.close()
    ack = storm.log[len(storm.log) // 2]
    del found.told[found.numbers[ack.table], ack.stream, ack.n]
    assert len(missing(found, storm.log)) == 1
    found.told[found.numbers[ack.table], ack.stream, ack.n] = 2
    assert len(missing(found, storm.log)) == 1


async def test_money_is_where_the_tables_say_to_the_cent(
    aftermath: tuple[Storm, list[Bot], Path],
) -> None:
    _, bots, database = aftermath
    store = await open_store(str(database))
    try:
        assert await store.audit() == []
        assert await store.sum_of_all() == 0
        found = await read_record(store)
        players = [bot.guest.player for bot in bots]
        for player, lies in (await on_the_tables(found, players)).items():
            held = sum(
                [
                    await store.balance(Account(AccountKind.ESCROW, player, number))
                    for number in open_rounds(found)
                ]
            )
            assert held == lies, f"player {player}: {held} in escrow, {lies} on the tables"
    finally:
        await store.close()


def open_rounds(found: Found) -> list[int]:
    """The round each table is betting on or playing, by its house-wide number."""
    catalogue = Catalogue.packaged()
    layouts = {
        id: Layout(found.numbers[id], id, catalogue[id.rpartition("-")[0]]) for id in found.states
    }
    return [layouts[id].round_number(state.count) for id, state in found.states.items()]


async def test_open_rounds_go_on_after_the_last_kill(
    aftermath: tuple[Storm, list[Bot], Path],
) -> None:
    storm, bots, database = aftermath
    house = await asyncio.to_thread(start_house, storm.folder)
    try:
        for bot in bots:
            me, _ = ask(house.address, "GET", "/api/me", cookie=bot.guest.cookie)
            assert isinstance(me, dict)
            bot.address, bot.stopping = house.address, False
            enough = len(storm.log) + 5
            playing = asyncio.create_task(bot.play())
            await until(lambda: len(storm.log) >= enough)  # noqa: B023 (awaited at once)
            bot.stop()
            await playing
            for row in me["open_rounds"]:
                assert row["table"] == bot.table, "the bot sits elsewhere than his open round"
    finally:
        house.process.kill()
        house.process.wait()
    assert database.exists()
