-- Units that are kept and not yet posted to journal, accounts, transfers, played and bonuses: a row
-- for each transaction, in MessagePack. See docs/ledger.md.
CREATE TABLE daybook (
  id INTEGER PRIMARY KEY,
  units BLOB NOT NULL
) STRICT;
