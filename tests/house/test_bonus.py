"""A FreeAmount bonus at the table: whose money is in play, and what becomes of it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from evenmoney.games.catalogue import Catalogue
from evenmoney.house.bonus_desk import DAY_MS, Grant
from evenmoney.house.command import ActivateBonus, DeactivateBonus
from evenmoney.house.event import RoundStarted
from evenmoney.house.frame import BonusGranted, Refused, Yours
from evenmoney.house.refusal import TableRefusal
from evenmoney.ledger.transfer import Account, AccountKind
from evenmoney.store.store import Bonus, UnitRefused
from tests.dealing import dealing_order, rules_of
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house

GAME = "free-amount"
TABLE = "free-amount-1"
RULES = rules_of(GAME)
KEYS = iter(range(10**6))


def lay(stack: Stack, hand: str, dealer: str, hole: str, more: str = "") -> None:
    stack.put(dealing_order(RULES, hand, dealer, hole, more))


def lay_win(stack: Stack) -> None:
    lay(stack, "Ts 9s", "7d", "Tc")


def lay_loss(stack: Stack) -> None:
    lay(stack, "Ts 7s", "9d", "Tc")


async def granted(floor: TestHouse, player: int = 1, amount: int = 1000, **more: Any) -> Bonus:
    grant = Grant(player=player, amount=amount, **more)
    return await floor.house.bonuses.grant(f"key {next(KEYS)}", grant)


async def playing_with(floor: TestHouse, amount: int = 1000, **more: Any) -> tuple[Player, Bonus]:
    """A player at the table whose bonus is active."""
    player = await floor.player(1, TABLE)
    bonus = await granted(floor, amount=amount, **more)
    answer = await player.tell(ActivateBonus, bonus=bonus.number)
    assert isinstance(answer, Yours), answer
    return player, bonus


async def play(player: Player, bet: int) -> None:
    """A round in which the player stands."""
    await player.bet(1, bet)
    await player.deal()
    if player.you.decision is not None:
        await player.act("stand")


async def kept(floor: TestHouse, bonus: Bonus) -> Bonus:
    found = await floor.store.bonus(bonus.number)
    assert found is not None
    return found


async def held(floor: TestHouse, kind: AccountKind, player: int = 1) -> int:
    return await floor.store.balance(Account(kind, player))


@pytest.fixture(autouse=True)
async def check_books(floor: TestHouse) -> AsyncIterator[None]:
    yield
    await floor.check_books()


@pytest.mark.clause("002-W2")
async def test_a_bonus_is_not_played_with_until_it_is_activated(
    floor: TestHouse, stack: Stack
) -> None:
    lay_loss(stack)
    player = await floor.player(1, TABLE)
    bonus = await granted(floor)
    await play(player, 200)
    assert player.balance == OPENING - 200
    assert player.you.bonus is None
    await player.tell(ActivateBonus, bonus=bonus.number)
    await play(player, 200)
    assert player.balance == OPENING - 200
    assert player.you.bonus is not None
    assert (player.you.bonus.balance, player.you.purse.bonus) == (800, 800)


async def test_a_player_hears_at_once_of_a_bonus_granted_to_him_where_it_is_good(
    floor: TestHouse,
) -> None:
    player, other = await floor.player(1, TABLE), await floor.player(2, "free-amount-2")
    elsewhere = Player(floor.house, 1, "classic-1")
    await elsewhere.join()
    bonus = await granted(floor, games=(GAME,))
    [told] = [frame for frame in player.frames if isinstance(frame, BonusGranted)]
    assert (told.table, told.bonus.bonus, told.bonus.amount) == (TABLE, bonus.number, 1000)
    assert not told.bonus.active
    for silent in (other, elsewhere):
        assert not any(isinstance(frame, BonusGranted) for frame in silent.frames)


async def test_a_bonus_granted_in_a_round_changes_nothing_there(
    floor: TestHouse, stack: Stack
) -> None:
    lay_win(stack)
    player = await floor.player(1, TABLE)
    await player.bet(1, 200)
    await player.deal()
    before = player.you
    await granted(floor)
    assert player.you == before
    await player.act("stand")
    assert player.balance == OPENING + 200


@pytest.mark.clause("002-W3")
async def test_real_money_is_played_with_once_the_bonus_is_deactivated(
    floor: TestHouse, stack: Stack
) -> None:
    lay_loss(stack)
    player, bonus = await playing_with(floor)
    await play(player, 200)
    await player.tell(DeactivateBonus)
    assert player.you.bonus is None
    await play(player, 100)
    assert player.balance == OPENING - 100
    assert (await kept(floor, bonus)).balance == 800


@pytest.mark.clause("002-W4")
async def test_a_bet_above_the_bonus_balance_is_refused(floor: TestHouse, stack: Stack) -> None:
    lay_win(stack)
    player, _ = await playing_with(floor)
    answer = await player.bet(1, 1020)
    assert isinstance(answer, Refused)
    assert answer.code == "insufficient_bonus_balance"
    assert "insufficient bonus balance" in answer.reason
    assert player.you.purse.staked == 0


@pytest.mark.clause("002-W4")
@pytest.mark.parametrize(("bet", "doubles"), [(500, True), (520, False)])
async def test_doubles_and_splits_are_offered_only_from_the_bonus_balance(
    floor: TestHouse, stack: Stack, bet: int, doubles: bool
) -> None:
    lay(stack, "8s 8h", "6d", "Tc", "2c 3c 4c 5c")
    player, _ = await playing_with(floor)
    await player.bet(1, bet)
    await player.deal()
    assert ("double" in player.offers, "split" in player.offers) == (doubles, doubles)
    if not doubles:
        refused = await player.act("split")
        assert isinstance(refused, Refused)
    await player.act("stand")


@pytest.mark.clause("002-W4")
async def test_a_double_is_paid_from_the_bonus_and_its_win_goes_there(
    floor: TestHouse, stack: Stack
) -> None:
    lay(stack, "6s 5h", "6d", "Tc", "Ts 9c")
    player, bonus = await playing_with(floor)
    await player.bet(1, 400)
    await player.deal()
    await player.act("double")
    now = await kept(floor, bonus)
    assert (now.balance, now.wagered) == (1800, 800)
    assert player.balance == OPENING


@pytest.mark.clause("002-W1")
async def test_a_game_takes_the_kinds_of_bonus_that_its_file_names(floor: TestHouse) -> None:
    with pytest.raises(TableRefusal, match="bonus_not_taken"):
        await granted(floor, kind="free_spins")
    with pytest.raises(TableRefusal, match="bonus_not_taken"):
        await granted(floor, games=("classic",))
    with pytest.raises(TableRefusal, match="bonus_not_taken"):
        await granted(floor, games=("no-such-game",))
    elsewhere = await floor.player(2, "classic-1")
    bonus = await granted(floor, player=2)
    answer = await elsewhere.tell(ActivateBonus, bonus=bonus.number)
    assert answer.code == "bonus_not_taken"


async def test_it_cannot_be_switched_during_a_round_or_under_a_bet(
    floor: TestHouse, stack: Stack
) -> None:
    lay_win(stack)
    player, _ = await playing_with(floor)
    await player.bet(1, 200)
    assert (await player.tell(DeactivateBonus)).code == "bets_lie"
    await player.deal()
    assert (await player.tell(DeactivateBonus)).code == "betting_closed"
    await player.act("stand")
    assert isinstance(await player.tell(DeactivateBonus), Yours)
    await player.bet(1, 200)
    other = await granted(floor)
    assert (await player.tell(ActivateBonus, bonus=other.number)).code == "bets_lie"


async def test_one_bonus_is_active_at_a_time_and_at_one_table(floor: TestHouse) -> None:
    player, bonus = await playing_with(floor)
    second = await granted(floor)
    assert (await player.tell(ActivateBonus, bonus=second.number)).code == "bonus_active"
    elsewhere = Player(floor.house, 1, "free-amount-2")
    await elsewhere.join()
    for one in (bonus, second):
        assert (await elsewhere.tell(ActivateBonus, bonus=one.number)).code == "bonus_active"
    assert (await elsewhere.bet(1, 100)).code == "bonus_active"
    await player.tell(DeactivateBonus)
    assert isinstance(await elsewhere.tell(ActivateBonus, bonus=second.number), Yours)


async def test_anothers_bonus_and_one_that_never_was_are_refused(floor: TestHouse) -> None:
    player = await floor.player(1, TABLE)
    others = await granted(floor, player=2)
    for number in (others.number, 10**9):
        assert (await player.tell(ActivateBonus, bonus=number)).code == "no_such_bonus"
    assert (await player.tell(DeactivateBonus)).code == "no_such_bonus"


async def test_a_key_grants_once(floor: TestHouse) -> None:
    grant = Grant(player=1, amount=500, days=3)
    first = await floor.house.bonuses.grant("birthday", grant)
    assert await floor.house.bonuses.grant("birthday", grant) == first
    assert await held(floor, AccountKind.BONUS) == 500
    with pytest.raises(UnitRefused, match="key_taken"):
        await floor.house.bonuses.grant("birthday", replace(grant, amount=501))


async def test_what_exceeds_the_grant_is_cash_once_the_requirement_is_met(
    floor: TestHouse, stack: Stack
) -> None:
    lay_win(stack)
    player, bonus = await playing_with(floor, wagering=2)
    await play(player, 1000)
    now = await kept(floor, bonus)
    assert (now.balance, now.wagered, player.balance) == (2000, 1000, OPENING)
    await play(player, 1000)
    now = await kept(floor, bonus)
    assert (now.balance, now.wagered, player.balance) == (1000, 2000, OPENING + 2000)
    assert now.state == "open"
    assert await held(floor, AccountKind.CASH) == OPENING + 2000


async def test_without_a_requirement_wins_are_released_when_the_grant_is_used_up(
    floor: TestHouse, stack: Stack
) -> None:
    lay_win(stack)
    player, bonus = await playing_with(floor)
    await play(player, 600)
    assert player.balance == OPENING
    await play(player, 400)
    assert (player.balance, player.you.bonus) == (OPENING + 1000, None)
    now = await kept(floor, bonus)
    assert (now.state, now.balance) == ("used_up", 0)
    assert await held(floor, AccountKind.BONUS) == 0


async def test_without_a_requirement_wins_are_released_when_it_is_closed(
    floor: TestHouse, stack: Stack
) -> None:
    lay_win(stack)
    player, bonus = await playing_with(floor)
    await play(player, 600)
    with pytest.raises(TableRefusal, match="bonus_active"):
        await floor.house.bonuses.end(bonus.number)
    await player.tell(DeactivateBonus)
    with pytest.raises(TableRefusal, match="no_such_bonus"):
        await floor.house.bonuses.end(bonus.number, player=2)
    assert (await floor.house.bonuses.end(bonus.number, player=1)).state == "closed"
    await player.settle()
    assert await floor.house.balance(1) == OPENING + 600 == await held(floor, AccountKind.CASH)
    with pytest.raises(TableRefusal, match="no_such_bonus"):
        await floor.house.bonuses.end(bonus.number)


async def test_a_bonus_that_is_lost_is_used_up(floor: TestHouse, stack: Stack) -> None:
    lay_loss(stack)
    player, bonus = await playing_with(floor, wagering=5)
    await play(player, 1000)
    assert player.you.bonus is None
    assert (await kept(floor, bonus)).state == "used_up"
    assert player.balance == OPENING


async def test_on_expiry_the_bonus_is_forfeited(floor: TestHouse) -> None:
    player, bonus = await playing_with(floor, days=1)
    await player.bet(1, 200)
    floor.clock.advance(DAY_MS / 1000)
    await player.settle()
    assert player.you.bonus is None
    assert player.you.purse.staked == 0
    assert (await kept(floor, bonus)).state == "expired"
    assert await held(floor, AccountKind.BONUS) == 0
    assert (await player.tell(ActivateBonus, bonus=bonus.number)).code == "bonus_expired"


async def test_a_bonus_that_rests_expires_too(floor: TestHouse) -> None:
    bonus = await granted(floor, days=1)
    floor.clock.advance(DAY_MS / 1000)
    assert floor.house.bonuses._sweeping is not None
    await floor.house.bonuses._sweeping
    assert (await kept(floor, bonus)).state == "expired"


async def test_an_expiry_during_a_round_waits_for_its_end(floor: TestHouse, stack: Stack) -> None:
    lay(stack, "5s 9s", "7d", "Tc", "2c 4c Td")
    player, bonus = await playing_with(floor, days=1)
    floor.clock.advance(DAY_MS / 1000 - 60)
    await player.bet(1, 200)
    await player.deal()
    floor.clock.advance(120)
    await player.settle()
    assert (await kept(floor, bonus)).state == "open"
    await player.act("hit")
    await player.act("stand")
    floor.clock.advance(0)
    await player.settle()
    assert player.you.bonus is None
    assert (await kept(floor, bonus)).state == "expired"


async def test_who_gets_up_puts_his_bonus_away(floor: TestHouse) -> None:
    player, bonus = await playing_with(floor)
    await player.bet(1, 200)
    await player.leave()
    now = await kept(floor, bonus)
    assert (now.table, now.balance, now.state) == (0, 1000, "open")
    await player.join()
    assert player.you.bonus is None
    assert isinstance(await player.tell(ActivateBonus, bonus=bonus.number), Yours)


async def test_a_round_with_a_bonus_goes_on_after_a_kill(floor: TestHouse, stack: Stack) -> None:
    lay_win(stack)
    player, bonus = await playing_with(floor, wagering=3)
    await player.bet(1, 400)
    await player.deal()
    await floor.restart()
    again = Player(floor.house, 1, TABLE)
    await again.join()
    assert again.you.purse.bonus == 600
    assert "double" in again.offers
    elsewhere = Player(floor.house, 1, "free-amount-2")
    await elsewhere.join()
    assert (await elsewhere.bet(1, 100)).code == "bonus_active"
    await again.act("stand")
    now = await kept(floor, bonus)
    assert (now.balance, now.wagered) == (1400, 400)


async def test_a_void_round_gives_the_stake_back_to_the_bonus(
    floor: TestHouse, stack: Stack
) -> None:
    lay_win(stack)
    player, bonus = await playing_with(floor, wagering=3)
    await player.bet(1, 400)
    await player.deal()
    await floor.house.void(floor.house._tables[TABLE].layout.round_id(1), "torn")
    await player.settle()
    assert (await kept(floor, bonus)).balance == 1000
    assert player.you.purse.bonus == 1000
    assert player.balance == OPENING


@pytest.mark.parametrize("rests", [True, False])
async def test_a_settled_round_is_taken_back_from_the_bonus(
    floor: TestHouse, stack: Stack, rests: bool
) -> None:
    lay_win(stack)
    player, bonus = await playing_with(floor, wagering=3)
    await play(player, 400)
    if rests:
        await player.tell(DeactivateBonus)
    await floor.house.void(floor.house._tables[TABLE].layout.round_id(1), "wrong deck")
    await player.settle()
    now = await kept(floor, bonus)
    assert (now.balance, now.wagered) == (1000, 0)
    assert await held(floor, AccountKind.CASH) == OPENING


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("grant"), st.integers(1, 40), st.integers(0, 3)),
        st.tuples(st.just("activate"), st.integers(0, 3), st.just(0)),
        st.tuples(st.just("deactivate"), st.just(0), st.just(0)),
        st.tuples(st.just("play"), st.integers(1, 60), st.integers(0, 2)),
        st.tuples(st.just("days"), st.integers(1, 3), st.just(0)),
        st.tuples(st.just("close"), st.integers(0, 3), st.just(0)),
        st.tuples(st.just("kill"), st.just(0), st.just(0)),
    ),
    max_size=14,
)
HANDS = (("Ts 9s", "7d", "Tc"), ("Ts 7s", "9d", "Tc"), ("Ts 8s", "8d", "Tc"))


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
async def test_money_and_bonuses_agree_whatever_is_done(
    tmp_path_factory: pytest.TempPathFactory, stack: Stack, steps: list[tuple[str, int, int]]
) -> None:
    path: Path = tmp_path_factory.mktemp("laws") / "house.db"
    async with open_house(path, Catalogue.packaged()) as floor:
        player, numbers = await floor.player(1, TABLE), []
        for step, first, second in steps:
            if step == "grant":
                bonus = await granted(floor, amount=first * 20, wagering=second, days=2)
                numbers.append(bonus.number)
            elif step == "activate":
                await player.tell(
                    ActivateBonus, bonus=([*numbers, 10**9])[first % (len(numbers) + 1)]
                )
            elif step == "deactivate":
                await player.tell(DeactivateBonus)
            elif step == "play":
                lay(stack, *HANDS[second])
                await play(player, first * 20)
                await player.clear()
            elif step == "days":
                floor.clock.advance(first * DAY_MS / 1000)
                await player.settle()
            elif step == "close" and numbers:
                try:
                    await floor.house.bonuses.end(numbers[first % len(numbers)])
                except TableRefusal:
                    continue
            elif step == "kill":
                await floor.restart()
                player = Player(floor.house, 1, TABLE)
                await player.join()
        found = await floor.store.bonuses(1)
        active = [bonus for bonus in found if bonus.table]
        assert len(active) <= 1
        shown = player.you.bonus
        assert (shown.bonus if shown else None) == (active[0].number if active else None)
        assert all(bonus.state == "open" or not bonus.balance for bonus in found)
        assert await floor.house.balance(1) == await held(floor, AccountKind.CASH)
        await floor.check_books()


async def test_the_history_tells_which_rounds_were_played_with_a_bonus(
    floor: TestHouse, stack: Stack
) -> None:
    lay_win(stack)
    player, bonus = await playing_with(floor, wagering=10)
    await play(player, 400)
    await player.tell(DeactivateBonus)
    await play(player, 200)
    first, second = (player.events(RoundStarted)[at].round for at in (0, 1))
    await floor.house.void(second, "misdealt")
    await floor.house.void(first, "misdealt")
    played = await floor.store.played(1, None, 9)
    assert [(part.bonus, part.voided) for part in played] == [(bonus.number, True), (0, True)]
    lay_loss(stack)
    await play(player, 200)
    latest = (await floor.store.played(1, None, 9))[0]
    assert (latest.bonus, latest.voided, latest.staked, latest.paid) == (0, False, 200, 0)
