"""Players, a failing wallet and restarts in any order: all money is where the books say."""

import random
from contextlib import suppress

import pytest
from msgspec.structs import replace

from evenmoney.house.refusal import TableRefusal
from evenmoney.house.state import round_text
from evenmoney.ledger.transfer import Account, AccountKind
from tests.house.playing import Player
from tests.wallet.house import WalletHouse
from tests.wallet.test_faults import APPLIED

TABLES = ("classic-1", "classic-2", "classic-multiplayer-1")
FAULTS = (*APPLIED, "cut before", "500", "refuse", "twice")
STEPS = 120


class Story:
    """What happens, chosen by a seed."""

    def __init__(self, floor: WalletHouse, seed: int) -> None:
        self.floor = floor
        self.random = random.Random(seed)
        self.players: list[Player] = []

    async def come(self) -> None:
        """Three players; the first sits at two tables."""
        pairs = [(1, TABLES[0]), (2, TABLES[1]), (1, TABLES[2]), (2, TABLES[2]), (3, TABLES[2])]
        self.players = [await self.floor.come(*pair) for pair in pairs]

    async def go_on(self) -> None:
        """One thing more."""
        chance = self.random.random()
        if chance < 0.06:
            await self.floor.restart()
            await self.come()
        elif chance < 0.25:
            await self.floor.pass_time(self.random.choice((0.5, 1, 3, 20, 40)))
        elif chance < 0.4:
            kind = self.random.choice(("debit", "debit", "credit", "rollback"))
            self.floor.wallet.faults.append((kind, self.random.choice(FAULTS)))
        elif chance < 0.45:
            await self.void()
        else:
            await self.press(self.random.choice(self.players))

    async def press(self, player: Player) -> None:
        """A press, now and then two at once, and not always one that makes sense."""
        for _ in range(self.random.choice((1, 1, 1, 2))):
            offers = player.offers
            if player.you.decision is not None and offers:
                action = self.random.choice(offers)
                await player.give("act", decision=player.you.decision, action=action)
            else:
                await self.bet(player)
            if self.random.random() < 0.8:
                await self.floor.quiet()

    async def bet(self, player: Player) -> None:
        single = player.welcome.view.kind == "single"
        part = {"nonce": self.random.randbytes(16).hex()}
        deal: dict[str, object] = (
            {**part} if single else {"part_hash": player.promise(part["nonce"])}
        )
        kind = self.random.choice(("place_bet", "place_bet", "redo_bets", "clear_bets", "deal"))
        amount = self.random.choice((100, 1000, 5000))
        more: dict[str, dict[str, object]] = {
            "place_bet": {"box": self.random.randint(1, 3), "amount": amount},
            "deal": deal,
        }
        await player.give(kind, **more.get(kind, {}))

    async def void(self) -> None:
        """A round is called off: one that is open, or one whose payout is at the wallet already."""
        player = self.random.randint(1, 3)
        rounds = [found.round for found in self.floor.house.open_rounds(player)]
        played = await self.floor.store.played(player, None, 3)
        rounds += [round_text(part.round) for part in played if not part.voided]
        if rounds:
            with suppress(TableRefusal):  # its money was spent just then
                await self.floor.house.void(self.random.choice(rounds), "a card was torn")

    async def look_it_up(self) -> None:
        """The operator settles what is open by his own books."""
        desk, books = self.floor.house.wallet, self.floor.wallet
        assert desk is not None
        for call in await desk.open_calls():
            stands = call.id in books.done and call.id not in books.rolled_back
            await desk.settle(call.id, "done" if stands else "undone", "looked it up")
            with pytest.raises(TableRefusal):
                await desk.settle(call.id, "undone", "twice")


@pytest.mark.parametrize("seed", range(8))
async def test_no_coin_is_lost_or_made_in_any_order(floor: WalletHouse, seed: int) -> None:
    floor.settings = replace(floor.settings, streams_max=64)
    story = Story(floor, seed)
    await story.come()
    for _ in range(STEPS):
        await story.go_on()
        assert await floor.store.sum_of_all() == 0
    floor.wallet.faults.clear()
    await floor.come_to_rest()
    await story.look_it_up()
    await floor.come_to_rest()
    assert await floor.store.wallet_calls() == []
    staked = await floor.held(AccountKind.ESCROW)
    house = await floor.store.balance(Account(AccountKind.HOUSE))
    debts = await floor.held(AccountKind.DEBT)
    assert await floor.held(AccountKind.CASH) == 0
    assert floor.wallet.total + staked + house + debts == floor.began
    assert all(table.stopped is None for table in floor.house._tables.values())
