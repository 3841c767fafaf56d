"""A house that is killed and opened again, over and over, while players play on.

Killed at random instants, between any two steps of a commit, and while it opens. After each kill
what players wrote down is held against the record that is left.

    python -m tests.crash.campaign --kills 500 --database postgres --seed 7
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, Self

import msgspec

from evenmoney.games.catalogue import Catalogue
from evenmoney.store.faults import VARIABLE
from tests.patience import PATIENCE_SECONDS, comes

from .checker import Checker
from .databases import RARE_STEPS, Database, Kind, database
from .operator import Operator
from .player import Newcomers, Player, played, silent, taken

ROOT = Path(__file__).parents[2]
GAMES = (
    "classic", "classic-multiplayer", "classic-multiplayer", "six-deck-shoe", "vegas-strip",
    "atlantic-city", "european", "single-deck", "table-credits", "free-amount",
)  # fmt: skip
LIFE_SECONDS = (0.3, 1.0)
LIFE_COMMANDS = 15
"""A house that is killed by surprise has lived for so many commands at least, however slow the
machine is; so has a campaign for each of its kills."""

OPENING_SECONDS = 0.3
CUT_OFF_CHANCE = 0.3
"""How often the house's connections to its database are broken while it lives."""

FAULT_TURNS_MAX = 80
RARE_TURNS_MAX = 8
FAULT_SECONDS = 3.0

WHOLE_EVERY = 25
"""Each so many lives the whole record is checked, not only what is new in it."""

How = Literal["instant", "fault", "missed", "opening"]


class HouseEnded(Exception):
    """The house ended before it was open; the argument is its status."""


class Houses:
    """Starts one house after the other, over the same database, at the same port."""

    def __init__(self, address: str, folder: Path) -> None:
        self._arguments = [
            "serve", "--database", address, "--mail", str(folder / "mail"),
            "--guests-per-address", "1000000", "--messages-per-second", "1000",
            "--requests-per-second", "100000",
        ]  # fmt: skip
        self._log = folder / "log"
        self.address = "http://127.0.0.1:1"
        self.pid = 0
        self.status = 0

    async def __aenter__(self) -> Self:
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        with self._log.open("a") as log:
            self._warm = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.crash.warm",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=log,
                cwd=self._log.parent,  # a house leaves files where it runs
                env={**os.environ, "PYTHONPATH": path.strip(os.pathsep)},
            )  # fmt: skip
        return self

    async def __aexit__(self, *_: object) -> None:
        with suppress(ProcessLookupError):
            if self.pid:
                os.kill(self.pid, signal.SIGKILL)
        assert self._warm.stdin is not None
        self._warm.stdin.close()
        await self._warm.wait()

    async def start(self, environment: Mapping[str, str]) -> None:
        """Start one; it isn't open yet."""
        assert self._warm.stdin is not None
        port = self.address.rpartition(":")[2] if self.address[-2:] != ":1" else "0"
        line = json.dumps([[*self._arguments, "--port", port], dict(environment)])
        self._warm.stdin.write(line.encode() + b"\n")
        self.pid = int((await self._hear("started"))[-1])

    async def until_open(self) -> None:
        """Wait until it answers; raises `HouseEnded`."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            self.address = (await self._hear("Even"))[-1]

    async def stop(self) -> int | None:
        """Stop it as an operator does; its exit status, None when it does not stop."""
        os.kill(self.pid, signal.SIGTERM)
        return self.status if await self.until_ended(PATIENCE_SECONDS) else None

    async def kill(self) -> None:
        """Pull the plug, if there is a house."""
        if not self.pid:
            return
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        await self.until_ended(PATIENCE_SECONDS)

    async def until_ended(self, seconds: float) -> bool:
        """Whether it ends by itself within this time."""
        try:
            async with asyncio.timeout(seconds):
                self.status = int((await self._hear("ended"))[-1])
        except TimeoutError:
            return False
        self.pid = 0
        return True

    async def _hear(self, first: str) -> list[str]:
        """The words of the next line that starts with that one; others are passed over."""
        assert self._warm.stdout is not None
        while line := await self._warm.stdout.readline():
            words = line.decode().split()
            if words[0] == first:
                return words
            if words[0] == "ended":
                self.pid = 0
                raise HouseEnded(words[1])
        raise HouseEnded("the process that starts houses is gone")


class Figures(msgspec.Struct):
    """What a campaign came to."""

    database: str
    seed: int
    kills: dict[str, int]
    cut_off: int
    acknowledged: int
    commands: int
    voided: int
    rounds: int
    guests: int
    refusals: dict[str, int]
    silences: int
    wrong: list[str]
    seconds: float
    taken: int
    played: int
    """The commands that were taken and the rounds that were played before the last kill."""


class Campaign:
    """Players, a house, and what kills it."""

    def __init__(
        self, place: Database, folder: Path, *, seed: int, games: tuple[str, ...] = GAMES
    ) -> None:
        self.folder = folder
        self.diaries = folder / "diaries"
        self.diaries.mkdir()
        self.checker = Checker()
        self.kills: Counter[str] = Counter()
        self.cuts = 0
        self._place = place
        self._houses = Houses(place.address, folder)
        self._random = random.Random(seed)
        self._seed = seed
        self._lives = 0
        self._fault = ""
        catalogue = Catalogue.packaged()
        self.players = [
            Player(f"player-{n}", self.diaries, catalogue[game], seed + n, self._address)
            for n, game in enumerate(games)
        ]
        self._newcomers = Newcomers(self.diaries, self._address)
        self._operator = Operator(place.address, folder, self.players, seed)
        self._began = time.monotonic()
        self._taken = self._played = 0

    async def rage(self, kills: int, say: Callable[[str], None] = lambda _: None) -> Figures:
        """So many kills; the players have hung up and the house is closed when it is over."""
        async with self._houses:
            await self._open()
            playing = [asyncio.create_task(player.play()) for player in self.players]
            playing.append(asyncio.create_task(self._newcomers.come()))
            playing.append(asyncio.create_task(self._operator.work()))
            try:
                while self.kills.total() < kills and not self.checker.report():
                    self._lives += 1
                    await self._live_and_die(whole=self._lives % WHOLE_EVERY == 0)
                    say(f"{self.kills.total()} kills, {self.checker.commands} commands kept")
                self._taken, self._played = taken(self.players), played(self.players)
                await self._open_for_good()
                await self._until_all_are_answered()
                await self._until_rounds_closed()
            finally:
                self._newcomers.stopping = self._operator.stopping = True
                for player in self.players:
                    player.stopping = True
                await self._houses.kill()
                await asyncio.gather(*playing)
        await self._check(dict.fromkeys(self.diaries.iterdir()), Checker())
        return self._figures()

    async def _live_and_die(self, *, whole: bool) -> None:
        """Let the open house live for a moment, kill it, look at what it left, open again."""
        self.kills[await self._kill()] += 1
        marks = {path: path.stat().st_size for path in self.diaries.iterdir()}
        await self._place.settle()
        async with self._place.left() as store:
            await self.checker.check(store, marks, whole=whole)
            self.checker.evidence.wrong += await self._operator.check(store, self.checker.tables)
        await self._open()

    async def _kill(self) -> How:
        """Wait for the planted fault, or strike by surprise."""
        enough = taken(self.players) + LIFE_COMMANDS
        if self._random.random() < CUT_OFF_CHANCE:
            await asyncio.sleep(self._random.uniform(*LIFE_SECONDS) / 2)
            self.cuts += await self._place.cut_off()
        if self._fault:
            if await self._houses.until_ended(FAULT_SECONDS):
                return "fault"
            await self._houses.kill()
            return "missed"
        await asyncio.sleep(self._random.uniform(*LIFE_SECONDS))
        if not await comes(lambda: taken(self.players) >= enough):
            self._say("no command is taken any more")
        await self._houses.kill()
        return "instant"

    async def _open(self) -> None:
        """Open the house; now and then it is killed once before it gets there."""
        if self._lives and self._random.random() < 0.1:
            await self._houses.start({})
            await asyncio.sleep(self._random.uniform(0, OPENING_SECONDS))
            await self._houses.kill()
            await self._place.settle()
            self.kills["opening"] += 1
        self._fault = self._some_fault() if self._lives and self._random.random() < 0.5 else ""
        await self._houses.start({VARIABLE: self._fault})
        try:
            await self._houses.until_open()
        except HouseEnded:
            if not self._fault:
                raise
            self.kills["fault"] += 1
            await self._place.settle()
            await self._houses.start({VARIABLE: ""})
            await self._houses.until_open()
            self._fault = ""

    async def _open_for_good(self) -> None:
        """Have a house that nothing is going to kill."""
        if self._fault:
            await self._houses.kill()
            await self._place.settle()
            await self._houses.start({VARIABLE: ""})
            await self._houses.until_open()

    def _some_fault(self) -> str:
        side = self._random.choice(("before", "after"))
        step = self._random.choice(self._place.steps)
        most = RARE_TURNS_MAX if step in RARE_STEPS else FAULT_TURNS_MAX
        return f"kill:{side}:{step}:{self._random.randint(1, most)}"

    async def _until_all_are_answered(self) -> None:
        """Every player has a command acknowledged by the house that is open now."""
        for name in await silent(self.players):
            self._say(f"{name} gets no answer any more")

    async def _until_rounds_closed(self) -> None:
        """Everybody who waits for nobody else has played a round to its end."""
        alone = [player for player in self.players if player.game.table == "single"]
        if not await comes(lambda: all(player.rounds for player in alone)):
            self._say("somebody's round does not end")

    def _say(self, what: str) -> None:
        self.checker.evidence.wrong.append(what)

    async def _check(self, marks: Mapping[Path, int | None], anew: Checker) -> None:
        """All of it once more, from the first line on, by a checker that has seen nothing."""
        await self._place.settle()
        anew.evidence.wrong += self.checker.report()
        async with self._place.left() as store:
            await anew.check(store, marks, whole=True)
        self.checker = anew

    def _address(self) -> str:
        return self._houses.address

    def _figures(self) -> Figures:
        return Figures(
            database=self._place.address.partition(":")[0].rpartition("/")[2],
            seed=self._seed,
            kills=dict(self.kills),
            cut_off=self.cuts,
            acknowledged=len(self.checker.evidence.acknowledged),
            commands=self.checker.commands,
            voided=len(self._operator.voided),
            rounds=self.checker.rounds,
            guests=len(self.checker.books.openings),
            refusals=dict(sum((player.refusals for player in self.players), Counter())),
            silences=sum(player.silences for player in self.players),
            wrong=self.checker.report(),
            seconds=round(time.monotonic() - self._began, 1),
            taken=self._taken,
            played=self._played,
        )


async def campaign(kind: Kind, folder: Path, *, kills: int, seed: int) -> Figures:
    """A whole campaign over a new database."""
    with database(kind, folder) as place:
        return await Campaign(place, folder, seed=seed).rage(kills, say=print)


def main() -> None:
    """Run a campaign and print its figures; the status is 1 when something is wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=500)
    asked.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    asked.add_argument("--seed", type=int, default=2121)
    asked.add_argument("--folder", type=Path, help="Where to keep record and diaries.")
    given = asked.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # no house is left behind
    with TemporaryDirectory(prefix="em-crash-") as spare:
        folder = given.folder or Path(spare)
        figures = asyncio.run(campaign(given.database, folder, kills=given.kills, seed=given.seed))
    print(msgspec.json.format(msgspec.json.encode(figures)).decode())
    sys.exit(1 if figures.wrong else 0)


if __name__ == "__main__":
    main()
