"""uvicorn's HTTP protocol, with a bound on the size of a request's head and on its time."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_MAX_BYTES: Final = 16 * 1024
"""The longest request line and headers taken, together."""

HEAD_SECONDS: Final = 10.0
"""How long a connection may take to send its first request's head."""


class BoundedRequest(HttpToolsProtocol):
    """Closes a connection whose request head is too long or too slow; all else is uvicorn's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head_bytes = 0
        self._in_head = True
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection was accepted: its head's time begins."""
        super().connection_made(transport)
        self._late = self.loop.call_later(HEAD_SECONDS, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes came: counted while they may belong to a head."""
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
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A request's head is whole."""
        self._in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def _is_body_behind(self, data: bytes) -> bool:
        """Whether the head ends early in what came, so that the length is the body's."""
        head_before = self._head_bytes - len(data)
        end = data.find(b"\r\n\r\n")
        return end >= 0 and head_before + end <= HEAD_MAX_BYTES

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
