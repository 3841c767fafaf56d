"""The house: all tables of this process behind one door. Knows no sockets and no HTTP."""

from collections.abc import Callable, Mapping
from typing import Protocol, Self

import msgspec

from evenmoney.house.clock import Clock
from evenmoney.house.command import Join, Leave, TableCommand
from evenmoney.house.view import LobbyView, OpenRound
from evenmoney.ledger.transfer import Transfer
from evenmoney.rules.game import Game
from evenmoney.store.store import Store


class Viewer(Protocol):
    """One socket as the house sees it: who it is, and where frames go."""

    player: int
    name: str

    def send(self, frame: bytes) -> None:
        """Queue an encoded server message; never blocks, never raises."""

    def close(self, table: str, code: str) -> None:
        """This viewer's stream at `table` has ended (`Closed` is still to be sent by it)."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What the operator sets for all tables."""

    inbox_max: int = 64
    history_frames: int = 256
    streams_max: int = 16
    seat_idle_seconds: int = 600
    shoe_idle_seconds: int = 3600


class House:
    """The tables, the purses of those who play, and the lobby; all methods on one event loop."""

    @classmethod
    async def open(
        cls,
        store: Store,
        catalogue: Mapping[str, Game],
        *,
        clock: Clock,
        entropy: Callable[[int], bytes],
        settings: Settings | None = None,
    ) -> Self:
        """The house over a store, every table rebuilt from its record; raises `StoreFailed`.

        `catalogue` is every game by id, in the lobby's order; `entropy(n)` gives n secret bytes.
        """
        raise NotImplementedError

    def join(self, viewer: Viewer, message: Join) -> None:
        """Sit the player down, or take his stream up: `welcome`, missing frames, or `refused`."""
        raise NotImplementedError

    def leave(self, viewer: Viewer, message: Leave) -> None:
        """Close the viewer's stream at a table; the last one gone, the player gets up."""
        raise NotImplementedError

    def post(self, viewer: Viewer, command: TableCommand) -> None:
        """Put a command into its table's inbox; the answer comes as frames (`busy` when full)."""
        raise NotImplementedError

    def gone(self, viewer: Viewer) -> None:
        """The viewer's socket is closed: its streams wait to be taken up again."""
        raise NotImplementedError

    def lobby(self) -> LobbyView:
        """Rooms of three tables per game and who sits there."""
        raise NotImplementedError

    def watch_lobby(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (keep it short) whenever the lobby differs; returns what ends that."""
        raise NotImplementedError

    def open_rounds(self, player: int) -> list[OpenRound]:
        """The player's rounds that are not over, newest first."""
        raise NotImplementedError

    async def balance(self, player: int) -> int:
        """What a player can spend now, in minor units."""
        raise NotImplementedError

    async def move(self, transfers: tuple[Transfer, ...]) -> None:
        """Book transfers that belong to no table (opening money, deposits): ledger and purses."""
        raise NotImplementedError

    async def close(self) -> None:
        """Finish what waits in the inboxes, close every viewer's streams, stop the tables."""
        raise NotImplementedError
