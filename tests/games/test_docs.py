"""The documents on game files and scenarios say what the code does."""

import re
from pathlib import Path

import msgspec
import pytest

from evenmoney.games.definition import GameFile
from evenmoney.games.scenario import Expected, ExpectedHand, Scenario, play_text
from evenmoney.rules.action import Action
from evenmoney.rules.event import Outcome
from evenmoney.rules.notation import read, replay, without_idle_funds, write
from evenmoney.rules.options import OPTION_NAMES
from tests.dealing import GAMES

DOCS = Path(__file__).parent.parent.parent / "docs"


def words(page: str) -> set[str]:
    """All that a page sets in code."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return set(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)))


@pytest.mark.parametrize("name", [*OPTION_NAMES, *GameFile.__struct_fields__])
def test_every_field_of_a_game_file_is_documented(name: str) -> None:
    assert name in words("game-files.md")


@pytest.mark.parametrize(
    "name",
    [
        *Scenario.__struct_fields__,
        *(name for name in Expected.__struct_fields__ if name != "error"),
        *ExpectedHand.__struct_fields__,
        *Action,
        *Outcome,
    ],
)
def test_every_field_of_a_scenario_is_documented(name: str) -> None:
    assert name in words("scenarios.md")


def test_the_example_of_a_scenario_plays() -> None:
    example = re.search(r"```json\n(.+?)```", (DOCS / "scenarios.md").read_text(), re.DOTALL)
    assert example is not None
    assert msgspec.json.decode(example[1])["name"] == "a split and a double"
    verdicts = play_text(example[1].encode(), "scenarios.md", GAMES)
    assert [str(verdict) for verdict in verdicts] == ["ok a split and a double"]


def test_the_example_of_a_round_replays() -> None:
    example = re.search(r"```\n(.+?)```", (DOCS / "notation.md").read_text(), re.DOTALL)
    assert example is not None
    record = read(example[1])
    assert write(record) == example[1]
    assert without_idle_funds(record, GAMES[record.game].rules) == record
    assert replay(record, GAMES[record.game].rules).round.over
