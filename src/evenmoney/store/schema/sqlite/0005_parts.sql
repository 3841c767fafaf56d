-- What players sent for shuffles: the same bytes are never taken twice. See docs/fairness.md.
CREATE TABLE parts (
  nonce BLOB PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TRIGGER parts_are_kept BEFORE UPDATE ON parts
  BEGIN SELECT RAISE(ABORT, 'parts are append-only'); END;
CREATE TRIGGER parts_are_whole BEFORE DELETE ON parts
  BEGIN SELECT RAISE(ABORT, 'parts are append-only'); END;
