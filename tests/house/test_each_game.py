"""What every game's page says of its own table: limits, shuffles, and what money allows."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from evenmoney.house.event import (
    BetChanged,
    CycleRevealed,
    PlayerPaid,
    RoundStarted,
    RoundVoided,
)
from evenmoney.rules.event import CardDealt, HandSettled
from tests.dealing import GAMES, dealing_order
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house

clause = pytest.mark.clause


def lay(stack: Stack, game: str, hands: str, dealer: str, then: str = "") -> None:
    """Put a round of that game on top of the shoe; of the dealer's cards the upcard is first."""
    up, down = dealer.split()
    stack.put(dealing_order(GAMES[game].rules, hands, up, down, then))


async def play_out(player: Player) -> None:
    """Decline, then stand, until the round is over."""
    while player.you.offers:
        await player.act("pass" if "pass" in player.offers else "stand")


@pytest.mark.parametrize(
    ("game", "smallest", "largest"),
    [
        pytest.param("classic", 1_00, 100_00, marks=clause("000-L1", "000-L2")),
        pytest.param("classic-multiplayer", 1_00, 100_00, marks=clause("000-L1", "000-L2")),
        pytest.param("table-credits", 2 * 10, 100 * 10, marks=clause("001-L1", "001-L2")),
        pytest.param("free-amount", 20, 200_00, marks=clause("002-L1", "002-L2")),
        pytest.param("european", 1_00, 100_00),
        pytest.param("single-deck", 1_00, 100_00),
        pytest.param("vegas-strip", 1_00, 100_00),
        pytest.param("atlantic-city", 1_00, 100_00),
        pytest.param("vegas-downtown", 1_00, 100_00),
        pytest.param("six-deck-shoe", 1_00, 200_00, marks=clause("004-L2")),
    ],
)
async def test_a_box_takes_the_smallest_and_the_largest_bet_and_nothing_beyond(
    floor: TestHouse, game: str, smallest: int, largest: int
) -> None:
    """As the pages and their readings give them, in minor units."""
    step = GAMES[game].limits.stake_step
    player = await floor.player(1, table=f"{game}-1")
    assert (await player.bet(1, smallest // 2)).code == "off_step"
    assert (await player.bet(1, largest + step)).code == "above_limit"
    assert player.balance == OPENING
    await player.bet(1, smallest)
    assert player.you.can_deal
    await player.bet(1, largest - smallest)
    assert (await player.bet(1, step)).code == "above_limit"
    assert player.balance == OPENING - largest


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("classic", marks=clause("000-L1")),
        pytest.param("table-credits", marks=clause("001-L1")),
        pytest.param("free-amount", marks=clause("002-L1")),
    ],
)
async def test_a_wager_below_the_minimum_is_not_dealt_to(
    tmp_path: Path, stack: Stack, game: str
) -> None:
    its = GAMES[game]
    step = its.limits.stake_step
    dearer = replace(its, limits=replace(its.limits, stake_min=3 * step))
    lay(stack, game, "Ts 5h", "6d Tc")
    async with open_house(tmp_path / "h.db", {game: dearer}) as floor:
        player = await floor.player(1, table=f"{game}-1")
        await player.bet(1, 2 * step)
        assert not player.you.can_deal
        assert (await player.deal()).code == "below_minimum"
        assert player.events(RoundStarted) == []
        await player.bet(1, step)
        await player.deal()
        assert player.events(RoundStarted)[0].bets == {1: 3 * step}


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("classic", marks=clause("000-R2")),
        pytest.param("classic-multiplayer", marks=clause("000-R2")),
        pytest.param("table-credits", marks=clause("001-R2")),
        pytest.param("free-amount", marks=clause("002-R2")),
    ],
)
async def test_all_six_decks_are_shuffled_anew_for_every_round(floor: TestHouse, game: str) -> None:
    player = await floor.player(1, table=f"{game}-1")
    stake = GAMES[game].limits.stake_min
    for _ in range(3):
        await player.bet(1, stake)
        await player.deal()
        await player.settle()
        await play_out(player)
    revealed = player.events(CycleRevealed)
    assert [event.cycle for event in revealed] == [1, 2, 3]
    assert len({event.order for event in revealed}) == 3
    assert all(len(event.order) == 312 for event in revealed)
    first = [event.first_card for event in player.events(RoundStarted)]
    assert first == [0, 0, 0]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("classic", marks=clause("000-X3")),
        pytest.param("table-credits", marks=clause("001-X2")),
        pytest.param("free-amount", marks=clause("002-X2")),
    ],
)
async def test_a_split_places_a_second_bet_equal_to_the_first(
    floor: TestHouse, stack: Stack, game: str
) -> None:
    lay(stack, game, "8s 8h", "6d Tc", "Tc Td Ts")
    player = await floor.player(1, table=f"{game}-1")
    await player.bet(1, 200)
    await player.deal()
    await player.act("split")
    assert player.you.purse.staked == 400
    assert player.balance == OPENING - 400
    await play_out(player)
    assert [event.paid for event in player.events(HandSettled)] == [400, 400]
    assert player.balance == OPENING + 400


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("classic", marks=clause("000-I12", "000-P10", "000-X5")),
        pytest.param("table-credits", marks=clause("001-I6", "001-P8", "001-X5")),
    ],
)
async def test_what_the_balance_cannot_cover_is_not_offered(
    floor: TestHouse, stack: Stack, game: str
) -> None:
    lay(stack, game, "8s 8h", "Ad 2c")
    player = await floor.player(1, table=f"{game}-1", money=299)
    await player.bet(1, 200)
    await player.deal()
    assert player.offers == ["hit", "stand"], "half the bet is 1.00, and 0.99 is left"
    for asked in ("insure", "double", "split"):
        assert (await player.act(asked)).code == "not_offered"
    assert player.balance == 99


async def test_what_the_balance_can_just_cover_is_offered(floor: TestHouse, stack: Stack) -> None:
    lay(stack, "table-credits", "8s 8h", "Ad 2c")
    player = await floor.player(1, table="table-credits-1", money=400)
    await player.bet(1, 200)
    await player.deal()
    assert player.offers == ["insure", "pass"]
    await player.act("pass")
    assert player.offers == ["hit", "stand", "double", "split"]


@clause("001-B5", "001-B10")
async def test_rebet_and_double_bet_on_an_empty_table_of_credits(
    floor: TestHouse, stack: Stack
) -> None:
    lay(stack, "table-credits", "5s 6h", "6d Tc", "9d Ts")
    player = await floor.player(1, table="table-credits-1")
    assert (await player.redo()).code == "nothing_to_redo"
    assert (await player.double_bets()).code == "nothing_to_redo"
    await player.bet(1, 120)
    await player.deal()
    await player.act("double")
    assert player.events(PlayerPaid)[0].staked == 240
    await player.redo()
    assert player.you.purse.staked == 120, "the wager as it was dealt, without the double"
    await player.clear()
    await player.double_bets()
    assert player.you.purse.staked == 240


@clause("001-B8")
async def test_double_bet_doubles_at_every_click_up_to_the_maximum_of_credits(
    floor: TestHouse,
) -> None:
    player = await floor.player(1, table="table-credits-1")
    await player.bet(1, 200)
    for staked in (400, 800):
        await player.double_bets()
        assert player.you.purse.staked == staked
    assert (await player.double_bets()).code == "above_limit"
    assert player.you.purse.staked == 800


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("classic", marks=clause("000-B17")),
        pytest.param("free-amount", marks=clause("002-B1")),
    ],
)
async def test_bets_are_fixed_before_the_first_card(
    floor: TestHouse, stack: Stack, game: str
) -> None:
    lay(stack, game, "Ts 5h", "6d Tc")
    player = await floor.player(1, table=f"{game}-1")
    assert (await player.deal()).code == "no_bets"
    await player.bet(1, 500)
    assert player.events(CardDealt) == []
    await player.deal()
    for refused in (await player.take(1, 100), await player.bet(1, 100), await player.clear()):
        assert refused.code == "betting_closed"
    assert player.you.purse.staked == 500
    assert len(player.events(BetChanged)) == 1


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("classic", marks=clause("000-F1")),
        pytest.param("table-credits", marks=clause("001-F1")),
        pytest.param("free-amount", marks=clause("002-F3", "002-F4")),
    ],
)
async def test_a_void_round_gives_its_bets_back_and_takes_its_payouts(
    floor: TestHouse, stack: Stack, game: str
) -> None:
    lay(stack, game, "8s 8h", "6d Tc", "Tc Td Ts")
    player = await floor.player(1, table=f"{game}-1")
    await player.bet(1, 200)
    await player.deal()
    await player.act("split")
    await play_out(player)
    assert player.balance == OPENING + 400
    await floor.house.void(player.events(RoundStarted)[0].round, "the shuffler jammed")
    assert await floor.house.balance(1) == OPENING
    await player.settle()
    assert player.events(RoundVoided)[0].reason == "the shuffler jammed"
    await floor.check_books()
