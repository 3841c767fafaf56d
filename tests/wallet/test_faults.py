"""A wallet that fails: nothing is lost or made, each id counts once, and the operator sees it."""

import asyncio
from contextlib import nullcontext
from pathlib import Path
from typing import Literal

import pytest

from evenmoney.house import cage
from evenmoney.house.errands import RETRY_SECONDS, STORE_AGAIN_MS
from evenmoney.house.house import House
from evenmoney.house.lanes import WAITING_MAX
from evenmoney.house.refusal import Code, TableRefusal
from evenmoney.house.wallet_desk import OtherMoney, WalletDesk
from evenmoney.players.wallet_http import HttpWallet
from evenmoney.store import OutcomeUnknown, Store, StoreFailed, WalletCall
from tests.house.playing import Player, Stack, TestHouse, open_house, settle
from tests.patience import until
from tests.wallet.house import ELEVEN, WalletHouse
from tests.wallet.server import SECRET

APPLIED = (
    "cut after",
    "unsigned",
    "forged",
    "no text",
    "nonsense",
    "negative",
    "fraction",
    "other id",
    "huge",
)
NOT_APPLIED = ("cut before", "500", "slow 0.8")
ALL_TRIES = len(RETRY_SECONDS) + 1


def desk(floor: WalletHouse) -> WalletDesk:
    assert floor.house.wallet is not None
    return floor.house.wallet


def fail(floor: WalletHouse, kind: str, fault: str, times: int) -> None:
    floor.wallet.faults.extend([(kind, fault)] * times)


async def only_open_call(floor: WalletHouse) -> WalletCall:
    (call,) = await desk(floor).open_calls()
    return call


@pytest.mark.parametrize("fault", [*APPLIED, *NOT_APPLIED])
async def test_a_debit_without_a_clear_answer_is_refused_and_taken_back(
    floor: WalletHouse, fault: str
) -> None:
    ann = await floor.come(1)
    fail(floor, "debit", fault, 2)
    with floor.hurried() if fault.startswith("slow") else nullcontext():
        assert (await ann.bet(1, 1000)).code == Code.WALLET_AWAY
    assert ann.you.purse.staked == 0
    await floor.pass_time(0)
    await until(lambda: not floor.wallet.answering)  # what comes late counts no more
    assert floor.wallet.accounts[1] == 100_000
    assert await floor.cash(1) == 0
    assert await floor.store.wallet_calls() == []
    (debit, *_), (rollback,) = floor.wallet.calls("debit"), floor.wallet.calls("rollback")
    assert debit["id"] == rollback["id"]


@pytest.mark.parametrize("fault", [*APPLIED, "cut before", "500"])
async def test_a_debit_that_is_answered_the_second_time_counts_once(
    floor: WalletHouse, fault: str
) -> None:
    ann = await floor.come(1)
    fail(floor, "debit", fault, 1)
    await ann.bet(1, 1000)
    assert (ann.you.purse.staked, floor.wallet.accounts[1]) == (1000, 99_000)
    assert len(floor.wallet.calls("debit")) == 2
    assert len(floor.wallet.applied) == 1


async def test_a_movement_that_the_network_doubles_counts_once(floor: WalletHouse) -> None:
    ann = await floor.come(1)
    fail(floor, "debit", "twice", 1)
    await ann.bet(1, 1000)
    fail(floor, "credit", "twice", 1)
    await ann.clear()
    await floor.pass_time(1)
    assert floor.wallet.accounts[1] == 100_000


async def test_a_wallet_that_says_no_moves_nothing(floor: WalletHouse) -> None:
    ann = await floor.come(1)
    fail(floor, "debit", "refuse", 1)
    assert (await ann.bet(1, 1000)).code == Code.WALLET_REFUSED
    assert floor.wallet.calls("rollback") == []
    assert await floor.store.wallet_calls() == []
    assert (await ann.bet(1, 1000)).ack == 1


async def test_whatever_a_wallet_says_is_kept_on_one_line(floor: WalletHouse) -> None:
    ann = await floor.come(1)
    fail(floor, "debit", "mutter", 1)
    assert (await ann.bet(1, 1000)).code == Code.WALLET_REFUSED
    assert await floor.store.wallet_calls() == []
    await ann.bet(1, 1000)
    fail(floor, "credit", "mutter", 1)
    await ann.clear()
    await floor.pass_time(1)
    call = await only_open_call(floor)
    assert call.why == "no  :  [2J "
    await desk(floor).settle(call.id, "undone", "looked it up")


@pytest.mark.parametrize("first", ["cut before", "cut after"])
async def test_a_no_after_a_try_that_was_not_answered_is_taken_back_too(
    floor: WalletHouse, first: str
) -> None:
    ann = await floor.come(1)
    floor.wallet.faults.extend([("debit", first), ("debit", "refuse")])
    assert (await ann.bet(1, 1000)).code == Code.WALLET_REFUSED
    await floor.pass_time(0)
    assert floor.wallet.accounts[1] == 100_000
    assert len(floor.wallet.calls("rollback")) == 1
    late = floor.wallet.calls("debit")[0]  # as though it had been held up on its way
    assert floor.wallet.tell(late)["code"] == "rolled_back"


async def test_requests_with_a_wrong_signature_move_nothing(floor: WalletHouse) -> None:
    ann = await floor.come(1)
    before = len(floor.wallet.asked)
    client = desk(floor)._errands._wallet
    assert isinstance(client, HttpWallet)
    client._secret = b"another secret of the house's"
    assert (await ann.bet(1, 1000)).code == Code.WALLET_AWAY
    assert len(floor.wallet.asked) == before
    client._secret = SECRET


@pytest.mark.parametrize("fault", [*APPLIED, *NOT_APPLIED])
async def test_a_credit_without_a_clear_answer_is_sent_again_and_counts_once(
    floor: WalletHouse, stack: Stack, fault: str
) -> None:
    ann = await floor.won(stack)
    fail(floor, "credit", fault, 2)
    slow = fault.startswith("slow")
    with floor.hurried() if slow else nullcontext():
        await floor.pass_time(1)
    assert (await floor.cash(1), ann.balance) == (0, 101_000)
    (owed,) = await floor.store.wallet_calls()
    assert (owed.state, owed.amount, owed.tries) == ("owed", 2000, 1)
    with floor.hurried() if slow else nullcontext():
        await floor.pass_time(RETRY_SECONDS[0])
    await floor.pass_time(RETRY_SECONDS[1])
    assert await floor.store.wallet_calls() == []
    assert (floor.wallet.accounts[1], ann.balance) == (101_000, 101_000)
    assert len({call["id"] for call in floor.wallet.calls("credit")}) == 1


async def lost_credit(floor: WalletHouse, stack: Stack, fault: str) -> WalletCall:
    """A credit of 2000 that the wallet never answered."""
    ann = await floor.won(stack)
    fail(floor, "credit", fault, ALL_TRIES)
    await floor.pass_time(1)
    for seconds in RETRY_SECONDS:
        assert await desk(floor).open_calls() == []
        await floor.pass_time(seconds)
    assert ann.balance == 99_000
    return await only_open_call(floor)


async def test_a_credit_that_arrived_is_settled_as_done(floor: WalletHouse, stack: Stack) -> None:
    call = await lost_credit(floor, stack, "cut after")
    assert (call.kind, call.amount, call.tries) == ("credit", 2000, ALL_TRIES)
    settled = await desk(floor).settle(call.id, "done", "it is in our books")
    assert settled.state == "done"
    assert await desk(floor).open_calls() == []
    assert await floor.house.balance(1) == 101_000


async def test_a_credit_that_never_arrived_is_settled_as_undone_and_sent_anew(
    floor: WalletHouse, stack: Stack
) -> None:
    call = await lost_credit(floor, stack, "500")
    await desk(floor).settle(call.id, "undone", "it is not in our books")
    assert await floor.cash(1) == 2000
    await floor.pass_time(1)
    assert (await floor.cash(1), floor.wallet.accounts[1]) == (0, 101_000)


async def test_a_call_that_the_house_still_sees_to_is_not_the_operators(
    floor: WalletHouse,
) -> None:
    ann = await floor.come(1)
    await ann.bet(1, 1000)
    await ann.clear()
    fail(floor, "credit", "500", 1)
    await floor.pass_time(1)
    (owed,) = await floor.store.wallet_calls()
    with pytest.raises(TableRefusal) as refused:
        await desk(floor).settle(owed.id, "undone", "too early")
    assert refused.value.code == Code.NOT_OPEN
    assert await desk(floor).open_calls() == []


async def test_an_open_call_is_settled_once_and_no_other(floor: WalletHouse, stack: Stack) -> None:
    call = await lost_credit(floor, stack, "cut after")
    answers = await asyncio.gather(
        desk(floor).settle(call.id, "done", "one"),
        desk(floor).settle(call.id, "undone", "two"),
        return_exceptions=True,
    )
    (refused,) = [answer for answer in answers if isinstance(answer, TableRefusal)]
    assert refused.code == Code.NOT_OPEN
    with pytest.raises(TableRefusal) as unknown:
        await desk(floor).settle("0" * 32, "done", "which?")
    assert unknown.value.code == Code.NO_SUCH_CALL
    notes = [entry.payload for entry in await floor.store.latest(0, 1)]
    assert b'"reason":"one"' in notes[0]


@pytest.mark.parametrize(("outcome", "left"), [("done", 100_000), ("undone", 101_000)])
async def test_a_debit_that_can_not_be_taken_back_is_the_operators(
    floor: WalletHouse, outcome: Literal["done", "undone"], left: int
) -> None:
    """The debit was done, and no rollback is answered. `done`: the wallet keeps it, so the money is
    the player's here, and goes back anew; `undone`: the operator gave it back by himself."""
    ann = await floor.come(1)
    fail(floor, "debit", "cut after", 2)
    fail(floor, "rollback", "500", ALL_TRIES)
    assert (await ann.bet(1, 1000)).code == Code.WALLET_AWAY
    for seconds in (0, *RETRY_SECONDS):
        await floor.pass_time(seconds)
    call = await only_open_call(floor)
    assert (call.kind, call.state) == ("debit", "open")
    if outcome == "undone":
        floor.wallet.accounts[1] += 2000
        floor.began += 1000
    await desk(floor).settle(call.id, outcome, "looked it up")
    await floor.pass_time(1)
    assert floor.wallet.accounts[1] == left


async def test_what_is_refused_as_a_credit_is_the_operators_at_once(
    floor: WalletHouse,
) -> None:
    ann = await floor.come(1)
    await ann.bet(1, 1000)
    await ann.clear()
    fail(floor, "credit", "refuse", 1)
    await floor.pass_time(1)
    call = await only_open_call(floor)
    assert "blocked" in call.why
    await desk(floor).settle(call.id, "undone", "unblocked")


async def test_a_restart_goes_on_with_what_is_owed_and_counts_its_tries_on(
    floor: WalletHouse, stack: Stack
) -> None:
    await floor.won(stack)
    fail(floor, "credit", "500", 2)
    await floor.pass_time(1)
    await floor.restart()
    await floor.pass_time(0)
    (owed,) = await floor.store.wallet_calls()
    assert (owed.state, owed.tries) == ("owed", 2)
    await floor.restart()
    await floor.pass_time(0)
    assert floor.wallet.accounts[1] == 101_000


async def test_a_restart_leaves_to_the_operator_what_is_his(
    floor: WalletHouse, stack: Stack
) -> None:
    call = await lost_credit(floor, stack, "cut after")
    asked = len(floor.wallet.asked)
    await floor.restart()
    await floor.pass_time(700)
    assert await only_open_call(floor) == call
    assert len(floor.wallet.asked) == asked
    await desk(floor).settle(call.id, "done", "it is in our books")


async def test_a_round_is_played_to_its_end_while_the_wallet_is_away(
    floor: WalletHouse, stack: Stack
) -> None:
    ann = await floor.dealt(stack, ELEVEN)
    fail(floor, "debit", "500", 2)
    assert (await ann.act("double")).code == Code.WALLET_AWAY
    assert "double" in ann.offers
    await ann.act("hit")
    await ann.act("stand")
    assert ann.balance == 101_000


class FullStore:
    """The real store, but that the disk is full when it is to book for the `turn`th time."""

    def __init__(self, store: Store, turn: int) -> None:
        self._store = store
        self._left = turn

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def book(self, *args: object, **more: object) -> object:
        self._left -= 1
        if not self._left:
            raise StoreFailed("no room", "disk_full")
        return await self._store.book(*args, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("turn", "staked"), [(1, False), (2, False), (3, True), (4, True)])
async def test_a_full_disk_at_any_step_of_a_call_loses_nothing(
    floor: WalletHouse, turn: int, staked: bool
) -> None:
    """1: the intent, 2: the outcome, 3: the credit and its money, 4: that it arrived."""
    ann = await floor.come(1)
    floor.house._cage._store = FullStore(floor.store, turn)  # type: ignore[assignment]
    answer = await ann.bet(1, 1000)
    assert getattr(answer, "code", "taken") == ("taken" if staked else Code.NOT_KEPT)
    assert len(floor.wallet.calls("debit")) == (0 if turn == 1 else 1)
    if staked:
        await ann.clear()
    for seconds in (1, 5, 5, 1):
        await floor.pass_time(seconds)
    assert floor.wallet.accounts[1] == 100_000
    assert ann.balance == 100_000
    assert await floor.store.wallet_calls() == []


class SilentStore(FullStore):
    """A store that does not say whether it keeps a credit, until it may."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, 0)
        self.speaks, self.asked = False, 0

    async def book(self, *args: object, **more: object) -> object:
        call = more["call"]
        if isinstance(call, WalletCall) and call.state == "owed" and not self.speaks:
            self.asked += 1
            raise OutcomeUnknown("the line broke")
        return await super().book(*args, **more)


async def test_a_credit_that_the_record_was_long_silent_about_is_sent_when_it_is_kept(
    floor: WalletHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cage, "ANSWER_SECONDS", 0.05)
    monkeypatch.setattr(cage, "DOUBT_SECONDS", (0.01,))
    ann = await floor.come(1)
    await ann.bet(1, 1000)
    silent = floor.house._cage._store = SilentStore(floor.store)  # type: ignore[assignment]
    await ann.clear()
    await floor.pass_time(1)
    assert silent.asked > 1
    await floor.pass_time(STORE_AGAIN_MS / 1000)  # it is not in the record, and may be yet
    silent.speaks = True
    await until(lambda: not floor.house._cage._pending)
    await floor.pass_time(STORE_AGAIN_MS / 1000)
    assert floor.wallet.accounts[1] == 100_000
    assert await floor.store.wallet_calls() == []


async def test_a_house_that_is_stopped_while_the_wallet_is_asked_takes_the_debit_back(
    floor: WalletHouse,
) -> None:
    ann = await floor.come(1)
    floor.wallet.opens = asyncio.Event()
    await ann.give("place_bet", box=1, amount=1000)
    await until(lambda: floor.wallet.calls("debit"))
    await floor.house.close()
    floor.wallet.opens.set()
    await until(lambda: floor.wallet.applied)
    await floor.open_again()
    await floor.pass_time(0)
    assert floor.wallet.accounts[1] == 100_000
    assert await floor.store.wallet_calls() == []


async def test_a_flood_into_a_lane_is_refused_as_busy(floor: WalletHouse) -> None:
    ann = await floor.come(1)
    floor.wallet.opens = asyncio.Event()
    for _ in range(WAITING_MAX + 3):
        await ann.give("place_bet", box=1, amount=100)
    busy = [frame for frame in ann.frames if getattr(frame, "code", "") == Code.BUSY]
    assert len(busy) == 3
    floor.wallet.opens.set()
    await floor.quiet()
    assert ann.you.purse.staked == 100


TABLE = "classic-multiplayer-1"


async def asked_at_the_last_second(floor: WalletHouse, stack: Stack) -> Player:
    """Ann has a second left, presses double, and her wallet takes its time."""
    ann = await floor.dealt(stack, ELEVEN, TABLE)
    left = ann.house._tables[TABLE].state.deadlines.turn_ms
    assert left is not None
    floor.clock.advance((left - floor.clock.now_ms()) / 1000 - 1)
    floor.wallet.opens = asyncio.Event()
    asked = len(floor.wallet.calls("debit"))
    await ann.give("act", decision=ann.you.decision, action="double")
    await until(lambda: len(floor.wallet.calls("debit")) > asked)
    return ann


async def test_a_decisions_clock_stands_still_while_the_wallet_is_asked(
    floor: WalletHouse, stack: Stack
) -> None:
    ann = await asked_at_the_last_second(floor, stack)
    floor.clock.advance(4)
    await settle(floor.house, TABLE)
    assert floor.house.open_rounds(1)
    assert floor.wallet.opens is not None
    floor.wallet.opens.set()
    await floor.quiet()
    assert ann.balance == 102_000


async def test_the_time_that_a_wallet_took_to_say_no_is_given_back(
    floor: WalletHouse, stack: Stack
) -> None:
    await asked_at_the_last_second(floor, stack)
    decision = floor.house._tables[TABLE].state.decision
    floor.wallet.accounts[1] = 10
    floor.began -= 98_990
    floor.clock.advance(4)
    assert floor.wallet.opens is not None
    floor.wallet.opens.set()
    await floor.quiet()
    await floor.pass_time(0.9)
    assert floor.house._tables[TABLE].state.decision == decision
    await floor.pass_time(0.2)
    assert floor.house._tables[TABLE].state.decision > decision


async def test_a_clock_stands_still_for_five_seconds_at_most(
    floor: WalletHouse, stack: Stack
) -> None:
    await asked_at_the_last_second(floor, stack)
    decision = floor.house._tables[TABLE].state.decision
    floor.clock.advance(5.9)
    await settle(floor.house, TABLE)
    assert floor.house._tables[TABLE].state.decision == decision
    floor.clock.advance(0.2)
    await until(lambda: floor.house._tables[TABLE].state.decision > decision)
    assert floor.wallet.opens is not None
    floor.wallet.opens.set()
    await floor.quiet()


async def test_a_database_has_its_money_in_one_place_for_ever(
    floor: WalletHouse, tmp_path: Path
) -> None:
    await floor.house.close()
    with pytest.raises(OtherMoney, match="needs --wallet"):
        await House.open(floor.store, floor.catalogue, clock=floor.clock, entropy=floor.entropy)
    async with open_house(tmp_path / "own.db") as own:
        await own.fund(1, 500)
        await own.house.close()
        with pytest.raises(OtherMoney, match="needs a new database"):
            await _with_wallet(own, floor)
    await floor.open_again()


async def _with_wallet(own: TestHouse, floor: WalletHouse) -> None:
    await House.open(
        own.store,
        own.catalogue,
        clock=own.clock,
        entropy=own.entropy,
        wallet=floor.new_wallet(),
    )
