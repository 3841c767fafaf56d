"""An operator that is a program: he grants bonuses and calls rounds off.

What the house told him was done has to be in the record, once, whatever killed it meanwhile.
"""

import asyncio
import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import aiohttp
import msgspec

from evenmoney.bench.bots import OWN
from evenmoney.server.operator import OperatorKey, key_file
from evenmoney.store import Store

from .player import BROKEN, Player
from .replay import TableReplay

PAUSE_SECONDS = 0.2
VOID_CHANCE = 0.3
REPEAT_CHANCE = 0.2
"""How often he says again what was done: it must not be done twice."""

AMOUNTS = (500, 2_000, 20_000)


class Operator:
    """Works through the key in the house's file, until `stopping` is set."""

    def __init__(self, database: str, folder: Path, players: Sequence[Player], seed: int) -> None:
        self.stopping = False
        self.voided: set[str] = set()
        """The rounds that he was told are void."""
        self._granted: set[str] = set()
        """The keys of bonuses that he was told are granted, and that were not looked for yet."""
        self._key_file = folder / key_file(database)
        self._players = players
        self._random = random.Random(seed)
        self._grants = 0
        self._gift: dict[str, object] | None = None
        """What he grants now: until he hears that it is done, and sometimes once more."""

    async def work(self) -> None:
        """Grant and void, whatever breaks."""
        while not self.stopping:
            with suppress(*BROKEN, msgspec.DecodeError):
                key = msgspec.json.decode(self._key_file.read_bytes(), type=OperatorKey)
                headers = {**OWN, "Authorization": f"Bearer {key.key}"}
                async with aiohttp.ClientSession(key.address, headers=headers) as http:
                    await self._do_something(http)
            await asyncio.sleep(PAUSE_SECONDS)

    async def check(self, store: Store, tables: Mapping[str, TableReplay]) -> list[str]:
        """What he was told, and the record has not."""
        lost = [
            f"bonus {key} was granted, and is not in the record"
            for key in self._granted
            if await store.booking(f"bonus:{key}") is None
        ]
        self._granted.clear()
        void = {round for table in tables.values() for round in table.voided}
        return lost + [f"round {round} was voided, and is not" for round in self.voided - void]

    async def _do_something(self, http: aiohttp.ClientSession) -> None:
        if self._random.random() < VOID_CHANCE:
            await self._void(http, self._random.choice(self._players).last_round)
            return
        takers = [p for p in self._players if p.number and p.game.bonus_kinds]
        if self._gift is None and takers:
            self._gift = self._new_gift(self._random.choice(takers).number)
        if self._gift is not None:
            await self._grant(http, self._gift)

    async def _void(self, http: aiohttp.ClientSession, round: str) -> None:
        if not round:
            return
        path = f"/api/operator/rounds/{round}/void"
        async with http.post(path, json={"reason": "a card was torn"}) as response:
            if response.status == 200:
                self.voided.add(round)

    def _new_gift(self, player: int) -> dict[str, object]:
        self._grants += 1
        return {
            "key": f"gift-{self._grants}",
            "player": str(player),
            "amount": self._random.choice(AMOUNTS),
            "wagering": self._random.choice((0, 1, 2)),
        }

    async def _grant(self, http: aiohttp.ClientSession, gift: dict[str, object]) -> None:
        async with http.post("/api/operator/bonuses", json=gift) as response:
            if response.status == 201:
                self._granted.add(str(gift["key"]))
                if self._random.random() > REPEAT_CHANCE:
                    self._gift = None
