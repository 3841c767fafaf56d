"""Whole rounds with money that lies in an operator's wallet."""

import asyncio

import pytest

from evenmoney.house.bonus_desk import Grant
from evenmoney.house.command import Leave
from evenmoney.house.refusal import Code
from evenmoney.ledger.transfer import AccountKind
from evenmoney.store import Unit
from tests.dealing import GAMES, dealing_order
from tests.house.playing import Player, Stack
from tests.patience import until
from tests.wallet.house import ELEVEN, WIN, WalletHouse


async def test_a_bet_is_fetched_and_a_win_is_brought_back(floor: WalletHouse, stack: Stack) -> None:
    stack.put(dealing_order(GAMES["classic"].rules, *WIN))
    ann = await floor.come(1)
    assert ann.balance == 100_000
    await ann.bet(1, 1000)
    assert (ann.balance, floor.wallet.accounts[1]) == (99_000, 99_000)
    await ann.deal()
    await ann.act("stand")
    assert ann.balance == 101_000
    assert await floor.cash(1) == 2000
    await floor.pass_time(1)
    assert (await floor.cash(1), floor.wallet.accounts[1]) == (0, 101_000)
    assert ann.balance == 101_000
    assert await floor.house.balance(1) == 101_000
    assert [len(floor.wallet.calls(kind)) for kind in ("debit", "credit")] == [1, 1]


async def test_a_lost_bet_stays_with_the_house(floor: WalletHouse, stack: Stack) -> None:
    ann = await floor.dealt(stack, ("Th 9h", "Td", "Tc"))
    await ann.act("stand")
    await floor.pass_time(1)
    assert floor.wallet.accounts[1] == 99_000
    assert await floor.held(AccountKind.HOUSE) == 1000
    assert floor.wallet.calls("credit") == []


async def test_a_double_is_offered_and_fetched(floor: WalletHouse, stack: Stack) -> None:
    ann = await floor.dealt(stack, ELEVEN)
    assert "double" in ann.offers
    await ann.act("double")
    assert ann.balance == 102_000
    assert [call["amount"] for call in floor.wallet.calls("debit")] == [1000, 1000]


async def test_what_the_wallet_lacks_is_not_enough_money(floor: WalletHouse) -> None:
    floor.wallet.accounts[1] = 1500
    floor.began = floor.wallet.total
    ann = await floor.come(1)
    assert ann.balance == 1500
    assert (await ann.bet(1, 1600)).code == Code.NOT_ENOUGH_MONEY
    await ann.bet(1, 1000)
    refused = await ann.bet(2, 600)
    assert refused.code == Code.NOT_ENOUGH_MONEY
    assert ann.balance == 500


async def test_a_double_beyond_the_wallet_is_not_offered(floor: WalletHouse, stack: Stack) -> None:
    floor.wallet.accounts[1] = 1500
    floor.began = floor.wallet.total
    ann = await floor.dealt(stack, ELEVEN)
    assert "double" not in ann.offers


async def test_bets_taken_off_go_back(floor: WalletHouse) -> None:
    ann = await floor.come(1)
    await ann.bet(1, 1000)
    await ann.clear()
    assert (ann.balance, floor.wallet.accounts[1]) == (100_000, 99_000)
    await floor.pass_time(1)
    assert floor.wallet.accounts[1] == 100_000


async def test_the_next_bet_takes_what_lies_here_before_the_wallet_is_asked(
    floor: WalletHouse, stack: Stack
) -> None:
    ann = await floor.won(stack)
    await ann.bet(1, 2500)
    assert [call["amount"] for call in floor.wallet.calls("debit")] == [1000, 500]


async def test_a_bet_that_the_table_refuses_costs_no_call(floor: WalletHouse) -> None:
    ann = await floor.come(1)
    assert (await ann.bet(1, 50_000)).code == Code.ABOVE_LIMIT
    assert (await ann.act("double", decision=5)).code == Code.STALE_DECISION
    assert floor.wallet.calls("debit") == []


async def test_commands_that_are_sent_at_once_keep_their_order(
    floor: WalletHouse, stack: Stack
) -> None:
    stack.put(dealing_order(GAMES["classic"].rules, *WIN))
    ann = await floor.come(1)
    await ann.give("place_bet", box=1, amount=500)
    ann.n += 1
    await ann.give("place_bet", box=1, amount=500)
    ann.n += 1
    await ann.give("deal", nonce="ab" * 16)
    floor.house.leave(ann, Leave(table=ann.table))
    await floor.quiet()
    assert [call["amount"] for call in floor.wallet.calls("debit")] == [1000]
    (open_round,) = floor.house.open_rounds(1)
    assert open_round.table == "classic-1"
    assert ann.closed == [("classic-1", "left")]


async def test_the_last_command_again_gets_its_first_answer_while_it_waits(
    floor: WalletHouse,
) -> None:
    ann = await floor.come(1)
    floor.wallet.opens = asyncio.Event()
    await ann.give("place_bet", box=1, amount=500)
    await ann.give("place_bet", box=1, amount=500)
    await until(lambda: floor.wallet.calls("debit"))
    floor.wallet.opens.set()
    await floor.quiet()
    answers = [frame for frame in ann.raw if b'"ack":1' in frame]
    assert len(answers) == 2
    assert answers[0] == answers[1]
    assert floor.wallet.accounts[1] == 99_500
    assert len(floor.wallet.calls("debit")) == 1


async def test_a_shared_table_goes_on_while_one_players_wallet_is_asked(
    floor: WalletHouse,
) -> None:
    table = "classic-multiplayer-1"
    ann, bob = await floor.come(1, table), await floor.come(2, table)
    await bob.bet(2, 500)
    floor.wallet.opens = asyncio.Event()
    await ann.give("place_bet", box=1, amount=500)
    await until(lambda: floor.wallet.calls("debit"))
    await bob.take(2, 500)
    assert ann.you.purse.staked == 0
    floor.wallet.opens.set()
    await floor.quiet()
    assert ann.you.purse.staked == 500


async def test_two_tables_of_a_player_do_not_spend_the_same_coin(floor: WalletHouse) -> None:
    floor.wallet.accounts[1] = 1500
    floor.began = floor.wallet.total
    one, two = await floor.come(1), await floor.come(1, "classic-2")
    first, second = await asyncio.gather(one.bet(1, 1000), two.bet(1, 1000))
    codes = [getattr(answer, "code", "taken") for answer in (first, second)]
    assert sorted(codes) == sorted(["taken", Code.NOT_ENOUGH_MONEY])
    assert await floor.held(AccountKind.ESCROW) == 1000


async def test_what_was_fetched_for_one_command_is_for_no_other(floor: WalletHouse) -> None:
    await floor.come(1)
    assert floor.house.wallet is not None
    fetched = floor.house.wallet.funding.fetched
    async with fetched(1, 1000), fetched(1, 700):
        assert await floor.cash(1) == 1700
        await floor.pass_time(5)
        assert await floor.cash(1) == 1700  # nor does it go back before the command is done
    await floor.pass_time(1)
    assert await floor.cash(1) == 0


async def test_money_that_a_table_holds_already_is_not_asked_for_twice(floor: WalletHouse) -> None:
    floor.wallet.accounts[1], floor.began = 1000, floor.began - floor.wallet.accounts[1] + 1000
    ann, also = await floor.come(1), await floor.come(1, "classic-2")
    commit, under_way, may_go_on = floor.store.commit, asyncio.Event(), asyncio.Event()

    async def slow(unit: Unit) -> None:
        if not under_way.is_set():
            under_way.set()
            await may_go_on.wait()
        await commit(unit)

    floor.store.commit = slow  # type: ignore[method-assign]
    laying = asyncio.ensure_future(ann.bet(1, 500))
    try:
        await under_way.wait()
        await also.bet(1, 500)
    finally:
        may_go_on.set()
        await laying
    assert (ann.you.purse.staked, also.you.purse.staked) == (500, 500)
    assert [call["amount"] for call in floor.wallet.calls("debit")] == [500, 500]


async def test_who_is_away_costs_his_wallet_nothing_more(floor: WalletHouse, stack: Stack) -> None:
    cards = ("5h 6h", "6d", "Tc", "2s Ts 9c")
    ann = await floor.dealt(stack, cards, "classic-multiplayer-1")
    assert "double" in ann.offers
    await floor.pass_time(30)
    await floor.pass_time(30)
    assert len(floor.wallet.calls("debit")) == 1
    assert floor.house._tables[ann.table].stopped is None


async def test_a_void_gives_the_bets_back_to_the_wallet(floor: WalletHouse, stack: Stack) -> None:
    await floor.dealt(stack, WIN)
    (opened,) = floor.house.open_rounds(1)
    await floor.house.void(opened.round, "a card was torn")
    await floor.pass_time(1)
    assert floor.wallet.accounts[1] == 100_000


async def test_a_debt_is_fetched_with_the_next_bet(floor: WalletHouse, stack: Stack) -> None:
    ann = await floor.dealt(stack, WIN)
    (opened,) = floor.house.open_rounds(1)
    await ann.act("stand")
    await floor.pass_time(1)
    assert floor.wallet.accounts[1] == 101_000
    await floor.house.void(opened.round, "a card was torn")
    assert await floor.house.debt(1) == 1000
    await ann.bet(1, 500)
    assert await floor.house.debt(1) == 0
    assert (ann.balance, floor.wallet.accounts[1]) == (99_500, 99_500)


async def test_a_bonus_is_the_houses_own(floor: WalletHouse) -> None:
    bonus = await floor.house.bonuses.grant("gift", Grant(player=1, amount=1000))
    ann = await floor.come(1, "free-amount-1")
    await ann.give("activate_bonus", bonus=bonus.number)
    await floor.quiet()
    await ann.bet(1, 400)
    assert ann.you.purse.bonus == 600
    assert floor.wallet.calls("debit") == []


@pytest.fixture
def nobody(floor: WalletHouse) -> Player:
    return Player(floor.house, 9, "classic-1")


async def test_whom_the_wallet_does_not_know_can_look_and_not_bet(
    floor: WalletHouse, nobody: Player
) -> None:
    await nobody.join()
    assert nobody.balance == 0
    assert (await nobody.bet(1, 500)).code == Code.WALLET_REFUSED
