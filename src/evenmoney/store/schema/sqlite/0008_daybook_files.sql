-- The daybook is kept in files of its own beside this one: the last of its pages that is in the
-- books, the key that its pages carry, and whether there is one. What the table `daybook` still
-- holds was kept by an older program, and is posted when the file is opened.
CREATE TABLE posted (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  page INTEGER NOT NULL,
  key BLOB NOT NULL,
  in_use INTEGER NOT NULL
) STRICT;
INSERT INTO posted VALUES (1, 0, randomblob(16), 0);
