"""Calls to the operator's wallet: each is in the record before it is made, and until its end.

Knows no tables and no bets. What became of a debit is decided once, by a key of the record: it is
booked, or refused, or taken back; only what is to be taken back is rolled back at the wallet.
"""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from evenmoney.house.cage import Booking, Cage, nothing_more
from evenmoney.house.clock import Alarm
from evenmoney.house.pit import Pit
from evenmoney.house.points import Points
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.stakes import cash
from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind
from evenmoney.players.wallet import Wallet, WalletAway, WalletRefused
from evenmoney.players.wallet_purse import WalletPurse
from evenmoney.store.store import OutcomeUnknown, StoreFailed, UnitRefused, WalletCall

ID_BYTES: Final = 16

FETCH_SECONDS: Final = 5.0
"""How long a player waits for the wallet's answer to a debit, and before it for his lock."""

FETCH_TRIES: Final = 2
"""How often a debit is asked for within that time."""

RETRY_SECONDS: Final = (1, 5, 30, 120, 600)
"""The pauses between the tries of a credit or a rollback; after the last one it is open."""

STORE_AGAIN_MS: Final = 5_000
"""When it is tried again what the record could not be told."""

UNCLEAR_MAX: Final = 8
"""A player's debits of which it is not clear what the wallet did with them, open ones too: with so
many he is asked for no more, as each may be the operator's to settle."""

AT_ONCE_MAX: Final = 32
"""Credits and rollbacks that are under way at once."""

Outcome = Literal["done", "undone"]
Step = Literal["intent", "fate", "open", "end"]

logger = logging.getLogger(__name__)


class Note(msgspec.Struct, frozen=True, tag="wallet_call"):
    """What the house's own record says of a call: how it stands now, and the operator's reason."""

    call: WalletCall
    reason: str = ""


def wallet_of(player: int) -> Account:
    """The other side of what came from a player's wallet."""
    return Account(AccountKind.WALLET, player)


class RefusedLate(WalletRefused):
    """The wallet said no, after a try that it did not answer: that one may get there still."""


class Errands:
    """Debits while a player waits; credits and rollbacks until they are done, or are the
    operator's."""

    def __init__(self, wallet: Wallet, pit: Pit, cage: Cage, points: Points) -> None:
        self._wallet = wallet
        self._store = pit.store
        self._purses = pit.purses
        self._clock = pit.clock
        self._entropy = pit.entropy
        self._cage = cage
        self._points = points
        self._on_way: Counter[int] = Counter()
        """By player: what was credited, and the wallet has not said that it has it."""
        self._unclear: defaultdict[int, set[str]] = defaultdict(set)
        """By player: debits that were not answered, and are not known to be taken back."""
        self._alarms: dict[str, Alarm] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._few = asyncio.Semaphore(AT_ONCE_MAX)

    async def open(self) -> None:
        """Go on with what a house before this one left; raises `StoreFailed`."""
        for call in await self._store.wallet_calls():
            if call.kind == "debit":
                self._unclear[call.player].add(call.id)
            if call.state != "open":
                if call.state == "owed":
                    self._on_way[call.player] += call.amount
                self._carry_after(0, call)

    async def close(self) -> None:
        """Do no more: what is not at its end goes on with the next opening."""
        for alarm in self._alarms.values():
            alarm.cancel()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._wallet.close()

    # ---- while somebody waits; the purse's `wallet_lock` is held

    async def refresh(self, purse: WalletPurse) -> None:
        """Ask what the player has at the wallet; as it was last heard, if that is in vain."""
        try:
            self._heard(purse, await self._wallet.balance(purse.player))
        except (WalletAway, WalletRefused) as trouble:
            purse.heard_at_ms = self._clock.now_ms()  # it is not asked again at once
            logger.warning("player %s: the wallet tells no balance: %s", purse.player, trouble)

    async def debit(self, purse: WalletPurse, amount: int, until: float) -> None:
        """Bring so much from the player's wallet into his cash, if it answers `until` then by the
        loop's time; raises `TableRefusal`, and what the store raises: then it is taken back, if the
        wallet took it."""
        if len(self._unclear.get(purse.player, ())) >= UNCLEAR_MAX:
            raise wallet_away()
        call = self._new("debit", purse.player, amount, "asked")
        try:
            await self._points.pass_by("intent", self._keep(call, "intent"))
        except OutcomeUnknown:
            self._carry_after(0, call)
            raise
        try:
            await self._fetch(call, purse, until)
        except WalletRefused as no:
            raise _refusal(no) from None
        except WalletAway as away:
            logger.warning("player %s: the wallet gave no debit: %s", purse.player, away)
            self._carry_after(0, replace(call, why=str(away)))
            raise wallet_away() from None
        except BaseException:
            self._carry_after(0, call)
            raise

    async def _fetch(self, call: WalletCall, purse: WalletPurse, until: float) -> None:
        """Ask the wallet, and book what it answers."""
        try:
            left = await self._points.pass_by("debit", self._asked(call, until))
        except RefusedLate as no:
            undoing = replace(call, state="undoing", why=str(no))
            await self._keep(undoing, "fate")
            self._carry_after(0, undoing)
            raise
        except WalletRefused as no:
            await self._keep(replace(call, state="refused", why=str(no)), "fate")
            raise
        self._heard(purse, left, call.amount)
        done = replace(call, state="done")
        booked = self._keep(done, "fate", kept=lambda: _left(purse, call.amount))
        await self._points.pass_by("outcome", booked)

    async def credit(self, purse: WalletPurse, amount: int) -> None:
        """Send so much of the player's cash to his wallet; raises what the store raises."""
        call = self._new("credit", purse.player, amount, "owed")

        def sent() -> None:
            purse.elsewhere += amount
            self._on_way[purse.player] += amount

        try:
            await self._points.pass_by("sweep", self._keep(call, "intent", kept=sent))
            await self._try(call, purse)
        except BaseException:
            self._carry_after(STORE_AGAIN_MS, call)
            raise

    async def settle(self, id: str, outcome: Outcome, reason: str) -> WalletCall:
        """The operator says how an open call is at the wallet: `done`, or `undone`; raises
        `TableRefusal` (`no_such_call`, `not_open`)."""
        found = await self._store.wallet_call(id)
        if found is None:
            raise TableRefusal(Code.NO_SUCH_CALL, f"no call has the id {id[:64]!r}")
        async with (await self._purse(found.player)).wallet_lock:
            call = await self._store.wallet_call(id)
            if call is None or call.state != "open":
                state = call.state if call else "gone"
                raise TableRefusal(Code.NOT_OPEN, f"this call is not open: it is {state}")
            ended = replace(call, state=outcome)
            try:
                await self._keep(ended, "end", reason=reason, kept=lambda: self._clear(call))
            except UnitRefused:
                raise TableRefusal(Code.NOT_OPEN, "this call is at its end already") from None
            return ended

    # ---- until it is done

    def _carry_after(self, pause_ms: int, call: WalletCall) -> None:
        """Go on with a call that nobody waits for."""
        if call.kind == "debit":
            self._unclear[call.player].add(call.id)
        before = self._alarms.pop(call.id, None)
        if before is not None:
            before.cancel()
        self._alarms[call.id] = self._clock.alarm(pause_ms, lambda: self._ring(call))

    def _ring(self, call: WalletCall) -> None:
        self._alarms.pop(call.id, None)
        task = asyncio.get_running_loop().create_task(self._carry(call))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _carry(self, call: WalletCall) -> None:
        try:
            purse = await self._purse(call.player)
            async with purse.wallet_lock, self._few:
                await self._go_on(call, purse)
        except (StoreFailed, OutcomeUnknown, UnitRefused) as failed:
            logger.warning("call %s of the wallet waits for the record: %s", call.id, failed)
            self._carry_after(STORE_AGAIN_MS, call)

    async def _go_on(self, call: WalletCall, purse: WalletPurse) -> None:
        await self._cage.quiet(_key(call, "intent"))  # it may be written yet
        known = await self._store.wallet_call(call.id)
        if known is None and call.kind == "debit":
            # Whether its intent was kept was not known: now it is, and it is taken back.
            await self._keep(call, "intent")
        elif known is None:
            return  # its money was not moved either: it lies here still
        now = known or call
        if now.state == "asked":
            now = replace(now, state="undoing", why=call.why)
            if not await self._decided(now):
                self._over(now)
                return  # it had been decided otherwise, which is known only now
        if now.state in {"undoing", "owed"}:
            await self._try(now, purse)

    async def _decided(self, call: WalletCall) -> bool:
        """Whether what is to become of a debit is this, and nothing else."""
        try:
            await self._keep(call, "fate")
        except UnitRefused:
            return False
        return True

    async def _try(self, call: WalletCall, purse: WalletPurse) -> None:
        """Have the wallet take a credit, or take a debit back; once more later, or never."""
        ends: Outcome = "done" if call.kind == "credit" else "undone"
        ask = self._wallet.credit if call.kind == "credit" else self._wallet.rollback
        try:
            asked = ask(call.id, call.player, call.amount)
            balance = await self._points.pass_by("credit" if ends == "done" else "rollback", asked)
        except WalletRefused as no:
            await self._give_up(replace(call, tries=call.tries + 1, why=str(no)), purse)
            return
        except WalletAway as away:
            await self._once_more(replace(call, tries=call.tries + 1, why=str(away)), purse)
            return
        ended = self._keep(replace(call, state=ends), "end", kept=lambda: self._over(call))
        await self._points.pass_by("end", ended)
        self._heard(purse, balance)

    async def _once_more(self, call: WalletCall, purse: WalletPurse) -> None:
        logger.warning("the wallet did not answer call %s: %s", call.id, call.why)
        if call.tries > len(RETRY_SECONDS):
            await self._give_up(call, purse)
            return
        await self._store.wallet_tried(call.id, call.tries, call.why)
        self._carry_after(RETRY_SECONDS[call.tries - 1] * 1000, call)

    async def _give_up(self, call: WalletCall, purse: WalletPurse) -> None:
        """It is the operator's now; nothing on its way is counted as the player's any more."""
        logger.error("call %s of the wallet is open: %s", call.id, call.why)
        await self._keep(replace(call, state="open"), "open", kept=lambda: self._arrived(call))
        purse.hear(purse.elsewhere - call.amount * (call.kind == "credit"))

    def _over(self, call: WalletCall) -> None:
        """The call is at its end."""
        self._arrived(call)
        self._clear(call)

    def _clear(self, call: WalletCall) -> None:
        """What the wallet did with it is known."""
        self._unclear[call.player].discard(call.id)
        if not self._unclear[call.player]:
            del self._unclear[call.player]

    def _arrived(self, call: WalletCall) -> None:
        if call.kind == "credit":
            self._on_way[call.player] -= call.amount
            if not self._on_way[call.player]:
                del self._on_way[call.player]

    # ---- what is written down, and asked

    async def _keep(
        self,
        call: WalletCall,
        step: Step,
        *,
        reason: str = "",
        kept: Callable[[], None] = nothing_more,
    ) -> None:
        """A step of a call, and the money that it moves here, once."""
        note = msgspec.json.encode(Note(call, reason))
        key = _key(call, step)
        await self._cage.keep(Booking(key, note, _moves(call), call=call, kept=kept))

    async def _asked(self, call: WalletCall, until: float) -> int:
        """The wallet's answer to a debit, within the time that a player waits."""
        tries = 0
        try:
            async with asyncio.timeout_at(until):
                while True:
                    tries += 1
                    try:
                        return await self._wallet.debit(call.id, call.player, call.amount)
                    except WalletRefused as no:
                        raise RefusedLate(no.code, no.reason) if tries > 1 else no from None
                    except WalletAway:
                        if tries == FETCH_TRIES:
                            raise
        except TimeoutError:
            raise WalletAway(f"no answer within {FETCH_SECONDS:g} s") from None

    def _heard(self, purse: WalletPurse, balance: int, coming: int = 0) -> None:
        """What the wallet holds, with what is on its way there or from there."""
        purse.heard_at_ms = self._clock.now_ms()
        purse.hear(balance + self._on_way[purse.player] + coming)

    def _new(
        self,
        kind: Literal["debit", "credit"],
        player: int,
        amount: int,
        state: Literal["asked", "owed"],
    ) -> WalletCall:
        id, at = self._entropy(ID_BYTES).hex(), self._clock.now_ms()
        return WalletCall(id=id, player=player, kind=kind, amount=amount, state=state, at_ms=at)

    async def _purse(self, player: int) -> WalletPurse:
        purse = await self._purses.open(player)
        assert isinstance(purse, WalletPurse)
        return purse


def _key(call: WalletCall, step: Step) -> str:
    """By which the record keeps a step once."""
    return f"wallet:{call.id}:{step}"


def _left(purse: WalletPurse, amount: int) -> None:
    """So much has come from the wallet: it lies here now."""
    purse.elsewhere -= amount


def _moves(call: WalletCall) -> tuple[Transfer, ...]:
    """The money that a call moves here when it comes to that state."""
    here, there = cash(call.player), wallet_of(call.player)
    match call.kind, call.state:
        case "debit", "done":
            return (Transfer(there, here, call.amount, TransferKind.FUNDED),)
        case "credit", "owed":
            return (Transfer(here, there, call.amount, TransferKind.SWEPT),)
        case "credit", "undone":
            return (Transfer(there, here, call.amount, TransferKind.SWEEP_UNDONE),)
        case _:
            return ()


def wallet_away() -> TableRefusal:
    """What a player is told whose wallet does not answer."""
    reason = "your wallet can't be reached, so nothing has changed: try again in a moment"
    return TableRefusal(Code.WALLET_AWAY, reason)


def _refusal(no: WalletRefused) -> TableRefusal:
    """What a player is told whose wallet gives nothing."""
    if no.code == "not_enough_money":
        return TableRefusal(Code.NOT_ENOUGH_MONEY, "your balance does not cover it")
    logger.warning("the wallet refused a debit: %s", no)
    return TableRefusal(Code.WALLET_REFUSED, "your wallet does not give the money for this")
