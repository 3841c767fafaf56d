"""Fixtures of a real house and a real Chromium."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.people import CHROMIUM, CLIENT, DESKTOP, FLAGS, House, Player


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder needs a browser. One that were run beside the others would leave
    Playwright's event loop running in their process."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    return {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """Players' systems ask for reduced motion, so that nothing waits for a flight; the tests that
    look at what moves, or play whole rounds as most people see them, say `MOVING`."""
    width, height = DESKTOP
    viewport = {"width": width, "height": height}
    return {**browser_context_args, "viewport": viewport, "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def pages() -> None:
    """The client as it is served; built when nobody has built it."""
    if not (CLIENT / "dist" / "index.html").exists():
        subprocess.run(["npm", "run", "build"], cwd=CLIENT, check=True, capture_output=True)


@pytest.fixture
def house(tmp_path: Path, pages: None) -> Iterator[House]:
    opened = House(tmp_path)
    opened.start()
    yield opened
    opened.close()


@pytest.fixture
def player(page: Page, house: House) -> Iterator[Player]:
    """One player; his console must stay empty."""
    sitting = Player(page, house)
    yield sitting
    assert sitting.complaints == []


@pytest.fixture
def another(
    new_context: Callable[[], BrowserContext], house: House
) -> Iterator[Callable[[], Player]]:
    """More players, each in a browser of his own."""
    contexts: list[BrowserContext] = []
    players: list[Player] = []

    def come_in() -> Player:
        contexts.append(new_context())
        players.append(Player(contexts[-1].new_page(), house))
        return players[-1]

    yield come_in
    for context in contexts:
        context.close()
    assert [player.complaints for player in players] == [[] for _ in players]
