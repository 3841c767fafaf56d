"""The house: all tables of this process behind one door. Knows no sockets and no HTTP."""

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from msgspec.structs import replace

from evenmoney.house import standing
from evenmoney.house.advice import Advice, by_card
from evenmoney.house.bonus_desk import BonusDesk
from evenmoney.house.cage import Cage
from evenmoney.house.clock import Clock
from evenmoney.house.command import Join, Leave, TableCommand
from evenmoney.house.currency import bind_currency
from evenmoney.house.floor import Floor
from evenmoney.house.frame import BonusGranted, Refused
from evenmoney.house.furnishing import layout_of
from evenmoney.house.hints import Advised
from evenmoney.house.pit import Pit
from evenmoney.house.recall import Asked, recall
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.rota import Rota
from evenmoney.house.scribe import encode
from evenmoney.house.seating import Seating
from evenmoney.house.seen import bonus_view
from evenmoney.house.settings import Settings
from evenmoney.house.state import ROUNDS_PER_TABLE, Layout, round_number
from evenmoney.house.streams import Viewer
from evenmoney.house.table import Table
from evenmoney.house.view import LobbyView, OpenRound, RoundRecord, VoidedPart
from evenmoney.house.wallet_desk import WalletDesk, bind_money
from evenmoney.ledger.transfer import Transfer
from evenmoney.players.bonus import is_good_for
from evenmoney.players.purse import Purses
from evenmoney.players.wallet import Wallet
from evenmoney.rules.game import Game
from evenmoney.rules.options import rules_hash
from evenmoney.store.faults import Fault
from evenmoney.store.store import Bonus, Store, TableRecord
from evenmoney.strategy.certified import Certificates

__all__ = ["House", "Settings", "Viewer"]


class House:
    """The tables, the purses of those who play, and the lobby; all methods on one event loop."""

    def __init__(self, pit: Pit, floor: Floor, certificates: Certificates) -> None:
        self._pit = pit
        self.certificates = certificates
        self._floor = floor
        self._tables: dict[str, Table] = {}
        self._at: dict[Viewer, set[str]] = {}
        self._closing = False
        self._cage = Cage(pit.store, pit.purses, pit.clock)
        self.wallet: WalletDesk | None = None
        """What calls the operator's wallet, where players' money lies there."""
        self.bonuses = BonusDesk(pit, self._cage, self._tell_granted)

    @classmethod
    async def open(
        cls,
        store: Store,
        catalogue: Mapping[str, Game],
        *,
        clock: Clock,
        entropy: Callable[[int], bytes],
        settings: Settings | None = None,
        certificates: Certificates | None = None,
        advice: Advice | None = None,
        wallet: Wallet | None = None,
        faults: Sequence[Fault] = (),
    ) -> Self:
        """The house over a store, every table rebuilt from its record; raises `StoreFailed`, and
        `NotCertified` for a multiplayer or hint game whose strategy card nobody has computed.

        `catalogue` is every game by id, in the lobby's order; `entropy(n)` gives n secret bytes;
        `certificates` hold the strategy cards (by default those that come with the house), by
        which the house answers for those who are away, unless it is given other `advice`. Players'
        money lies in `wallet`, if one is given; `faults` are what a test plants in its calls.
        """
        certificates = certificates or Certificates.packaged()
        _check_certified(catalogue, certificates)
        advice = advice or by_card(lambda: house.certificates)
        games, settings = dict(catalogue), settings or Settings()
        floor = Floor(store, games, settings)
        told = (floor.seats_changed, floor.table_changed)
        seating = Seating(settings.tables_per_player_max)
        settings = replace(settings, money_elsewhere=wallet is not None)
        pit = Pit(
            store, games, Purses(store), clock, entropy, settings, advice, seating, Rota(), *told
        )
        house = cls(pit, floor, certificates)
        if wallet:
            house.wallet = WalletDesk(wallet, pit, house._cage, faults)
        await bind_currency(store, games)
        await bind_money(store, elsewhere=wallet is not None)
        for record in await store.tables():
            await house._recover(record)
        await floor.furnish()
        await house.bonuses.open()
        if house.wallet:
            await house.wallet.open()
        return house

    async def _recover(self, record: TableRecord) -> None:
        self._floor.add(record)
        entries = await self._pit.store.since_checkpoint(record.number)
        if entries:
            layout = await layout_of(self._pit.store, record, entries)
            await self._opened(record, layout).load(entries)

    def _opened(self, record: TableRecord, layout: Layout) -> Table:
        table = self._tables[record.id] = Table(layout, self._pit)
        self._floor.staff(table)
        return table

    async def reload(
        self, catalogue: Mapping[str, Game], certificates: Certificates | None = None
    ) -> None:
        """Offer these games from now on, with these certificates beside those that tables need. A
        table keeps the game it has until it is empty: no round and no bet is touched. Raises
        `NotCertified`, `OtherCurrency`, `StoreFailed`, and then offers what it did before."""
        known = self.certificates.joined(certificates) if certificates else self.certificates
        _check_certified(catalogue, known)
        await bind_currency(self._pit.store, catalogue)
        self.certificates = known
        self._pit.games.clear()
        self._pit.games.update(catalogue)
        await self._floor.furnish()
        self._floor.seats_changed()

    def game_at(self, table: str) -> Game | None:
        """The game that is played at a table: the one it has while somebody sits there or a round
        is open, else the one it would be given now; None when there is none."""
        found = self._tables.get(table)
        if found is not None and (any(found.state.seats) or found.state.playing):
            return found.layout.game
        record = self._floor.record(table)
        return self._pit.games.get(record.game) if record else None

    def join(self, viewer: Viewer, message: Join) -> None:
        """Sit the player down, or take his stream up: `welcome`, missing frames, or `refused`."""
        if self._closing:
            viewer.close(message.table, "shutting_down")
            return
        table = self._tables.get(message.table)
        record = self._floor.record(message.table)
        game = self._pit.games.get(record.game) if record else None
        if table is None and record is not None and game is not None:
            table = self._opened(record, Layout(record.number, record.id, game))
        if table is None:
            _refuse(viewer, message.table, None)
            return
        self._at.setdefault(viewer, set()).add(message.table)
        if self.wallet is None:
            table.join(viewer, message)
        else:
            self.wallet.lanes.join(table, viewer, lambda: table.join(viewer, message))

    def leave(self, viewer: Viewer, message: Leave) -> None:
        """Close the viewer's stream at a table; the last one gone, the player gets up."""
        table = self._tables.get(message.table)
        if table is None:
            _refuse(viewer, message.table, None)
            return
        self._at.get(viewer, set()).discard(message.table)
        if self.wallet is None:
            table.leave(viewer)
        else:
            self.wallet.lanes.leave(table, viewer, lambda: table.leave(viewer))

    def post(self, viewer: Viewer, command: TableCommand) -> None:
        """Put a command into its table's inbox; the answer comes as frames (`busy` when full)."""
        table = self._tables.get(command.table)
        if table is None:
            _refuse(viewer, command.table, command.n)
            return
        if self.wallet is None:
            table.post(viewer, command)
        else:
            self.wallet.lanes.post(table, viewer, command)

    def gone(self, viewer: Viewer) -> None:
        """The viewer's socket is closed: its streams wait to be taken up again."""
        for id in self._at.pop(viewer, ()):
            self._gone(self._tables[id], viewer)

    def _gone(self, table: Table, viewer: Viewer) -> None:
        if self.wallet is None:
            table.gone(viewer)
        else:
            self.wallet.lanes.gone(table, viewer, lambda: table.gone(viewer))

    def lobby(self) -> LobbyView:
        """Rooms of three tables per game and who sits there."""
        return self._floor.view()

    def watch_lobby(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (keep it short) whenever the lobby differs; returns what ends that."""
        return self._floor.watch(changed)

    def open_rounds(self, player: int) -> list[OpenRound]:
        """The player's rounds that are not over, newest first."""
        rounds = [round for table in self._tables.values() if (round := table.open_round(player))]
        return sorted(rounds, key=lambda round: round.started_at_ms, reverse=True)

    async def record(self, round: str, player: int) -> RoundRecord | None:
        """A player's round told again from the record; None when he had no part in such a round.
        Raises `StoreFailed`, `RecordDiffers`."""
        record, count = self._round(round)
        table = self._tables.get(record.id) if record else None
        if table is None or record is None:
            return None
        was_open = table.open_round(player) is not None
        told = await self._told(record, table, count, player)
        if told is None and was_open:  # it was closed while it was looked for
            told = await self._told(record, table, count, player)
        return told

    async def _told(
        self, record: TableRecord, table: Table, count: int, player: int
    ) -> RoundRecord | None:
        store, layout = self._pit.store, table.layout
        closings, void = await store.closings(player, layout.round_number(count)), None
        if closings:
            first, last = closings[0].first_sequence, closings[0].last_sequence
            entries = await store.entries(layout.number, first, last)
        elif table.open_round(player):
            entries = await store.since_checkpoint(layout.number)
        else:
            return None
        if len(closings) > 1:
            called_off = closings[-1].last_sequence
            (void,) = await store.entries(layout.number, called_off, called_off)
        layout = await layout_of(store, record, entries)
        asked = Asked(layout, count, player, tuple(closings), table.state.cycle)
        return recall(asked, entries, void)

    async def void(self, round: str, reason: str) -> tuple[VoidedPart, ...]:
        """Call a round off, open or settled: bets back, payouts taken back, never twice; what that
        did to whose money. Raises `TableRefusal`: `no_such_round`, `already_void`, `bonus_active`
        (elsewhere), `table_stopped` or `record_differs`."""
        record, count = self._round(round)
        table = self._tables.get(record.id) if record else None
        if table is None:
            raise TableRefusal(Code.NO_SUCH_ROUND, f"there is no round {round[:40]!r}")
        parts = await table.void(count, reason)
        if any(part.bonus for part in parts):
            self.bonuses.look()
        return parts

    def hint(self, table: str, player: int) -> Advised | None:
        """What the strategy card says to the player's open decision at a table; None when he isn't
        asked there. Raises `NotCertified`, and `TableRefusal` where the game allows no hints."""
        found = self._tables.get(table)
        if found is None or standing.turn_owner(found.state) != player:
            return None
        game = found.layout.game
        if not game.hints:
            raise TableRefusal(Code.NO_HINTS, "this game gives no hints")
        certified = self.certificates.of(game.id, found.layout.rules_hash.hex())
        return found.hint(player, certified)

    async def balance(self, player: int) -> int:
        """What a player has, as it is on disk or at his wallet, in minor units."""
        if self.wallet is not None:
            await self.wallet.funding.look(player)
        return (await self._pit.purses.open(player)).shown

    async def debt(self, player: int) -> int:
        """What a player owes the house, as it is on disk, in minor units."""
        return (await self._pit.purses.open(player)).debt

    async def move(self, key: str, note: bytes, transfers: tuple[Transfer, ...]) -> None:
        """Book transfers that belong to no table (opening money, deposits), once per `key`:
        ledger and purses. Raises `NotEnough`, and what the store's `book` does."""
        await self._cage.book(key, note, transfers)

    def _tell_granted(self, bonus: Bonus) -> None:
        """Let the player know, at each of his tables where it is good."""
        for viewer, tables in tuple(self._at.items()):
            for id in tables if viewer.player == bonus.player else ():
                game = self._tables[id].layout.game
                if is_good_for(bonus, game.id, game.bonus_kinds):
                    viewer.send(encode(BonusGranted(table=id, bonus=bonus_view(bonus))))

    def _round(self, id: str) -> tuple[TableRecord | None, int]:
        """The table a round was dealt at, and its number there."""
        try:
            number, count = divmod(round_number(id), ROUNDS_PER_TABLE)
        except ValueError:
            return None, 0
        return self._floor.numbered(number), count

    async def close(self) -> None:
        """Finish what waits in the inboxes, close every viewer's streams, stop the tables. Nobody
        joins any more, so that no table is opened meanwhile."""
        self._closing = True
        if self.wallet is not None:
            await self.wallet.close()
        for table in self._tables.values():
            await table.close()
        await self._floor.close()
        await self.bonuses.close()
        await self._cage.close()


def _check_certified(catalogue: Mapping[str, Game], certificates: Certificates) -> None:
    """Raises `NotCertified` for a game that the house would have to play, or to give hints at, by
    an unknown card."""
    for game in catalogue.values():
        if game.table == "multi" or game.hints:
            certificates.of(game.id, rules_hash(game.rules))


def _refuse(viewer: Viewer, table: str, n: int | None) -> None:
    code, reason = Code.NO_SUCH_TABLE, "there is no such table"
    viewer.send(encode(Refused(code=code, reason=reason, table=table, n=n, field="table")))
