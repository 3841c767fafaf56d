"""Bad input changes nothing: not the table, not the record, not the money."""

from collections.abc import Awaitable, Callable

import pytest

from evenmoney.house.command import Act, Cut, LayBets, Skip
from evenmoney.house.frame import Refused
from evenmoney.house.scribe import encode
from evenmoney.rules.action import Action
from tests.dealing import dealing_order, rules_of
from tests.house.playing import Player, Stack, TestHouse

Attempt = Callable[[Player], Awaitable[Refused]]

BETTING: dict[str, tuple[str, Attempt]] = {
    "a bet beyond the balance": ("not_enough_money", lambda p: p.bet(2, 9_900)),
    "a bet above the limit": ("above_limit", lambda p: p.bet(1, 9_900)),
    "a bet off the step": ("off_step", lambda p: p.bet(1, 150)),
    "a chip the stack is not worth": ("not_enough_on_box", lambda p: p.take(1, 600)),
    "a chip off an empty box": ("not_enough_on_box", lambda p: p.take(2, 100)),
    "a chip that leaves a bet off the step": ("off_step", lambda p: p.take(1, 50)),
    "laid bets of which one is off the step": ("off_step", lambda p: p.lay({1: 100, 2: 150})),
    "laid bets beyond the balance": ("not_enough_money", lambda p: p.lay({1: 9_000, 2: 2_000})),
    "clear of an empty box": ("no_bets", lambda p: p.clear(3)),
    "redo before a first round": ("nothing_to_redo", lambda p: p.redo()),
    "an answer when nothing is asked": ("stale_decision", lambda p: p.act("hit", 1)),
    "skip at a table for one": ("not_offered", lambda p: p.tell(Skip)),
    "a cut of a fresh shoe": ("not_offered", lambda p: p.tell(Cut, position=5)),
    "a used part": ("part_used", lambda p: p.deal("ab" * 16)),
}


async def whole(floor: TestHouse) -> tuple[object, ...]:
    """Everything that a refusal must leave as it is."""
    table = floor.house._tables["classic-1"]
    entries = await floor.store.entries(table.layout.number, 1)
    return table.state, table._croupier.sequence, entries, await floor.house.balance(1)


@pytest.mark.parametrize("name", BETTING)
async def test_a_refused_bet_changes_nothing(floor: TestHouse, name: str) -> None:
    code, attempt = BETTING[name]
    player = await floor.player(1, money=10_000)
    await player.bet(1, 100)
    if code == "part_used":
        await player.deal("ab" * 16)
        while player.you.offers:
            await player.act("pass" if "pass" in player.offers else "stand")
        await player.bet(1, 100)
    else:
        await player.bet(1, 400)
    before = await whole(floor)
    refused = await attempt(player)
    assert isinstance(refused, Refused)
    assert refused.code == code
    assert refused.reason
    assert await whole(floor) == before
    await floor.check_books()


PLAYING: dict[str, tuple[str, Attempt]] = {
    "an answer to an older question": ("stale_decision", lambda p: p.act("stand", 1)),
    "an answer to a question to come": ("stale_decision", lambda p: p.act("stand", 3)),
    "an action that is not offered": ("not_offered", lambda p: p.act("surrender")),
    "a split of no pair": ("not_offered", lambda p: p.act("split")),
    "a bet during the round": ("betting_closed", lambda p: p.bet(1, 100)),
    "laid bets during the round": ("betting_closed", lambda p: p.tell(LayBets, bets={1: 100})),
    "deal during the round": ("betting_closed", lambda p: p.deal()),
}


@pytest.mark.parametrize("name", PLAYING)
async def test_a_refused_answer_changes_nothing(floor: TestHouse, stack: Stack, name: str) -> None:
    code, attempt = PLAYING[name]
    stack.put(dealing_order(rules_of("classic"), "2s 3h", "6d", "Tc", "2d 3d"))
    player = await floor.player(1)
    await player.bet(1, 100)
    await player.deal()
    await player.act("hit")
    before = await whole(floor)
    refused = await attempt(player)
    assert isinstance(refused, Refused)
    assert refused.code == code
    assert await whole(floor) == before


async def test_a_double_is_refused_when_another_table_has_the_money_now(
    floor: TestHouse, stack: Stack
) -> None:
    stack.put(dealing_order(rules_of("classic"), "5s 6h", "6d", "Tc", "2d 3d"))
    player = await floor.player(1, money=2000)
    await player.bet(1, 1000)
    await player.deal()
    assert "double" in player.offers
    decision = player.you.decision
    elsewhere = Player(floor.house, 1, "classic-2")
    await elsewhere.join()
    await elsewhere.bet(1, 500)
    await player.settle()
    assert player.balance == 500
    assert "double" not in player.offers
    refused = await player.tell(Act, decision=decision, action=Action.DOUBLE)
    assert refused.code == "not_enough_money"
    assert encode(refused)


async def test_two_tables_can_not_spend_the_same_coin(floor: TestHouse) -> None:
    one = await floor.player(1, money=1000)
    two = Player(floor.house, 1, "classic-2")
    await two.join()
    answers = [await one.bet(1, 1000), await two.bet(1, 1000)]
    assert isinstance(answers[1], Refused)
    assert answers[1].code == "not_enough_money"
    await floor.check_books()
