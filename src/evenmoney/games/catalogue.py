"""The catalogue: every game by id, in the lobby's order; reads packaged games and given texts."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from evenmoney.games.definition import parse_game, parse_toml
from evenmoney.rules.game import Game
from evenmoney.rules.options import BadOption

PACKAGED: Final = (
    "classic",
    "classic-multiplayer",
    "table-credits",
    "free-amount",
    "european",
    "single-deck",
    "vegas-strip",
    "atlantic-city",
    "vegas-downtown",
    "six-deck-shoe",
)
"""The ids of the games that come with the house, in the lobby's order."""


class BadGame(ValueError):
    """A game that can't be offered: where it was read, which game (empty: no one game of it), and
    the option that is wrong."""

    def __init__(self, source: str, game: str, wrong: BadOption) -> None:
        super().__init__(f"{source}: game {game}: {wrong}" if game else f"{source}: {wrong}")
        self.source = source
        self.game = game
        self.option = wrong.option
        self.value = wrong.value
        self.reason = wrong.reason


class Catalogue(Mapping[str, Game]):
    """Games by id. A value: adding to it gives another catalogue."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = dict(games)

    @staticmethod
    def packaged() -> "Catalogue":
        """The games that come with the house."""
        return _packaged()

    def with_text(self, text: str, source: str) -> "Catalogue":
        """This catalogue with the games of a TOML text; a game of a known id takes its place.

        `source` names the text in a `BadGame`.
        """
        games = dict(self._games)
        try:
            definitions = parse_toml(text)
        except BadOption as wrong:
            raise BadGame(source, "", wrong) from None
        for raw in definitions:
            game = _parse(raw, games, source)
            games[game.id] = game
        return Catalogue(games)

    def without(self, ids: Iterable[str], source: str) -> "Catalogue":
        """This catalogue without the games of these ids, which must be there, and not all of them;
        `source` names in a `BadGame` where that was asked."""
        games = dict(self._games)
        for id in ids:
            if games.pop(id, None) is None:
                raise BadGame(source, id, BadOption("closed", id, "there is no such game"))
        if not games:
            raise BadGame(source, "", BadOption("closed", None, "no game is left to play"))
        return Catalogue(games)

    def __getitem__(self, id: str) -> Game:
        return self._games[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


def _parse(raw: dict[str, Any], known: Mapping[str, Game], source: str) -> Game:
    try:
        return parse_game(raw, known)
    except BadOption as wrong:
        raise BadGame(source, str(raw.get("id", "")), wrong) from None


@cache
def _packaged() -> Catalogue:
    catalogue = Catalogue({})
    for name in PACKAGED:
        source = f"{name}.toml"
        text = (files("evenmoney.games") / source).read_text(encoding="utf-8")
        catalogue = catalogue.with_text(text, source)
    return catalogue
