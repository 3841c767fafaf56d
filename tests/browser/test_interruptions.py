"""Whatever breaks in the middle of a round, the round stands exactly as it was."""

import re
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from evenmoney.bench.bots import OWN
from tests.browser.people import House, Player, dealt, is_quiet

MOVING = pytest.mark.browser_context_args(reduced_motion="no-preference")
DOWN = re.compile("Reconnecting|Offline")
"""What a table says as soon as its line is down, and when it has been for a while."""
SILENCE_MS = 10_000
"""After so long a page knows that its line is dead."""
STILL_TO_ACT = dealt("2d 3h", up="9s", down="5c", then="4d 8h 7c Tc")


@pytest.fixture
def sturdy(player: Player) -> Player:
    """A player whose browser may say that the house was away, and nothing else."""
    player.allowed = is_quiet
    return player


def in_a_hand(player: Player, house: House) -> None:
    """A player with one card drawn and the next decision open."""
    house.stack(STILL_TO_ACT)
    player.sit()
    player.spot(1).click()
    player.press("deal", "hit")
    player.sees_cards("b1h0", "two of diamonds", "three of hearts", "four of diamonds")
    expect(player.can("stand")).to_be_visible()


@MOVING
@pytest.mark.clause("000-F2", "000-F4")
def test_a_killed_house_comes_back_with_the_same_cards_and_the_round_goes_on(
    sturdy: Player, house: House
) -> None:
    in_a_hand(sturdy, house)
    house.kill(signal.SIGKILL)
    expect(sturdy.page.locator("[data-table]")).to_contain_text(DOWN)
    expect(sturdy.can("stand")).to_have_count(0)
    house.start()
    expect(sturdy.can("stand")).to_be_visible()
    expect(sturdy.page.locator("[data-table]")).not_to_contain_text(DOWN)
    sturdy.sees_cards("b1h0", "two of diamonds", "three of hearts", "four of diamonds")
    sturdy.press("hit")
    sturdy.sees_cards(
        "b1h0", "two of diamonds", "three of hearts", "four of diamonds", "eight of hearts"
    )
    sturdy.press("stand")
    expect(sturdy.can("deal_again")).to_be_visible()


@MOVING
def test_a_cut_line_is_told_and_the_table_is_as_it_was_when_it_is_back(
    sturdy: Player, house: House
) -> None:
    in_a_hand(sturdy, house)
    sturdy.page.context.set_offline(True)
    expect(sturdy.page.locator("[data-table]")).to_contain_text("Offline")
    sturdy.sees_cards("b1h0", "two of diamonds", "three of hearts", "four of diamonds")
    sturdy.page.context.set_offline(False)
    expect(sturdy.can("stand")).to_be_visible()
    expect(sturdy.page.locator("[data-table]")).not_to_contain_text("Offline")
    sturdy.sees_cards("b1h0", "two of diamonds", "three of hearts", "four of diamonds")


def test_a_silent_line_is_told_within_ten_seconds(sturdy: Player, house: House) -> None:
    sturdy.page.clock.install()  # ten seconds of the page, however long they take
    in_a_hand(sturdy, house)
    sturdy.page.clock.pause_at(sturdy.page.evaluate("Date.now() / 1000") + 60)
    house.send(signal.SIGSTOP)
    try:
        sturdy.page.clock.run_for(SILENCE_MS)
        expect(sturdy.page.locator("[data-table]")).to_contain_text("Reconnecting")
    finally:
        house.send(signal.SIGCONT)
    sturdy.page.clock.resume()
    expect(sturdy.can("stand")).to_be_visible()


def test_a_press_on_a_line_that_breaks_counts_once(sturdy: Player, house: House) -> None:
    sturdy.page.clock.install()
    in_a_hand(sturdy, house)
    house.send(signal.SIGSTOP)
    sturdy.press("hit")
    sturdy.page.clock.fast_forward(SILENCE_MS)
    expect(sturdy.page.locator("[data-table]")).to_contain_text(DOWN)
    house.send(signal.SIGCONT)
    sturdy.sees_cards(
        "b1h0", "two of diamonds", "three of hearts", "four of diamonds", "eight of hearts"
    )
    expect(sturdy.can("stand")).to_be_visible()
    sturdy.sees_cards(
        "b1h0", "two of diamonds", "three of hearts", "four of diamonds", "eight of hearts"
    )


@pytest.mark.clause("000-F3")
def test_a_player_who_comes_back_is_led_to_his_open_round(player: Player, house: House) -> None:
    in_a_hand(player, house)
    player.page.goto(house.address)
    player.page.wait_for_url("**/table/classic-1")
    player.sees_cards("b1h0", "two of diamonds", "three of hearts", "four of diamonds")


@pytest.mark.clause("000-F3")
def test_a_round_waits_for_its_player_on_another_device(
    player: Player, another: Callable[[], Player], house: House
) -> None:
    name = {"name": "Ann", "password": "a long password"}
    told = player.page.request.post(f"{house.address}/api/sign-up", data=name, headers=OWN)
    assert told.ok, told.text()
    in_a_hand(player, house)
    player.page.goto("about:blank")
    phone = another()
    phone.logs_in(**name)
    phone.page.wait_for_url("**/table/classic-1")
    phone.sees_cards("b1h0", "two of diamonds", "three of hearts", "four of diamonds")
    phone.press("stand")
    expect(phone.can("deal_again")).to_be_visible()


def test_a_laptop_that_slept_for_an_hour_goes_on_where_it_was(sturdy: Player, house: House) -> None:
    sturdy.page.clock.install()
    in_a_hand(sturdy, house)
    sturdy.page.clock.fast_forward("01:00:00")
    sturdy.sees_cards("b1h0", "two of diamonds", "three of hearts", "four of diamonds")
    expect(sturdy.can("stand")).to_be_visible()
    sturdy.press("hit")
    sturdy.sees_cards(
        "b1h0", "two of diamonds", "three of hearts", "four of diamonds", "eight of hearts"
    )


@MOVING
def test_two_tabs_show_the_same_truth(player: Player, house: House) -> None:
    in_a_hand(player, house)
    second = Player(player.page.context.new_page(), house)
    second.sit()
    second.sees_cards("b1h0", "two of diamonds", "three of hearts", "four of diamonds")
    second.press("hit")
    player.sees_cards(
        "b1h0", "two of diamonds", "three of hearts", "four of diamonds", "eight of hearts"
    )
    player.press("stand")
    expect(second.can("deal_again")).to_be_visible()
    assert second.errors == []


def test_players_of_one_table_see_each_other(player: Player, another: Callable[[], Player]) -> None:
    other = another()
    player.house.stop_time()
    player.house.stack(dealt("Td 8h / 9c 9d", up="6c", down="Ts"))
    player.sit("classic-multiplayer-1")
    other.sit("classic-multiplayer-1")
    player.spot(1).click()
    expect(other.page.locator('[data-bet="1"]')).to_be_visible()
    other.spot(2).click()
    expect(player.page.locator('[data-bet="2"]')).to_be_visible()
    player.press("deal")
    other.press("deal")
    expect(player.cards("b2h0")).to_have_count(2)
    expect(other.cards("b1h0")).to_have_count(2)
