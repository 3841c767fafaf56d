"""The people of a SQLite store: see `People` for what each method promises."""

from typing import Any

import apsw

from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind
from evenmoney.store.names import guest_name, is_guest_name, name_key
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
from evenmoney.store.sqlite.database import rows, scalar
from evenmoney.store.sqlite.desk import Desk
from evenmoney.store.sqlite.record import book
from evenmoney.store.sqlite.writer import Writer

_PLAYER = (
    "SELECT id, name, credentials.player IS NULL, made_at_ms, mail"
    " FROM players LEFT JOIN credentials ON credentials.player = players.id"
)
_SESSION = "SELECT id, player, made_at_ms, seen_at_ms, expires_at_ms, address, device FROM sessions"


class SqlitePeople:
    """`People` over the writer of a SQLite store."""

    def __init__(self, writer: Writer) -> None:
        self._change = writer.change
        self._ask = writer.ask

    async def create_guest(self, *, address: str, opening: Opening, now_ms: int) -> Player:
        """A new guest with his opening money."""
        return await self._change(lambda desk: _create_guest(desk, address, opening, now_ms))

    async def register(
        self, player: int, *, name: str, password_hash: str, mail: str | None, now_ms: int
    ) -> Player:
        """The guest becomes an account."""
        row = (player, password_hash, mail, now_ms)
        return await self._change(lambda desk: _register(desk.connection, name, row))

    async def player(self, id: int) -> Player | None:
        """The player of that number."""
        return await self._ask(lambda connection: _find(connection, id))

    async def credentials(self, name: str) -> Credentials | None:
        """The account of that name."""
        return await self._ask(lambda connection: _credentials(connection, name))

    async def set_password(self, player: int, password_hash: str, now_ms: int) -> None:
        """A new password hash for an account."""
        await self._change(
            lambda desk: _set_password(desk.connection, player, password_hash, now_ms)
        )

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
        return await self._change(lambda desk: _open_session(desk.connection, row))

    async def session(self, token_hash: bytes, now_ms: int) -> tuple[Session, Player] | None:
        """The live session of a token, noted as seen at most once a minute."""
        found = await self._ask(lambda connection: _session(connection, token_hash, now_ms))
        if found is None or now_ms - found[0].seen_at_ms < SEEN_STEP_MS:
            return found
        sql = "UPDATE sessions SET seen_at_ms = ? WHERE id = ?"
        await self._change(lambda desk: desk.connection.execute(sql, (now_ms, found[0].id)))
        return await self._ask(lambda connection: _session(connection, token_hash, now_ms))

    async def sessions(self, player: int, now_ms: int) -> list[Session]:
        """A player's live sessions, last seen first."""
        sql = f"{_SESSION} WHERE player = ? AND expires_at_ms > ? ORDER BY seen_at_ms DESC, id DESC"
        return await self._ask(
            lambda connection: [_as_session(r) for r in connection.execute(sql, (player, now_ms))]
        )

    async def revoke(self, player: int, session: int) -> bool:
        """End one session."""
        sql = "DELETE FROM sessions WHERE player = ? AND id = ?"
        return await self._count(sql, (player, session)) > 0

    async def revoke_all(self, player: int, keep: int | None = None) -> int:
        """End all sessions but one."""
        return await self._count(
            "DELETE FROM sessions WHERE player = ? AND id IS NOT ?", (player, keep)
        )

    async def begin_recovery(
        self, player: int, *, token_hash: bytes, now_ms: int, expires_at_ms: int
    ) -> None:
        """Keep a recovery token."""
        row = (token_hash, player, expires_at_ms)
        await self._change(lambda desk: _begin_recovery(desk.connection, player, now_ms, row))

    async def recover(self, token_hash: bytes, *, password_hash: str, now_ms: int) -> Player:
        """Use the token up for a new password."""
        return await self._change(
            lambda desk: _recover(desk.connection, token_hash, password_hash, now_ms)
        )

    async def count_attempt(self, key: str, *, window_ms: int, now_ms: int) -> int:
        """Count one try."""
        return await self._change(lambda desk: _count(desk.connection, key, window_ms, now_ms))

    async def clear_attempts(self, key: str) -> None:
        """Forget the tries under a key."""
        await self._count("DELETE FROM attempts WHERE key = ?", (key,))

    async def setting(self, name: str, player: int = 0) -> str | None:
        """A setting's text."""
        sql = "SELECT value FROM settings WHERE player = ? AND name = ?"
        return await self._ask(lambda connection: _text(connection, sql, (player, name)))

    async def set_setting(self, name: str, value: str | None, player: int = 0) -> None:
        """Set or remove it."""
        if value is None:
            await self._count("DELETE FROM settings WHERE player = ? AND name = ?", (player, name))
            return
        sql = (
            "INSERT INTO settings VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
        )
        await self._count(sql, (player, name, value))

    async def _count(self, sql: str, values: tuple[object, ...]) -> int:
        def run(desk: Desk) -> int:
            desk.connection.execute(sql, values)
            return desk.connection.changes()

        return await self._change(run)


def _text(connection: apsw.Connection, sql: str, values: tuple[object, ...]) -> str | None:
    return scalar(connection, sql, values)  # type: ignore[no-any-return]


def _create_guest(desk: Desk, address: str, opening: Opening, now_ms: int) -> Player:
    run = desk.connection.execute
    run("DELETE FROM openings WHERE at_ms <= ?", (now_ms - opening.window_ms,))
    made = scalar(desk.connection, "SELECT COUNT(*) FROM openings WHERE address = ?", (address,))
    if made >= opening.per_address:
        raise PersonRefused("too_many_from_address", f"{made} players came from here lately")
    run("INSERT INTO players (name, name_key, made_at_ms) VALUES ('', '', ?)", (now_ms,))
    player = desk.connection.last_insert_rowid()
    name = guest_name(player)
    run("UPDATE players SET name = ?, name_key = ? WHERE id = ?", (name, name_key(name), player))
    run("INSERT INTO openings VALUES (?, ?, ?)", (player, address, now_ms))
    if opening.amount:
        _give(desk, player, opening.amount, now_ms)
    return Player(id=player, name=name, guest=True, made_at_ms=now_ms)


def _give(desk: Desk, player: int, amount: int, now_ms: int) -> None:
    gift = Transfer(
        Account(AccountKind.ADJUSTMENT),
        Account(AccountKind.CASH, player),
        amount,
        TransferKind.OPENING,
    )
    book(desk, f"opening:{player}", opening_note(player, amount), (gift,), now_ms)


def _register(
    connection: apsw.Connection, name: str, row: tuple[int, str, str | None, int]
) -> Player:
    found = _the_player(connection, row[0])
    if not found.guest:
        raise PersonRefused("not_a_guest", f"{found.name} is an account already")
    taken = scalar(connection, "SELECT id FROM players WHERE name_key = ?", (name_key(name),))
    if taken or is_guest_name(name):
        raise PersonRefused("name_taken", f"{name} is another player's name")
    change = "UPDATE players SET name = ?, name_key = ? WHERE id = ?"
    connection.execute(change, (name, name_key(name), found.id))
    connection.execute("INSERT INTO credentials VALUES (?, ?, ?, ?)", row)
    return _the_player(connection, found.id)


def _as_player(row: tuple[Any, ...]) -> Player:
    id, name, guest, made_at_ms, mail = row
    return Player(id=id, name=name, guest=bool(guest), made_at_ms=made_at_ms, mail=mail)


def _find(connection: apsw.Connection, id: int) -> Player | None:
    row = connection.execute(f"{_PLAYER} WHERE id = ?", (id,)).fetchone()
    return _as_player(row) if row else None


def _the_player(connection: apsw.Connection, id: int) -> Player:
    player = _find(connection, id)
    if player is None:
        raise PersonRefused("no_such_player", f"there is no player {id}")
    return player


def _the_account(connection: apsw.Connection, id: int) -> Player:
    player = _the_player(connection, id)
    if player.guest:
        raise PersonRefused("no_such_player", f"{player.name} has no account")
    return player


def _credentials(connection: apsw.Connection, name: str) -> Credentials | None:
    key = (name_key(name),)
    row = connection.execute(f"{_PLAYER} WHERE name_key = ?", key).fetchone()
    if row is None:
        return None
    sql = "SELECT password_hash FROM credentials WHERE player = ?"
    password_hash = scalar(connection, sql, (row[0],))
    return Credentials(_as_player(row), password_hash) if password_hash is not None else None


def _set_password(
    connection: apsw.Connection, player: int, password_hash: str, now_ms: int
) -> Player:
    account = _the_account(connection, player)
    sql = "UPDATE credentials SET password_hash = ?, changed_at_ms = ? WHERE player = ?"
    connection.execute(sql, (password_hash, now_ms, player))
    return account


def _as_session(row: tuple[Any, ...]) -> Session:
    return Session(**dict(zip(Session.__struct_fields__, row, strict=True)))


def _open_session(connection: apsw.Connection, row: tuple[Any, ...]) -> Session:
    player, now_ms = row[0], row[2]
    _the_player(connection, player)
    connection.execute("DELETE FROM sessions WHERE expires_at_ms <= ?", (now_ms,))
    connection.execute(
        "INSERT INTO sessions"
        " (player, token_hash, made_at_ms, seen_at_ms, expires_at_ms, address, device)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        row,
    )
    made = connection.last_insert_rowid()
    connection.execute(
        "DELETE FROM sessions WHERE player = ?1 AND id NOT IN"
        " (SELECT id FROM sessions WHERE player = ?1 ORDER BY id DESC LIMIT ?2)",
        (player, SESSIONS_PER_PLAYER_MAX),
    )
    return _as_session(rows(connection, f"{_SESSION} WHERE id = ?", (made,))[0])


def _session(
    connection: apsw.Connection, token_hash: bytes, now_ms: int
) -> tuple[Session, Player] | None:
    sql = f"{_SESSION} WHERE token_hash = ? AND expires_at_ms > ?"
    row = connection.execute(sql, (token_hash, now_ms)).fetchone()
    if row is None:
        return None
    session = _as_session(row)
    return session, _the_player(connection, session.player)


def _begin_recovery(
    connection: apsw.Connection, player: int, now_ms: int, row: tuple[bytes, int, int]
) -> None:
    _the_account(connection, player)
    sql = "UPDATE recoveries SET state = 'replaced' WHERE player = ? AND state = 'open'"
    connection.execute(sql, (player,))
    sql = "DELETE FROM recoveries WHERE expires_at_ms <= ?"
    connection.execute(sql, (now_ms - RECOVERY_KEPT_MS,))
    connection.execute("INSERT INTO recoveries VALUES (?, ?, ?, 'open')", row)


def _recover(
    connection: apsw.Connection, token_hash: bytes, password_hash: str, now_ms: int
) -> Player:
    sql = "SELECT player, expires_at_ms, state FROM recoveries WHERE token_hash = ?"
    row = connection.execute(sql, (token_hash,)).fetchone()
    player = usable_recovery(row, now_ms)
    account = _set_password(connection, player, password_hash, now_ms)
    sql = "UPDATE recoveries SET state = 'used' WHERE token_hash = ?"
    connection.execute(sql, (token_hash,))
    connection.execute("DELETE FROM sessions WHERE player = ?", (player,))
    return account


def _count(connection: apsw.Connection, key: str, window_ms: int, now_ms: int) -> int:
    connection.execute("DELETE FROM attempts WHERE ends_at_ms <= ?", (now_ms,))
    sql = "INSERT INTO attempts VALUES (?, 1, ?) ON CONFLICT DO UPDATE SET count = count + 1"
    connection.execute(sql, (key, now_ms + window_ms))
    return int(scalar(connection, "SELECT count FROM attempts WHERE key = ?", (key,)))
