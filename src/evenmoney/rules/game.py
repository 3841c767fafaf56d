"""A game as data: the rules that move the odds, and the limits and words around them."""

from typing import Literal

import msgspec

from evenmoney.money import Currency, Odds


class Rules(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """The options that change the mathematics; every one must be given.

    A value says what it means and nothing of limits or labels: two games with equal rules share
    their strategy card, their certificate and `evenmoney.rules.options.rules_hash`.
    """

    decks: int
    shoe: Literal["fresh"] | float
    """`"fresh"`, or the fraction of the pack at which the cut card lies."""
    hit_soft_17: bool
    hole_card: Literal["first", "second", "none"]
    blackjack_pays: Odds
    insurance: bool
    even_money: bool
    surrender: Literal["none", "late", "late_not_ace"]
    double_on: Literal["any", "hard", "9-11", "10-11"]
    double_after_split: bool
    max_hands: int
    resplit_aces: bool
    hit_split_aces: bool
    no_hole_card_loss: Literal["all_bets", "original_bets"]
    auto_stand_on_21: bool
    charlie: int | None
    boxes: int
    max_win: int | None
    """Cap on a round's net win in minor units, or None."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a box may bet before the deal, in minor units."""

    stake_min: int
    stake_max: int
    stake_step: int
    chips: tuple[int, ...]


class Timers(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds that a table waits; None waits for ever."""

    betting_seconds: int | None = None
    insurance_seconds: int | None = None
    action_seconds: int | None = None
    round_seconds: int | None = None
    """Seconds from the first card after which every open hand stands."""
    disconnect_grace_seconds: float = 2.0
    recovery_grace_seconds: float = 10.0


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A catalogue entry: rules, limits, and how its table behaves and speaks."""

    id: str
    name: str
    rules: Rules
    currency: Currency
    limits: Limits
    table: Literal["single", "multi"]
    seats: int
    timers: Timers
    unconfirmed_bets: Literal["returned", "played"]
    labels: dict[str, str]
    """Button labels by action name (`hit`, `stand`, `deal`, `redo`, `clear`, `skip`, …)."""
    felt: Literal["green", "midnight", "claret"]
    denomination: int | None
    """The value of one credit in minor units at a table played in credits, or None."""
    bonus_kinds: tuple[str, ...]
    published_rtp: str | None
    """What the game's makers print, in per cent (`"99.27"`), or None."""
    play_for_fun: bool
    """Whether the game may be played from a second wallet of play money."""
    hints: bool
    """Whether a player may ask what the strategy card says."""

    @property
    def boxes(self) -> int:
        """How many boxes the table has: three where players share it."""
        return 3 if self.table == "multi" else self.rules.boxes
