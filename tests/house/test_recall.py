"""A round told again from its record."""

import pytest

from evenmoney.house.bonus_desk import Grant
from evenmoney.house.command import ActivateBonus
from evenmoney.house.event import CycleRevealed, PlayerPaid, RoundStarted, RoundVoided
from evenmoney.house.state import round_number
from evenmoney.house.view import RoundRecord
from evenmoney.journal.entry import Entry
from evenmoney.reveal import Reveal, differences
from evenmoney.rules.event import HandSettled
from tests.dealing import dealing_order, rules_of
from tests.house.playing import OPENING, Player, Stack, TestHouse


async def played(player: Player) -> None:
    await player.bet(1, 500)
    await player.deal(text="lucky")
    while player.you.offers:
        await player.act("pass" if "pass" in player.offers else "stand")


async def test_a_closed_round_is_told_with_its_proof(floor: TestHouse) -> None:
    player = await floor.player(1)
    await played(player)
    await played(player)
    record = await floor.house.record("1-1", 1)
    assert record is not None
    assert (record.bets, record.mine, record.open) == ({1: 500}, (1,), False)
    told = [step.told for step in record.steps]
    assert told[:4] == ["opened", "sat_down", "place_bet", "deal"]
    assert set(told[4:]) <= {"act"}
    events = [event for step in record.steps for event in step.events]
    assert [e for e in events if isinstance(e, HandSettled)] == player.events(HandSettled)[:1]
    assert player.events(PlayerPaid)[0].paid == record.paid
    proof = record.shuffle
    assert proof is not None
    assert proof.revealed
    reveal = Reveal(
        cycle=proof.cycle,
        rules_hash=bytes.fromhex(proof.rules_hash),
        decks=6,
        seed=bytes.fromhex(proof.seed),
        salt=bytes.fromhex(proof.salt),
        parts=tuple(bytes.fromhex(part) for part in proof.parts),
        cut=proof.cut,
        order=proof.order,
    )
    assert differences(reveal, proof.c1, proof.c2) == []
    assert proof.parts[0].endswith(b"lucky".hex())


async def test_an_open_round_is_told_without_its_secrets(floor: TestHouse) -> None:
    player = await floor.player(1)
    await player.bet(1, 500)
    await player.deal()
    while not player.you.offers:
        await player.redo()
        await player.deal()
    round = floor.house.open_rounds(1)[0].round
    record = await floor.house.record(round, 1)
    assert record is not None
    assert record.open
    assert record.shuffle is not None
    assert (record.shuffle.seed, record.shuffle.order, record.shuffle.parts) == ("", (), ())


async def test_a_closed_round_shows_nothing_of_a_shoe_that_still_runs(floor: TestHouse) -> None:
    player = await floor.player(1, table="six-deck-shoe-1")
    await played(player)
    dealt = {step.told for step in (await told(floor, player)).steps}
    assert "deal" in dealt
    while not player.events(CycleRevealed):
        shuffle = (await told(floor, player)).shuffle
        assert shuffle is not None
        assert not shuffle.revealed
        assert (shuffle.seed, shuffle.salt, shuffle.order, shuffle.parts) == ("", "", (), ())
        assert shuffle.c1
        assert shuffle.c2
        await played(player)
    shuffle = (await told(floor, player)).shuffle
    assert shuffle is not None
    assert shuffle.revealed
    assert len(shuffle.order) == 312


async def told(floor: TestHouse, player: Player) -> RoundRecord:
    """The player's first round here, which is closed, as his history tells it now."""
    record = await floor.house.record(player.events(RoundStarted)[0].round, player.player)
    assert record is not None
    assert not record.open
    return record


async def test_a_round_is_told_to_its_players_only(floor: TestHouse) -> None:
    player = await floor.player(1)
    await played(player)
    for round, who in (("1-1", 2), ("1-9", 1), ("77-1", 1), ("nonsense", 1), ("", 1)):
        assert await floor.house.record(round, who) is None


async def test_a_round_that_was_called_off_is_told_from_its_own_entries_only(
    floor: TestHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await floor.player(1)
    for _ in range(6):
        await played(player)
    before = await floor.house.record("1-1", 1)
    assert before is not None
    await floor.house.void("1-1", "wrong deck")
    await played(player)
    asked: list[tuple[int, int | None]] = []
    entries = floor.store.entries

    async def counted(table: int, first: int, last: int | None = None) -> list[Entry]:
        asked.append((first, last))
        return await entries(table, first, last)

    monkeypatch.setattr(floor.store, "entries", counted)
    after = await floor.house.record("1-1", 1)
    assert after is not None
    assert after.voided
    assert after.paid == after.staked == 500
    assert after.steps[:-1] == before.steps
    assert after.steps[-1].told == "voided"
    assert [event.reason for event in after.steps[-1].events if isinstance(event, RoundVoided)] == [
        "wrong deck"
    ]
    read = sum((last or 10**6) - first + 1 for first, last in asked)
    assert read <= len(before.steps) + 2, "its own entries, its void, and the table's game"


async def test_the_record_says_what_became_a_debt(floor: TestHouse, stack: Stack) -> None:
    stack.put(dealing_order(rules_of("classic"), "Ts 9s", "7d", "Tc"))
    player = await floor.player(1, money=1000)
    await player.bet(1, 1000)
    await player.deal()
    await player.act("stand")
    elsewhere = Player(floor.house, 1, "classic-2")
    await elsewhere.join()
    await elsewhere.bet(1, 1800)
    await floor.house.void("1-1", "wrong deck")
    record = await floor.house.record("1-1", 1)
    assert record is not None
    assert (record.staked, record.paid, record.debt) == (1000, 1000, 800)


async def test_a_round_tells_what_its_player_had_before_and_after_it(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(dealing_order(rules_of("classic"), "Ts 9s", "7d", "Tc"))
    player = await floor.player(1)
    await played(player)
    await player.bet(2, 300)
    await played(player)
    first = await floor.house.record("1-1", 1)
    second = await floor.house.record("1-2", 1)
    assert first is not None
    assert second is not None
    assert (first.balance_before, first.balance_after) == (OPENING, OPENING + 500)
    assert second.balance_before == OPENING + 500
    assert second.balance_after == OPENING + 500 - second.staked + second.paid == player.balance
    await floor.house.void("1-1", "misdealt")
    again = await floor.house.record("1-1", 1)
    assert again is not None
    assert (again.balance_before, again.balance_after) == (OPENING, player.balance)


async def test_an_open_round_has_no_balance_after_it_yet(floor: TestHouse, stack: Stack) -> None:
    stack.put(dealing_order(rules_of("classic"), "Ts 2s", "7d", "Tc"))
    player = await floor.player(1)
    await player.bet(1, 500)
    await player.deal()
    record = await floor.house.record("1-1", 1)
    assert record is not None
    assert (record.balance_before, record.balance_after) == (OPENING, None)


async def test_a_round_with_a_bonus_leaves_his_own_money_as_it_was(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(dealing_order(rules_of("free-amount"), "Ts 9s", "7d", "Tc"))
    player = await floor.player(1, table="free-amount-1")
    bonus = await floor.house.bonuses.grant("b", Grant(player=1, amount=1000, wagering=5))
    await player.tell(ActivateBonus, bonus=bonus.number)
    await played(player)
    (started,) = player.events(RoundStarted)
    record = await floor.house.record(started.round, 1)
    assert record is not None
    assert (record.balance_before, record.balance_after) == (OPENING, OPENING)


async def test_a_round_that_closes_while_it_is_looked_for_is_told_all_the_same(
    floor: TestHouse, stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack.put(dealing_order(rules_of("classic"), "Ts 9s", "6d", "Tc", "8h"))
    player = await floor.player(1)
    await player.bet(1, 500)
    await player.deal()
    read = floor.store.since_checkpoint

    async def meanwhile(table: int) -> list[Entry]:
        if player.offers:
            await player.act("stand")
        return await read(table)

    monkeypatch.setattr(floor.store, "since_checkpoint", meanwhile)
    record = await floor.house.record("1-1", 1)
    assert record is not None
    assert not record.open
    assert record.paid == 1000


@pytest.mark.parametrize("id", ["1-1000000001", "1", "1-", "-1", "1-x", "9" * 5000 + "-1", "\0"])
async def test_an_id_that_no_round_has_is_no_other_rounds(floor: TestHouse, id: str) -> None:
    await floor.player(1)
    assert await floor.house.record(id, 1) is None
    with pytest.raises(ValueError, match=r"looks like 12-345|limit"):
        round_number(id)
