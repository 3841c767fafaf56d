"""What the HTTP interface takes and gives, typed once. Money in minor units, times in ms (UTC)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from evenmoney.house.view import (
    BonusView,
    OpenRound,
    RecordStep,
    RoundRecord,
    ShuffleRecord,
    VoidedPart,
)
from evenmoney.money import Currency
from evenmoney.rules.action import Action
from evenmoney.rules.game import Limits, Rules, Timers

__all__ = [
    "BonusView",
    "RecordStep",
    "RoundRecord",
    "ShuffleRecord",
]  # the house's own views, as they are


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every request's body is: frozen, named fields only, nothing unknown in it."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What every response's body is: frozen, named fields only."""


class Problem(Answer, frozen=True):
    """Why a request was not done. `code` is stable, `message` a sentence in English, `field` the
    place in the request (None: the request as a whole)."""

    code: str
    message: str
    field: str | None = None


# ---- players

PlayerName = Annotated[str, Meta(min_length=2, max_length=96)]
"""Of a name that nobody can be called `name_refused` says why; taken apart, 24 signs are more."""

WAGERING_MAX = 10
"""How many times a bonus may have to be staked: the bound of Great Britain's rules."""

PlayerRef = Annotated[str, Meta(min_length=1, max_length=64)]
"""A player by his name or number."""

LoginName = Annotated[str, Meta(min_length=1, max_length=64)]
Password = Annotated[str, Meta(min_length=8, max_length=128)]
GivenPassword = Annotated[str, Meta(min_length=1, max_length=128)]
Email = Annotated[
    str, Meta(max_length=254, pattern=r"^[^@\s\x00]+@[^@\s\x00]+\.[^@\s\x00]+$(?!\n)")
]
Token = Annotated[str, Meta(min_length=16, max_length=128, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]


class SignUp(Body, frozen=True):
    """Make an account: of the guest who asks, with his balance and history, or a new one."""

    name: PlayerName
    password: Password
    email: Email | None = None


class LogIn(Body, frozen=True):
    """Open a session for an account."""

    name: LoginName
    password: GivenPassword


class PasswordChange(Body, frozen=True):
    """Set a new password; every other session of the player ends."""

    old: GivenPassword
    new: Password


class RecoveryAsk(Body, frozen=True):
    """Send a recovery link to the account's address, if there is one: that is never told."""

    name: LoginName


class RecoverySet(Body, frozen=True):
    """Set a new password by the token of a recovery link; every session of the player ends."""

    token: Token
    password: Password


class Me(Answer, frozen=True):
    """Who is logged in. `open_rounds` are newest first: the first is where to go. `debt` is what he
    owes the house since a round was called off: cash that comes in pays it off first."""

    player: int
    name: str
    guest: bool
    balance: int
    currency: Currency
    open_rounds: tuple[OpenRound, ...]
    debt: int = 0


class SessionRow(Answer, frozen=True):
    """A session of the player; `current` is the one that asks."""

    id: int
    made_ms: int
    seen_ms: int
    address: str
    device: str
    current: bool


class Sessions(Answer, frozen=True):
    """All live sessions of the player, last seen first."""

    sessions: tuple[SessionRow, ...]


class Done(Answer, frozen=True):
    """It was done, and there is nothing to tell."""

    done: bool = True


# ---- games


class RulesView(Rules, frozen=True, kw_only=True):
    """The rules that move the odds, spelt as in game files."""

    blackjack_pays: str  # type: ignore[assignment]  # odds are told as a text, "3:2"


class CardView(Answer, frozen=True):
    """The printed strategy card, rows by total or rank (`"16"`, `"A"`), each of ten cells against
    the upcards 2 to 9, ten and ace; see docs/games/README.md for the cells."""

    insure: bool
    even_money: bool
    hard: dict[str, tuple[str, ...]]
    soft: dict[str, tuple[str, ...]]
    pairs: dict[str, tuple[str, ...]]


class Certified(Answer, frozen=True):
    """What a certificate says of the rules, in percent: both measures, always named."""

    edge: float
    rtp: float


class GameView(Answer, frozen=True):
    """A game: rules, limits, and how its table behaves and speaks. `void_pays` is what this house
    gives for a round that is called off: the bets, or what was won so far where that is more."""

    id: str
    name: str
    kind: Literal["single", "multi"]
    seats: int
    rules: RulesView
    rules_hash: str
    currency: Currency
    limits: Limits
    timers: Timers
    unconfirmed_bets: Literal["returned", "played"]
    labels: dict[str, str]
    felt: Literal["green", "midnight", "claret"]
    denomination: int | None
    bonus_kinds: tuple[str, ...]
    published_rtp: str | None
    certified: Certified | None
    card: CardView | None = None
    hints: bool = False
    void_pays: Literal["bets", "better"] = "bets"


class Games(Answer, frozen=True):
    """The catalogue, in its order."""

    games: tuple[GameView, ...]


# ---- history


class HistoryRow(Answer, frozen=True):
    """One of the player's rounds: `net` is what came back less what was staked; `bonus` tells that
    the stakes came from a bonus and not from his own money."""

    round: str
    table: str
    game: str
    closed_ms: int
    staked: int
    paid: int
    net: int
    voided: bool = False
    bonus: bool = False


class HistoryPage(Answer, frozen=True):
    """Rounds, newest first; `before` asks for the next page (None: this was the last)."""

    rounds: tuple[HistoryRow, ...]
    before: int | None


# ---- the house


class VoidRound(Body, frozen=True):
    """Call a round off; the reason stands in the record and in the players' histories."""

    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class VoidedRound(Answer, frozen=True):
    """A round that is void, and what that changed of its players' money."""

    round: str
    parts: tuple[VoidedPart, ...]


class GrantBonus(Body, frozen=True):
    """Grant a player a bonus of `amount`: to be staked `wagering` times before what exceeds it is
    his, for so many days (None: for ever), at these games (none: all that take its kind). `key`
    grants once, however often it is sent."""

    key: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
    player: PlayerRef
    amount: Annotated[int, Meta(ge=1, le=10**12)]
    wagering: Annotated[int, Meta(ge=0, le=WAGERING_MAX)] = 0
    days: Annotated[int, Meta(ge=1, le=3650)] | None = None
    games: Annotated[tuple[str, ...], Meta(max_length=64)] = ()
    kind: Annotated[str, Meta(max_length=64)] = "free_amount"


class Bonuses(Answer, frozen=True):
    """A player's bonuses, newest first."""

    bonuses: tuple[BonusView, ...]


class OpenCall(Answer, frozen=True):
    """A call to the operator's wallet that it gave no clear answer to: what was tried how often,
    and what came of the last try. A debit was to be taken back; a credit was to be done."""

    id: str
    player: int
    kind: Literal["debit", "credit"]
    amount: int
    state: Literal["open", "done", "undone"]
    at_ms: int
    tries: int
    why: str


class OpenCalls(Answer, frozen=True):
    """All calls that wait for the operator, oldest first."""

    calls: tuple[OpenCall, ...]


class SettleCall(Body, frozen=True):
    """How an open call is at the wallet: the debit or credit is `done` there, or it is not. The
    reason stands in the record."""

    outcome: Literal["done", "undone"]
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class HouseFunds(Answer, frozen=True):
    """What lies in the ledger now, in minor units: what players can bet or withdraw (`cash`), their
    bonus money, what lies on rounds that are not over (`open_rounds`, bonus stakes included), what
    players owe (`debt`, zero or below), and the house's own accounts; `sum` is zero. `wallet` is
    the other side of what came from players' wallets at the operator's and did not go back."""

    currency: Currency
    cash: int
    bonus: int
    open_rounds: int
    debt: int
    house: int
    adjustment: int
    sum: int
    wallet: int = 0


class Audited(Answer, frozen=True):
    """What is wrong with the record, a sentence each: nothing, always."""

    wrong: tuple[str, ...]


class Hint(Answer, frozen=True):
    """What the strategy card says to the player's open decision. `values` are what each offered
    action is worth, in first bets, where the certificate knows the hand (two cards, unsplit)."""

    decision: int
    action: Action
    values: dict[str, float] | None


class Health(Answer, frozen=True):
    """That the server answers, and which version it is."""

    status: Literal["ok", "starting", "draining"]
    version: str


HttpBody = SignUp | LogIn | PasswordChange | RecoveryAsk | RecoverySet
