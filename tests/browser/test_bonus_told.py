"""A bonus reaches the player who sits there while it is granted, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import House, Player, axe_findings, grant


@pytest.mark.clause("002-W1")
def test_a_seated_player_hears_of_a_bonus_at_once_and_once(player: Player, house: House) -> None:
    page = player.page
    player.sit("free-amount-1")
    page.get_by_role("button", name="Bonus", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("You have no bonus to play with")
    grant(house, player, "1500", "--key", "at-once")
    expect(page.locator("[data-bonus]")).to_contain_text("15.00")
    player.heard("A bonus of 15.00 waits for you. Activate it to play with it")
    grant(house, player, "1500", "--key", "at-once")
    grant(house, player, "500")
    expect(page.locator("[data-bonus]")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("[data-slip]")).to_have_count(2)
    page.locator("[data-slip]").first.get_by_role("button", name="Look").click()
    page.locator("[data-bonus]").last.get_by_role("button", name="Play with this bonus").click()
    expect(player.balance).to_contain_text("Bonus balance")
    expect(player.balance).to_contain_text("15.00")


@pytest.mark.clause("002-W1")
def test_who_sits_where_a_bonus_is_not_good_reads_of_it_in_the_lobby(
    player: Player, house: House
) -> None:
    player.sit("classic-1")
    grant(house, player, "1500")
    player.page.goto(house.address)
    told = player.page.locator("[data-bonus-waits]")
    expect(told).to_contain_text("15.00 waits for you at FreeAmount Blackjack")
    assert axe_findings(player.page) == []
