"""`evenmoney lab`: what a test lab asks for, drawn from the very code that deals."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from evenmoney.cli import refuse

if TYPE_CHECKING:
    from evenmoney.analysis.shuffle_checks import Verdict

SHUFFLES_MAX = 10_000_000
MASTER_BYTES = 32


class Report(msgspec.Struct, frozen=True):
    """What was tested, and what was found."""

    decks: int
    shuffles: int
    seed: str
    tests: list["Verdict"]
    suspicious: list[str]


@click.group()
def lab() -> None:
    """Output and tests for a test lab."""


@lab.command()
@click.option("--decks", type=click.IntRange(1, 8), default=6, show_default=True)
@click.option(
    "--shuffles",
    "count",
    type=click.IntRange(100, SHUFFLES_MAX),
    default=5000,
    show_default=True,
    help="How many packs are shuffled.",
)
@click.option("--seed", metavar="HEX", help="32 bytes in hex. Default: fresh ones.")
@click.option("--raw", type=click.Path(dir_okay=False), help="Write the raw bytes to this file.")
@click.option(
    "--scaled",
    type=click.Path(dir_okay=False),
    help="Write each shuffle to this file as a line of card numbers, 0 to 51 by suit, then rank.",
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def shuffle(
    *, decks: int, count: int, seed: str | None, raw: str | None, scaled: str | None, as_json: bool
) -> None:
    """Shuffle as the house does, test packs and stream, and write the output to files.

    Exit code 1 when a test is suspicious (by chance: one run in some hundred thousand).
    """
    master = _master(seed)
    try:
        tests = _tests(decks, count, master, raw, scaled)
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}")
    suspicious = [verdict.test for verdict in tests if verdict.suspicious]
    found = msgspec.json.encode(Report(decks, count, master.hex(), tests, suspicious))
    click.echo(msgspec.json.format(found) if as_json else _page(decks, count, master, tests))
    if suspicious:
        raise SystemExit(1)


def _master(seed: str | None) -> bytes:
    """The run's own seed: all shuffles' seeds are derived from it."""
    if seed is None:
        return secrets.token_bytes(MASTER_BYTES)
    try:
        master = bytes.fromhex(seed)
    except ValueError:
        refuse(f"--seed {seed!r} is no hex")
    if len(master) != MASTER_BYTES:
        refuse(f"--seed is {MASTER_BYTES} bytes in hex, not {len(master)}")
    return master


def _tests(
    decks: int, count: int, master: bytes, raw: str | None, scaled: str | None
) -> list["Verdict"]:
    """The tests of all packs, and of the bytes behind them; both are written on the way."""
    from evenmoney.analysis import shuffle_checks as checks  # noqa: PLC0415

    packs = checks.shuffles(decks, master, count)
    if scaled is not None:
        packs = checks.written_packs(packs, Path(scaled))
    stream = checks.raw_output(master, count, checks.BLOCKS_PER_PACK[decks])
    if raw is not None:
        stream = checks.written_bytes(stream, Path(raw))
    return [*checks.judge(packs), *checks.judge_raw(stream)]


def _page(decks: int, count: int, master: bytes, tests: list["Verdict"]) -> str:
    lines = [f"{count:,} shuffles of {decks} decks, seed {master.hex()}", ""]
    for verdict in tests:
        word = "suspicious" if verdict.suspicious else "ok"
        lines.append(
            f"{verdict.test:24} chi-square {verdict.chi_square:12.2f}, {verdict.degrees:6} degrees,"
            f" p = {verdict.p_value:.4f}  {word}"
        )
    return "\n".join(lines)
