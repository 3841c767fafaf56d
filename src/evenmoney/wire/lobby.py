"""The lobby as it is seen on the wire: the house's own view of it."""

from evenmoney.house.view import LobbyGame, LobbyRoom, LobbyTable, LobbyView

__all__ = ["LobbyGame", "LobbyRoom", "LobbyTable", "LobbyView"]
