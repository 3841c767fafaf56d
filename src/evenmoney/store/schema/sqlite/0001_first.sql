-- Journal, ledger and people. Times are milliseconds since 1970 UTC, money is minor units.

CREATE TABLE tables (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  game TEXT NOT NULL
) STRICT;
-- The house's own record: money that moves at no table.
INSERT INTO tables VALUES (0, '*house*', '');

-- Rows are appended in the order of `id`: clustered by table, a batch would touch as many pages as
-- it has tables. The chain seals (table_number, sequence), see docs/ledger.md.
CREATE TABLE journal (
  id INTEGER PRIMARY KEY,
  table_number INTEGER NOT NULL REFERENCES tables (number),
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  at_ms INTEGER NOT NULL,
  checkpoint INTEGER NOT NULL,
  payload BLOB NOT NULL,
  digest BLOB NOT NULL,
  chain BLOB NOT NULL,
  UNIQUE (table_number, sequence)
) STRICT;
CREATE INDEX journal_checkpoints ON journal (table_number, sequence) WHERE checkpoint = 1;

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  player INTEGER NOT NULL,
  round INTEGER NOT NULL,
  balance INTEGER NOT NULL,
  UNIQUE (kind, round, player),
  CHECK (balance >= 0 OR kind NOT IN (3, 4, 5)),
  CHECK (balance <= 0 OR kind <> 6)
) STRICT;

-- `id` is the id of the entry that caused it, times 256, plus its place in the unit: a unit that
-- came twice could not be posted twice.
CREATE TABLE transfers (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES accounts (id),
  target INTEGER NOT NULL REFERENCES accounts (id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  kind INTEGER NOT NULL,
  CHECK (source <> target)
) STRICT;

-- Transfers with the table and sequence they belong to; both dialects have this view.
CREATE VIEW postings AS
SELECT table_number, sequence, transfers.id & 255 AS number, source, target, amount, kind
FROM transfers JOIN journal ON journal.id = transfers.id >> 8;

CREATE TABLE played (
  player INTEGER NOT NULL,
  closed_at_ms INTEGER NOT NULL,
  table_number INTEGER NOT NULL,
  last_sequence INTEGER NOT NULL,
  first_sequence INTEGER NOT NULL,
  round INTEGER NOT NULL,
  staked INTEGER NOT NULL,
  paid INTEGER NOT NULL,
  PRIMARY KEY (player, closed_at_ms, table_number, last_sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX played_by_round ON played (round, player);

-- Bookings at no table: each key once.
CREATE TABLE bookings (
  key TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER journal_is_kept BEFORE UPDATE ON journal
  BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_whole BEFORE DELETE ON journal
  BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER transfers_are_kept BEFORE UPDATE ON transfers
  BEGIN SELECT RAISE(ABORT, 'transfers are append-only'); END;
CREATE TRIGGER transfers_are_whole BEFORE DELETE ON transfers
  BEGIN SELECT RAISE(ABORT, 'transfers are append-only'); END;
CREATE TRIGGER played_is_kept BEFORE UPDATE ON played
  BEGIN SELECT RAISE(ABORT, 'played rounds are append-only'); END;
CREATE TRIGGER played_is_whole BEFORE DELETE ON played
  BEGIN SELECT RAISE(ABORT, 'played rounds are append-only'); END;

CREATE TABLE players (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL DEFAULT '',
  name_key TEXT UNIQUE, -- null only until a new guest's name, which holds his id, is written
  made_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE credentials (
  player INTEGER PRIMARY KEY REFERENCES players (id),
  password_hash TEXT NOT NULL,
  mail TEXT,
  changed_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE openings (
  player INTEGER PRIMARY KEY REFERENCES players (id),
  address TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX openings_by_address ON openings (address, at_ms);

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  player INTEGER NOT NULL REFERENCES players (id),
  token_hash BLOB NOT NULL UNIQUE,
  made_at_ms INTEGER NOT NULL,
  seen_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  address TEXT NOT NULL,
  device TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_player ON sessions (player);

CREATE TABLE recoveries (
  token_hash BLOB PRIMARY KEY,
  player INTEGER NOT NULL REFERENCES players (id),
  expires_at_ms INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'used', 'replaced'))
) STRICT, WITHOUT ROWID;
CREATE INDEX recoveries_by_player ON recoveries (player);

CREATE TABLE attempts (
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ends_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_end ON attempts (ends_at_ms);

CREATE TABLE settings (
  player INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (player, name)
) STRICT, WITHOUT ROWID;
