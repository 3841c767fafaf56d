"""Without any colour: what colour tells is told by a word or a form as well, and cards are read."""

import base64
from itertools import combinations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import DESKTOP, PHONE, House, Player, dealt

SMALLEST = (320, 568)
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
CORNER_WIDTH, CORNER_HEIGHT = 21, 44
"""Where a card in a fan shows its rank and suit, in CSS pixels at the smallest size."""
UNLIKE = 0.03
"""The share of a corner that has to differ by a third of the way from black to white: a third of a
suit's own dots."""

GREYS = """async picture => {
    const bytes = Uint8Array.from(atob(picture), one => one.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return Array.from({ length: data.length / 4 }, (_, at) => [...data.slice(4 * at, 4 * at + 3)]);
}"""


def see_no_colour(page: Page) -> None:
    """As somebody without any sight of colour sees it."""
    sight = page.context.new_cdp_session(page)
    sight.send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})


def corner(card: Locator) -> list[float]:
    """The greys of a card's corner, 0 to 1: the rank, and the suit below it."""
    page, at = card.page, card.bounding_box()
    assert at is not None
    x, y = at["x"] + 1, at["y"] + 1
    taken = page.screenshot(clip={"x": x, "y": y, "width": CORNER_WIDTH, "height": CORNER_HEIGHT})
    dots: list[list[int]] = page.evaluate(GREYS, base64.b64encode(taken).decode())
    assert all(max(dot) - min(dot) <= 2 for dot in dots), "it is not in grey"
    return [dot[0] / 255 for dot in dots]


def unlike(one: list[float], other: list[float]) -> float:
    """The share of dots that are plainly darker or lighter."""
    return sum(abs(a - b) > 1 / 3 for a, b in zip(one, other, strict=True)) / len(one)


def told(player: Player) -> dict[str, tuple[str, str]]:
    """The kinds of discs on the table: the form of the ring and the word that tell each."""
    found: dict[str, tuple[str, str]] = {}
    for disc in player.page.locator("[data-disc]").all():
        word = disc.locator(".word")
        expect(word).to_be_visible()
        kind = (disc.get_attribute("class") or "").split()[1]
        ring = disc.locator(".ring")
        form = ring.evaluate_all("all => all.map(one => one.outerHTML).join()")
        found[kind] = form, word.inner_text()
    return found


@SIZES
def test_in_grey_a_word_and_a_form_tell_every_disc(
    player: Player, house: House, size: tuple[int, int]
) -> None:
    house.stack(
        dealt("Ah Kd / Td 6h / 9c 9d", up="8s", down="Th", then="9h"),
        dealt("Td 9h / Tc 7c / Ts 8h", up="8h", down="Th"),
    )
    player.resize(size)
    player.sit()
    see_no_colour(player.page)
    for box in (1, 2, 3):
        player.spot(box).click()
    player.press("deal")
    expect(player.can("hit")).to_be_visible()
    seen = told(player)
    expect(player.disc("b2h0").locator(".orbit")).to_be_visible()
    player.press("hit", "stand")
    expect(player.can("deal_again")).to_be_visible()
    seen |= told(player)
    player.press("deal_again", "stand")
    expect(player.can("stand")).to_be_visible()
    seen |= told(player)
    player.press("stand", "stand")
    expect(player.can("deal_again")).to_be_visible()
    seen |= told(player)
    assert set(seen) == {
        "blackjack", "play", "wait", "bust", "push", "stand", "win", "lose"
    }  # fmt: skip
    for (one, (form, word)), (other, (its_form, its_word)) in combinations(seen.items(), 2):
        assert form != its_form, (one, other)
        assert word != its_word, (one, other)


@SIZES
def test_in_grey_the_chosen_chip_is_raised_and_buttons_have_words(
    player: Player, size: tuple[int, int]
) -> None:
    player.resize(size)
    player.sit()
    see_no_colour(player.page)
    player.chip(500).click()
    player.spot(1).click()
    expect(player.can("deal")).to_be_visible()
    player.rests()
    heights = {
        chip.get_attribute("data-rack"): (chip.bounding_box() or {"y": 0.0})["y"]
        for chip in player.page.locator("[data-rack]").all()
    }
    chosen = heights.pop("500")
    assert all(chosen < height - 3 for height in heights.values()), (chosen, heights)
    for button in player.page.locator("[data-button]:visible").all():
        assert button.inner_text().strip(), button.get_attribute("data-button")


def test_in_grey_ranks_and_suits_are_told_apart_at_the_smallest_size(
    player: Player, house: House
) -> None:
    house.stack(dealt("Jh Qh / Jd Qd / Js Qs", up="9c", down="8c"))
    player.resize(SMALLEST)
    player.sit()
    see_no_colour(player.page)
    for box in (1, 2, 3):
        player.spot(box).click()
    player.press("deal")
    expect(player.can("stand")).to_be_visible()
    player.rests()
    cards = {
        card.get_attribute("aria-label") or "": corner(card)
        for box in (1, 2, 3)
        for card in player.cards(f"b{box}h0").all()
    }
    assert len(cards) == 6
    for (one, its), (other, others) in combinations(cards.items(), 2):
        assert unlike(its, others) > UNLIKE, f"{one} looks like {other}: {unlike(its, others):.3f}"
