"""Game files: TOML text decoded strictly into games; knows no disk."""

import tomllib
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from evenmoney.money import Currency
from evenmoney.rules.check import check_game
from evenmoney.rules.game import Game, Limits, Rules, Timers
from evenmoney.rules.options import BadOption, convert, parse_rules

PLAY_LABELS: Final = ("deal", "clear", "redo", "hit", "stand", "double", "split")
"""The words that every game's buttons need."""
MORE_LABELS: Final = frozenset(
    {"undo", "double_bets", "turbo", "cut", "deal_again", "new_bets", "insure", "even_money"}
    | {"pass", "surrender", "skip"}
)
LABEL_MAX: Final = 24
TIMER_NAMES: Final = tuple(
    name for name in Timers.__struct_fields__ if not name.endswith("grace_seconds")
)

DAY_SECONDS: Final = 86_400
Seconds = Literal["none"] | Annotated[int, Meta(ge=1, le=DAY_SECONDS)]
Grace = Annotated[float, Meta(ge=0, le=3600)]
Name = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]


class _Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a game file: every field named, none unknown."""


class _Currency(_Strict, frozen=True):
    code: Annotated[str, Meta(pattern="^[A-Z]{3,5}$")]
    sign: Annotated[str, Meta(min_length=1, max_length=4)]
    digits: Annotated[int, Meta(ge=0, le=4)]


class _Limits(_Strict, frozen=True):
    stake_min: int
    stake_max: int
    stake_step: int
    chips: tuple[int, ...]


class _Timers(_Strict, frozen=True):
    betting_seconds: Seconds
    insurance_seconds: Seconds
    action_seconds: Seconds
    round_seconds: Seconds
    disconnect_grace_seconds: Grace = 2.0
    recovery_grace_seconds: Grace = 10.0


class GameFile(_Strict, frozen=True):
    """The fields of a game file, in the words of docs/game-files.md."""

    id: Name
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    rules: Name | dict[str, Any]
    currency: _Currency
    limits: _Limits
    table: Literal["single", "multi"]
    seats: int
    timers: _Timers
    unconfirmed_bets: Literal["returned", "played"]
    labels: dict[str, str]
    felt: Literal["green", "midnight", "claret"]
    denomination: Literal["none"] | int
    bonus_kinds: tuple[Literal["free_amount"], ...]
    published_rtp: Annotated[str, Meta(pattern=r"^(none|\d{1,3}\.\d{1,4})$")]
    play_for_fun: bool
    hints: bool


def parse_game(raw: Mapping[str, Any], known: Mapping[str, Game]) -> Game:
    """The game that a decoded file defines; `rules` may name a game of `known` to share its rules.

    Raises `BadOption` for what is unknown, missing, mistyped, contradictory or unpayable.
    """
    file = convert(dict(raw), GameFile)
    game = Game(
        id=file.id,
        name=file.name,
        rules=_rules(file.rules, known),
        currency=Currency(file.currency.code, file.currency.sign, file.currency.digits),
        limits=Limits(**msgspec.structs.asdict(file.limits)),
        table=file.table,
        seats=file.seats,
        timers=_timers(file.timers),
        unconfirmed_bets=file.unconfirmed_bets,
        labels=file.labels,
        felt=file.felt,
        denomination=None if file.denomination == "none" else file.denomination,
        bonus_kinds=file.bonus_kinds,
        published_rtp=None if file.published_rtp == "none" else file.published_rtp,
        play_for_fun=file.play_for_fun,
        hints=file.hints,
    )
    if game.play_for_fun:
        raise BadOption("play_for_fun", True, "this house has no play-for-fun wallet to offer")
    check_game(game)
    _check_labels(game)
    _check_words(game)
    return game


def _rules(given: str | dict[str, Any], known: Mapping[str, Game]) -> Rules:
    """The rules given option by option, or those of another game."""
    if not isinstance(given, str):
        return parse_rules(given)
    if given not in known:
        raise BadOption("rules", given, "no game of that id comes before this one")
    return known[given].rules


def _timers(file: _Timers) -> Timers:
    """The timers; "none" waits for ever."""
    seconds = {name: getattr(file, name) for name in TIMER_NAMES}
    return Timers(
        **{name: None if value == "none" else value for name, value in seconds.items()},
        disconnect_grace_seconds=file.disconnect_grace_seconds,
        recovery_grace_seconds=file.recovery_grace_seconds,
    )


def labels_needed(game: Game) -> frozenset[str]:
    """The names of the buttons that a game's rules and table call for."""
    rules = game.rules
    names = set(PLAY_LABELS)
    if rules.insurance:
        names |= {"insure", "pass"}
    if rules.even_money:
        names.add("even_money")
    if rules.surrender != "none":
        names.add("surrender")
    if game.table == "multi":
        names.add("skip")
    if rules.shoe != "fresh":
        names.add("cut")
    return frozenset(names)


def _check_labels(game: Game) -> None:
    """Every button has a word that fits on it, and every word a button."""
    for name, word in game.labels.items():
        if not 0 < len(word) <= LABEL_MAX:
            raise BadOption(f"labels.{name}", word, f"a word has 1 to {LABEL_MAX} letters")
    for name in sorted(labels_needed(game) - game.labels.keys()):
        raise BadOption(f"labels.{name}", None, "this game shows that button: it needs a word")
    for name in sorted(game.labels.keys() - MORE_LABELS - set(PLAY_LABELS)):
        raise BadOption(f"labels.{name}", game.labels[name], "there is no such button")


def _check_words(game: Game) -> None:
    """What people read is printable: no control letters, none that turn the line around."""
    words = {"name": game.name, "currency.sign": game.currency.sign}
    for place, word in {**words, **{f"labels.{k}": v for k, v in game.labels.items()}}.items():
        if not word.isprintable() or not word.strip():
            raise BadOption(place, ascii(word), "it has letters that can't be seen")


def parse_toml(text: str) -> list[dict[str, Any]]:
    """The games of a TOML text: one at its top, or several under `[[games]]`.

    Raises `BadOption`, for the whole text where it is no TOML.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadOption("file", None, f"it is no TOML: {error}") from None
    if "games" not in raw:
        return [raw]
    games = raw["games"]
    if len(raw) > 1 or not isinstance(games, list) or not all(isinstance(g, dict) for g in games):
        raise BadOption("games", "", "several games are given as [[games]] and nothing beside")
    return games
