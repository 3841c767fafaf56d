"""The floor: rooms of three tables per game, who sits there, and a new room when all are taken."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Protocol

from evenmoney.house import standing
from evenmoney.house.settings import Settings
from evenmoney.house.state import Layout, TableState
from evenmoney.house.view import LobbyGame, LobbyRoom, LobbyTable, LobbyView
from evenmoney.rules.game import Game
from evenmoney.store.store import OutcomeUnknown, Store, StoreFailed, TableRecord

logger = logging.getLogger(__name__)


class Staffed(Protocol):
    """A table that is played at, as the floor sees it."""

    @property
    def stopped(self) -> str | None:
        """Why it doesn't run; None while it does."""

    @property
    def layout(self) -> Layout:
        """What the table is."""

    @property
    def state(self) -> TableState:
        """How things stand there."""


class Floor:
    """All tables by game, in rooms; table k of a game is called `<game>-<k>`, counted from 1."""

    def __init__(self, store: Store, catalogue: Mapping[str, Game], settings: Settings) -> None:
        self._store = store
        self._catalogue = catalogue
        self._settings = settings
        self._records: dict[str, TableRecord] = {}
        self._numbers: dict[int, TableRecord] = {}
        self._count: Counter[str] = Counter()
        self._staffed: dict[str, Staffed] = {}
        self._watchers: dict[object, Callable[[], None]] = {}
        self._view: LobbyView | None = None
        """The lobby as it stands, once somebody asked for it."""
        self._furnishing: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    def add(self, record: TableRecord) -> None:
        """A table that the store knows."""
        self._records[record.id] = self._numbers[record.number] = record
        self._count[record.game] += 1
        self._view = None

    def staff(self, table: Staffed) -> None:
        """A table is played at from now on."""
        self._staffed[table.layout.id] = table
        self._view = None

    def record(self, id: str) -> TableRecord | None:
        """The record of a table, if there is one."""
        return self._records.get(id)

    def numbered(self, number: int) -> TableRecord | None:
        """The record of the table with that number."""
        return self._numbers.get(number)

    def seats_changed(self) -> None:
        """Someone sat down or got up: tell the watchers, and see that there is a free table."""
        self.table_changed()
        if self._furnishing is None and any(map(self._crowded, self._catalogue)):
            self._furnishing = asyncio.get_running_loop().create_task(self._furnish_later())

    def table_changed(self) -> None:
        """A table does something else than before, or has stopped: tell the watchers."""
        self._view = None
        for watcher in tuple(self._watchers.values()):
            watcher()

    def watch(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` when the lobby differs; returns what ends that."""
        key = object()
        self._watchers[key] = changed

        def stop() -> None:
            self._watchers.pop(key, None)

        return stop

    async def furnish(self) -> None:
        """A room with a free table for every game; raises `StoreFailed`."""
        async with self._one_at_a_time:
            for game in tuple(self._catalogue):  # which a reload may change meanwhile
                while self._crowded(game):
                    await self._open_room(game)

    async def _open_room(self, game: str) -> None:
        for _ in range(self._settings.tables_per_room):
            name = f"{game}-{self._count[game] + 1}"
            self.add(await self._store.table(name, game))

    async def close(self) -> None:
        """Open no more rooms."""
        if self._furnishing is not None:
            await self._furnishing

    def view(self) -> LobbyView:
        """The lobby: the rooms with somebody in them, and one with free tables. It is the same for
        all who ask until something changes."""
        if self._view is None:
            games = (self._game(id, game) for id, game in self._catalogue.items())
            self._view = LobbyView(games=tuple(games))
        return self._view

    async def _furnish_later(self) -> None:
        try:
            await self.furnish()
        except (StoreFailed, OutcomeUnknown) as failed:
            logger.error("no further room can be opened: %s", failed)
        self._furnishing = None
        self.table_changed()

    def _tables(self, game: str) -> list[str]:
        return [f"{game}-{number}" for number in range(1, self._count[game] + 1)]

    def _crowded(self, game: str) -> bool:
        """Whether every table of a game is taken and one more room may be opened."""
        rooms = self._count[game] // self._settings.tables_per_room
        if rooms >= self._settings.rooms_max:
            return False
        return not any(self._is_free(table) for table in self._tables(game))

    def _is_free(self, id: str) -> bool:
        table = self._staffed.get(id)
        return table is None or (table.stopped is None and None in table.state.seats)

    def _game(self, id: str, game: Game) -> LobbyGame:
        tables = [self._table(table, game) for table in self._tables(id)]
        size = self._settings.tables_per_room
        rooms = [
            LobbyRoom(room=number, tables=tuple(tables[first : first + size]))
            for number, first in enumerate(range(0, len(tables), size), 1)
        ]
        return LobbyGame(
            game=id,
            kind=game.table,
            rooms=tuple(_worth_showing(rooms)),
            playing=sum(len(table.names) for table in tables),
        )

    def _table(self, id: str, game: Game) -> LobbyTable:
        table = self._staffed.get(id)
        seats = table.state.seats if table else ()
        return LobbyTable(
            table=id,
            seats=game.seats,
            names=tuple(seat.name for seat in seats if seat is not None),
            free=self._is_free(id),
            phase=standing.phase(table.state)
            if table and table.layout.multi and any(seats)
            else None,
        )


def _worth_showing(rooms: list[LobbyRoom]) -> list[LobbyRoom]:
    """The rooms with somebody in them, and the first one with a free table."""
    free = next((room for room in rooms if any(table.free for table in room.tables)), None)
    return [room for room in rooms if room is free or any(table.names for table in room.tables)]
