"""`People` over either kind of store: each method is steps, run by the store as a change or a
question."""

from typing import Any

from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind
from evenmoney.store.names import guest_name, is_deceptive, is_guest_name, name_key, tidy
from evenmoney.store.people import (
    RECOVERY_KEPT_MS,
    SEEN_STEP_MS,
    SESSIONS_PER_PLAYER_MAX,
    Credentials,
    Opening,
    PersonRefused,
    Player,
    Session,
    opening_note,
    usable_recovery,
)
from evenmoney.store.record import book
from evenmoney.store.steps import Run, Steps, row, rows, scalar

_PLAYER = (
    "SELECT id, name, credentials.player IS NULL, made_at_ms, mail"
    " FROM players LEFT JOIN credentials ON credentials.player = players.id"
)
_SESSION = "SELECT id, player, made_at_ms, seen_at_ms, expires_at_ms, address, device FROM sessions"


class KeptPeople:
    """The people in a store's database."""

    def __init__(self, change: Run, ask: Run) -> None:
        self._change = change
        self._ask = ask

    async def create_guest(self, *, address: str, opening: Opening, now_ms: int) -> Player:
        """A new guest with his opening money."""
        return await self._change(_create_guest(address, opening, now_ms))

    async def register(
        self, player: int, *, name: str, password_hash: str, mail: str | None, now_ms: int
    ) -> Player:
        """The guest becomes an account."""
        return await self._change(_register(player, name, password_hash, mail, now_ms))

    async def player(self, id: int) -> Player | None:
        """The player of that number."""
        return await self._ask(_find(id))

    async def named(self, name: str) -> Player | None:
        """The player of that name."""
        return await self._ask(_named(name))

    async def credentials(self, name: str) -> Credentials | None:
        """The account of that name."""
        return await self._ask(_credentials(name))

    async def set_password(self, player: int, password_hash: str, now_ms: int) -> None:
        """A new password hash for an account."""
        await self._change(_set_password(player, password_hash, now_ms))

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
        """A new session."""
        row = (player, token_hash, now_ms, now_ms, expires_at_ms, address, device)
        return await self._change(_open_session(row))

    async def session(self, token_hash: bytes, now_ms: int) -> tuple[Session, Player] | None:
        """The live session of a token, noted as seen at most once a minute."""
        found = await self._ask(_session(token_hash, now_ms))
        if found is None or now_ms - found[0].seen_at_ms < SEEN_STEP_MS:
            return found
        seen = "UPDATE sessions SET seen_at_ms = ? WHERE id = ?"
        await self._change(rows(seen, now_ms, found[0].id))
        return await self._ask(_session(token_hash, now_ms))

    async def sessions(self, player: int, now_ms: int) -> list[Session]:
        """A player's live sessions, last seen first."""
        live = (
            f"{_SESSION} WHERE player = ? AND expires_at_ms > ? ORDER BY seen_at_ms DESC, id DESC"
        )
        return [_as_session(one) for one in await self._ask(rows(live, player, now_ms))]

    async def revoke(self, player: int, session: int) -> bool:
        """End one session."""
        ended = "DELETE FROM sessions WHERE player = ? AND id = ? RETURNING id"
        return bool(await self._change(rows(ended, player, session)))

    async def revoke_all(self, player: int, keep: int | None = None) -> int:
        """End all sessions but one."""
        ended = "DELETE FROM sessions WHERE player = ? AND id <> ? RETURNING id"
        return len(await self._change(rows(ended, player, keep or 0)))

    async def begin_recovery(
        self, player: int, *, token_hash: bytes, now_ms: int, expires_at_ms: int
    ) -> None:
        """Keep a recovery token."""
        await self._change(_begin_recovery(player, token_hash, now_ms, expires_at_ms))

    async def recover(self, token_hash: bytes, *, password_hash: str, now_ms: int) -> Player:
        """Use the token up for a new password."""
        return await self._change(_recover(token_hash, password_hash, now_ms))

    async def count_attempt(self, key: str, *, window_ms: int, now_ms: int) -> int:
        """Count one try."""
        return await self._change(_count_attempt(key, window_ms, now_ms))

    async def clear_attempts(self, key: str) -> None:
        """Forget the tries under a key."""
        await self._change(rows("DELETE FROM attempts WHERE key = ?", key))

    async def setting(self, name: str, player: int = 0) -> str | None:
        """A setting's text."""
        text = "SELECT value FROM settings WHERE player = ? AND name = ?"
        found: str | None = await self._ask(scalar(text, player, name))
        return found

    async def set_setting(self, name: str, value: str | None, player: int = 0) -> None:
        """Set or remove it."""
        if value is None:
            gone = "DELETE FROM settings WHERE player = ? AND name = ?"
            await self._change(rows(gone, player, name))
            return
        kept = (
            "INSERT INTO settings (player, name, value) VALUES (?, ?, ?)"
            " ON CONFLICT (player, name) DO UPDATE SET value = excluded.value"
        )
        await self._change(rows(kept, player, name, value))


def _create_guest(address: str, opening: Opening, now_ms: int) -> Steps[Player]:
    yield from _check_openings(address, opening, now_ms)
    unnamed = "INSERT INTO players (made_at_ms) VALUES (?) RETURNING id"
    player: int = yield from scalar(unnamed, now_ms)
    name = guest_name(player)
    named = "UPDATE players SET name = ?, name_key = ? WHERE id = ?"
    yield from rows(named, name, name_key(name), player)
    kept = "INSERT INTO openings (player, address, at_ms) VALUES (?, ?, ?)"
    yield from rows(kept, player, address, now_ms)
    if opening.amount:
        yield from _give(player, opening.amount, now_ms)
    return Player(id=player, name=name, guest=True, made_at_ms=now_ms)


def _check_openings(address: str, opening: Opening, now_ms: int) -> Steps[None]:
    since = now_ms - opening.window_ms
    yield from rows("DELETE FROM openings WHERE at_ms <= ?", since)
    made = yield from scalar("SELECT COUNT(*) FROM openings WHERE address = ?", address)
    if made >= opening.per_address:
        raise PersonRefused("too_many_from_address", f"{made} players came from here lately")


def _give(player: int, amount: int, now_ms: int) -> Steps[None]:
    house, cash = Account(AccountKind.ADJUSTMENT), Account(AccountKind.CASH, player)
    gift = Transfer(house, cash, amount, TransferKind.OPENING)
    yield from book(f"opening:{player}", opening_note(player, amount), (gift,), now_ms)


def _register(
    player: int, name: str, password_hash: str, mail: str | None, now_ms: int
) -> Steps[Player]:
    guest = yield from _the_player(player)
    if not guest.guest:
        raise PersonRefused("not_a_guest", f"{guest.name} is an account already")
    if is_deceptive(name):
        raise PersonRefused("name_refused", "a name has letters, all of one script")
    name, key = tidy(name), name_key(name)
    taken = yield from scalar("SELECT id FROM players WHERE name_key = ?", key)
    if taken or is_guest_name(name):
        raise PersonRefused("name_taken", f"{name} is another player's name")
    yield from rows("UPDATE players SET name = ?, name_key = ? WHERE id = ?", name, key, player)
    yield from rows(
        "INSERT INTO credentials (player, password_hash, mail, changed_at_ms) VALUES (?, ?, ?, ?)",
        player,
        password_hash,
        mail,
        now_ms,
    )
    return (yield from _the_player(player))


def _find(id: int) -> Steps[Player | None]:
    found = yield from row(f"{_PLAYER} WHERE id = ?", id)
    return _as_player(found) if found else None


def _the_player(id: int) -> Steps[Player]:
    player = yield from _find(id)
    if player is None:
        raise PersonRefused("no_such_player", f"there is no player {id}")
    return player


def _the_account(id: int) -> Steps[Player]:
    player = yield from _the_player(id)
    if player.guest:
        raise PersonRefused("no_such_player", f"{player.name} has no account")
    return player


def _named(name: str) -> Steps[Player | None]:
    found = yield from row(f"{_PLAYER} WHERE name_key = ?", name_key(name))
    return _as_player(found) if found else None


def _credentials(name: str) -> Steps[Credentials | None]:
    player = yield from _named(name)
    if player is None:
        return None
    password = "SELECT password_hash FROM credentials WHERE player = ?"
    password_hash = yield from scalar(password, player.id)
    return None if password_hash is None else Credentials(player, password_hash)


def _set_password(player: int, password_hash: str, now_ms: int) -> Steps[Player]:
    account = yield from _the_account(player)
    changed = "UPDATE credentials SET password_hash = ?, changed_at_ms = ? WHERE player = ?"
    yield from rows(changed, password_hash, now_ms, player)
    return account


def _open_session(session: tuple[Any, ...]) -> Steps[Session]:
    player, _, now_ms, *_ = session
    yield from _the_player(player)
    yield from rows("DELETE FROM sessions WHERE expires_at_ms <= ?", now_ms)
    made = yield from scalar(
        "INSERT INTO sessions"
        " (player, token_hash, made_at_ms, seen_at_ms, expires_at_ms, address, device)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
        *session,
    )
    yield from rows(
        "DELETE FROM sessions WHERE player = ? AND id NOT IN"
        " (SELECT id FROM sessions WHERE player = ? ORDER BY id DESC LIMIT ?)",
        player,
        player,
        SESSIONS_PER_PLAYER_MAX,
    )
    return _as_session((yield from rows(f"{_SESSION} WHERE id = ?", made))[0])


def _session(token_hash: bytes, now_ms: int) -> Steps[tuple[Session, Player] | None]:
    live = f"{_SESSION} WHERE token_hash = ? AND expires_at_ms > ?"
    found = yield from row(live, token_hash, now_ms)
    if found is None:
        return None
    session = _as_session(found)
    return session, (yield from _the_player(session.player))


def _begin_recovery(player: int, token_hash: bytes, now_ms: int, expires_at_ms: int) -> Steps[None]:
    yield from _the_account(player)
    replaced = "UPDATE recoveries SET state = 'replaced' WHERE player = ? AND state = 'open'"
    yield from rows(replaced, player)
    yield from rows("DELETE FROM recoveries WHERE expires_at_ms <= ?", now_ms - RECOVERY_KEPT_MS)
    kept = (
        "INSERT INTO recoveries (token_hash, player, expires_at_ms, state) VALUES (?, ?, ?, 'open')"
    )
    yield from rows(kept, token_hash, player, expires_at_ms)


def _recover(token_hash: bytes, password_hash: str, now_ms: int) -> Steps[Player]:
    token = "SELECT player, expires_at_ms, state FROM recoveries WHERE token_hash = ?"
    found = yield from row(token, token_hash)
    player = usable_recovery(found, now_ms)
    account = yield from _set_password(player, password_hash, now_ms)
    yield from rows("UPDATE recoveries SET state = 'used' WHERE token_hash = ?", token_hash)
    yield from rows("DELETE FROM sessions WHERE player = ?", player)
    return account


def _count_attempt(key: str, window_ms: int, now_ms: int) -> Steps[int]:
    yield from rows("DELETE FROM attempts WHERE ends_at_ms <= ?", now_ms)
    counted = (
        "INSERT INTO attempts (key, count, ends_at_ms) VALUES (?, 1, ?)"
        " ON CONFLICT (key) DO UPDATE SET count = attempts.count + 1 RETURNING count"
    )
    return int((yield from scalar(counted, key, now_ms + window_ms)))


def _as_player(row: tuple[Any, ...]) -> Player:
    id, name, guest, made_at_ms, mail = row
    return Player(id=id, name=name, guest=bool(guest), made_at_ms=made_at_ms, mail=mail)


def _as_session(row: tuple[Any, ...]) -> Session:
    return Session(**dict(zip(Session.__struct_fields__, row, strict=True)))
