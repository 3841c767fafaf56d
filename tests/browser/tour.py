"""A way through every phase of every game: it plays stacked rounds and stops where there is
something to look at. It knows no assertion; who takes it looks for himself."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import expect

from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.game import Game
from tests.browser.people import DESKTOP, PHONE, House, Player
from tests.browser.ways import Way

GAMES = Catalogue.packaged()
SINGLE = [id for id, game in GAMES.items() if game.seats == 1]

Look = Callable[[str], None]


@dataclass(frozen=True)
class Round:
    """A round as it is stacked and played: what is pressed, and with a `!` what is looked at."""

    hands: str
    up: str
    down: str
    drawn: str
    dealers: str
    play: str

    def cards(self, game: Game) -> str:
        """The cards in the order they leave this game's shoe."""
        hands = self.hands.split("/")[: game.rules.boxes]
        first, second = zip(*(hand.split() for hand in hands), strict=True)
        drawn, dealers = self.drawn.split(), self.dealers.split()
        match game.rules.hole_card:
            case "first":
                order = [*first, self.down, *second, self.up, *drawn, *dealers]
            case "second":
                order = [*first, self.up, *second, self.down, *drawn, *dealers]
            case "none":
                order = [*first, self.up, *second, *drawn, self.down, *dealers]
        return " ".join(order)


def rounds(game: Game) -> Iterator[Round]:
    """The rounds that show what this game can show."""
    yield _split(game)
    if game.rules.insurance:
        yield _insured(game)
    yield _dealers_natural(game)
    if game.rules.surrender != "none":
        yield Round("Td 6h / Kc Qs / 9c 7d", "Ts", "8h", "", "", SURRENDERED)
    if game.rules.boxes == 1:
        yield Round("Ah Kd", "9s", "8c", "", "", "natural!")
        yield Round("Td 7h", "9s", "8c", "", "", "stand push!")


SURRENDERED = "surrender-offered! surrender stand surrender surrendered!"
"""Two of three hands are given up, and the one between them wins."""


def _split(game: Game) -> Round:
    """A pair is split as often as the game lets it; one hand wins, one is bust, a natural."""
    many = game.rules.max_hands > 2
    others = "" if game.rules.boxes == 1 else "stand"
    return Round(
        "8d 8c / Td 7h / As Kc",
        up="6s",
        down="5h",
        drawn="8h 8s 3h 9s 7d Kd Tc 9d" if many else "3h 9s 7d Kd",
        dealers="2c 3c 2d",
        play=(
            f"acting! split split split hit split! stand hit four-hands! stand stand {others}"
            if many
            else f"acting! split hit split! stand hit {others}"
        )
        + " dealer? results!",
    )


def _insured(game: Game) -> Round:
    alone = game.rules.boxes == 1
    second = "even_money" if game.rules.even_money else "pass"
    asked = f"insurance! insure second-question! {second} pass"
    return Round(
        "Td 6h / Ah Kd / 9c 7d",
        up="As",
        down="5c",
        drawn="",
        dealers="Tc 4d",
        play="insurance! insure peeked! stand lost!"
        if alone
        else f"{asked} peeked! stand stand lost!",
    )


def _dealers_natural(game: Game) -> Round:
    alone = game.rules.boxes == 1
    if not game.rules.insurance:
        play = "stand" if alone else "stand stand"
        if game.rules.hole_card != "none":
            play = ""  # he looked at once: nothing was asked
    elif alone:
        play = "insure"
    else:
        play = "insure pass pass"
    return Round("Td 6h / Ah Kd / 9c 7d", "Ac", "Kh", "", "", f"{play} dealers-natural!")


def stacked(house: House, game: Game) -> Iterator[Round]:
    """The rounds, each with its cards in the next shoe; a shoe that lasts holds them all."""
    planned = list(rounds(game))
    if game.rules.shoe == "fresh":
        for one in planned:
            house.stack(*[one.cards(game)] * MANY)
            yield one
    else:
        house.stack(*[" ".join(one.cards(game) for one in planned)] * MANY)
        yield from planned


MANY = 40
"""More cycles than any table of a tour comes to."""

BETS = ((1, -3), (2, -4), (2, -4), (2, -4), (3, -5))
"""Box and chip, counted from the largest: something of everything, and a split can be paid."""


def bet(way: Way, game: Game) -> None:
    """Chips of several values on every box of the game, and one taken off again."""
    chips = sorted(game.limits.chips)
    laid = way.player.page.locator('[data-bet="1"]')
    way.lay(1, chips[0])
    expect(laid).to_have_count(1)
    way.take(1)
    expect(laid).to_have_count(0)
    for box, at in BETS:
        if box <= game.rules.boxes:
            way.lay(box, chips[max(at, -len(chips))])


def play(way: Way, presses: str, look: Look, watch: Look) -> None:
    """Press what is to be pressed; `name!` is looked at when nothing moves, `name?` at once."""
    for press in presses.split():
        name = press.rstrip("!?")
        if press.endswith("?"):
            watch(name)
        elif press.endswith("!"):
            way.player.rests()
            look(name)
        else:
            way.press(name)


def tour(way: Way, game: Game, look: Look, watch: Look = lambda _: None) -> None:
    """From the lobby to the last result."""
    way.enter(game)
    look("empty")
    for number, one in enumerate(stacked(way.player.house, game)):
        if number == 0:
            bet(way, game)
            expect(way.player.can("deal")).to_be_visible()
            look("bets")
            way.press("deal")
        else:
            way.press("deal_again")
        play(way, one.play, look, watch)


def panels(player: Player, game: Game, look: Look) -> None:
    """The papers over a table, and what only a phone has."""
    page = player.page
    papers = {
        "rules": page.get_by_role("button", name="Rules and strategy card", exact=True),
        "settings": page.get_by_role("button", name="Settings", exact=True),
    }
    if game.rules.shoe != "fresh":
        papers["cut"] = page.locator(".shoe-note button")
    for name, button in papers.items():
        button.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        look(name)
        page.keyboard.press("Escape")
    player.resize(PHONE)
    page.get_by_role("button", name="Menu").click()
    look("menu")
    player.resize(PHONE)
    page.keyboard.press("Escape")
    player.resize(DESKTOP)
