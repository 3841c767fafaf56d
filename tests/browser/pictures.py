"""Pictures of the running game, every game in every phase, at three sizes: for looking at.

python -m tests.browser.pictures screenshots [--game classic,european]
"""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.company import company
from tests.browser.people import (
    CHROMIUM,
    DESKTOP,
    FLAGS,
    PHONE,
    House,
    Player,
    clocked,
    covered,
    grant,
)
from tests.browser.tour import GAMES, SINGLE, panels, tour
from tests.browser.ways import Mouse

SIZES = (DESKTOP, (390, 844), PHONE)
MULTI = "classic-multiplayer"
DEALER_DRAWS_MS = 900
"""After the last decision: the hole card is up, and the first card drawn."""


class Photographer:
    """Takes a player's page at every size, and leaves it as wide as it was."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder = folder
        self.game = game

    def take(self, name: str, player: Player, still: bool = True) -> None:
        before = player.page.viewport_size
        for width, height in SIZES:
            player.resize((width, height))
            path = self.folder / f"{self.game}-{name}-{width}x{height}.png"
            player.page.screenshot(path=path, animations="disabled" if still else "allow")
            for fault in covered(player.page) if still else []:
                print(f"{path.stem}: {fault}")
        if before:
            player.resize((before["width"], before["height"]))

    def snap(self, name: str, player: Player) -> None:
        """While the dealer plays: nothing waits for the picture."""
        player.page.wait_for_timeout(DEALER_DRAWS_MS)
        self.take(name, player, still=False)


@contextmanager
def guest(browser: Browser, house: House) -> Iterator[Player]:
    """Somebody with a browser of his own; what it complained of is printed."""
    context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
    player = Player(context.new_page(), house)
    yield player
    context.close()
    for error in player.errors:
        print(error)


def alone(browser: Browser, house: House, folder: Path, id: str) -> None:
    """A table for one, from its first bet to its last round; then its panels."""
    photographer = Photographer(folder, id)
    with guest(browser, house) as player:
        tour(
            Mouse(player),
            GAMES[id],
            lambda name: photographer.take(name, player),
            lambda name: photographer.snap(name, player),
        )
        player.sit(f"{id}-2")
        panels(player, GAMES[id], lambda name: photographer.take(name, player))
        if GAMES[id].bonus_kinds:
            bonuses(player, id, photographer)


def bonuses(player: Player, id: str, photographer: Photographer) -> None:
    """A bonus that waits, beside another; then it is played with."""
    page = player.page
    player.sit(f"{id}-3")
    grant(player.house, player, "1000", "--wagering", "2", "--expires", "30", "--game", id)
    expect(page.locator("[data-slip]")).to_be_visible()
    photographer.take("bonus-told", player)
    page.locator("[data-slip]").get_by_role("button", name="Look").click()
    grant(player.house, player, "2500")
    expect(page.locator("[data-bonus]")).to_have_count(2)
    photographer.take("bonus-waits", player)
    page.get_by_role("button", name="Play with this bonus").last.click()
    expect(player.balance).to_contain_text("Bonus balance")
    photographer.take("bonus-balance", player)
    page.get_by_role("button", name="Bonus", exact=True).click()
    expect(page.get_by_role("button", name="Play with my own money")).to_be_visible()
    photographer.take("bonus-active", player)


def stopped(player: Player, photographer: Photographer) -> None:
    """A table that came upon what can't be, a pack with two aces of spades to take out."""
    player.house.stack("As As")
    player.sit("single-deck-3")
    player.spot(1).click()
    player.press("deal")
    expect(player.page.locator("[data-notice]")).to_contain_text("has stopped")
    photographer.take("stopped", player)


def together(browser: Browser, house: House, folder: Path) -> None:
    """The table for three, and the lobby while they sit there."""
    with (
        guest(browser, house) as one,
        guest(browser, house) as two,
        guest(browser, house) as three,
    ):
        company((one, two, three), Photographer(folder, MULTI).take)
        papers(two, Photographer(folder, "house"))


def honest_round(player: Player) -> None:
    """A round from a shoe that nobody stacked, stood on to its end: it can be verified."""
    player.house.stack()
    player.sit("european-3")
    player.spot(1).click()
    player.press("deal")
    over = player.can("deal_again")
    choice = over.or_(player.can("stand"))
    expect(choice.first).to_be_visible()
    if not over.count():  # a natural is over by itself
        player.press("stand")
    expect(over).to_be_visible()


def papers(player: Player, photographer: Photographer) -> None:
    """The lobby, and a round looked at again and recomputed."""
    page, address = player.page, player.house.address
    honest_round(player)
    for name, path in {"lobby": "/", "history": "/history"}.items():
        page.goto(f"{address}{path}")
        expect(page.get_by_role("heading").first).to_be_visible()
        if name == "history":
            expect(page.locator("[data-replay]")).to_be_attached()  # the newest round beside it
        photographer.take(name, player)
    page.locator('a[href^="/history/"]').first.click()
    expect(page.get_by_role("link", name="Verify this round")).to_be_visible()
    photographer.take("replay", player)
    page.get_by_role("link", name="Verify this round").click()
    expect(page.locator("[data-verdict]")).to_be_visible()
    photographer.take("verify", player)
    stopped(player, photographer)


def main() -> None:
    """Open a house of its own, and picture it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--game", default=",".join([*SINGLE, MULTI]), help="ids, by comma")
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        house = House(Path(folder))
        house.options = clocked(Path(folder), betting=60, insurance=15, action=15)
        house.start()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for id in wanted.game.split(","):
                print(id, flush=True)
                if id == MULTI:
                    together(browser, house, wanted.out)
                else:
                    alone(browser, house, wanted.out, id)
        finally:
            browser.close()
            house.kill()


if __name__ == "__main__":
    main()
