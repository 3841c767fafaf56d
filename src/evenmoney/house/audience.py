"""Those who look at a table: streams, the frames they get, and the frames they may have lost."""

from collections import deque
from collections.abc import Sequence

from evenmoney.house.command import Join
from evenmoney.house.frame import Refused, Welcome, Yours
from evenmoney.house.line import Line
from evenmoney.house.record import StreamKept, Told
from evenmoney.house.refusal import TableRefusal
from evenmoney.house.scribe import encode
from evenmoney.house.seen import private_view, public_view
from evenmoney.house.settings import Settings
from evenmoney.house.state import Layout, TableState
from evenmoney.house.streams import Stream, Streams, Viewer
from evenmoney.house.till import Till
from evenmoney.house.view import PrivateView


class Audience:
    """Sends each public frame to all, as the same bytes, and to each player what is his."""

    def __init__(self, layout: Layout, till: Till, settings: Settings) -> None:
        self.streams = Streams(settings.streams_max)
        self.layout = layout
        self._till = till
        self._ring: deque[tuple[int, bytes]] = deque(maxlen=settings.history_frames)

    @property
    def sequence(self) -> int:
        """The number of the last frame."""
        return self._ring[-1][0] if self._ring else 0

    def restore(self, streams: tuple[StreamKept, ...], lines: Sequence[Line]) -> None:
        """The streams and frames of a table that was rebuilt."""
        self.streams.restore(streams)
        self._ring.clear()
        for line in lines:
            self._ring.append((line.entry.sequence, line.frame))

    def show(self, line: Line) -> None:
        """A line's frame to all, then its answer to the one who asked."""
        self._ring.append((line.entry.sequence, line.frame))
        for viewer, _ in self.streams.attached():
            viewer.send(line.frame)
        if line.answer is None:
            return
        told = line.record
        assert isinstance(told, Told)
        stream = self.streams.took(told.stream, told.player, told.command.n, line.answer)
        stream.shown = line.you
        if stream.viewer is not None:
            stream.viewer.send(line.answer)

    def show_answered(self, state: TableState, lines: Sequence[Line]) -> None:
        """The same after `lines` were shown: a lone viewer who was answered has seen it all."""
        you = lines[0].you
        alone = self.streams.watched == 1 and not self.layout.multi
        if not (alone and you and you.purse.balance == self._till.kept(you.player)[0]):
            self.show_own(state)

    def show_own(self, state: TableState) -> None:
        """To each viewer how things stand for his player, when that differs from what he saw."""
        for viewer, stream in self.streams.attached():
            you = self._own(state, viewer)
            if you != stream.shown:
                stream.shown = you
                viewer.send(encode(Yours(table=self.layout.id, seq=self.sequence, you=you)))

    def greet(self, state: TableState, at: int, viewer: Viewer, message: Join) -> None:
        """What a newcomer lacks and how things stand for him, or the whole state."""
        stream = self.streams.of(viewer)
        assert stream is not None
        missing = self._missing(state, stream, message)
        stream.shown = self._own(state, viewer)
        if missing is None:
            viewer.send(encode(self._welcome(state, at, stream, stream.shown)))
            return
        for frame in missing:
            viewer.send(frame)
        last = stream.last or None
        own = Yours(table=self.layout.id, seq=self.sequence, you=stream.shown, ack=last)
        viewer.send(encode(own))

    def refuse(self, viewer: Viewer, refusal: TableRefusal, n: int | None = None) -> None:
        """Tell a viewer that his message was not taken."""
        frame = Refused(
            code=refusal.code,
            reason=refusal.reason,
            table=self.layout.id,
            n=n,
            field=refusal.field,
        )
        viewer.send(encode(frame))

    def end(self, code: str) -> None:
        """Close every viewer's stream."""
        for viewer, _ in self.streams.attached():
            self.streams.detach(viewer)
            viewer.close(self.layout.id, code)

    def _own(self, state: TableState, viewer: Viewer) -> PrivateView:
        player, name = viewer.player, viewer.name
        balance, debt = self._till.kept(player)
        return private_view(self.layout, state, player, name, balance, debt=debt)

    def _missing(self, state: TableState, stream: Stream, message: Join) -> list[bytes] | None:
        """The frames that a resumed stream lacks; None when it needs the whole state, as the
        milliseconds left in old frames are over."""
        seen = message.seen
        if seen is None or message.stream != stream.number or state.deadlines.first:
            return None
        missing = [frame for sequence, frame in self._ring if sequence > seen]
        return missing if len(missing) == self.sequence - seen else None

    def _welcome(self, state: TableState, at: int, stream: Stream, you: PrivateView) -> Welcome:
        return Welcome(
            table=self.layout.id,
            stream=stream.number,
            next_n=stream.last + 1,
            seq=self.sequence,
            view=public_view(self.layout, state, at),
            you=you,
        )
