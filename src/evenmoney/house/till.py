"""The purses of those at one table: what a command costs is held before it is kept."""

from collections.abc import Callable, Iterable, Mapping

from evenmoney.house.batch import Batch
from evenmoney.house.record import Funds
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.stakes import Moved
from evenmoney.players.purse import NotEnough, Purse, Purses
from evenmoney.store.store import Bonus

Held = dict[int, Moved]
"""By player: what is promised to a batch that is not kept yet."""


def too_little() -> TableRefusal:
    """What a player is told whose money doesn't suffice."""
    return TableRefusal(Code.NOT_ENOUGH_MONEY, "your balance does not cover it")


class Till:
    """Opens purses once, and calls `moved` when money in one of them moved at another table."""

    def __init__(self, purses: Purses, moved: Callable[[], None]) -> None:
        self._all = purses
        self._moved = moved
        self._open: dict[int, Purse] = {}

    async def open(self, player: int) -> None:
        """Have the player's purse here; raises `StoreFailed`."""
        if player not in self._open:
            purse = self._open[player] = await self._all.open(player)
            purse.watch(self._purse_moved)

    def keep_only(self, players: Iterable[int]) -> None:
        """Forget the purses of all but these players."""
        for player in self._open.keys() - set(players):
            self._open.pop(player).unwatch(self._purse_moved)

    def purse(self, player: int) -> Purse:
        """The purse of a player who is here."""
        return self._open[player]

    def note_bonuses(self, table: int, bonuses: Mapping[int, Bonus]) -> None:
        """These are the bonuses in play at this table."""
        for player, purse in self._open.items():
            if player in bonuses:
                purse.bonus = bonuses[player]
            elif purse.bonus is not None and purse.bonus.table == table:
                purse.bonus = None

    def available(self, player: int) -> int:
        """What of a player's cash can be spent now."""
        return self._open[player].available

    def spendable(self, player: int) -> int:
        """What a player can stake now."""
        return self._open[player].spendable

    def funds(self, batch: Batch | None = None) -> Funds:
        """What everyone here can stake, with the moves of a batch that is not kept yet."""
        funds = {player: purse.spendable for player, purse in self._open.items()}
        if batch is not None:
            for player, moved in batch.moved.items():
                funds[player] = funds.get(player, 0) + moved.net
        return funds

    def kept(self, player: int) -> tuple[int, int]:
        """A player's balance and debt as he is shown them: those on disk. What a commit under
        way at another table holds is not seen before it is kept."""
        purse = self._open[player]
        return purse.shown, purse.debt

    def debts(self, batch: Batch) -> Funds:
        """What those here owe who do, with the moves of a batch that is not kept yet."""
        debts = {player: purse.owed for player, purse in self._open.items() if purse.owed}
        for player, moved in batch.moved.items():
            if moved.repaid or moved.borrowed:
                debts[player] = debts.get(player, 0) + moved.borrowed - moved.repaid
        return {player: owed for player, owed in debts.items() if owed} if debts else debts

    def hold(self, batch: Batch) -> Held:
        """Hold what a batch costs; refused when somebody's money doesn't suffice."""
        held: Held = {}
        try:
            for player, moved in batch.moved.items():
                self._open[player].reserve(moved.need, moved.repaid)
                held[player] = moved
        except NotEnough:
            self.release(held)
            raise too_little() from None
        return held

    def release(self, held: Held) -> None:
        """The batch was not kept: nothing is held for it any more."""
        for player, moved in held.items():
            self._open[player].release(moved.need, moved.repaid)

    def settle(self, batch: Batch) -> None:
        """The batch is kept: what was held is spent, what came in is there."""
        for player, moved in batch.moved.items():
            purse = self._open[player]
            purse.owe(moved.borrowed, moved.repaid)
            purse.settle(moved.need, moved.need + moved.net, self._purse_moved)
        if batch.bonuses:
            self.note_bonuses(batch.layout.number, batch.state.bonuses)

    def _purse_moved(self, _player: int) -> None:
        self._moved()
