"""Players seated at `classic-multiplayer`, a card that is easy to foresee, and time that passes."""

from evenmoney.house.state import Layout
from evenmoney.rules.action import Action, Asking
from evenmoney.rules.round import Round
from tests.dealing import GAMES, dealing_order
from tests.house.playing import Player, TestHouse

TABLE = "classic-multiplayer-1"
GAME = GAMES["classic-multiplayer"]


def to_seventeen(_layout: Layout, round: Round, offered: frozenset[Action]) -> Action:
    """A card that is easy to foresee: decline, hit up to 16, double eleven."""
    assert round.turn is not None
    if round.turn.asking is not Asking.PLAY:
        return Action.PASS
    hand = round.hands[round.at]
    if hand.total == 11 and Action.DOUBLE in offered:
        return Action.DOUBLE
    return Action.HIT if hand.total < 17 else Action.STAND


async def sit(floor: TestHouse, *numbers: int) -> list[Player]:
    return [await floor.player(number, table=TABLE) for number in numbers]


async def pass_seconds(floor: TestHouse, seconds: float) -> None:
    await floor_settles(floor)
    floor.clock.advance(seconds)
    await floor_settles(floor)


async def floor_settles(floor: TestHouse) -> None:
    for _ in range(2):  # what a settled table asks for, the clients send at once
        await Player(floor.house, 0, TABLE).settle()


def cards(hands: str, up: str = "6d", down: str = "Tc", then: str = "") -> str:
    return dealing_order(GAME.rules, hands, up, down, then)


async def two_in_a_round(floor: TestHouse) -> tuple[Player, Player]:
    one, two = await sit(floor, 1, 2)
    await one.bet(1, 500)
    await two.bet(2, 500)
    await one.deal()
    await two.deal()
    await floor_settles(floor)
    return one, two
