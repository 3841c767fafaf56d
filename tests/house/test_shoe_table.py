"""`six-deck-shoe`: a running shoe with a cut card, cut by its player."""

from collections import Counter

import pytest

from evenmoney import fairness
from evenmoney.cards import Card
from evenmoney.house.command import Cut
from evenmoney.house.event import BettingOpened, CycleRevealed, RoundStarted, ShoeCut
from evenmoney.shoe import cut
from tests.dealing import GAMES
from tests.house.playing import OPENING, Player, TestHouse

TABLE = "six-deck-shoe-1"


async def play(player: Player) -> None:
    await player.lay({1: 1000, 2: 1000, 3: 1000})
    await player.deal()
    while player.you.offers:
        await player.act("pass" if "pass" in player.offers else "stand")


async def until_revealed(player: Player) -> CycleRevealed:
    for _ in range(40):
        await play(player)
        if player.events(CycleRevealed):
            return player.events(CycleRevealed)[0]
    raise AssertionError("the cut card never came out")


@pytest.mark.clause("004-R2", "004-R7", "004-E5", "004-L1", "000-S1")
async def test_a_shoe_is_dealt_down_to_its_cut_card_and_the_next_round_has_a_new_one(
    floor: TestHouse,
) -> None:
    player = await floor.player(1, table=TABLE, money=10_000_000)
    revealed = await until_revealed(player)
    rounds = player.events(RoundStarted)
    assert {event.cycle for event in rounds} == {1}
    starts = [event.first_card for event in rounds]
    assert starts == sorted(set(starts))
    assert all(start < 156 for start in starts)
    view = (await Player(floor.house, 1, TABLE).join()).view
    assert view.cycle == 2
    assert view.shoe is not None
    assert (view.shoe.left, view.shoe.cut_at, view.shoe.cut_card_out) == (312, 156, False)
    shown = Counter(card for frame in player.frames for card in cards_of(frame))
    gone = Counter(revealed.order[: starts[-1]])
    assert gone - shown == Counter()
    assert revealed.cycle == 1
    await play(player)
    assert player.events(RoundStarted)[-1].first_card == 0


def cards_of(frame: object) -> list[Card]:
    events = getattr(frame, "events", ())
    return [event.card for event in events if getattr(event, "card", None)]


async def test_the_player_cuts_the_new_shoe_and_the_proof_holds(floor: TestHouse) -> None:
    player = await floor.player(1, table=TABLE, money=10_000_000)
    c1 = player.frames[0].view.c1  # type: ignore[union-attr]
    await player.tell(Cut, position=100)
    await player.tell(Cut, position=200)
    assert [event.position for event in player.events(ShoeCut)] == [100, 200]
    revealed = await until_revealed(player)
    assert revealed.cut == 200
    started = player.events(RoundStarted)[0]
    parts = [bytes.fromhex(part) for part in revealed.parts]
    shuffled = fairness.shuffle(6, bytes.fromhex(revealed.seed), 1, parts)
    assert revealed.order == cut(shuffled, 200)
    assert fairness.commit_order(bytes.fromhex(revealed.salt), revealed.order) == started.c2
    table = floor.house._tables[TABLE]
    seed = bytes.fromhex(revealed.seed)
    assert fairness.commit_cycle(1, table.layout.rules_hash, seed) == c1


async def test_the_cut_is_refused_once_the_shoe_has_begun_or_beyond_its_cards(
    floor: TestHouse,
) -> None:
    player = await floor.player(1, table=TABLE, money=10_000_000)
    assert (await player.tell(Cut, position=312)).code == "not_offered"
    await play(player)
    assert (await player.tell(Cut, position=5)).code == "not_offered"


@pytest.mark.clause("004-R7")
async def test_a_shoe_ends_when_its_player_leaves(floor: TestHouse) -> None:
    player = await floor.player(1, table=TABLE)
    await play(player)
    await player.leave()
    table = floor.house._tables[TABLE]
    assert table.state.cycle is not None
    assert (table.state.cycle.number, table.state.shoe) == (2, None)


@pytest.mark.clause("004-R7")
async def test_a_shoe_ends_when_its_player_stays_away_for_an_hour(floor: TestHouse) -> None:
    player = await floor.player(1, table=TABLE)
    await play(player)
    player.drop()
    await player.settle()
    floor.clock.advance(3599)
    await player.settle()
    table = floor.house._tables[TABLE]
    assert table.state.cycle is not None
    assert table.state.cycle.number == 1
    floor.clock.advance(1)
    await player.settle()
    assert table.state.cycle.number == 2
    assert table.state.seats == (None,)


@pytest.mark.clause("004-R7")
async def test_a_shoe_never_ends_under_an_open_round(floor: TestHouse) -> None:
    player = await floor.player(1, table=TABLE)
    await player.bet(1, 1000)
    await player.deal()
    while not player.you.offers:
        await player.redo()
        await player.deal()
    player.drop()
    await player.settle()
    floor.clock.advance(100_000)
    await player.settle()
    table = floor.house._tables[TABLE]
    assert table.state.playing
    back = Player(floor.house, 1, TABLE)
    await back.join(stream=player.stream)
    assert back.offers


@pytest.mark.clause("004-B1")
async def test_a_box_takes_from_one_to_two_hundred(floor: TestHouse) -> None:
    player = await floor.player(1, table=TABLE)
    limits = GAMES["six-deck-shoe"].limits
    assert (limits.stake_min, limits.stake_max) == (100, 20_000)
    assert (await player.deal()).code == "no_bets"
    await player.bet(1, 20_000)
    assert (await player.bet(1, 100)).code == "above_limit"
    assert player.balance == OPENING - 20_000


async def test_betting_opens_anew_in_the_same_cycle(floor: TestHouse) -> None:
    player = await floor.player(1, table=TABLE)
    await play(player)
    assert player.events(BettingOpened)[-1].cycle == 1
    assert player.events(CycleRevealed) == []
