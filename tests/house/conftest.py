from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.house.playing import Stack, TestHouse, open_house, stacked


@pytest.fixture
async def floor(tmp_path: Path) -> AsyncIterator[TestHouse]:
    async with open_house(tmp_path / "house.db") as house:
        yield house


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Stack:
    return stacked(monkeypatch)
