"""All that a request may need, and what the operator set for the server."""

import asyncio
from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from evenmoney.house.house import House
from evenmoney.players.accounts import Accounts, LoggedIn
from evenmoney.rules.game import Game
from evenmoney.server.operator import OperatorKey
from evenmoney.server.postman import Postman
from evenmoney.server.rate import Allowance
from evenmoney.server.socket import PlayerSocket
from evenmoney.store import Store, TableRecord
from evenmoney.wire.http import GameView

OPENING_AMOUNT: Final = 100_000
"""What a new player starts with, in minor units of the demonstration currency."""

MESSAGES_PER_SECOND: Final = 20.0
"""What a socket may send in the long run."""

REQUESTS_PER_SECOND: Final = 20.0
"""What a player may ask over HTTP in the long run."""

SOCKETS_PER_PLAYER_MAX: Final = 16

VoidPays = Literal["bets", "better"]
"""What a round that is called off gives; see `house.settings`."""


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is reached, and how much it lets through.

    `origins` are the addresses, such as `https://play.example`, under which the house's pages are
    opened from outside; with an https one among them cookies are marked Secure.
    """

    origins: tuple[str, ...] = ()
    opening_amount: int = OPENING_AMOUNT
    guests_per_address: int = 20
    messages_per_second: float = MESSAGES_PER_SECOND
    requests_per_second: float = REQUESTS_PER_SECOND
    void_pays: VoidPays = "bets"

    @property
    def secure(self) -> bool:
        """Whether cookies go over TLS only."""
        return any(origin.startswith("https:") for origin in self.origins)


class Premises:
    """The house and its doors. Knows the open sockets, so that a session's end closes them."""

    def __init__(
        self,
        *,
        house: House,
        store: Store,
        accounts: Accounts,
        catalogue: Mapping[str, Game],
        game_views: Mapping[str, GameView],
        settings: ServerSettings,
        operator_key: OperatorKey,
    ) -> None:
        self.house = house
        self.store = store
        self.accounts = accounts
        self.catalogue = catalogue
        self.game_views = game_views
        self.settings = settings
        self.operator_key = operator_key
        self.allowance = Allowance(settings.requests_per_second)
        self.draining = False
        self.ends = 0
        """How often sessions were ended: who is being let in meanwhile is looked up once more."""
        self.audit = asyncio.Lock()
        self._postman = Postman()
        self._sockets: dict[int, set[PlayerSocket]] = {}
        self._tables: dict[int, TableRecord] = {}

    async def table(self, number: int) -> TableRecord:
        """The table of that number; tables are never forgotten, so they are read once."""
        if number not in self._tables:
            self._tables = {table.number: table for table in await self.store.tables()}
        return self._tables[number]

    def new_socket(self, who: LoggedIn) -> PlayerSocket | None:
        """A socket for a player, to be opened, or None when he has too many open."""
        if len(self._sockets.get(who.player.id, ())) >= SOCKETS_PER_PLAYER_MAX:
            return None
        return PlayerSocket(who, self.house, self._postman, self.settings.messages_per_second, self)

    def opened(self, socket: PlayerSocket) -> None:
        """A socket is open."""
        self._sockets.setdefault(socket.player, set()).add(socket)

    def closed(self, socket: PlayerSocket) -> None:
        """A socket is closed."""
        mine = self._sockets.get(socket.player)
        if mine is not None:
            mine.discard(socket)
            if not mine:
                del self._sockets[socket.player]

    def end_sessions(
        self, player: int, *, only: int | None = None, keep: int | None = None
    ) -> None:
        """Close the sockets of a player's sessions: of one, or of all but one."""
        self.ends += 1
        for socket in tuple(self._sockets.get(player, ())):
            if socket.session != keep and only in {None, socket.session}:
                socket.end_session()
