"""How a socket is opened: picows under uvicorn, on HTTP's own port, after cookie and Origin.

uvicorn takes any class as its WebSocket protocol, builds it on an upgrade, replays the request into
`data_received`, and hands the transport over. Here the request is read first, its session looked up
in the record, and only an admitted one is passed on to picows. picows' constructor is not its
documented interface, so its version is pinned, and the tests open real sockets.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import msgspec
from picows import WSAutoPingStrategy, WSListener
from picows.picows import WSProtocol  # type: ignore[attr-defined]
from uvicorn import Config
from uvicorn.server import ServerState

from evenmoney.wire.http import Problem

SOCKET_PATH: Final = "/api/socket"
FRAME_MAX_BYTES: Final = 4096
"""The largest frame taken; a longer one closes the socket with 1009."""

OUTBOX_MAX_BYTES: Final = 256 * 1024
"""What may wait to be sent; a player who lets more pile up is closed, and resyncs."""

HANDSHAKE_SECONDS: Final = 5.0
TOO_MANY: Final = 429
IDLE_PING_SECONDS: Final = 20.0
PONG_SECONDS: Final = 10.0

LOG = logging.getLogger("evenmoney.socket.frames")
LOG.setLevel(logging.CRITICAL)  # picows would log every connection and every bad frame


class Listener(WSListener):
    """A socket once it is open, as the upgrade needs it."""

    def shut_down(self) -> None:
        """Say goodbye and close: the server stops."""
        raise NotImplementedError


class Denied(Exception):
    """The socket is not opened; `status` and the problem are the answer."""

    def __init__(self, status: int, problem: Problem) -> None:
        super().__init__(problem.code)
        self.status = status
        self.problem = problem


Admit = Callable[[dict[str, str]], Awaitable[Listener]]
"""Takes a request's header fields (names in lower case), gives the listener or raises `Denied`."""


class _Replayed(Protocol):
    """The part of uvicorn's contract that is used here."""

    connections: set[Any]
    tasks: set[asyncio.Task[None]]


class SocketUpgrade(WSProtocol):  # type: ignore[misc]
    """One connection that asked for an upgrade."""

    def __init__(
        self,
        admit: Admit,
        config: Config,  # noqa: ARG002
        server_state: ServerState,
        app_state: object,  # noqa: ARG002
    ) -> None:
        super().__init__(
            None,  # host and path: a client's
            None,
            False,  # a server
            self._admitted,
            LOG,
            True,  # an exception in the listener closes the socket
            HANDSHAKE_SECONDS,
            True,  # pings
            IDLE_PING_SECONDS,
            PONG_SECONDS,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            False,  # pongs are the listener's, which counts them
            FRAME_MAX_BYTES,
            None,
            2048,  # first size of the read buffer
        )
        self._admit = admit
        self._state: _Replayed = server_state
        self._open: Listener | None = None
        self._raw: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """uvicorn hands the transport over."""
        self._raw = transport
        self._state.connections.add(self)
        transport.set_write_buffer_limits(high=OUTBOX_MAX_BYTES)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._state.connections.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """uvicorn replays the request: nothing more is read until it is admitted or denied."""
        assert self._raw is not None
        self._raw.pause_reading()
        task = asyncio.get_running_loop().create_task(self._decide(data))
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    def shutdown(self) -> None:
        """uvicorn stops."""
        if self._open is not None:
            self._open.shut_down()
        elif self._raw is not None:
            self._raw.close()

    def _admitted(self, _request: object) -> Listener | None:
        return self._open

    async def _decide(self, data: bytes) -> None:
        assert self._raw is not None
        try:
            self._open = await self._admit(header_fields(data))
        except Denied as denied:
            self._raw.write(response_bytes(denied))
            self._raw.close()
        except Exception:
            self._raw.abort()
            raise
        else:
            if not self._raw.is_closing():
                self._replay(data)
            if not self._raw.is_closing():
                self._raw.resume_reading()

    def _replay(self, data: bytes) -> None:
        """picows reads into a buffer of its own that grows as it fills."""
        while data:
            buffer = self.get_buffer(len(data))
            part = data[: len(buffer)]
            buffer[: len(part)] = part
            self.buffer_updated(len(part))
            data = data[len(part) :]


def header_fields(head: bytes) -> dict[str, str]:
    """The header fields of a request as uvicorn replays it, names in lower case, and `:path`.

    >>> header_fields(b"GET /a HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n")
    {':path': '/a', 'host': 'x'}
    """
    first, *lines = head.decode("latin-1").split("\r\n")
    fields = {":path": first.split(" ")[1].partition("?")[0]}
    for line in lines:
        name, colon, value = line.partition(":")
        if colon:
            fields[name.lower()] = value.strip()
    return fields


def response_bytes(denied: Denied) -> bytes:
    """The HTTP answer to an upgrade that is denied."""
    body = msgspec.json.encode(denied.problem)
    retry = "retry-after: 1\r\n" if denied.status == TOO_MANY else ""
    return (
        f"HTTP/1.1 {denied.status} Denied\r\ncontent-type: application/json\r\n"
        f"{retry}content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    ).encode() + body
