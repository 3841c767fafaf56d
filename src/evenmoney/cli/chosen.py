"""The rules that a maths command is asked about: a game, with options of its own on top."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, NamedTuple

import click
import msgspec

from evenmoney.cli import refuse
from evenmoney.cli.offered import game_meant, own_games
from evenmoney.games.catalogue import Catalogue
from evenmoney.rules.check import check_rules
from evenmoney.rules.game import Game, Rules
from evenmoney.rules.options import OPTION_NAMES, BadOption, parse_rules, rules_options

INFINITE_TEXT = "infinite"
ROUNDS_MAX = 10**12
SEED_MAX = 2**63 - 1


class Count(click.ParamType[int]):
    """A whole number of rounds from `least` on, which may be written like 1e8."""

    name = "number"

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; fails in one line."""
        try:
            number = float(value)
        except ValueError:
            self.fail(f"{value!r} is no number", param, ctx)
        if not self.least <= number <= ROUNDS_MAX or number != int(number):
            reason = f"{value!r} is no whole number from {self.least} to {ROUNDS_MAX:.0e}"
            self.fail(reason, param, ctx)
        return int(number)


class Chosen(NamedTuple):
    """The rules asked about."""

    game: Game
    rules: Rules
    infinite: bool
    """Whether the shoe is infinite; the rules then say 8 decks."""

    @property
    def options(self) -> dict[str, Any]:
        """The options as game files spell them."""
        options = rules_options(self.rules)
        return options | {"decks": INFINITE_TEXT} if self.infinite else options

    @property
    def changed(self) -> bool:
        """Whether the rules are not the game's own."""
        return self.infinite or self.rules != self.game.rules


def with_rules(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command with an argument or option `game` the rules meant, as argument `chosen`.

    Adds the options `--set` and `--games`.
    """

    @wraps(command)
    def chosen_first(
        game: str, settings: tuple[str, ...], catalogue: Catalogue, **others: Any
    ) -> None:
        command(choose_rules(catalogue, game, settings), **others)

    setting = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="OPTION=VALUE",
        help="Another value for an option of the rules, spelt as in game files, or decks=infinite.",
    )
    return setting(own_games(chosen_first))


def choose_rules(catalogue: Catalogue, word: str, settings: Iterable[str]) -> Chosen:
    """The game meant with `settings` such as `decks=2` on top; refuses what can't be."""
    game, changes = game_meant(catalogue, word), dict(_setting(text) for text in settings)
    infinite = changes.get("decks") == INFINITE_TEXT
    if infinite:
        changes["decks"] = 8
    try:
        rules = parse_rules(rules_options(game.rules) | changes)
        check_rules(rules, 1 if infinite else rules.boxes)
    except BadOption as wrong:
        refuse(str(wrong))
    return Chosen(game, rules, infinite)


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        refuse(f"{text!r} is no setting: write OPTION=VALUE, such as decks=2")
    if name not in OPTION_NAMES:
        refuse(f"there is no option {name!r}; there are: {', '.join(OPTION_NAMES)}")
    return name, _value(value)


def _value(text: str) -> Any:
    """A value as game files spell it, quoted or not; yes and no are taken too."""
    words = {"yes": True, "no": False}
    if text in words:
        return words[text]
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
