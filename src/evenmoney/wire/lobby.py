"""The lobby as it is seen: games, their rooms of three tables, and who has sat down."""

from typing import Literal

import msgspec


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table: its seats, the names of those who sit, and whether a newcomer can sit down now."""

    table: str
    seats: int
    names: tuple[str, ...]
    free: bool


class LobbyRoom(msgspec.Struct, frozen=True, kw_only=True):
    """A room of three tables of one game; rooms count from 1."""

    room: int
    tables: tuple[LobbyTable, ...]


class LobbyGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game's rooms: those with somebody in them, and one with free tables."""

    game: str
    kind: Literal["single", "multi"]
    rooms: tuple[LobbyRoom, ...]
    playing: int


class LobbyView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole lobby, games in the catalogue's order."""

    games: tuple[LobbyGame, ...]
