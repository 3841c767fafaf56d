"""`evenmoney bench shuffle`: fair shuffles a second, with the stream and the commitment of each."""

import time

import click
import msgspec

from evenmoney import fairness

DECKS = (1, 2, 4, 6, 8)


class Speed(msgspec.Struct, frozen=True):
    """Shuffles of a pack of `decks`, and the processor seconds that they took."""

    decks: int
    shuffles: int
    cpu_seconds: float
    shuffles_per_second: float


def measure(decks: int, seconds: float) -> Speed:
    """The speed of shuffle and c2 over at least `seconds` of processor time."""
    seed = bytes(fairness.SEED_BYTES)
    salt, part = bytes(fairness.SALT_BYTES), bytes(fairness.NONCE_BYTES)
    shuffles = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        shuffles += 1
        fairness.commit_order(salt, fairness.shuffle(decks, seed, shuffles, (part,)))
    return Speed(decks, shuffles, spent, shuffles / spent)


@click.command()
@click.option("--seconds", default=0.5, show_default=True, help="Processor time for each pack.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def shuffle(seconds: float, as_json: bool) -> None:
    """Fair shuffles a second of one core, by the number of decks."""
    speeds = [measure(decks, seconds) for decks in DECKS]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(speeds)))
        return
    for speed in speeds:
        microseconds = 1e6 / speed.shuffles_per_second
        click.echo(
            f"{speed.decks} decks {speed.shuffles_per_second:10,.0f} shuffles a second, "
            f"{microseconds:5.1f} µs each"
        )
