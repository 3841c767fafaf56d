"""A player whose money lies in the operator's own wallet, in a real browser: what he sees of it
when all is well, and when the wallet is away."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, House, Player, axe_findings, covered, dealt
from tests.patience import PATIENCE_SECONDS
from tests.wallet.server import SECRET, Wallet, serving

HAS = 123_456
LOOK_MS = 50
LOOKS = os.environ.get("EVENMONEY_LOOKS")
AWAY = "Your wallet can not be reached now, so nothing was changed."


class Vault:
    """The operator's wallet at one address, which can be closed and opened again."""

    def __init__(self) -> None:
        self.wallet = Wallet()
        self.wallet.gives = HAS
        self.url = ""
        self._open = ExitStack()

    def open(self) -> None:
        port = int(self.url.split(":")[2].partition("/")[0]) if self.url else 0
        portal = self._open.enter_context(start_blocking_portal())
        here = portal.wrap_async_context_manager(serving(self.wallet, port))
        self.url = self._open.enter_context(here)

    def close(self) -> None:
        self._open.close()


@pytest.fixture
def vault() -> Iterator[Vault]:
    opened = Vault()
    opened.open()
    yield opened
    opened.close()


@pytest.fixture
def house(tmp_path: Path, pages: None, vault: Vault) -> Iterator[House]:
    secret = tmp_path / "secret"
    secret.write_bytes(SECRET)
    opened = House(tmp_path)
    opened.stop_time()
    opened.options = ["--wallet", vault.url, "--wallet-secret-file", str(secret)]
    opened.start()
    yield opened
    opened.close()


def holds(vault: Vault, player: Player, amount: int) -> None:
    """Wait until the wallet has so much of the player's: what lies idle is brought in time."""
    me = player.page.request.get(f"{player.house.address}/api/me").json()["player"]
    for _ in range(PATIENCE_SECONDS * 1000 // LOOK_MS):
        if vault.wallet.accounts.get(me) == amount:
            return
        player.house.time_passes(2)
        player.page.wait_for_timeout(LOOK_MS)
    raise AssertionError(f"the wallet holds {vault.wallet.accounts.get(me)}, not {amount}")


def picture(name: str, player: Player) -> None:
    """What he sees covers nothing, at either size."""
    for size in (DESKTOP, PHONE):
        player.resize(size)
        if LOOKS:
            player.page.screenshot(path=str(Path(LOOKS) / f"wallet-{name}-{size[0]}.png"))
        assert axe_findings(player.page) + covered(player.page) == []
    player.resize(DESKTOP)


def test_what_is_shown_is_the_wallets_money_before_a_round_in_it_and_after_it(
    player: Player, house: House, vault: Vault
) -> None:
    house.stack(dealt("Td 9h", up="9s", down="9c"))
    player.sit()
    expect(player.balance).to_contain_text("1,234.56")
    player.chip(500).click()
    player.spot(1).click()
    expect(player.balance).to_contain_text("1,229.56")
    holds(vault, player, HAS - 500)
    player.press("deal", "stand")
    expect(player.balance).to_contain_text("1,239.56")
    holds(vault, player, HAS + 500)
    expect(player.balance).to_contain_text("1,239.56")
    player.page.goto(house.address)
    expect(player.page.locator("header").first).to_contain_text("1,239.56")


def test_a_wallet_that_is_away_is_told_at_each_press_and_costs_nothing(
    player: Player, house: House, vault: Vault
) -> None:
    house.stack(dealt("6d 5h", up="6s", down="Th", then="9s Kd"))
    player.sit()
    player.chip(500).click()
    player.spot(1).click()
    player.press("deal")
    expect(player.can("double")).to_be_visible()
    vault.close()
    player.press("double")
    expect(player.page.locator(".refusal")).to_contain_text(AWAY)
    player.heard(AWAY)
    expect(player.can("double")).to_be_visible()
    expect(player.balance).to_contain_text("1,229.56")
    picture("away-in-a-round", player)
    vault.open()
    player.press("double")
    expect(player.can("new_bets")).to_be_visible()
    expect(player.balance).to_contain_text("1,244.56")
    expect(player.page.locator(".refusal")).to_have_count(0)
    holds(vault, player, HAS + 1000)


def test_without_his_wallet_nothing_is_bet_and_what_was_won_is_brought_when_it_is_back(
    player: Player, house: House, vault: Vault
) -> None:
    house.stack(*[dealt("Td 9h", up="9s", down="9c")] * 3)
    player.sit()
    player.chip(500).click()
    player.spot(1).click()
    player.press("deal")
    expect(player.can("stand")).to_be_visible()
    vault.close()
    player.press("stand")
    expect(player.balance).to_contain_text("1,239.56")
    player.press("new_bets")
    player.chip(2500).click()
    player.spot(1).click()
    expect(player.page.locator(".refusal")).to_contain_text(AWAY)
    expect(player.page.locator("[data-bet]")).to_have_count(0)
    picture("away-before-a-bet", player)
    player.page.reload()
    expect(player.spot(1)).to_be_visible()
    picture("away-reload", player)
    expect(player.balance).to_contain_text("1,239.56")
    vault.open()
    player.sit()
    holds(vault, player, HAS + 500)
    expect(player.balance).to_contain_text("1,239.56")
    player.chip(2500).click()
    player.spot(1).click()
    expect(player.balance).to_contain_text("1,214.56")
