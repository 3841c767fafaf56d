"""Where things stand and what colour they have, and the sources' gestures at their own games."""

import colorsys

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import DESKTOP, PHONE, House, Player, covered, dealt

WIDTH, HEIGHT = DESKTOP
MOVING = pytest.mark.browser_context_args(reduced_motion="no-preference")
HUES = {
    "red": (340, 20),
    "gold": (30, 48),
    "yellow": (48, 66),
    "green": (100, 165),
    "aqua": (165, 195),
    "blue": (200, 240),
    "violet": (245, 290),
}
"""Degrees of the colour circle, from and to."""


def middle(thing: Locator) -> tuple[float, float]:
    """Where a thing is: the middle of it, as shares of the screen."""
    box = thing.bounding_box()
    assert box is not None
    return (box["x"] + box["width"] / 2) / WIDTH, (box["y"] + box["height"] / 2) / HEIGHT


def top_and_bottom(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def colour(thing: Locator, of: str) -> str:
    """The name of a colour as it is drawn."""
    drawn = thing.evaluate(f"element => getComputedStyle(element).{of}")
    red, green, blue = (int(part) / 255 for part in drawn[4:-1].split(",")[:3])
    hue = 360 * colorsys.rgb_to_hls(red, green, blue)[0]
    for name, (low, high) in HUES.items():
        if low <= hue < high or (low > high and (hue >= low or hue < high)):
            return name
    return f"{drawn} at {hue:.0f}"


def disc(player: Player, hand: str) -> str:
    player.rests()
    return colour(player.disc(hand).locator(".fill"), "fill")


@pytest.mark.clause("000-S5", "000-D2", "000-B1", "000-B2", "000-B3")
def test_kind_and_number_are_top_right_and_the_chips_at_the_left(
    player: Player, house: House
) -> None:
    house.stack(dealt("Td 6h", up="9s", down="5c", then="4d 8h"))
    player.sit()
    x, y = middle(player.page.locator(".kind", has_text="Single-player"))
    assert (x > 0.5, y < 0.1) == (True, True)
    assert middle(player.page.locator(".rack"))[0] < 0.4 < middle(player.button("deal"))[0]
    before = player.page.locator('[data-rack][aria-pressed="true"]').get_attribute("data-rack")
    player.page.get_by_role("button", name="Larger chip").click()
    chosen = player.page.locator('[data-rack][aria-pressed="true"]')
    assert int(chosen.get_attribute("data-rack") or 0) > int(before or 0)
    player.page.get_by_role("button", name="Smaller chip").click()
    player.spot(1).click()
    expect(player.balance).to_contain_text("999.00")
    player.press("deal")
    number = player.page.locator("[data-round]")
    expect(number).to_contain_text("Round ")
    x, y = middle(number)
    assert (x > 0.5, y < 0.1) == (True, True)


@MOVING
@pytest.mark.clause(
    "000-C1", "000-C2", "000-C3", "000-C4", "000-C5", "000-C6", "000-C7", "000-C8", "000-C9"
)
def test_totals_stand_in_coloured_discs_and_an_arrow_turns_round_the_one_in_play(
    player: Player, house: House
) -> None:
    house.stack(
        dealt("Ah Kd / Td 6h / 9c 9d", up="8s", down="Th", then="9h"),
        dealt("Td 9h / Tc 7c / Ts Kh", up="8s", down="Th"),
    )
    player.sit()
    for box in (1, 2, 3):
        player.spot(box).click()
    player.press("deal")
    expect(player.can("hit")).to_be_visible()
    assert (disc(player, "b1h0"), disc(player, "b3h0")) == ("gold", "green")
    player.rests()
    above, cards = player.disc("b1h0"), player.page.locator('[data-cards="b1h0"]')
    assert top_and_bottom(above)[1] <= top_and_bottom(cards)[0] + 2
    arrow = player.page.locator(".orbit")
    expect(arrow).to_have_count(1)
    expect(player.disc("b2h0").locator(".orbit")).to_have_count(1)
    assert arrow.evaluate("a => getComputedStyle(a).animationIterationCount") == "infinite"
    player.press("hit", "stand")
    expect(player.can("deal_again")).to_be_visible()
    assert (disc(player, "b2h0"), disc(player, "b3h0")) == ("red", "aqua")
    player.press("deal_again", "stand")
    expect(player.can("stand")).to_be_visible()
    assert disc(player, "b1h0") == "blue"
    player.press("stand", "stand")
    expect(player.can("deal_again")).to_be_visible()
    assert (disc(player, "b1h0"), disc(player, "b2h0")) == ("yellow", "violet")


@pytest.mark.clause("000-I4", "000-I17", "000-C9", "000-C10")
def test_insurance_is_asked_at_the_bottom_and_lies_above_the_cards(
    player: Player, house: House
) -> None:
    house.stack(dealt("Td 6h / Tc 7h", up="As", down="5c", then="9d"))
    player.sit()
    player.chip(1000).click()
    player.spot(1).click()
    player.spot(2).click()
    player.press("deal")
    expect(player.can("insure")).to_be_visible()
    assert middle(player.button("insure"))[1] > 0.75
    expect(player.disc("b1h0").locator(".orbit")).to_have_count(1)
    player.press("insure")
    laid, cards = player.page.locator('[data-insurance="1"]'), player.page.locator("[data-cards]")
    expect(player.can("pass")).to_be_visible()
    player.rests()
    assert top_and_bottom(laid)[1] <= top_and_bottom(cards.first)[0] + 2
    expect(player.can("pass")).to_contain_text("Skip")
    player.press("pass")
    expect(player.page.locator('[data-insurance="2"]')).to_have_count(0)
    expect(player.can("hit")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, (1024, 768), (844, 390), PHONE])
def test_no_insurance_of_three_boxes_is_covered_or_leaves_the_screen(
    player: Player, house: House, size: tuple[int, int]
) -> None:
    house.stack(dealt("Td 6h / Ts 7h / 9c 7d", up="As", down="5c"))
    player.resize(size)
    player.sit()
    player.chip(2500).click()
    for box in (1, 2, 3):
        player.spot(box).click()
    player.press("deal", "insure", "insure")
    expect(player.page.locator("#question")).to_contain_text("Insure box 3")
    player.rests()
    assert covered(player.page) == []
    player.press("insure")
    expect(player.can("stand")).to_be_visible()
    assert covered(player.page) == []


@pytest.mark.clause("000-T1", "000-S5")
def test_the_clock_runs_at_the_top_left_while_bets_are_waited_for(player: Player) -> None:
    player.house.stop_time()  # the page counts on all the same
    player.sit("classic-multiplayer-1")
    expect(player.page.locator(".kind")).to_contain_text("Multiplayer")
    player.spot(1).click()
    clock = player.page.get_by_role("timer")
    expect(clock).to_be_visible()
    x, y = middle(clock)
    assert (x < 0.25, y < 0.25) == (True, True)
    first = clock.get_attribute("aria-label")
    expect(clock).not_to_have_attribute("aria-label", first or "")


@pytest.mark.clause(
    "001-B1", "001-B2", "001-B3", "001-B4", "001-B7", "001-B11", "001-B12", "001-B13"
)
def test_at_table_credits_chips_are_laid_taken_back_laid_again_and_doubled(
    player: Player, house: House
) -> None:
    house.stack("Td 9s Kh 8c", "Td 9s Kh 8c")
    player.sit("table-credits-1")
    chip = player.chip(100)
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    player.rests()
    assert top_and_bottom(chip)[0] < top_and_bottom(player.chip(20))[0] - 5
    bet = player.page.locator('[data-box="1"] .laid .amt')
    for credits in ("10", "20", "30"):
        player.spot(1).click()
        expect(bet).to_have_text(credits)
    player.spot(1).click(modifiers=["Shift"])
    expect(bet).to_have_text("20")
    player.press("clear")
    expect(bet).to_have_count(0)
    player.spot(1).click()
    player.press("deal", "stand")
    expect(player.can("new_bets")).to_be_visible()
    player.press("redo")
    expect(bet).to_have_text("10")
    expect(player.cards("b1h0")).to_have_count(0)
    player.spot(1).click()
    expect(bet).to_have_text("20")
    player.press("clear", "double_bets")
    expect(bet).to_have_text("20")
    expect(player.cards("b1h0")).to_have_count(0)
    player.press("deal")
    player.sees_cards("b1h0", "ten of diamonds", "king of hearts")


@MOVING
@pytest.mark.clause(
    "001-C2", "001-C7", "001-C8", "001-C9", "001-C10", "001-C11", "001-C12", "001-C13",
    "001-C14", "001-W1",
)  # fmt: skip
def test_at_table_credits_the_console_is_right_the_meter_below_and_turbo_lights_red(
    player: Player, house: House
) -> None:
    page = player.page
    house.stack("Td 9s 2h 8c 7d")
    player.sit("table-credits-1")
    console, meter = page.locator(".console"), page.locator(".meter")
    assert middle(console)[0] > 0.75
    assert middle(meter)[1] > 0.95
    for words in ("Guest", "€ 1,000.00", "10,000", "€ 0.10"):
        expect(console).to_contain_text(words)
    lit = page.get_by_role("button", name="Turbo")
    expect(lit).to_have_attribute("aria-pressed", "false")
    lit.click()
    expect(lit).to_have_attribute("aria-pressed", "true")
    assert colour(lit, "backgroundColor") == "red"
    player.chip(100).click()
    player.spot(1).click()
    player.press("deal")
    expect(player.disc("b1h0").locator("text")).to_have_text("12")
    player.press("hit")
    expect(player.disc("b1h0").locator("text")).to_have_text("19")
    player.press("stand")
    expect(player.can("deal_again")).to_be_visible()
    expect(meter).to_contain_text("Credits paid 20")
    expect(meter).to_contain_text("Credits bet 10")
    expect(player.balance).to_contain_text("net +10 (€ 1.00)")
    lit.click()
    expect(lit).to_have_attribute("aria-pressed", "false")


@pytest.mark.clause("004-B2", "004-B3", "004-B4", "004-B5", "004-B6", "004-B7", "004-R3")
def test_at_the_shoe_a_pack_is_cut_and_boxes_are_bought_by_click_and_by_drag(
    player: Player, house: House
) -> None:
    page = player.page
    player.sit("six-deck-shoe-1")
    page.get_by_role("button", name="Cut", exact=True).click()
    page.get_by_role("slider").fill("52")
    page.get_by_role("button", name="Cut here").click()
    player.chip(500).click()
    player.spot(1).click()
    expect(player.balance).to_contain_text("995.00")
    player.chip(1000).drag_to(player.spot(2))
    expect(player.balance).to_contain_text("985.00")
    player.spot(2).click(modifiers=["Control"])
    expect(player.balance).to_contain_text("995.00")
    player.chip(1000).drag_to(player.spot(3))
    expect(player.button("clear")).to_contain_text("Cancel")
    player.press("clear")
    expect(player.balance).to_contain_text("1,000.00")
    player.spot(1).click()
    player.press("deal")
    expect(player.cards("b1h0")).to_have_count(2)
    for _ in range(4):
        names = ("new_bets", "pass", "stand")
        buttons = ", ".join(f"[data-button={name}]:not([aria-disabled])" for name in names)
        choice = page.locator("[data-at-rest=true]").locator(buttons).first
        expect(choice).to_be_visible()
        if player.can("new_bets").count():
            break
        choice.click()
    player.press("redo")
    expect(page.locator('[data-box="1"] .laid .amt')).to_have_text("5.00")
