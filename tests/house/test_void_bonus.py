"""A settled round that was played with a bonus, called off: money and bonus are as before it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evenmoney.games.catalogue import Catalogue
from evenmoney.house.bonus_desk import DAY_MS
from evenmoney.house.command import ActivateBonus, DeactivateBonus
from evenmoney.house.frame import Yours
from evenmoney.house.refusal import TableRefusal
from evenmoney.house.settings import Settings
from evenmoney.ledger.transfer import AccountKind
from evenmoney.store.store import Bonus
from tests.dealing import dealing_order
from tests.house.playing import OPENING, Player, Stack, TestHouse, open_house
from tests.house.test_bonus import HANDS, RULES, TABLE, granted, held, kept, lay, play

WON, LOST, PUSHED = HANDS


@pytest.fixture(autouse=True)
async def check_books(floor: TestHouse) -> AsyncIterator[None]:
    yield
    await floor.check_books()


def round_of(floor: TestHouse, count: int = 1) -> str:
    return floor.house._tables[TABLE].layout.round_id(count)


async def money(floor: TestHouse) -> dict[AccountKind, int]:
    kinds = (AccountKind.CASH, AccountKind.BONUS, AccountKind.DEBT)
    return {kind: await held(floor, kind) for kind in kinds}


async def sat_down(floor: TestHouse, wagering: int, cash: int = OPENING) -> tuple[Player, Bonus]:
    """A player whose bonus of 10.00 for ten days is active."""
    player = await floor.player(1, TABLE, money=cash)
    bonus = await granted(floor, wagering=wagering, days=10)
    await player.tell(ActivateBonus, bonus=bonus.number)
    return player, bonus


async def ended(floor: TestHouse, player: Player, bonus: Bonus, how: str) -> None:
    """The bonus put away, closed or expired, if it is still open."""
    if (await kept(floor, bonus)).state != "open" or how == "stays":
        return
    await player.tell(DeactivateBonus)
    if how == "closed":
        await floor.house.bonuses.end(bonus.number)
    if how == "expired":
        floor.clock.advance(11 * DAY_MS / 1000)
        await swept(floor)


@pytest.mark.parametrize("hand", [WON, LOST, PUSHED], ids=["won", "lost", "pushed"])
@pytest.mark.parametrize("bet", [400, 1000])
@pytest.mark.parametrize(
    "case",
    [
        (5, "stays"),  # open
        (1, "stays"),  # released, when all is staked
        (0, "stays"),  # used up, when all is staked
        (0, "rests"),
        (5, "closed"),
        (0, "closed"),
        (5, "expired"),
        (0, "expired"),
    ],
)
async def test_the_round_has_not_been_for_money_and_bonus(
    floor: TestHouse, stack: Stack, hand: tuple[str, str, str], bet: int, case: tuple[int, str]
) -> None:
    wagering, how = case
    lay(stack, *hand)
    player, bonus = await sat_down(floor, wagering)
    await play(player, bet)
    used_up = (await kept(floor, bonus)).state == "used_up"
    await ended(floor, player, bonus, how)
    await floor.house.void(round_of(floor), "wrong deck")
    await player.settle()
    now = await kept(floor, bonus)
    gone = how in {"closed", "expired"} and not used_up
    assert (now.state, now.balance) == ((how, 0) if gone else ("open", 1000))
    assert (now.wagered, now.released) == (0, 0)
    assert now.forfeited == (1000 if gone else 0)
    left = 0 if gone else 1000
    assert await money(floor) == {
        AccountKind.CASH: OPENING,
        AccountKind.BONUS: left,
        AccountKind.DEBT: 0,
    }
    assert await floor.house.balance(1) == OPENING


@pytest.mark.parametrize("wagering", [0, 1])
async def test_what_was_released_and_spent_is_a_debt(
    floor: TestHouse, stack: Stack, wagering: int
) -> None:
    lay(stack, *WON)
    player, bonus = await sat_down(floor, wagering, cash=100)
    await play(player, 1000)
    elsewhere = Player(floor.house, 1, "classic-1")
    await elsewhere.join()
    await elsewhere.bet(1, 900)
    [part] = await floor.house.void(round_of(floor), "wrong deck")
    assert (part.cash, part.debt, (await kept(floor, bonus)).balance) == (-200, 800, 1000)
    assert await money(floor) == {
        AccountKind.CASH: 0,
        AccountKind.BONUS: 1000,
        AccountKind.DEBT: -800,
    }


async def test_a_bonus_that_opens_again_can_be_played_with(floor: TestHouse, stack: Stack) -> None:
    lay(stack, *LOST)
    player, bonus = await sat_down(floor, wagering=5)
    await play(player, 1000)
    await floor.house.void(round_of(floor), "wrong deck")
    await player.settle()
    assert isinstance(await player.tell(ActivateBonus, bonus=bonus.number), Yours)
    assert player.you.purse.bonus == 1000
    await play(player, 400)
    assert (await kept(floor, bonus)).balance == 600


async def test_a_bonus_that_opens_again_after_its_time_expires_at_once(
    floor: TestHouse, stack: Stack
) -> None:
    lay(stack, *LOST)
    player, bonus = await sat_down(floor, wagering=5)
    await play(player, 1000)
    floor.clock.advance(11 * DAY_MS / 1000)
    await floor.house.void(round_of(floor), "wrong deck")
    await swept(floor)
    assert (await kept(floor, bonus)).state == "expired"


async def test_another_bonus_in_play_meanwhile_is_left_alone(
    floor: TestHouse, stack: Stack
) -> None:
    lay(stack, *LOST)
    player, bonus = await sat_down(floor, wagering=5)
    await play(player, 1000)
    second = await granted(floor, amount=500)
    await player.tell(ActivateBonus, bonus=second.number)
    await floor.house.void(round_of(floor), "wrong deck")
    await player.settle()
    assert player.you.purse.bonus == 500
    assert (await kept(floor, bonus)).balance == 1000


async def test_a_bonus_whose_bet_lies_ends_only_after_it(floor: TestHouse, stack: Stack) -> None:
    lay(stack, *WON)
    player, bonus = await sat_down(floor, wagering=9)
    await play(player, 1000)
    await player.bet(1, 2000)
    await floor.house.void(round_of(floor), "wrong deck")
    await player.settle()
    assert (await kept(floor, bonus)).state == "open"
    await player.clear()
    assert player.you.purse.bonus == 2000
    assert await held(floor, AccountKind.CASH) == OPENING


async def test_a_bonus_that_is_active_at_another_table_must_rest_for_a_void(
    floor: TestHouse, stack: Stack
) -> None:
    lay(stack, *WON)
    player, bonus = await sat_down(floor, wagering=5)
    await play(player, 400)
    await player.tell(DeactivateBonus)
    elsewhere = Player(floor.house, 1, "free-amount-2")
    await elsewhere.join()
    await elsewhere.tell(ActivateBonus, bonus=bonus.number)
    with pytest.raises(TableRefusal, match="bonus_active"):
        await floor.house.void(round_of(floor), "wrong deck")


@pytest.mark.parametrize(
    ("hand", "cash", "left"), [(WON, 1000, 1000), (LOST, 0, 1000), (PUSHED, 0, 1000)]
)
async def test_a_win_may_stand_and_then_nothing_of_it_moves(
    tmp_path: Path, stack: Stack, hand: tuple[str, str, str], cash: int, left: int
) -> None:
    lay(stack, *hand)
    better = Settings(void_pays="better")
    async with open_house(tmp_path / "b.db", Catalogue.packaged(), settings=better) as floor:
        player, bonus = await sat_down(floor, wagering=1)
        await play(player, 1000)
        await floor.house.void(round_of(floor), "wrong deck")
        await player.settle()
        assert (await kept(floor, bonus)).balance == left
        assert await held(floor, AccountKind.CASH) == OPENING + cash
        await floor.check_books()


async def test_an_open_round_with_a_bonus_gives_it_what_was_won_so_far(
    tmp_path: Path, stack: Stack
) -> None:
    lay(stack, "Ts 5s", "7d", "Tc")
    better = Settings(void_pays="better")
    async with open_house(tmp_path / "b.db", Catalogue.packaged(), settings=better) as floor:
        player, bonus = await sat_down(floor, wagering=1)
        await player.bet(1, 1000)
        await player.deal()
        await floor.house.void(round_of(floor), "torn")
        await player.settle()
        now = await kept(floor, bonus)
        assert (now.balance, now.wagered) == (1000, 0)
        await floor.check_books()


async def test_an_old_round_that_cannot_be_told_again_is_refused_and_the_table_plays_on(
    floor: TestHouse, stack: Stack
) -> None:
    lay(stack, *WON)
    player, bonus = await sat_down(floor, wagering=5)
    await play(player, 400)
    lay(stack, *LOST)  # the first round's record says something else now
    with pytest.raises(TableRefusal, match="record_differs"):
        await floor.house.void(round_of(floor), "wrong deck")
    assert floor.house._tables[TABLE].stopped is None
    await play(player, 400)
    assert (await kept(floor, bonus)).balance == 1000


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.integers(1, 60), st.integers(0, 2)),
        st.tuples(st.just("void"), st.integers(1, 6), st.just(0)),
        st.tuples(st.just("close"), st.just(0), st.just(0)),
        st.tuples(st.just("grant"), st.integers(1, 40), st.integers(0, 3)),
        st.tuples(st.just("days"), st.integers(1, 3), st.just(0)),
        st.tuples(st.just("kill"), st.just(0), st.just(0)),
    ),
    min_size=2,
    max_size=12,
)


async def swept(floor: TestHouse) -> None:
    """Until bonuses that have expired are so in the record."""
    if floor.house.bonuses._sweeping is not None:
        await floor.house.bonuses._sweeping


class Evening:
    """A player who activates the newest bonus that is open, plays, and has rounds called off."""

    def __init__(self, floor: TestHouse, player: Player, stack: Stack) -> None:
        self.floor, self.player, self.stack = floor, player, stack
        self.void_already: set[str] = set()

    async def do(self, step: str, first: int, second: int) -> None:
        match step:
            case "grant":
                await granted(self.floor, amount=first * 20, wagering=second, days=2)
            case "play":
                await self.activate()
                self.lay(HANDS[second])
                await play(self.player, first * 20)
                await self.player.clear()
            case "days":
                self.floor.clock.advance(first * DAY_MS / 1000)
                await swept(self.floor)
                await self.player.settle()
            case "close":
                await self.close()
            case "kill":
                await self.floor.restart()
                self.player = Player(self.floor.house, 1, TABLE)
                await self.player.join()
            case "void":
                await self.void(first)

    def lay(self, hand: tuple[str, str, str]) -> None:
        cycle = self.floor.house._tables[TABLE].state.cycle
        assert cycle is not None
        self.stack.put(dealing_order(RULES, *hand), cycle.number)

    async def activate(self) -> None:
        if self.player.you.bonus is None:
            bonuses = [b for b in await self.floor.store.bonuses(1) if b.state == "open"]
            if bonuses:
                await self.player.tell(ActivateBonus, bonus=bonuses[0].number)

    async def close(self) -> None:
        await self.player.tell(DeactivateBonus)
        for bonus in await self.floor.store.bonuses(1):
            if bonus.state == "open":
                await self.floor.house.bonuses.end(bonus.number)

    async def void(self, count: int) -> None:
        round = round_of(self.floor, count)
        if round in self.void_already or await self.floor.house.record(round, 1) is None:
            with pytest.raises(TableRefusal, match=r"no_such_round|already_void"):
                await self.floor.house.void(round, "wrong deck")
        else:
            await self.floor.house.void(round, "wrong deck")
            await swept(self.floor)
            self.void_already.add(round)
        await self.player.settle()


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
async def test_the_books_are_right_whatever_is_called_off(
    tmp_path_factory: pytest.TempPathFactory, stack: Stack, steps: list[tuple[str, int, int]]
) -> None:
    path: Path = tmp_path_factory.mktemp("voids") / "house.db"
    async with open_house(path, Catalogue.packaged()) as floor:
        evening = Evening(floor, await floor.player(1, TABLE), stack)
        await evening.do("grant", 50, 1)
        for step in steps:
            await evening.do(*step)
        found = await floor.store.bonuses(1)
        assert sum(bonus.table != 0 for bonus in found) <= 1
        assert all(bonus.state == "open" or not bonus.balance for bonus in found)
        shown = evening.player.you.bonus
        assert shown is None or shown.balance == (await floor.store.bonus(shown.bonus)).balance  # type: ignore[union-attr]
        assert await floor.house.balance(1) == await held(floor, AccountKind.CASH)
        await floor.check_books()


@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    before=st.lists(STEPS.filter(bool).map(lambda s: s[0]), max_size=4),
    round=st.tuples(st.integers(1, 50), st.integers(0, 2)),
    since=st.integers(1, 1000),
)
async def test_after_a_void_he_has_what_he_had_before_and_what_came_since(
    tmp_path_factory: pytest.TempPathFactory,
    stack: Stack,
    before: list[tuple[str, int, int]],
    round: tuple[int, int],
    since: int,
) -> None:
    path: Path = tmp_path_factory.mktemp("voids") / "house.db"
    async with open_house(path, Catalogue.packaged()) as floor:
        evening = Evening(floor, await floor.player(1, TABLE), stack)
        await evening.do("grant", 50, 1)
        for step in before:
            await evening.do(*step)
        had = sum((await money(floor)).values())
        count = floor.house._tables[TABLE].state.count
        await evening.do("play", *round)
        await floor.fund(1, since, key="since")
        await evening.void(count)
        assert sum((await money(floor)).values()) == had + since
        await floor.check_books()
