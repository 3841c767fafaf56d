-- What of a bonus became cash so far, and what went back at its end: a void takes both into account.
ALTER TABLE bonuses ADD COLUMN released BIGINT NOT NULL DEFAULT 0;
ALTER TABLE bonuses ADD COLUMN forfeited BIGINT NOT NULL DEFAULT 0;
