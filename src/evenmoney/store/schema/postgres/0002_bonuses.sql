-- Bonuses as they stand now; what they did is in the journal. A bonus is numbered by the entry of
-- the house's own record that granted it. `expires_at_ms` 0 is never, `table_number` 0 is nowhere.
CREATE TABLE bonuses (
  number BIGINT PRIMARY KEY,
  player BIGINT NOT NULL,
  kind TEXT NOT NULL,
  games TEXT NOT NULL,
  amount BIGINT NOT NULL,
  required BIGINT NOT NULL,
  granted_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  wagered BIGINT NOT NULL,
  balance BIGINT NOT NULL CHECK (balance >= 0),
  table_number BIGINT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'used_up', 'closed', 'expired'))
);
CREATE INDEX bonuses_by_player ON bonuses (player);
CREATE INDEX bonuses_that_expire ON bonuses (expires_at_ms) WHERE state = 'open';
