"""Players that are programs: they come in as guests, sit down, bet and play whole rounds.

They speak the published protocol over real sockets, take up their streams again when a connection
breaks, and keep a log of every command that was acknowledged, for whoever checks the record.
"""

import asyncio
import http.client
import json
import logging
import random
import secrets
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from evenmoney.fairness import promise_part

LOG = logging.getLogger("evenmoney.bots")
LOG.setLevel(logging.CRITICAL)

RETRY_SECONDS: Final = 0.05
"""How long a bot waits after a refusal, or before it connects again."""

CONNECT_TRIES_MAX: Final = 400
ELSEWHERE: Final = {"table_taken", "no_such_table", "not_joined", "not_your_stream"}
"""Refusals after which a bot looks for another table."""
OWN: Final = {"X-Evenmoney": "1"}

# ---- what a bot reads of the frames; the rest is skipped


class Offered(msgspec.Struct):
    """An offer."""

    action: str


class Money(msgspec.Struct):
    """A purse."""

    balance: int
    staked: int


class You(msgspec.Struct):
    """The private part of a frame."""

    decision: int | None
    offers: tuple[Offered, ...]
    purse: Money
    can_deal: bool
    part_wanted: bool = False


class Cycle(msgspec.Struct):
    """What a bot reads of a table: its seat, and the cycle that its part of the shuffle is for."""

    kind: str
    cycle: int
    phase: str
    seats: tuple["Seated", ...]


class Seated(msgspec.Struct):
    """A seat: the box before it, and who sits there."""

    box: int
    player: int | None


class Happened(msgspec.Struct):
    """An event; `cycle` is that of `betting_opened`."""

    type: str
    cycle: int = 0


class Welcome(msgspec.Struct, tag="welcome"):
    """The stream is open."""

    table: str
    stream: int
    next_n: int
    seq: int
    view: Cycle
    you: You


class Events(msgspec.Struct, tag="events"):
    """Something happened."""

    table: str
    seq: int
    phase: str
    events: tuple[Happened, ...]


class Yours(msgspec.Struct, tag="yours"):
    """How things stand for the bot."""

    table: str
    seq: int
    you: You
    ack: int | None


class Refused(msgspec.Struct, tag="refused"):
    """A command was not taken."""

    code: str
    n: int | None


class Closed(msgspec.Struct, tag="closed"):
    """The stream ended."""

    table: str
    code: str


class Pong(msgspec.Struct, tag="pong"):
    """The answer to a ping."""

    sent: int


class Lobby(msgspec.Struct, tag="lobby"):
    """The lobby."""


decode: Final = msgspec.json.Decoder(
    Welcome | Events | Yours | Refused | Closed | Pong | Lobby
).decode


class Acknowledged(msgspec.Struct, frozen=True):
    """A command that the house said is on disk: where it stands, and what it said."""

    player: int
    table: str
    stream: int
    n: int
    body: str
    seq: int
    waited_seconds: float


class Guest(msgspec.Struct, frozen=True):
    """Somebody who came in: his number and his cookie."""

    player: int
    cookie: str


class Refusal(Exception):
    """The house said no to an HTTP request; the arguments are status and body."""


def ask(
    address: str, method: str, path: str, *, cookie: str = "", body: object = None
) -> tuple[object, str]:
    """One HTTP request: the decoded answer, and the session's cookie if one was set."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    try:
        headers = {**OWN, "Content-Type": "application/json"}
        if cookie:
            headers["Cookie"] = cookie
        text = None if body is None else json.dumps(body)
        connection.request(method, path, body=text, headers=headers)
        response = connection.getresponse()
        answer = response.read()
        if response.status >= 400:
            raise Refusal(response.status, answer.decode())
        set_cookie = response.getheader("set-cookie") or ""
        return json.loads(answer), set_cookie.partition(";")[0]
    finally:
        connection.close()


def come_in(address: str) -> Guest:
    """Come in as a guest."""
    me, cookie = ask(address, "POST", "/api/guest")
    assert isinstance(me, dict)
    return Guest(me["player"], cookie)


def free_tables(address: str, game: str) -> list[str]:
    """The tables of a game where a newcomer can sit down now."""
    lobby, _ = ask(address, "GET", "/api/lobby")
    assert isinstance(lobby, dict)
    return [
        table["table"]
        for entry in lobby["games"]
        if entry["game"] == game
        for room in entry["rooms"]
        for table in room["tables"]
        if table["free"]
    ]


class Bot(WSListener):
    """One guest at one table. Bets the minimum, deals, and answers every question at random.

    `rounds_max` ends it (None: until `stop`). `acknowledged` is its log; `refusals` counts codes.
    `think_seconds` is the longest time it takes to press; `heard` is told of each public frame.
    `pace_seconds` lie between the moments at which it wants to press: one that comes late, because
    the answer did, is counted as waiting from its moment on.
    """

    def __init__(
        self,
        address: str,
        guest: Guest,
        game: str,
        *,
        seed: int,
        stake: int,
        rounds_max: int | None = None,
        took: Callable[[Acknowledged], None] | None = None,
        heard: Callable[[int, str, int], None] | None = None,
        think_seconds: float = 0.0,
        pace_seconds: float = 0.0,
    ) -> None:
        self.address = address
        self.guest = guest
        self.game = game
        self.table = ""
        self.stream = 0
        self.seq = 0
        self.rounds = 0
        self.you: You | None = None
        self.acknowledged: list[Acknowledged] = []
        self.refusals: dict[str, int] = {}
        self.stopping = False
        self.seated = asyncio.Event()
        self._took = took or self.acknowledged.append
        self._heard = heard
        self._think_seconds = think_seconds
        self._thinking: asyncio.TimerHandle | None = None
        self._pace_seconds = pace_seconds
        self._due = 0.0
        self._phase = ""
        self._box = 1
        self._stake = stake
        self._rounds_max = rounds_max
        self._random = random.Random(seed)
        self._next_n = 1
        self._pending: tuple[int, str] | None = None
        self._sent_at = 0.0
        self._shared = False
        self._cycle = 0
        self._nonce = ""
        self._in_round = False
        self._rejoining = False
        self._transport: WSTransport | None = None
        self._retry: asyncio.TimerHandle | None = None

    async def play(self) -> None:
        """Play, connecting again whenever the connection breaks, until stopped or done."""
        for _ in range(CONNECT_TRIES_MAX):
            if self.stopping:
                return
            try:
                self._transport, _ = await ws_connect(
                    lambda: self,
                    self.address.replace("http", "ws", 1) + "/api/socket",
                    extra_headers={**OWN, "Cookie": self.guest.cookie},
                    logger_name=LOG,
                )
                await self._transport.wait_disconnected()
            except Exception:  # whatever broke, a bot connects again
                await asyncio.sleep(RETRY_SECONDS)

    def stop(self) -> None:
        """Play no more, and hang up."""
        self.stopping = True
        for waits in (self._retry, self._thinking):
            if waits is not None:
                waits.cancel()
        if self._transport is not None:
            self._transport.disconnect()

    # ---- what picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Take the stream up again, or sit down."""
        self._transport = transport
        self._rejoining = bool(self.stream)
        if self.stream:
            self._say(
                {"type": "join", "table": self.table, "stream": self.stream, "seen": self.seq}
            )
        else:
            self._sit_down()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Read a frame and go on."""
        if frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
        elif frame.msg_type == WSMsgType.TEXT:
            self._read(decode(frame.get_payload_as_memoryview()))

    # ---- inside

    def _sit_down(self) -> None:
        free = free_tables(self.address, self.game)
        if not free:
            self._later(self._sit_down)
            return
        self.table = self._random.choice(free)
        self._say({"type": "join", "table": self.table})

    def _read(self, message: Welcome | Events | Yours | Refused | Closed | Pong | Lobby) -> None:
        if isinstance(message, Yours):
            self.seq = max(self.seq, message.seq)
            self._stands(message.you, message.ack, message.seq)
        elif isinstance(message, Events):
            self._told(message)
        elif isinstance(message, Welcome):
            self._welcomed(message)
        elif isinstance(message, Refused):
            self._refused(message)
        elif isinstance(message, Closed):
            self.stream = 0
            self._pending = None
            if not self.stopping and self._transport is not None:
                self._transport.disconnect()

    def _told(self, message: Events) -> None:
        self.seq, before, self._phase = message.seq, self._phase, message.phase
        if self._heard is not None:
            self._heard(self.guest.player, message.table, message.seq)
        for event in message.events:
            if event.type == "betting_opened":
                self._cycle = event.cycle
        if self._shared and self._phase == "betting" != before:
            self._go_on()

    def drop(self) -> None:
        """The connection breaks; the bot connects again."""
        if self._transport is not None:
            self._transport.disconnect()

    def _welcomed(self, message: Welcome) -> None:
        """A new stream: what was under way on an old one was not taken."""
        self.stream, self._next_n, self.seq = message.stream, message.next_n, message.seq
        view = message.view
        self._shared, self._cycle, self._phase = view.kind == "multi", view.cycle, view.phase
        own = [seat.box for seat in view.seats if seat.player == self.guest.player]
        self._box = own[0] if self._shared and own else 1
        self._pending = None
        self.seated.set()
        self._stands(message.you, None, message.seq)

    def _stands(self, you: You, ack: int | None, seq: int) -> None:
        self.you = you
        if self._pending is not None:
            if ack == self._pending[0]:
                self._acknowledge(seq)
            elif self._rejoining:
                self._send(self._pending[1])
        self._rejoining = False
        if self._in_round and you.decision is None and you.purse.staked == 0:
            self._in_round = False
            self.rounds += 1
            if self.rounds == self._rounds_max:
                self.stop()
        self._go_on()

    def _acknowledge(self, seq: int) -> None:
        assert self._pending is not None
        n, body = self._pending
        self._pending = None
        self._next_n = n + 1
        waited = time.perf_counter() - self._sent_at
        self._took(Acknowledged(self.guest.player, self.table, self.stream, n, body, seq, waited))

    def _refused(self, message: Refused) -> None:
        self.refusals[message.code] = self.refusals.get(message.code, 0) + 1
        if message.code == "no_seat":  # others were faster: not to look on, but to play elsewhere
            self._say({"type": "leave", "table": self.table})
        elif message.code in ELSEWHERE:
            self.stream, self._pending = 0, None
            self._later(self._sit_down)
        else:
            self._pending = None
            self._later(self._go_on)

    def _go_on(self) -> None:
        """Send the next command, if it is the bot's to say something: at once, or after a while."""
        wait = self._wait_seconds()
        if wait <= 0.0:
            self._say_next()
        elif self._thinking is None and not self.stopping:
            self._thinking = asyncio.get_running_loop().call_later(wait, self._thought)

    def _wait_seconds(self) -> float:
        """How long until the bot's next press."""
        if self._pace_seconds:
            now = time.perf_counter()
            self._due = self._due or now + self._random.uniform(0, self._pace_seconds)
            return self._due - now
        part_wanted = self.you is not None and self.you.part_wanted
        return self._random.uniform(0, self._think_seconds) if not part_wanted else 0.0

    def _thought(self) -> None:
        self._thinking = None
        self._say_next()

    def _say_next(self) -> None:
        you = self.you
        if you is None or self._pending is not None or self.stopping or not self.stream:
            return
        if you.decision is not None:
            offer = self._random.choice(you.offers)
            self._command("act", f'"decision":{you.decision},"action":"{offer.action}"')
        elif you.can_deal:
            self._in_round = True
            self._deal()
        elif you.part_wanted and self._nonce:
            self._command("open_part", f'"nonce":"{self._nonce}"')
        elif you.purse.staked == 0 and (not self._shared or self._phase == "betting"):
            self._command("place_bet", f'"box":{self._box},"amount":{self._stake}')

    def _deal(self) -> None:
        """DEAL, with the part of the shuffle, or at a table for several with its hash."""
        self._nonce = secrets.token_hex(16)
        if self._shared:
            promise = promise_part(self._cycle, bytes.fromhex(self._nonce))
            self._command("deal", f'"part_hash":"{promise}"')
        else:
            self._command("deal", f'"nonce":"{self._nonce}"')

    def _command(self, kind: str, rest: str) -> None:
        n = self._next_n
        body = f'{{"type":"{kind}","table":"{self.table}","n":{n},{rest}}}'
        self._pending = (n, body)
        self._sent_at = self._due or time.perf_counter()
        if self._pace_seconds:
            self._due += self._pace_seconds
        self._send(body)

    def _say(self, message: dict[str, object]) -> None:
        self._send(json.dumps(message))

    def _send(self, text: str) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, text)

    def _later(self, call: Callable[[], None]) -> None:
        if self._retry is not None:
            self._retry.cancel()
        if not self.stopping:
            self._retry = asyncio.get_running_loop().call_later(RETRY_SECONDS, call)
