"""`evenmoney serve`: open the house."""

import functools
import logging
import sys
from pathlib import Path
from typing import Literal

import click
import uvloop

from evenmoney.cli.given import Addresses, Origin, Rate, WalletUrl, wallet_secret
from evenmoney.cli.offered import with_folder
from evenmoney.games.catalogue import BadGame, Catalogue
from evenmoney.house.currency import OtherCurrency
from evenmoney.house.wallet_desk import OtherMoney
from evenmoney.server.logs import log_to_stderr
from evenmoney.server.operator import KeyNotWritten
from evenmoney.server.premises import ServerSettings
from evenmoney.server.run import OpenWallet, PortTaken, listening_socket
from evenmoney.server.run import serve as run
from evenmoney.store.store import StoreFailed
from evenmoney.strategy.certified import BadCertificate, Certificates, NotCertified

DATABASE = Path("var/evenmoney.db")
"""Where the house keeps everything unless it is told otherwise; its folder is made."""

OPENING_MAX = 10**12
"""Far from what a ledger can count, however many players are given it."""

CAN_NOT_OPEN = (
    PortTaken,
    StoreFailed,
    KeyNotWritten,
    BadGame,
    NotCertified,
    BadCertificate,
    OtherCurrency,
    OtherMoney,
)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=2121, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--database",
    default=str(DATABASE),
    show_default=True,
    help="SQLite file, or postgresql://…",
)
@click.option(
    "--games",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of the operator's own game files, beside the packaged ones.",
)
@click.option(
    "--certificates",
    default="certificates",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of certificates for them, as `evenmoney certify` writes it.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    type=Origin(),
    help="Address under which players open the house, such as https://play.example.",
)
@click.option(
    "--proxy",
    type=Addresses(),
    help="Address of a reverse proxy whose X-Forwarded-For is believed.",
)
@click.option(
    "--mail",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder that letters are written to.",
)
@click.option(
    "--opening-money",
    default=100_000,
    show_default=True,
    type=click.IntRange(0, OPENING_MAX),
    help="What a new player starts with, in minor units.",
)
@click.option(
    "--guests-per-address",
    default=20,
    show_default=True,
    type=click.IntRange(1),
    help="New players that one address may make in a day.",
)
@click.option(
    "--messages-per-second",
    default=20.0,
    show_default=True,
    type=Rate(1),
    help="What one socket may send in the long run.",
)
@click.option(
    "--requests-per-second",
    default=20.0,
    show_default=True,
    type=Rate(1),
    help="What one player may ask over HTTP in the long run; an address five times that.",
)
@click.option(
    "--void-pays",
    type=click.Choice(["bets", "better"]),
    default="bets",
    show_default=True,
    help="What a void round gives: the bets, or what was won so far where that is more.",
)
@click.option(
    "--wallet",
    "wallet",
    type=WalletUrl(),
    help="Where your own wallet answers, which holds the players' money.",
)
@click.option(
    "--wallet-secret-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with the secret that calls to it are signed with.  [env: EVENMONEY_WALLET_SECRET]",
)
@click.option("--verbose", is_flag=True, help="Log what is not a warning, too.")
def serve(  # noqa: PLR0917
    host: str,
    port: int,
    database: str,
    games: Path | None,
    certificates: Path,
    origins: tuple[str, ...],
    proxy: str | None,
    mail: Path | None,
    opening_money: int,
    guests_per_address: int,
    messages_per_second: float,
    requests_per_second: float,
    void_pays: Literal["bets", "better"],
    wallet: str | None,
    wallet_secret_file: Path | None,
    verbose: bool,
) -> None:
    """Open the house, and print its address once it answers."""
    log_to_stderr(logging.INFO if verbose else logging.WARNING)
    settings = ServerSettings(
        origins=origins,
        opening_amount=opening_money,
        guests_per_address=guests_per_address,
        messages_per_second=messages_per_second,
        requests_per_second=requests_per_second,
        void_pays=void_pays,
    )
    try:
        catalogue = read_catalogue(games)
        bound = listening_socket(host, port)
        if database == str(DATABASE):
            DATABASE.parent.mkdir(exist_ok=True)
        uvloop.run(
            run(
                bound,
                database,
                catalogue,
                settings,
                certificates=read_certificates(certificates),
                mail=mail or Path("var/mail"),
                trusted_proxy=proxy,
                ready=lambda address: print(f"Even Money is open at {address}", flush=True),
                open_wallet=wallet_at(wallet, wallet_secret_file),
                reread=lambda: (read_catalogue(games), read_certificates(certificates)),
            )
        )
    except CAN_NOT_OPEN as error:
        sys.exit(fail(error))


def wallet_at(url: str | None, secret_file: Path | None) -> OpenWallet | None:
    """How the wallet at that address is opened; None without one. Needs the extra `wallet`."""
    if url is None:
        return None
    from evenmoney.players.wallet_http import HttpWallet  # noqa: PLC0415 (an extra)

    return functools.partial(HttpWallet, url, wallet_secret(secret_file))


def read_catalogue(folder: Path | None) -> Catalogue:
    """The packaged games and those of the operator's folder; raises `BadGame`."""
    packaged = Catalogue.packaged()
    return packaged if folder is None else with_folder(packaged, folder)


def read_certificates(folder: Path) -> Certificates:
    """The packaged certificates, and those of the folder, if there is one; `BadCertificate`."""
    found = Certificates.packaged()
    for path in sorted(folder.glob("*.json")):
        found = found.with_text(path.read_bytes(), str(path))
    return found


def fail(error: Exception) -> int:
    """Say in one line why the house can't open; the exit status."""
    click.echo(f"evenmoney serve: {error}", err=True)
    return 2
