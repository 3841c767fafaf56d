-- What players sent for shuffles: the same bytes are never taken twice. See docs/fairness.md.
CREATE TABLE parts (
  nonce BYTEA PRIMARY KEY
);

CREATE TRIGGER parts_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON parts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
