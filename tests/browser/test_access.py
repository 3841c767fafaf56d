"""What axe can tell of the pages beside the table, on a desktop and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, Player, axe_findings

SIZES = pytest.mark.parametrize(("width", "height"), [DESKTOP, PHONE], ids=["desktop", "phone"])


@SIZES
def test_axe_finds_nothing_in_the_lobby(player: Player, width: int, height: int) -> None:
    player.page.set_viewport_size({"width": width, "height": height})
    player.page.goto(player.house.address)
    expect(player.page.get_by_role("heading").first).to_be_visible()
    assert axe_findings(player.page) == []


@SIZES
def test_nothing_scrolls_sideways(player: Player, width: int, height: int) -> None:
    player.page.set_viewport_size({"width": width, "height": height})
    player.sit()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width
