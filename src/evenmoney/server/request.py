"""uvicorn's HTTP protocol, with a bound on a request's time, and on the size of its head."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_MAX_BYTES: Final = 16 * 1024
"""The longest request line and headers taken, together."""

HEAD_SECONDS: Final = 10.0
"""How long a request's head may take, from the connection's or the head's first byte on."""

BODY_SECONDS: Final = 10.0
"""How long its body may take."""


class BoundedRequest(HttpToolsProtocol):
    """Closes a connection whose request is too slow or has too long a head; all else is uvicorn's.

    Whoever waits for the next byte of a request holds a connection: each request has its time,
    not the first one alone. A connection without a request is closed by uvicorn.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_bytes = 0
        self._in_head = True
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection was accepted: its head's time begins."""
        super().connection_made(transport)
        self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes came: timed until they make a request, and counted while they may be its head."""
        if self._late is None:
            self._wait(HEAD_SECONDS)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_MAX_BYTES and not self._is_body_behind(data):
                self.send_400_response("Request head too long.")
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_head = True
        self._head_bytes = 0
        self._wait(HEAD_SECONDS)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A request's head is whole."""
        self._in_head = False
        self._wait(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is whole."""
        self._stop_waiting()
        super().on_message_complete()

    def _is_body_behind(self, data: bytes) -> bool:
        """Whether the head ends early in what came, so that the length is the body's."""
        head_before = self._head_bytes - len(data)
        end = data.find(b"\r\n\r\n")
        return end >= 0 and head_before + end <= HEAD_MAX_BYTES

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._late = self.loop.call_later(seconds, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
