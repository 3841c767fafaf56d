"""A house is killed in the middle of play, over and over: nothing is lost, nothing doubled.

`make soak` does it 500 times on either store; a seed of one's own: EVENMONEY_CRASH_SEED=7.
"""

import os
from pathlib import Path

import pytest

from .campaign import Figures, campaign
from .databases import Kind

SEED = int(os.environ.get("EVENMONEY_CRASH_SEED", "2121"))
KILLS = {"sqlite": 6, "postgres": 4}
SOAK_KILLS = int(os.environ.get("EVENMONEY_CRASH_KILLS", "500"))


def check(figures: Figures, kills: int) -> None:
    assert figures.wrong == []
    assert sum(figures.kills.values()) >= kills
    assert figures.acknowledged > 10 * kills
    assert figures.rounds > kills
    assert figures.silences == 0


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_nothing_acknowledged_is_lost_or_doubled_by_kills(kind: Kind, tmp_path: Path) -> None:
    check(await campaign(kind, tmp_path, kills=KILLS[kind], seed=SEED), KILLS[kind])


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_hundreds_of_kills_lose_nothing_and_double_nothing(
    kind: Kind, tmp_path: Path
) -> None:
    figures = await campaign(kind, tmp_path, kills=SOAK_KILLS, seed=SEED)
    print(figures)
    check(figures, SOAK_KILLS)
