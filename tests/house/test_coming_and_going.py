"""Coming and going at a shared table: who is away, who left, and who is back."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from evenmoney.house.command import Join, Skip
from evenmoney.house.event import (
    PlayedByCard,
    PlayerPaid,
    PresenceChanged,
    RoundStarted,
    SeatFreed,
)
from evenmoney.house.frame import Events, Welcome
from evenmoney.rules.event import CardDealt
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house
from tests.house.seated import (
    GAME,
    TABLE,
    cards,
    floor_settles,
    pass_seconds,
    sit,
    to_seventeen,
    two_in_a_round,
)


@pytest.fixture
async def floor(tmp_path: Path) -> AsyncIterator[TestHouse]:
    async with open_house(tmp_path / "h.db", {GAME.id: GAME}, to_seventeen) as house:
        yield house


@pytest.mark.clause("000-F7")
async def test_who_was_gone_takes_no_part_until_that_round_is_over(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / Td 9d", then="4s"))
    one, two = await two_in_a_round(floor)
    two.drop()
    await pass_seconds(floor, 3)
    back = Player(floor.house, 2, TABLE)
    await back.join(stream=two.stream)
    await one.act("stand")
    assert back.offers == []
    await back.settle()
    assert back.events(PresenceChanged)[-1].present is True
    assert (await back.bet(2, 500)).ack
    assert back.events(SeatFreed) == []


@pytest.mark.clause("000-F6", "000-F7")
async def test_who_left_in_a_round_and_sits_down_again_takes_no_part_until_it_is_over(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / Td 2d", then="4s 8c"))
    one, two = await two_in_a_round(floor)
    await two.leave()
    back = await floor.player(2, table=TABLE)
    assert back.welcome.view.seats[1].present is False
    await one.act("stand")
    assert back.offers == []
    assert [e.why for e in one.events(PlayedByCard)] == ["away", "away"]
    await back.settle()
    assert back.events(PresenceChanged)[-1].present is True
    assert (await back.bet(2, 500)).ack


async def test_leaving_in_a_round_frees_the_seat_and_the_card_plays_on(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("2s 3s / Ts 9s", then="4s 8d 9c 9h"))
    one, two = await two_in_a_round(floor)
    await one.leave()
    assert two.events(SeatFreed)[-1].player == 1
    assert [e.action.value for e in two.events(PlayedByCard)] == ["hit", "hit", "stand"]
    await two.act("stand")
    paid = {e.player: e.paid for e in two.events(PlayerPaid)}
    assert set(paid) == {1, 2}
    assert await floor.house.balance(1) == OPENING - 500 + paid[1]
    await floor.check_books()


async def test_a_round_completes_when_everybody_has_left(floor: TestHouse, stack: Stack) -> None:
    stack.put(cards("2s 3s / Ts 9s", then="4s 8d 9c 9h"))
    one, two = await two_in_a_round(floor)
    await one.leave()
    await two.leave()
    await floor_settles(floor)
    assert floor.house.open_rounds(1) == floor.house.open_rounds(2) == []
    await floor.check_books()


async def test_who_disconnects_while_betting_keeps_his_confirmed_bets(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / Td 9d"))
    one, two, three = await sit(floor, 1, 2, 3)
    await one.bet(1, 500)
    await one.deal()
    one.drop()
    await two.bet(2, 500)
    await two.deal()
    three.drop()
    await pass_seconds(floor, 3)
    assert two.events(RoundStarted)[0].bets == {1: 500, 2: 500}
    assert two.offers, "the absent player's hand was played by the card before"


async def test_who_leaves_while_betting_keeps_his_confirmed_bets_and_gives_up_his_seat(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / Td 9d"))
    one, two, three = await sit(floor, 1, 2, 3)
    await one.bet(1, 500)
    await one.deal()
    await two.bet(2, 500)
    await one.leave()
    await three.leave()
    assert [event.player for event in two.events(SeatFreed)] == [3]
    await two.deal()
    await floor_settles(floor)
    assert two.events(RoundStarted)[0].bets == {1: 500, 2: 500}
    assert [event.player for event in two.events(SeatFreed)] == [3, 1]
    await two.act("stand")
    assert {event.player for event in two.events(PlayerPaid)} == {1, 2}
    assert await floor.house.balance(1) == OPENING + 500
    await floor.check_books()


async def test_who_left_with_a_confirmed_bet_gets_up_at_the_deal_though_the_house_was_killed(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / Td 9d"))
    one, two = await sit(floor, 1, 2)
    await one.bet(1, 500)
    await one.deal()
    await two.bet(2, 500)
    await one.leave()
    await floor.restart()
    back = Player(floor.house, 2, TABLE)
    await back.join(stream=two.stream)
    await back.deal()
    await pass_seconds(floor, 2)  # who left doesn't open his part
    assert back.events(RoundStarted)[0].bets == {1: 500, 2: 500}
    assert [(e.player, e.reason) for e in back.events(SeatFreed)] == [(1, "left")]
    await back.act("stand")
    assert await floor.house.balance(1) == OPENING + 500
    await floor.check_books()


@pytest.mark.parametrize("killed", [True, False])
async def test_who_left_with_a_confirmed_bet_and_is_back_before_the_deal_keeps_his_seat(
    floor: TestHouse, stack: Stack, killed: bool
) -> None:
    stack.put(cards("Ts 9s / Td 9d"))
    one, two = await sit(floor, 1, 2)
    await one.bet(1, 500)
    await one.deal()
    await two.bet(2, 500)
    await one.leave()
    if killed:
        await floor.restart()
    back, other = Player(floor.house, 1, TABLE), Player(floor.house, 2, TABLE)
    await other.join(stream=two.stream)
    await back.join()
    assert back.welcome.view.seats[0].present
    await other.deal()
    await pass_seconds(floor, 10)
    assert back.events(RoundStarted)[0].bets == {1: 500, 2: 500}
    assert back.events(SeatFreed) == []
    assert back.offers, "he plays his hand himself"
    await floor.check_books()


@pytest.mark.parametrize("resumes", [True, False])
async def test_who_is_back_is_shown_every_frame_in_its_order(
    floor: TestHouse, resumes: bool
) -> None:
    one, two = await sit(floor, 1, 2)
    seen = one.seen
    one.drop()
    await pass_seconds(floor, 3)
    await two.tell(Skip)
    back = Player(floor.house, 1, TABLE)
    message = Join(table=TABLE, stream=one.stream, seen=seen) if resumes else Join(table=TABLE)
    floor.house.join(back, message)
    await back.settle()
    await two.bet(2, 500)
    shown = [f.seq for f in back.frames if isinstance(f, Events)]
    first = seen + 1 if resumes else next(f.seq for f in back.frames if isinstance(f, Welcome)) + 1
    assert shown == list(range(first, shown[-1] + 1))
    assert isinstance(back.frames[0], Events if resumes else Welcome)
    assert two.events(PresenceChanged)[-1].present is True


async def test_no_deal_waits_for_an_absent_seat(floor: TestHouse, stack: Stack) -> None:
    stack.put(cards("Ts 9s"))
    one, two = await sit(floor, 1, 2)
    two.drop()
    await pass_seconds(floor, 3)
    await one.bet(1, 500)
    await one.deal()
    await one.settle()
    assert one.events(CardDealt)
