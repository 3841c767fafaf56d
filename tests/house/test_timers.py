"""The clocks of `classic-multiplayer`, to a tenth of a second on either side.

A decision's clock starts when the cards before it have moved: 0.45 s each at normal speed.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from evenmoney.house.advice import Advice
from evenmoney.house.event import BetChanged, BettingTimed, PlayedByCard, RoundStarted, SeatFreed
from evenmoney.house.frame import Events
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house
from tests.house.seated import GAME, cards, pass_seconds, sit, to_seventeen, two_in_a_round

JUST = 0.1
CARD = 0.45
DEAL = 6 * CARD
"""Two boxes and the dealer, two cards each."""


@pytest.fixture
async def floor(tmp_path: Path) -> AsyncIterator[TestHouse]:
    advice: Advice = to_seventeen
    async with open_house(tmp_path / "h.db", {GAME.id: GAME}, advice) as house:
        yield house


def by_card(player: Player) -> list[tuple[str, str]]:
    """What the card played, and why, as the player saw it."""
    return [(event.action.value, event.why) for event in player.events(PlayedByCard)]


def last_frame(player: Player) -> Events:
    return next(frame for frame in reversed(player.frames) if isinstance(frame, Events))


def left_of_turn(player: Player) -> int | None:
    """The milliseconds that the last public frame left to whoever is asked."""
    turn = last_frame(player).turn
    assert turn is not None
    return turn.left_ms


async def passes_only_after(floor: TestHouse, seconds: float, player: Player, times: int) -> None:
    """The card has played so many times after these seconds, and one time fewer just before."""
    await pass_seconds(floor, seconds - JUST)
    assert len(player.events(PlayedByCard)) == times - 1
    await pass_seconds(floor, 2 * JUST)
    assert len(player.events(PlayedByCard)) == times


@pytest.mark.clause("000-T2")
async def test_betting_counts_thirty_seconds_from_the_first_bet(floor: TestHouse) -> None:
    one, two = await sit(floor, 1, 2)
    await pass_seconds(floor, 100)
    await one.bet(1, 500)
    assert one.events(BettingTimed)[-1].left_ms == 30_000
    await pass_seconds(floor, 20)
    await two.bet(2, 500)
    assert last_frame(one).betting_left_ms == 10_000
    await one.bet(1, 500)
    assert last_frame(two).betting_left_ms == 10_000


@pytest.mark.clause("000-T2")
async def test_with_the_last_bet_gone_the_count_stops_until_the_next_first_bet(
    floor: TestHouse,
) -> None:
    one, two = await sit(floor, 1, 2)
    await one.bet(1, 500)
    await pass_seconds(floor, 20)
    await two.bet(2, 500)
    await one.clear()
    assert last_frame(two).betting_left_ms == 10_000
    await two.clear()
    assert two.events(BettingTimed)[-1].left_ms is None
    await pass_seconds(floor, 60)
    assert two.events(RoundStarted) == []
    await two.bet(2, 500)
    assert two.events(BettingTimed)[-1].left_ms == 30_000


@pytest.mark.clause("000-T2", "000-T3", "000-T4", "000-T5")
async def test_at_the_end_of_the_time_confirmed_bets_are_dealt_to_and_others_go_back(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s"))
    one, two, three = await sit(floor, 1, 2, 3)
    await one.bet(1, 500)
    await pass_seconds(floor, 20)
    await two.bet(2, 700)
    await one.deal()
    await pass_seconds(floor, 10 - JUST)
    assert one.events(RoundStarted) == []
    await pass_seconds(floor, JUST)
    assert one.events(RoundStarted)[0].bets == {1: 500}
    assert [e.reason for e in two.events(BetChanged)][-1] == "unconfirmed"
    assert two.balance == OPENING
    assert three.you.offers == ()
    assert three.events(SeatFreed) == []
    await floor.check_books()


@pytest.mark.clause("000-T8", "000-T9", "000-T10", "000-T11")
async def test_out_of_time_the_card_plays_one_action_and_the_clock_starts_again(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("2s 3s / Ts 9s", then="4s 8d"))
    one, two = await two_in_a_round(floor)
    assert (await two.act("stand", 1)).code == "not_your_turn"
    await passes_only_after(floor, DEAL + 15, one, times=1)
    assert one.offers == ["hit", "stand"]
    assert left_of_turn(one) == 15_450
    await passes_only_after(floor, CARD + 15, one, times=2)
    await passes_only_after(floor, CARD + 15, one, times=3)
    assert by_card(one) == [("hit", "time"), ("hit", "time"), ("stand", "time")]
    assert two.offers
    assert left_of_turn(one) == 15_000
    await passes_only_after(floor, 15, one, times=4)


@pytest.mark.clause("000-T8")
async def test_an_action_in_time_gives_the_next_one_its_own_fifteen_seconds(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("2s 3s / Ts 9s", then="4s 8d"))
    one, _ = await two_in_a_round(floor)
    await pass_seconds(floor, DEAL + 15 - JUST)
    await one.act("hit")
    await passes_only_after(floor, CARD + 15, one, times=1)


async def test_a_refused_action_does_not_start_the_clock_again(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("2s 3s / Ts 9s", then="4s 8d"))
    one, two = await two_in_a_round(floor)
    await pass_seconds(floor, DEAL + 14)
    await one.act("surrender")
    await two.act("hit", 1)
    await passes_only_after(floor, 1, one, times=1)


@pytest.mark.clause("000-T6", "000-T7")
async def test_insurance_is_declined_after_fifteen_seconds_a_box(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / As Ks", up="Ad", down="2c", then="Td"))
    one, two = await two_in_a_round(floor)
    assert one.offers == ["insure", "pass"]
    await passes_only_after(floor, DEAL + 15, one, times=1)
    assert two.offers == ["even_money", "pass"]
    assert left_of_turn(one) == 15_000
    await passes_only_after(floor, 15, one, times=2)
    assert by_card(two) == [("pass", "time"), ("pass", "time")]
    assert one.balance == OPENING - 500


@pytest.mark.clause("000-T6")
async def test_each_box_of_one_player_has_fifteen_seconds_of_its_own(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / Td 9d", up="Ad", down="2c"))
    (one,) = await sit(floor, 1)
    await one.bet(1, 500)
    await one.bet(3, 500)
    await one.deal()
    await passes_only_after(floor, DEAL + 15, one, times=1)
    await passes_only_after(floor, 15, one, times=2)
