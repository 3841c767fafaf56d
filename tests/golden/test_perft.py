"""Any drift in what is legal, or in what it pays, shows in the perft table."""

import json

import pytest

from tests.dealing import GAMES
from tests.golden.perft import SHOES, TABLE, perft

GOLDEN = json.loads(TABLE.read_text())
SINGLE = [id for id, game in GAMES.items() if game.table == "single"]


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("game", SINGLE)
def test_every_legal_line_is_counted_as_before(game: str, shoe: str) -> None:
    assert perft(game, shoe) == GOLDEN[game][shoe]


def test_the_table_holds_every_game_and_shoe() -> None:
    assert {game: list(rows) for game, rows in GOLDEN.items()} == {
        game: list(SHOES) for game in SINGLE
    }
