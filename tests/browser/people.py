"""A real house, people at its tables, and what they see and press. Nothing here needs pytest."""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from tests.browser import stacked_house
from tests.patience import PATIENCE_SECONDS

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
EVENMONEY = Path(sys.executable).with_name("evenmoney")
NURSERY = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload(["pytest", "evenmoney.cli.serve", stacked_house.__name__])
CHROMIUM = os.environ.get("EVENMONEY_CHROMIUM") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = (1280, 800)
PHONE = (360, 640)
PATIENCE_MS = PATIENCE_SECONDS * 1000
READS = """new MutationObserver(changes => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
        const slips = node.querySelectorAll?.('[data-slip]') ?? [];
        for (const slip of node.dataset?.slip ? [node] : slips)
            if (slip.checkVisibility({ visibilityProperty: true })) read.push(slip.innerText);
    }
}).observe(document, { childList: true, subtree: true });
const read = window.read = [];"""
"""Keeps every notice that was laid down to be seen: most are gone after some seconds, and a test
that is late would not see them."""
AT_REST = """() => document.getAnimations()
    .every(a => a.effect.getTiming().iterations === Infinity)"""

expect.set_options(timeout=PATIENCE_MS)


class House:
    """A running house with stacked shoes; it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cards = folder / "cards.json"
        self.stopped = folder / "clock-stands"
        self._later_seconds = 0
        self.stack()
        self.address = ""
        self.options: list[str] = []
        self.process: ForkServerProcess | None = None

    def stack(self, *cycles: str | None) -> None:
        """The first cards of a table's cycles, in the order they leave the shoe."""
        self.cards.write_text(json.dumps(cycles))

    def stop_time(self) -> None:
        """No clock of the house runs: however slow the machine, nobody is late."""
        self._stands(later_seconds=0)

    def time_passes(self, seconds: int) -> None:
        """It is so much later all at once: what is due then happens, and what that leads to waits
        on a clock that stands again."""
        self._stands(later_seconds=seconds)

    @contextmanager
    def time_runs(self) -> Iterator[None]:
        """Its clocks run, until something comes that waits for nobody; then they stand again."""
        self.stopped.unlink()
        self._later_seconds = 0
        yield
        self._stands(later_seconds=0)

    def _stands(self, later_seconds: int) -> None:
        self._later_seconds += later_seconds
        written = self.stopped.with_suffix(".new")
        written.write_text(str(self._later_seconds * 1000))
        written.replace(self.stopped)

    def start(self) -> None:
        port = self.address.rpartition(":")[2].strip("/") or "0"
        words = ["--port", port, "--database", str(self.folder / "house.db"),
                 "--mail", str(self.folder / "mail"), *self.options]  # fmt: skip
        log = self.folder / "log"
        told, teller = NURSERY.Pipe(duplex=False)
        self.process = NURSERY.Process(
            target=stacked_house.serve,
            args=(self.cards, self.stopped, words, log, teller),
            daemon=True,
        )
        self.process.start()
        teller.close()
        with told, open(told.fileno(), closefd=False) as lines:
            said = lines.readline().split()
        assert said, log.read_text()
        self.address = said[-1].rstrip("/")

    def send(self, which: signal.Signals) -> None:
        assert self.process is not None
        assert self.process.pid is not None
        os.kill(self.process.pid, which)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        self.send(how)
        assert self.process is not None
        self.process.join(20)
        assert self.process.exitcode is not None, f"it lives after {how.name}"

    def close(self) -> None:
        """Whatever state it is in, nothing of it is left."""
        if self.process is not None:
            self.process.kill()
            self.process.join()


def clocked(folder: Path, betting: int, insurance: int, action: int) -> list[str]:
    """What opens a house whose table for three has these clocks, in seconds, and sees at once that
    a line is gone; no game but by its clocks differs from the shipped one."""
    text = files("evenmoney.games").joinpath("classic-multiplayer.toml").read_text()
    clocks = {"betting": betting, "insurance": insurance, "action": action}
    for name, seconds in clocks.items():
        text = re.sub(rf"^{name}_seconds = \d+$", f"{name}_seconds = {seconds}", text, flags=re.M)
    text = re.sub(r"^(?=action_seconds)", "disconnect_grace_seconds = 0\n", text, flags=re.M)
    (folder / "games").mkdir()
    (folder / "games" / "classic-multiplayer.toml").write_text(text)
    return ["--games", str(folder / "games")]


def dealt(hands: str, up: str, down: str, then: str = "") -> str:
    """The cards of a round at `classic`, whose dealer takes his hole card first: hands as they
    lie (`"Td 6h / 8c 8d"`), the dealer's two cards, and what is drawn after."""
    first, second = zip(*(hand.split() for hand in hands.split("/")), strict=True)
    return " ".join([*first, down, *second, up, *then.split()])


def is_quiet(error: str) -> bool:
    """What Chromium itself writes when a server is away."""
    return "WebSocket" in error or "ERR_" in error or "Failed to load resource" in error


class Player:
    """What a person does at one page, and what he sees there."""

    def __init__(self, page: Page, house: House) -> None:
        self.page = page
        self.house = house
        self.errors: list[str] = []
        self.allowed: Callable[[str], bool] = lambda _: False
        page.set_default_timeout(PATIENCE_MS)
        page.add_init_script(READS)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def sit(self, table: str = "classic-1") -> None:
        self.page.goto(f"{self.house.address}/table/{table}")
        expect(self.spot(1)).to_be_visible()

    def fills_in(self, name: str, password: str, button: str) -> None:
        """Fill the door in and press its button."""
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.page.get_by_role("dialog").get_by_role("button", name=button, exact=True).click()

    def logs_in(self, name: str, password: str) -> None:
        """From the lobby."""
        self.page.goto(self.house.address)
        self.page.get_by_role("button", name="Log in").click()
        self.fills_in(name, password, "Log in")

    def resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def rests(self) -> None:
        """Wait until nothing moves any more, but for what always does."""
        expect(self.page.locator('[data-at-rest="true"]')).to_be_attached()
        self.page.wait_for_function(AT_REST)

    def spot(self, box: int) -> Locator:
        return self.page.locator(f'[data-spot="{box}"]')

    def chip(self, minor: int) -> Locator:
        return self.page.locator(f'[data-rack="{minor}"]')

    def button(self, name: str) -> Locator:
        return self.page.locator(f'[data-button="{name}"]')

    def can(self, name: str) -> Locator:
        """A button, when it can be used: a press while cards move only hurries them."""
        button = f'[data-button="{name}"]:not([aria-disabled])'
        return self.page.locator(f'[data-at-rest="true"] {button}')

    def press(self, *names: str) -> None:
        for name in names:
            self.can(name).click()

    def cards(self, hand: str) -> Locator:
        """The cards of a hand such as `b1h0`, or of the dealer, `d`."""
        pattern = "d" if hand == "d" else f"{hand}c"
        return self.page.locator(f'[data-table] [data-card^="{pattern}"]')

    def sees_cards(self, hand: str, *names: str) -> None:
        expect(self.cards(hand)).to_have_count(len(names))
        for at, name in enumerate(names):
            expect(self.cards(hand).nth(at)).to_have_attribute("aria-label", name)

    @property
    def complaints(self) -> list[str]:
        """What his console said that it should not have."""
        return [error for error in self.errors if not self.allowed(error)]

    @property
    def balance(self) -> Locator:
        return self.page.locator("[data-purse]")

    @property
    def disc(self) -> Callable[[str], Locator]:
        return lambda hand: self.page.locator(f'[data-disc="{hand}"]')

    @property
    def voice(self) -> list[str]:
        """What was said, with spaces for what no line is broken at."""
        said = self.page.locator("[data-voice] p").all_inner_texts()
        return [sentence.replace("\u00a0", " ") for sentence in said]

    def reads(self, words: str) -> None:
        """Such a notice lies there, or did."""
        self.page.wait_for_function("words => read.some(text => text.includes(words))", arg=words)

    def has_read(self, words: str) -> bool:
        return bool(self.page.evaluate("words => read.some(text => text.includes(words))", words))

    def heard(self, *sentences: str) -> None:
        """These sentences were said, in this order (others may lie between)."""
        expect(self.page.locator("[data-voice]")).to_contain_text(sentences[-1])
        said = iter(self.voice)
        for sentence in sentences:
            assert any(sentence in one for one in said), (sentence, self.voice)


def grant(house: House, player: Player, *words: str) -> None:
    """The operator's command that gives the player a bonus."""
    me = player.page.request.get(f"{house.address}/api/me").json()
    database = str(house.folder / "house.db")
    command = [str(EVENMONEY), "bonus", "grant", str(me["player"]), *words, "--database", database]
    subprocess.run(command, check=True, capture_output=True)


AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = CLIENT / "node_modules" / "axe-core" / "axe.min.js"


def axe_findings(page: Page) -> list[str]:
    """What axe finds wrong on a page, WCAG 2.2 A and AA, one line a finding."""
    axe_looks(page)
    return axe_found(page)


def axe_looks(page: Page) -> None:
    """Axe begins to look. It has timers of its own: where the page's clock stands it is for the
    caller to let it run on."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())  # the house's own policy lets no page add a script
    page.evaluate(AXE_LOOKS, AXE_RULES)


def axe_found(page: Page) -> list[str]:
    """What axe found when it last looked, one line a finding."""
    results: Any = page.evaluate("axeFound")
    return [
        f"{finding['id']}: {finding['help']}: "
        + "; ".join(re.sub(r"\s+", " ", node["html"])[:160] for node in finding["nodes"][:3])
        for finding in results["violations"]
    ]


AXE_LOOKS = """rules => {
    window.axeFound = axe.run({ runOnly: rules, resultTypes: ['violations'] });
}"""

OVERLAPS = CLIENT / "scripts" / "overlaps.js"


def covered(page: Page) -> list[str]:
    """What covers what must be read, leaves the screen, or is too small to press."""
    found: list[str] = page.evaluate(OVERLAPS.read_text())
    return found


class Inspector:
    """Remembers what is wrong in each phase it is shown."""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}
        self.seen: list[str] = []

    def look(self, phase: str, player: Player) -> None:
        self.seen.append(phase)
        found = axe_findings(player.page) + covered(player.page)
        if found:
            self.found[phase] = found

    def look_twice(self, phase: str, player: Player) -> None:
        """On a desktop and on a phone, whatever his own screen is."""
        own = player.page.viewport_size
        for name, size in {"desktop": DESKTOP, "phone": PHONE}.items():
            player.resize(size)
            self.look(f"{phase} on a {name}", player)
        if own:
            player.resize((own["width"], own["height"]))
