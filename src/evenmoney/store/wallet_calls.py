"""Calls to an operator's own wallet as a store keeps them. Knows no HTTP."""

from typing import Final

from evenmoney.store.steps import Steps, row, rows
from evenmoney.store.store import WalletCall

_COLUMNS: Final = ", ".join(WalletCall.__struct_fields__)
_SELECT: Final = f"SELECT {_COLUMNS} FROM wallet_calls"


def keep_call(call: WalletCall) -> Steps[None]:
    """A call as it stands now."""
    yield from rows(
        f"INSERT INTO wallet_calls ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET state = excluded.state, tries = excluded.tries,"
        " why = excluded.why",
        call.id,
        call.player,
        call.kind,
        call.amount,
        call.state,
        call.at_ms,
        call.tries,
        call.why,
    )


def call(id: str) -> Steps[WalletCall | None]:
    """A call as it stands."""
    found = yield from row(f"{_SELECT} WHERE id = ?", id)
    return (
        WalletCall(**dict(zip(WalletCall.__struct_fields__, found, strict=True))) if found else None
    )


def unfinished() -> Steps[list[WalletCall]]:
    """Those that are not at their end, oldest first."""
    found = yield from rows(
        f"{_SELECT} WHERE state IN ('asked', 'undoing', 'owed', 'open') ORDER BY at_ms, id"
    )
    names = WalletCall.__struct_fields__
    return [WalletCall(**dict(zip(names, one, strict=True))) for one in found]


def tried(id: str, tries: int, why: str) -> Steps[None]:
    """How often a call was made by now."""
    yield from rows("UPDATE wallet_calls SET tries = ?, why = ? WHERE id = ?", tries, why, id)
