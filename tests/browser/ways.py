"""The ways a person can use a table: with a mouse, by keyboard alone, by touch alone."""

from typing import Protocol

from playwright.sync_api import Locator, expect

from evenmoney.rules.game import Game
from tests.browser.people import Player

KEYS = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "r",
    "insure": "y",
    "even_money": "y",
    "pass": "n",
    "deal_again": "Enter",
}
MOST_TABS = 80


class Way(Protocol):
    """How somebody comes in, lays a chip, takes it off, and presses a button."""

    player: Player

    def enter(self, game: Game) -> None:
        """From the lobby to a free table of the game."""

    def lay(self, box: int, chip: int) -> None: ...

    def take(self, box: int) -> None:
        """Take one chip of the chosen value off."""

    def press(self, name: str) -> None: ...


def entrance(player: Player, game: Game) -> Locator:
    """What leads to a game in the lobby."""
    page = player.page
    page.goto(player.house.address)
    return page.get_by_role("button").filter(has=page.get_by_text(game.name, exact=True))


class Mouse:
    """Clicks, and the right button."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def enter(self, game: Game) -> None:
        entrance(self.player, game).click()
        expect(self.player.spot(1)).to_be_visible()

    def lay(self, box: int, chip: int) -> None:
        self.player.chip(chip).click()
        self.player.spot(box).click()

    def take(self, box: int) -> None:
        self.player.spot(box).click(button="right")

    def press(self, name: str) -> None:
        self.player.press(name)


class Keyboard:
    """Keys alone: Tab to what has none of its own."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def enter(self, game: Game) -> None:
        self.reach(entrance(self.player, game))
        self.player.page.keyboard.press("Enter")
        expect(self.player.spot(1)).to_be_visible()

    def lay(self, box: int, chip: int) -> None:
        key = self.player.chip(chip).get_attribute("aria-keyshortcuts")
        assert key, f"no key for the chip of {chip}"
        self.player.page.keyboard.press(key)
        self.reach(self.player.spot(box))
        self.player.page.keyboard.press("Enter")

    def take(self, box: int) -> None:
        self.reach(self.player.spot(box))
        self.player.page.keyboard.press("-")

    def press(self, name: str) -> None:
        expect(self.player.can(name)).to_be_visible()
        if name not in KEYS:
            self.reach(self.player.button(name))
        self.player.page.keyboard.press(KEYS.get(name, "Enter"))

    def reach(self, target: Locator) -> None:
        """Tab on until it has the focus; the focus can be seen there."""
        expect(target).to_be_visible()
        for _ in range(MOST_TABS):
            if target.evaluate("e => e === document.activeElement"):
                return
            self.player.page.keyboard.press("Tab")
        raise AssertionError(f"{target} is out of reach of the Tab key")


class Touch:
    """Taps and long presses, in a context that has no mouse."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def enter(self, game: Game) -> None:
        entrance(self.player, game).tap()
        expect(self.player.spot(1)).to_be_visible()

    def lay(self, box: int, chip: int) -> None:
        self.player.chip(chip).tap()
        self.player.spot(box).tap()

    def take(self, box: int) -> None:
        lies = self.player.page.locator(f'[data-box="{box}"] .laid')
        laid, at = lies.inner_text(), self.player.spot(box).bounding_box()
        assert at
        point = {"x": at["x"] + at["width"] / 2, "y": at["y"] + at["height"] / 2}
        touch = self.player.page.context.new_cdp_session(self.player.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        expect(lies).not_to_have_text(laid)  # the finger lies there until something is taken
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def press(self, name: str) -> None:
        self.player.can(name).tap()
