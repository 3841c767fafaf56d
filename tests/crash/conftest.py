"""One short campaign on SQLite, for all tests that look at what it left."""

import asyncio
import os
from pathlib import Path
from typing import NamedTuple

import pytest

from .campaign import Figures, campaign

SEED = int(os.environ.get("EVENMONEY_CRASH_SEED", "2121"))
KILLS = 6


class Storm(NamedTuple):
    """A campaign that is over: its figures, and the folder with its record and diaries."""

    figures: Figures
    folder: Path


@pytest.fixture(scope="session")
def storm(tmp_path_factory: pytest.TempPathFactory) -> Storm:
    """What six kills came to."""
    folder = tmp_path_factory.mktemp("storm")
    return Storm(asyncio.run(campaign("sqlite", folder, kills=KILLS, seed=SEED)), folder)
