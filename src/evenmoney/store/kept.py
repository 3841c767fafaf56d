"""What both kinds of store answer in the same way: every method of `Store` but commit and close."""

from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, AccountKind, Transfer
from evenmoney.store import record, wallet_calls
from evenmoney.store.audit import audit
from evenmoney.store.kept_people import KeptPeople
from evenmoney.store.people import People
from evenmoney.store.steps import Run
from evenmoney.store.store import Bonus, PlayedRound, TableRecord, WalletCall


class KeptStore:
    """See `Store` for what each method promises."""

    def __init__(self, change: Run, ask: Run, ask_people: Run | None = None) -> None:
        """`ask_people` may be a shorter way for questions that no unit changes the answer of."""
        self._change = change
        self._ask = ask
        self._people = KeptPeople(change, ask_people or ask)

    @property
    def people(self) -> People:
        """Players, log-ins and sessions."""
        return self._people

    async def book(
        self,
        key: str,
        note: bytes,
        transfers: tuple[Transfer, ...],
        *,
        at_ms: int,
        bonus: Bonus | None = None,
        call: WalletCall | None = None,
    ) -> Entry:
        """Book money at no table, once for each key."""
        return await self._change(record.book(key, note, transfers, at_ms, bonus=bonus, call=call))

    async def booking(self, key: str) -> Entry | None:
        """The entry that a key booked."""
        return await self._ask(record.booking(key))

    async def bonus(self, number: int) -> Bonus | None:
        """A bonus as it stands now."""
        return await self._ask(record.bonus(number))

    async def bonuses(self, player: int) -> list[Bonus]:
        """A player's bonuses, newest first."""
        return await self._ask(record.bonuses(player))

    async def bonuses_until(self, at_ms: int) -> list[Bonus]:
        """The open bonuses that expire by then."""
        return await self._ask(record.bonuses_until(at_ms))

    async def wallet_call(self, id: str) -> WalletCall | None:
        """A call to the operator's wallet as it stands."""
        return await self._ask(wallet_calls.call(id))

    async def wallet_calls(self) -> list[WalletCall]:
        """Those that are not at their end."""
        return await self._ask(wallet_calls.unfinished())

    async def wallet_tried(self, id: str, tries: int, why: str) -> None:
        """Note how often a call was made."""
        await self._change(wallet_calls.tried(id, tries, why))

    async def cash_held(self) -> dict[int, int]:
        """The players who have cash."""
        return await self._ask(record.cash_held())

    async def table(self, id: str, game: str) -> TableRecord:
        """The record of a table, made when there is none."""
        return await self._change(record.table(id, game))

    async def tables(self) -> list[TableRecord]:
        """All tables ever made."""
        return await self._ask(record.tables())

    async def entries(self, table: int, first: int, last: int | None = None) -> list[Entry]:
        """A table's entries from `first` to `last`, their chain checked."""
        return await self._ask(record.entries(table, first, last))

    async def latest(self, table: int, limit: int) -> list[Entry]:
        """A table's last entries, their chain checked."""
        return await self._ask(record.latest(table, limit))

    async def since_checkpoint(self, table: int) -> list[Entry]:
        """A table's entries from its newest checkpoint on, their chain checked."""
        return await self._ask(record.since_checkpoint(table))

    async def balance(self, account: Account) -> int:
        """What an account holds."""
        return await self._ask(record.balance(account))

    async def played(self, player: int, before_ms: int | None, limit: int) -> list[PlayedRound]:
        """A player's rounds, newest first."""
        return await self._ask(record.played(player, before_ms, limit))

    async def played_round(self, player: int, round: int) -> PlayedRound | None:
        """A player's part of one round."""
        return await self._ask(record.played_round(player, round))

    async def closings(self, player: int, round: int) -> list[PlayedRound]:
        """A player's part of one round each time it closed."""
        return await self._ask(record.closings(player, round))

    async def round_parts(self, round: int) -> list[PlayedRound]:
        """Every player's part of one round."""
        return await self._ask(record.round_parts(round))

    async def totals(self) -> dict[AccountKind, int]:
        """What all accounts of each kind hold together."""
        return await self._ask(record.totals())

    async def sum_of_all(self) -> int:
        """The sum over all accounts."""
        return await self._ask(record.sum_of_all())

    async def audit(self) -> list[str]:
        """What is wrong with the record."""
        return await audit(self._ask)
