"""What the strategy card answers for who is out of time or gone: its choice among what is offered
then, and paid for; with the very card of the game's own rules."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from evenmoney.house.event import Answered, PlayedByCard, PlayerPaid, RoundStarted
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house
from tests.house.seated import GAME, TABLE, cards, floor_settles, pass_seconds, sit


@pytest.fixture
async def floor(tmp_path: Path) -> AsyncIterator[TestHouse]:
    async with open_house(tmp_path / "h.db", {GAME.id: GAME}) as house:
        yield house


async def dealt(floor: TestHouse, money: int) -> Player:
    """A player with so much money, who lays 5.00 of it and has his cards; another one waits."""
    player = await floor.player(1, table=TABLE, money=money)
    await player.bet(1, 500)
    await player.deal()
    await floor_settles(floor)
    return player


def played(player: Player) -> list[str]:
    return [event.action.value for event in player.events(PlayedByCard)]


@pytest.mark.parametrize(
    "case",
    [
        ("5s 6h", "Th", OPENING, "double"),
        ("5s 6h", "Th", 999, "hit"),
        ("8c 8d", "Th 9h", OPENING, "split"),
        ("8c 8d", "Th 9h", 999, "stand"),
        ("As Ah", "9s 9h", OPENING, "split"),
        ("As Ah", "9s", 999, "hit"),
    ],
)
@pytest.mark.parametrize("why", ["time", "away"])
async def test_a_double_or_split_that_can_not_be_paid_falls_to_the_cards_second_choice(
    floor: TestHouse, stack: Stack, case: tuple[str, str, int, str], why: str
) -> None:
    hand, more, money, first = case
    stack.put(cards(hand, up="6d", down="Tc", then=more))
    player = await dealt(floor, money)
    if why == "away":
        (looker,) = await sit(floor, 2)
        player.drop()
        await pass_seconds(floor, 2.1)
        seen = looker
    else:
        await pass_seconds(floor, 30)
        seen = player
    assert played(seen)[0] == first
    assert {event.why for event in seen.events(PlayedByCard)} == {why}
    for _ in range(3):
        await pass_seconds(floor, 20)
    assert seen.events(PlayerPaid)
    await floor.check_books()


async def test_money_bet_elsewhere_meanwhile_is_not_there_for_the_cards_double(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("5s 6h", then="Th"))
    player = await dealt(floor, 1_400)
    assert "double" in player.offers
    elsewhere = await floor.player(1, table="classic-multiplayer-2", money=1_400)
    await elsewhere.bet(1, 700)
    await pass_seconds(floor, 30)
    assert played(player)[0] == "hit"
    await floor.check_books()


async def test_the_last_answer_sent_again_does_not_start_the_clock_again(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("2s 3s", then="4s 8d 9c"))
    player = await dealt(floor, OPENING)
    await player.act("hit")
    before = floor.house._tables[TABLE].state
    await pass_seconds(floor, 10)
    n, decision = player.n - 1, before.decision - 1
    await player.give("act", n=n, decision=decision, action="hit")
    await player.settle()
    assert floor.house._tables[TABLE].state == before
    await pass_seconds(floor, 9)
    assert len(player.events(PlayedByCard)) == 1


async def test_a_round_skipped_by_time_out_sets_no_skip(floor: TestHouse, stack: Stack) -> None:
    stack.put(cards("Ts 9s"))
    one, two = await sit(floor, 1, 2)
    await one.bet(1, 500)
    await one.deal()
    await pass_seconds(floor, 30)
    assert one.events(RoundStarted)
    await one.act("stand")
    await one.settle()
    assert [event for event in two.events(Answered) if event.seat == 2] == []
    assert two.you.can_skip
    await one.bet(1, 500)
    await one.deal()
    await one.settle()
    assert len(one.events(RoundStarted)) == 1, "he is waited for again"
