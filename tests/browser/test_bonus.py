"""A FreeAmount bonus from the operator's grant to the player's own money, in a real browser."""

import subprocess

import pytest
from playwright.sync_api import expect

from tests.browser.people import (
    DESKTOP,
    EVENMONEY,
    PHONE,
    House,
    Player,
    axe_findings,
    grant,
)

SIXTEEN = "Td 9s 6h Th 4d"
"""Sixteen and a four to it, against 19: the dealer's second card is the hole card here."""


@pytest.mark.clause("002-W1", "002-W2", "002-W3", "002-W4")
def test_a_bonus_is_activated_played_with_and_put_away(player: Player, house: House) -> None:
    house.stack(SIXTEEN)
    page = player.page
    player.sit("free-amount-1")
    grant(house, player, "1000", "--wagering", "2", "--expires", "30", "--game", "free-amount")
    expect(page.locator("[data-slip]")).to_contain_text("A bonus of 10.00 waits for you")
    page.get_by_role("button", name="Bonus", exact=True).click()
    panel = page.locator("[data-bonus]")
    expect(panel).to_contain_text("0.00 of 20.00")
    panel.get_by_role("button", name="Play with this bonus").click()
    expect(player.balance).to_contain_text("Bonus balance")
    expect(player.balance).to_contain_text("10.00")
    expect(page.locator("[data-slip]")).to_have_count(0)
    player.chip(500).click()
    player.spot(1).click()
    player.spot(1).click()
    player.spot(1).click()
    expect(page.locator("[data-table]")).to_contain_text("Insufficient bonus balance")
    player.press("undo")
    page.get_by_role("button", name="Bonus", exact=True).click()
    expect(panel).to_contain_text("take your bets off first")
    page.keyboard.press("Escape")
    player.press("deal", "hit")
    expect(player.button("double")).to_have_attribute("aria-disabled", "true")
    player.press("stand")
    expect(player.balance).to_contain_text("15.00")
    player.press("new_bets")
    expect(player.balance).to_contain_text("Own money 1,000.00")
    page.get_by_role("button", name="Bonus", exact=True).click()
    expect(panel).to_contain_text("5.00 of 20.00")
    panel.get_by_role("button", name="Play with my own money").click()
    expect(player.balance).not_to_contain_text("Bonus")
    expect(player.balance).to_contain_text("1,000.00")


def test_a_bonus_that_waits_is_told_and_found_on_a_phone(player: Player, house: House) -> None:
    page = player.page
    player.resize(PHONE)
    player.sit("free-amount-1")
    grant(house, player, "2000")
    page.reload()
    expect(page.locator("[data-slip]")).to_contain_text("A bonus of 20.00 waits for you")
    page.locator("[data-slip]").get_by_role("button", name="Look").click()
    expect(page.locator("[data-bonus]")).to_contain_text("20.00")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Bonus", exact=True).click()
    page.get_by_role("button", name="Play with this bonus").click()
    expect(player.balance).to_contain_text("Bonus balance")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_the_panel_of_bonuses(
    player: Player, house: House, size: tuple[int, int]
) -> None:
    player.sit("free-amount-1")
    for words in (["1000", "--wagering", "2", "--expires", "30"], ["2000"]):
        grant(house, player, *words)
    player.page.get_by_role("button", name="Bonus", exact=True).click()
    panel = player.page.locator("[data-bonus]")
    expect(panel).to_have_count(2)
    player.resize(size)
    assert axe_findings(player.page) == []
    panel.first.get_by_role("button", name="Play with this bonus").click()
    expect(player.balance).to_contain_text("Bonus balance")
    player.resize(DESKTOP)
    player.page.get_by_role("button", name="Bonus", exact=True).click()
    player.resize(size)
    expect(panel.first).to_contain_text("Play with my own money")
    assert axe_findings(player.page) == []


def test_the_history_tells_a_round_with_a_bonus_and_one_that_was_called_off(
    player: Player, house: House
) -> None:
    page = player.page
    house.stack(SIXTEEN, SIXTEEN)
    player.sit("free-amount-1")
    grant(house, player, "1000")
    page.get_by_role("button", name="Bonus", exact=True).click()
    page.get_by_role("button", name="Play with this bonus").click()
    expect(player.balance).to_contain_text("Bonus balance")
    player.chip(500).click()
    player.spot(1).click()
    player.press("deal")
    number = page.locator("[data-round]").inner_text().removeprefix("Round ")
    player.press("stand")
    expect(player.can("new_bets")).to_be_visible()
    page.goto(f"{house.address}/history")
    row = page.locator(f'a[href="/history/{number}"]')
    expect(row).to_contain_text("5.00 from bonus")
    told = ["void", number, "--reason", "a test", "--database", str(house.folder / "house.db")]
    subprocess.run([str(EVENMONEY), *told], check=True, capture_output=True)
    page.reload()
    expect(row).to_contain_text("void")
    expect(page.locator("h1")).to_contain_text(number)
    expect(page.locator("main")).to_contain_text("· void")
