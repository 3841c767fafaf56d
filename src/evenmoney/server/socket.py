"""One player's open socket: bytes to typed messages for the house, the house's frames to bytes."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Annotated, Final, Protocol

import msgspec
from picows import WSFrame, WSMsgType, WSTransport

from evenmoney.house.command import Join, Leave
from evenmoney.house.frame import Closed, Refused
from evenmoney.house.house import House
from evenmoney.players.accounts import LoggedIn
from evenmoney.server.frames import close_frame, text_frame
from evenmoney.server.place import place_of
from evenmoney.server.postman import Postman
from evenmoney.server.rate import Bucket
from evenmoney.server.upgrade import Listener
from evenmoney.wire.messages import ClientMessage, Lobby, Ping, Pong, WatchLobby

LOG = logging.getLogger("evenmoney.socket")

BURST_SECONDS: Final = 2.0
"""A socket may send what its rate allows for this long at once."""

GARBAGE_MAX: Final = 8
"""Unreadable messages before the socket is closed; one is forgiven every ten seconds."""

GARBAGE_PER_SECOND: Final = 0.1
FLOOD_MAX: Final = 200
"""Messages refused as too fast before the socket is closed."""

FLOOD_PER_SECOND: Final = 1.0
CLOSE_SECONDS: Final = 1.0
"""How long a closed socket may take to say goodbye before the connection is cut."""

TABLES_MAX: Final = 16
"""Tables of one socket whose streams are told when it is closed for being slow."""

LOBBY_SECONDS: Final = 0.5
"""The lobby is sent at most this often."""

GOING_AWAY: Final = 1001
PROTOCOL_ERROR: Final = 1002
UNSUPPORTED: Final = 1003
POLICY: Final = 1008
TRY_LATER: Final = 1013
SESSION_ENDED: Final = 4001
"""Close code of our own: the session was logged out or revoked."""

encode: Final = msgspec.json.Encoder().encode
decode: Final = msgspec.json.Decoder(ClientMessage).decode
UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding raises for bytes that are no message."""


class _Head(msgspec.Struct):
    """What can still be read of a message that is wrong somewhere else."""

    table: str | None = None
    n: Annotated[int, msgspec.Meta(ge=1, le=2**53)] | None = None


_head: Final = msgspec.json.Decoder(_Head).decode


class Door(Protocol):
    """Who keeps count of the open sockets."""

    def opened(self, socket: "PlayerSocket") -> None:
        """A socket is open."""

    def closed(self, socket: "PlayerSocket") -> None:
        """A socket is closed."""


class PlayerSocket(Listener):
    """A socket of one session. The house sees it as a `Viewer`."""

    def __init__(
        self,
        who: LoggedIn,
        house: House,
        postman: Postman,
        per_second: float,
        door: "Door",
    ) -> None:
        self.player = who.player.id
        self.name = who.player.name
        self.session = who.session.id
        self._house = house
        self._postman = postman
        self._outbox: list[bytes] = []
        self._door = door
        self._tables: set[str] = set()
        now = time.monotonic()
        self._rate = Bucket(per_second, per_second * BURST_SECONDS, now)
        self._garbage = Bucket(GARBAGE_PER_SECOND, GARBAGE_MAX, now)
        self._flood = Bucket(FLOOD_PER_SECOND, FLOOD_MAX, now)
        self._raw: asyncio.Transport | None = None
        self._write: Callable[[bytes], None] | None = None
        self._unwatch: Callable[[], None] | None = None
        self._lobby_due: asyncio.TimerHandle | None = None

    # ---- what picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The socket is open."""
        self._raw = transport.underlying_transport
        self._write = self._raw.write
        self._door.opened(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame came."""
        if self._write is None:
            if frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()
        elif frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close_socket(PROTOCOL_ERROR, "no extension was agreed on")
        elif frame.msg_type == WSMsgType.TEXT and frame.fin:
            self._take(frame)
        else:
            self._take_other(transport, frame)

    def on_ws_disconnected(self, _transport: WSTransport) -> None:
        """The connection is gone; streams wait in the house to be taken up again."""
        self._forget()
        self._house.gone(self)
        self._door.closed(self)

    def pause_writing(self) -> None:
        """More waits to be sent than a player who keeps up ever has."""
        for table in sorted(self._tables):
            self.send(encode(Closed(table=table, code="too_slow")))
        self.close_socket(TRY_LATER, "too slow")

    def resume_writing(self) -> None:
        """What waited was sent; the socket is closing by then."""

    # ---- what the house calls

    def send(self, frame: bytes) -> None:
        """Queue an encoded server message; never blocks, never raises."""
        if self._write is not None:
            if not self._outbox:
                self._postman.call_at(self)
            self._outbox.append(text_frame(frame))

    def deliver(self) -> None:
        """Write the frames that wait, all at once."""
        frames, self._outbox = self._outbox, []
        if self._write is not None and frames:
            self._write(frames[0] if len(frames) == 1 else b"".join(frames))

    def close(self, table: str, code: str) -> None:
        """A stream of this socket has ended."""
        self._tables.discard(table)
        self.send(encode(Closed(table=table, code=code)))

    # ---- what the server calls

    def shut_down(self) -> None:
        """The server stops: the house has ended every stream already."""
        self.close_socket(GOING_AWAY, "shutting down")

    def end_session(self) -> None:
        """The session was logged out or revoked."""
        self.close_socket(SESSION_ENDED, "session ended")

    def close_socket(self, code: int, reason: str) -> None:
        """Say why, send nothing more, and cut the connection if the other end won't."""
        if self._write is None or self._raw is None:
            return
        self.deliver()
        if self._write is not None:
            self._write(close_frame(code, reason))
        self._forget()
        asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._raw.abort)

    # ---- inside

    def _forget(self) -> None:
        self._write = None
        self._watch(on=False)

    def _take(self, frame: WSFrame) -> None:
        now = time.monotonic()
        if not self._rate.take(now):
            self._refuse_flood(frame, now)
            return
        try:
            message = decode(frame.get_payload_as_memoryview())
        except UNREADABLE as error:
            self._refuse_garbage(frame, error, now)
            return
        if isinstance(message, Join):
            if len(self._tables) < TABLES_MAX:
                self._tables.add(message.table)
            self._house.join(self, message)
        elif isinstance(message, Leave):
            self._house.leave(self, message)
        elif isinstance(message, Ping):
            self.send(encode(Pong(sent=message.sent)))
        elif isinstance(message, WatchLobby):
            self._watch(on=message.on)
        else:
            self._house.post(self, message)

    def _take_other(self, transport: WSTransport, frame: WSFrame) -> None:
        """Control frames, and what this socket doesn't speak."""
        assert self._write is not None
        if frame.msg_type == WSMsgType.CLOSE:
            self.deliver()
            self._write(close_frame(1000, ""))
            self._forget()
            transport.disconnect()
        elif frame.msg_type == WSMsgType.PING:
            if self._rate.take(time.monotonic()):
                transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type != WSMsgType.PONG:
            self.close_socket(UNSUPPORTED, "whole text frames only")

    def _refuse_flood(self, frame: WSFrame, now: float) -> None:
        if not self._flood.take(now):
            self.close_socket(POLICY, "too many messages")
            return
        self._refuse(frame, "too_fast", "Too many messages: wait a moment, then send it again.")

    def _refuse_garbage(self, frame: WSFrame, error: Exception, now: float) -> None:
        if not self._garbage.take(now):
            self.close_socket(POLICY, "too many unreadable messages")
            return
        readable = isinstance(error, msgspec.ValidationError)
        code = "bad_message" if readable else "not_json"
        self._refuse(frame, code, str(error), place_of(str(error)))

    def _refuse(self, frame: WSFrame, code: str, reason: str, field: str | None = None) -> None:
        try:
            head = _head(frame.get_payload_as_memoryview())
        except UNREADABLE:
            head = _Head()
        table = head.table[:64] if head.table else None
        self.send(encode(Refused(code=code, reason=reason, table=table, n=head.n, field=field)))

    def _watch(self, *, on: bool) -> None:
        if self._lobby_due is not None:
            self._lobby_due.cancel()
            self._lobby_due = None
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None
        if on:
            self._unwatch = self._house.watch_lobby(self._lobby_changed)
            self._send_lobby()

    def _lobby_changed(self) -> None:
        if self._lobby_due is None:
            loop = asyncio.get_running_loop()
            self._lobby_due = loop.call_later(LOBBY_SECONDS, self._send_lobby)

    def _send_lobby(self) -> None:
        self._lobby_due = None
        self.send(encode(Lobby(lobby=self._house.lobby())))
