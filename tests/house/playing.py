"""A house for tests: a clock that is moved by hand, stacked shoes, and players who keep frames."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from evenmoney import fairness
from evenmoney.cards import DECK, Card, parse_cards
from evenmoney.games.catalogue import Catalogue
from evenmoney.house.advice import Advice
from evenmoney.house.command import (
    Act,
    ClearBets,
    Command,
    Deal,
    DoubleBets,
    Join,
    LayBets,
    Leave,
    OpenPart,
    PlaceBet,
    RedoBets,
    TableCommand,
    TakeBet,
)
from evenmoney.house.event import BettingOpened
from evenmoney.house.frame import AnyEvent, Events, Refused, TableFrame, Welcome, Yours
from evenmoney.house.house import House
from evenmoney.house.settings import Settings
from evenmoney.house.view import PrivateView
from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind
from evenmoney.rules.action import Action
from evenmoney.rules.game import Game
from evenmoney.store.sqlite.store import SqliteStore
from tests.patience import PATIENCE_SECONDS

OPENING = 100_000
E = TypeVar("E")

_decode = msgspec.json.Decoder(TableFrame).decode


class HandClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000
        self._alarms: list[tuple[int, Callable[[], None]]] = []

    def now_ms(self) -> int:
        return self.now

    def alarm(self, after_ms: int, ring: Callable[[], None]) -> "HandAlarm":
        entry = (self.now + after_ms, ring)
        self._alarms.append(entry)
        return HandAlarm(self, entry)

    def advance(self, seconds: float) -> None:
        """Move on, ringing what is due, in order."""
        end = self.now + int(seconds * 1000)
        while due := [entry for entry in self._alarms if entry[0] <= end]:
            entry = min(due, key=lambda entry: entry[0])
            self._alarms.remove(entry)
            self.now = max(self.now, entry[0])
            entry[1]()
        self.now = end

    def forget(self, entry: tuple[int, Callable[[], None]]) -> None:
        if entry in self._alarms:
            self._alarms.remove(entry)


class HandAlarm:
    def __init__(self, clock: HandClock, entry: tuple[int, Callable[[], None]]) -> None:
        self._clock, self._entry = clock, entry

    def cancel(self) -> None:
        self._clock.forget(self._entry)


class CountedEntropy:
    """Bytes that look random and are the same in every run."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.drawn = 0

    def __call__(self, size: int) -> bytes:
        self.drawn += 1
        return (sha256(f"{self.name}{self.drawn}".encode()).digest() * 2)[:size]


class Stack:
    """Cards on top of the shoe of each cycle, in the order they leave."""

    def __init__(self) -> None:
        self.cards: dict[int, tuple[Card, ...]] = {}
        self.default: tuple[Card, ...] = ()

    def put(self, cards: str, cycle: int | None = None) -> None:
        if cycle is None:
            self.default = parse_cards(cards)
        else:
            self.cards[cycle] = parse_cards(cards)

    def shuffle(
        self, decks: int, seed: bytes, cycle: int, parts: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        top = self.cards.get(cycle, self.default)
        rest = list(DECK * decks)
        for card in top:
            rest.remove(card)
        return (*top, *rest)


class Player:
    """A socket as the house sees it, and the client behind it."""

    def __init__(self, house: House, player: int, table: str) -> None:
        self.house = house
        self.player = player
        self.name = f"Player {player}"
        self.table = table
        self.frames: list[TableFrame] = []
        self.raw: list[bytes] = []
        self.closed: list[tuple[str, str]] = []
        self.stream: int | None = None
        self.welcome: Welcome
        self.n = 1
        self.part: tuple[str, str] | None = None
        self.opens_parts = True
        self.game = table.rpartition("-")[0]
        self._news = asyncio.Event()

    def send(self, frame: bytes) -> None:
        self.raw.append(frame)
        message = _decode(frame)
        self.frames.append(message)
        if isinstance(message, Yours) and message.ack == self.n:
            self.n += 1
        if isinstance(message, Yours | Welcome) and message.you.part_wanted:
            self._open_part()
        self._news.set()

    def close(self, table: str, code: str) -> None:
        self.closed.append((table, code))
        self._news.set()

    # ---- what a client does

    async def join(self, **more: Any) -> Welcome:
        """Join, and wait to be welcome."""
        at = len(self.frames)
        self.house.join(self, Join(table=self.table, **more))
        frame = await self.until(lambda f: isinstance(f, Welcome | Refused), at)
        assert isinstance(frame, Welcome), frame
        self.stream, self.n = frame.stream, frame.next_n
        self.welcome = frame
        return frame

    async def join_refused(self, **more: Any) -> str:
        at = len(self.frames)
        self.house.join(self, Join(table=self.table, **more))
        frame = await self.until(lambda f: isinstance(f, Welcome | Refused), at)
        assert isinstance(frame, Refused), frame
        return frame.code

    async def tell(self, command: type[Command], *, n: int | None = None, **more: Any) -> Any:
        """A command and its answer: `Yours` or `Refused`."""
        at = len(self.frames)
        number = self.n if n is None else n
        self.house.post(self, command(table=self.table, n=number, **more))  # type: ignore[arg-type]
        return await self.until(
            lambda f: (
                (isinstance(f, Yours) and f.ack == number)
                or (isinstance(f, Refused) and f.n == number)
            ),
            at,
        )

    async def give(self, kind: str, **more: Any) -> None:
        """Post a command and wait for no answer."""
        command = {"type": kind, "table": self.table, "n": self.n, **more}
        self.house.post(self, msgspec.convert(command, TableCommand))

    async def bet(self, box: int, amount: int) -> Any:
        return await self.tell(PlaceBet, box=box, amount=amount)

    async def take(self, box: int, amount: int) -> Any:
        return await self.tell(TakeBet, box=box, amount=amount)

    async def clear(self, box: int | None = None) -> Any:
        return await self.tell(ClearBets, box=box)

    async def lay(self, bets: Mapping[int, int]) -> Any:
        return await self.tell(LayBets, bets=dict(bets))

    async def redo(self) -> Any:
        return await self.tell(RedoBets)

    async def double_bets(self) -> Any:
        return await self.tell(DoubleBets)

    async def deal(self, nonce: str | None = None, text: str = "") -> Any:
        fresh = sha256(f"{self.player} {self.stream} {self.n}".encode()).hexdigest()[:32]
        nonce = nonce or fresh
        if self.welcome.view.kind == "single":
            return await self.tell(Deal, nonce=nonce, text=text)
        self.part = nonce, text
        return await self.tell(Deal, part_hash=self.promise(nonce, text))

    def promise(self, nonce: str, text: str = "") -> str:
        """The hash of a part for the cycle that is open now."""
        opened = self.events(BettingOpened)
        cycle = opened[-1].cycle if opened else self.welcome.view.cycle
        return fairness.promise_part(cycle, fairness.player_part(bytes.fromhex(nonce), text))

    def _open_part(self) -> None:
        """As a client does: at once, when the table asks for it."""
        if self.part is not None and self.opens_parts:
            (nonce, text), self.part = self.part, None
            part = OpenPart(table=self.table, n=self.n, nonce=nonce, text=text)
            self.house.post(self, part)

    async def act(self, action: Action | str, decision: int | None = None) -> Any:
        asked = decision if decision is not None else (self.you.decision or 1)
        return await self.tell(Act, decision=asked, action=Action(action))

    async def leave(self) -> None:
        self.house.leave(self, Leave(table=self.table))
        await self.settle()

    def drop(self) -> None:
        """The connection breaks."""
        self.house.gone(self)

    # ---- what a client knows

    @property
    def you(self) -> PrivateView:
        """The last private view."""
        frame = next(f for f in reversed(self.frames) if isinstance(f, Yours | Welcome))
        return frame.you

    @property
    def offers(self) -> list[str]:
        return [offer.action.value for offer in self.you.offers]

    @property
    def balance(self) -> int:
        return self.you.purse.balance

    @property
    def seen(self) -> int:
        """The number of the last frame."""
        return next(f.seq for f in reversed(self.frames) if isinstance(f, Events | Welcome))

    @property
    def all_events(self) -> list[AnyEvent]:
        """All events seen."""
        return [event for f in self.frames if isinstance(f, Events) for event in f.events]

    def events(self, kind: type[E]) -> list[E]:
        """The events of one kind that were seen."""
        return [event for event in self.all_events if isinstance(event, kind)]

    async def until(self, wanted: Callable[[TableFrame], bool], first: int = 0) -> TableFrame:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                for frame in self.frames[first:]:
                    if wanted(frame):
                        return frame
                self._news.clear()
                await self._news.wait()

    async def settle(self) -> None:
        """Until the table has done all that waits."""
        await settle(self.house, self.table)


async def settle(house: House, table: str) -> None:
    """Until a table has done all that waits: a piece of work put last in its inbox is done."""
    done = asyncio.get_running_loop().create_future()

    async def mark() -> None:
        done.set_result(None)

    house._tables[table].inbox.put(mark)
    await asyncio.wait_for(done, PATIENCE_SECONDS)


class TestHouse:
    """A house over a database file; it can be killed and opened again."""

    __test__ = False

    def __init__(
        self,
        path: Path,
        catalogue: Mapping[str, Game],
        advice: Advice | None,
        settings: Settings | None = None,
    ) -> None:
        self.path = path
        self.settings = settings or Settings()
        self.catalogue = catalogue
        self.advice = advice
        self.clock = HandClock()
        self.entropy = CountedEntropy()
        self.store: SqliteStore
        self.house: House

    async def open(self) -> None:
        self.store = await SqliteStore.open(self.path)
        try:
            self.house = await House.open(
                self.store,
                self.catalogue,
                clock=self.clock,
                entropy=self.entropy,
                settings=self.settings,
                advice=self.advice,
            )
        except Exception:
            await self.store.close()
            raise

    async def kill(self) -> None:
        """The process dies: nothing is finished, nobody is told."""
        for table in self.house._tables.values():
            table.inbox.task.cancel()
        await self.store.close()
        self.clock._alarms.clear()

    async def restart(self) -> None:
        await self.kill()
        await self.open()

    async def player(self, number: int, table: str = "classic-1", money: int = OPENING) -> Player:
        """A player with some money who has joined a table."""
        await self.fund(number, money)
        player = Player(self.house, number, table)
        await player.join()
        return player

    async def fund(self, number: int, money: int, key: str = "opening") -> None:
        opening = Transfer(
            Account(AccountKind.ADJUSTMENT),
            Account(AccountKind.CASH, number),
            money,
            TransferKind.OPENING,
        )
        await self.house.move(f"{key} {number}", b"", (opening,))

    async def check_books(self) -> None:
        """The ledger sums to zero, and the record is whole."""
        assert await self.store.sum_of_all() == 0
        assert await self.store.audit() == []


@asynccontextmanager
async def open_house(
    path: Path,
    catalogue: Mapping[str, Game] | None = None,
    advice: Advice | None = None,
    settings: Settings | None = None,
) -> AsyncIterator[TestHouse]:
    test_house = TestHouse(path, catalogue or Catalogue.packaged(), advice, settings)
    await test_house.open()
    try:
        yield test_house
    finally:
        await test_house.house.close()
        await test_house.store.close()


def stacked(monkeypatch: pytest.MonkeyPatch) -> Stack:
    """Lets a test lay the cards on top of every shoe."""
    stack = Stack()
    monkeypatch.setattr(fairness, "shuffle", stack.shuffle)
    return stack
