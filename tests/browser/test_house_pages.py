"""The house outside its tables: the lobby as it changes, accounts, rules and fairness."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import DESKTOP, PHONE, House, Player, axe_findings, dealt

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
TABLE = "classic-multiplayer-1"
SECRET = "correct horse"


def is_refused(error: str) -> bool:
    """What Chromium itself writes when a request is answered with no."""
    return "Failed to load resource" in error


def a_guest_who_lost_one(player: Player) -> None:
    """A guest whose balance is no longer the opening money."""
    player.house.stack("Td Th 6h 9s Kd 5c")
    player.sit()
    player.spot(1).click()
    player.press("deal", "hit")
    expect(player.can("new_bets")).to_be_visible()
    expect(player.balance).to_contain_text("999.00")


def test_a_guest_keeps_his_money_when_he_makes_an_account(
    player: Player, another: Callable[[], Player]
) -> None:
    page = player.page
    a_guest_who_lost_one(player)
    page.goto(f"{player.house.address}/account")
    expect(page.locator("main")).to_contain_text("999.00")
    page.get_by_role("button", name="Keep this account").click()
    player.fills_in("Mara", SECRET, "Keep this account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Mara")
    elsewhere = another()
    elsewhere.logs_in("Mara", SECRET)
    expect(elsewhere.page.locator("header").first).to_contain_text("999.00")


def test_a_session_elsewhere_is_seen_and_ended(
    player: Player, another: Callable[[], Player]
) -> None:
    page, elsewhere = player.page, another()
    player.allowed = elsewhere.allowed = is_refused
    page.goto(f"{player.house.address}/account")
    page.get_by_role("button", name="I want a new account").click()
    player.fills_in("Tess", SECRET, "New account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tess")
    elsewhere.logs_in("Tess", SECRET)
    expect(elsewhere.page.locator("header").first).to_contain_text("Tess")
    page.reload()
    expect(page.locator("[data-session]")).to_have_count(2)
    page.locator("[data-session=other]").get_by_role("button").click()
    expect(page.locator("[data-session]")).to_have_count(1)
    expect(page.locator("[data-session=current]")).to_contain_text("this browser")
    elsewhere.page.reload()
    expect(elsewhere.page.get_by_role("button", name="Log in")).to_be_visible()
    elsewhere.errors.clear()


def test_a_password_is_changed_by_who_knows_the_old_one(
    player: Player, another: Callable[[], Player]
) -> None:
    page = player.page
    player.allowed = is_refused
    page.goto(f"{player.house.address}/account")
    page.get_by_role("button", name="I want a new account").click()
    player.fills_in("Karl", SECRET, "New account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Karl")
    for old, told in [("a wrong one", "don't match|password"), (SECRET, "new password is set")]:
        page.get_by_label("Password now").fill(old)
        page.get_by_label("New password").fill("battery staple")
        page.get_by_role("button", name="Change the password").click()
        expect(page.get_by_role("status").first).to_contain_text(re.compile(told))
    elsewhere = another()
    elsewhere.logs_in("Karl", "battery staple")
    expect(elsewhere.page.locator("header").first).to_contain_text("Karl")


def test_a_wrong_password_is_said_and_a_forgotten_one_is_replaced_by_letter(
    player: Player, house: House
) -> None:
    page = player.page
    player.allowed = is_refused
    page.goto(f"{house.address}/account")
    page.get_by_role("button", name="I want a new account").click()
    page.get_by_label("E-mail").fill("olga@example.org")
    player.fills_in("Olga", SECRET, "New account")
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("button", name="Log in").click()
    player.fills_in("Olga", "something else", "Log in")
    expect(page.get_by_role("alert")).to_contain_text("don't match")
    page.get_by_role("button", name="Password forgotten").click()
    page.get_by_role("button", name="Send a letter").click()
    expect(page.get_by_role("alert")).to_contain_text("letter")
    letter = next((house.folder / "mail").iterdir()).read_text()
    link = re.search(r"https?://\S+", letter)
    assert link is not None, letter
    page.goto(link.group())
    page.get_by_label("At least eight characters").fill("battery staple")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("status")).to_contain_text("is set")
    player.logs_in("Olga", "battery staple")
    expect(page.locator("header").first).to_contain_text("Olga")


def test_the_lobby_tells_at_once_who_sits_down_and_what_a_table_does(
    player: Player, another: Callable[[], Player]
) -> None:
    page, house = player.page, player.house
    house.stop_time()
    house.stack(dealt("Td 8h", up="6c", down="Ts"))
    page.goto(house.address)
    page.get_by_role("button", name="Play at once").click()
    expect(player.spot(1)).to_be_visible()
    page.get_by_role("button", name="Back to the lobby").click()
    first = page.get_by_role("region", name="Classic Blackjack, three seats").locator("li").first
    expect(first).to_contain_text("Empty table")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    one = another()
    one.sit(TABLE)
    expect(first).to_contain_text("2 seats free")
    expect(first).to_contain_text("Betting")
    one.spot(1).click()
    one.press("deal")
    expect(first).to_contain_text("A round is played")
    assert not [url for url in asked if url.endswith("/api/lobby")], "the lobby was asked for"
    for _ in range(2):
        another().sit(TABLE)
    expect(first).to_contain_text("full")
    first.get_by_role("button", name="Watch").click()
    expect(page.locator(".watching")).to_contain_text("You look on.")
    expect(page.locator("[data-button]")).to_have_count(0)


@SIZES
def test_axe_finds_nothing_on_the_pages_of_the_house(player: Player, size: tuple[int, int]) -> None:
    page = player.page
    player.resize(size)
    player.sit()
    for path in ("", "account", "rules", "rules/classic", "fairness"):
        page.goto(f"{player.house.address}/{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert axe_findings(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
    page.goto(f"{player.house.address}/account")
    page.get_by_role("button", name="Keep this account").click()
    assert axe_findings(page) == []


def test_rules_are_read_in_the_lobby_without_sitting_down(player: Player) -> None:
    page = player.page
    page.goto(player.house.address)
    page.get_by_role("button", name="Rules of European Blackjack").click()
    panel = page.get_by_role("dialog")
    expect(panel).to_contain_text("If the line breaks")
    expect(panel).to_contain_text("Strategy card")
    expect(panel.locator("[data-returns]")).to_contain_text("RTP")
    assert page.url.rstrip("/") == player.house.address
