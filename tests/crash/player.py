"""A player that is a program, and keeps a diary: he plays any game by whim, and never gives up.

When the connection breaks he comes back, takes his stream up again, and sends the command that was
not answered once more, with the same number.
"""

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import msgspec

from evenmoney.bench.bots import OWN
from evenmoney.fairness import promise_part
from evenmoney.rules.game import Game
from tests.patience import PATIENCE_SECONDS, comes

from .diary import Diary

RETRY_SECONDS = 0.05
THINKING_SECONDS = 0.02
NEWCOMER_SECONDS = 0.1
RUDE_CHANCE = 0.5
"""How often he sends the pending command again though he was told that it was taken."""

REPEAT_CHANCE = 0.02
"""How often he sends his last command again though it was answered."""

LEAVING_CHANCE = 0.05
"""How often he leaves a shared table, at each thing he sees there, while his DEAL stands."""

NOT_HERE = {"not_joined", "not_your_stream", "no_seat", "table_taken", "no_such_table"}
"""Refusals after which he looks for another seat."""

BROKEN = (aiohttp.ClientError, OSError, TimeoutError, asyncio.IncompleteReadError)

Message = dict[str, Any]


class HungUp(Exception):
    """The connection is of no more use."""


async def come_in(http: aiohttp.ClientSession) -> tuple[str, str]:
    """Be made a guest: what the house says about him, and his cookie."""
    async with http.post("/api/guest", headers=OWN) as response:
        if response.status != 201:
            raise HungUp
        return await response.text(), response.headers["set-cookie"].partition(";")[0]


class Newcomers:
    """Guests who come in and do nothing: each has to be there for ever, with his money."""

    def __init__(self, folder: Path, address: Callable[[], str]) -> None:
        self.stopping = False
        self._diary = Diary(folder / "newcomers.diary")
        self._address = address

    async def come(self) -> None:
        """Come in, one after the other, until `stopping` is set."""
        while not self.stopping:
            with suppress(HungUp, *BROKEN):
                async with aiohttp.ClientSession(self._address()) as http:
                    me, _ = await come_in(http)
                    self._diary.write("*", me)
            await asyncio.sleep(NEWCOMER_SECONDS)
        self._diary.close()


class Player:
    """One guest after the other (a new one when his money is gone), at one table at a time."""

    def __init__(
        self, name: str, folder: Path, game: Game, seed: int, address: Callable[[], str]
    ) -> None:
        self.name = name
        self.game = game
        self.acknowledged = 0
        self.rounds = 0
        """How many rounds he was told the end of, of those that he had a part in."""
        self.refusals: Counter[str] = Counter()
        self.silences = 0
        """How often a house that was up never answered what he sent."""
        self.number = 0
        """Who he is now; 0 before he is anybody."""
        self.last_round = ""
        """The round that he was dealt last."""
        self.stopping = False
        self._folder = folder
        self._address = address
        self._random = random.Random(seed)
        self._guests = 0
        self._diary: Diary | None = None
        self.cookie = ""
        """What lets him in as that one."""
        self._nonce = "0" * 32  # kept when he leaves: what he promised with it stands
        self._forget_seat()

    async def play(self) -> None:
        """Play until `stopping` is set; whatever breaks, go on."""
        while not self.stopping:
            try:
                async with aiohttp.ClientSession(self._address()) as http:
                    await self._be_someone(http)
                    await self._at_the_socket(http)
            except (HungUp, *BROKEN):
                await asyncio.sleep(RETRY_SECONDS)
        if self._diary is not None:
            self._diary.close()

    # ---- coming in

    def _forget_seat(self) -> None:
        self._table = ""
        self._stream: int | None = None
        self._seen = 0
        self._next_n = 1
        self._pending: tuple[int, str] | None = None
        self._last = ""
        self._you: Message = {}
        self._phase = ""
        self._cycle = 0
        self._bonuses: list[int] = []

    async def _be_someone(self, http: aiohttp.ClientSession) -> None:
        if self._diary is None:
            me, self.cookie = await come_in(http)
            self._guests += 1
            self._diary = Diary(self._folder / f"{self.name}-{self._guests}.diary")
            self._diary.write("*", me)
            self.number = msgspec.json.decode(me)["player"]

    async def _at_the_socket(self, http: aiohttp.ClientSession) -> None:
        headers = {**OWN, "Cookie": self.cookie}
        async with http.ws_connect("/api/socket", headers=headers) as self._socket:
            self._write("+")
            await self._look_for_bonuses(http)
            await self._join(http)
            while not self.stopping:
                await self._hear(http)
                if self._stream is not None and self._pending is None:
                    await self._go_on()

    async def _join(self, http: aiohttp.ClientSession) -> None:
        """Take the stream up again, or find a seat."""
        if self._stream is not None:
            self._returning = self._pending is not None
            await self._send(
                {"type": "join", "table": self._table, "stream": self._stream, "seen": self._seen}
            )
            return
        self._forget_seat()
        self._returning = False
        async with http.get("/api/lobby") as response:
            games = (await response.json())["games"]
        rooms = next(one["rooms"] for one in games if one["game"] == self.game.id)
        free = [table["table"] for room in rooms for table in room["tables"] if table["free"]]
        if not free:
            raise HungUp
        self._table = self._random.choice(free)
        await self._send({"type": "join", "table": self._table})

    async def _look_for_bonuses(self, http: aiohttp.ClientSession) -> None:
        """Know the bonuses that were granted to him, if they are of use here."""
        if self.game.bonus_kinds:
            async with http.get("/api/bonuses", headers={"Cookie": self.cookie}) as response:
                found = (await response.json())["bonuses"]
            self._bonuses = [bonus["bonus"] for bonus in found if bonus["state"] == "open"]

    # ---- hearing

    async def _hear(self, http: aiohttp.ClientSession) -> None:
        try:
            message = await self._socket.receive(timeout=PATIENCE_SECONDS)
        except TimeoutError:
            self.silences += self._pending is not None
            raise HungUp from None
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise HungUp
        self._write("<", message.data)
        frame: Message = msgspec.json.decode(message.data)
        match frame["type"]:
            case "events":
                self._seen, self._phase = frame["seq"], frame["phase"]
                for event in frame["events"]:
                    if event["type"] == "betting_opened":
                        self._cycle = event["cycle"]
                    elif event["type"] == "round_started":
                        self.last_round = event["round"]
                    elif event["type"] == "player_paid":
                        self.rounds += event["player"] == self.number
            case "yours":
                await self._stands(frame)
            case "welcome":
                await self._welcomed(frame)
            case "refused":
                self._refused(frame)
            case "closed":
                self._closed(frame)

    async def _stands(self, frame: Message) -> None:
        if frame["seq"] >= self._seen:  # else it is the first answer again, long out of date
            self._you = frame["you"]
        if self._pending is None:
            return
        rude = self._returning and self._random.random() < RUDE_CHANCE
        taken = frame["ack"] == self._pending[0]
        if rude or (self._returning and not taken):
            await self._send_again()
        elif taken:
            self._acknowledge()
        self._returning = False

    async def _welcomed(self, frame: Message) -> None:
        """The whole state: the old stream, when it is remembered, or a new one."""
        same = frame["stream"] == self._stream
        self._stream, self._next_n = frame["stream"], frame["next_n"]
        self._last = self._last if same else ""
        self._seen, self._you, self._phase = frame["seq"], frame["you"], frame["view"]["phase"]
        self._cycle = frame["view"]["cycle"]
        if self._pending is not None:
            if same and self._pending[0] == self._next_n:
                await self._send_again()
            elif same:
                self._acknowledge()
            else:
                self._pending = None  # nobody knows that stream: what came of it is in the state
        self._returning = False

    def _acknowledge(self) -> None:
        assert self._pending is not None
        self._next_n = self._pending[0] + 1
        self._last, self._pending = self._pending[1], None
        self.acknowledged += 1

    def _refused(self, frame: Message) -> None:
        self.refusals[frame["code"]] += 1
        said = self._pending[1] if self._pending else ""
        self._pending = None
        if frame["code"] == "bonus_active" and "activate_bonus" not in said:
            self._retire()  # it is in play where a kill came before his word that he leaves
        if frame["code"] in NOT_HERE:
            self._stream = None
        if frame["code"] in NOT_HERE or frame["n"] is None:  # he has not joined: once more
            raise HungUp

    def _closed(self, frame: Message) -> None:
        if frame["code"] == "left":
            self._stream = None
        raise HungUp

    # ---- saying

    def _write(self, mark: str, text: str = "") -> None:
        assert self._diary is not None
        self._diary.write(mark, text)

    async def _send(self, body: Message) -> None:
        await self._send_text(msgspec.json.encode(body).decode())

    async def _send_text(self, text: str) -> None:
        self._write(">", text)
        await self._socket.send_str(text)

    async def _send_again(self) -> None:
        assert self._pending is not None
        await self._send_text(self._pending[1])

    async def _go_on(self) -> None:
        await asyncio.sleep(self._random.uniform(0, THINKING_SECONDS))
        if self._last and self._random.random() < REPEAT_CHANCE:
            await self._send_text(self._last)
        wish = self._wish()
        if wish is None:
            return
        if wish["type"] == "leave":
            await self._send({**wish, "table": self._table})
            self._stream = None
            return
        body = {**wish, "table": self._table, "n": self._next_n}
        text = msgspec.json.encode(body).decode()
        self._pending = (self._next_n, text)
        await self._send_text(text)

    def _wish(self) -> Message | None:
        """What he would do now; None when he has to wait."""
        you = self._you
        if you["decision"] is not None or you["part_wanted"]:
            return self._answer(you)
        return self._betting_wish(you) if self._phase in ("betting", "over") else None

    def _betting_wish(self, you: Message) -> Message | None:
        staked, balance = you["purse"]["staked"], you["purse"]["balance"]
        if staked == 0:
            if balance < self.game.limits.stake_min and not you["bonus"]:
                self._retire()
            return self._bonus_wish(you) or self._opening_wish(you)
        if not you["can_deal"]:
            return self._waiting_wish() if self.game.table == "multi" else self._bet()
        if self._random.random() < 0.75:
            return self._deal()
        return self._change_of_mind()

    def _waiting_wish(self) -> Message | None:
        """He said DEAL and waits for the others; now and then he leaves, his bet confirmed."""
        return {"type": "leave"} if self._random.random() < LEAVING_CHANCE else None

    def _deal(self) -> Message:
        """DEAL with his part of the shuffle, or at a shared table with its hash."""
        self._nonce = secrets.token_hex(16)
        if self.game.table == "single":
            return {"type": "deal", "nonce": self._nonce}
        promise = promise_part(self._cycle, bytes.fromhex(self._nonce))
        return {"type": "deal", "part_hash": promise}

    def _retire(self) -> None:
        """His money is gone, or he can't bet here: somebody else takes the seat."""
        assert self._diary is not None
        self._diary.close()
        self._diary = None
        self._forget_seat()
        raise HungUp

    def _answer(self, you: Message) -> Message:
        if you["part_wanted"]:
            return {"type": "open_part", "nonce": self._nonce}
        action = self._random.choice(you["offers"])["action"]
        decision = you["decision"]
        if self._random.random() < 0.03:  # a slip: it has to be refused
            return {"type": "act", "decision": decision + 1, "action": action}
        return {"type": "act", "decision": decision, "action": action}

    def _bonus_wish(self, you: Message) -> Message | None:
        chance = self._random.random()
        bonus = you["bonus"]
        if bonus and (chance < 0.05 or bonus["balance"] < self.game.limits.stake_min):
            return {"type": "deactivate_bonus"}
        if self._bonuses and not bonus and chance < 0.3:
            return {"type": "activate_bonus", "bonus": self._bonuses.pop()}
        return None

    def _opening_wish(self, you: Message) -> Message | None:
        chance = self._random.random()
        if chance < 0.02:
            return {"type": "leave"}
        if chance < 0.1 and you["can_skip"]:
            return {"type": "skip"}
        if chance < 0.3 and you["redo"]:
            return {"type": "redo_bets"}
        if chance < 0.4 and self.game.rules.shoe != "fresh":
            return {"type": "cut", "position": self._random.randrange(200)}
        if chance < 0.6:
            boxes = self._random.sample(range(1, self.game.boxes + 1), self._boxes())
            return {"type": "lay_bets", "bets": {str(box): self._amount() for box in boxes}}
        return self._bet()

    def _change_of_mind(self) -> Message:
        kind = self._random.choice(("place_bet", "take_bet", "clear_bets", "double_bets"))
        if kind in ("place_bet", "take_bet"):
            return {**self._bet(), "type": kind}
        return {"type": kind}

    def _bet(self) -> Message:
        box = self._random.randint(1, self.game.boxes)
        return {"type": "place_bet", "box": box, "amount": self._amount()}

    def _boxes(self) -> int:
        return self._random.randint(1, self.game.boxes)

    def _amount(self) -> int:
        limits = self.game.limits
        return limits.stake_min + limits.stake_step * self._random.randrange(4)


def taken(players: Sequence[Player]) -> int:
    """How many commands of theirs were acknowledged."""
    return sum(player.acknowledged for player in players)


def played(players: Sequence[Player]) -> int:
    """How many rounds of theirs they saw end."""
    return sum(player.rounds for player in players)


def not_kept(players: Sequence[Player]) -> int:
    """How many commands of theirs were refused because they could not be written."""
    return sum(player.refusals["not_kept"] for player in players)


async def silent(players: Sequence[Player]) -> list[str]:
    """Those of whom no command is taken from now on, with patience; none, as soon as that is so."""
    before = {player: player.acknowledged for player in players}

    def left() -> list[str]:
        return [player.name for player, n in before.items() if player.acknowledged == n]

    await comes(lambda: not left())
    return left()
