"""`evenmoney verify`: recompute the shuffle of rounds, and hold the dealt cards against it."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import click
import msgspec

from evenmoney.cards import DECK_SIZE, Card
from evenmoney.house.event import BettingClosed, BettingOpened, RoundStarted, TableEvent
from evenmoney.house.view import RoundRecord, ShuffleRecord
from evenmoney.reveal import Reveal, differences
from evenmoney.rules.event import CardDealt, DealerCardDealt, Event, HoleCardRevealed

State = Literal["proven", "wrong", "not_yet"]

EXIT_CODES: Final[dict[State, int]] = {"proven": 0, "not_yet": 3, "wrong": 1}
"""The status that the command ends with; of several rounds the last of these that was found."""

UNREADABLE: Final = 2

ROUND_OPEN: Final = (
    "when this round is over, or, where a shoe lasts for many rounds, when its shoe is"
)
SHOE_OPEN: Final = (
    "when its shoe is over: after the round in which the cut card comes out, or when its player"
    " has left the table or been away for an hour"
)


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What was found of one round. `proven`: every card was recomputed. `not_yet`: the seed is not
    out, and `shown` says when it will be; what was told so far holds, and no card is proven.
    `wrong` says what does not hold."""

    round: str
    state: State
    cycle: int
    c1: str
    c2: str
    cards_dealt: int
    wrong: tuple[str, ...] = ()
    shown: str = ""


class Unreadable(Exception):
    """A file that holds no round with its shuffle; the argument says which and why."""


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


def told_otherwise(record: RoundRecord, shuffle: ShuffleRecord) -> list[str]:
    """Where a record's account of the shuffle is not what the table told while it was played: the
    one thing that can be checked before the seed is out."""
    found = []
    for event in _events(record):
        match event:
            case BettingOpened(cycle=shuffle.cycle) if event.c1 != shuffle.c1:
                found.append("c1 is not the one that was told before the bets")
            case BettingClosed(cycle=shuffle.cycle) if event.hashes != shuffle.hashes:
                found.append("the hashes of parts are not those that were told with the bets")
            case RoundStarted() if _begun(event) != (
                record.round,
                shuffle.cycle,
                shuffle.c2,
                shuffle.first_card,
            ):
                found.append("c2, or where the round begins, is not what came with its first card")
    return found


def _begun(event: RoundStarted) -> tuple[str, int, str, int]:
    return event.round, event.cycle, event.c2, event.first_card


def dealt_otherwise(record: RoundRecord, shuffle: ShuffleRecord) -> list[str]:
    """Where a shuffle that is laid open does not give what was promised, and what was dealt."""
    cards = dealt(record)
    try:
        wrong = differences(reveal_of(shuffle), shuffle.c1, shuffle.c2, shuffle.hashes)
    except ValueError as error:
        wrong = [f"a text that should be hex is not: {error}"]
    ordered = shuffle.order[shuffle.first_card : shuffle.first_card + len(cards)]
    if list(ordered) != cards:
        wrong.append("the cards dealt are not those of the order, from the first card on")
    return wrong


def verdict(record: RoundRecord, shuffle: ShuffleRecord) -> Verdict:
    """Hold a round against its commitments, and its cards against the order."""
    wrong = told_otherwise(record, shuffle)
    if shuffle.revealed:
        wrong += dealt_otherwise(record, shuffle)
    waits = "" if shuffle.revealed else ROUND_OPEN if record.open else SHOE_OPEN
    return Verdict(
        round=record.round,
        state="wrong" if wrong else "not_yet" if waits else "proven",
        cycle=shuffle.cycle,
        c1=shuffle.c1,
        c2=shuffle.c2,
        cards_dealt=len(dealt(record)),
        wrong=tuple(wrong),
        shown=waits,
    )


def verdict_on(path: str) -> Verdict:
    """What is found of the round in a file; raises `Unreadable`."""
    record = read_record(path)
    if record.shuffle is None:
        raise Unreadable(f"{path}: it says nothing of the shuffle")
    return verdict(record, record.shuffle)


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print the verdicts as JSON.")
def verify(files: tuple[str, ...], as_json: bool) -> None:
    """Recompute every card of rounds, kept as GET /api/history/{round} gives them.

    Exit status 0: every card is proven; 1: something is wrong; 2: a file can't be read; 3: nothing
    is wrong, but of one round the seed is not out yet.
    """
    try:
        found = [verdict_on(path) for path in files]
    except Unreadable as error:
        click.echo(f"evenmoney verify: {error}", err=True)
        sys.exit(UNREADABLE)
    click.echo(json.dumps(msgspec.to_builtins(found)) if as_json else "\n".join(map(told, found)))
    states = {one.state for one in found}
    sys.exit([code for state, code in EXIT_CODES.items() if state in states][-1])


def told(one: Verdict) -> str:
    """A verdict for people."""
    match one.state:
        case "proven":
            return f"ok {one.round}: {one.cards_dealt} cards"
        case "wrong":
            return "\n  ".join((f"WRONG {one.round}:", *one.wrong))
        case "not_yet":
            return (
                f"NOT YET {one.round}: the seed of cycle {one.cycle} is not out, no card is proven"
                f"\n  it is shown {one.shown}"
                f"\n  so far the seals, the hashes of parts and the first card's place"
                " are what the table told"
                f"\n  keep both seals: the record of this round must have them then, too"
                f"\n  c1 {one.c1}\n  c2 {one.c2}"
            )
