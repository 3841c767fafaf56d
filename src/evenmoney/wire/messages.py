"""Every message of the table socket, typed once; the client's types are generated from here.

A message is a JSON object whose `type` names it. Money is in minor units, times in milliseconds.
"""

from typing import Annotated

from msgspec import Meta

from evenmoney.house.command import Join, Leave, Message, TableCommand
from evenmoney.house.frame import (
    AnyEvent,
    BonusGranted,
    Closed,
    Events,
    Refused,
    Welcome,
    Yours,
)
from evenmoney.house.view import LobbyView

__all__ = ["AnyEvent"]

# ---- client to server


class Ping(Message, frozen=True, tag="ping"):
    """Ask for a `pong`; `sent` comes back unchanged."""

    sent: Annotated[int, Meta(ge=0, le=2**53)]


class WatchLobby(Message, frozen=True, tag="watch_lobby"):
    """Ask for the lobby now and whenever it changes, or (`on` false) no longer."""

    on: bool = True


ClientMessage = Join | Leave | Ping | WatchLobby | TableCommand

# ---- server to client


class Pong(Message, frozen=True, tag="pong"):
    """The answer to `ping`."""

    sent: int


class Lobby(Message, frozen=True, tag="lobby"):
    """The lobby as it is now; sent at most twice a second to those who watch it."""

    lobby: LobbyView


ServerMessage = Welcome | Events | Yours | Refused | Closed | BonusGranted | Pong | Lobby
