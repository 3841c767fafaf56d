"""Somebody for whom there is no seat: what he sees of a table for several, and how he gets one."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.company import TABLE, Latecomer, Three, company, sit
from tests.browser.people import (
    DESKTOP,
    PHONE,
    House,
    Inspector,
    Player,
    clocked,
    dealt,
    is_quiet,
)

PHONE_ON_ITS_SIDE = (844, 390)
FULL = "All seats are taken: you look on."
LINES = {
    "empty": FULL,
    "betting": FULL,
    "displaced": FULL,
    "waited-for": FULL,
    "mixing": FULL,
    "insurance": r"^Guest.\d+ decides\. You look on\.",
    "insurance-of-another": r"^Guest.\d+ decides\. You look on\.",
    "turn": r"^Guest.\d+ plays\. You look on\.",
    "last-seconds": r"^Guest.\d+ plays\. You look on\.",
    "results": FULL,
}
"""What the deck says to an onlooker, by what the three at the table are at."""
LOOKS = os.environ.get("EVENMONEY_LOOKS")
"""A folder for screenshots, for whoever wants to look at what the test saw."""


class Onlooker:
    """One more who comes when all are seated, and looks whenever there is something to see."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.inspector = Inspector()

    def look(self, phase: str, _: Player) -> None:
        if phase == "empty":
            self.player.sit(TABLE)
        if phase in LINES:
            self._sees_a_quiet_deck(phase)

    def _sees_a_quiet_deck(self, phase: str) -> None:
        deck = self.player.page.locator(".watching")
        expect(deck).to_contain_text(re.compile(LINES[phase]))
        self.player.rests()
        expect(deck.get_by_role("button")).to_have_count(1)
        expect(deck.get_by_role("button", name="Rules and strategy card")).to_be_visible()
        for pressed in ("[data-button]", "[data-rack]", "button[data-spot]"):
            expect(self.player.page.locator(pressed)).to_have_count(0)
        for size in (DESKTOP, PHONE, PHONE_ON_ITS_SIDE):
            self.player.resize(size)
            name = f"{phase}-{size[0]}x{size[1]}"
            self.inspector.look(name, self.player)
            picture(name, self.player)


def picture(name: str, player: Player) -> None:
    if LOOKS:
        player.page.screenshot(path=str(Path(LOOKS) / f"onlooker-{name}.png"))


@pytest.fixture
def house(tmp_path: Path, pages: None) -> Iterator[House]:
    """The shipped game, but for clocks that a test can let run out."""
    opened = House(tmp_path)
    opened.options = clocked(tmp_path, betting=40, insurance=5, action=7)
    opened.start()
    yield opened
    opened.close()


@pytest.fixture
def three(player: Player, another: Callable[[], Player]) -> Three:
    """Three at one table whose clocks stand, each with a pat hand before a dealer who is bust."""
    player.house.stop_time()
    player.house.stack(*[dealt("Td 8h / 9c 9d / Ts 7s", up="6c", down="Ts", then="9h")] * 10)
    players = (player, another(), another())
    sit(players)
    return players


@pytest.fixture
def onlooker(three: Three, another: Callable[[], Player]) -> Player:
    """A fourth: there is no seat for him yet."""
    fourth = another()
    fourth.sit(TABLE)
    expect(fourth.page.locator(".watching")).to_have_text(re.compile(FULL))
    return fourth


def leaves(player: Player) -> None:
    player.page.get_by_role("button", name="Back to the lobby").click()
    expect(player.page.locator("[data-table]")).to_have_count(0)


@pytest.mark.timeout(300)
def test_who_has_no_seat_sees_a_quiet_deck_in_every_phase(
    player: Player, another: Callable[[], Player]
) -> None:
    dropped = another()
    dropped.allowed = is_quiet
    onlooker = Onlooker(another())
    company((player, another(), dropped), onlooker.look)
    assert onlooker.inspector.found == {}
    assert len(onlooker.inspector.seen) == 3 * len(LINES)
    assert not any("Place your bets" in said for said in onlooker.player.voice)


def test_an_onlooker_sits_down_as_soon_as_a_seat_is_free(three: Three, onlooker: Player) -> None:
    one, two, _ = three
    one.spot(1).click()
    expect(onlooker.page.locator('[data-bet="1"]')).to_be_visible()
    onlooker.page.locator('[data-spot="3"]').click()
    onlooker.page.locator('[data-spot="3"]').click(button="right")
    expect(onlooker.page.locator("[data-bet]")).to_have_count(1)
    leaves(two)
    onlooker.heard("Seat 2 is free: you may sit down.")
    expect(onlooker.page.locator(".watching")).to_contain_text("One seat is free.")
    for size in (DESKTOP, PHONE, PHONE_ON_ITS_SIDE):
        onlooker.resize(size)
        picture(f"may-sit-{size[0]}x{size[1]}", onlooker)
        inspector = Inspector()
        inspector.look("a seat is free", onlooker)
        assert inspector.found == {}
    onlooker.press("sit")
    expect(onlooker.page.locator('[data-seat="2"]')).to_contain_text("You")
    onlooker.heard("You sit at box 2.")
    onlooker.spot(2).click()
    onlooker.press("deal")
    expect(one.page.locator('[data-bet="2"]')).to_be_visible()


@pytest.mark.clause("000-S6")
def test_who_sits_down_during_a_round_by_keyboard_plays_the_next_one(
    three: Three, onlooker: Player
) -> None:
    one, two, last = three
    for box, player in enumerate((one, two), 1):
        player.spot(box).click()
    last.press("skip")
    one.press("deal")
    two.press("deal")
    expect(one.can("stand")).to_be_visible()
    leaves(last)
    deck = onlooker.page.locator(".watching")
    expect(deck).to_contain_text("One seat is free.")
    expect(onlooker.can("sit")).to_contain_text("from the next round on")
    for size in (DESKTOP, PHONE, PHONE_ON_ITS_SIDE):
        onlooker.resize(size)
        picture(f"may-sit-in-a-round-{size[0]}x{size[1]}", onlooker)
    onlooker.resize(DESKTOP)
    onlooker.can("sit").focus()
    onlooker.page.keyboard.press("Enter")
    expect(deck).to_contain_text("You play from the next round on.")
    expect(deck.get_by_role("button", name="Rules and strategy card")).to_be_focused()
    picture("waits", onlooker)
    one.press("stand")
    two.press("stand")
    expect(one.can("deal_again")).to_be_visible()
    expect(onlooker.button("deal")).to_be_visible()
    onlooker.spot(3).click()
    expect(onlooker.can("deal")).to_be_visible()


def test_of_two_onlookers_who_want_one_seat_the_second_looks_on(
    three: Three, onlooker: Player, another: Callable[[], Player]
) -> None:
    second = another()
    line = Latecomer(second)
    second.sit(TABLE)
    line.holds("join")
    leaves(three[2])
    second.press("sit")
    onlooker.press("sit")
    expect(onlooker.page.locator('[data-seat="3"]')).to_contain_text("You")
    line.arrive()
    expect(second.page.locator(".watching")).to_contain_text(FULL)
    second.rests()
    expect(second.button("sit")).to_have_count(0)
