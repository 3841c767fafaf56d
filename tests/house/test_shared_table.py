"""`classic-multiplayer`, clause by clause, by stepping the table with a clock moved by hand."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from evenmoney.house.advice import Advice
from evenmoney.house.command import PlaceBet, Skip
from evenmoney.house.event import (
    Answered,
    BetChanged,
    BettingOpened,
    CycleRevealed,
    PlayedByCard,
    PlayerPaid,
    PresenceChanged,
    RoundStarted,
    SeatFreed,
    SeatTaken,
)
from evenmoney.house.frame import Events
from evenmoney.house.settings import Settings
from evenmoney.rules.event import CardDealt, DealerCardDealt, HandSettled
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
    advice: Advice = to_seventeen
    async with open_house(tmp_path / "h.db", {GAME.id: GAME}, advice) as house:
        yield house


@pytest.mark.clause("000-S7", "000-S2")
async def test_each_of_three_seats_has_the_box_in_front_of_it(floor: TestHouse) -> None:
    players = await sit(floor, 1, 2, 3)
    view = (await Player(floor.house, 3, TABLE).join()).view
    assert [(s.seat, s.box, s.player) for s in view.seats] == [(1, 1, 1), (2, 2, 2), (3, 3, 3)]
    assert len(players[0].events(SeatTaken)) == 2


async def test_who_finds_all_seats_taken_may_watch_but_not_bet(floor: TestHouse) -> None:
    (player, *_) = await sit(floor, 1, 2, 3)
    (watcher,) = await sit(floor, 4)
    await player.bet(1, 500)
    await watcher.settle()
    assert watcher.events(BetChanged) == player.events(BetChanged)
    assert (await watcher.bet(2, 500)).code == "no_seat"


@pytest.mark.clause("000-B4", "000-B6", "000-S1")
async def test_any_empty_box_may_be_bet_on_and_is_given_up_with_the_bet(
    floor: TestHouse,
) -> None:
    one, two = await sit(floor, 1, 2)
    await one.bet(3, 500)
    await one.bet(2, 500)
    assert (await two.bet(3, 500)).code == "box_taken"
    await one.clear(3)
    assert (await two.bet(3, 500)).ack


@pytest.mark.clause("000-B7", "000-B8", "000-B9", "000-B11")
async def test_the_seats_owner_takes_the_box_in_front_of_him_and_the_other_is_paid_back(
    floor: TestHouse,
) -> None:
    one, two = await sit(floor, 1, 2)
    await one.bet(2, 700)
    await one.bet(1, 500)
    await one.deal()
    assert one.events(Answered)[-1].answer == "deal"
    await two.bet(2, 1000)
    await one.settle()
    event = one.events(BetChanged)[-1]
    assert (event.box, event.owner, event.was_owner, event.reason) == (2, 2, 1, "displaced")
    assert one.balance == OPENING - 500
    assert one.events(Answered)[-1].answer is None
    assert (await one.bet(2, 700)).code == "box_taken"
    await floor.check_books()


@pytest.mark.clause("000-B12", "000-B13")
async def test_of_two_bets_for_an_empty_box_the_first_to_arrive_stands(
    floor: TestHouse,
) -> None:
    one, two = await sit(floor, 1, 2)
    floor.house.post(two, PlaceBet(table=TABLE, n=1, box=3, amount=500))
    floor.house.post(one, PlaceBet(table=TABLE, n=1, box=3, amount=900))
    await floor_settles(floor)
    assert one.frames[-1].code == "box_taken"  # type: ignore[union-attr]
    assert (one.balance, two.balance) == (OPENING, OPENING - 500)


@pytest.mark.clause("000-D4")
async def test_cards_come_when_everyone_said_deal_or_skip(floor: TestHouse, stack: Stack) -> None:
    stack.put(cards("Ts 9s"))
    one, two = await sit(floor, 1, 2)
    await one.bet(1, 500)
    await one.deal()
    assert one.events(RoundStarted) == []
    await two.tell(Skip)
    await one.settle()
    assert one.events(RoundStarted)[0].bets == {1: 500}
    assert two.you.offers == ()
    assert one.offers


async def test_unconfirmed_bets_are_played_where_the_game_says_so(
    tmp_path: Path, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / 9d 8s"))
    game = replace(GAME, unconfirmed_bets="played")
    async with open_house(tmp_path / "p.db", {GAME.id: game}, to_seventeen) as floor:
        one, two = await sit(floor, 1, 2)
        await one.bet(1, 500)
        await two.bet(2, 700)
        await one.deal()
        await pass_seconds(floor, 30)
        assert one.events(RoundStarted)[0].bets == {1: 500, 2: 700}


@pytest.mark.clause("000-T3", "000-D1")
async def test_with_nothing_confirmed_nothing_is_dealt_and_betting_starts_over(
    floor: TestHouse,
) -> None:
    one, _ = await sit(floor, 1, 2)
    await one.bet(1, 500)
    await pass_seconds(floor, 30)
    assert one.events(RoundStarted) == []
    assert one.balance == OPENING
    assert one.events(CycleRevealed)[-1].order == ()
    assert one.events(BettingOpened)[-1].cycle == 2
    await floor.check_books()


@pytest.mark.clause("000-B22", "000-B24")
async def test_skip_stays_on_until_the_player_bets(floor: TestHouse, stack: Stack) -> None:
    stack.put(cards("Ts 9s"))
    one, two = await sit(floor, 1, 2)
    await two.tell(Skip)
    for _ in range(5):
        await one.bet(1, 500)
        await one.deal()
        await one.settle()
        await one.act("stand")
    await one.bet(1, 500)
    await two.bet(2, 500)
    assert two.events(Answered)[-1].answer is None
    await one.deal()
    assert len(one.events(RoundStarted)) == 5


async def test_skip_is_offered_only_in_company_and_without_a_bet(floor: TestHouse) -> None:
    (one,) = await sit(floor, 1)
    assert not one.you.can_skip
    assert (await one.tell(Skip)).code == "not_offered"
    (two,) = await sit(floor, 2)
    await one.settle()
    assert one.you.can_skip
    await one.bet(1, 500)
    assert not one.you.can_skip
    assert (await one.tell(Skip)).code == "not_offered"
    assert two.you.can_skip


@pytest.mark.clause("000-S6")
async def test_who_sits_down_during_a_round_waits_for_the_next(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s"))
    (one,) = await sit(floor, 1)
    await one.bet(1, 500)
    await one.deal()
    await one.settle()
    (two,) = await sit(floor, 2)
    assert (await two.bet(2, 500)).code == "betting_closed"
    await one.act("stand")
    assert (await two.bet(2, 500)).ack


@pytest.mark.clause("000-F5", "000-F6", "000-T12", "000-T13", "000-D3")
async def test_a_player_gone_beyond_the_grace_has_his_hands_completed_at_once(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("2s 3s / Ts 9s", then="4s 8d 9c"))
    one, two = await two_in_a_round(floor)
    one.drop()
    await pass_seconds(floor, 1.9)
    assert two.events(PlayedByCard) == []
    await pass_seconds(floor, 0.2)
    assert [e.action.value for e in two.events(PlayedByCard)] == ["hit", "hit", "stand"]
    assert {e.why for e in two.events(PlayedByCard)} == {"away"}
    assert two.events(PresenceChanged)[-1].present is False
    assert two.offers
    await two.act("stand")
    assert len(two.events(PlayerPaid)) == 2
    await floor.check_books()


async def test_a_reload_within_the_grace_is_no_disconnection(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("2s 3s / Ts 9s"))
    one, two = await two_in_a_round(floor)
    one.drop()
    await pass_seconds(floor, 1.5)
    back = Player(floor.house, 1, TABLE)
    await back.join(stream=one.stream)
    await pass_seconds(floor, 3)
    assert two.events(PlayedByCard) == []
    assert back.offers


async def test_the_clock_waits_for_all_cards_of_what_came_at_once(
    floor: TestHouse, stack: Stack
) -> None:
    """The deal and an absent player's hits come in one go: the next one's time begins after."""
    stack.put(cards("2s 3s / 2c 3c", then="4s 8d 9c 9h"))
    one, two = await sit(floor, 1, 2)
    await one.bet(1, 500)
    await two.bet(2, 500)
    await one.deal()
    one.drop()
    await pass_seconds(floor, 3)
    await two.deal()
    await two.settle()
    assert [e.action.value for e in two.events(PlayedByCard)] == ["hit", "hit", "stand"]
    dealt = len(two.events(CardDealt)) + len(two.events(DealerCardDealt))
    frame = [f for f in two.frames if isinstance(f, Events)][-1]
    assert frame.turn is not None
    assert frame.turn.left_ms == dealt * 450 + 15_000
    floor.clock.advance(0.1)
    await two.act("hit")
    frame = [f for f in two.frames if isinstance(f, Events)][-1]
    assert frame.turn is not None
    assert frame.turn.left_ms == 450 + 15_000, "who plays fast lends nobody time"


@pytest.mark.clause("000-T4")
async def test_a_seat_that_let_three_rounds_pass_is_freed(floor: TestHouse, stack: Stack) -> None:
    stack.put(cards("Ts 9s"))
    one, two = await sit(floor, 1, 2)
    for _ in range(3):
        assert two.events(SeatFreed) == []
        await one.bet(1, 500)
        await one.deal()
        await pass_seconds(floor, 30)
        await one.act("stand")
    await one.settle()
    (lobby,) = floor.house.lobby().games
    assert lobby.rooms[0].tables[0].names == ("Player 1",)
    freed = one.events(SeatFreed)
    assert [(e.player, e.reason) for e in freed] == [(2, "idle")]


async def test_a_seat_whose_unconfirmed_bets_are_played_lets_no_round_pass(
    tmp_path: Path, stack: Stack
) -> None:
    stack.put(cards("Ts 9s"))
    game = replace(GAME, unconfirmed_bets="played")
    async with open_house(tmp_path / "p.db", {GAME.id: game}, to_seventeen) as floor:
        (one,) = await sit(floor, 1)
        for _ in range(4):
            assert (await one.bet(1, 500)).ack
            await pass_seconds(floor, 30)
            await one.act("stand")
        await one.settle()
        assert one.events(SeatFreed) == []


async def test_watchers_keep_nobody_from_his_seat_or_his_money(
    tmp_path: Path, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / Td 9d / 8s 8d"))
    settings = Settings(viewers_max=4)
    async with open_house(tmp_path / "w.db", {GAME.id: GAME}, to_seventeen, settings) as floor:
        *_, three = await sit(floor, 1, 2, 3)
        three.drop()
        await sit(floor, 4, 5)
        crowd = Player(floor.house, 6, TABLE)
        assert await crowd.join_refused() == "busy"
        back = Player(floor.house, 3, TABLE)
        await back.join()
        assert back.welcome.view.seats[2].name == "Player 3"


@pytest.mark.clause("000-F5")
async def test_after_a_kill_everyone_has_ten_seconds_and_the_decision_its_full_time(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("2s 3s / Ts 9s", then="4s 8d 9c"))
    one, two = await two_in_a_round(floor)
    floor.clock.advance(0)
    await floor.kill()
    floor.clock.now += 3_600_000
    await floor.open()
    back = Player(floor.house, 1, TABLE)
    welcome = await back.join(stream=one.stream)
    assert welcome.view.turn is not None
    assert welcome.view.turn.left_ms == 15_000
    assert back.offers == ["hit", "stand", "double"]
    await pass_seconds(floor, 9)
    assert back.events(PlayedByCard) == []
    await back.act("stand")
    await pass_seconds(floor, 2)
    assert {e.why for e in back.events(PlayedByCard)} == {"away"}
    assert back.events(HandSettled)
    assert two.player == 2
    await floor.check_books()


async def test_a_player_at_two_tables_comes_back_to_the_newest_open_round(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s"))
    for table in (TABLE, "classic-multiplayer-2"):
        player = await floor.player(1, table=table, money=OPENING)
        await player.bet(1, 500)
        await player.deal()
        await player.settle()
        floor.clock.advance(1)
    assert [r.table for r in floor.house.open_rounds(1)] == ["classic-multiplayer-2", TABLE]
