"""PostgreSQL goes away under a running house and comes back: nothing is taken meanwhile, nothing is
lost or doubled, and all goes on by itself."""

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import aiohttp
import msgspec

from evenmoney.bench.bots import OWN
from evenmoney.games.catalogue import Catalogue
from evenmoney.server.operator import OperatorKey, key_file
from tests.patience import until
from tests.postgres import STOPS, postgres_server

from .campaign import Houses
from .checker import Checker
from .conftest import SEED
from .databases import PostgresDatabase
from .operator import Operator
from .player import Newcomers, Player, not_kept, silent, taken

GAMES = ("classic", "six-deck-shoe", "free-amount", "classic-multiplayer", "classic-multiplayer")
COMMANDS = 60
"""So many are taken before the server is stopped, each time."""

NOT_KEPT = 6
"""So many are refused while it is away, each time."""


async def status(asked: AbstractAsyncContextManager[aiohttp.ClientResponse]) -> int:
    """What a request is answered with."""
    async with asked as answer:
        return answer.status


class Story:
    """A house over a server that is stopped and started, its players and its operator."""

    def __init__(self, address: str, folder: Path) -> None:
        self.folder = folder
        self.diaries = folder / "diaries"
        self.diaries.mkdir()
        self.houses = Houses(address, folder)
        games = Catalogue.packaged()
        self.players = [
            Player(f"player-{n}", self.diaries, games[game], SEED + n, self._address)
            for n, game in enumerate(GAMES)
        ]
        self.newcomers = Newcomers(self.diaries, self._address)
        self.operator = Operator(address, folder, self.players, SEED)
        self._key_file = folder / key_file(address)

    def _address(self) -> str:
        return self.houses.address

    def play(self) -> list[asyncio.Task[None]]:
        """Everybody begins."""
        working = [self.newcomers.come(), self.operator.work()]
        return [asyncio.create_task(one) for one in [*(p.play() for p in self.players), *working]]

    async def end(self, playing: list[asyncio.Task[None]]) -> None:
        """Everybody hangs up; the house is killed."""
        self.newcomers.stopping = self.operator.stopping = True
        for player in self.players:
            player.stopping = True
        await self.houses.kill()
        await asyncio.gather(*playing)

    async def well_under_way(self) -> None:
        """Everybody is answered, some commands are taken, and a first round is dealt."""
        enough = taken(self.players) + COMMANDS
        assert await silent(self.players) == []
        await until(lambda: taken(self.players) >= enough and self.players[0].last_round)

    async def nothing_is_kept(self) -> None:
        """Some commands are refused because they can't be written."""
        enough = not_kept(self.players) + NOT_KEPT
        await until(lambda: not_kept(self.players) >= enough)

    async def statuses(self) -> list[int]:
        """What a newcomer, a look at readiness, a look at a history and a void are answered."""
        key = msgspec.json.decode(self._key_file.read_bytes(), type=OperatorKey)
        secret = {**OWN, "Authorization": f"Bearer {key.key}"}
        cookie = {"Cookie": self.players[0].cookie}
        void = f"/api/operator/rounds/{self.players[0].last_round}/void"
        async with aiohttp.ClientSession(self.houses.address) as http:
            asked = [
                http.post("/api/guest", headers=OWN),
                http.get("/api/ready"),
                http.get("/api/history", headers=cookie),
                http.get(f"/api/history/{self.players[0].last_round}", headers=cookie),
                http.post(void, headers=secret, json={"reason": "a card was torn"}),
            ]
            return [await status(one) for one in asked]


async def test_a_server_that_is_stopped_and_started_again_loses_nothing(tmp_path: Path) -> None:
    with postgres_server() as server:
        story = Story(server.address, tmp_path)
        async with story.houses:
            await story.houses.start({})
            await story.houses.until_open()
            playing = story.play()
            for how in STOPS:
                await story.well_under_way()
                await asyncio.to_thread(server.stop, how)
                assert await story.statuses() == [503, 503, 503, 503, 503]
                await story.nothing_is_kept()
                await asyncio.to_thread(server.start)
                assert await silent(story.players) == []
            guest, ready, *told, void = await story.statuses()
            assert (guest, ready, told) == (201, 200, [200, 200])
            assert void in {200, 409}, "it was called off by the other operator, at most"
            await asyncio.to_thread(server.stop, "fast")
            assert await story.houses.stop() == 0, "a house stops in order while it is away, too"
            await asyncio.to_thread(server.start)
            await story.end(playing)
        checker = Checker()
        place = PostgresDatabase(server.address)
        await place.settle()
        async with place.left() as store:
            await checker.check(store, dict.fromkeys(story.diaries.iterdir()), whole=True)
            checker.evidence.wrong += await story.operator.check(store, checker.tables)
        assert checker.report() == []
        assert checker.commands > COMMANDS * len(STOPS)
    assert "trace" not in (tmp_path / "log").read_text()
