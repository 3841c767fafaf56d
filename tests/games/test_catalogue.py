"""The catalogue: the games of SPEC's table, and what an operator's file may and may not say."""

from importlib.resources import files
from typing import Any

import pytest

from evenmoney.games.catalogue import PACKAGED, BadGame, Catalogue
from evenmoney.games.definition import labels_needed
from evenmoney.rules.game import Game
from tests.dealing import GAMES

CLASSIC = (files("evenmoney.games") / "classic.toml").read_text()

# decks, shoe, soft 17 hit, hole card, insurance, even money, double, DAS, hands, RSA, surrender,
# boxes
TABLE: dict[str, tuple[Any, ...]] = {
    "classic": (6, "fresh", True, "first", True, True, "any", False, 2, False, "none", 3),
    "table-credits": (6, "fresh", False, "second", True, False, "any", True, 2, False, "none", 1),
    "free-amount": (6, "fresh", False, "second", False, False, "any", False, 2, False, "none", 1),
    "european": (6, "fresh", False, "none", False, False, "9-11", True, 2, False, "none", 3),
    "single-deck": (1, "fresh", False, "none", False, False, "any", False, 2, False, "none", 3),
    "vegas-strip": (4, "fresh", False, "second", True, False, "any", True, 4, False, "none", 3),
    "atlantic-city": (8, "fresh", False, "second", True, False, "any", True, 4, False, "late", 3),
    "vegas-downtown": (2, "fresh", True, "second", True, False, "any", True, 4, False, "none", 3),
    "six-deck-shoe": (
        *(6, 0.5, False, "second", True, False, "hard", True, 4, True),
        *("late_not_ace", 3),
    ),
}
LIMITS = {
    "classic": (100, 10000),
    "classic-multiplayer": (100, 10000),
    "table-credits": (20, 1000),
    "free-amount": (20, 20000),
    "european": (100, 10000),
    "single-deck": (100, 10000),
    "vegas-strip": (100, 10000),
    "atlantic-city": (100, 10000),
    "vegas-downtown": (100, 10000),
    "six-deck-shoe": (100, 20000),
}


@pytest.mark.parametrize("game", TABLE)
def test_the_games_have_the_rules_of_their_table(game: str) -> None:
    rules = GAMES[game].rules
    assert (
        *(rules.decks, rules.shoe, rules.hit_soft_17, rules.hole_card, rules.insurance),
        *(rules.even_money, rules.double_on, rules.double_after_split, rules.max_hands),
        *(rules.resplit_aces, rules.surrender, rules.boxes),
    ) == TABLE[game]
    assert str(rules.blackjack_pays) == "3:2"
    assert not rules.hit_split_aces


def test_what_only_some_games_have() -> None:
    assert {id: game.rules.charlie for id, game in GAMES.items() if game.rules.charlie} == {
        "table-credits": 11
    }
    assert [id for id, game in GAMES.items() if not game.rules.auto_stand_on_21] == [
        "table-credits"
    ]
    assert {id: game.rules.max_win for id, game in GAMES.items() if game.rules.max_win} == {
        "free-amount": 100000
    }
    assert GAMES["table-credits"].denomination == 10
    assert GAMES["free-amount"].timers.round_seconds == 3600
    assert GAMES["free-amount"].bonus_kinds == ("free_amount",)
    assert not any(game.play_for_fun for game in GAMES.values())


def test_the_multiplayer_table_has_seats_and_timers() -> None:
    game = GAMES["classic-multiplayer"]
    assert (game.seats, game.boxes) == (3, 3)
    timers = game.timers
    assert (timers.betting_seconds, timers.insurance_seconds, timers.action_seconds) == (30, 15, 15)
    assert game.unconfirmed_bets == "returned"


@pytest.mark.parametrize("game", LIMITS)
def test_the_limits_are_those_of_the_table(game: str) -> None:
    limits = GAMES[game].limits
    assert (limits.stake_min, limits.stake_max) == LIMITS[game]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_button_of_a_game_has_a_word(game: Game) -> None:
    assert labels_needed(game) <= game.labels.keys()


def test_published_returns_stand_beside_the_two_games_that_have_one() -> None:
    assert {id: game.published_rtp for id, game in GAMES.items() if game.published_rtp} == {
        "classic": "99.27",
        "classic-multiplayer": "99.27",
        "free-amount": "99.47",
    }


def test_the_catalogue_keeps_the_lobbys_order() -> None:
    assert tuple(Catalogue.packaged()) == PACKAGED


def test_games_may_be_left_out_but_not_all_of_them() -> None:
    left = GAMES.without(["classic"], "closed.txt")
    assert tuple(left) == tuple(id for id in PACKAGED if id != "classic")
    assert left["classic-multiplayer"].rules == GAMES["classic"].rules
    with pytest.raises(BadGame, match="roulette"):
        GAMES.without(["roulette"], "closed.txt")
    with pytest.raises(BadGame, match="no game is left"):
        GAMES.without(PACKAGED, "closed.txt")


def test_a_file_may_change_one_option_of_a_packaged_game() -> None:
    mine = GAMES.with_text(CLASSIC.replace("hit_soft_17 = true", "hit_soft_17 = false"), "mine")
    assert not mine["classic"].rules.hit_soft_17
    assert GAMES["classic"].rules.hit_soft_17
    assert tuple(mine) == PACKAGED


def test_a_file_may_add_several_games_that_share_rules() -> None:
    first = CLASSIC.replace('id = "classic"', 'id = "one"')
    head, rest = first.split("[rules]")
    _, tail = rest.split("# Minor units of the currency.")
    second = head.replace('id = "one"', 'id = "two"') + 'rules = "one"\n' + tail
    text = "".join("[[games]]\n" + each.replace("\n[", "\n[games.") for each in (first, second))
    mine = GAMES.with_text(text, "mine")
    assert mine["two"].rules is mine["one"].rules
    assert len(mine) == len(GAMES) + 2


@pytest.mark.parametrize(
    ("old", "new", "option", "value"),
    [
        ("decks = 6", "decks = 60", "rules.decks", 60),
        ("decks = 6\n", "", "rules.decks", None),
        ("decks = 6", "decks = 6\njokers = 2", "rules.jokers", 2),
        ("insurance = true", "insurance = false", "rules.even_money", True),
        ("stake_step = 100", "stake_step = 25", "limits.stake_step", 25),
        ("stake_step = 100\n", "", "limits.stake_step", None),
        ("stake_min = 100", "stake_min = 1.5", "limits.stake_min", 1.5),
        ("[100, 500", '[100, "500"', "limits.chips[1]", "500"),
        ('id = "classic"', 'id = "Classic!"', "id", "Classic!"),
        ("seats = 1", "seats = 3", "seats", 3),
        ("seats = 1", "seats = 1\ncolour = 1", "colour", 1),
        ('felt = "green"', 'felt = "pink"', "felt", "pink"),
        ("digits = 2", "digits = -1", "currency.digits", -1),
        ('action_seconds = "none"', "action_seconds = 0", "timers.action_seconds", 0),
        ('action_seconds = "none"\n', "", "timers.action_seconds", None),
        ('hit = "Hit"\n', "", "labels.hit", None),
        ('hit = "Hit"', 'hit = ""', "labels.hit", ""),
        ('hit = "Hit"', 'hit = "Hit"\nhat = "Hat"', "labels.hat", "Hat"),
        ("bonus_kinds = []", 'bonus_kinds = ["cashback"]', "bonus_kinds[0]", "cashback"),
        ('published_rtp = "99.27"', 'published_rtp = "most"', "published_rtp", "most"),
        ("stake_max = 10000", f"stake_max = {10**12 + 100}", "limits.stake_max", 10**12 + 100),
        ('pays = "3:2"', 'pays = "101:1"', "rules.blackjack_pays", "101:1"),
        ('pays = "3:2"', 'pays = "1000:999"', "rules.blackjack_pays", "1000:999"),
        (
            'action_seconds = "none"',
            f"action_seconds = {10**17}",
            "timers.action_seconds",
            10**17,
        ),
        ('hit = "Hit"', 'hit = "\\u202eHit"', "labels.hit", "'\\u202eHit'"),
        ('"Classic Blackjack"', '"Classic\\nBlackjack"', "name", "'Classic\\nBlackjack'"),
        ('sign = "€"', 'sign = " "', "currency.sign", "' '"),
    ],
)
def test_a_bad_game_is_refused_with_option_value_and_reason(
    old: str, new: str, option: str, value: object
) -> None:
    assert old in CLASSIC
    with pytest.raises(BadGame) as caught:
        GAMES.with_text(CLASSIC.replace(old, new), "mine.toml")
    assert (caught.value.option, caught.value.value) == (option, value)
    assert caught.value.reason
    assert str(caught.value).startswith("mine.toml: game ")


@pytest.mark.parametrize(
    "text", ["", "id = ", "games = 5", "[[games]]\n[other]", 'games = ["classic"]', "a = 1"]
)
def test_a_text_that_holds_no_game_is_refused(text: str) -> None:
    with pytest.raises(BadGame):
        GAMES.with_text(text, "mine.toml")


def test_nothing_stands_beside_several_games() -> None:
    text = "[[games]]\n" + CLASSIC.replace("\n[", "\n[games.")
    assert "classic" in GAMES.with_text(text, "mine.toml")
    with pytest.raises(BadGame, match="nothing beside"):
        GAMES.with_text(text + "\n[rooms]\n", "mine.toml")


def test_rules_of_an_unknown_game_are_refused() -> None:
    head = CLASSIC.split("[rules]")[0] + 'rules = "nobody"\n'
    tail = CLASSIC[CLASSIC.index("[limits]") :]
    with pytest.raises(BadGame, match='rules = "nobody": no game of that id'):
        GAMES.with_text(head + tail, "mine.toml")


@pytest.mark.parametrize("name", PACKAGED)
def test_a_game_file_is_one_screen(name: str) -> None:
    assert len((files("evenmoney.games") / f"{name}.toml").read_text().splitlines()) <= 65


@pytest.mark.parametrize(
    ("game", "button", "word"),
    [
        ("classic", "redo", "Redo"),
        ("classic", "clear", "Clear"),
        ("classic", "deal", "Deal"),
        ("classic", "insure", "Insurance"),
        ("classic", "even_money", "Even money"),
        ("classic", "pass", "Skip"),
        ("classic-multiplayer", "skip", "Skip"),
        ("table-credits", "redo", "Rebet"),
        ("table-credits", "double_bets", "Double bet"),
        ("table-credits", "double", "Double down"),
        ("free-amount", "double", "Double down"),
        ("european", "deal", "Deal"),
        ("vegas-strip", "insure", "Insure"),
        ("vegas-strip", "pass", "Pass"),
        ("six-deck-shoe", "hit", "Deal"),
        ("six-deck-shoe", "clear", "Cancel"),
        ("six-deck-shoe", "redo", "Rebet"),
    ],
)
def test_buttons_say_what_the_games_own_pages_say(game: str, button: str, word: str) -> None:
    assert GAMES[game].labels[button] == word
