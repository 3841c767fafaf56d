-- Units that are kept and not yet posted to journal, accounts, transfers, played and bonuses: a row
-- for each transaction, in MessagePack. See docs/ledger.md.
CREATE TABLE daybook (
  id INTEGER PRIMARY KEY,
  units BLOB NOT NULL
) STRICT;
-- Escrows that something lies in: they are read whenever the store is opened.
CREATE INDEX accounts_in_play ON accounts (id) WHERE kind = 5 AND balance <> 0;
