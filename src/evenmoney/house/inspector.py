"""The inspector of one table: sees to what goes wrong there, and calls rounds off.

A store that fails is tried again, a record in doubt read again; one that differs stops the table.
"""

import logging
from collections.abc import Callable, Sequence

from evenmoney.house import standing
from evenmoney.house.audience import Audience
from evenmoney.house.croupier import Croupier
from evenmoney.house.patience import Bell
from evenmoney.house.pit import Pit
from evenmoney.house.record import Voided
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.till import Till
from evenmoney.house.trouble import Trouble
from evenmoney.house.usher import Perform, Usher
from evenmoney.house.view import VoidedPart
from evenmoney.house.voiding import Case, parts_held
from evenmoney.house.voids import effect
from evenmoney.journal.entry import Entry
from evenmoney.store.store import OutcomeUnknown, StoreFailed

logger = logging.getLogger(__name__)


class Inspector:
    """Knows whether the table runs. `stopped` tells why it doesn't, until an operator or a restart
    sees to it; `in_doubt`, that its record was not read again yet."""

    def __init__(
        self,
        pit: Pit,
        croupier: Croupier,
        till: Till,
        audience: Audience,
        *,
        usher: Usher,
        bell: Bell,
        perform: Perform,
        again: Callable[[], None],
    ) -> None:
        self.stopped: str | None = None
        self.in_doubt = False
        self.trouble = Trouble(pit.clock, again)
        self._pit = pit
        self._croupier = croupier
        self._till = till
        self._audience = audience
        self._usher = usher
        self._bell = bell
        self._perform = perform

    def check(self) -> None:
        """Raises `TableRefusal` while nothing can be taken."""
        if self.stopped is not None:
            raise TableRefusal(Code.TABLE_STOPPED, "this table has stopped; nothing is lost")
        if self.in_doubt:
            raise not_kept()

    async def load(self, entries: Sequence[Entry]) -> None:
        """Be what the record says; a record that can't be rebuilt stops the table."""
        try:
            self._croupier.rebuild(entries)
        except Exception as fault:
            self._stop(fault)
            return
        self._usher.note_seats()
        for player in self._croupier.concerned:
            await self._till.open(player)
        self._usher.wait_for_all()
        self._till.note_bonuses(self._number, self._croupier.state.bonuses)
        self._bell.watch(standing.due_ms(self._croupier.state))
        self._pit.table_changed()

    # ---- faults

    async def failed(self, fault: Exception) -> None:
        """See to what a piece of the table's work raised."""
        if isinstance(fault, StoreFailed):
            # Nothing was written, so nothing has changed.
            self.met(fault)
        elif isinstance(fault, OutcomeUnknown):
            await self._read_again(fault)
        else:
            self._stop(fault)

    def met(self, failed: StoreFailed) -> None:
        """The store failed: what the house itself was to do is tried again later."""
        self.trouble.met(self._id, failed)

    async def again(self) -> None:
        """The store may work again: see to what was left undone when it failed."""
        if self.stopped is not None and not self.in_doubt:
            return
        due = standing.due_ms(self._croupier.state)
        if self.in_doubt or (due is not None and due <= self._pit.clock.now_ms()):
            # Nobody could answer in that time: every clock begins anew, as after a restart.
            await self._read_again("its record could not be written")
            return
        self._usher.wait_for_all()

    def end(self) -> None:
        """Wait for nothing any more."""
        self._usher.end()
        self._bell.watch(None)
        self.trouble.end()

    async def _read_again(self, why: object) -> None:
        """Be what the record says, and be rejoined; a table that had stopped runs, if what it was
        about to write is there and makes it whole."""
        logger.warning("table %s reads its record again: %s", self._id, why)
        self.in_doubt = True
        self._audience.end("rebuilt")
        try:
            entries = await self._pit.store.since_checkpoint(self._number)
            self.stopped = None
            await self.load(entries)
            self._croupier.settle_uncertain(entries[-1].sequence if entries else 0)
        except StoreFailed as failed:
            self.met(failed)
        except Exception as fault:
            self._stop(fault)
        else:
            self.in_doubt = False

    def _stop(self, fault: Exception) -> None:
        """The table stops: what is on disk stands, and waits for an operator or a restart."""
        logger.error("table %s stops: %s", self._id, fault, exc_info=fault)
        self.stopped = str(fault)
        self._audience.end("table_closed")
        self._pit.table_changed()
        self.end()

    # ---- rounds that can't stand

    async def void(self, count: int, reason: str) -> tuple[VoidedPart, ...]:
        """Call the table's round `count` off, and tell what that did to whose money; raises
        `TableRefusal`, and what the store raises."""
        was, performing = self.stopped, False
        try:
            if was is not None:
                await self._go_back(count)
            case = self._case(count, broken=was is not None)
            async with parts_held(case, self._pit.store, self._till) as parts:
                performing = True
                batch = await self._perform(Voided(count, reason, parts))
        except Exception as error:
            self.stopped = was
            # What went wrong while an old round was looked up is no fault of the table.
            if performing and not isinstance(error, TableRefusal):
                await self.failed(error)
            raise
        self._usher.keep_purses()
        if was is not None:
            self._pit.table_changed()
        return effect(batch.lines[0].change.transfers)

    def _case(self, count: int, *, broken: bool) -> Case:
        better = self._pit.settings.void_pays == "better"
        croupier = self._croupier
        return Case(croupier.layout, croupier.state, croupier.began, count, broken, better)

    async def _go_back(self, count: int) -> None:
        """A table that stopped goes back to where its betting opened: what came after it can't be
        told again, and only what lies in the escrows is known."""
        self._croupier.go_back(await self._pit.store.since_checkpoint(self._number))
        layout, state = self._croupier.layout, self._croupier.state
        if state.count != count:
            reason = f"this table stopped at round {layout.round_id(state.count)}"
            raise TableRefusal(Code.TABLE_STOPPED, f"{reason}: void that one first")
        self.stopped = None

    @property
    def _number(self) -> int:
        return self._croupier.layout.number

    @property
    def _id(self) -> str:
        return self._croupier.layout.id


def not_kept() -> TableRefusal:
    """What a player is told whose message can't be written down now."""
    reason = "it could not be written down, so nothing has changed: send it again in a moment"
    return TableRefusal(Code.NOT_KEPT, reason)
