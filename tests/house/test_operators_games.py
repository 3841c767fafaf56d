"""What an operator's own game file sets is what his tables do: limits, boxes, no play for fun."""

from importlib.resources import files
from pathlib import Path

import pytest

from evenmoney.games.catalogue import BadGame, Catalogue
from evenmoney.ledger.transfer import AccountKind
from evenmoney.rules.game import Game
from tests.dealing import GAMES
from tests.house.playing import open_house


def with_file(game: str, *changes: tuple[str, str]) -> Catalogue:
    """The catalogue with a packaged game's file changed in these places."""
    text = (files("evenmoney.games") / f"{game}.toml").read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return Catalogue.packaged().with_text(text, "mine.toml")


def only(catalogue: Catalogue, game: str) -> dict[str, Game]:
    return {game: catalogue[game]}


@pytest.mark.clause("002-L4")
async def test_the_limits_of_free_amount_are_those_the_operator_sets(tmp_path: Path) -> None:
    mine = with_file(
        "free-amount",
        ("stake_min = 20\n", "stake_min = 100\n"),
        ("stake_max = 20000", "stake_max = 500"),
        ("chips = [20, 100, 500, 2500, 10000]", "chips = [20, 100, 500]"),
        ("max_win = 100000", "max_win = 300"),
        ("hints = true", "hints = false"),
    )
    async with open_house(tmp_path / "h.db", only(mine, "free-amount")) as floor:
        player = await floor.player(1, table="free-amount-1")
        await player.bet(1, 20)
        assert (await player.deal()).code == "below_minimum"
        await player.bet(1, 80)
        assert player.you.can_deal
        await player.bet(1, 400)
        assert (await player.bet(1, 20)).code == "above_limit"
        assert floor.catalogue["free-amount"].rules.max_win == 300


@pytest.mark.clause("003-B2")
@pytest.mark.parametrize("game", [id for id in GAMES if GAMES[id].table == "single"])
async def test_some_games_take_bets_on_one_to_three_boxes_and_others_on_one(
    tmp_path: Path, game: str
) -> None:
    boxes = 1 if game in {"table-credits", "free-amount"} else 3
    stake = GAMES[game].limits.stake_min
    async with open_house(tmp_path / "h.db", only(Catalogue.packaged(), game)) as floor:
        for number in range(1, boxes + 1):
            player = await floor.player(number, table=f"{game}-{number}")
            await player.lay(dict.fromkeys(range(1, number + 1), stake))
            await player.deal()
            dealt = floor.house._tables[player.table].state
            hands = dealt.play.round.hands if dealt.play else dealt.last.hands  # type: ignore[union-attr]
            assert [hand.box for hand in hands] == list(range(1, number + 1))
        if boxes == 1:
            player = await floor.player(2, table=f"{game}-2")
            assert (await player.bet(2, stake)).code == "no_such_box"


@pytest.mark.clause("003-B2")
async def test_how_many_boxes_a_player_may_bet_on_is_set_in_the_games_file(tmp_path: Path) -> None:
    mine = with_file("european", ("boxes = 3", "boxes = 1"), ("hints = true", "hints = false"))
    async with open_house(tmp_path / "h.db", only(mine, "european")) as floor:
        player = await floor.player(1, table="european-1")
        assert (await player.bet(1, 500)).ack
        assert (await player.bet(2, 500)).code == "no_such_box"


@pytest.mark.clause("000-R6")
@pytest.mark.parametrize("game", ["classic", "classic-multiplayer"])
def test_a_game_is_not_played_for_fun_and_no_file_can_ask_for_it(game: str) -> None:
    assert not GAMES[game].play_for_fun
    with pytest.raises(BadGame, match="play_for_fun") as refused:
        with_file(game, ("play_for_fun = false", "play_for_fun = true"))
    assert refused.value.reason == "this house has no play-for-fun wallet to offer"
    players = {AccountKind.CASH, AccountKind.BONUS, AccountKind.ESCROW, AccountKind.DEBT}
    houses = {AccountKind.HOUSE, AccountKind.ADJUSTMENT, AccountKind.WALLET}
    assert players | houses == set(AccountKind), "there is no wallet of play money"
