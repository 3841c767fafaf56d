"""What an operator gives on the command line, checked before a house opens with it."""

import math
import os
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import click

DEFAULT_PORTS: Final = {"http": 80, "https": 443}


class Origin(click.ParamType[str]):
    """An origin as browsers write it, `https://play.example`: scheme, host, and a port that is not
    the scheme's own. A slash at its end is taken off, a path refused."""

    name = "URL"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The origin's text; fails with a line that says what is wrong."""
        try:
            parts = urlsplit(value)
            host, port = parts.hostname, parts.port
        except ValueError as wrong:
            self.fail(f"{value!r} is no address: {wrong}", param, ctx)
        if parts.scheme not in DEFAULT_PORTS or not host:
            self.fail(f"{value!r} is no address such as https://play.example", param, ctx)
        if parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None:
            self.fail(f"{value!r} says more than scheme, host and port", param, ctx)
        shown = f"[{host}]" if ":" in host else host
        own = port in {None, DEFAULT_PORTS[parts.scheme]}
        return f"{parts.scheme}://{shown}" + ("" if own else f":{port}")


class Addresses(click.ParamType[str]):
    """IP addresses or networks, joined by commas."""

    name = "ADDRESS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text itself; fails at a part that is no address."""
        for part in value.split(","):
            try:
                ip_network(part.strip())
            except ValueError:
                self.fail(f"{part.strip()!r} is no IP address or network", param, ctx)
        return str(value)


class Rate(click.FloatRange):
    """A finite number of things a second: `nan` passes any comparison, and `inf` is no limit."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; fails at what is none."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is no number of things", param, ctx)
        return number


class WalletUrl(click.ParamType[str]):
    """Where an operator's wallet answers: `https://wallet.example/evenmoney`."""

    name = "URL"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text itself; fails with a line that says what is wrong."""
        try:
            parts = urlsplit(value)
            host, _ = parts.hostname, parts.port
        except ValueError as wrong:
            self.fail(f"{value!r} is no address: {wrong}", param, ctx)
        if parts.scheme not in DEFAULT_PORTS or not host or parts.fragment:
            self.fail(f"{value!r} is no address such as https://wallet.example/", param, ctx)
        if parts.username is not None:
            self.fail("the address of a wallet carries no name and password", param, ctx)
        return str(value)


SECRET_VARIABLE: Final = "EVENMONEY_WALLET_SECRET"
SECRET_BYTES_MIN: Final = 16


def wallet_secret(file: Path | None) -> bytes:
    """The secret that calls to a wallet are signed with, of a file or the environment: never of the
    command line, which others can read. Fails when there is none, or one too short."""
    text = file.read_bytes() if file else os.environb.get(SECRET_VARIABLE.encode(), b"")
    secret = text.strip()
    if not secret:
        raise click.UsageError(f"--wallet needs --wallet-secret-file, or {SECRET_VARIABLE}")
    if len(secret) < SECRET_BYTES_MIN:
        raise click.UsageError(f"the wallet's secret has {SECRET_BYTES_MIN} bytes at least")
    return secret
