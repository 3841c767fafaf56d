"""A bonus reaches the player who sits there while it is granted, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, House, Player, axe_findings, covered, grant


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


@pytest.mark.parametrize("size", [DESKTOP, (390, 844), (390, 750), PHONE, (844, 390)])
def test_notices_that_wait_while_betting_cover_neither_line_nor_spot(
    player: Player, house: House, size: tuple[int, int]
) -> None:
    player.resize(size)
    player.sit("free-amount-1")
    for amount in ("1000", "2500", "4500"):
        grant(house, player, amount)
        slip = player.page.locator("[data-slip]").filter(has_text=f"{int(amount) // 100}.00")
        expect(slip).to_be_visible()
    player.rests()
    assert covered(player.page) == []
    player.page.locator("[data-slip]").last.get_by_role("button", name="Close").click()
    expect(player.page.locator("[data-slip]").first).to_be_visible()


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
