"""Nobody learns of a card that lies face down: not by a frame, an error, a page or the log, whether
he plays, watches, plays elsewhere or runs the house."""

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from msgspec.structs import replace

from evenmoney.house import recall, shuffler
from evenmoney.house.command import Act, Deal, LayBets, Skip
from evenmoney.house.event import RoundStarted
from evenmoney.house.state import Cycle, Layout
from evenmoney.players.accounts import Accounts
from evenmoney.players.mail import FileMail
from evenmoney.players.passwords import Passwords
from evenmoney.server.api.games import game_views
from evenmoney.server.app import http_app
from evenmoney.server.operator import OperatorKey
from evenmoney.server.pages import Pages
from evenmoney.server.premises import Premises, ServerSettings
from evenmoney.store import Opening
from tests.dealing import GAMES, dealing_order
from tests.house.playing import Player, Stack, TestHouse, open_house, stacked

OWN = {"x-evenmoney": "1"}
KEY = OperatorKey("http://house", "the operator's key")
ENDS = b'"hole_card_revealed"', b'"round_closed"', b'"cycle_revealed"'
SAID_OF_CARDS = re.compile(rb'"c2":"[0-9a-f]+"')
"""c2 is the shuffled order's commitment: it differs, and tells nothing."""


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stack:
    return stacked(monkeypatch)


def shoe(game: str, down: str, then: str) -> str:
    """Two boxes' hands against a six, where the game has so many; the hole card is `down`."""
    rules = GAMES[game].rules
    hands = "5s 6h / 8c 8d" if rules.boxes > 1 else "8c 8d"
    if rules.hole_card == "none":
        return dealing_order(rules, hands, "6d", then=f"{then} {down}")
    return dealing_order(rules, hands, "6d", down, then)


class Evening:
    """A house with one game, its pages, and four guests: two play, one watches, one is elsewhere;
    all that any of them is told is kept."""

    def __init__(self, floor: TestHouse, game: str, folder: Path) -> None:
        self.floor = floor
        self.game = game
        self.table = f"{game}-1"
        self.app = self._pages(folder)
        self.cookies: list[str] = []
        self.tabs: list[Player] = []
        self.told: list[bytes] = []

    def _pages(self, folder: Path) -> Litestar:
        floor = self.floor
        accounts = Accounts(
            floor.store.people,
            passwords=Passwords(),
            mail=FileMail(folder),
            opening=Opening(amount=100_000),
            now_ms=floor.clock.now_ms,
            recovery_link=str,
        )
        premises = Premises(
            house=floor.house,
            store=floor.store,
            accounts=accounts,
            catalogue=floor.catalogue,
            game_views=game_views(floor.catalogue, floor.house.certificates, "bets"),
            settings=ServerSettings(requests_per_second=10**6),
            operator_key=KEY,
        )
        return http_app(premises, Pages())

    @asynccontextmanager
    async def browser(self) -> AsyncIterator[httpx.AsyncClient]:
        app: Any = self.app
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house") as client:
            yield client

    async def come_in(self) -> Player:
        """One more guest, who sits down if there is a seat."""
        async with self.browser() as http:
            answer = await http.post("/api/guest", headers=OWN)
        self.cookies.append(answer.headers["set-cookie"].partition(";")[0])
        tab = Player(self.floor.house, answer.json()["player"], self.table)
        self.tabs.append(tab)
        return tab

    async def ask_everything(self, round: str) -> None:
        """Every page that can be asked for, by each of them, by a stranger and by the operator."""
        async with self.browser() as http:
            for path in readable(self.app, self.table, self.game, round):
                for cookie in (*self.cookies, ""):
                    await self.ask(http, path, {"cookie": cookie})
                await self.ask(http, path, {"authorization": f"Bearer {KEY.key}"})
            void = f"/api/operator/rounds/{round}/void"
            answer = await http.post(void, json={"reason": "not mine"}, headers=OWN)
            self.told.append(answer.content)

    async def ask(self, http: httpx.AsyncClient, path: str, headers: dict[str, str]) -> None:
        answer = await http.get(path, headers=headers)
        assert answer.status_code < 500, path
        self.told.append(f"{path} {answer.status_code} ".encode() + answer.content)

    async def err(self) -> None:
        """Everything that can be refused is, with its words."""
        for tab in self.tabs[:3]:
            await tab.tell(LayBets, bets={1: 700})
            await tab.tell(Skip)
            await tab.tell(Deal, nonce="ab" * 16)
            for action in ("insure", "surrender", "split", "hit"):
                await tab.act(action, decision=99)
            await tab.tell(Act, decision=1, action="stand", n=50)
        self.tabs.append(Player(self.floor.house, 77, self.table))
        await self.tabs[-1].tell(Skip)


def readable(app: Litestar, table: str, game: str, round: str) -> list[str]:
    """Every path that answers a GET, its places filled in: new pages come in by themselves."""
    told = {"table": table, "game": game, "round_id": round, "player": "1", "bonus": "1"}
    paths = [
        route.path_format
        for route in app.routes
        if "GET" in getattr(route, "methods", ()) and not route.path.startswith("/api/schema")
    ]
    filled = [path.format_map({**told, "path": "x"}) for path in sorted(paths)]
    return [path for path in filled if path.startswith("/api/")]


async def everything_told(path: Path, game: str, log: pytest.LogCaptureFixture) -> list[bytes]:
    """What anybody is told in the open round, c2 apart."""
    async with open_house(path.with_suffix(".db"), {game: GAMES[game]}) as floor:
        evening = Evening(floor, game, path)
        await play(evening)
        assert floor.house._tables[evening.table].state.playing, "it must be worth comparing"
        (started,) = evening.tabs[0].events(RoundStarted)
        await evening.ask_everything(started.round)
        await evening.err()
        late = await evening.come_in()
        await (late.join_refused() if evening.game != "classic-multiplayer" else late.join())
        frames = [frame for tab in evening.tabs for frame in tab.raw]
        assert not any(end in frame for frame in frames for end in ENDS)
        written = [record.getMessage().encode() for record in log.records]
        told = [*frames, *evening.told, *written]
    log.clear()
    return [SAID_OF_CARDS.sub(b'"c2":"-"', one) for one in told]


async def play(evening: Evening) -> None:
    """Up to a question after some cards; at a table for several the card plays, too."""
    first, second, third = [await evening.come_in() for _ in range(3)]
    await first.join()
    boxes = GAMES[evening.game].boxes
    if GAMES[evening.game].table == "multi":
        await second.join()
        await third.join()
        await first.lay({1: 1000})
        await second.lay({2: 1000})
        await third.tell(Skip)
        await first.deal()
        await second.deal()
        await first.settle()
        await first.settle()
        await first.act("hit")
        await evening.ask_everything("1-1")
        evening.floor.clock.advance(20)
        await second.settle()
    else:
        await first.lay(dict.fromkeys(range(1, min(boxes, 2) + 1), 1000))
        await first.deal()
        for action in ("hit", "split", "hit") if boxes > 1 else ("split", "hit"):
            if action in first.offers:
                await first.act(action)


@pytest.mark.parametrize("game", GAMES)
async def test_what_lies_face_down_changes_nothing_that_anybody_is_told(
    tmp_path: Path, stack: Stack, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    caplog.set_level(logging.DEBUG)
    drawn = "2s 3h 2d 2h"
    stack.put(shoe(game, "Tc", f"{drawn} Kd 9s"))
    one = await everything_told(tmp_path / "one", game, caplog)
    stack.put(shoe(game, "4c", f"{drawn} 5d 7h"))
    two = await everything_told(tmp_path / "two", game, caplog)
    assert len(one) > 60
    assert one == two
    assert any(b'"card_dealt"' in told for told in one)
    assert any(b"/api/history/" in told and b'"steps"' in told for told in one)


async def test_a_page_that_told_the_order_too_soon_would_be_seen(
    tmp_path: Path,
    stack: Stack,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    really_told = recall._shuffle

    def told_too_soon(asked: Any, *given: Any) -> Any:
        record = really_told(asked, *given)
        layout = asked if isinstance(asked, Layout) else asked.layout
        cycle = next(one for one in given if isinstance(one, Cycle))
        return replace(record, order=shuffler.shoe_of(layout, cycle).cards)

    monkeypatch.setattr(recall, "_shuffle", told_too_soon)
    stack.put(shoe("classic", "Tc", "2s 3h"))
    one = await everything_told(tmp_path / "one", "classic", caplog)
    stack.put(shoe("classic", "4c", "2s 3h"))
    two = await everything_told(tmp_path / "two", "classic", caplog)
    differ = [told for told, other in zip(one, two, strict=True) if told != other]
    assert differ
    assert all(told.startswith(b"/api/history/") for told in differ)
