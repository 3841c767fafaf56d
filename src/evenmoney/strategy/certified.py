"""What was proven of rules, by the hash of the rules: card, values, returns; computes nothing."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from evenmoney.rules.options import parse_rules, rules_hash
from evenmoney.strategy.card import StrategyCard


class Measure(msgspec.Struct, frozen=True):
    """One measure under both ways to play: the printed card, and composition-dependent play."""

    card: float
    optimal: float


class Certified(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The exact figures of one set of rules: a fresh shoe, one box, units of its first bet."""

    game: str
    """The id of the game that the figures were made for."""
    version: str
    """The version of the software that made them."""
    rules_hash: str
    rules: dict[str, Any]
    """The options as a game file spells them."""
    edge: Measure
    """Expected net result, the player's: negative where the house leads."""
    rtp: Measure
    """What comes back for each unit staked in all."""
    average_stake: float
    average_stake_optimal: float
    variance: float | None
    """Of the net result of a round by the printed card; None where only simulation gives it."""
    card: StrategyCard
    values: dict[str, dict[str, dict[str, float]]]
    """By hand (`"T6"`), upcard and action: the value of each first choice, played on optimally;
    where the dealer peeks, given that he has no natural."""


class NotCertified(LookupError):
    """Rules that nobody has certified; the text names the command that does."""

    def __init__(self, game: str, hash: str) -> None:
        super().__init__(
            f"the rules of {game} ({hash[:12]}) have no certificate: "
            f"run `evenmoney certify {game}` first"
        )
        self.game = game
        self.rules_hash = hash


class BadCertificate(ValueError):
    """A text that is no certificate, or one whose rules were changed afterwards."""


class Certificates(Mapping[str, Certified]):
    """Certified figures by the hash of the rules. A value: adding to it gives another one."""

    def __init__(self, certified: Mapping[str, Certified]) -> None:
        self._certified = dict(certified)

    @staticmethod
    def packaged() -> "Certificates":
        """Those of the games that come with the house."""
        return _packaged()

    def with_text(self, text: str | bytes, source: str) -> "Certificates":
        """These and the one of a JSON text; `source` names the text in a `BadCertificate`."""
        found = parse_certified(text, source)
        return Certificates(self._certified | {found.rules_hash: found})

    def joined(self, more: "Certificates") -> "Certificates":
        """These and more; of rules that both know, the figures are the second's."""
        return Certificates(self._certified | more._certified)

    def of(self, game: str, hash: str) -> Certified:
        """The figures for the rules of that hash; raises `NotCertified`, naming the game."""
        try:
            return self._certified[hash]
        except KeyError:
            raise NotCertified(game, hash) from None

    def __getitem__(self, hash: str) -> Certified:
        return self._certified[hash]

    def __iter__(self) -> Iterator[str]:
        return iter(self._certified)

    def __len__(self) -> int:
        return len(self._certified)


def parse_certified(text: str | bytes, source: str) -> Certified:
    """The figures of a JSON text, a certificate or its exact part alone; raises `BadCertificate`.

    Its rules must have the hash that it states.
    """
    try:
        raw = msgspec.json.decode(text)
        whole = isinstance(raw, dict) and "exact" in raw
        found = msgspec.convert(raw["exact"] if whole else raw, Certified)
        hash = rules_hash(parse_rules(found.rules))
    except ValueError as error:
        raise BadCertificate(f"{source}: {error}") from None
    if not found.rules_hash == found.card.rules_hash == hash:
        raise BadCertificate(f"{source}: its rules have the hash {hash}, not the one it states")
    return found


@cache
def _packaged() -> Certificates:
    found = Certificates({})
    for file in sorted((files("evenmoney.strategy") / "cards").iterdir(), key=lambda f: f.name):
        if file.name.endswith(".json"):
            found = found.with_text(file.read_bytes(), file.name)
    return found
