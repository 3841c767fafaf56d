"""Every phase of every game, played by keyboard alone and by touch alone, and looked at by axe."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from evenmoney.rules.game import Game
from tests.browser.people import DESKTOP, PHONE, House, Inspector, Player
from tests.browser.tour import GAMES, SINGLE, panels, tour
from tests.browser.ways import Keyboard, Mouse, Touch, Way

EACH_GAME = pytest.mark.parametrize("game", [GAMES[id] for id in SINGLE], ids=SINGLE)


def half(first: int) -> pytest.MarkDecorator:
    """Every second game now, the others in `make soak`: each is played in one of the two ways."""
    games = [
        pytest.param(GAMES[id], id=id, marks=[] if at % 2 == first else pytest.mark.soak)
        for at, id in enumerate(SINGLE)
    ]
    return pytest.mark.parametrize("game", games)


ComeIn = Callable[..., Player]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, pages: None) -> Iterator[House]:
    """One house for all: each test is another guest's evening."""
    opened = House(tmp_path_factory.mktemp("house"))
    opened.options = ["--guests-per-address", "1000"]
    opened.start()
    yield opened
    opened.close()


@pytest.fixture
def come_in(browser: Browser, house: House) -> Iterator[ComeIn]:
    """A guest whose system asks for reduced motion, and whose console must stay empty."""
    guests: list[Player] = []

    def guest(size: tuple[int, int], touch: bool = False) -> Player:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        guests.append(Player(context.new_page(), house))
        return guests[-1]

    yield guest
    for player in guests:
        player.page.context.close()
    assert [player.errors for player in guests] == [[] for _ in guests]


def evening(way: Way, game: Game) -> Inspector:
    """A chip taken off again, then every round of the tour, inspected in every phase."""
    inspector = Inspector()
    tour(way, game, lambda phase: inspector.look(phase, way.player))
    assert {"empty", "bets", "acting", "split", "results"} <= set(inspector.seen)
    return inspector


@half(1)
def test_by_keyboard_alone_from_the_lobby_to_the_payout_with_nothing_for_axe_to_find(
    come_in: ComeIn, game: Game
) -> None:
    assert evening(Keyboard(come_in(DESKTOP)), game).found == {}


@half(0)
def test_by_touch_alone_from_the_lobby_to_the_payout_with_nothing_for_axe_to_find(
    come_in: ComeIn, game: Game
) -> None:
    assert evening(Touch(come_in(PHONE, touch=True)), game).found == {}


@EACH_GAME
def test_three_presses_lead_from_the_lobby_to_the_first_card(come_in: ComeIn, game: Game) -> None:
    player = come_in(DESKTOP)
    player.house.stack()
    Mouse(player).enter(game)
    player.spot(1).click()
    player.press("deal")
    expect(player.cards("b1h0").first).to_be_visible()


def test_axe_finds_nothing_on_the_papers_over_a_table(come_in: ComeIn) -> None:
    player = come_in(DESKTOP)
    inspector = Inspector()
    game = GAMES["six-deck-shoe"]
    Mouse(player).enter(game)
    panels(player, game, lambda paper: inspector.look(paper, player))
    assert inspector.found == {}
    assert inspector.seen == ["rules", "settings", "cut", "menu"]
