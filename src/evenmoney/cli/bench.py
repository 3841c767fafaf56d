"""`evenmoney bench`: how fast the parts of the house are; each measure loaded when asked for."""

from importlib import import_module

import click

MEASURES = ("house", "maths", "rules", "shuffle", "store")
"""Measure `x` is the click command `x` of the module `evenmoney.bench.x`."""


class Measures(click.Group):
    """A group that imports a measure's module when that measure is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's name)
        """The names of all measures, in order."""
        return list(MEASURES)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 (click's name)
        cmd_name: str,
    ) -> click.Command | None:
        """The measure of that name, or None."""
        if cmd_name not in MEASURES:
            return None
        command = getattr(import_module(f"evenmoney.bench.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Measures)
def bench() -> None:
    """Measure how fast the parts of the house are."""
