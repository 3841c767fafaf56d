"""Numbered commands: each once, the last one's answer again; one viewer a stream."""

from pathlib import Path

import pytest

from evenmoney.house.command import Act, Join, PlaceBet
from evenmoney.house.frame import Events, Refused, Welcome, Yours
from evenmoney.house.settings import Settings
from evenmoney.rules.action import Action
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house

SHARED = "classic-multiplayer-1"


async def test_the_last_number_again_gets_its_first_answer_and_changes_nothing(
    floor: TestHouse,
) -> None:
    player = await floor.player(1)
    await player.bet(1, 500)
    first = player.raw[-1]
    seen = len(player.raw)
    await player.tell(PlaceBet, n=1, box=2, amount=700)
    assert player.raw[seen:] == [first]
    assert player.you.purse.staked == 500


async def test_the_last_number_gets_its_first_answer_after_a_kill_too(floor: TestHouse) -> None:
    player = await floor.player(1)
    await player.bet(1, 500)
    first = player.raw[-1]
    await floor.restart()
    back = Player(floor.house, 1, "classic-1")
    welcome = await back.join(stream=player.stream)
    assert welcome.next_n == 2
    await back.tell(PlaceBet, n=1, box=1, amount=500)
    assert back.raw[-1] == first
    assert back.you.purse.staked == 500


async def test_the_answer_of_a_rounds_last_command_survives_the_checkpoint(
    floor: TestHouse, stack: Stack
) -> None:
    player = await floor.player(1)
    await play_round(player)
    last = player.n - 1
    first = next(raw for raw, f in zip(player.raw, player.frames, strict=True) if is_ack(f, last))
    await floor.restart()
    back = Player(floor.house, 1, "classic-1")
    await back.join(stream=player.stream)
    await back.tell(Act, n=last, decision=1, action=Action.STAND)
    assert back.raw[-1] == first


async def play_round(player: Player) -> None:
    await player.bet(1, 500)
    await player.deal()
    while player.you.offers:
        await player.act("pass" if "pass" in player.offers else "stand")


def is_ack(frame: object, n: int) -> bool:
    return isinstance(frame, Yours) and frame.ack == n


@pytest.mark.parametrize("n", [1, 4, 99])
async def test_an_older_number_or_a_gap_is_refused(floor: TestHouse, n: int) -> None:
    player = await floor.player(1)
    await player.bet(1, 500)
    await player.bet(1, 500)
    refused = await player.tell(PlaceBet, n=n, box=2, amount=700)
    assert refused.code == "out_of_order"
    assert player.you.purse.staked == 1000


async def test_a_refused_command_uses_no_number_up(floor: TestHouse) -> None:
    player = await floor.player(1)
    assert (await player.bet(1, 50)).code == "off_step"
    assert player.n == 1
    assert isinstance(await player.bet(1, 500), Yours)


async def test_a_second_socket_of_the_player_takes_his_stream_over(floor: TestHouse) -> None:
    player = await floor.player(1)
    await player.bet(1, 500)
    other = Player(floor.house, 1, "classic-1")
    welcome = await other.join(stream=player.stream)
    assert welcome.stream == player.stream
    assert welcome.next_n == 2
    assert player.closed == [("classic-1", "taken_over")]
    assert (await player.bet(1, 500)).code == "not_joined"
    assert isinstance(await other.bet(1, 500), Yours)


async def test_a_second_tab_has_a_stream_of_its_own_and_sees_the_same_table(
    floor: TestHouse,
) -> None:
    player = await floor.player(1)
    other = Player(floor.house, 1, "classic-1")
    await other.join()
    assert other.stream != player.stream
    await player.bet(1, 500)
    await other.settle()
    assert other.raw[-2] == player.raw[-2]
    assert other.you == player.you
    await other.bet(1, 500)
    await player.settle()
    assert player.balance == other.balance == OPENING - 1000


async def test_another_players_stream_is_refused(floor: TestHouse) -> None:
    player = await floor.player(1, table="classic-multiplayer-1")
    await floor.fund(2, 1000)
    thief = Player(floor.house, 2, "classic-multiplayer-1")
    assert await thief.join_refused(stream=player.stream) == "not_your_stream"
    assert player.closed == []


async def test_an_unknown_stream_gets_a_new_one(floor: TestHouse) -> None:
    player = await floor.player(1)
    other = Player(floor.house, 1, "classic-1")
    welcome = await other.join(stream=12345)
    assert welcome.stream not in (12345, player.stream)


async def test_who_lost_frames_gets_just_those_and_the_last_number_taken(
    floor: TestHouse,
) -> None:
    player = await floor.player(1)
    await player.bet(1, 500)
    seen = player.frames[-1].seq  # type: ignore[union-attr]
    await player.bet(2, 500)
    await player.bet(3, 500)
    player.drop()
    back = Player(floor.house, 1, "classic-1")
    floor.house.join(back, join_of(player, seen))
    await back.settle()
    assert [type(frame) for frame in back.frames] == [Events, Events, Yours]
    assert back.raw[:2] == [r for r in player.raw if b'"events"' in r[:20]][1:]
    last = back.frames[-1]
    assert isinstance(last, Yours)
    assert last.ack == 3
    assert last.you == player.you


async def test_who_lost_frames_before_a_kill_gets_the_same_bytes(floor: TestHouse) -> None:
    player = await floor.player(1)
    await play_round(player)
    seen = player.n
    await player.bet(1, 500)
    await player.bet(2, 500)
    sent = [raw for raw in player.raw if b'"events"' in raw[:20]]
    await floor.restart()
    back = Player(floor.house, 1, "classic-1")
    floor.house.join(back, join_of(player, player.frames[-1].seq - 1))  # type: ignore[union-attr]
    await back.settle()
    assert back.raw[0] == sent[-1]
    assert seen


async def test_who_lost_too_many_frames_gets_the_whole_state(floor: TestHouse) -> None:
    player = await floor.player(1)
    for _ in range(130):
        await player.bet(1, 500)
        await player.clear()
    player.drop()
    back = Player(floor.house, 1, "classic-1")
    assert isinstance(await back.join(stream=player.stream, seen=2), Welcome)


async def test_a_full_inbox_refuses_as_busy_and_nothing_else_is_lost(floor: TestHouse) -> None:
    player = await floor.player(1)
    for n in range(1, 101):
        player.house.post(player, PlaceBet(table="classic-1", n=n, box=1, amount=100))
    await player.settle()
    busy = [f for f in player.frames if isinstance(f, Refused) and f.code == "busy"]
    assert len(busy) == 36
    assert player.you.purse.staked == 6400


def join_of(player: Player, seen: int) -> Join:
    return Join(table=player.table, stream=player.stream, seen=seen)


async def test_watchers_who_come_and_go_make_no_players_stream_forgotten(tmp_path: Path) -> None:
    settings = Settings(streams_max=2)
    async with open_house(tmp_path / "h.db", settings=settings) as floor:
        seated = [await floor.player(number, table=SHARED) for number in (1, 2, 3)]
        assert (await seated[0].bet(1, 500)).ack
        watchers = [await floor.player(number, table=SHARED) for number in range(4, 10)]
        seated[0].drop()
        for watcher in watchers:
            watcher.drop()
        await floor.player(10, table=SHARED)
        back = Player(floor.house, 1, SHARED)
        welcome = await back.join(stream=seated[0].stream)
        assert (welcome.stream, welcome.next_n) == (seated[0].stream, 2)
        again = Player(floor.house, 4, SHARED)
        assert (await again.join(stream=watchers[0].stream)).stream != watchers[0].stream
