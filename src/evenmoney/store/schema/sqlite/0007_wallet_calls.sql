-- What the house asked of an operator's own wallet, and how that stands; each step is in the house's
-- own record too. See docs/wallet.md.
CREATE TABLE wallet_calls (
  id TEXT PRIMARY KEY,
  player INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('debit', 'credit')),
  amount INTEGER NOT NULL CHECK (amount > 0),
  state TEXT NOT NULL
    CHECK (state IN ('asked', 'undoing', 'owed', 'open', 'done', 'refused', 'undone')),
  at_ms INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  why TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX wallet_calls_unfinished ON wallet_calls (at_ms)
  WHERE state IN ('asked', 'undoing', 'owed', 'open');
