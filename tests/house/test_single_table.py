"""A single-player table of `classic`, whole rounds of it, over the real store."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from evenmoney.house.event import (
    BetChanged,
    PlayerPaid,
    RoundStarted,
    TableCleared,
)
from evenmoney.house.frame import Events, Yours
from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.rules.event import CardDealt, HandSettled, InsuranceTaken
from evenmoney.store import Unit
from tests.dealing import GAMES, dealing_order, rules_of
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house

CLASSIC = rules_of("classic")


def cards(hands: str, up: str, down: str, then: str = "") -> str:
    """A shoe for `classic`."""
    return dealing_order(CLASSIC, hands, up, down, then)


@pytest.mark.clause("000-D5", "000-S1", "000-A7")
async def test_a_round_with_two_boxes_is_dealt_to_them_alone_and_paid(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / Th 6h", up="7d", down="Tc"))
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.bet(3, 500)
    assert player.you.can_deal
    await player.deal()
    assert {event.box for event in player.events(CardDealt)} == {1, 3}
    await player.act("stand")
    await player.act("stand")
    assert player.balance == OPENING + 1000 - 500
    settled = {event.box: event.outcome.value for event in player.events(HandSettled)}
    assert settled == {1: "win", 3: "lose"}
    await floor.check_books()


@pytest.mark.clause("000-X3")
async def test_a_split_places_a_second_bet_and_pays_each_hand(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("8s 8h", up="6d", down="Tc", then="3c Tc 2d Ts 9d"))
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.deal()
    assert "split" in player.offers
    await player.act("split")
    assert player.you.purse.staked == 2000
    assert player.balance == OPENING - 2000
    await player.act("hit")
    await player.act("hit")
    await player.act("stand")
    assert player.balance == OPENING + 2000
    assert [event.paid for event in player.events(HandSettled)] == [2000, 2000]
    await floor.check_books()


@pytest.mark.clause("000-I6")
async def test_insurance_is_laid_by_one_answer_and_pays_two_to_one(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s", up="Ad", down="Kc"))
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.deal()
    assert player.offers == ["insure", "pass"]
    await player.act("insure")
    assert player.events(InsuranceTaken)[0].amount == 500
    assert player.balance == OPENING
    await floor.check_books()


@pytest.mark.clause("000-I14")
async def test_even_money_is_decided_at_once_and_credited_when_the_round_closes(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("As Ks / Ts 9s", up="Ad", down="2c", then="Td 4c"))
    player = await floor.player(1)
    await player.lay({1: 1000, 2: 1000})
    await player.deal()
    assert player.offers == ["even_money", "pass"]
    await player.act("even_money")
    assert player.balance == OPENING - 2000
    await player.act("pass")
    await player.act("stand")
    assert player.balance == OPENING + 2000
    await floor.check_books()


@pytest.mark.clause("000-B19")
async def test_redo_lays_the_bets_as_they_were_dealt(floor: TestHouse, stack: Stack) -> None:
    stack.put(cards("6s 5h", up="6d", down="Tc", then="9c 9d"))
    player = await floor.player(1)
    assert player.you.redo is None
    assert (await player.redo()).code == "nothing_to_redo"
    await player.bet(2, 1000)
    await player.deal()
    await player.act("double")
    assert player.you.redo == {2: 1000}
    await player.redo()
    assert player.you.purse.staked == 1000
    assert isinstance(player.all_events[-1], BetChanged)
    assert any(isinstance(event, TableCleared) for event in player.all_events)


async def test_double_bet_doubles_what_lies_or_the_last_bets(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9h", up="6d", down="Tc", then="9d"))
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.double_bets()
    assert player.you.purse.staked == 2000
    await player.deal()
    await player.act("stand")
    await player.double_bets()
    assert player.you.purse.staked == 4000
    await player.double_bets()
    refused = await player.double_bets()
    assert refused.code == "above_limit"
    assert player.you.purse.staked == 8000


@pytest.mark.clause("000-B16", "000-B18")
async def test_chips_come_off_a_stack_that_is_worth_them_and_clear_takes_all(
    floor: TestHouse,
) -> None:
    player = await floor.player(1)
    await player.bet(1, 500)
    assert (await player.take(1, 1000)).code == "not_enough_on_box"
    await player.take(1, 400)
    await player.bet(2, 300)
    assert player.you.purse.staked == 400
    await player.clear()
    assert player.balance == OPENING
    assert (await player.clear()).code == "no_bets"
    await floor.check_books()


@pytest.mark.clause("000-B21")
async def test_deal_wants_one_bet_of_the_minimum_and_sends_smaller_ones_back(
    tmp_path: Path, stack: Stack
) -> None:
    classic = GAMES["classic"]
    limits = replace(classic.limits, stake_min=500)
    stack.put(cards("Ts 5h", up="6d", down="Tc"))
    async with open_house(tmp_path / "h.db", {"classic": replace(classic, limits=limits)}) as floor:
        player = await floor.player(1)
        assert (await player.deal()).code == "no_bets"
        await player.bet(2, 400)
        assert not player.you.can_deal
        assert (await player.deal()).code == "below_minimum"
        await player.bet(1, 500)
        await player.deal()
        assert player.events(RoundStarted)[0].bets == {1: 500}
        back = [event for event in player.events(BetChanged) if event.reason == "below_minimum"]
        assert [event.box for event in back] == [2]
        assert player.balance == OPENING - 500
        assert player.you.redo is None


@pytest.mark.clause("000-D1", "000-D3")
async def test_the_rounds_number_is_burned_when_nothing_is_dealt(floor: TestHouse) -> None:
    player = await floor.player(1)
    await player.bet(1, 100)
    await player.leave()
    again = Player(floor.house, 1, "classic-1")
    await again.join()
    assert again.balance == OPENING
    await again.bet(1, 100)
    await again.deal()
    assert again.events(RoundStarted)[0].round == "1-2"
    await floor.check_books()


async def test_the_escrow_of_a_closed_round_is_empty(floor: TestHouse) -> None:
    player = await floor.player(1)
    await player.bet(1, 100)
    held = Account(AccountKind.ESCROW, 1, 1_000_000_001)
    assert await floor.store.balance(held) == 100
    await player.deal()
    while player.you.offers:
        await player.act("pass" if "pass" in player.offers else "stand")
    assert await floor.store.balance(held) == 0


@pytest.mark.clause("000-S3", "000-S4", "000-S2")
async def test_rooms_hold_three_tables_of_one_kind_and_another_opens_when_all_are_taken(
    floor: TestHouse,
) -> None:
    players = [await floor.player(number, table=f"classic-{number}") for number in (1, 2, 3)]
    for _ in range(3):
        await players[0].settle()
        await floor.store.tables()
    rooms = floor.house.lobby().games[0].rooms
    assert [len(room.tables) for room in rooms] == [3, 3]
    assert [table.free for table in rooms[0].tables] == [False] * 3
    assert {game.kind for game in floor.house.lobby().games} == {"single", "multi"}
    assert len((await Player(floor.house, 1, "classic-1").join()).view.boxes) == 3


async def test_another_players_table_is_refused(floor: TestHouse) -> None:
    await floor.player(1)
    await floor.fund(2, 1000)
    stranger = Player(floor.house, 2, "classic-1")
    assert await stranger.join_refused() == "table_taken"
    assert set(floor.house._tables["classic-1"]._till.funds()) == {1}
    assert (await stranger.bet(1, 100)).code == "not_joined"
    assert await Player(floor.house, 2, "no-such-table").join_refused() == "no_such_table"


@pytest.mark.clause("000-T15", "000-T16")
async def test_no_clock_ends_a_single_players_betting_or_round(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 5h", up="6d", down="Tc"))
    player = await floor.player(1)
    await player.bet(1, 500)
    floor.clock.advance(100_000)
    await player.deal()
    floor.clock.advance(100_000)
    player.drop()
    floor.clock.advance(100_000)
    await player.settle()
    back = Player(floor.house, 1, "classic-1")
    welcome = await back.join()
    assert welcome.view.phase == "playing"
    assert back.offers == ["hit", "stand", "double"]


@pytest.mark.clause("002-T1", "002-F1", "002-F2")
async def test_an_hour_after_the_first_card_every_open_hand_stands(
    floor: TestHouse, stack: Stack
) -> None:
    rules = rules_of("free-amount")
    stack.put(dealing_order(rules, "Ts 9h", "6d", "Tc", "9d"))
    player = await floor.player(1, table="free-amount-1")
    await player.bet(1, 500)
    await player.deal()
    player.drop()
    floor.clock.advance(3599)
    await player.settle()
    assert floor.house.open_rounds(1)
    floor.clock.advance(1)
    await player.settle()
    assert floor.house.open_rounds(1) == []
    back = Player(floor.house, 1, "free-amount-1")
    await back.join()
    assert back.balance == OPENING + 500
    await floor.check_books()


async def test_frames_are_numbered_without_gaps(floor: TestHouse) -> None:
    player = await floor.player(1)
    first = player.frames[0]
    for _ in range(3):
        await player.bet(1, 100)
        await player.deal()
        while player.you.offers:
            await player.act("pass" if "pass" in player.offers else "stand")
    numbers = [frame.seq for frame in player.frames if isinstance(frame, Events)]
    start = first.seq + 1  # type: ignore[union-attr]
    assert numbers == list(range(start, start + len(numbers)))
    assert all(isinstance(frame, Yours | Events) for frame in player.frames[1:])


@pytest.mark.clause("001-W2")
async def test_wagers_in_credits_come_to_whole_credits(floor: TestHouse, stack: Stack) -> None:
    game = GAMES["table-credits"]
    assert game.denomination == 10
    assert game.limits.stake_step == 2 * game.denomination
    stack.put(dealing_order(game.rules, "As Ks", "7d", "Tc"))
    player = await floor.player(1, table="table-credits-1")
    assert (await player.bet(1, 10)).code == "off_step"
    await player.bet(1, 20)
    await player.deal()
    assert player.balance == OPENING + 30
    assert player.events(PlayerPaid)[0].paid % game.denomination == 0


@pytest.mark.clause("002-P6")
async def test_a_bust_ends_a_single_hands_round_and_a_new_one_may_start(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(dealing_order(GAMES["free-amount"].rules, "Ts 6s", "7d", "Tc", "Td"))
    player = await floor.player(1, table="free-amount-1")
    await player.bet(1, 100)
    await player.deal()
    await player.act("hit")
    assert player.events(HandSettled)[0].outcome == "bust"
    assert (await player.bet(1, 100)).ack


@pytest.mark.clause("004-P5", "004-X2")
async def test_a_split_and_a_double_each_charge_the_boxs_bet_once_more(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(dealing_order(GAMES["six-deck-shoe"].rules, "4s 4d", "7d", "Tc", "6h 9c"))
    player = await floor.player(1, table="six-deck-shoe-1")
    await player.bet(1, 1000)
    await player.deal()
    await player.act("split")
    assert player.you.purse.staked == 2000
    await player.act("double")
    assert player.you.purse.staked == 3000
    assert player.balance == OPENING - 3000


@pytest.mark.clause("002-L3")
async def test_a_cap_on_the_net_win_is_honoured_when_the_round_is_paid(
    tmp_path: Path, stack: Stack
) -> None:
    game = GAMES["free-amount"]
    assert game.rules.max_win == 100_000
    low = replace(game, rules=replace(game.rules, max_win=700), hints=False)
    stack.put(dealing_order(game.rules, "Ts 9s", "7d", "Tc"))
    async with open_house(tmp_path / "h.db", {game.id: low}) as floor:
        player = await floor.player(1, table="free-amount-1")
        await player.bet(1, 1000)
        await player.deal()
        await player.act("stand")
        assert player.events(HandSettled)[0].paid == 2000
        assert player.events(PlayerPaid)[0].paid == 1700
        assert player.balance == OPENING + 700
        await floor.check_books()


async def test_money_that_a_commit_under_way_holds_is_shown_until_it_is_kept(
    floor: TestHouse,
) -> None:
    one = await floor.player(1, money=1000)
    two = Player(floor.house, 1, "classic-2")
    await two.join()
    commit, under_way, may_go_on = floor.store.commit, asyncio.Event(), asyncio.Event()

    async def slow(unit: Unit) -> None:
        under_way.set()
        await may_go_on.wait()
        await commit(unit)

    floor.store.commit = slow  # type: ignore[method-assign]
    laying = asyncio.ensure_future(two.bet(1, 400))
    await under_way.wait()
    welcome = await Player(floor.house, 1, "classic-1").join()
    assert welcome.you.purse.balance == await floor.house.balance(1) == 1000
    may_go_on.set()
    await laying
    await one.settle()
    assert one.balance == await floor.house.balance(1) == 600


@pytest.mark.parametrize("first", [400, 1000])
async def test_an_answer_tells_what_is_on_disk_while_another_table_holds_money(
    floor: TestHouse, first: int
) -> None:
    one = await floor.player(1, money=1500)
    two = Player(floor.house, 1, "classic-2")
    await two.join()
    commit, under_way, may_go_on = floor.store.commit, asyncio.Event(), asyncio.Event()

    async def slow(unit: Unit) -> None:
        if not under_way.is_set():
            under_way.set()
            await may_go_on.wait()
        await commit(unit)

    floor.store.commit = slow  # type: ignore[method-assign]
    laying = asyncio.ensure_future(two.bet(1, first))
    await under_way.wait()
    answer = await one.bet(1, 500)
    assert answer.you.purse.balance == await floor.house.balance(1) == 1000
    may_go_on.set()
    await laying
    await one.settle()
    assert one.balance == two.balance == await floor.house.balance(1) == 1000 - first
