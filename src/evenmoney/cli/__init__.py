"""The command line: one module a command, loaded only when it is called."""

from importlib import import_module

import click

COMMANDS = (
    "bench",
    "bonus",
    "certify",
    "ev",
    "games",
    "lab",
    "rtp",
    "scenario",
    "serve",
    "simulate",
    "strategy",
    "verify",
    "void",
)
"""Command `x` is the click command `x` of the module `evenmoney.cli.x`."""


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


@click.group(cls=LazyGroup)
@click.version_option(package_name="evenmoney")
def main() -> None:
    """Even Money: an online blackjack house."""
