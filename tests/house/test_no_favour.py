"""The cards know nothing of who plays, what he bets, what he has, or how it went before."""

from pathlib import Path

import pytest

from evenmoney.house.event import CycleRevealed, RoundStarted
from tests.dealing import GAMES
from tests.house.playing import Player, open_house

PART = "00112233445566778899aabbccddeeff"


async def play_out(player: Player) -> None:
    while player.you.offers:
        await player.act("pass" if "pass" in player.offers else "stand")


async def first_order(
    path: Path, game: str, number: int, money: int, stake: int
) -> tuple[str, tuple[str | None, ...]]:
    """c2 and order of a table's first cycle, for a player with such money and bet; the houses of
    these tests draw the same seeds."""
    async with open_house(path, {game: GAMES[game]}) as floor:
        player = await floor.player(number, table=f"{game}-1", money=money)
        await player.bet(1, stake)
        await player.deal(nonce=PART)
        await play_out(player)
        order = player.events(CycleRevealed)
        return player.events(RoundStarted)[0].c2, order[0].order if order else ()


@pytest.mark.parametrize("game", ["classic", "table-credits", "free-amount", "six-deck-shoe"])
async def test_seed_and_parts_alone_give_the_cards_whoever_plays_and_whatever_he_bets(
    tmp_path: Path, game: str
) -> None:
    limits = GAMES[game].limits
    poor = await first_order(tmp_path / "poor", game, 1, limits.stake_min, limits.stake_min)
    rich = await first_order(tmp_path / "rich", game, 77, 10_000_000, limits.stake_max)
    assert poor == rich
    assert len(poor[0]) == 64


async def test_what_went_before_changes_nothing_but_the_cycles_number(tmp_path: Path) -> None:
    """A winner's and a loser's third round, over the same seeds and parts, have the same cards."""
    found = []
    for name, action in (("stands", "stand"), ("hits", "hit")):
        async with open_house(tmp_path / name, {"classic": GAMES["classic"]}) as floor:
            player = await floor.player(1)
            for nonce in ("01" * 16, "02" * 16, "03" * 16):
                await player.bet(1, 500)
                await player.deal(nonce=nonce)
                while player.you.offers:
                    await player.act("pass" if "pass" in player.offers else action)
            found.append((player.balance, [e.order for e in player.events(CycleRevealed)]))
    (balance, orders), (other_balance, other_orders) = found
    assert balance != other_balance
    assert orders == other_orders
