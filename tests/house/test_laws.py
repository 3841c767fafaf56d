"""Whatever players do at a shared table, in any order: no box has two owners, no table waits for
ever, no bet is lost or paid twice. Hypothesis looks for a sequence that breaks it."""

import asyncio
import tempfile
from collections.abc import Awaitable, Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from evenmoney.house import standing
from evenmoney.house.command import PlaceBet, Skip
from evenmoney.house.event import PlayerPaid
from evenmoney.house.frame import Events, Refused, Yours
from evenmoney.house.recovery import rebuild
from evenmoney.house.state import Stack, TableState
from evenmoney.house.table import Table
from evenmoney.ledger.transfer import AccountKind
from evenmoney.rules.action import Action
from tests.dealing import GAMES
from tests.house.playing import CountedEntropy, Player, TestHouse, _decode, settle

GAME = GAMES["classic-multiplayer"]
TABLE, OTHER_TABLE = "classic-multiplayer-1", "classic-multiplayer-2"
MONEY = {1: 100_000, 2: 100_000, 3: 1_200, 4: 350}
"""What each has to begin with: for some a double, a split or insurance is soon too dear."""

T = TypeVar("T")
who = st.sampled_from(sorted(MONEY))
box = st.integers(1, 3)
amount = st.integers(1, 12).map(lambda n: 100 * n)
seconds = st.sampled_from([0.5, 1.9, 2.1, 9.9, 10.1, 14.9, 15.1, 20.0, 29.9, 30.1, 700.0])


someone_here = precondition(lambda self: bool(self.here))
betting = precondition(lambda self: self.here and standing.phase(self.state) == "betting")
playing = precondition(lambda self: standing.turn_owner(self.state) is not None)


def answer_to(tab: Player, n: int, first: int) -> Yours | Refused:
    """What a tab's command `n` was answered, in its frames from `first` on."""
    for frame in tab.frames[first:]:
        if (isinstance(frame, Yours) and frame.ack == n) or (
            isinstance(frame, Refused) and frame.n == n
        ):
            return frame
    raise AssertionError("a command was not answered")


class SharedTable(RuleBasedStateMachine):
    """Up to four players and three seats; what must always hold, and what at the end."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.floor = TestHouse(Path(self.folder.name) / "h.db", {GAME.id: GAME}, None)
        self.floor.entropy = CountedEntropy("laws")
        self.here: dict[int, Player] = {}
        self.tabs: list[Player] = []
        self.elsewhere: dict[int, Player] = {}
        self.told: dict[int, Events] = {}
        self.nonces = 0
        self.run(self.begin())

    def run(self, doing: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(doing)

    async def begin(self) -> None:
        await self.floor.open()
        for player, money in MONEY.items():
            await self.floor.fund(player, money)
        for player in (1, 2, 3):
            await self.come(player)

    @property
    def table(self) -> Table:
        return self.floor.house._tables[TABLE]

    @property
    def state(self) -> TableState:
        return self.table.state

    async def come(self, player: int, **more: Any) -> Player:
        """A new tab of the player's."""
        tab = Player(self.floor.house, player, TABLE)
        await tab.join(**more)
        self.here[player] = tab
        self.tabs.append(tab)
        return tab

    async def done(self) -> None:
        """All is done that waits, and each news was the same for all who saw it."""
        for _ in range(2):  # what one table does with money, the other one shows
            for table in (OTHER_TABLE, TABLE):
                if table in self.floor.house._tables:
                    await settle(self.floor.house, table)
        for tab in self.here.values():
            for frame in tab.frames:
                if isinstance(frame, Events):
                    assert self.told.setdefault(frame.seq, frame) == frame

    def tell(self, say: Awaitable[Any]) -> None:
        """A command of somebody who is there, and its answer: taken, or refused in words."""

        async def told() -> None:
            answer = await say
            assert isinstance(answer, Yours | Refused)
            await self.done()

        self.run(told())

    def nonce(self) -> str:
        """Bytes for the shuffle that nobody has sent before."""
        self.nonces += 1
        return sha256(str(self.nonces).encode()).hexdigest()[:32]

    def one_here(self, place: int) -> Player:
        """Somebody who is there; a number says who."""
        return self.here[sorted(self.here)[place % len(self.here)]]

    # ---- coming and going

    @precondition(lambda self: len(self.here) < len(MONEY))
    @rule(player=who)
    def joins(self, player: int) -> None:
        self.run(self.come(player))
        self.run(self.done())

    @someone_here
    @rule(place=who)
    def comes_back_to_the_stream(self, place: int) -> None:
        """Another tab, or the same after a reload, takes the stream over."""
        before = self.one_here(place)
        back = self.run(self.come(before.player, stream=before.stream))
        assert before.closed[-1:] == [(TABLE, "taken_over")]
        assert back.stream == before.stream
        self.run(self.done())

    @someone_here
    @rule(place=who)
    def drops(self, place: int) -> None:
        self.here.pop(self.one_here(place).player).drop()
        self.run(self.done())

    @someone_here
    @rule(place=who)
    def leaves(self, place: int) -> None:
        self.run(self.here.pop(self.one_here(place).player).leave())
        self.run(self.done())

    @rule(seconds=seconds)
    def time_passes(self, seconds: float) -> None:
        self.floor.clock.advance(seconds)
        self.run(self.done())

    @rule(back=st.sets(who))
    def the_house_is_killed(self, back: set[int]) -> None:
        """Killed and opened again; some come back to their streams."""
        before, self.here, self.elsewhere, self.tabs = self.here, {}, {}, []
        self.run(self.floor.restart())
        for player in back & before.keys():
            self.run(self.come(player, stream=before[player].stream))
        self.run(self.done())

    # ---- betting

    @betting
    @rule(place=who, box=box, amount=amount, deals=st.booleans())
    def bets(self, place: int, box: int, amount: int, deals: bool) -> None:
        tab = self.one_here(place)
        self.tell(tab.bet(box, amount))
        if deals:
            self.tell(tab.deal(self.nonce()))

    @betting
    @rule(amounts=st.tuples(amount, amount, amount), opens=st.booleans())
    def all_bet_and_say_deal(self, amounts: tuple[int, int, int], opens: bool) -> None:
        """Each seated one who is there, on his own box; with or without opening his part."""
        for seat, amount in enumerate(amounts):
            sits = self.state.seats[seat]
            tab = self.here.get(sits.player) if sits else None
            if tab is not None:
                tab.opens_parts = opens
                self.tell(tab.lay({seat + 1: amount}))
                self.tell(tab.deal(self.nonce()))

    @betting
    @rule(box=box, amount=amount)
    def two_bet_on_one_box_at_once(self, box: int, amount: int) -> None:
        """The first to arrive has it, and the other is refused; but for the seat's owner."""
        tabs = list(self.here.values())[:2]
        free = box not in self.state.stacks and self.state.seats[box - 1] is None
        posted = [(tab, tab.n, len(tab.frames)) for tab in tabs]
        for tab, n, _ in posted:
            self.floor.house.post(tab, PlaceBet(table=TABLE, n=n, box=box, amount=amount))
        self.run(self.done())
        first, *second = [answer_to(*each) for each in posted]
        if free and second and isinstance(first, Yours):
            assert self.state.stacks[box] == Stack(tabs[0].player, amount)
            assert isinstance(second[0], Refused)

    @betting
    @rule(place=who, box=box, amount=amount)
    def takes_off(self, place: int, box: int, amount: int) -> None:
        self.tell(self.one_here(place).take(box, amount))

    @betting
    @rule(place=who, how=st.sampled_from(["clear", "redo", "double_bets"]))
    def changes_all_his_bets(self, place: int, how: str) -> None:
        self.tell(getattr(self.one_here(place), how)())

    @betting
    @rule(place=who, opens=st.booleans())
    def says_deal(self, place: int, opens: bool) -> None:
        tab = self.one_here(place)
        tab.opens_parts = opens
        self.tell(tab.deal(self.nonce()))

    @betting
    @rule(place=who)
    def says_skip(self, place: int) -> None:
        self.tell(self.one_here(place).tell(Skip))

    @rule(player=who, amount=amount)
    def moves_money_at_another_table(self, player: int, amount: int) -> None:
        self.run(self.move_money(player, amount))
        self.run(self.done())

    async def move_money(self, player: int, amount: int) -> None:
        if player not in self.elsewhere:
            tab = self.elsewhere[player] = Player(self.floor.house, player, OTHER_TABLE)
            await tab.join()
        tab = self.elsewhere[player]
        if tab.you.purse.staked:
            await tab.clear()
        else:
            await tab.bet(min(player, 3), amount)

    # ---- playing

    @playing
    @rule(choices=st.lists(st.integers(0, 7), min_size=1, max_size=6))
    def answers(self, choices: list[int]) -> None:
        """Whoever is asked answers by one of his offers."""
        for choice in choices:
            tab = self.here.get(standing.turn_owner(self.state) or 0)
            if tab is not None and tab.offers:
                self.tell(tab.act(tab.offers[choice % len(tab.offers)]))

    @someone_here
    @rule(place=who, action=st.sampled_from(Action), decision=st.integers(1, 12))
    def answers_what_was_not_asked(self, place: int, action: Action, decision: int) -> None:
        """A press too late, too early or not offered changes nothing, and re-arms no clock."""
        tab, before = self.one_here(place), self.state
        answer = self.run(tab.act(action, decision))
        self.run(self.done())
        if isinstance(answer, Refused):
            assert self.state == before

    # ---- what must hold

    @invariant()
    def nobody_sits_twice_and_no_box_has_two_owners(self) -> None:
        seats = [seat.player for seat in self.state.seats if seat is not None]
        assert len(seats) == len(set(seats))
        play = self.state.play
        if play is not None:
            assert not self.state.stacks
            assert {hand.box for hand in play.round.hands} == play.owners.keys()
            assert play.staked.keys() == set(play.owners.values())

    @invariant()
    def no_table_waits_for_ever(self) -> None:
        state = self.state
        assert self.table.stopped is None
        if state.playing or state.stacks or state.mixing:
            assert state.deadlines.first is not None, "a round or a bet that nothing would end"
            assert self.table._bell.at == standing.due_ms(state)

    @invariant()
    def the_money_is_where_it_belongs(self) -> None:
        self.run(self.check_money())

    async def check_money(self) -> None:
        """No purse holds more or less than its account, no escrow than what lies on the tables."""
        totals = await self.floor.store.totals()
        assert sum(totals.values()) == 0
        purses = {p: await self.floor.house._pit.purses.open(p) for p in MONEY}
        assert totals[AccountKind.CASH] == sum(purse.balance for purse in purses.values())
        tables = self.floor.house._tables.values()
        lies = sum(standing.staked_by(table.state, player) for table in tables for player in MONEY)
        assert totals[AccountKind.ESCROW] == lies
        for player, purse in purses.items():
            assert purse.held == 0
            if tab := self.here.get(player):
                shown = tab.you.purse
                assert (shown.balance, shown.staked) == (
                    purse.balance,
                    standing.staked_by(self.state, player),
                )

    @invariant()
    def the_record_tells_the_same_table_and_the_same_news(self) -> None:
        entries = self.run(self.floor.store.since_checkpoint(self.table.layout.number))
        rebuilt = rebuild(self.table.layout, entries)
        timeless = {"deadlines": None}
        assert {**fields(rebuilt.state), **timeless} == {**fields(self.state), **timeless}
        for line in rebuilt.lines:
            again = _decode(line.frame)
            assert isinstance(again, Events)
            seen = self.told.get(line.entry.sequence, again)
            assert seen.events == again.events

    # ---- the end

    def teardown(self) -> None:
        try:
            self.run(self.finish())
        finally:
            self.run(self.floor.house.close())
            self.run(self.floor.store.close())
            self.loop.close()
            self.folder.cleanup()

    async def finish(self) -> None:
        """Left alone, every round ends, every bet goes home, and each round was paid once."""
        for tab in (*self.tabs, *self.elsewhere.values()):
            tab.drop()
        for _ in range(60):
            await settle(self.floor.house, TABLE)
            self.floor.clock.advance(20)
        for _ in range(2):
            self.floor.clock.advance(4000)
            for table in self.floor.house._tables:
                await settle(self.floor.house, table)
        for opened in self.floor.house._tables.values():
            assert not opened.state.playing
            assert not opened.state.stacks
            assert not any(opened.state.seats)
        await self.play_one_more()
        for player, money in MONEY.items():
            rounds = await self.floor.store.played(player, None, 1000)
            assert len({part.round for part in rounds}) == len(rounds)
            won = sum(part.paid - part.staked for part in rounds)
            assert await self.floor.house.balance(player) == money + won
        await self.floor.check_books()

    async def play_one_more(self) -> None:
        """Whatever happened, those who have money can sit down and play a round to its end."""
        self.here = {}
        for player in (1, 2):
            await self.come(player)
        one, two = self.here.values()
        opened = await self.floor.house.balance(1) + await self.floor.house.balance(2)
        for box, tab in enumerate((one, two), 1):
            assert isinstance(await tab.lay({box: 100}), Yours)
            assert isinstance(await tab.deal(self.nonce()), Yours)
        await self.done()
        while (asked := standing.turn_owner(self.state)) is not None:
            await self.here[asked].act(self.here[asked].offers[-1])
            await self.done()
        paid = {event.player: event.paid - event.staked for event in one.events(PlayerPaid)}
        assert paid.keys() == {1, 2}
        assert sum(paid.values()) == one.balance + two.balance - opened


def fields(state: TableState) -> dict[str, Any]:
    """A state field by field; a round's start is counted anew after a kill."""
    told = {name: getattr(state, name) for name in state.__struct_fields__}
    if state.play is not None:
        told["play"] = (state.play.count, state.play.round, state.play.owners, state.play.staked)
    return told


SharedTable.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=50,
    deadline=None,
    phases=(Phase.reuse, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


class TestSharedTable(SharedTable.TestCase):  # type: ignore[valid-type,misc]
    """No order of moves breaks a shared table."""
