"""The usher of one table: who comes and sits down, who is waited for, and who gets up.

Knows no bets and no faults; whatever changes a seat is written down by the table.
"""

from collections.abc import Awaitable, Callable
from typing import Literal

from evenmoney.house import standing
from evenmoney.house.audience import Audience
from evenmoney.house.batch import Batch
from evenmoney.house.command import Join
from evenmoney.house.croupier import Croupier
from evenmoney.house.patience import Patience
from evenmoney.house.pit import Pit
from evenmoney.house.record import Furnished, GotUp, Presence, Record, SatDown
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.seats import keeps_bets
from evenmoney.house.state import Layout, TableState
from evenmoney.house.streams import Stream, Viewer
from evenmoney.house.till import Till

STREAM_BYTES = 6

Perform = Callable[[Record], Awaitable[Batch]]


class Usher:
    """Lets viewers in and out; `perform` writes a record down, `missed` is given a player who was
    waited for in vain."""

    def __init__(
        self,
        pit: Pit,
        croupier: Croupier,
        till: Till,
        audience: Audience,
        *,
        perform: Perform,
        missed: Callable[[int], None],
    ) -> None:
        self._pit = pit
        self._croupier = croupier
        self._till = till
        self._audience = audience
        self._perform = perform
        self._patience = Patience(pit.clock, missed)

    # ---- coming

    async def admit(self, viewer: Viewer, message: Join) -> Stream:
        """The stream the viewer asks for, or a new one, its player seated; raises `TableRefusal`,
        and what the store raises."""
        streams = self._audience.streams
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

    async def welcome(self, viewer: Viewer, message: Join, stream: Stream) -> None:
        """The viewer looks on by a stream that he was admitted to."""
        self._patience.is_back(viewer.player)
        try:
            # Before he looks on: the frame that tells of it is among those that he is greeted with.
            await self._let_back(viewer.player)
        finally:
            before = self._audience.streams.attach(stream, viewer)
            if before is not None and before is not viewer:
                before.close(self._layout.id, "taken_over")
            self._audience.greet(self._state, self._pit.clock.now_ms(), viewer, message)

    def _only_watches(self, player: int) -> bool:
        """Whether there is no seat for the player, and no money of his on the table."""
        return None not in self._state.seats and player not in self._croupier.concerned

    async def _seat(self, viewer: Viewer) -> None:
        """The player sits; at a table for several he may also watch when all seats are taken."""
        full = None not in self._state.seats
        if standing.seat_of(self._state, viewer.player) is not None or (
            full and self._layout.multi
        ):
            return
        self._pit.seating.take(viewer.player, self._layout.id)
        try:
            if not any(self._state.seats):
                await self._furnish()
            await self._perform(SatDown(viewer.player, viewer.name))
        except BaseException:
            self.note_seats()
            raise

    async def _furnish(self) -> None:
        """An empty table gets its game as the catalogue has it now."""
        game = self._pit.games.get(self._layout.game.id)
        if game is None:
            raise TableRefusal(Code.NO_SUCH_TABLE, "this game is not offered any more")
        if not self._croupier.furnished or game != self._layout.game:
            await self._perform(Furnished(game))

    async def _let_back(self, player: int) -> None:
        """Who was away takes part again, unless his hands are being played for him."""
        seat = standing.seat(self._state, player)
        away = seat is not None and not seat.present
        if self._layout.multi and away and not self._state.playing:
            await self._perform(Presence(player, True))

    # ---- going

    async def leave(self, viewer: Viewer) -> None:
        """The viewer's stream ends; its player gets up when it was his last."""
        streams = self._audience.streams
        stream = streams.of(viewer)
        if stream is None:
            refusal = TableRefusal(Code.NOT_JOINED, "you have no stream here")
            self._audience.refuse(viewer, refusal)
            return
        player, last = stream.player, not streams.present(stream.player, but=viewer)
        bound = last and self._layout.multi and keeps_bets(self._state, player)
        try:
            if last and not bound:
                # Before the stream ends, so that he sees the reveal of what he was promised.
                await self._get_up(player, "left")
        finally:
            streams.detach(viewer)
            streams.close(stream)
            viewer.close(self._layout.id, "left")
            self.keep_purses()
        if bound:  # afterwards, as nobody is away who looks on
            await self._get_up(player, "left")

    async def gone(self, viewer: Viewer) -> None:
        """The viewer's socket is closed: his player is waited for, if it was his last."""
        stream = self._audience.streams.detach(viewer)
        if stream is not None:
            self._wait_for(stream.player, self._layout.game.timers.disconnect_grace_seconds)
            self.keep_purses()

    async def missed(self, player: int) -> None:
        """The grace, or the patience with an empty seat, is over."""
        seat = standing.seat(self._state, player)
        if self._is_here(player) or seat is None:
            return
        if self._layout.multi and seat.present:
            await self._perform(Presence(player, False))
            self._patience.wait_for(player, self._idle_seconds)
        else:
            await self._get_up(player, "idle")

    def wait_for_all(self) -> None:
        """Give everybody whose money may move here the time to come back that a restart gives."""
        for player in self._croupier.concerned:
            self._wait_for(player, self._layout.game.timers.recovery_grace_seconds)

    def end(self) -> None:
        """Wait for nobody any more."""
        self._patience.end()

    def _wait_for(self, player: int, grace_seconds: float) -> None:
        """A player whose last viewer is gone is waited for: first briefly, then for his seat."""
        if not self._is_here(player):
            seconds = grace_seconds if self._layout.multi else self._idle_seconds
            self._patience.wait_for(player, seconds)

    async def _get_up(self, player: int, reason: Literal["left", "idle"]) -> None:
        """The player's seat is freed, but an open round of a single player keeps its table."""
        state, multi = self._state, self._layout.multi
        if standing.seat_of(state, player) is None:
            return
        if state.playing and not multi:
            self._patience.wait_for(player, self._idle_seconds)
            return
        if multi and keeps_bets(state, player):
            # Leaving is no more than disconnecting: a confirmed bet is played, by the card.
            await self._perform(Presence(player, False, leaves=True))
            return
        await self._perform(GotUp(player, reason))

    # ---- who is here

    def seats_changed(self) -> None:
        """Somebody sat down or got up."""
        self.keep_purses()
        self.note_seats()
        self._pit.seats_changed()

    def note_seats(self) -> None:
        """Have the house know who sits here."""
        seated = {seat.player for seat in self._state.seats if seat is not None}
        self._pit.seating.sit(self._layout.id, seated)

    def keep_purses(self) -> None:
        """Keep the purses of those whose money this table moves or shows, and no others."""
        viewers = self._audience.streams.attached()
        self._till.keep_only(self._croupier.concerned.union(viewer.player for viewer, _ in viewers))

    def _is_here(self, player: int) -> bool:
        return self._audience.streams.present(player)

    @property
    def _layout(self) -> Layout:
        return self._croupier.layout

    @property
    def _state(self) -> TableState:
        return self._croupier.state

    @property
    def _idle_seconds(self) -> float:
        settings = self._pit.settings
        fresh = self._layout.cut_at is None
        return settings.seat_idle_seconds if fresh else settings.shoe_idle_seconds
