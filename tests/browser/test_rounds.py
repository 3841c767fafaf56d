"""Rounds played in a real browser against a real house."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import House, Player, dealt

FLOWN = """window.flown = 0;
const { animate } = Element.prototype;
Element.prototype.animate = function (keyframes, timing) {
    if ([keyframes].flat().some(frame => frame.translate)) flown += 1;
    return animate.call(this, keyframes, timing);
};"""
"""Counts what ever flew over the table, however briefly it was to be seen."""

pytestmark = pytest.mark.browser_context_args(reduced_motion="no-preference")


def test_a_round_is_bet_dealt_played_and_paid(player: Player, house: House) -> None:
    house.stack(dealt("Td 6h", up="9s", down="5c", then="4d 8h"))
    player.sit()
    player.chip(500).click()
    expect(player.chip(500)).to_have_attribute("aria-pressed", "true")
    player.spot(1).click()
    expect(player.balance).to_contain_text("995.00")
    player.press("deal")
    player.sees_cards("b1h0", "ten of diamonds", "six of hearts")
    player.sees_cards("d", "face-down card", "nine of spades")
    player.press("hit")
    player.sees_cards("b1h0", "ten of diamonds", "six of hearts", "four of diamonds")
    player.press("stand")
    player.sees_cards("d", "five of clubs", "nine of spades", "eight of hearts")
    expect(player.disc("b1h0")).to_contain_text("20")
    expect(player.page.locator('[data-hand="b1h0"]')).to_contain_text("Win")
    expect(player.balance).to_contain_text("1,005.00")
    player.heard(
        "Box 1: € 5.00.",
        "ten of diamonds and six of hearts, sixteen",
        "Dealer shows the nine of spades",
        "You may hit, stand or double",
        "four of diamonds, twenty",
        "Dealer turns up the five of clubs, fourteen",
        "Dealer draws the eight of hearts, twenty-two",
        "Your hand wins € 5.00.",
        "Balance € 1,005.00",
    )


def test_a_hint_on_request_says_the_card_and_what_the_others_cost(
    player: Player, house: House
) -> None:
    house.stack(dealt("6d 5h", up="6s", down="Th", then="9s Kd"))
    player.sit()
    player.spot(1).click()
    player.press("deal")
    player.sees_cards("b1h0", "six of diamonds", "five of hearts")
    player.page.get_by_role("button", name="Hint").click()
    said = player.page.get_by_text("The card says Double.")
    expect(said.first).to_be_visible()
    expect(said.first).to_contain_text("Hit costs")
    player.press("double")


def test_a_pair_is_split_and_each_hand_is_played(player: Player, house: House) -> None:
    house.stack(dealt("8d 8c", up="6s", down="Th", then="3h 9s 2d Td Kd"))
    player.sit()
    player.spot(1).click()
    player.press("deal", "split")
    player.sees_cards("b1h0", "eight of diamonds", "three of hearts")
    player.press("hit")
    player.sees_cards("b1h0", "eight of diamonds", "three of hearts", "nine of spades")
    player.press("stand")
    player.sees_cards("b1h1", "eight of clubs", "two of diamonds")
    player.press("hit")
    player.press("stand")
    player.sees_cards("d", "ten of hearts", "six of spades", "king of diamonds")
    expect(player.page.locator('[data-hand="b1h0"]')).to_contain_text("Win")
    expect(player.page.locator('[data-hand="b1h1"]')).to_contain_text("Win")
    expect(player.balance).to_contain_text("1,002.00")


def test_insurance_is_asked_in_words_with_its_cost_and_no_as_the_default(
    player: Player, house: House
) -> None:
    house.stack(dealt("Td 6h", up="As", down="Kc"))
    player.sit()
    player.chip(1000).click()
    player.spot(1).click()
    player.press("deal")
    expect(player.can("insure")).to_contain_text("5.00")
    expect(player.can("pass")).to_be_focused()
    player.press("insure")
    player.sees_cards("d", "king of clubs", "ace of spades")
    player.heard("insured for € 5.00", "Dealer looks: blackjack", "insurance pays € 10.00")
    expect(player.balance).to_contain_text("1,000.00")


def test_even_money_is_offered_on_a_natural_and_paid(player: Player, house: House) -> None:
    house.stack(dealt("Ah Kd", up="As", down="5c"))
    player.sit()
    player.spot(1).click()
    player.press("deal", "even_money")
    expect(player.page.locator('[data-hand="b1h0"]')).to_contain_text("Even money")
    expect(player.balance).to_contain_text("1,001.00")


def test_two_quick_presses_on_hit_bring_one_card(player: Player, house: House) -> None:
    house.stack(dealt("2d 3h / 2c 3s", up="9s", down="8c", then="4d 5h 6c"))
    player.page.clock.install()
    player.sit()
    player.spot(1).click()
    player.spot(2).click()
    player.press("deal")
    expect(player.can("hit")).to_be_visible()
    # No card lies before the page's time goes on: both presses are quick, however long they take.
    player.page.clock.pause_at(player.page.evaluate("Date.now() / 1000") + 60)
    player.can("hit").dblclick(delay=10)
    player.sees_cards("b1h0", "two of diamonds", "three of hearts", "four of diamonds")
    player.page.clock.resume()
    player.rests()
    player.sees_cards("b1h0", "two of diamonds", "three of hearts", "four of diamonds")
    player.sees_cards("b2h0", "two of clubs", "three of spades")


def test_the_same_bets_are_dealt_again_with_one_press(player: Player, house: House) -> None:
    house.stack(*[dealt("Td Th", up="9s", down="8c")] * 2)
    player.sit()
    player.spot(1).click()
    player.spot(3).click()
    player.press("clear")
    player.spot(1).click()
    player.press("deal", "stand", "deal_again", "stand")
    expect(player.balance).to_contain_text("1,002.00")


def test_a_bet_is_undone_press_by_press_until_the_deal(player: Player) -> None:
    player.sit()
    player.spot(1).click()
    player.chip(500).click()
    player.spot(2).click()
    expect(player.balance).to_contain_text("994.00")
    player.press("undo")
    expect(player.balance).to_contain_text("999.00")
    player.press("undo")
    expect(player.balance).to_contain_text("1,000.00")
    expect(player.can("undo")).to_have_count(0)


def test_right_shift_and_ctrl_press_take_chips_off(player: Player) -> None:
    player.sit()
    player.spot(1).click(click_count=1)
    player.chip(500).click()
    player.spot(1).click()
    expect(player.balance).to_contain_text("994.00")
    player.spot(1).click(modifiers=["Shift"])
    expect(player.balance).to_contain_text("999.00")
    player.chip(100).click()
    player.spot(1).click(button="right")
    expect(player.balance).to_contain_text("1,000.00")
    player.spot(2).click()
    player.spot(2).click()
    expect(player.balance).to_contain_text("998.00")
    player.spot(2).click(modifiers=["Control"])
    expect(player.balance).to_contain_text("1,000.00")


def test_a_bet_beyond_the_maximum_does_not_land_and_a_sentence_says_why(player: Player) -> None:
    player.sit()
    player.chip(10000).click()
    player.spot(1).click()
    expect(player.balance).to_contain_text("900.00")
    player.spot(1).click()
    player.heard("A box takes at most 100.00.")
    expect(player.balance).to_contain_text("900.00")


def test_cards_fly_and_with_reduced_motion_they_lie_at_once(player: Player, house: House) -> None:
    house.stack(*[dealt("Td 6h", up="9s", down="5c", then="4d 8h")] * 2)
    player.page.add_init_script(FLOWN)
    player.sit()
    player.spot(1).click()
    player.press("deal")
    expect(player.can("stand")).to_be_visible()
    assert player.page.evaluate("flown") >= 4
    player.press("stand")
    expect(player.can("deal_again")).to_be_visible()
    player.page.emulate_media(reduced_motion="reduce")
    player.page.evaluate("flown = 0")
    player.press("deal_again")
    expect(player.can("stand")).to_be_visible()
    assert player.page.evaluate("flown") == 0
