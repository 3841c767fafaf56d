"""Rules as the plain options of a game file, and their hash; knows no files."""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from evenmoney.money import parse_odds
from evenmoney.rules.game import Rules

T = TypeVar("T")

RULES_TEXT_VERSION: Final = "evenmoney rules 1"


class BadOption(ValueError):
    """An option that can't be: its place (`rules.surrender`), its value (None: not given), why."""

    def __init__(self, option: str, value: object, reason: str) -> None:
        place = option if value is None else f"{option} = {spelt(value)}"
        super().__init__(f"{place}: {reason}")
        self.option = option
        self.value = value
        self.reason = reason


class _Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game file spells the options of `Rules`."""

    decks: Annotated[int, Meta(ge=1, le=8)]
    shoe: Literal["fresh"] | float
    hit_soft_17: bool
    hole_card: Literal["first", "second", "none"]
    blackjack_pays: str
    insurance: bool
    even_money: bool
    surrender: Literal["none", "late", "late_not_ace"]
    double_on: Literal["any", "hard", "9-11", "10-11"]
    double_after_split: bool
    max_hands: Annotated[int, Meta(ge=2, le=4)]
    resplit_aces: bool
    hit_split_aces: bool
    no_hole_card_loss: Literal["all_bets", "original_bets"]
    auto_stand_on_21: bool
    charlie: Literal["none"] | Annotated[int, Meta(ge=3, le=21)]
    boxes: Annotated[int, Meta(ge=1, le=3)]
    max_win: Literal["none"] | Annotated[int, Meta(ge=1)]


OPTION_NAMES: Final = Rules.__struct_fields__


def spelt(value: object) -> str:
    """A value as a game file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{…}"
    return f'"{value}"' if isinstance(value, str) else str(value)


PATH: Final = re.compile(r" - at (?:`key` in )?`\$\.?(.*)`$")
NAMED_FIELD: Final = re.compile(r"(?:required|unknown) field `(.+)`")


def convert(raw: object, kind: type[T], place: str = "") -> T:
    """`raw` decoded strictly as `kind`; raises `BadOption` with its place, below `place`."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise _bad_option(raw, str(error), place) from None


def _bad_option(raw: object, message: str, place: str) -> BadOption:
    """The option and value that a decoder's message speaks of."""
    at = PATH.search(message)
    reason = PATH.sub("", message)
    named = NAMED_FIELD.search(reason)
    path = [*(at[1].split(".") if at and at[1] else []), *(named.groups() if named else [])]
    where = ".".join([place, *path] if place else path) or "all of it"
    return BadOption(where, _value_at(raw, path), _in_words(reason))


def _in_words(reason: str) -> str:
    """A decoder's reason without its regular expression."""
    return "not written as it must be" if "matching regex" in reason else reason


def _value_at(raw: object, path: Sequence[str]) -> object:
    """What stands at a path such as `["limits", "chips[1]"]`; None where nothing does."""
    for name in path:
        key, _, index = name.partition("[")
        raw = raw.get(key) if isinstance(raw, Mapping) else None
        if index and isinstance(raw, Sequence) and index[:-1].isdecimal():
            raw = raw[int(index[:-1])]
    return raw


def rules_options(rules: Rules) -> dict[str, Any]:
    """The options as a game file spells them: `true`, `"none"`, `"3:2"`, `0.5`."""
    options = {name: getattr(rules, name) for name in OPTION_NAMES}
    options["blackjack_pays"] = str(rules.blackjack_pays)
    return {name: "none" if value is None else value for name, value in options.items()}


def parse_rules(options: Mapping[str, object], place: str = "rules") -> Rules:
    """The rules that options spell, whether or not they contradict each other.

    Raises `BadOption` for an unknown, missing or mistyped one.
    """
    decoded = convert(dict(options), _Options, place)
    fields: dict[str, Any] = {name: getattr(decoded, name) for name in OPTION_NAMES}
    try:
        fields["blackjack_pays"] = parse_odds(decoded.blackjack_pays)
    except ValueError as error:
        raise BadOption(f"{place}.blackjack_pays", decoded.blackjack_pays, str(error)) from None
    for name in ("charlie", "max_win"):
        if fields[name] == "none":
            fields[name] = None
    return Rules(**fields)


def rules_text(rules: Rules) -> str:
    """The canonical text of rules: a version, then `option = value`, in the order of `Rules`."""
    lines = [f"{name} = {spelt(value)}" for name, value in rules_options(rules).items()]
    return "\n".join([RULES_TEXT_VERSION, *lines, ""])


def rules_hash(rules: Rules) -> str:
    """SHA-256 in hex over the UTF-8 of `rules_text`: what names the rules everywhere."""
    return sha256(rules_text(rules).encode()).hexdigest()
