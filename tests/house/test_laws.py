"""Whatever players do at a shared table, in any order: no box has two owners, no table waits for
ever, no bet is lost or paid twice. Hypothesis looks for a sequence that breaks it."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evenmoney.house.command import Skip
from evenmoney.house.recovery import rebuild
from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.rules.action import Action
from tests.dealing import GAMES
from tests.house.playing import OPENING, Player, TestHouse, open_house

GAME = GAMES["classic-multiplayer"]
TABLE = "classic-multiplayer-1"
PLAYERS = (1, 2, 3, 4)

moves = st.lists(
    st.tuples(
        st.sampled_from(
            ["bet", "take", "clear", "redo", "deal", "skip", "act", "drop", "join", "leave", "wait"]
        ),
        st.sampled_from(PLAYERS),
        st.integers(1, 3),
        st.integers(0, 35),
    ),
    max_size=50,
)


class Shared:
    """Players at one table, and what must always hold there."""

    def __init__(self, floor: TestHouse) -> None:
        self.floor = floor
        self.players: dict[int, Player] = {}
        self.tabs: list[Player] = []

    async def move(self, kind: str, who: int, box: int, number: int) -> None:
        if kind == "wait":
            self.floor.clock.advance(number)
        elif kind == "join" or who not in self.players:
            await self.join(who)
        else:
            player = self.players[who]
            await self._do(player, kind, box, number)
        if self.players:
            await next(iter(self.players.values())).settle()

    async def join(self, who: int) -> None:
        player = Player(self.floor.house, who, TABLE)
        await player.join()
        self.players[who] = player
        self.tabs.append(player)

    async def _do(self, player: Player, kind: str, box: int, number: int) -> None:
        if kind == "drop":
            self.players.pop(player.player).drop()
        elif kind == "leave":
            await self.players.pop(player.player).leave()
        else:
            commands: dict[str, Callable[[], Awaitable[Any]]] = {
                "bet": lambda: player.bet(box, 100 * (number + 1)),
                "take": lambda: player.take(box, 100 * (number + 1)),
                "clear": player.clear,
                "redo": player.redo,
                "deal": player.deal,
                "skip": lambda: player.tell(Skip),
                "act": lambda: player.act(
                    player.offers[number % len(player.offers)] if player.offers else Action.HIT
                ),
            }
            await commands[kind]()

    async def check(self) -> None:
        """Money is whole, the record tells the same table, and nobody is waited for in vain."""
        table = self.floor.house._tables[TABLE]
        state = table.state
        assert table.stopped is None
        entries = await self.floor.store.since_checkpoint(table.layout.number)
        assert rebuild(table.layout, entries).state == state
        held = 0
        for player in PLAYERS:
            account = Account(AccountKind.ESCROW, player, table.layout.round_number(state.count))
            lies = await self.floor.store.balance(account)
            assert lies == state.staked_by(player)
            held += lies
            purse = await self.floor.house.balance(player)
            assert purse == await self.floor.store.balance(Account(AccountKind.CASH, player))
        if state.playing or state.stacks:
            assert state.deadlines.first is not None, "a round or a bet that nothing would end"
        assert await self.floor.store.sum_of_all() == 0

    async def finish(self) -> None:
        """Left alone, every round ends and every bet goes home."""
        for tab in self.tabs:
            tab.drop()
        for _ in range(60):
            await Player(self.floor.house, 0, TABLE).settle()
            self.floor.clock.advance(20)
        self.floor.clock.advance(4000)
        await Player(self.floor.house, 0, TABLE).settle()
        state = self.floor.house._tables[TABLE].state
        assert not state.playing
        assert not state.stacks
        assert state.seats == (None, None, None)


async def play(path: Path, sequence: list[tuple[str, int, int, int]]) -> None:
    async with open_house(path, {GAME.id: GAME}) as floor:
        for player in PLAYERS:
            await floor.fund(player, OPENING)
        shared = Shared(floor)
        await shared.join(1)
        for move in sequence:
            await shared.move(*move)
            await shared.check()
        await shared.finish()
        await shared.check()
        await floor.check_books()


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(moves)
def test_no_order_of_moves_breaks_a_shared_table(sequence: list[tuple[str, int, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder) / "h.db", sequence))
