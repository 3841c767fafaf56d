"""Three people, each in a browser of his own, at one table: what each of them sees and hears."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.company import LONG_SECONDS, TABLE, Latecomer, Three, company, sit
from tests.browser.people import House, Inspector, Player, clocked, dealt, is_quiet

ROUNDS = 10
ROUNDS_THAT_MOVE = 2
MOVING = pytest.mark.browser_context_args(reduced_motion="no-preference")
PHONE = {"width": 390, "height": 844}
LOOKS = os.environ.get("EVENMONEY_LOOKS")
"""A folder for screenshots, for whoever wants to look at what the test saw."""


@pytest.fixture
def house(tmp_path: Path, pages: None) -> Iterator[House]:
    """The game as it is shipped, but for its clocks: an operator's own file."""
    opened = House(tmp_path)
    opened.options = clocked(tmp_path, betting=40, insurance=5, action=7)
    opened.stack(*[dealt("Td 8h / 9c 9d / Ts 7s", up="6c", down="Ts", then="9h")] * 30)
    opened.start()
    yield opened
    opened.close()


@pytest.fixture
def three(player: Player, another: Callable[[], Player], house: House) -> Three:
    """Three at one table, in seats 1 to 3; the third one holds a phone."""
    house.stop_time()
    players = (player, another(), another())
    players[2].page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for number, one in enumerate(players, 1):
        one.sit(TABLE)
        expect(players[0].page.locator("[data-seat]")).to_have_count(number)
    return players


def look(name: str, players: Three) -> None:
    if LOOKS:
        for number, one in enumerate(players, 1):
            one.page.screenshot(path=str(Path(LOOKS) / f"{name}-{number}.png"))


def bet_and_deal(players: Three) -> None:
    """Each bets on the box before him, and sees the others' chips; then all say DEAL."""
    for box, one in enumerate(players, 1):
        one.spot(box).click()
        for other in players:
            expect(other.page.locator(f'[data-bet="{box}"]')).to_be_visible()
    for one in players:
        one.press("deal")


def all_stand(players: Three) -> None:
    """Each stands in his turn; the others have no button for his hand."""
    for one in players:
        expect(one.can("stand")).to_be_visible()
        for other in players:
            if other is not one:
                expect(other.button("stand")).to_have_count(0)
        one.press("stand")


def round_is_over(players: Three) -> None:
    for one in players:
        expect(one.can("deal_again")).to_be_visible()


@MOVING
@pytest.mark.timeout(300)
@pytest.mark.clause("000-C11", "000-T1", "000-B5")
def test_three_people_play_ten_rounds_and_each_sees_the_same(three: Three) -> None:
    one, two, _ = three
    for number in range(ROUNDS):
        if number == ROUNDS_THAT_MOVE:
            for player in three:
                player.page.emulate_media(reduced_motion="reduce")
        bet_and_deal(three)
        if number == 0:
            expect(one.page.get_by_role("timer")).to_be_visible()
            expect(one.can("stand")).to_be_visible()
            look("turn", three)
        all_stand(three)
        round_is_over(three)
        for player in three:
            for box in (1, 2, 3):
                assert player.disc(f"b{box}h0").is_visible()
        if number == 0:
            look("results", three)
    for player in three:  # the dealer was bust each time: a chip of 1.00 won in every round
        expect(player.balance).to_contain_text("1,010.00")
    assert two.page.locator("[data-seat]").count() == 3


@pytest.mark.clause("000-B10", "000-B9")
def test_a_displaced_player_sees_his_chips_come_back_and_why(three: Three) -> None:
    one, two, three_ = three
    one.spot(1).click()
    one.spot(3).click()
    expect(three_.page.locator('[data-bet="3"]')).to_be_visible()
    expect(two.page.locator('[data-seat="3"]')).to_contain_text(name_of(one, 1, two))
    three_.spot(3).click()
    one.reads("has first right to it")
    one.reads("box 1 stands")
    look("displaced", three)


def name_of(player: Player, seat: int, seen_by: Player) -> str:
    """What another sees on the plate of a player's seat."""
    assert player is not seen_by
    return seen_by.page.locator(f'[data-seat="{seat}"] b').inner_text()


@pytest.mark.clause("000-B14", "000-B13", "000-B12")
def test_of_two_bets_at_once_the_second_player_is_told_who_was_faster(
    player: Player, another: Callable[[], Player]
) -> None:
    player.house.stop_time()
    three = early, late, _ = player, another(), another()
    line = Latecomer(late)
    line.holds("place_bet")
    sit(three)
    late.spot(3).click()
    expect(late.page.locator('.pending [data-bet="3"]')).to_be_visible()
    early.spot(3).click()
    expect(early.balance).to_contain_text("999.00")
    line.arrive()
    late.reads("was faster")
    expect(late.page.locator(".pending")).to_have_count(0)
    expect(late.balance).to_contain_text("1,000.00")
    expect(early.balance).to_contain_text("999.00")


@pytest.mark.clause("000-T9", "000-T10", "000-F5", "000-F7")
def test_the_card_plays_for_who_lets_time_pass_and_for_who_is_gone(three: Three) -> None:
    one, two, three_ = three
    bet_and_deal(three)
    expect(one.can("stand")).to_be_visible()
    expect(one.page.get_by_role("timer")).to_contain_text("left")
    look("last-seconds", three)
    one.house.time_passes(LONG_SECONDS)
    one.reads("Time was up")
    one.heard("Five seconds.")
    assert sum("Five seconds." in said for said in one.voice) == 1
    expect(two.can("stand")).to_be_visible()
    three_.page.goto("about:blank")
    one.reads("is away")
    two.press("stand")
    for player in (one, two):
        expect(player.can("deal_again")).to_be_visible()
    look("away", (one, two, two))
    three_.sit(TABLE)
    one.reads("is back")
    bet_and_deal(three)
    all_stand(three)
    round_is_over(three)


@MOVING
@pytest.mark.timeout(300)
@pytest.mark.clause("000-T6", "000-T7")
def test_axe_finds_nothing_and_nothing_is_covered_in_an_evening_of_three(
    player: Player, another: Callable[[], Player]
) -> None:
    inspector = Inspector()
    dropped = another()
    dropped.allowed = is_quiet
    company((player, another(), dropped), inspector.look_twice)
    assert inspector.found == {}
    seen = {phase.split(" on a ")[0] for phase in inspector.seen}
    assert {"displaced", "mixing", "insurance-timed-out", "last-seconds", "offline"} <= seen
