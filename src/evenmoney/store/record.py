"""Questions about the record, and bookings at no table, as steps for either kind of store."""

from typing import Any

import msgspec

from evenmoney.journal.chain import GENESIS, verify
from evenmoney.journal.entry import Entry
from evenmoney.ledger.transfer import Account, AccountKind, Transfer
from evenmoney.store.steps import Rows, Steps, note, row, rows, scalar
from evenmoney.store.store import Bonus, PlayedRound, TableRecord, UnitRefused, WalletCall
from evenmoney.store.wallet_calls import keep_call

END = 2**62
"""Above every sequence and every time."""

_ENTRY = (
    "SELECT table_number, sequence, at_ms, payload, digest, checkpoint, chain FROM journal"
    " WHERE table_number = ? AND sequence BETWEEN ? AND ? ORDER BY sequence"
)
_PLAYED = (
    "SELECT player, table_number, round, first_sequence, last_sequence, closed_at_ms, staked, paid,"
    " bonus, voided FROM played WHERE player = ?"
)
_STANDING = (
    " AND NOT EXISTS (SELECT 1 FROM played AS later WHERE later.round = played.round"
    " AND later.player = played.player AND later.last_sequence > played.last_sequence)"
)
BONUS_COLUMNS = (
    "number, player, kind, games, amount, required, granted_at_ms, expires_at_ms, wagered, balance,"
    " table_number, state, released, forfeited"
)
BONUS_WIDTH = BONUS_COLUMNS.count(",") + 1
BONUS_CHANGES = (
    "ON CONFLICT (number) DO UPDATE SET wagered = excluded.wagered, balance = excluded.balance,"
    " table_number = excluded.table_number, state = excluded.state, released = excluded.released,"
    " forfeited = excluded.forfeited"
)
_BONUSES = f"SELECT {BONUS_COLUMNS} FROM bonuses"
_KEEP_BONUS = (
    f"INSERT INTO bonuses ({BONUS_COLUMNS}) VALUES ({', '.join('?' * BONUS_WIDTH)}) {BONUS_CHANGES}"
)
_NEWEST_FIRST = " ORDER BY closed_at_ms DESC, table_number DESC, last_sequence DESC"


def table(id: str, game: str) -> Steps[TableRecord]:
    """The record of a table, made when there is none."""
    yield from rows(
        "INSERT INTO tables (id, game) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", id, game
    )
    found = yield from rows("SELECT number, id, game FROM tables WHERE id = ?", id)
    return TableRecord(*found[0])


def tables() -> Steps[list[TableRecord]]:
    """All tables but the house's own record."""
    found = yield from rows("SELECT number, id, game FROM tables WHERE number > 0 ORDER BY number")
    return [TableRecord(*one) for one in found]


def entries(table: int, first: int, last: int | None = None) -> Steps[list[Entry]]:
    """Entries `first` to `last` of a table; raises `ChainBroken`."""
    before = yield from rows(_ENTRY, table, first - 1, first - 1)
    found = yield from rows(_ENTRY, table, first, END if last is None else last)
    stretch = [_entry(one) for one in found]
    chain = before[0][-1] if before else GENESIS
    verify(table, stretch, after=first - 1, chain=chain)
    return stretch


def latest(table: int, limit: int) -> Steps[list[Entry]]:
    """A table's last entries, in order; raises `ChainBroken`."""
    last = yield from scalar("SELECT MAX(sequence) FROM journal WHERE table_number = ?", table)
    return (yield from entries(table, max(1, (last or 0) - limit + 1)))


def since_checkpoint(table: int) -> Steps[list[Entry]]:
    """A table's entries from its newest checkpoint on; raises `ChainBroken`."""
    first = yield from scalar(
        "SELECT MAX(sequence) FROM journal WHERE table_number = ? AND checkpoint = 1", table
    )
    return (yield from entries(table, first or 1))


def balance(account: Account) -> Steps[int]:
    """What an account holds."""
    held = yield from scalar(
        "SELECT balance FROM accounts WHERE kind = ? AND round = ? AND player = ?",
        int(account.kind),
        account.round,
        account.player,
    )
    return held or 0


def totals() -> Steps[dict[AccountKind, int]]:
    """What all accounts of each kind hold together."""
    found = yield from rows("SELECT kind, SUM(balance) FROM accounts GROUP BY kind")
    return dict.fromkeys(AccountKind, 0) | {AccountKind(kind): int(held) for kind, held in found}


def cash_held() -> Steps[dict[int, int]]:
    """The players who have cash, and how much."""
    held = "SELECT player, balance FROM accounts WHERE kind = ? AND balance > 0 ORDER BY player"
    return dict((yield from rows(held, int(AccountKind.CASH))))


def sum_of_all() -> Steps[int]:
    """The sum over all accounts."""
    return int((yield from scalar("SELECT COALESCE(SUM(balance), 0) FROM accounts")))


def played(player: int, before_ms: int | None, limit: int) -> Steps[list[PlayedRound]]:
    """A player's rounds closed before then, newest first; see `Store.played`."""
    before = END if before_ms is None else before_ms
    page = f"{_PLAYED}{_STANDING} AND closed_at_ms < ?{_NEWEST_FIRST} LIMIT ?"
    found = yield from rows(page, player, before, limit)
    if len(found) == limit and found:
        # The page may end between two rounds of one millisecond, and "before" would skip the rest.
        oldest = found[-1][5]
        found = [one for one in found if one[5] > oldest]
        whole = f"{_PLAYED}{_STANDING} AND closed_at_ms = ?{_NEWEST_FIRST}"
        found += yield from rows(whole, player, oldest)
    return _as_played(found)


def played_round(player: int, round: int) -> Steps[PlayedRound | None]:
    """A player's part of one round, as it stands now."""
    found = yield from rows(f"{_PLAYED} AND round = ?{_NEWEST_FIRST} LIMIT 1", player, round)
    return _as_played(found)[0] if found else None


def closings(player: int, round: int) -> Steps[list[PlayedRound]]:
    """A player's part of one round each time it closed, in order."""
    found = yield from rows(f"{_PLAYED} AND round = ? ORDER BY last_sequence", player, round)
    return _as_played(found)


def round_parts(round: int) -> Steps[list[PlayedRound]]:
    """Every player's part of one round, as it stands now, by player."""
    found = yield from rows(
        "SELECT player, table_number, round, first_sequence, last_sequence, closed_at_ms, staked,"
        " paid, bonus, voided FROM played WHERE round = ? ORDER BY player, last_sequence",
        round,
    )
    return list({part.player: part for part in _as_played(found)}.values())


def bonus(number: int) -> Steps[Bonus | None]:
    """A bonus as it stands."""
    found = yield from row(f"{_BONUSES} WHERE number = ?", number)
    return _as_bonus(found) if found else None


def bonuses(player: int) -> Steps[list[Bonus]]:
    """A player's bonuses, newest first."""
    found = yield from rows(f"{_BONUSES} WHERE player = ? ORDER BY number DESC", player)
    return [_as_bonus(one) for one in found]


def bonuses_until(at_ms: int) -> Steps[list[Bonus]]:
    """The open bonuses that expire by then."""
    expiring = "WHERE state = 'open' AND expires_at_ms BETWEEN 1 AND ? ORDER BY expires_at_ms"
    found = yield from rows(f"{_BONUSES} {expiring}", at_ms)
    return [_as_bonus(one) for one in found]


def bonus_row(bonus: Bonus) -> tuple[object, ...]:
    """A bonus as a row of `bonuses`, in the order of `BONUS_COLUMNS`."""
    return (
        bonus.number,
        bonus.player,
        bonus.kind,
        " ".join(bonus.games),
        bonus.amount,
        bonus.required,
        bonus.granted_at_ms,
        bonus.expires_at_ms or 0,
        bonus.wagered,
        bonus.balance,
        bonus.table,
        bonus.state,
        bonus.released,
        bonus.forfeited,
    )


def book(
    key: str,
    text: bytes,
    transfers: tuple[Transfer, ...],
    at_ms: int,
    *,
    bonus: Bonus | None = None,
    call: WalletCall | None = None,
) -> Steps[Entry]:
    """Note it as the next entry of table 0, or give the entry that its key booked before."""
    known = yield from booking(key)
    if known is None:
        entry = yield from note(text, transfers, at_ms)
        yield from rows("INSERT INTO bookings VALUES (?, ?)", key, entry.sequence)
        if bonus is not None:
            kept = msgspec.structs.replace(bonus, number=bonus.number or entry.sequence)
            yield from rows(_KEEP_BONUS, *bonus_row(kept))
        if call is not None:
            yield from keep_call(call)
        return entry
    if known.payload != text:
        raise UnitRefused("key_taken", f"{key} booked something else")
    return known


def booking(key: str) -> Steps[Entry | None]:
    """The entry of table 0 that a key booked."""
    done = yield from row("SELECT sequence FROM bookings WHERE key = ?", key)
    if done is None:
        return None
    (entry,) = yield from entries(0, done[0], done[0])
    return entry


def _entry(row: tuple[int, int, int, bytes, bytes, int, bytes]) -> Entry:
    table, sequence, at_ms, payload, digest, checkpoint, chain = row
    return Entry(
        table=table,
        sequence=sequence,
        at_ms=at_ms,
        payload=payload,
        digest=digest,
        checkpoint=bool(checkpoint),
        chain=chain,
    )


def _as_bonus(row: tuple[Any, ...]) -> Bonus:
    names = [name if name != "table_number" else "table" for name in BONUS_COLUMNS.split(", ")]
    found = dict(zip(names, row, strict=True))
    games, expires = tuple(found["games"].split()), found["expires_at_ms"] or None
    return Bonus(**{**found, "games": games, "expires_at_ms": expires})


def _as_played(found: Rows) -> list[PlayedRound]:
    names = PlayedRound.__struct_fields__  # in the order of the columns
    return [
        PlayedRound(**{**dict(zip(names, one, strict=True)), "voided": bool(one[-1])})
        for one in found
    ]
