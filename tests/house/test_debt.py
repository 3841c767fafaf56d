"""What a player owes since a round was called off: paid off by whatever cash comes in."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from evenmoney.house.command import ActivateBonus, DeactivateBonus, TakeBet
from evenmoney.ledger.transfer import AccountKind
from tests.dealing import dealing_order, rules_of
from tests.house import test_bonus as bonuses
from tests.house.playing import Player, Stack, TestHouse
from tests.house.test_bonus import held

CLASSIC = rules_of("classic")
OWED = 800
AWAY = 1800


@pytest.fixture(autouse=True)
async def check_books(floor: TestHouse) -> AsyncIterator[None]:
    yield
    await floor.check_books()


def lay(stack: Stack, hand: str, more: str = "") -> None:
    stack.put(dealing_order(CLASSIC, hand, "7d", "Tc", more))


async def indebted(floor: TestHouse, stack: Stack) -> tuple[Player, Player]:
    """A player who owes 8.00 and has nothing: 18.00 that he won in a round that is void lie at
    another table. He at both tables."""
    lay(stack, "Ts 9s")
    player = await floor.player(1, money=1000)
    await player.bet(1, 1000)
    await player.deal()
    await player.act("stand")
    elsewhere = Player(floor.house, 1, "classic-2")
    await elsewhere.join()
    await elsewhere.bet(1, 1800)
    [part] = await floor.house.void("1-1", "wrong deck")
    assert (part.cash, part.bonus, part.debt) == (-200, 0, OWED)
    await player.settle()
    await elsewhere.settle()
    return player, elsewhere


async def test_he_sees_what_he_owes_at_every_table(floor: TestHouse, stack: Stack) -> None:
    player, elsewhere = await indebted(floor, stack)
    for seat in (player, elsewhere):
        assert (seat.you.purse.balance, seat.you.purse.debt) == (0, OWED)
    assert await floor.house.debt(1) == OWED
    await floor.restart()
    back = Player(floor.house, 1, "classic-1")
    await back.join()
    assert (back.you.purse.balance, back.you.purse.debt) == (0, OWED)


async def take_off(_: TestHouse, elsewhere: Player, __: Stack) -> int:
    answer = await elsewhere.clear()
    assert (answer.you.purse.balance, answer.you.purse.debt) == (1000, 0)
    return AWAY


async def take_some_off(_: TestHouse, elsewhere: Player, __: Stack) -> int:
    answer = await elsewhere.take(1, 300)
    assert (answer.you.purse.balance, answer.you.purse.debt) == (0, 500)
    return 300


async def win(_: TestHouse, elsewhere: Player, stack: Stack) -> int:
    lay(stack, "Ts 9s")
    await elsewhere.deal()
    await elsewhere.act("stand")
    return 2 * AWAY


async def push(_: TestHouse, elsewhere: Player, stack: Stack) -> int:
    lay(stack, "Ts 7s")
    await elsewhere.deal()
    await elsewhere.act("stand")
    return AWAY


async def lose(_: TestHouse, elsewhere: Player, stack: Stack) -> int:
    lay(stack, "Ts 6s")
    await elsewhere.deal()
    await elsewhere.act("stand")
    return 0


async def get_up(_: TestHouse, elsewhere: Player, __: Stack) -> int:
    await elsewhere.leave()
    return AWAY


async def be_refunded(floor: TestHouse, elsewhere: Player, stack: Stack) -> int:
    lay(stack, "Ts 6s")
    await elsewhere.deal()
    await floor.house.void("2-1", "torn")
    return AWAY


async def be_refunded_a_loss(floor: TestHouse, elsewhere: Player, stack: Stack) -> int:
    await lose(floor, elsewhere, stack)
    await floor.house.void("2-1", "torn")
    return AWAY


async def put_in(floor: TestHouse, _: Player, __: Stack) -> int:
    await floor.fund(1, 500, key="deposit")
    return 500


async def put_in_twice_by_one_key(floor: TestHouse, _: Player, __: Stack) -> int:
    for _again in range(2):
        await floor.fund(1, 2000, key="deposit")
    return 2000


async def be_released_a_bonus(floor: TestHouse, _: Player, stack: Stack) -> int:
    bonuses.lay_win(stack)
    bonus = await bonuses.granted(floor, 1)
    player = Player(floor.house, 1, bonuses.TABLE)
    await player.join()
    await player.tell(ActivateBonus, bonus=bonus.number)
    await bonuses.play(player, 600)
    await player.tell(DeactivateBonus)
    await floor.house.bonuses.end(bonus.number)
    return 600


async def use_a_bonus_up(floor: TestHouse, _: Player, stack: Stack) -> int:
    bonuses.lay_win(stack)
    bonus = await bonuses.granted(floor, 1)
    player = Player(floor.house, 1, bonuses.TABLE)
    await player.join()
    await player.tell(ActivateBonus, bonus=bonus.number)
    await bonuses.play(player, 1000)
    return 1000


@pytest.mark.parametrize(
    "come_in",
    [
        take_off,
        take_some_off,
        win,
        push,
        lose,
        get_up,
        be_refunded,
        be_refunded_a_loss,
        put_in,
        put_in_twice_by_one_key,
        be_released_a_bonus,
        use_a_bonus_up,
    ],
)
async def test_whatever_cash_comes_in_pays_it_off_first(
    floor: TestHouse, stack: Stack, come_in: Callable[[TestHouse, Player, Stack], Awaitable[int]]
) -> None:
    player, elsewhere = await indebted(floor, stack)
    came = await come_in(floor, elsewhere, stack)
    owed = max(0, OWED - came)
    cash = max(0, came - OWED)
    assert await held(floor, AccountKind.DEBT) == -owed
    assert await held(floor, AccountKind.CASH) == cash
    assert (await floor.house.balance(1), await floor.house.debt(1)) == (cash, owed)
    await player.settle()
    assert (player.you.purse.balance, player.you.purse.debt) == (cash, owed)
    await floor.restart()
    assert (await floor.house.balance(1), await floor.house.debt(1)) == (cash, owed)


async def test_an_answer_that_paid_a_debt_is_the_same_after_a_kill(
    floor: TestHouse, stack: Stack
) -> None:
    _, elsewhere = await indebted(floor, stack)
    answer = await elsewhere.take(1, 300)
    n, stream = elsewhere.n - 1, elsewhere.stream
    await floor.restart()
    again = Player(floor.house, 1, "classic-2")
    await again.join(stream=stream)
    assert await again.tell(TakeBet, n=n, box=1, amount=300) == answer
    assert await floor.house.debt(1) == 500


async def test_two_that_bring_cash_at_once_do_not_pay_the_same_debt_twice(
    floor: TestHouse, stack: Stack
) -> None:
    _, elsewhere = await indebted(floor, stack)
    await asyncio.gather(floor.fund(1, 700, key="deposit"), elsewhere.clear())
    assert (await floor.house.balance(1), await floor.house.debt(1)) == (AWAY + 700 - OWED, 0)


async def test_the_balance_after_a_refund_is_what_the_debt_left_of_it(
    floor: TestHouse, stack: Stack
) -> None:
    _, elsewhere = await indebted(floor, stack)
    await be_refunded_a_loss(floor, elsewhere, stack)
    record = await floor.house.record("2-1", 1)
    assert record is not None
    assert (record.balance_after, record.debt) == (AWAY - OWED, 0)
