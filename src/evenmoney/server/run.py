"""Opening the house for business: store, house and server, from the first to the last moment."""

import asyncio
import functools
import gc
import logging
import os
import resource
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
import uvicorn

from evenmoney.house import points
from evenmoney.house.clock import LoopClock
from evenmoney.house.currency import currency_of
from evenmoney.house.house import House
from evenmoney.house.settings import Settings
from evenmoney.players.accounts import Accounts
from evenmoney.players.mail import FileMail
from evenmoney.players.passwords import Passwords
from evenmoney.players.wallet import Wallet
from evenmoney.rules.game import Game
from evenmoney.server.api.games import game_views
from evenmoney.server.app import http_app
from evenmoney.server.gate import Gate
from evenmoney.server.operator import operator_key
from evenmoney.server.pages import Pages
from evenmoney.server.premises import Premises, ServerSettings
from evenmoney.server.reload import Reloading, Reread
from evenmoney.server.request import BoundedRequest
from evenmoney.server.upgrade import SocketUpgrade
from evenmoney.store import Opening, Store, open_store
from evenmoney.store.faults import parse_faults
from evenmoney.strategy.certified import Certificates

LOG = logging.getLogger("evenmoney.serve")

BACKLOG: Final = 1024
CONNECTIONS_MAX: Final = 10_000
"""Connections of all kinds; beyond them HTTP is answered with 503."""

OTHER_FILES: Final = 240
"""Files that a house has open beside its connections, with room to spare."""

KEEP_ALIVE_SECONDS: Final = 30
DRAIN_SECONDS: Final = 10
"""How long open requests may take once the server stops."""

ENTROPY: Final = secrets.token_bytes
"""Where seeds and salts come from: the operating system, asked anew each time, so that no two
processes share a stream, whether forked from one another or not."""

COLLECTOR_THRESHOLDS: Final = (50_000, 20, 100)

OpenRecord = Callable[[str], Awaitable[Store]]
"""Opens the record at a database's name; a bench brings one that takes times."""

OpenWallet = Callable[[str], Wallet]
"""Gives the wallet in which players' money lies, which counts in that currency."""

OPEN_ALONE: Final[OpenRecord] = functools.partial(open_store, alone=True)


class PortTaken(Exception):
    """The address can't be listened on; the argument says which and why."""


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket bound to the address (port 0: any free one); raises `PortTaken`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen(BACKLOG)
    except OSError as error:
        bound.close()
        raise PortTaken(f"can't listen on {host}:{port}: {error.strerror}") from None
    bound.setblocking(False)
    return bound


def address_of(bound: socket.socket) -> str:
    """The address to type into a browser."""
    host, port = bound.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def make_room_for_connections() -> None:
    """Let this process open as many files as it may have connections, as far as the system allows:
    usual limits are a tenth of it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS_MAX + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class HouseServer(uvicorn.Server):
    """uvicorn, but that the house ends its streams before the sockets are closed."""

    def __init__(
        self, config: uvicorn.Config, premises: Premises, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._premises = premises
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, finish what the tables have in hand, then close the connections."""
        self._premises.draining = True
        try:
            await asyncio.wait_for(self._premises.house.close(), DRAIN_SECONDS)
        except TimeoutError:
            LOG.warning("drain_took_too_long")  # what is on disk stays true; the rest is refused
        await super().shutdown(sockets)


def accounts_of(
    store: Store, clock: LoopClock, settings: ServerSettings, mail: Path, address: str
) -> Accounts:
    """The accounts of a store; recovery links lead to the address that players use."""
    home = settings.origins[0] if settings.origins else address
    return Accounts(
        store.people,
        passwords=Passwords(),
        mail=FileMail(mail),
        opening=Opening(amount=settings.opening_amount, per_address=settings.guests_per_address),
        now_ms=clock.now_ms,
        recovery_link=lambda token: f"{home}/recover#{token}",
    )


@asynccontextmanager
async def open_premises(
    database: str,
    catalogue: Mapping[str, Game],
    settings: ServerSettings,
    *,
    mail: Path,
    address: str,
    certificates: Certificates,
    open_record: OpenRecord = OPEN_ALONE,
    open_wallet: OpenWallet | None = None,
) -> AsyncIterator[Premises]:
    """The house over a database, open for as long as the context; raises `StoreFailed`. With a
    wallet no opening money is given."""
    clock = LoopClock()
    if open_wallet:
        settings = msgspec.structs.replace(settings, opening_amount=0)
    store = await open_record(database)
    try:
        house = await House.open(
            store,
            catalogue,
            clock=clock,
            entropy=ENTROPY,
            settings=Settings(void_pays=settings.void_pays),
            certificates=certificates,
            wallet=_wallet(open_wallet, catalogue),
            faults=parse_faults(os.environ.get(points.VARIABLE, "")),
        )
        spare_the_collector()
        with operator_key(database, address) as key:
            yield Premises(
                house=house,
                store=store,
                accounts=accounts_of(store, clock, settings, mail, address),
                catalogue=catalogue,
                game_views=game_views(catalogue, certificates, settings.void_pays),
                settings=settings,
                operator_key=key,
            )
    finally:
        await store.close()


def _wallet(open_wallet: OpenWallet | None, catalogue: Mapping[str, Game]) -> Wallet | None:
    currency = currency_of(catalogue)
    return open_wallet(currency.code) if open_wallet and currency else None


def spare_the_collector() -> None:
    """Let Python look for cycles of garbage seldom: frozen values make none, and at the default
    thresholds the search takes a third of the house's processor time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTOR_THRESHOLDS)


def uvicorn_server(
    premises: Premises, trusted_proxy: str | None, ready: Callable[[], None]
) -> HouseServer:
    """The server over the premises, not yet listening."""
    config = uvicorn.Config(
        http_app(premises, Pages()),
        loop="none",
        http=BoundedRequest,
        ws=functools.partial(SocketUpgrade, Gate(premises).admit),  # type: ignore[arg-type]
        lifespan="off",
        access_log=False,
        log_config=None,
        proxy_headers=trusted_proxy is not None,
        forwarded_allow_ips=trusted_proxy,
        server_header=False,
        limit_concurrency=CONNECTIONS_MAX,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )
    return HouseServer(config, premises, ready)


async def serve(
    bound: socket.socket,
    database: str,
    catalogue: Mapping[str, Game],
    settings: ServerSettings,
    *,
    mail: Path,
    certificates: Certificates | None = None,
    trusted_proxy: str | None = None,
    ready: Callable[[str], None] = print,
    reread: Reread | None = None,
    open_record: OpenRecord = OPEN_ALONE,
    open_wallet: OpenWallet | None = None,
) -> None:
    """Serve on a bound socket until SIGINT or SIGTERM; `ready` is called with the address. SIGHUP
    offers what `reread` gives from then on."""
    address = address_of(bound)
    make_room_for_connections()
    async with open_premises(
        database,
        catalogue,
        settings,
        mail=mail,
        address=address,
        certificates=certificates or Certificates.packaged(),
        open_record=open_record,
        open_wallet=open_wallet,
    ) as premises:
        server = uvicorn_server(premises, trusted_proxy, lambda: ready(address))
        loop = asyncio.get_running_loop()
        for caught in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(caught, functools.partial(server.handle_exit, caught, None))
        if reread is not None:
            loop.add_signal_handler(signal.SIGHUP, Reloading(premises, reread).ask)
        await server._serve([bound])  # serve() would raise the signal again, and die of it
