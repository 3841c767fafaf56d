"""The keyboard's focus keeps with the hand in play, in a real browser."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.people import House, Player, dealt
from tests.browser.ways import Keyboard

pytestmark = pytest.mark.browser_context_args(reduced_motion="no-preference")


def about(player: Player, name: str) -> Locator:
    """What is read with a button: the hand that it is for."""
    id = player.button(name).get_attribute("aria-describedby")
    return player.page.locator(f"#{id}")


def test_the_focus_follows_the_hand_from_the_deal_through_a_split_to_the_next_deal(
    player: Player, house: House
) -> None:
    house.stack(dealt("Td 6h / 8c 8d", up="9s", down="8h", then="2c 3d"))
    player.sit()
    keyboard = Keyboard(player)
    for box in (1, 2):
        keyboard.lay(box, 500)
    keyboard.press("deal")
    expect(player.can("hit")).to_be_focused()
    expect(about(player, "hit")).to_contain_text("Box 1: sixteen")
    keyboard.reach(player.button("stand"))
    player.page.keyboard.press("Enter")
    expect(about(player, "stand")).to_contain_text("Box 2: sixteen")
    expect(player.can("stand")).to_be_focused()
    keyboard.reach(player.button("split"))
    player.page.keyboard.press("Enter")
    expect(about(player, "hit")).to_contain_text("Box 2, first hand: ten")
    expect(player.can("hit")).to_be_focused()
    player.page.keyboard.press("s")
    expect(about(player, "hit")).to_contain_text("Box 2, second hand: eleven")
    expect(player.can("hit")).to_be_focused()
    player.page.keyboard.press("s")
    expect(player.can("deal_again")).to_be_focused()


def test_the_focus_is_left_with_who_reads_the_rules_meanwhile(player: Player, house: House) -> None:
    house.stack(dealt("Td 6h / 8c 7d", up="9s", down="8h"))
    player.sit()
    keyboard = Keyboard(player)
    for box in (1, 2):
        keyboard.lay(box, 500)
    keyboard.press("deal")
    expect(player.can("hit")).to_be_focused()
    rules = player.page.get_by_role("button", name="Rules and strategy card")
    keyboard.reach(rules)
    player.page.keyboard.press("s")
    expect(about(player, "hit")).to_contain_text("Box 2: fifteen")
    expect(player.can("hit")).to_be_visible()
    expect(rules).to_be_focused()
    player.page.keyboard.press("s")
    expect(player.can("deal_again")).to_be_visible()
    expect(rules).to_be_focused()


def test_a_pointer_brings_no_focus_but_to_the_question_of_insurance(
    player: Player, house: House
) -> None:
    house.stack(dealt("Td 6h", up="As", down="8h"), dealt("Td 6h", up="9s", down="8h"))
    player.sit()
    player.spot(1).click()
    player.press("deal")
    expect(player.can("pass")).to_be_focused()
    player.press("pass")
    expect(player.can("hit")).to_be_visible()
    expect(player.button("hit")).not_to_be_focused()
