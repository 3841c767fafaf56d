"""The command line explains itself."""

import subprocess
import sys

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


WITHOUT_MATHS = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None  # as where the extra is not installed
from evenmoney.cli import main
main(sys.argv[1:], "evenmoney")
"""


NEED_MATHS = (
    "rtp classic",
    "ev T6 T --game classic",
    "simulate classic",
    "certify classic",
    "bench maths",
    "lab shuffle",
    "strategy classic --set decks=2",
)


@pytest.mark.parametrize("words", NEED_MATHS)
def test_without_the_maths_a_command_that_needs_it_says_so_in_one_line(words: str) -> None:
    name, *others = words.split()
    command = [sys.executable, "-c", WITHOUT_MATHS, name, *others]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    needs = f"Error: {name} needs the extra 'maths': pip install 'evenmoney[maths]'\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", needs)
