"""A table's streams: each numbered command once, its first answer again, one viewer a stream."""

from collections.abc import Container, Iterator, Sequence
from typing import Protocol

from evenmoney.house.line import Line
from evenmoney.house.record import StreamKept, Told
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.view import PrivateView


class Viewer(Protocol):
    """One socket as the house sees it: who it is, and where frames go."""

    @property
    def player(self) -> int:
        """The player's number."""

    @property
    def name(self) -> str:
        """The name the table shows."""

    def send(self, frame: bytes) -> None:
        """Queue an encoded server message; never blocks, never raises."""

    def close(self, table: str, code: str) -> None:
        """This viewer's stream at `table` has ended; the viewer says so itself (`Closed`)."""


class Stream:
    """One tab at one table: the last number taken and its answer, and who looks at it now."""

    __slots__ = ("answer", "last", "number", "player", "shown", "viewer")

    def __init__(self, number: int, player: int, last: int = 0, answer: bytes = b"") -> None:
        self.number = number
        self.player = player
        self.last = last
        self.answer = answer
        self.viewer: Viewer | None = None
        self.shown: PrivateView | None = None


class Streams:
    """The streams of one table, oldest use first; `limit` are remembered that nobody looks at."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._streams: dict[int, Stream] = {}
        self._by_viewer: dict[Viewer, Stream] = {}

    def of(self, viewer: Viewer) -> Stream | None:
        """The stream that a viewer looks at."""
        return self._by_viewer.get(viewer)

    def numbered(self, number: int | None) -> Stream | None:
        """The stream with that number, if it is still remembered."""
        return None if number is None else self._streams.get(number)

    @property
    def watched(self) -> int:
        """How many viewers look."""
        return len(self._by_viewer)

    def attached(self) -> Iterator[tuple[Viewer, Stream]]:
        """All viewers with their streams."""
        return iter(tuple(self._by_viewer.items()))

    def present(self, player: int, but: Viewer | None = None) -> bool:
        """Whether any viewer of the player is attached, apart from `but`."""
        return any(
            stream.player == player and viewer is not but
            for viewer, stream in self._by_viewer.items()
        )

    def open(self, number: int, player: int, spare: Container[int] = ()) -> Stream:
        """A new stream; the ones longest unused make room, those of players in `spare` last."""
        self._make_room(spare)
        stream = self._streams[number] = Stream(number, player)
        return stream

    def attach(self, stream: Stream, viewer: Viewer) -> Viewer | None:
        """Let `viewer` look at a stream; the one that did before is returned, detached."""
        self.detach(viewer)
        before = stream.viewer
        if before is not None:
            self.detach(before)
        stream.viewer = viewer
        self._by_viewer[viewer] = stream
        return before

    def detach(self, viewer: Viewer) -> Stream | None:
        """The stream that a viewer looked at, now nobody's."""
        stream = self._by_viewer.pop(viewer, None)
        if stream is not None:
            stream.viewer = None
        return stream

    def close(self, stream: Stream) -> None:
        """Forget a stream: its tab is done."""
        self._streams.pop(stream.number, None)

    def took(self, number: int, player: int, n: int, answer: bytes) -> Stream:
        """Command `n` was taken and is on disk, with this as its answer."""
        stream = self._streams.pop(number, None) or Stream(number, player)
        stream.last, stream.answer = n, answer
        self._streams[number] = stream
        return stream

    def kept(self, lines: Sequence[Line]) -> tuple[StreamKept, ...]:
        """What a checkpoint after `lines` keeps: every stream that has taken a command."""
        kept = {
            s.number: StreamKept(s.number, s.player, s.last, s.answer)
            for s in self._streams.values()
            if s.last
        }
        for line in lines:
            if isinstance(line.record, Told) and line.answer is not None:
                told = line.record
                kept.pop(told.stream, None)
                kept[told.stream] = StreamKept(
                    told.stream, told.player, told.command.n, line.answer
                )
        return tuple(kept.values())

    def restore(self, kept: tuple[StreamKept, ...]) -> None:
        """The streams as a checkpoint kept them."""
        self._streams = {k.stream: Stream(k.stream, k.player, k.last, k.answer) for k in kept}

    def _make_room(self, spare: Container[int]) -> None:
        idle = [stream for stream in self._streams.values() if stream.viewer is None]
        idle.sort(key=lambda stream: stream.player in spare)
        for stream in idle[: max(0, len(idle) - self._limit)]:
            del self._streams[stream.number]


def repeated(stream: Stream, n: int) -> bool:
    """Whether command `n` is the last one again; refused when it is neither that nor the next."""
    if n == stream.last + 1:
        return False
    if n == stream.last:
        return True
    reason = f"the next number of this stream is {stream.last + 1}, not {n}"
    raise TableRefusal(Code.OUT_OF_ORDER, reason, "n")
