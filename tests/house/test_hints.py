"""What the strategy card says to an open decision, where the game's file allows it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from evenmoney.games.catalogue import Catalogue
from evenmoney.house.refusal import TableRefusal
from tests.dealing import dealing_order, rules_of
from tests.house.playing import Stack, TestHouse, open_house


async def test_the_card_answers_for_the_player_who_is_asked(floor: TestHouse, stack: Stack) -> None:
    stack.put(dealing_order(rules_of("free-amount"), "6s 5h", "6d", "Tc"))
    player = await floor.player(1, "free-amount-1")
    assert floor.house.hint("free-amount-1", 1) is None
    await player.bet(1, 1000)
    await player.deal()
    found = floor.house.hint("free-amount-1", 1)
    assert found is not None
    assert (found.decision, found.action) == (player.you.decision, "double")
    values = found.values
    assert values is not None
    assert max(values, key=values.__getitem__) == "double"
    assert floor.house.hint("free-amount-1", 2) is None


async def test_a_game_without_hints_gives_none(tmp_path: Path, stack: Stack) -> None:
    stack.put(dealing_order(rules_of("free-amount"), "6s 5h", "6d", "Tc"))
    games = {id: replace(game, hints=False) for id, game in Catalogue.packaged().items()}
    async with open_house(tmp_path / "house.db", games) as floor:
        player = await floor.player(1, "free-amount-1")
        await player.bet(1, 1000)
        await player.deal()
        with pytest.raises(TableRefusal, match="no_hints"):
            floor.house.hint("free-amount-1", 1)
