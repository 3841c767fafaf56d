"""Play until the disk is full, make room, and go on; then once more with a new house: what
happened, as JSON.

Run as `python -m tests.crash.full_disk SMALL NOTES`: SMALL is the mount point of a file system of
a few megabytes, for the database, and NOTES a folder on another one, for all else.
"""

import asyncio
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import aiohttp
import msgspec

from evenmoney.bench.bots import OWN
from evenmoney.games.catalogue import Catalogue
from tests.patience import LOOK_SECONDS, LOOKS_MAX

from .campaign import HouseEnded, Houses
from .checker import Checker
from .databases import reading
from .player import Player, not_kept, silent, taken

GAMES = ("classic", "six-deck-shoe", "european", "classic-multiplayer")
BALLAST = "ballast"
BALLAST_BYTES = 30 << 20
PIECE_BYTES = 4096
SEED = 41


class Happened(msgspec.Struct):
    """What a test wants to know."""

    guest_status: int = 0
    guest_answer: str = ""
    me_status: int = 0
    refusals: dict[str, int] = {}
    silent_with_room: list[str] = []
    """Players who were not answered when there was room again."""
    stopped_status: int | None = None
    opened_when_full: bool = True
    acknowledged_when_full: int = 0
    acknowledged: int = 0
    silent_at_last: list[str] = []
    """And those who were not by the house that was opened after that."""
    commands: int = 0
    stopped: list[str] = []
    wrong: list[str] = []


class FullDisk:
    """A house on a small file system, and its players."""

    def __init__(self, small: Path, notes: Path) -> None:
        self.happened = Happened()
        self._small = small
        self._cookie = ""
        self._diaries = notes / "diaries"
        self._diaries.mkdir()
        self._houses = Houses(str(small / "house.db"), notes)
        catalogue = Catalogue.packaged()
        self._players = [
            Player(f"player-{n}", self._diaries, catalogue[game], SEED + n, self._address)
            for n, game in enumerate(GAMES)
        ]

    async def play(self) -> None:
        """The whole story."""
        async with self._houses:
            await self._houses.start({})
            await self._houses.until_open()
            playing = [asyncio.create_task(player.play()) for player in self._players]
            await self._until_full()
            (self._small / BALLAST).unlink()
            self.happened.silent_with_room = await silent(self._players)
            self._fill()
            await self._until_full()
            self.happened.acknowledged_when_full = taken(self._players)
            self.happened.stopped_status = await self._houses.stop()
            self.happened.opened_when_full = await self._opens()
            (self._small / BALLAST).unlink()
            await self._houses.start({})
            await self._houses.until_open()
            self.happened.silent_at_last = await silent(self._players)
            for player in self._players:
                player.stopping = True
            await self._houses.kill()
            await asyncio.gather(*playing)
        await self._check()

    async def _opens(self) -> bool:
        """Whether a house opens on the full disk; it is killed if it does."""
        await self._houses.start({})
        try:
            await self._houses.until_open()
        except HouseEnded:
            return False
        await self._houses.kill()
        return True

    def _address(self) -> str:
        return self._houses.address

    async def _until_full(self) -> None:
        """Until even a guest can't be written down any more, and no command either."""
        before, self.happened.guest_status = not_kept(self._players), 0
        async with aiohttp.ClientSession(self._address()) as http:
            if not self._cookie:
                async with http.post("/api/guest", headers=OWN) as response:
                    self._cookie = response.headers["set-cookie"].partition(";")[0]
            for _ in range(LOOKS_MAX):
                await self._try_to_come_in(http)
                if self.happened.guest_status == 503 and not_kept(self._players) > before:
                    break
                await asyncio.sleep(LOOK_SECONDS)
            else:
                raise AssertionError("the disk is not full")
            async with http.get("/api/me", headers={"Cookie": self._cookie}) as response:
                self.happened.me_status = response.status
        self.happened.refusals = dict(sum((p.refusals for p in self._players), Counter()))

    async def _try_to_come_in(self, http: aiohttp.ClientSession) -> None:
        async with http.post("/api/guest", headers=OWN) as response:
            self.happened.guest_status = response.status
            self.happened.guest_answer = await response.text()

    def _fill(self) -> None:
        """Leave no room on the disk."""
        with (self._small / BALLAST).open("wb", buffering=0) as ballast, suppress(OSError):
            while True:
                ballast.write(bytes(PIECE_BYTES))

    async def _check(self) -> None:
        checker = Checker()
        async with reading(str(self._small / "house.db")) as store:
            await checker.check(store, self._diaries.iterdir(), whole=True)
        self.happened.acknowledged = taken(self._players)
        self.happened.commands = checker.commands
        self.happened.stopped = sorted(checker.evidence.stopped)
        self.happened.wrong = checker.report(tables_may_stop=True)


def main() -> None:
    """Play, and print what happened."""
    small, notes = map(Path, sys.argv[1:])
    (small / BALLAST).write_bytes(bytes(BALLAST_BYTES))
    story = FullDisk(small, notes)
    asyncio.run(story.play())
    print(msgspec.json.encode(story.happened).decode())


if __name__ == "__main__":
    main()
