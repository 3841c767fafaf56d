"""What axe can tell of the pages beside the table, on a desktop and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import (
    DESKTOP,
    PHONE,
    House,
    Player,
    axe_findings,
    axe_found,
    axe_looks,
    dealt,
)

SIZES = pytest.mark.parametrize(("width", "height"), [DESKTOP, PHONE], ids=["desktop", "phone"])


@SIZES
def test_axe_finds_nothing_in_the_lobby(player: Player, width: int, height: int) -> None:
    player.page.set_viewport_size({"width": width, "height": height})
    player.page.goto(player.house.address)
    expect(player.page.get_by_role("heading").first).to_be_visible()
    assert axe_findings(player.page) == []


MOMENT_MS = 50
MOMENTS_MAX = 200


@SIZES
@pytest.mark.browser_context_args(reduced_motion="no-preference")
def test_axe_finds_nothing_while_the_dealer_draws(
    player: Player, house: House, width: int, height: int
) -> None:
    house.stack(dealt("Td 8h", up="6s", down="5h", then="2c 3c 2d"))
    player.resize((width, height))
    clock = player.page.clock
    clock.install()
    player.sit()
    player.spot(1).click()
    player.press("deal")
    expect(player.can("stand")).to_be_visible()
    clock.pause_at(player.page.evaluate("Date.now() / 1000") + 60)
    player.press("stand")
    for _ in range(MOMENTS_MAX):  # the page's time goes on by moments, and stands while axe looks
        if player.cards("d").count() > 2:
            break
        clock.run_for(MOMENT_MS)
    axe_looks(player.page)
    clock.run_for(MOMENT_MS)
    assert axe_found(player.page) == []
    expect(player.page.locator('[data-at-rest="false"]')).to_be_attached()
    expect(player.cards("d")).to_have_count(3)


@SIZES
def test_nothing_scrolls_sideways(player: Player, width: int, height: int) -> None:
    player.page.set_viewport_size({"width": width, "height": height})
    player.sit()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width
