"""TURBO is the browser's alone: the house neither hears of it nor deals otherwise."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from evenmoney.house.frame import AnyEvent
from evenmoney.rules.game import Game
from evenmoney.rules.options import rules_hash
from evenmoney.wire.messages import ClientMessage
from evenmoney.wire.schema import socket_schema
from tests.dealing import GAMES
from tests.house.playing import open_house

GAME = GAMES["table-credits"]
TURBO_SECONDS, SLOW_SECONDS = 0.05, 20.0


async def evening(path: Path, game: Game, seconds: float) -> list[AnyEvent]:
    """What happens in five rounds at a table whose player presses so long after the cards."""
    async with open_house(path, {game.id: game}) as floor:
        player = await floor.player(1, table=f"{game.id}-1")
        for _ in range(5):
            await player.bet(1, game.limits.stake_min)
            await player.deal()
            while player.you.decision is not None:
                floor.clock.advance(seconds)
                await player.act(player.offers[0])
        return player.all_events


@pytest.mark.clause("001-C6")
async def test_turbo_changes_neither_the_rules_nor_the_way_of_play(tmp_path: Path) -> None:
    without = replace(GAME, labels={k: v for k, v in GAME.labels.items() if k != "turbo"})
    assert "turbo" in GAME.labels
    assert rules_hash(without.rules) == rules_hash(GAME.rules)
    fast = await evening(tmp_path / "fast.db", GAME, TURBO_SECONDS)
    slow = await evening(tmp_path / "slow.db", without, SLOW_SECONDS)
    assert fast == slow


@pytest.mark.clause("001-C6")
def test_the_house_is_never_told_of_turbo() -> None:
    assert "turbo" not in str(socket_schema()).casefold()
    decode = msgspec.json.Decoder(ClientMessage).decode
    act = b'{"type":"act","table":"table-credits-1","n":1,"decision":1,"action":"hit"'
    decode(act + b"}")
    with pytest.raises(msgspec.ValidationError):
        decode(act + b',"turbo":true}')
