"""What axe can tell of every page, on a desktop and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, House, Player, axe_findings, dealt

SIZES = pytest.mark.parametrize(("width", "height"), [DESKTOP, PHONE], ids=["desktop", "phone"])


def rest(player: Player) -> None:
    """Wait until nothing moves any more."""
    player.page.wait_for_function(
        "() => document.getAnimations().every(a => a.effect.getTiming().iterations === Infinity)"
    )


@SIZES
def test_axe_finds_nothing_from_the_lobby_to_the_result(
    player: Player, house: House, width: int, height: int
) -> None:
    page = player.page
    found: dict[str, list[str]] = {}
    page.set_viewport_size({"width": width, "height": height})
    house.stack(
        dealt("Td 6h", up="9s", down="5c", then="4d 8h"), dealt("Td 6h", up="As", down="5c")
    )
    page.goto(house.address)
    expect(page.get_by_role("heading").first).to_be_visible()
    found["lobby"] = axe_findings(page)
    player.sit()
    found["betting"] = axe_findings(page)
    player.spot(1).click()
    expect(player.can("deal")).to_be_visible()
    player.press("deal")
    expect(player.can("stand")).to_be_visible()
    rest(player)
    found["playing"] = axe_findings(page)
    player.press("stand")
    expect(player.can("deal_again")).to_be_visible()
    rest(player)
    found["result"] = axe_findings(page)
    player.press("deal_again")
    expect(player.can("pass")).to_be_visible()
    rest(player)
    found["insurance"] = axe_findings(page)
    assert {name: findings for name, findings in found.items() if findings} == {}


@SIZES
def test_nothing_scrolls_sideways(player: Player, width: int, height: int) -> None:
    player.page.set_viewport_size({"width": width, "height": height})
    player.sit()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width
