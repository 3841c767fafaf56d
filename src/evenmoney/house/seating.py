"""Who sits at which tables of the house, so that nobody takes more than his share of them."""

from collections.abc import Iterable

from evenmoney.house.refusal import Code, TableRefusal


class Seating:
    """The tables of each player who sits; a seat that is about to be taken counts, too."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: dict[int, set[str]] = {}
        self._players: dict[str, set[int]] = {}

    def take(self, player: int, table: str) -> None:
        """The player is about to sit down; raises `TableRefusal` when he sits at many already."""
        if len(self._tables.get(player, ())) >= self._most:
            reason = f"you sit at {self._most} tables already: leave one of them first"
            raise TableRefusal(Code.TOO_MANY_TABLES, reason, "table")
        self._tables.setdefault(player, set()).add(table)
        self._players.setdefault(table, set()).add(player)

    def sit(self, table: str, players: Iterable[int]) -> None:
        """These are who sits at a table now, and nobody else."""
        before, now = self._players.pop(table, set()), set(players)
        for player in before - now:
            tables = self._tables[player]
            tables.discard(table)
            if not tables:
                del self._tables[player]
        for player in now:
            self._tables.setdefault(player, set()).add(table)
        if now:
            self._players[table] = now
