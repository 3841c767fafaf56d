"""The command line explains itself."""

import click
import pytest
from click.testing import CliRunner

from evenmoney.cli import main
from evenmoney.cli.bench import bench


def paths(group: click.Group, before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every command below a group, as the words that call it."""
    context = click.Context(group)
    found = [before]
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        below = (*before, name)
        found += paths(command, below) if isinstance(command, click.Group) else [below]
    return found


@pytest.mark.parametrize("words", paths(main), ids=" ".join)
def test_every_command_says_what_it_is_for(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "--help"])
    assert result.exit_code == 0
    assert "Usage:" in result.output


def test_an_unknown_command_is_a_usage_error() -> None:
    for group in (main, bench):
        assert CliRunner().invoke(group, ["roulette"]).exit_code == 2
