"""The seats' parts of a shuffle: all hashes first, then the parts, and an unopened one is empty."""

from pathlib import Path

from evenmoney.house.command import Deal, OpenPart, Skip
from evenmoney.house.event import BettingClosed, CycleRevealed, PartOpened, RoundStarted
from tests.house import test_shared_table as shared
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house
from tests.house.seated import TABLE, cards, floor_settles, pass_seconds, sit

floor = shared.floor


async def mixing(floor: TestHouse) -> tuple[Player, Player]:
    """Two who have said DEAL, and open their parts only when the test does it."""
    one, two = await sit(floor, 1, 2)
    one.opens_parts = two.opens_parts = False
    await one.bet(1, 500)
    await two.bet(2, 500)
    await one.deal(nonce="1a" * 16, text="luck")
    assert not one.events(BettingClosed)
    await two.deal(nonce="2b" * 16)
    await floor_settles(floor)
    return one, two


async def test_parts_are_opened_only_when_every_hash_is_in(floor: TestHouse) -> None:
    one, two = await mixing(floor)
    (closed,) = one.events(BettingClosed)
    first, second = one.promise("1a" * 16, "luck"), two.promise("2b" * 16)
    assert (closed.hashes, closed.left_ms) == ((first, second, ""), 2000)
    assert one.you.part_wanted
    refused = await one.bet(3, 500)
    assert (refused.code, "round" in refused.reason) == ("betting_closed", False)
    assert (await one.tell(Skip)).code == "betting_closed"
    await one.tell(OpenPart, nonce="1a" * 16, text="luck")
    assert not one.you.part_wanted
    assert not one.events(RoundStarted)
    await two.tell(OpenPart, nonce="2b" * 16)
    await floor_settles(floor)
    assert one.events(RoundStarted)
    assert [event.seat for event in one.events(PartOpened)] == [1, 2]
    await floor.check_books()


async def test_a_part_that_is_not_the_promised_one_is_refused(floor: TestHouse) -> None:
    one, two = await mixing(floor)
    assert (await one.tell(OpenPart, nonce="1b" * 16, text="luck")).code == "part_differs"
    assert (await one.tell(OpenPart, nonce="1a" * 16)).code == "part_differs"
    assert (await one.tell(OpenPart, nonce="1a" * 16, text="luck")).ack
    assert (await one.tell(OpenPart, nonce="1a" * 16, text="luck")).code == "part_not_wanted"
    assert two.you.part_wanted


async def test_a_part_that_is_not_opened_in_time_counts_as_empty(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / Td 9d"))
    one, two = await mixing(floor)
    promise = one.promise("1a" * 16, "luck")
    await one.tell(OpenPart, nonce="1a" * 16, text="luck")
    await pass_seconds(floor, 2)
    await one.act("stand")
    await two.act("stand")
    (shown,) = two.events(CycleRevealed)
    assert [bytes.fromhex(part) for part in shown.parts] == [b"\x1a" * 16 + b"luck", b"", b""]
    assert shown.hashes == (promise, two.events(BettingClosed)[0].hashes[1], "")


async def test_no_deal_waits_for_the_part_of_who_is_gone(floor: TestHouse) -> None:
    one, two = await mixing(floor)
    await one.tell(OpenPart, nonce="1a" * 16, text="luck")
    await two.leave()
    assert one.events(RoundStarted)
    assert await floor.house.balance(2) >= OPENING - 500


async def test_at_a_shared_table_deal_carries_a_hash_and_no_part(floor: TestHouse) -> None:
    (one,) = await sit(floor, 1)
    await one.bet(1, 500)
    assert (await one.tell(Deal, nonce="1a" * 16)).code == "part_missing"
    assert (await one.tell(OpenPart, nonce="1a" * 16)).code == "part_not_wanted"


async def test_a_kill_between_hash_and_part_gives_everyone_the_grace_to_open(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s / Td 9d"))
    one, _ = await mixing(floor)
    await floor.restart()
    back = Player(floor.house, 1, TABLE)
    welcome = await back.join(stream=one.stream)
    assert welcome.view.phase == "mixing"
    assert welcome.you.part_wanted
    await back.tell(OpenPart, nonce="1a" * 16, text="luck")
    await pass_seconds(floor, 9)
    assert not back.events(RoundStarted)
    await pass_seconds(floor, 2)
    assert back.events(RoundStarted)[0].bets == {1: 500, 2: 500}
    await floor.check_books()


async def play_out(player: Player) -> None:
    """The round ends by the first offers that end it."""
    while player.you.decision is not None:
        await player.act("pass" if "pass" in player.offers else "stand")


async def test_a_part_used_before_is_refused_however_long_ago_and_by_whom(tmp_path: Path) -> None:
    async with open_house(tmp_path / "h.db") as floor:
        player = await floor.player(1, money=10_000_000)
        used = "5c" * 16
        for nonce in (used, *[None] * 80):
            await player.bet(1, 100)
            assert (await player.deal(nonce)).ack
            await play_out(player)
        await player.bet(1, 100)
        assert (await player.deal(used, text="with other words")).code == "part_used"
        other = await floor.player(2, table="european-1")
        await other.bet(1, 100)
        assert (await other.deal(used)).code == "part_used"
        assert (await other.deal()).ack
        await floor.restart()
        back = Player(floor.house, 1, "classic-1")
        await back.join(stream=player.stream)
        assert (await back.deal(used)).code == "part_used"
        assert (await back.deal()).ack
        await floor.check_books()


async def test_a_part_refused_for_want_of_a_bet_was_not_used(floor: TestHouse) -> None:
    (one,) = await sit(floor, 1)
    nonce = "6d" * 16
    assert (await one.deal(nonce)).code == "no_bets"
    await one.bet(1, 100)
    await one.deal(nonce)
    await floor_settles(floor)
    assert [event.seat for event in one.events(PartOpened)] == [1]


async def test_a_used_part_is_not_opened_at_a_shared_table_either(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(cards("Ts 9s"))
    (one,) = await sit(floor, 1)
    nonce = "7e" * 16
    for opened in (1, 1):
        await one.bet(1, 100)
        await one.deal(nonce)
        await pass_seconds(floor, 2)
        await one.act("stand")
        assert len(one.events(PartOpened)) == opened
    (first, second) = one.events(CycleRevealed)
    assert bytes.fromhex(first.parts[0]) == b"\x7e" * 16
    assert second.parts == ("", "", ""), "it counts as not opened"
    assert second.hashes[0]
