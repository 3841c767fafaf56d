-- The bonus that a round was played with (0: the player's own money), and whether it was called off.
ALTER TABLE played ADD COLUMN bonus INTEGER NOT NULL DEFAULT 0;
ALTER TABLE played ADD COLUMN voided INTEGER NOT NULL DEFAULT 0;
