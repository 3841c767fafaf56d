"""`evenmoney certify`: writes what is proven of games, for people and for the house."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from evenmoney.cli import refuse
from evenmoney.cli.chosen import SEED_MAX, Count
from evenmoney.cli.offered import games_meant, own_games
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.game import Game
from evenmoney.strategy.certified import Certified

if TYPE_CHECKING:
    from evenmoney.analysis.certificate import Certificate, Simulated

ROUNDS = 100_000_000
SEED = 1


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@own_games
@click.option("--all", "every", is_flag=True, help="Certify all games of the catalogue.")
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False),
    default="certificates",
    show_default=True,
    help="The folder that the certificates go to.",
)
@click.option(
    "--exact",
    type=click.Path(file_okay=False),
    help="Write the exact figures alone to this folder too, as the package keeps them.",
)
@click.option(
    "--rounds",
    type=Count(least=0),
    default=f"{ROUNDS:.0e}",
    show_default=True,
    help="Rounds to simulate; 0: none.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, SEED_MAX),
    default=SEED,
    show_default=True,
    help="The seed of the simulation.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the certificates as JSON too.")
def certify(games: tuple[str, ...], catalogue: Catalogue, every: bool, **options: object) -> None:
    """Write a certificate, as JSON and as a page, for each GAME, an id or a file of games.

    A house loads card, values and returns from the JSON by the hash of the rules.
    """
    named = (game for word in games for game in games_meant(catalogue, word))
    chosen = list(catalogue.values() if every else named)
    if not chosen:
        refuse("name a game or a file of games, or use --all")
    wanted = Wanted(**options)  # type: ignore[arg-type]
    # Loaded only now: other commands run without the extra `maths`.
    from evenmoney.analysis.certificate import certify as certificate_of  # noqa: PLC0415

    written: set[str] = set()
    for game in chosen:
        certificate = certificate_of(game, _simulated(game, wanted))
        _write(certificate, wanted)
        # Games that share their rules share their exact figures: the first one's name is on them.
        if wanted.exact is not None and certificate.exact.rules_hash not in written:
            _write_exact(certificate.exact, wanted.exact)
            written.add(certificate.exact.rules_hash)


class Wanted(msgspec.Struct, frozen=True):
    """What the command is asked to write, and how much to simulate."""

    folder: str
    exact: str | None
    rounds: int
    seed: int
    as_json: bool


def _write(certificate: "Certificate", wanted: Wanted) -> None:
    from evenmoney.analysis.certificate_page import certificate_page  # noqa: PLC0415

    exact = certificate.exact
    text = msgspec.json.format(msgspec.json.encode(certificate)) + b"\n"
    folder = _folder(wanted.folder)
    (folder / f"{exact.game}.json").write_bytes(text)
    (folder / f"{exact.game}.html").write_text(certificate_page(certificate), encoding="utf-8")
    if wanted.as_json:
        click.echo(text, nl=False)
        return
    click.echo(
        f"{exact.game}: RTP {100 * exact.rtp.card:.4f} % by the card, "
        f"{100 * exact.rtp.optimal:.4f} % by best play; {folder / exact.game}.json, .html"
    )


def _write_exact(exact: Certified, folder: str) -> None:
    (_folder(folder) / f"{exact.game}.json").write_bytes(msgspec.json.encode(exact) + b"\n")


def _simulated(game: Game, wanted: Wanted) -> "Simulated | None":
    """The simulation that goes into the certificate, or None where none is asked for."""
    if not wanted.rounds:
        return None
    from evenmoney.analysis.witnesses import Disagreement, simulated  # noqa: PLC0415

    try:
        return simulated(game, wanted.rounds, wanted.seed)
    except Disagreement as difference:
        refuse(f"simulator and engine disagree, nothing is certified: {difference}")


def _folder(name: str) -> Path:
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        refuse(f"{name}: {error.strerror}")
    return folder
