"""A table: one task, one bounded inbox, one command at a time; nothing is seen before it is kept.

It steps the pure state, holds purses, commits, and only then adopts the state and sends frames.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from evenmoney.house.batch import Batch
from evenmoney.house.clock import Alarm
from evenmoney.house.command import Join, TableCommand
from evenmoney.house.frame import Refused, Welcome, Yours
from evenmoney.house.moves import due_move, following_move
from evenmoney.house.pit import Pit
from evenmoney.house.record import GotUp, Opened, Presence, Record, SatDown, Told
from evenmoney.house.recovery import RecordDiffers, rebuild, rewound, saved
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.scribe import Line, encode, write
from evenmoney.house.seen import private_view, public_view
from evenmoney.house.shuffler import SECRET_BYTES, needs_secret
from evenmoney.house.state import Layout, empty_table
from evenmoney.house.streams import Stream, Streams, Viewer, repeated
from evenmoney.house.view import OpenRound, PrivateView
from evenmoney.journal.entry import Entry
from evenmoney.players.purse import NotEnough, Purse
from evenmoney.store.store import OutcomeUnknown, UnitRefused

STREAM_BYTES = 6
MOVES_MAX = 1000
"""House moves that may follow one command; more are a bug."""

logger = logging.getLogger(__name__)

Work = Callable[..., Awaitable[None]]


class Table:
    """A table that is played at. All of it is called on one event loop."""

    def __init__(self, layout: Layout, pit: Pit) -> None:
        self.layout = layout
        self.state = empty_table(layout)
        self.sequence = 0
        self.stopped: str | None = None
        self._pit = pit
        self._began = 0
        self._streams = Streams(pit.settings.streams_max)
        self._purses: dict[int, Purse] = {}
        self._ring: deque[tuple[int, bytes]] = deque(maxlen=pit.settings.history_frames)
        self._inbox: deque[tuple[Work, tuple[Any, ...]]] = deque()
        self._waiting = 0
        self._idle: asyncio.Future[None] | None = None
        self._closing = False
        self._showing = False
        self._alarm: Alarm | None = None
        self._alarm_at: int | None = None
        self._absent: dict[int, Alarm] = {}
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._run())

    # ---- what the house calls; nothing of it waits

    def join(self, viewer: Viewer, message: Join) -> None:
        """Sit the viewer's player down, or take his stream up."""
        self._put(self._join, viewer, message)

    def leave(self, viewer: Viewer) -> None:
        """Close the viewer's stream; the player gets up when it was his last."""
        self._put(self._leave, viewer)

    def gone(self, viewer: Viewer) -> None:
        """The viewer's socket is closed."""
        self._put(self._gone, viewer)

    def post(self, viewer: Viewer, command: TableCommand) -> None:
        """Put a command into the inbox, or refuse it when too many wait."""
        if self._waiting >= self._pit.settings.inbox_max:
            self._refuse(viewer, TableRefusal(Code.BUSY, "too much waits at this table"), command.n)
            return
        self._waiting += 1
        self._put(self._command, viewer, command)

    async def close(self) -> None:
        """Do what waits, then end every stream and stop."""
        self._closing = True
        self._wake()
        await self._task
        self._end_streams("shutting_down")
        self._disarm()

    async def load(self, entries: Sequence[Entry]) -> None:
        """Be what the record says; a record that can't be rebuilt stops the table."""
        try:
            rebuilt = rebuild(self.layout, entries)
        except RecordDiffers as fault:
            self._stop(fault)
            return
        self.state = rewound(self.layout, rebuilt.state, self._pit.clock.now_ms())
        self.sequence = entries[-1].sequence if entries else 0
        self._streams.restore(rebuilt.streams)
        for line in rebuilt.lines:
            self._remember(line)
        for player in self._concerned():
            await self._purse(player)
            self._missed(player, self.layout.game.timers.recovery_grace_seconds)
        self._arm()

    def open_round(self, player: int) -> OpenRound | None:
        """The player's round here that is not over."""
        play = self.state.play
        if play is None or player not in play.staked:
            return None
        return OpenRound(
            table=self.layout.id,
            game=self.layout.game.id,
            round=self.layout.round_id(play.count),
            started_at_ms=play.started_at_ms,
        )

    # ---- the task

    def _put(self, work: Work, *args: Any) -> None:
        self._inbox.append((work, args))
        self._wake()

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def _run(self) -> None:
        while self._inbox or not self._closing:
            if not self._inbox:
                self._idle = self._loop.create_future()
                await self._idle
                continue
            work, args = self._inbox.popleft()
            try:
                await work(*args)
            except OutcomeUnknown as unknown:
                await self._start_over(unknown)
            except Exception as fault:
                self._stop(fault)

    async def _command(self, viewer: Viewer, command: TableCommand) -> None:
        self._waiting -= 1
        stream = self._streams.of(viewer)
        try:
            if self.stopped is not None:
                raise TableRefusal(Code.TABLE_STOPPED, "this table has stopped; nothing is lost")
            if stream is None:
                raise TableRefusal(Code.NOT_JOINED, "join the table first")
            if repeated(stream, command.n):
                viewer.send(stream.answer)
                return
            await self._perform(Told(stream.number, stream.player, command, self._funds()))
        except TableRefusal as refusal:
            self._refuse(viewer, refusal, command.n)

    async def _join(self, viewer: Viewer, message: Join) -> None:
        try:
            stream = await self._admit(viewer, message)
        except TableRefusal as refusal:
            self._refuse(viewer, refusal, None)
            return
        before = self._streams.attach(stream, viewer)
        if before is not None and before is not viewer:
            before.close(self.layout.id, "taken_over")
        await self._is_back(viewer.player)
        self._greet(viewer, stream, message)

    async def _leave(self, viewer: Viewer) -> None:
        stream = self._streams.detach(viewer)
        if stream is None:
            self._refuse(viewer, TableRefusal(Code.NOT_JOINED, "you have no stream here"), None)
            return
        self._streams.close(stream)
        viewer.close(self.layout.id, "left")
        await self._get_up(stream.player, "left")
        self._forget_purses()

    async def _gone(self, viewer: Viewer) -> None:
        stream = self._streams.detach(viewer)
        if stream is not None:
            self._missed(stream.player, self.layout.game.timers.disconnect_grace_seconds)
            self._forget_purses()

    async def _rang(self) -> None:
        self._alarm = self._alarm_at = None
        move = due_move(self.layout, self.state, self._pit, self._funds())
        if move is not None:
            await self._perform(move)
        self._arm()

    # ---- coming and going

    async def _admit(self, viewer: Viewer, message: Join) -> Stream:
        """The stream the viewer asks for, or a new one, its player seated; or a refusal."""
        if self.stopped is not None:
            raise TableRefusal(Code.TABLE_STOPPED, "this table has stopped; nothing is lost")
        stream = self._streams.numbered(message.stream)
        if stream is not None and stream.player != viewer.player:
            raise TableRefusal(Code.NOT_YOUR_STREAM, "that stream is another player's", "stream")
        if sum(1 for _ in self._streams.attached()) >= self._pit.settings.viewers_max:
            raise TableRefusal(Code.BUSY, "too many look at this table")
        await self._seat(viewer)
        if stream is None:
            number = int.from_bytes(self._pit.entropy(STREAM_BYTES), "big") | 1
            stream = self._streams.open(number, viewer.player)
        return stream

    async def _seat(self, viewer: Viewer) -> None:
        """The player sits; at a table for several he may also watch when all seats are taken."""
        if self.state.seat_of(viewer.player) is None and (
            None in self.state.seats or not self.layout.multi
        ):
            if self.state.cycle is None:
                await self._perform(self._opening(Batch(self.layout, self.state, 0)))
            await self._perform(SatDown(viewer.player, viewer.name))
            self._pit.seats_changed()
        await self._purse(viewer.player)

    async def _is_back(self, player: int) -> None:
        """A player who was away takes part again, unless his hands are being played for him."""
        alarm = self._absent.pop(player, None)
        if alarm is not None:
            alarm.cancel()
        move = following_move(self.layout, self.state, self._pit, self._funds(), self._is_here)
        if isinstance(move, Presence):
            await self._perform(move)

    def _missed(self, player: int, grace_seconds: float) -> None:
        """A player whose last viewer is gone is waited for: first briefly, then for his seat."""
        if self._is_here(player) or player in self._absent:
            return
        after = grace_seconds if self.layout.multi else self._idle_seconds
        self._absent[player] = self._pit.clock.alarm(
            int(after * 1000), lambda: self._put(self._away, player)
        )

    @property
    def _idle_seconds(self) -> float:
        settings = self._pit.settings
        fresh = self.layout.cut_at is None
        return settings.seat_idle_seconds if fresh else settings.shoe_idle_seconds

    async def _away(self, player: int) -> None:
        """The grace, or the patience with an empty seat, is over."""
        self._absent.pop(player, None)
        place = self.state.seat_of(player)
        seat = self.state.seats[place] if place is not None else None
        if self._is_here(player) or seat is None:
            return
        if self.layout.multi and seat.present:
            await self._perform(Presence(player, False))
            self._absent[player] = self._pit.clock.alarm(
                int(self._idle_seconds * 1000), lambda: self._put(self._away, player)
            )
        else:
            await self._get_up(player, "idle")

    async def _get_up(self, player: int, reason: Any) -> None:
        """The player's seat is freed, but an open round of a single player keeps its table."""
        if self._is_here(player) or self.state.seat_of(player) is None:
            return
        if self.state.playing and not self.layout.multi:
            self._missed(player, self.layout.game.timers.disconnect_grace_seconds)
            return
        await self._perform(GotUp(player, reason))
        self._forget_purses()
        self._pit.seats_changed()

    def _forget_purses(self) -> None:
        """Watch no longer the purses of those who neither look, sit nor have hands here."""
        for player in self._purses.keys() - self._concerned():
            if not self._is_here(player):
                self._purses.pop(player).unwatch(self._purse_moved)

    def _is_here(self, player: int) -> bool:
        return self._streams.present(player)

    # ---- a step: pure, kept, adopted, shown

    async def _perform(self, record: Record) -> None:
        """The record and what follows from it, all of it kept or none; raises `TableRefusal`."""
        batch = self._written(record)
        held = self._hold(batch)
        try:
            await self._pit.store.commit(batch.unit())
        except UnitRefused as refused:
            self._release(held)
            if refused.code != Code.NOT_ENOUGH_MONEY:
                raise
            raise TableRefusal(Code.NOT_ENOUGH_MONEY, "your balance does not cover it") from None
        except BaseException:
            self._release(held)
            raise
        self._adopt(batch)

    def _written(self, record: Record | None) -> Batch:
        at = self._pit.clock.now_ms()
        batch = Batch(self.layout, self.state, self._began)
        while record is not None:
            assert len(batch.lines) < MOVES_MAX, "the house's moves never end"
            sequence = self.sequence + len(batch.lines) + 1
            batch.add(write(self.layout, batch.state, record, at, sequence))
            record = self._follow(batch)
        return batch

    def _follow(self, batch: Batch) -> Record | None:
        """What the house does next by itself."""
        state = batch.state
        if not state.open and not state.playing:
            return self._opening(batch)
        if not self.layout.multi:
            return None
        return following_move(self.layout, state, self._pit, self._funds(batch), self._is_here)

    def _opening(self, batch: Batch) -> Opened:
        secret = self._pit.entropy(SECRET_BYTES) if needs_secret(batch.state) else None
        return Opened(saved(batch.state), self._streams.kept(batch.lines), secret)

    def _hold(self, batch: Batch) -> dict[int, int]:
        held: dict[int, int] = {}
        try:
            for player, (out, _) in batch.moved.items():
                self._purses[player].reserve(out)
                held[player] = out
        except NotEnough:
            self._release(held)
            raise TableRefusal(Code.NOT_ENOUGH_MONEY, "your balance does not cover it") from None
        return held

    def _release(self, held: dict[int, int]) -> None:
        for player, amount in held.items():
            self._purses[player].release(amount)

    def _adopt(self, batch: Batch) -> None:
        self.state = batch.state
        for player, (out, into) in batch.moved.items():
            self._purses[player].settle(out, into, self._purse_moved)
        for line in batch.lines:
            self._remember(line)
            self._show(line)
        self.sequence = batch.lines[-1].entry.sequence
        self._show_own()
        self._arm()

    def _remember(self, line: Line) -> None:
        sequence = line.entry.sequence
        self._ring.append((sequence, line.frame))
        if line.entry.checkpoint:
            self._began = sequence

    def _funds(self, batch: Batch | None = None) -> dict[int, int]:
        """What each player concerned can spend, with the batch's moves counted in."""
        concerned = self._concerned() if self.layout.multi else self._purses
        funds = {player: self._purses[player].available for player in concerned}
        if batch is not None:
            for player, (out, into) in batch.moved.items():
                funds[player] = funds.get(player, 0) + into - out
        return funds

    def _concerned(self) -> set[int]:
        """The players whose money this table may move."""
        players = {seat.player for seat in self.state.seats if seat is not None}
        if self.state.play is not None:
            players.update(self.state.play.staked)
        return players

    async def _purse(self, player: int) -> Purse:
        purse = self._purses.get(player)
        if purse is None:
            purse = self._purses[player] = await self._pit.purses.open(player)
            purse.watch(self._purse_moved)
        return purse

    # ---- frames

    def _show(self, line: Line) -> None:
        """A line's frame to all, then its answer to the one who asked."""
        for viewer, _ in self._streams.attached():
            viewer.send(line.frame)
        if line.answer is None:
            return
        told = line.record
        assert isinstance(told, Told)
        stream = self._streams.took(told.stream, told.player, told.command.n, line.answer)
        stream.shown = line.you
        if stream.viewer is not None:
            stream.viewer.send(line.answer)

    def _show_own(self) -> None:
        """To each viewer how things stand for his player, when that differs from what he saw."""
        for viewer, stream in self._streams.attached():
            you = self._own_view(viewer)
            if you != stream.shown:
                stream.shown = you
                viewer.send(encode(Yours(table=self.layout.id, seq=self.sequence, you=you)))

    def _own_view(self, viewer: Viewer) -> PrivateView:
        balance = self._purses[viewer.player].available
        return private_view(self.layout, self.state, viewer.player, viewer.name, balance)

    def _purse_moved(self, _player: int) -> None:
        """Money moved at another table: offers and balances here may differ now."""
        if not self._showing:
            self._showing = True
            self._put(self._show_purses)

    async def _show_purses(self) -> None:
        self._showing = False
        self._show_own()

    def _greet(self, viewer: Viewer, stream: Stream, message: Join) -> None:
        """What the viewer lacks and how things stand for him, or the whole state."""
        missing = self._missing(stream, message)
        stream.shown = self._own_view(viewer)
        if missing is None:
            viewer.send(encode(self._welcome(stream, stream.shown)))
            return
        for frame in missing:
            viewer.send(frame)
        last = stream.last or None
        viewer.send(
            encode(Yours(table=self.layout.id, seq=self.sequence, you=stream.shown, ack=last))
        )

    def _missing(self, stream: Stream, message: Join) -> list[bytes] | None:
        """The frames that a resumed stream lacks; None when it needs the whole state."""
        seen = message.seen
        clocks = self.state.deadlines
        timed = clocks.turn_ms or clocks.betting_ms or clocks.round_ms
        if seen is None or message.stream != stream.number or timed or seen > self.sequence:
            return None
        missing = [frame for sequence, frame in self._ring if sequence > seen]
        return missing if len(missing) == self.sequence - seen else None

    def _welcome(self, stream: Stream, you: PrivateView) -> Welcome:
        return Welcome(
            table=self.layout.id,
            stream=stream.number,
            next_n=stream.last + 1,
            seq=self.sequence,
            view=public_view(self.layout, self.state, self._pit.clock.now_ms()),
            you=you,
        )

    def _refuse(self, viewer: Viewer, refusal: TableRefusal, n: int | None) -> None:
        frame = Refused(
            code=refusal.code,
            reason=refusal.reason,
            table=self.layout.id,
            n=n,
            field=refusal.field,
        )
        viewer.send(encode(frame))

    # ---- clocks and faults

    def _arm(self) -> None:
        """One alarm, for whichever deadline comes first."""
        clocks = self.state.deadlines
        ends = [t for t in (clocks.betting_ms, clocks.turn_ms, clocks.round_ms) if t is not None]
        first = min(ends) if ends else None
        if first == self._alarm_at:
            return
        self._disarm()
        if first is not None:
            after = max(0, first - self._pit.clock.now_ms())
            self._alarm = self._pit.clock.alarm(after, lambda: self._put(self._rang))
            self._alarm_at = first

    def _disarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._alarm_at = None
        if self._closing:
            for alarm in self._absent.values():
                alarm.cancel()

    def _end_streams(self, code: str) -> None:
        for viewer, _ in self._streams.attached():
            self._streams.detach(viewer)
            viewer.close(self.layout.id, code)

    def _stop(self, fault: BaseException) -> None:
        """The table stops: what is on disk stands, and waits for an operator or a restart."""
        logger.error("table %s stops: %s", self.layout.id, fault, exc_info=fault)
        self.stopped = str(fault)
        self._end_streams("table_closed")
        self._disarm()

    async def _start_over(self, unknown: OutcomeUnknown) -> None:
        """Nobody knows whether a commit happened: be what the record says, and be rejoined."""
        logger.warning("table %s rebuilds itself: %s", self.layout.id, unknown)
        self._end_streams("table_closed")
        try:
            await self.load(await self._pit.store.since_checkpoint(self.layout.number))
        except Exception as fault:
            self._stop(fault)
