"""The bot of the documentation, as a stranger would run it, at every game."""

import subprocess
import sys
from pathlib import Path

import pytest

from evenmoney.games.catalogue import Catalogue
from tests.patience import PATIENCE_SECONDS
from tests.server.conftest import House

BOT = Path(__file__).parents[2] / "docs" / "bot.py"
ROUNDS = 100
LINES_MAX = 99


@pytest.mark.parametrize("game", Catalogue.packaged())
def test_the_documented_bot_plays_a_hundred_rounds_of_each_game(house: House, game: str) -> None:
    done = subprocess.run(
        [sys.executable, str(BOT), house.address, game, str(ROUNDS)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rounds, balance = map(int, done.stdout.split())
    assert rounds == ROUNDS, "the house tells of other rounds than the bot"
    assert balance > 0


def test_the_documented_bot_is_short_enough_to_read() -> None:
    code = [line for line in BOT.read_text("utf-8").splitlines() if line.strip()]
    assert len(code) <= LINES_MAX
