"""A game's file changes; a table keeps the game it has until nobody sits there."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from evenmoney.house.event import CycleRevealed, RoundStarted
from evenmoney.rules.game import Game
from evenmoney.strategy.certified import NotCertified
from tests.dealing import GAMES, dealing_order
from tests.house.playing import Player, Stack, TestHouse, open_house

CLASSIC = GAMES["classic"]


def changed() -> Game:
    """`classic` with a lower limit, no hints, and a dealer who stands on soft 17."""
    rules = replace(CLASSIC.rules, hit_soft_17=False, boxes=2)
    limits = replace(CLASSIC.limits, stake_max=500)
    return replace(CLASSIC, rules=rules, limits=limits, hints=False)


async def test_an_open_round_goes_on_by_the_game_it_was_dealt_by(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(dealing_order(CLASSIC.rules, "Ts 9s", "6d", "Ah", "5c Kd"))
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.deal()
    floor.catalogue = {**GAMES, "classic": changed()}
    await floor.restart()
    back = Player(floor.house, 1, "classic-1")
    await back.join(stream=player.stream)
    await back.act("stand")
    assert back.balance == player.balance + 2000, "the dealer drew to his soft 17 and is bust"
    await back.redo()
    assert back.you.purse.staked == 1000
    record = await floor.house.record("1-1", 1)
    assert record is not None
    assert record.paid == 2000


async def test_an_empty_table_takes_the_new_game_and_reveals_what_it_promised_before(
    floor: TestHouse,
) -> None:
    player = await floor.player(1)
    before = player.frames[0].view.c1  # type: ignore[union-attr]
    await floor.house.reload({**GAMES, "classic": changed()})
    await player.bet(3, 1000)
    await player.leave()
    back = Player(floor.house, 1, "classic-1")
    welcome = await back.join()
    assert len(welcome.view.boxes) == 2
    assert welcome.view.c1 != before
    assert (await back.bet(1, 1000)).code == "above_limit"
    assert (await back.bet(1, 500)).ack
    await floor.restart()
    again = Player(floor.house, 1, "classic-1")
    await again.join(stream=back.stream)
    assert again.you.purse.staked == 500
    assert player.events(CycleRevealed)[0].cycle == 1
    await floor.check_books()


async def test_a_game_that_is_gone_is_played_to_its_end_and_not_joined_anew(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(dealing_order(CLASSIC.rules, "Ts 9s", "6d", "Ah", "2c 9d"))
    player = await floor.player(1)
    await player.bet(1, 1000)
    await player.deal()
    floor.catalogue = {id: game for id, game in GAMES.items() if id != "classic"}
    await floor.restart()
    back = Player(floor.house, 1, "classic-1")
    await back.join(stream=player.stream)
    await back.act("stand")
    await back.leave()
    assert await back.join_refused() == "no_such_table"
    assert all(game.game != "classic" for game in floor.house.lobby().games)


@pytest.mark.parametrize("id", ["classic-multiplayer", "classic"])
async def test_a_multiplayer_or_hint_game_without_a_computed_card_is_refused_by_name(
    tmp_path: Path, id: str
) -> None:
    odd = replace(GAMES[id], rules=replace(GAMES[id].rules, decks=3))
    with pytest.raises(NotCertified, match=f"evenmoney certify {id}"):
        async with open_house(tmp_path / "h.db", {id: odd}):
            pass


async def test_a_game_that_needs_no_card_is_dealt_without_one(tmp_path: Path) -> None:
    game = GAMES["classic"]
    odd = replace(game, rules=replace(game.rules, decks=3), hints=False)
    async with open_house(tmp_path / "h.db", {"classic": odd}) as floor:
        player = await floor.player(1)
        await player.bet(1, 500)
        await player.deal()
        assert player.events(RoundStarted)
