"""The JSON Schema of every message and HTTP type: `python -m evenmoney.wire.schema` prints it."""

import json
import sys
from typing import Any, Final

import msgspec

from evenmoney.wire import http, lobby, messages

UNIONS: Final[dict[str, Any]] = {
    "AnyEvent": messages.AnyEvent,
    "ClientMessage": messages.ClientMessage,
    "ServerMessage": messages.ServerMessage,
}
"""The unions that get a name of their own in the schema."""

HTTP_TYPES: Final[tuple[Any, ...]] = (
    http.Problem,
    http.SignUp,
    http.LogIn,
    http.PasswordChange,
    http.RecoveryAsk,
    http.RecoverySet,
    http.Me,
    http.Sessions,
    http.Done,
    http.Games,
    lobby.LobbyView,
    http.HistoryPage,
    http.RoundRecord,
    http.Bonuses,
    http.Hint,
    http.Health,
)
"""What HTTP takes and gives, beside the messages."""


def document(title: str, types: tuple[Any, ...]) -> dict[str, Any]:
    """A JSON Schema document whose `$defs` hold every struct of `types` and the named unions."""
    found, defs = msgspec.json.schema_components(
        (*UNIONS.values(), *types), ref_template="#/$defs/{name}"
    )
    defs = {**defs, **dict(zip(UNIONS, found, strict=False))}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "$defs": dict(sorted(defs.items())),
    }


def socket_schema() -> dict[str, Any]:
    """The schema of the table socket's messages alone, as the server publishes it."""
    return document("Even Money, the table socket", ())


def whole_schema() -> dict[str, Any]:
    """The schema of the socket and of HTTP, from which the client's types are generated."""
    return document("Even Money, everything on the wire", HTTP_TYPES)


def text(schema: dict[str, Any]) -> str:
    """A schema as it is kept in a file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text(whole_schema()))
