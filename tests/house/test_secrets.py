"""What lies face down stays there: no frame depends on a card that nobody may see yet."""

import re
from pathlib import Path

import pytest

from tests.dealing import GAMES, dealing_order
from tests.house.playing import Player, Stack, open_house

DEALT = [id for id, game in GAMES.items() if game.table == "single"]
ENDS = b'"hole_card_revealed"', b'"round_closed"'


def shoe(game: str, down: str, then: str) -> str:
    """Two boxes' hands against a six, where the game has so many; the hole card is `down`."""
    rules = GAMES[game].rules
    hands = "5s 6h / 8c 8d" if rules.boxes > 1 else "8c 8d"
    if rules.hole_card == "none":
        return dealing_order(rules, hands, "6d", then=f"{then} {down}")
    return dealing_order(rules, hands, "6d", down, then)


async def frames_until_reveal(path: Path, game: str) -> list[bytes]:
    """All that a player is sent in a round up to the reveal, c2 apart."""
    async with open_house(path, {game: GAMES[game]}) as floor:
        player = await floor.player(1, table=f"{game}-1")
        bets = {1: 1000, 2: 1000} if GAMES[game].rules.boxes > 1 else {1: 1000}
        await player.lay(bets)
        await player.deal()
        for action in ("hit", "split", "hit") if len(bets) > 1 else ("split", "hit"):
            if action in player.offers:
                await player.act(action)
        looker = Player(floor.house, 1, f"{game}-1")
        await looker.join()
        table = floor.house._tables[f"{game}-1"]
        assert table.state.playing, "the round must still be open to be worth comparing"
        sent = player.raw + looker.raw
        assert not any(end in frame for frame in sent for end in ENDS)
        return [re.sub(rb'"c2":"[0-9a-f]+"', b'"c2":"-"', frame) for frame in sent]


@pytest.mark.parametrize("game", DEALT)
async def test_shoes_that_differ_in_unseen_cards_alone_give_the_same_bytes(
    tmp_path: Path, stack: Stack, game: str
) -> None:
    drawn = "2s 3h 2d 2h"
    stack.put(shoe(game, "Tc", f"{drawn} Kd 9s"))
    one = await frames_until_reveal(tmp_path / "one.db", game)
    stack.put(shoe(game, "4c", f"{drawn} 5d 7h"))
    two = await frames_until_reveal(tmp_path / "two.db", game)
    assert one == two
    assert any(b'"card_dealt"' in frame for frame in one)


async def test_a_peek_tells_natural_or_not_and_no_more(tmp_path: Path, stack: Stack) -> None:
    seen = []
    for down in ("9c", "2d"):
        stack.put(dealing_order(GAMES["classic"].rules, "Ts 6h", "Kd", down, "2c"))
        async with open_house(tmp_path / f"{down}.db", {"classic": GAMES["classic"]}) as floor:
            player = await floor.player(1)
            await player.bet(1, 1000)
            await player.deal()
            assert b'"peeked","natural":false' in player.raw[-2]
            seen.append([re.sub(rb'"c2":"[0-9a-f]+"', b"", frame) for frame in player.raw])
    assert seen[0] == seen[1]
