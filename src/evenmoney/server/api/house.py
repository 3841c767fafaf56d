"""The house itself: lobby, health, and the schema of its socket."""

from importlib.metadata import version
from typing import Any, Final

from litestar import Response, get

from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.server.api.entry import OurPremises
from evenmoney.wire.http import Health
from evenmoney.wire.lobby import LobbyView
from evenmoney.wire.schema import socket_schema

VERSION: Final = version("evenmoney")


@get("/api/lobby")
async def show_lobby(premises: OurPremises) -> LobbyView:
    """Rooms, tables and free seats. The socket's `watch_lobby` keeps it up to date."""
    return premises.house.lobby()


@get("/api/health")
async def tell_health() -> Health:
    """That the server answers."""
    return Health(status="ok", version=VERSION)


@get("/api/ready")
async def tell_ready(premises: OurPremises) -> Response[Health]:
    """Whether new players should be sent here: the record answers, and the server isn't stopping.
    The status is 503 while it is."""
    await premises.store.balance(Account(AccountKind.HOUSE))
    if premises.draining:
        return Response(Health(status="draining", version=VERSION), status_code=503)
    return Response(Health(status="ok", version=VERSION))


@get("/api/schema/socket.json", include_in_schema=False)
async def publish_socket_schema() -> dict[str, Any]:
    """The JSON Schema of every socket message."""
    return socket_schema()


HANDLERS: Final = (show_lobby, tell_health, tell_ready, publish_socket_schema)
