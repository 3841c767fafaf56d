"""An evening of three at one table, through all that one of them may see of the others. It knows
no assertion but what it waits for; who takes it looks for himself."""

import json
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.people import House, Player, dealt

TABLE = "classic-multiplayer-1"
LONG_SECONDS = 30
"""Longer than anybody is waited for when parts of the shuffle, insurance or an action are due."""

Three = tuple[Player, Player, Player]
Look = Callable[[str, Player], None]


def stacked(house: House) -> None:
    """A dealer's ace: insurance for the first, even money for the second; then two to play."""
    house.stack(*[dealt("Td 6h / Ah Kd / 9c 7d", up="As", down="5c", then="2d 3d Tc 4d")] * 40)


class Latecomer:
    """A browser whose line can hold messages of one kind back until they are too late."""

    def __init__(self, player: Player) -> None:
        self._kind = ""
        self._house: WebSocketRoute | None = None
        self._held: list[str | bytes] = []
        player.page.route_web_socket("**/api/socket", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._house = house = socket.connect_to_server()

        def forward(message: str | bytes) -> None:
            if json.loads(message)["type"] == self._kind:
                self._held.append(message)
            else:
                house.send(message)

        socket.on_message(forward)

    def holds(self, kind: str) -> None:
        """From now on, until `arrive`."""
        self._kind = kind

    def arrive(self) -> None:
        """What was held back arrives, and all the rest at once again."""
        assert self._house
        self._kind = ""
        for message in self._held:
            self._house.send(message)


def sit(three: Three) -> None:
    """One after the other, in seats 1 to 3."""
    for number, one in enumerate(three, 1):
        one.sit(TABLE)
        expect(three[0].page.locator("[data-seat]")).to_have_count(number)


def betting(three: Three, look: Look) -> None:
    """The first bets on two boxes, and the owner of one of them takes it."""
    one, two, last = three
    look("empty", two)
    one.chip(2500).click()
    one.spot(1).click()
    one.spot(3).click()
    two.spot(2).click()
    expect(two.page.locator('[data-bet="3"]')).to_be_visible()
    look("betting", two)
    last.chip(1000).click()
    last.spot(3).click()
    one.reads("has first right to it")
    look("displaced", one)
    one.press("deal")
    two.press("deal")
    expect(last.button("deal")).to_be_enabled()
    look("waited-for", last)


def insuring(three: Three, late: Latecomer, look: Look) -> None:
    """Mixing waits for a part that comes too late; then time declines the first insurance."""
    one, two, last = three
    last.press("deal")
    expect(one.page.locator("[data-table]")).to_contain_text("No more bets")
    look("mixing", one)
    one.house.time_passes(LONG_SECONDS)
    expect(one.can("insure")).to_be_visible()
    late.arrive()
    look("insurance", one)
    look("insurance-of-another", two)
    one.house.time_passes(LONG_SECONDS)
    one.reads("Time was up")
    look("insurance-timed-out", one)
    two.can("even_money").click()
    last.can("pass").click()


def playing(three: Three, look: Look) -> None:
    """The first plays in his last seconds; the last one's line breaks in his turn."""
    one, two, last = three
    expect(one.can("stand")).to_be_visible()
    look("turn", one)
    look("turn-of-another", two)
    expect(one.page.get_by_role("timer")).to_contain_text("left")
    look("last-seconds", one)
    one.press("stand")
    expect(last.can("stand")).to_be_visible()
    last.page.context.set_offline(True)
    expect(last.page.locator("[data-table]")).to_contain_text("Offline")
    look("offline", last)
    with one.house.time_runs():
        expect(one.can("deal_again")).to_be_visible()
    look("results", one)
    last.page.context.set_offline(False)
    expect(last.can("deal_again")).to_be_visible()
    look("back", last)


def company(three: Three, look: Look) -> None:
    """All of it: time passes only where it is waited for."""
    stacked(three[0].house)
    three[0].house.stop_time()
    late = Latecomer(three[2])
    late.holds("open_part")
    sit(three)
    betting(three, look)
    insuring(three, late, look)
    playing(three, look)
