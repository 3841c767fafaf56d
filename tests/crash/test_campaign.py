"""A house is killed in the middle of play, over and over: nothing is lost, nothing doubled.

`make soak` does it 500 times on either store, with a seed of its own: EVENMONEY_CRASH_SEED and
EVENMONEY_CRASH_KILLS set others.
"""

import os
import secrets
from pathlib import Path

import pytest

from .campaign import Figures, campaign
from .conftest import KILLS, SEED, Storm
from .databases import Kind

POSTGRES_KILLS = 4
SOAK_KILLS = int(os.environ.get("EVENMONEY_CRASH_KILLS", "500"))
SOAK_SEED = int(os.environ.get("EVENMONEY_CRASH_SEED") or secrets.randbelow(10**6))


def check(figures: Figures, kills: int) -> None:
    assert figures.wrong == []
    assert sum(figures.kills.values()) >= kills
    assert figures.acknowledged >= figures.taken > 5 * kills
    assert figures.rounds > kills
    assert figures.silences == 0


def test_kills_lose_nothing_acknowledged_and_double_nothing(storm: Storm) -> None:
    check(storm.figures, KILLS)


async def test_kills_and_cut_connections_lose_nothing_on_postgresql(tmp_path: Path) -> None:
    figures = await campaign("postgres", tmp_path, kills=POSTGRES_KILLS, seed=SEED)
    check(figures, POSTGRES_KILLS)


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_hundreds_of_kills_lose_nothing_and_double_nothing(
    kind: Kind, tmp_path: Path
) -> None:
    figures = await campaign(kind, tmp_path, kills=SOAK_KILLS, seed=SOAK_SEED)
    print(figures)
    check(figures, SOAK_KILLS)
    ways = [figures.kills.get(way, 0) for way in ("instant", "fault", "opening")]
    assert min(ways) > SOAK_KILLS // 50, "each way of dying has its part"
    assert figures.played > SOAK_KILLS
    assert figures.voided > SOAK_KILLS // 50
    assert (figures.cut_off > 0) == (kind == "postgres")
