"""The games that a command is about: the packaged ones, an operator's files, and what the word
`GAME` of a command line names among them."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from evenmoney.cli import refuse
from evenmoney.games.catalogue import BadGame, Catalogue
from evenmoney.rules.game import Game
from evenmoney.rules.options import BadOption

T = TypeVar("T")

SUFFIX: Final = ".toml"

CLOSED: Final = "closed.txt"
"""The file in the operator's folder that names games, packaged ones too, that are not offered."""


def with_file(catalogue: Catalogue, path: Path) -> Catalogue:
    """A catalogue with the games of a file; raises `BadGame`."""
    return catalogue.with_text(_read(path, _text), str(path))


def with_folder(catalogue: Catalogue, folder: Path) -> Catalogue:
    """A catalogue with the games of an operator's folder, but for those that its `closed.txt`
    names; raises `BadGame`."""
    names = _read(folder, os.listdir)
    for name in sorted(names):
        if name.endswith(SUFFIX):
            catalogue = with_file(catalogue, folder / name)
    if CLOSED not in names:
        return catalogue
    return catalogue.without(_read(folder / CLOSED, _text).split(), str(folder / CLOSED))


def _text(path: Path) -> str:
    return path.read_text("utf-8")


def _read(path: Path, reading: Callable[[Path], T]) -> T:
    """What is read from a path; a `BadGame` where it can't be."""
    try:
        return reading(path)
    except UnicodeDecodeError as wrong:
        why = f"it is no UTF-8 text: {wrong}"
    except OSError as error:
        why = str(error.strerror)
    raise BadGame(str(path), "", BadOption("file", None, why))


def _read_games(_: click.Context, __: click.Parameter, paths: tuple[str, ...]) -> Catalogue:
    catalogue = Catalogue.packaged()
    for path in paths:
        # Unlike Path.is_dir it takes a name that is too long for one that isn't there.
        with_path = with_folder if os.path.isdir(path) else with_file  # noqa: PTH112
        try:
            catalogue = with_path(catalogue, Path(path))
        except BadGame as wrong:
            refuse(str(wrong))
    return catalogue


own_games: Final[Callable[[Callable[..., Any]], Callable[..., Any]]] = click.option(
    "--games",
    "catalogue",
    multiple=True,
    metavar="FILE|DIR",
    callback=_read_games,
    help="Your own games, a file or a folder of files; may be given several times.",
)
"""The option that adds an operator's files to the packaged games, as argument `catalogue`."""


def games_meant(catalogue: Catalogue, word: str) -> list[Game]:
    """What `GAME` names: a game of the catalogue by its id, or a game file (`mine.toml`, or any
    path with a slash), which means all the games in it. Refuses what is neither, and a file that no
    house would open with."""
    if word in catalogue:
        return [catalogue[word]]
    if not word.endswith(SUFFIX) and os.sep not in word:
        refuse(f"there is no game {word!r}; there are: {', '.join(catalogue)}, or a {SUFFIX} file")
    try:
        more = with_file(catalogue, Path(word))
    except BadGame as wrong:
        refuse(str(wrong))
    meant = [game for id, game in more.items() if catalogue.get(id) is not game]
    return meant or refuse(f"{word} holds no game")


def game_meant(catalogue: Catalogue, word: str) -> Game:
    """The one game that `GAME` names; refuses a file of several, too."""
    first, *others = games_meant(catalogue, word)
    if others:
        ids = ", ".join(game.id for game in (first, *others))
        refuse(f"{word} holds several games: give --games {word} and the id of one: {ids}")
    return first
