"""`evenmoney verify`: recompute the shuffle of rounds, and hold the dealt cards against it."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from evenmoney.cards import DECK_SIZE, Card
from evenmoney.house.event import TableEvent
from evenmoney.house.view import RoundRecord, ShuffleRecord
from evenmoney.reveal import Reveal, differences
from evenmoney.rules.event import CardDealt, DealerCardDealt, Event, HoleCardRevealed


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What was found of one round: `wrong` is empty when every card can be recomputed."""

    round: str
    cycle: int
    cards_dealt: int
    wrong: tuple[str, ...]


class Unreadable(Exception):
    """A file that holds no round record; the argument says which and why."""


def read_record(path: str) -> RoundRecord:
    """A round as `GET /api/history/{round}` gives it; `-` is standard input."""
    try:
        text = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return msgspec.json.decode(text, type=RoundRecord)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path}: {error}") from None


def dealt(record: RoundRecord) -> list[Card | None]:
    """The round's cards in the order they left the shoe; None for one that was never turned up."""
    cards: list[Card | None] = []
    for event in _events(record):
        if isinstance(event, CardDealt | DealerCardDealt):
            cards.append(event.card)
        elif isinstance(event, HoleCardRevealed):
            cards[cards.index(None)] = event.card
    return cards


def _events(record: RoundRecord) -> Iterator[Event | TableEvent]:
    for step in record.steps:
        yield from step.events


def reveal_of(shuffle: ShuffleRecord) -> Reveal:
    """The bytes behind a record's hex texts; raises `ValueError`."""
    return Reveal(
        cycle=shuffle.cycle,
        rules_hash=bytes.fromhex(shuffle.rules_hash),
        decks=len(shuffle.order) // DECK_SIZE,
        seed=bytes.fromhex(shuffle.seed),
        salt=bytes.fromhex(shuffle.salt),
        parts=tuple(map(bytes.fromhex, shuffle.parts)),
        cut=shuffle.cut,
        order=shuffle.order,
    )


def verdict(record: RoundRecord) -> Verdict:
    """Hold a round against its commitments, and its cards against the order."""
    shuffle, cards = record.shuffle, dealt(record)
    if shuffle is None or not shuffle.revealed:
        return Verdict(
            round=record.round,
            cycle=shuffle.cycle if shuffle else 0,
            cards_dealt=len(cards),
            wrong=("the shuffle is not laid open yet: its cycle goes on",),
        )
    try:
        wrong = differences(reveal_of(shuffle), shuffle.c1, shuffle.c2, shuffle.hashes)
    except ValueError as error:
        wrong = [f"a text that should be hex is not: {error}"]
    ordered = shuffle.order[shuffle.first_card : shuffle.first_card + len(cards)]
    if list(ordered) != cards:
        wrong.append("the cards dealt are not those of the order, from the first card on")
    return Verdict(
        round=record.round, cycle=shuffle.cycle, cards_dealt=len(cards), wrong=tuple(wrong)
    )


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
def verify(files: tuple[str, ...], as_json: bool) -> None:
    """Recompute every card of rounds, kept as GET /api/history/{round} gives them.

    Exit status 0: all of it holds; 1: something does not; 2: a file can't be read.
    """
    try:
        found = [verdict(read_record(path)) for path in files]
    except Unreadable as error:
        click.echo(f"evenmoney verify: {error}", err=True)
        sys.exit(2)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(found)))
    for one in () if as_json else found:
        click.echo(f"ok {one.round}: {one.cards_dealt} cards" if not one.wrong else _told(one))
    sys.exit(1 if any(one.wrong for one in found) else 0)


def _told(one: Verdict) -> str:
    return "\n  ".join((f"WRONG {one.round}:", *one.wrong))
