"""Crowds at shared tables, who press, vanish and come back: no table stalls, no cent is lost."""

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest
import uvloop

from evenmoney.bench.bots import Bot, ask, come_in
from evenmoney.bench.house import SHARED_GAME, STAKE, Server, running_server
from evenmoney.house.event import BetChanged, PlayerPaid, RoundStarted
from evenmoney.house.furnishing import layout_of
from evenmoney.house.recovery import rebuild
from evenmoney.house.state import Layout
from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.store import Store, open_store
from tests.patience import until

THINK_SECONDS = 0.4
BETTING_SECONDS = 35.0
"""Longer than betting lasts: every bet has been dealt to by then, or has gone back."""
SEATS = 3
ENTRIES_MAX = 10**6


async def storm(
    server: Server, bots: int, rounds: int, seed: int, calm_seconds: float
) -> list[Bot]:
    """So many play until more rounds than that were dealt, at every table some; every moment some
    of them lose their line. Then all of them vanish, and after a while no round is open."""
    dice = random.Random(seed)
    players = [
        Bot(
            server.address,
            come_in(server.address),
            SHARED_GAME,
            seed=seed + number,
            stake=STAKE,
            think_seconds=THINK_SECONDS,
        )
        for number in range(bots)
    ]
    playing = [asyncio.create_task(bot.play()) for bot in players]
    await asyncio.gather(*(bot.seated.wait() for bot in players))
    while not played_enough(players, rounds):
        await asyncio.sleep(10 / bots)
        dice.choice(players).drop()
    for bot in players:
        bot.stop()
    await asyncio.gather(*playing)
    await asyncio.sleep(calm_seconds)
    await until(lambda: not any(in_a_round(server, bot) for bot in players))
    return players


def played_enough(players: list[Bot], rounds: int) -> bool:
    """Whether more rounds were dealt, and one where each of them sits: in each as many parts of the
    shuffle were opened as players dealt."""
    opened = [
        action.table
        for bot in players
        for action in bot.acknowledged
        if '"type":"open_part"' in action.body
    ]
    return len(opened) > SEATS * (rounds + 1) and {bot.table for bot in players} <= {*opened}


def in_a_round(server: Server, bot: Bot) -> bool:
    """Whether he has money in a round that goes on."""
    me, _ = ask(server.address, "GET", "/api/me", cookie=bot.guest.cookie)
    assert isinstance(me, dict)
    return bool(me["open_rounds"])


def weather(
    folder: Path, bots: int, rounds: int, seed: int, calm_seconds: float = 0.0
) -> tuple[str, list[Bot]]:
    """A storm over a new house, which is then stopped; its database, and who played."""
    database = str(folder / "storm.db")
    with running_server(database, folder / "times.json") as server:
        players = uvloop.run(storm(server, bots, rounds, seed, calm_seconds))
    return database, players


async def rounds_of(store: Store, number: int, id: str, game: str) -> int:
    """The rounds dealt at a table, each of its steps held against what may never happen."""
    entries = await store.entries(number, 1, ENTRIES_MAX)
    begins = next(at for at, entry in enumerate(entries) if entry.checkpoint)
    table = next(record for record in await store.tables() if record.id == id)
    layout = await layout_of(store, table, entries[begins:])
    return check_told(layout, entries[begins:])


def check_told(layout: Layout, entries: list[Entry]) -> int:
    """No bet has two owners, and who is paid is paid once a round, for what he staked."""
    rebuilt = rebuild(layout, entries)
    held: dict[int, int | None] = {}
    rounds, paid = 0, Counter[int]()
    for line in rebuilt.lines:
        for event in line.change.events:
            match event:
                case BetChanged(box=box, owner=owner, was_owner=was):
                    assert was is None or held.get(box) == was, "a bet that was another's"
                    held[box] = owner
                case RoundStarted(bets=bets):
                    owners = line.change.state.play.owners if line.change.state.play else held
                    assert all(owners[box] == held[box] for box in bets)
                    rounds, paid = rounds + 1, Counter()
                case PlayerPaid(player=player):
                    paid[player] += 1
                    assert paid[player] == 1, "paid twice"
                    held = {}
    lies = rebuilt.state.playing or rebuilt.state.stacks
    assert not lies or rebuilt.state.deadlines.first is not None, "what nothing would end"
    return rounds


async def check_house(database: str, players: list[Bot]) -> int:
    """Every table ended its rounds, every escrow is empty, and the sum of all money is zero."""
    store = await open_store(database)
    try:
        assert await store.sum_of_all() == 0
        assert await store.audit() == []
        tables = {bot.table for bot in players}
        dealt = [
            await rounds_of(store, record.number, record.id, record.game)
            for record in await store.tables()
            if record.id in tables
        ]
        assert all(dealt), "a table that stalled"
        assert (await store.totals()).get(AccountKind.ESCROW, 0) <= STAKE * len(players)
        for bot in players:
            assert await store.balance(Account(AccountKind.CASH, bot.guest.player)) >= 0
        return sum(dealt)
    finally:
        await store.close()


def test_a_shower_of_lost_lines_stalls_no_table_and_loses_no_bet(tmp_path: Path) -> None:
    database, players = weather(tmp_path, bots=12, rounds=10, seed=1)
    assert asyncio.run(check_house(database, players)) > 10


@pytest.mark.soak
def test_two_hundred_who_drop_and_come_back_stall_no_table(tmp_path: Path) -> None:
    seed = random.randrange(10**6)
    database, players = weather(tmp_path, 200, 500, seed, BETTING_SECONDS)
    assert len({bot.table for bot in players}) >= 60
    assert asyncio.run(check_house(database, players)) > 500
    assert asyncio.run(lies_on_tables(database)) == 0


async def lies_on_tables(database: str) -> int:
    """What is in the escrows of all rounds."""
    store = await open_store(database)
    try:
        return (await store.totals()).get(AccountKind.ESCROW, 0)
    finally:
        await store.close()
