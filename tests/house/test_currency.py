"""One currency a house: an amount of minor units means the same at every table, and for ever."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from evenmoney.house.currency import OtherCurrency
from evenmoney.money import Currency
from tests.dealing import GAMES
from tests.house.playing import open_house

CLASSIC, VEGAS = GAMES["classic"], GAMES["vegas-strip"]
YEN = replace(VEGAS, currency=Currency("JPY", "¥", 0))


async def test_games_of_two_currencies_are_not_offered_by_one_house(tmp_path: Path) -> None:
    games = {"classic": CLASSIC, "vegas-strip": YEN}
    with pytest.raises(OtherCurrency, match=r"classic is played in .* and vegas-strip in JPY"):
        async with open_house(tmp_path / "h.db", games):
            pass


async def test_a_ledger_keeps_the_currency_it_began_with(tmp_path: Path) -> None:
    async with open_house(tmp_path / "h.db", {"classic": CLASSIC}):
        pass
    with pytest.raises(OtherCurrency, match="this database counts in"):
        async with open_house(tmp_path / "h.db", {"vegas-strip": YEN}):
            pass
    async with open_house(tmp_path / "h.db", {"vegas-strip": VEGAS}) as floor:
        with pytest.raises(OtherCurrency):
            await floor.house.reload({"vegas-strip": YEN})
        assert [game.game for game in floor.house.lobby().games] == ["vegas-strip"]
