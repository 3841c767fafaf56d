-- What the house asked of an operator's own wallet, and how that stands; each step is in the house's
-- own record too. See docs/wallet.md.
CREATE TABLE wallet_calls (
  id TEXT PRIMARY KEY,
  player BIGINT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('debit', 'credit')),
  amount BIGINT NOT NULL CHECK (amount > 0),
  state TEXT NOT NULL
    CHECK (state IN ('asked', 'undoing', 'owed', 'open', 'done', 'refused', 'undone')),
  at_ms BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  why TEXT NOT NULL
);
CREATE INDEX wallet_calls_unfinished ON wallet_calls (at_ms)
  WHERE state IN ('asked', 'undoing', 'owed', 'open');
