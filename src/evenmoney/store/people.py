"""Players, their log-ins and sessions, as a store keeps them. Knows no HTTP, hashing or clock."""

from typing import Protocol

import msgspec

SESSIONS_PER_PLAYER_MAX = 50
"""A player's oldest sessions beyond these end."""

SEEN_STEP_MS = 60_000
"""A session's last sight is noted in steps this long, so that not every request is a write."""

RECOVERY_KEPT_MS = 7 * 24 * 3600 * 1000
"""How long a recovery token that expired can still be told from one that never was."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who plays: a guest until he has a password. `name` is what tables show."""

    id: int
    name: str
    guest: bool
    made_at_ms: int
    mail: str | None = None


class Credentials(msgspec.Struct, frozen=True):
    """What a log-in is checked against: the player and his argon2 hash text."""

    player: Player
    password_hash: str


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """One log-in. Its token is known to the browser only; the store has the token's SHA-256."""

    id: int
    player: int
    made_at_ms: int
    seen_at_ms: int
    expires_at_ms: int
    address: str
    device: str


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """Money that a new player starts with: `amount` minor units (0: none is given), and how many
    new players one address may make within `window_ms`."""

    amount: int
    per_address: int = 20
    window_ms: int = 24 * 3600 * 1000


class PersonRefused(Exception):
    """It can't be done and nothing changed. `code` is stable: `too_many_from_address`,
    `name_taken`, `name_refused`, `not_a_guest`, `no_such_player`, `token_unknown`, `token_used` or
    `token_expired`."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason


def opening_note(player: int, amount: int) -> bytes:
    """What the house's own record says about a new player's opening money."""
    return msgspec.json.encode({"type": "opening", "player": player, "amount": amount})


def usable_recovery(row: tuple[int, int, str] | None, now_ms: int) -> int:
    """The player of a recovery token, given as (player, expires_at_ms, state), that may be used
    now; raises `PersonRefused` (`token_unknown`, `token_used`, `token_expired`)."""
    if row is None or row[2] == "replaced":
        raise PersonRefused("token_unknown", "this link is unknown, or a newer one was sent")
    player, expires_at_ms, state = row
    if state == "used":
        raise PersonRefused("token_used", "this link was used already")
    if now_ms >= expires_at_ms:
        raise PersonRefused("token_expired", "this link is too old")
    return player


class People(Protocol):
    """The people of a store. Every write is on disk when it returns; times are the caller's.

    Names are unique whatever their case, width or blanks (`Ann`, `ANN`); names like `Guest 17` are
    kept for guests, and none is of digits alone, unseen, or mixed of scripts that look alike.
    Tokens come as 32-byte hashes, passwords as hash texts: no secret reaches the store.
    """

    async def create_guest(self, *, address: str, opening: Opening, now_ms: int) -> Player:
        """A new guest, his opening money in the same transaction; `too_many_from_address`."""

    async def register(
        self, player: int, *, name: str, password_hash: str, mail: str | None, now_ms: int
    ) -> Player:
        """The guest becomes an account, balance and history kept; `name_taken`, `name_refused`,
        `not_a_guest`, `no_such_player`."""

    async def player(self, id: int) -> Player | None:
        """The player of that number."""

    async def named(self, name: str) -> Player | None:
        """The player of that name (any case), a guest or an account."""

    async def credentials(self, name: str) -> Credentials | None:
        """The account of that name (any case), with its password hash; guests have none."""

    async def set_password(self, player: int, password_hash: str, now_ms: int) -> None:
        """A new password hash for an account; `no_such_player`. Sessions are not touched."""

    async def open_session(
        self,
        player: int,
        *,
        token_hash: bytes,
        address: str,
        device: str,
        now_ms: int,
        expires_at_ms: int,
    ) -> Session:
        """A new session; `no_such_player`. A player's oldest ones beyond 50 end."""

    async def session(self, token_hash: bytes, now_ms: int) -> tuple[Session, Player] | None:
        """The live session of a token and its player (None: unknown, revoked or expired). Notes
        that it was seen, at most once a minute."""

    async def sessions(self, player: int, now_ms: int) -> list[Session]:
        """A player's live sessions, last seen first."""

    async def revoke(self, player: int, session: int) -> bool:
        """End one session of this player; False when he has no such session."""

    async def revoke_all(self, player: int, keep: int | None = None) -> int:
        """End all sessions of this player but `keep`; how many ended."""

    async def begin_recovery(
        self, player: int, *, token_hash: bytes, now_ms: int, expires_at_ms: int
    ) -> None:
        """Keep a recovery token for an account; earlier ones of his no longer work."""

    async def recover(self, token_hash: bytes, *, password_hash: str, now_ms: int) -> Player:
        """Use the token up: the new password holds and every session ends, all in one;
        `token_unknown`, `token_used`, `token_expired`."""

    async def count_attempt(self, key: str, *, window_ms: int, now_ms: int) -> int:
        """Count one try under a key of the caller's (`name:ann`, `address:192.0.2.7`) and tell how
        many there were since the window began, this one included. Counted before the password is
        checked, so that parallel tries can't slip by."""

    async def clear_attempts(self, key: str) -> None:
        """Forget the tries under a key (a log-in that succeeded)."""

    async def setting(self, name: str, player: int = 0) -> str | None:
        """A setting's text, of a player or (0) of the house; None when never set."""

    async def set_setting(self, name: str, value: str | None, player: int = 0) -> None:
        """Set it, or with None remove it."""
