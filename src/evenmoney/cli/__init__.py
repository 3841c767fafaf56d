"""The command line: one module a command, loaded only when it is called."""

from importlib import import_module
from typing import Any, NoReturn

import click

COMMANDS = (
    "audit",
    "bench",
    "bonus",
    "certify",
    "ev",
    "funds",
    "games",
    "lab",
    "rtp",
    "scenario",
    "serve",
    "simulate",
    "strategy",
    "verify",
    "void",
    "wallet",
)
"""Command `x` is the click command `x` of the module `evenmoney.cli.x`."""

EXTRAS = {"aiohttp": "wallet", "numba": "maths", "numpy": "maths"}
"""Packages that the bare wheel does without, and the extra that brings each."""


class Refused(click.ClickException):
    """An error of one line, and exit status 2."""

    exit_code = 2


def refuse(reason: str) -> NoReturn:
    """Stop the command with one line."""
    raise Refused(" ".join(reason.split())) from None


class NeedsExtra(Refused):
    """The command works only with an extra, and which."""

    def __init__(self, command: str | None, extra: str) -> None:
        super().__init__(f"{command} needs the extra {extra!r}: pip install 'evenmoney[{extra}]'")


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of all commands, in order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"evenmoney.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; where the package of an extra is missing, `NeedsExtra`."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as missing:
            if missing.name not in EXTRAS:
                raise
            raise NeedsExtra(ctx.invoked_subcommand, EXTRAS[missing.name]) from None


@click.group(cls=LazyGroup)
@click.version_option(package_name="evenmoney")
def main() -> None:
    """Even Money: an online blackjack house."""
