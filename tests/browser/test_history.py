"""A round looked at again: card by card, and its shuffle recomputed in the browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, House, Player, axe_findings, dealt

SIZES = pytest.mark.parametrize(("width", "height"), [DESKTOP, PHONE], ids=["desktop", "phone"])


def play_one(player: Player) -> None:
    """A round to its end, whatever the cards."""
    player.sit()
    player.spot(1).click()
    player.press("deal")
    names = ("deal_again", "pass", "stand")
    buttons = ", ".join(f"[data-button={name}]:not([aria-disabled])" for name in names)
    for _ in range(6):
        choice = player.page.locator("[data-at-rest=true]").locator(buttons).first
        expect(choice).to_be_visible()
        if player.can("deal_again").count():
            return
        choice.click()
    expect(player.can("deal_again")).to_be_visible()


def test_a_round_just_played_is_replayed_step_by_step_with_the_arrow_keys(
    player: Player, house: House
) -> None:
    house.stack(dealt("Td 6h", up="9s", down="5c", then="4d 8h"))
    player.sit()
    player.spot(1).click()
    player.press("deal", "hit", "stand")
    expect(player.can("deal_again")).to_be_visible()
    player.page.get_by_role("button", name="replay").or_(
        player.page.get_by_text("This round")
    ).first.click()
    page = player.page
    page.wait_for_url("**/history/*")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round")
    steps = page.locator("ol button")
    expect(steps.first).to_contain_text("Bets: box 1")
    texts = steps.all_inner_texts()
    assert any("four of diamonds, twenty" in text for text in texts), texts
    assert any("eight of hearts, twenty-two" in text for text in texts), texts
    page.keyboard.press("Home")
    expect(page.locator("[aria-current=step]")).to_contain_text("Bets: box 1")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[aria-current=step]")).to_contain_text("ten of diamonds")
    expect(page.locator("[data-replay] [data-card^=b1h0]")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator("[data-replay]")).to_contain_text("Win")


@SIZES
def test_a_round_is_verified_in_the_browser_and_axe_finds_nothing_on_paper(
    player: Player, width: int, height: int
) -> None:
    page = player.page
    page.set_viewport_size({"width": width, "height": height})
    play_one(player)
    page.goto(f"{player.house.address}/history")
    page.locator('a[href^="/history/"]').first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round")
    assert axe_findings(page) == []
    page.get_by_role("link", name="Verify this round").click()
    expect(page.locator("[data-verdict=holds]")).to_contain_text("All 312 cards agree.")
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_stacked_shoe_does_not_hold(player: Player, house: House) -> None:
    house.stack(dealt("Td 6h", up="9s", down="5c", then="4d 8h"))
    play_one(player)
    player.page.goto(f"{house.address}/history")
    player.page.get_by_role("link", name="Verify this round").click()
    expect(player.page.locator("[data-verdict=broken]")).to_be_visible()
