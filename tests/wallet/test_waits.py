"""How long a player waits for a wallet that hangs, and that he is the only one who does."""

import asyncio

from evenmoney.house.refusal import Code
from tests.house.playing import Player
from tests.patience import until
from tests.wallet.house import WalletHouse

QUEUED = 5


def codes(player: Player) -> list[str]:
    """What a player was refused."""
    return [code for frame in player.frames if (code := getattr(frame, "code", ""))]


async def test_a_queue_behind_a_wallet_that_hangs_waits_for_it_once(floor: WalletHouse) -> None:
    ann = await floor.come(1)
    floor.wallet.opens = asyncio.Event()
    with floor.hurried():
        for _ in range(QUEUED):
            await ann.give("place_bet", box=1, amount=500)
        ann.drop()
        await floor.quiet()
    assert codes(ann) == [Code.WALLET_AWAY] * QUEUED
    assert len({call["id"] for call in floor.wallet.calls("debit")}) == 1
    assert not floor.house._tables[ann.table].audience.streams.present(1)
    floor.wallet.opens.set()
    await until(lambda: not floor.wallet.answering)
    await ann.join()
    await ann.bet(1, 500)
    assert ann.you.purse.staked == 500
