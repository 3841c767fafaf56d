"""What the client costs a browser: its size, what jumps while it loads, and what rounds leave."""

import gzip
import re

from playwright.sync_api import Page, expect

from tests.browser.people import CLIENT, House, Player, dealt

JUMPS = """() => new Promise(told => new PerformanceObserver(list => told(
    list.getEntries().reduce((sum, one) => sum + one.value, 0)
)).observe({ type: 'layout-shift', buffered: true }))"""
"""The layout shifts of a page since it was opened, as Chromium weighs them."""
WATCHED = "PerformanceObserver.supportedEntryTypes.includes('layout-shift')"
JUMPS_MAX = 0.02
"""A tenth would still be called good: web.dev/cls."""
SCRIPTS_MAX = 112_000
"""Bytes, packed, before the first table can be drawn."""


def jumps(page: Page) -> float:
    """How much has jumped; one pixel is moved, so that there is something to tell at all."""
    assert page.evaluate(WATCHED)
    page.evaluate("document.body.style.paddingTop = '4px'")
    return float(page.evaluate(JUMPS))


def test_what_is_loaded_before_the_first_table_stays_small(pages: None) -> None:
    dist = CLIENT / "dist"
    index = (dist / "index.html").read_text()
    scripts = re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', index)
    assert len(scripts) >= 1
    packed = {name: len(gzip.compress((dist / name).read_bytes(), 9)) for name in scripts}
    assert sum(packed.values()) < SCRIPTS_MAX, packed


def test_nothing_jumps_while_the_lobby_or_a_table_comes_up(player: Player, house: House) -> None:
    player.page.goto(house.address)
    expect(player.page.locator(".games")).to_be_visible()
    assert jumps(player.page) < JUMPS_MAX
    player.sit()
    player.rests()
    assert jumps(player.page) < JUMPS_MAX
    player.page.goto(house.address)
    expect(player.page.locator(".games")).to_be_visible()
    assert jumps(player.page) < JUMPS_MAX


def left(page: Page) -> dict[str, int]:
    """What the page holds once nothing more can be thrown away."""
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable")
    browser.send("HeapProfiler.collectGarbage")
    told = browser.send("Performance.getMetrics")["metrics"]
    browser.detach()
    return {one["name"]: int(one["value"]) for one in told}


def test_round_after_round_leaves_no_element_and_no_listener_behind(
    player: Player, house: House
) -> None:
    house.stack(*[dealt("Td 9h / 8c 8d", up="9s", down="8h", then="3d 2c Tc 9d")] * 30)
    player.sit()
    player.chip(100).click()
    player.spot(1).click()
    player.spot(2).click()
    player.press("deal")

    def rounds(count: int) -> dict[str, int]:
        for _ in range(count):
            player.press("stand", "split", "stand", "stand", "deal_again")
        expect(player.can("stand")).to_be_visible()
        return left(player.page)

    early, late = rounds(4), rounds(16)
    assert late["Nodes"] <= early["Nodes"] * 1.1
    assert late["JSEventListeners"] <= early["JSEventListeners"] + 4
