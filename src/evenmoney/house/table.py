"""A table: one task, one command at a time; nothing is seen before it is kept.

It steps the pure state, holds the money, commits, and only then adopts the state and shows it.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Literal

from evenmoney.house.audience import Audience
from evenmoney.house.batch import Batch
from evenmoney.house.command import (
    ActivateBonus,
    DoubleBets,
    Join,
    LayBets,
    PlaceBet,
    RedoBets,
    TableCommand,
)
from evenmoney.house.croupier import Croupier
from evenmoney.house.hints import Advised, hint
from evenmoney.house.inbox import Inbox
from evenmoney.house.moves import due_move
from evenmoney.house.patience import Patience
from evenmoney.house.pit import Pit
from evenmoney.house.record import (
    Furnished,
    GotUp,
    Presence,
    Record,
    SatDown,
    Told,
    Voided,
)
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.seats import keeps_bets
from evenmoney.house.state import Layout, TableState
from evenmoney.house.streams import Stream, Viewer, repeated
from evenmoney.house.till import Till
from evenmoney.house.trouble import Trouble
from evenmoney.house.view import OpenRound, VoidedPart
from evenmoney.house.voiding import Case, parts_held
from evenmoney.house.voids import effect
from evenmoney.journal.entry import Entry
from evenmoney.players.bonus import is_good_for
from evenmoney.store.store import OutcomeUnknown, StoreFailed
from evenmoney.strategy.certified import Certified

STREAM_BYTES = 6

Voiding = asyncio.Future[tuple[VoidedPart, ...]]

logger = logging.getLogger(__name__)


class Table:
    """A table that is played at. All of it is called on one event loop."""

    def __init__(self, layout: Layout, pit: Pit) -> None:
        self.stopped: str | None = None
        self._in_doubt = False
        self.inbox = Inbox(pit.settings.inbox_max, self._failed)
        self._pit = pit
        self._showing = False
        self._till = Till(pit.purses, self._money_moved)
        self.audience = Audience(layout, self._till, pit.settings)
        self._croupier = Croupier(layout, pit, self._till, self.audience)
        self._patience = Patience(
            pit.clock,
            due=lambda: self.inbox.put(self._due),
            away=lambda player: self.inbox.put(self._away, player),
        )
        self._trouble = Trouble(pit.clock, lambda: self.inbox.put(self._again))

    @property
    def layout(self) -> Layout:
        """What the table is."""
        return self._croupier.layout

    @property
    def state(self) -> TableState:
        """How things stand, as everybody has seen it."""
        return self._croupier.state

    # ---- what the house calls; nothing of it waits

    def join(self, viewer: Viewer, message: Join) -> None:
        """Sit the viewer's player down, or take his stream up."""
        self.inbox.put(self._join, viewer, message)

    def leave(self, viewer: Viewer) -> None:
        """Close the viewer's stream; the player gets up when it was his last."""
        self.inbox.put(self._leave, viewer)

    def gone(self, viewer: Viewer) -> None:
        """The viewer's socket is closed."""
        self.inbox.put(self._gone, viewer)

    def post(self, viewer: Viewer, command: TableCommand) -> None:
        """Put a command into the inbox, or refuse it when too many wait."""
        if not self.inbox.offer(self._command, viewer, command):
            busy = TableRefusal(Code.BUSY, "too much waits at this table")
            self.audience.refuse(viewer, busy, command.n)

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

    def hint(self, player: int, certified: Certified) -> Advised | None:
        """What the card says to the player who is asked."""
        funds = self._till.available(player)
        return hint(self.state, player, funds, certified)

    async def void(self, count: int, reason: str) -> tuple[VoidedPart, ...]:
        """Call the table's round `count` off, and tell what that did to whose money; raises
        `TableRefusal`, and what the store raises."""
        done: Voiding = asyncio.get_running_loop().create_future()
        self.inbox.put(self._void, count, reason, done)
        return await asyncio.shield(done)

    async def close(self) -> None:
        """Do what waits, then end every stream and stop."""
        await self.inbox.close()
        self.audience.end("shutting_down")
        self._patience.end()
        self._trouble.end()

    async def load(self, entries: Sequence[Entry]) -> None:
        """Be what the record says; a record that can't be rebuilt stops the table."""
        try:
            self._croupier.rebuild(entries)
        except Exception as fault:
            self._stop(fault)
            return
        self._note_seats()
        for player in self._croupier.concerned:
            await self._till.open(player)
            self._miss(player, self.layout.game.timers.recovery_grace_seconds)
        self._till.note_bonuses(self.layout.number, self.state.bonuses)
        self._patience.watch(self.state.due_ms)

    # ---- what the task does

    async def _command(self, viewer: Viewer, command: TableCommand) -> None:
        stream = self.audience.streams.of(viewer)
        try:
            self._check_runs()
            if stream is None:
                raise TableRefusal(Code.NOT_JOINED, "join the table first")
            if repeated(stream, command.n):
                viewer.send(stream.answer)
                return
            if isinstance(command, ActivateBonus):
                await self._activate(stream, command)
                return
            self._check_bet(stream.player, command)
            funds = self._till.funds()
            await self._perform(Told(stream.number, stream.player, command, funds))
        except TableRefusal as refusal:
            self.audience.refuse(viewer, refusal, command.n)
        except StoreFailed as failed:
            self._trouble.met(self.layout.id, failed)
            self.audience.refuse(viewer, not_kept(), command.n)

    async def _activate(self, stream: Stream, command: ActivateBonus) -> None:
        """A player's bonus comes into play: here only, and no other one of his."""
        purse = self._till.purse(stream.player)
        async with purse.bonus_lock:
            if purse.bonus is not None:
                reason = "a bonus is active already: deactivate it first"
                raise TableRefusal(Code.BONUS_ACTIVE, reason)
            bonus = await self._pit.store.bonus(command.bonus)
            funds = self._till.funds()
            await self._perform(Told(stream.number, stream.player, command, funds, bonus))

    def _check_bet(self, player: int, command: TableCommand) -> None:
        """No bet is taken on a game that is offered no more; and with a bonus in play at another
        table no real money is bet where it would be taken."""
        if not isinstance(command, PlaceBet | LayBets | RedoBets | DoubleBets):
            return
        bonus, game = self._till.purse(player).bonus, self.layout.game
        if game.id not in self._pit.games:
            raise TableRefusal(Code.GAME_CLOSED, "this game is closed: it takes no more bets")
        if bonus is None or bonus.table == self.layout.number:
            return
        if is_good_for(bonus, game.id, game.bonus_kinds):
            reason = "your bonus is active at another table: deactivate it there to bet here"
            raise TableRefusal(Code.BONUS_ACTIVE, reason)

    async def _join(self, viewer: Viewer, message: Join) -> None:
        try:
            stream = await self._admit(viewer, message)
        except TableRefusal as refusal:
            self._till.keep_only(self._looked_after())
            self.audience.refuse(viewer, refusal)
            return
        except StoreFailed as failed:
            self._trouble.met(self.layout.id, failed)
            self.audience.refuse(viewer, not_kept())
            return
        before = self.audience.streams.attach(stream, viewer)
        if before is not None and before is not viewer:
            before.close(self.layout.id, "taken_over")
        self._patience.is_back(viewer.player)
        self._croupier.leaving.discard(viewer.player)
        try:
            await self._let_back()
        finally:
            self.audience.greet(self.state, self._pit.clock.now_ms(), viewer, message)

    async def _leave(self, viewer: Viewer) -> None:
        streams = self.audience.streams
        stream = streams.of(viewer)
        if stream is None:
            refusal = TableRefusal(Code.NOT_JOINED, "you have no stream here")
            self.audience.refuse(viewer, refusal)
            return
        try:
            if not streams.present(stream.player, but=viewer):
                # Before the stream ends, so that he sees the reveal of what he was promised.
                await self._get_up(stream.player, "left")
        finally:
            streams.detach(viewer)
            streams.close(stream)
            viewer.close(self.layout.id, "left")
            self._till.keep_only(self._looked_after())

    async def _gone(self, viewer: Viewer) -> None:
        stream = self.audience.streams.detach(viewer)
        if stream is not None:
            self._miss(stream.player, self.layout.game.timers.disconnect_grace_seconds)
            self._till.keep_only(self._looked_after())

    async def _due(self) -> None:
        """A deadline has passed."""
        move = due_move(self.layout, self.state, self._pit, self._till.funds())
        if move is not None:
            await self._perform(move)
        self._patience.watch(self.state.due_ms)

    async def _away(self, player: int) -> None:
        """The grace, or the patience with an empty seat, is over."""
        seat = self.state.seat(player)
        if self._is_here(player) or seat is None:
            return
        if self.layout.multi and seat.present:
            await self._perform(Presence(player, False))
            self._patience.wait_for(player, self._idle_seconds)
        else:
            await self._get_up(player, "idle")

    async def _show_money(self) -> None:
        self._showing = False
        self.audience.show_own(self.state)

    def _money_moved(self) -> None:
        """Money moved at another table: offers and balances here may differ now."""
        if not self._showing:
            self._showing = True
            self.inbox.put(self._show_money)

    async def _void(self, count: int, reason: str, done: Voiding) -> None:
        why, performing = self.stopped, False
        try:
            broken = why is not None
            if broken:
                await self._go_back(count)
            better = self._pit.settings.void_pays == "better"
            case = Case(self.layout, self.state, self._croupier.began, count, broken, better)
            async with parts_held(case, self._pit.store, self._till) as parts:
                performing = True
                batch = await self._perform(Voided(count, reason, parts))
            self._till.keep_only(self._looked_after())
        except Exception as error:
            self.stopped = why
            done.set_exception(error)
            # What went wrong while an old round was looked up is no fault of the table.
            if performing and not isinstance(error, TableRefusal):
                raise
        else:
            done.set_result(effect(batch.lines[0].change.transfers))

    async def _go_back(self, count: int) -> None:
        """A table that stopped goes back to where its betting opened: what came after it can't be
        told again, and only what lies in the escrows is known."""
        self._croupier.go_back(await self._pit.store.since_checkpoint(self.layout.number))
        if self.state.count != count:
            reason = f"this table stopped at round {self.layout.round_id(self.state.count)}"
            raise TableRefusal(Code.TABLE_STOPPED, f"{reason}: void that one first")
        self.stopped = None

    # ---- coming and going

    async def _admit(self, viewer: Viewer, message: Join) -> Stream:
        """The stream the viewer asks for, or a new one, its player seated; or a refusal."""
        self._check_runs()
        streams = self.audience.streams
        stream = streams.numbered(message.stream)
        if stream is not None and stream.player != viewer.player:
            raise TableRefusal(Code.NOT_YOUR_STREAM, "that stream is another player's", "stream")
        crowded = streams.watched >= self._pit.settings.viewers_max
        if crowded and self._only_watches(viewer.player):
            raise TableRefusal(Code.BUSY, "too many look at this table")
        await self._till.open(viewer.player)
        await self._seat(viewer)
        if stream is None:
            number = int.from_bytes(self._pit.entropy(STREAM_BYTES), "big") | 1
            stream = streams.open(number, viewer.player, spare=self._croupier.concerned)
        return stream

    def _only_watches(self, player: int) -> bool:
        """Whether there is no seat for the player, and no money of his on the table."""
        return None not in self.state.seats and player not in self._croupier.concerned

    async def _seat(self, viewer: Viewer) -> None:
        """The player sits; at a table for several he may also watch when all seats are taken."""
        full = None not in self.state.seats
        if self.state.seat_of(viewer.player) is not None or (full and self.layout.multi):
            return
        self._pit.seating.take(viewer.player, self.layout.id)
        try:
            if not any(self.state.seats):
                await self._furnish()
            await self._perform(SatDown(viewer.player, viewer.name))
        except BaseException:
            self._note_seats()
            raise

    async def _furnish(self) -> None:
        """An empty table gets its game as the catalogue has it now."""
        game = self._pit.games.get(self.layout.game.id)
        if game is None:
            raise TableRefusal(Code.NO_SUCH_TABLE, "this game is not offered any more")
        if not self._croupier.furnished or game != self.layout.game:
            await self._perform(Furnished(game))

    async def _let_back(self) -> None:
        """Who was away takes part again, unless his hands are being played for him."""
        move = self._croupier.following() if self.layout.multi else None
        if isinstance(move, Presence):
            await self._perform(move)

    def _miss(self, player: int, grace_seconds: float) -> None:
        """A player whose last viewer is gone is waited for: first briefly, then for his seat."""
        if not self._is_here(player):
            seconds = grace_seconds if self.layout.multi else self._idle_seconds
            self._patience.wait_for(player, seconds)

    async def _get_up(self, player: int, reason: Literal["left", "idle"]) -> None:
        """The player's seat is freed, but an open round of a single player keeps its table."""
        if self.state.seat_of(player) is None:
            return
        if self.state.playing and not self.layout.multi:
            self._patience.wait_for(player, self._idle_seconds)
            return
        if self.layout.multi and keeps_bets(self.state, player):
            # Leaving is no more than disconnecting: a confirmed bet is played, by the card.
            self._croupier.leaving.add(player)
            await self._perform(Presence(player, False))
            return
        await self._perform(GotUp(player, reason))

    @property
    def _idle_seconds(self) -> float:
        settings = self._pit.settings
        fresh = self.layout.cut_at is None
        return settings.seat_idle_seconds if fresh else settings.shoe_idle_seconds

    def _is_here(self, player: int) -> bool:
        return self.audience.streams.present(player)

    def _looked_after(self) -> set[int]:
        """The players whose money this table moves or shows."""
        viewers = self.audience.streams.attached()
        return self._croupier.concerned.union(viewer.player for viewer, _ in viewers)

    async def _perform(self, record: Record) -> Batch:
        """The record and what follows from it; raises `TableRefusal`."""
        if self._in_doubt:
            raise StoreFailed("the record was not read again yet")
        phase = self.state.phase
        batch = await self._croupier.perform(record)
        self._trouble.over()
        if any(isinstance(line.record, SatDown | GotUp) for line in batch.lines):
            self._till.keep_only(self._looked_after())
            self._note_seats()
            self._pit.seats_changed()
        elif self.layout.multi and self.state.phase != phase:
            self._pit.phase_changed()
        self._patience.watch(self.state.due_ms)
        return batch

    def _note_seats(self) -> None:
        """Have the house know who sits here."""
        seated = {seat.player for seat in self.state.seats if seat is not None}
        self._pit.seating.sit(self.layout.id, seated)

    # ---- faults

    def _check_runs(self) -> None:
        if self.stopped is not None:
            raise TableRefusal(Code.TABLE_STOPPED, "this table has stopped; nothing is lost")
        if self._in_doubt:
            raise not_kept()

    async def _failed(self, fault: Exception) -> None:
        if isinstance(fault, StoreFailed):
            # Nothing was written, so nothing has changed.
            self._trouble.met(self.layout.id, fault)
        elif isinstance(fault, OutcomeUnknown):
            await self._read_again(fault)
        else:
            self._stop(fault)

    async def _again(self) -> None:
        """The store may work again: see to what was left undone when it failed."""
        if self.stopped is not None:
            return
        due = self.state.due_ms
        if self._in_doubt or (due is not None and due <= self._pit.clock.now_ms()):
            # Nobody could answer in that time: every clock begins anew, as after a restart.
            await self._read_again("its record could not be written")
            return
        for player in self._croupier.concerned:
            self._miss(player, self.layout.game.timers.recovery_grace_seconds)

    async def _read_again(self, why: object) -> None:
        """Be what the record says, and be rejoined."""
        logger.warning("table %s reads its record again: %s", self.layout.id, why)
        self._in_doubt = True
        self.audience.end("rebuilt")
        try:
            await self.load(await self._pit.store.since_checkpoint(self.layout.number))
        except StoreFailed as failed:
            self._trouble.met(self.layout.id, failed)
        except Exception as fault:
            self._stop(fault)
        else:
            self._in_doubt = False
            if self.stopped is None:
                self._croupier.settle_uncertain()

    def _stop(self, fault: Exception) -> None:
        """The table stops: what is on disk stands, and waits for an operator or a restart."""
        logger.error("table %s stops: %s", self.layout.id, fault, exc_info=fault)
        self.stopped = str(fault)
        self.audience.end("table_closed")
        self._patience.end()
        self._trouble.end()


def not_kept() -> TableRefusal:
    """What a player is told whose message can't be written down now."""
    reason = "it could not be written down, so nothing has changed: send it again in a moment"
    return TableRefusal(Code.NOT_KEPT, reason)
