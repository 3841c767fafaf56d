"""The cards come off an order that is fixed before the first decision, whoever plays."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from evenmoney.cards import DECK
from evenmoney.house.event import CycleRevealed, RoundStarted
from evenmoney.rules.event import CardDealt, DealerCardDealt, HoleCardRevealed
from tests.dealing import GAMES
from tests.house.playing import Player, open_house

SINGLE = [id for id, game in GAMES.items() if game.table == "single"]
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


def drawn(player: Player) -> list[str]:
    """Every card that left the shoe, in order; the one that lay face down as it was turned up."""
    cards: list[str] = []
    down = None
    for event in player.all_events:
        if isinstance(event, CardDealt | DealerCardDealt):
            down = len(cards) if event.card is None else down
            cards.append(event.card or "")
        elif isinstance(event, HoleCardRevealed) and down is not None:
            cards[down], down = event.card, None
    return cards


@pytest.mark.parametrize("game", SINGLE)
async def test_cards_are_dealt_in_the_revealed_order_without_one_left_out(
    tmp_path: Path, game: str
) -> None:
    """Three boxes, hits and splits; a running shoe is dealt down to its cut card."""
    dice = Random(game)
    async with open_house(tmp_path / "h.db", {game: GAMES[game]}) as floor:
        player = await floor.player(1, table=f"{game}-1", money=10_000_000)
        while not player.events(CycleRevealed):
            boxes = range(1, GAMES[game].boxes + 1)
            await player.lay(dict.fromkeys(boxes, GAMES[game].limits.stake_min))
            await player.deal()
            while player.you.offers:
                await player.act(dice.choice(player.offers))
        order = player.events(CycleRevealed)[0].order
        dealt = drawn(player)
        assert dealt == list(order[: len(dealt)])
        assert Counter(order) == Counter(DECK * GAMES[game].rules.decks)


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
