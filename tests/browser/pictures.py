"""Pictures of the running game, every game in every phase, at three sizes: for looking at.

    python -m tests.browser.pictures screenshots [--game classic,european]
"""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.people import CHROMIUM, DESKTOP, FLAGS, PHONE, House, Player, covered
from tests.browser.tour import GAMES, SINGLE, tour

SIZES = (DESKTOP, (390, 844), PHONE)


class Photographer:
    """Takes a player's page at every size, and leaves it as wide as it was."""

    def __init__(self, player: Player, folder: Path, game: str) -> None:
        self.player = player
        self.folder = folder
        self.game = game

    def take(self, name: str, still: bool = True) -> None:
        for width, height in SIZES:
            self.player.resize((width, height))
            path = self.folder / f"{self.game}-{name}-{width}x{height}.png"
            self.player.page.screenshot(path=path, animations="disabled" if still else "allow")
            for fault in covered(self.player.page) if still else []:
                print(f"{path.stem}: {fault}")
        self.player.resize(DESKTOP)

    def snap(self, name: str) -> None:
        """While the dealer plays: nothing waits for the picture."""
        self.player.page.wait_for_timeout(900)
        self.take(name, still=False)


def alone(browser: Browser, house: House, folder: Path, wanted: list[str]) -> None:
    """The tables for one."""
    for id in wanted:
        context = browser.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]})
        player = Player(context.new_page(), house)
        photographer = Photographer(player, folder, id)
        tour(player, GAMES[id], photographer.take, photographer.snap)
        print(id, *player.errors, flush=True)
        context.close()


def main() -> None:
    """Open a house of its own, and picture it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--game", default=",".join(SINGLE), help="ids, by comma")
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        house = House(Path(folder))
        house.start()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            alone(browser, house, wanted.out, wanted.game.split(","))
        finally:
            browser.close()
            house.kill()


if __name__ == "__main__":
    main()
