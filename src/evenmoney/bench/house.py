"""`evenmoney bench house`: durable actions a second, and what one costs the server.

The real server runs as a process of its own over a fresh database; bots in this process play whole
rounds of `classic` over real sockets: as fast as they are answered, so that all of them wait at
every moment, or at a given rate. An action is a command that was acknowledged, that is, on disk.
Only the server's processor time is counted, and only commits that began while it was.
"""

import asyncio
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click
import msgspec
import uvloop

from evenmoney import compiled
from evenmoney.bench.bots import Acknowledged, Bot, come_in

GAME: Final = "classic"
SHARED_GAME: Final = "classic-multiplayer"
THINK_SECONDS: Final = 1.0
"""The longest that a bot at a shared table thinks: quicker than people, and not all at once."""
STAKE: Final = 100
WARM_UP_SECONDS: Final = 1.0
START_SECONDS_MAX: Final = 120.0
FLUSHES: Final = 300
TICK: Final = os.sysconf("SC_CLK_TCK")


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured, over `seconds` with `bots` players, from moment `began` on."""

    began: float
    bots: int
    seconds: float
    actions: int
    rounds: int
    actions_per_second: float
    server_cpu_seconds: float
    server_us_per_action: float
    actions_per_cpu_second: float
    bots_cpu_seconds: float
    commit_ms_p50: float
    commit_ms_p99: float
    round_trip_ms_p50: float
    round_trip_ms_p99: float
    refusals: dict[str, int]
    tables: int = 0
    seen_by_others_ms_p50: float = 0.0
    seen_by_others_ms_p99: float = 0.0
    compiled: bool = False
    python: str = platform.python_version()
    flush_ms_p50: float = 0.0
    flush_ms_p99: float = 0.0
    """What the disk itself takes to flush a few kilobytes, with nothing else to do."""


class Server(msgspec.Struct, frozen=True):
    """A running server: its address, and its process."""

    address: str
    process: subprocess.Popen[str]

    def cpu_seconds(self) -> float:
        """The processor time it has taken, all threads, user and system."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK


@contextmanager
def running_server(database: str, times: Path) -> Iterator[Server]:
    """A server over a database; at the end it is stopped, and has written its commits' times."""
    process = subprocess.Popen(
        [sys.executable, "-m", "evenmoney.bench.timed_server", database, str(times)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        if not address:
            raise click.ClickException("the server did not start")
        yield Server(address, process)
        process.send_signal(signal.SIGTERM)
        process.wait(START_SECONDS_MAX)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def flushes(folder: Path) -> list[float]:
    """The seconds that the disk under a folder takes for a flush, a few hundred times."""
    taken = []
    with (folder / "flushed").open("wb", buffering=0) as file:
        for _ in range(FLUSHES):
            file.write(bytes(8192))
            began = now()
            os.fdatasync(file.fileno())
            taken.append(now() - began)
    return taken


def quantile(values: list[float], part: float) -> float:
    """The value below which that part of the values lies, in milliseconds; 0.0 of none."""
    if not values:
        return 0.0
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] * 1000


class Company:
    """How long each press takes to be seen on the other players' sockets."""

    def __init__(self) -> None:
        self.taken: list[Acknowledged] = []
        self._heard: dict[tuple[str, int], list[tuple[int, float]]] = {}
        self._pressed: dict[tuple[str, int], tuple[int, float]] = {}

    def took(self, action: Acknowledged) -> None:
        """A press was acknowledged: its frame was, or soon will be, with the others."""
        self.taken.append(action)
        pressed = now() - action.waited_seconds
        self._pressed[action.table, action.seq] = action.player, pressed

    def heard(self, player: int, table: str, seq: int) -> None:
        """A frame came to one of those who look at the table."""
        self._heard.setdefault((table, seq), []).append((player, now()))

    def clear(self) -> None:
        """Measure anew."""
        self.taken.clear()
        self._heard.clear()
        self._pressed.clear()

    def waited(self) -> list[float]:
        """From each press to its frame on each other player's socket, in seconds."""
        return [
            at - pressed
            for key, (who, pressed) in self._pressed.items()
            for player, at in self._heard.get(key, ())
            if player != who
        ]


async def play(
    server: Server, bots: int, seconds: float, multiplayer: bool = False, rate: float = 0.0
) -> Figures:
    """Let the bots play, at `rate` actions a second in all (0: as fast as they are answered), and
    measure once all are seated and warm."""
    company = Company()
    taken = company.taken
    pace_seconds = bots / rate if rate else 0.0
    players = [_bot(server, seed, company, pace_seconds, multiplayer) for seed in range(bots)]
    playing = [asyncio.create_task(bot.play()) for bot in players]
    await asyncio.wait_for(
        asyncio.gather(*(bot.seated.wait() for bot in players)), START_SECONDS_MAX
    )
    await asyncio.sleep(WARM_UP_SECONDS)
    company.clear()
    rounds, own, cpu, began = _rounds(players), time.process_time(), server.cpu_seconds(), now()
    await asyncio.sleep(seconds)
    actions, cpu, passed = len(taken), server.cpu_seconds() - cpu, now() - began
    own, rounds = time.process_time() - own, _rounds(players) - rounds
    waited = [action.waited_seconds for action in taken]
    for bot in players:
        bot.stop()
    await asyncio.gather(*playing)
    return Figures(
        began=began,
        bots=bots,
        seconds=round(passed, 2),
        actions=actions,
        rounds=rounds,
        actions_per_second=round(actions / passed, 1),
        server_cpu_seconds=round(cpu, 2),
        server_us_per_action=round(cpu / max(actions, 1) * 1e6, 1),
        actions_per_cpu_second=round(actions / max(cpu, 1 / TICK), 1),
        bots_cpu_seconds=round(own, 2),
        commit_ms_p50=0.0,
        commit_ms_p99=0.0,
        round_trip_ms_p50=round(quantile(waited, 0.50), 2),
        round_trip_ms_p99=round(quantile(waited, 0.99), 2),
        refusals=_refusals(players),
        tables=len({bot.table for bot in players}),
        seen_by_others_ms_p50=round(quantile(company.waited(), 0.50), 2),
        seen_by_others_ms_p99=round(quantile(company.waited(), 0.99), 2),
    )


def _bot(
    server: Server, seed: int, company: Company, pace_seconds: float, multiplayer: bool
) -> Bot:
    """A player who has just come in."""
    return Bot(
        server.address,
        come_in(server.address),
        SHARED_GAME if multiplayer else GAME,
        seed=seed,
        stake=STAKE,
        took=company.took if multiplayer else company.taken.append,
        heard=company.heard if multiplayer else None,
        think_seconds=THINK_SECONDS if multiplayer else 0.0,
        pace_seconds=pace_seconds,
    )


def measure(
    bots: int,
    seconds: float,
    database: str | None = None,
    multiplayer: bool = False,
    rate: float = 0.0,
) -> Figures:
    """Start a server, let bots play for so long, stop it, and tell the figures."""
    with tempfile.TemporaryDirectory(prefix="evenmoney-bench-") as folder:
        times = Path(folder) / "times.json"
        with running_server(database or str(Path(folder) / "bench.db"), times) as server:
            figures = uvloop.run(play(server, bots, seconds, multiplayer, rate))
        flushed = flushes(Path(folder))
        ends = figures.began + figures.seconds
        commits = [t for at, t in json.loads(times.read_text()) if figures.began <= at < ends]
    return msgspec.structs.replace(
        figures,
        commit_ms_p50=round(quantile(commits, 0.50), 2),
        commit_ms_p99=round(quantile(commits, 0.99), 2),
        compiled=compiled.taken(),
        flush_ms_p50=round(quantile(flushed, 0.50), 2),
        flush_ms_p99=round(quantile(flushed, 0.99), 2),
    )


def now() -> float:
    """Seconds of a clock that only runs forward."""
    return time.perf_counter()


def _rounds(players: list[Bot]) -> int:
    return sum(bot.rounds for bot in players)


def _refusals(players: list[Bot]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for bot in players:
        for code, times in bot.refusals.items():
            counted[code] = counted.get(code, 0) + times
    return counted


@click.command()
@click.option("--seconds", default=10.0, show_default=True, type=click.FloatRange(1, 120))
@click.option("--bots", default=100, show_default=True, type=click.IntRange(1, 1000))
@click.option("--database", help="A database of your own, instead of a fresh SQLite file.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option(
    "--rate",
    default=0.0,
    type=click.FloatRange(0),
    help="Actions a second in all, whatever the answers take; without it as fast as they come.",
)
@click.option("--multiplayer", is_flag=True, help="At tables for three, who see each other play.")
def house(
    *,
    seconds: float,
    bots: int,
    database: str | None,
    as_json: bool,
    rate: float,
    multiplayer: bool,
) -> None:
    """Play whole rounds with many bots, and tell what an action costs the server; with
    --multiplayer, how long a press takes to be seen on the other players' sockets."""
    figures = measure(bots, seconds, database, multiplayer, rate)
    if as_json:
        click.echo(msgspec.json.encode(figures).decode())
        return
    for name in figures.__struct_fields__[1:]:
        click.echo(f"{name.replace('_', ' '):<24}{getattr(figures, name)}")
