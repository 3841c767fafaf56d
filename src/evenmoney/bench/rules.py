"""`evenmoney bench rules`: rounds a second of the round engine, one box, given card orders."""

import time
from random import Random

import click
import msgspec

from evenmoney.cards import DECK, Card
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.action import Action, Asking
from evenmoney.rules.game import Rules
from evenmoney.rules.round import Round, deal

ORDERS = 500
BET = 1000


class Speed(msgspec.Struct, frozen=True):
    """How many rounds and answers were played in how many seconds of processor time."""

    game: str
    rounds: int
    answers: int
    seconds: float
    rounds_per_second: float


def orders(rules: Rules) -> list[tuple[Card, ...]]:
    """Shuffled packs, the same in every run."""
    dice = Random(1)
    pack = list(DECK) * rules.decks
    packs = []
    for _ in range(ORDERS):
        dice.shuffle(pack)
        packs.append(tuple(pack))
    return packs


def choose(current: Round) -> Action:
    """Mixed play: splits and doubles where they are offered and sensible, else hits below 17."""
    assert current.turn is not None
    offers = current.offers
    if current.turn.asking is not Asking.PLAY:
        return offers[current.dealt % 2].action
    last = offers[-1].action
    total = current.hands[current.at].total
    if last is Action.SPLIT or (last is Action.DOUBLE and 9 <= total <= 11):
        return last
    return Action.HIT if total < 17 and offers[0].action is Action.HIT else Action.STAND


def play(rules: Rules, cards: tuple[Card, ...]) -> int:
    """One round to its end; the number of answers it took."""
    current = deal(rules, {1: BET}, cards).round
    answers = 0
    while current.turn is not None:
        current = current.act(choose(current)).round
        answers += 1
    return answers


def measure(game: str, rules: Rules, seconds: float) -> Speed:
    """The engine's speed over at least `seconds` of processor time."""
    packs = orders(rules)
    rounds = answers = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        answers += sum(play(rules, cards) for cards in packs)
        rounds += len(packs)
    return Speed(game, rounds, answers, spent, rounds / spent)


@click.command()
@click.option("--seconds", default=1.0, show_default=True, help="Processor time for each game.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def rules(seconds: float, as_json: bool) -> None:
    """Rounds a second of the round engine: one box, a given card order, mixed play."""
    speeds = [
        measure(game.id, game.rules, seconds)
        for game in Catalogue.packaged().values()
        if game.table == "single"
    ]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(speeds)))
        return
    for speed in speeds:
        click.echo(f"{speed.game:16} {speed.rounds_per_second:10,.0f} rounds a second")
    slowest = min(speed.rounds_per_second for speed in speeds)
    click.echo(f"{'slowest':16} {slowest:10,.0f} rounds a second")
