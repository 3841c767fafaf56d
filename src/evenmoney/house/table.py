"""A table: one task, one command at a time; nothing is seen before it is kept.

What is told goes to the croupier, who comes and goes to the usher, what fails to the inspector.
"""

from collections.abc import Sequence
from typing import Final

from evenmoney.house import standing
from evenmoney.house.audience import Audience
from evenmoney.house.awaiting import Awaiting
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
from evenmoney.house.inspector import Inspector, not_kept
from evenmoney.house.moves import due_move
from evenmoney.house.patience import Bell
from evenmoney.house.pit import Pit
from evenmoney.house.record import GotUp, Record, SatDown, Told
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.state import Layout, TableState
from evenmoney.house.streams import Stream, Viewer, repeated
from evenmoney.house.till import Till
from evenmoney.house.usher import Usher
from evenmoney.house.view import OpenRound, VoidedPart
from evenmoney.journal.entry import Entry
from evenmoney.players.bonus import is_good_for
from evenmoney.store.store import Bonus, OutcomeUnknown, StoreFailed
from evenmoney.strategy.certified import Certified

LAYS_A_BET: Final = (PlaceBet, LayBets, RedoBets, DoubleBets)
CHANGES_SEATS: Final = (SatDown, GotUp)


class Table:
    """A table that is played at. All of it is called on one event loop."""

    def __init__(self, layout: Layout, pit: Pit) -> None:
        self.inbox = Inbox(pit.settings.inbox_max, self._failed, pit.rota)
        self._pit = pit
        self._showing = False
        self.awaiting = Awaiting()
        self._till = Till(pit.purses, self._money_moved)
        self.audience = Audience(layout, self._till, pit.settings)
        self._croupier = Croupier(layout, pit, self._till, self.audience)
        self._bell = Bell(pit.clock, lambda: self.inbox.put(self._due))
        self._usher = Usher(
            pit,
            self._croupier,
            self._till,
            self.audience,
            perform=self._perform,
            missed=lambda player: self.inbox.put(self._usher.missed, player),
        )
        self._inspector = Inspector(
            pit,
            self._croupier,
            self._till,
            self.audience,
            usher=self._usher,
            bell=self._bell,
            perform=self._perform,
            again=lambda: self.inbox.put(self._inspector.again),
        )

    @property
    def layout(self) -> Layout:
        """What the table is."""
        return self._croupier.layout

    @property
    def state(self) -> TableState:
        """How things stand, as everybody has seen it."""
        return self._croupier.state

    @property
    def stopped(self) -> str | None:
        """Why the table doesn't run; None while it does."""
        return self._inspector.stopped

    # ---- what the house calls; nothing of it waits

    def join(self, viewer: Viewer, message: Join) -> None:
        """Sit the viewer's player down, or take his stream up."""
        self.inbox.put(self._join, viewer, message)

    def leave(self, viewer: Viewer) -> None:
        """Close the viewer's stream; the player gets up when it was his last."""
        self.inbox.put(self._usher.leave, viewer)

    def gone(self, viewer: Viewer) -> None:
        """The viewer's socket is closed."""
        self.inbox.put(self._usher.gone, viewer)

    def post(self, viewer: Viewer, command: TableCommand) -> None:
        """Put a command into the inbox, or refuse it when too many wait."""
        if not self.inbox.offer(self._command, viewer, command):
            busy = TableRefusal(Code.BUSY, "too much waits at this table")
            self.audience.refuse(viewer, busy, command.n)

    def look_at_clock(self) -> None:
        """A clock that stood still goes on: its time may be over."""
        self.inbox.put(self._due)

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
        funds = self._till.spendable(player)
        return hint(self.state, player, funds, certified)

    # ---- what the house waits for

    async def void(self, count: int, reason: str) -> tuple[VoidedPart, ...]:
        """Call the table's round `count` off, and tell what that did to whose money; raises
        `TableRefusal`, and what the store raises."""
        return await self.inbox.ask(self._inspector.void, count, reason)

    async def load(self, entries: Sequence[Entry]) -> None:
        """Be what the record says; a record that can't be rebuilt stops the table."""
        await self._inspector.load(entries)

    async def close(self) -> None:
        """Do what waits, then end every stream and stop."""
        await self.inbox.close()
        self.audience.end("shutting_down")
        self._inspector.end()

    # ---- what the task does

    async def _command(self, viewer: Viewer, command: TableCommand) -> None:
        stream = self.audience.streams.of(viewer)
        try:
            self._inspector.check()
            if stream is None:
                raise TableRefusal(Code.NOT_JOINED, "join the table first")
            if repeated(stream, command.n):
                viewer.send(stream.answer)
                return
            if isinstance(command, ActivateBonus):
                await self._activate(stream, command)
                return
            self._check_bet(stream.player, command)
            await self._perform(self._told(stream, command))
        except TableRefusal as refusal:
            self.audience.refuse(viewer, refusal, command.n)
        except StoreFailed as failed:
            self._inspector.met(failed)
            self.audience.refuse(viewer, not_kept(), command.n)

    async def _activate(self, stream: Stream, command: ActivateBonus) -> None:
        """A player's bonus comes into play: here only, and no other one of his."""
        purse = self._till.purse(stream.player)
        async with purse.bonus_lock:
            if purse.bonus is not None:
                reason = "a bonus is active already: deactivate it first"
                raise TableRefusal(Code.BONUS_ACTIVE, reason)
            bonus = await self._pit.store.bonus(command.bonus)
            await self._perform(self._told(stream, command, bonus))

    def _told(self, stream: Stream, command: TableCommand, bonus: Bonus | None = None) -> Told:
        purse = self._till.purse(stream.player)
        return Told(
            stream.number,
            stream.player,
            command,
            self._till.funds(),
            bonus,
            held=purse.held,
            repaying=purse.repaying,
        )

    def _check_bet(self, player: int, command: TableCommand) -> None:
        """No bet is taken on a game that is offered no more; and with a bonus in play at another
        table no real money is bet where it would be taken."""
        if not isinstance(command, LAYS_A_BET):
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
            self._inspector.check()
            stream = await self._usher.admit(viewer, message)
        except TableRefusal as refusal:
            self._usher.keep_purses()
            self.audience.refuse(viewer, refusal)
        except StoreFailed as failed:
            self._inspector.met(failed)
            self.audience.refuse(viewer, not_kept())
        except OutcomeUnknown:
            viewer.close(self.layout.id, "rebuilt")
            raise
        else:
            await self._usher.welcome(viewer, message, stream)

    async def _failed(self, fault: Exception) -> None:
        await self._inspector.failed(fault)

    async def _due(self) -> None:
        """A deadline has passed."""
        if self.stopped is not None:
            return
        later = self.awaiting.until(self.state, self._pit.clock.now_ms())
        if later is not None:
            self._bell.watch(later)
            return
        move = due_move(self.layout, self.state, self._pit, self._till.funds())
        if move is not None:
            await self._perform(move)
        self._bell.watch(standing.due_ms(self.state))

    async def _show_money(self) -> None:
        self._showing = False
        self.audience.show_own(self.state)

    def _money_moved(self) -> None:
        """Money moved at another table: offers and balances here may differ now."""
        if not self._showing:
            self._showing = True
            self.inbox.put(self._show_money)

    async def _perform(self, record: Record) -> Batch:
        """The record and what follows from it; raises `TableRefusal`, and what the store raises."""
        if self._inspector.in_doubt:
            raise StoreFailed("the record was not read again yet")
        phase = standing.phase(self.state)
        batch = await self._croupier.perform(record)
        self._inspector.trouble.over()
        if any(isinstance(line.record, CHANGES_SEATS) for line in batch.lines):
            self._usher.seats_changed()
        elif self.layout.multi and standing.phase(self.state) != phase:
            self._pit.table_changed()
        self._bell.watch(standing.due_ms(self.state))
        return batch
